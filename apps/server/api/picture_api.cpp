// SPDX-License-Identifier: MIT
// GET /v1/VARIANT/board.svg: a picture of a position. GET /openapi.json: the description of the interface.
#include "server/api/board_picture.h"
#include "server/api/endpoints.h"
#include "server/api/input.h"
#include "server/http/etag.h"

// The file beside this one, as it is.
asm(".section .rodata\n.global merels_openapi, merels_openapi_end\nmerels_openapi:\n"
    ".incbin \"" MERELS_OPENAPI "\"\nmerels_openapi_end:\n.byte 0\n.text\n");
extern "C" const char merels_openapi[];
extern "C" const char merels_openapi_end[];

namespace merels::server {
namespace {

constexpr int kLeastSize = 64;
constexpr int kMostSize = 2048;
constexpr int kUsualSize = 480;

}  // namespace

Response picture_answer(const Variant& variant, const Target& target) {
    Problem problem;
    const auto position = read_fen(variant, target, problem);
    if (!position) return to_response(problem);
    const auto size = read_number(target, "size", kLeastSize, kMostSize, kUsualSize, problem);
    if (!size) return to_response(problem);
    std::optional<Turn> turn;
    if (const auto text = target.parameter("turn")) {
        const auto parsed = parse_turn(variant, *position, *text);
        if (!parsed) return to_response(bad_text("turn", parsed.error()));
        turn = *parsed;
    }
    Response response;
    response.content_type = "image/svg+xml";
    response.policy = Policy::kPicture;
    response.caching = Caching::kRevalidate;
    response.body = board_picture(variant, *position, turn, static_cast<int>(*size));
    response.etag = etag_of(response.body);
    return response;
}

Response openapi_answer() {
    Response response;
    response.body.assign(merels_openapi, merels_openapi_end);
    response.caching = Caching::kRevalidate;
    response.etag = etag_of(response.body);
    return response;
}

}  // namespace merels::server

// SPDX-License-Identifier: MIT
#include "store/codec/model_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "store/files/byte_order.h"

// The inner loops live in registers only if everything in them is one function.
#if defined(__GNUC__)
#define MERELS_INLINE __attribute__((always_inline))
#else
#define MERELS_INLINE
#endif

namespace merels {

namespace {

constexpr int kRawBits = 8;  // of an escaped value

// Bits from the lowest of the first byte on.
class BitWriter {
  public:
    explicit BitWriter(std::uint8_t* to) : to_(to) {}

    // At most 56 bits between two flushes.
    void put(std::uint32_t value, std::uint32_t bits) {
        held_ |= std::uint64_t{value} << count_;
        count_ += bits;
    }
    void flush() {
        store_le(to_, held_);
        to_ += count_ >> 3;
        held_ >>= count_ & 56;
        count_ &= 7;
    }
    // A one marks the end.
    std::uint8_t* finish() {
        put(1, 1);
        flush();
        return to_ + (count_ > 0);
    }

  private:
    std::uint8_t* to_;
    std::uint64_t held_ = 0;
    std::uint32_t count_ = 0;
};

// Reads what a BitWriter wrote, from its end back to its beginning. Eight readable bytes before `begin` are needed.
class BitReader {
  public:
    BitReader(const std::uint8_t* begin, const std::uint8_t* end) : begin_(begin), at_(end) {
        held_ = load_le<std::uint64_t>(at_ - 8);
        used_ = static_cast<std::uint32_t>(std::countl_zero(held_)) + 1;
    }
    // At most 56 bits between two refills.
    std::uint32_t take(std::uint32_t bits) {
        const std::uint64_t value = held_ << (used_ & 63) >> 1 >> (63 - bits);
        used_ += bits;
        return static_cast<std::uint32_t>(value);
    }
    // False when more was taken than there is.
    bool refill() {
        at_ -= used_ >> 3;
        used_ &= 7;
        if (at_ < begin_) {
            at_ = begin_;
            return false;
        }
        held_ = load_le<std::uint64_t>(at_ - 8);
        return true;
    }
    bool at_begin() const { return (at_ - begin_) * 8 == static_cast<std::ptrdiff_t>(used_); }

  private:
    const std::uint8_t* begin_;
    const std::uint8_t* at_;
    std::uint64_t held_ = 0;
    std::uint32_t used_ = 0;
};

class StateEncoder {
  public:
    StateEncoder(const TansEncodeTables& tables, std::uint8_t* to) : tables_(tables), writer_(to) {
        states_.fill(kTansStates);
    }

    // The values of one leaf, last to first. Works on copies, as the decoder does.
    void encode_leaf(const std::uint8_t* values, const std::uint8_t* distributions, std::uint32_t count) {
        BitWriter writer = writer_;
        std::array<std::uint32_t, kTansTurns> states = states_;
        const TansEncodeTables::Symbol* const rules = tables_.rules.data();
        const std::uint8_t* const escaped = tables_.escaped.data();
        const std::uint16_t* const next_states = tables_.next_states.data();
        const std::uint32_t symbols = tables_.symbols;
        const auto encode = [&](std::uint32_t i, std::uint32_t turn) MERELS_INLINE {
            const std::uint32_t value = values[i];
            const std::size_t place = std::size_t{distributions[i]} * symbols + std::min(value, symbols - 1);
            const TansEncodeTables::Symbol rule = rules[place];
            const std::uint32_t state = states[turn];
            const std::uint32_t bits = (state + rule.bits_rule) >> 16;
            writer.put(state & ((1u << bits) - 1), bits);
            const auto next = static_cast<std::int32_t>(state >> bits) + rule.state_place;
            states[turn] = next_states[std::size_t{distributions[i]} * kTansStates + static_cast<std::uint32_t>(next)];
            if (escaped[place] != 0) [[unlikely]] {
                writer.flush();
                writer.put(value, kRawBits);
                writer.flush();
            }
        };
        std::uint32_t i = count;
        const auto encode_four = [&](std::uint32_t first, std::uint32_t turn) MERELS_INLINE {
            encode(first + 3, turn + 3);
            encode(first + 2, turn + 2);
            encode(first + 1, turn + 1);
            encode(first, turn);
            writer.flush();
        };
        for (; i % 4 != 0; --i) encode(i - 1, (i - 1) % kTansTurns);
        writer.flush();
        if (i % 8 != 0) {
            i -= 4;
            encode_four(i, 0);
        }
        while (i > 0) {
            i -= 8;
            encode_four(i + 4, 4);
            encode_four(i, 0);
        }
        writer_ = writer;
        states_ = states;
    }
    std::uint8_t* finish() {
        for (int turn = kTansTurns - 1; turn >= 0; --turn) {
            writer_.put(states_[static_cast<std::size_t>(turn)] - kTansStates, kTansLog);
            writer_.flush();
        }
        return writer_.finish();
    }

  private:
    const TansEncodeTables& tables_;
    BitWriter writer_;
    std::array<std::uint32_t, kTansTurns> states_{};
};

class StateDecoder {
  public:
    StateDecoder(const BlockModel& model, const std::uint8_t* begin, const std::uint8_t* end)
        : entries_(model.decode_entries()), distribution_of_(model.distribution_of()), reader_(begin, end) {
        ok_ = reader_.refill();
        for (std::uint32_t& state : states_) {
            state = reader_.take(kTansLog);
            ok_ = reader_.refill() && ok_;
        }
    }

    // Works on copies: what the compiler knows to be untouched by the bytes it stores stays in registers.
    void decode_leaf(const std::uint16_t* contexts, std::uint8_t* values, std::uint32_t count) {
        BitReader reader = reader_;
        std::array<std::uint32_t, kTansTurns> states = states_;
        const std::uint32_t* const entries = entries_;
        const std::uint8_t* const distribution_of = distribution_of_;
        bool ok = ok_;
        const auto entry = [&](std::uint32_t i, std::uint32_t turn) MERELS_INLINE {
            return entries[std::size_t{distribution_of[contexts[i]]} * kTansStates + states[turn]];
        };
        const auto advance = [&](std::uint32_t from, std::uint32_t turn)
                                 MERELS_INLINE { states[turn] = (from >> 16) + reader.take(from >> 8 & 15); };
        // One value; the caller refills, at least after every third.
        const auto step = [&](std::uint32_t i, std::uint32_t turn) MERELS_INLINE {
            const std::uint32_t from = entry(i, turn);
            values[i] = static_cast<std::uint8_t>(from);
            if ((from & TansDecodeTables::kEscapeFlag) != 0) [[unlikely]] {
                ok &= reader.refill();
                values[i] = static_cast<std::uint8_t>(reader.take(kRawBits));
            }
            advance(from, turn);
        };
        // Four values at once; the loads of their entries do not wait for each other.
        const auto step_four = [&](std::uint32_t i, std::uint32_t turn) MERELS_INLINE {
            const std::uint32_t a = entry(i, turn);
            const std::uint32_t b = entry(i + 1, turn + 1);
            const std::uint32_t c = entry(i + 2, turn + 2);
            const std::uint32_t d = entry(i + 3, turn + 3);
            if (((a | b | c | d) & TansDecodeTables::kEscapeFlag) != 0) [[unlikely]] {
                for (std::uint32_t k = 0; k < 4; ++k) {
                    step(i + k, turn + k);
                    ok &= reader.refill();
                }
                return;
            }
            store_le(values + i, (a & 255) | (b & 255) << 8 | (c & 255) << 16 | d << 24);
            advance(a, turn);
            advance(b, turn + 1);
            advance(c, turn + 2);
            advance(d, turn + 3);
            ok &= reader.refill();
        };
        std::uint32_t i = 0;
        for (; i + 8 <= count; i += 8) {
            step_four(i, 0);
            step_four(i + 4, 4);
        }
        std::uint32_t turn = 0;
        if (i + 4 <= count) {
            step_four(i, 0);
            i += 4;
            turn = 4;
        }
        if (i < count) {
            step(i, turn);
            if (i + 1 < count) step(i + 1, turn + 1);
            if (i + 2 < count) step(i + 2, turn + 2);
            ok &= reader.refill();
        }
        reader_ = reader;
        states_ = states;
        ok_ = ok;
    }

    // Everything read, nothing left over, and the states back where the encoder began.
    bool finished_well() const {
        return ok_ && reader_.at_begin() &&
               std::all_of(states_.begin(), states_.end(), [](std::uint32_t state) { return state == 0; });
    }

  private:
    const std::uint32_t* entries_;
    const std::uint8_t* distribution_of_;
    BitReader reader_;
    std::array<std::uint32_t, kTansTurns> states_{};
    bool ok_ = true;
};

struct DecodeScratch {
    ContextMaker contexts;
    std::vector<std::uint8_t> padded;
    std::vector<std::uint8_t> bytes;
};

}  // namespace

void ModelEncoder::encode(std::uint32_t block, std::span<const std::uint8_t> raw, std::vector<std::uint8_t>& out) {
    const NeighbourPlan& plan = model_->plan(block);
    padded_.resize(raw.size() + kNeighbourPadding);
    std::copy(raw.begin(), raw.end(), padded_.begin());
    distributions_.resize(raw.size());
    const std::uint8_t* const distribution_of = model_->distribution_of();
    for (std::size_t row = 0; row < raw.size(); row += plan.size) {
        contexts_.begin(plan.size);
        for (const PlanStep& step : plan.steps) {
            if (step.distance > 0) {
                contexts_.look(step, padded_.data() + row);
                continue;
            }
            const std::uint16_t* const contexts = contexts_.finish(step, plan.places.data());
            std::uint8_t* const to = distributions_.data() + row + step.start;
            for (std::uint32_t i = 0; i < step.count; ++i) to[i] = distribution_of[contexts[i]];
        }
    }
    const std::size_t start = out.size();
    out.resize(start + raw.size() * 3 + 32);  // 11 + 8 bits a value at worst
    StateEncoder encoder(model_->encode_tables(), out.data() + start);
    for (std::size_t row = raw.size(); row > 0;) {
        row -= plan.size;
        for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
            if (step->distance > 0) continue;
            encoder.encode_leaf(padded_.data() + row + step->start, distributions_.data() + row + step->start,
                                step->count);
        }
    }
    out.resize(static_cast<std::size_t>(encoder.finish() - out.data()));
}

Status decode_with_model(const BlockModel& model, std::uint32_t block, std::span<const std::uint8_t> bytes,
                         std::span<std::uint8_t> raw) {
    const Error corrupt{ErrorCode::kCorrupt, "block: not a stream of the model"};
    const NeighbourPlan& plan = model.plan(block);
    if (bytes.empty() || bytes.back() == 0 || raw.size() % plan.size != 0) return corrupt;
    thread_local DecodeScratch scratch;
    scratch.bytes.resize(8 + bytes.size());
    std::copy(bytes.begin(), bytes.end(), scratch.bytes.begin() + 8);
    scratch.padded.resize(raw.size() + kNeighbourPadding);
    const std::uint8_t* const begin = scratch.bytes.data() + 8;
    StateDecoder decoder(model, begin, begin + bytes.size());
    for (std::size_t row = 0; row < raw.size(); row += plan.size) {
        std::uint8_t* const values = scratch.padded.data() + row;
        scratch.contexts.begin(plan.size);
        for (const PlanStep& step : plan.steps) {
            if (step.distance > 0) {
                scratch.contexts.look(step, values);
            } else {
                decoder.decode_leaf(scratch.contexts.finish(step, plan.places.data()), values + step.start, step.count);
            }
        }
    }
    if (!decoder.finished_well()) return corrupt;
    std::copy_n(scratch.padded.begin(), raw.size(), raw.begin());
    return ok_status();
}

}  // namespace merels

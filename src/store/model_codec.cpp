// SPDX-License-Identifier: MIT
#include "store/model_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "store/byte_order.h"

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

    // The values of one leaf, last to first.
    void encode_leaf(const std::uint8_t* values, const std::uint8_t* distributions, std::uint32_t count) {
        std::uint32_t i = count;
        for (; i % kTansTurns != 0; --i) encode(i - 1, values, distributions);
        writer_.flush();
        while (i > 0) {
            for (int turn = 0; turn < kTansTurns; ++turn, --i) encode(i - 1, values, distributions);
            writer_.flush();
        }
    }
    std::uint8_t* finish() {
        for (int turn = kTansTurns - 1; turn >= 0; --turn) {
            writer_.put(states_[static_cast<std::size_t>(turn)] - kTansStates, kTansLog);
        }
        writer_.flush();
        return writer_.finish();
    }

  private:
    void encode(std::uint32_t i, const std::uint8_t* values, const std::uint8_t* distributions) {
        const std::uint32_t value = values[i];
        const std::uint32_t escape = tables_.symbols - 1;
        const std::size_t first = std::size_t{distributions[i]} * tables_.symbols;
        const std::size_t place = first + std::min(value, escape);
        const TansEncodeTables::Symbol rule = tables_.rules[place];
        std::uint32_t& state = states_[i % kTansTurns];
        const std::uint32_t bits = (state + rule.bits_rule) >> 16;
        writer_.put(state & ((1u << bits) - 1), bits);
        const auto next = static_cast<std::int32_t>(state >> bits) + rule.state_place;
        state = tables_.next_states[std::size_t{distributions[i]} * kTansStates + static_cast<std::uint32_t>(next)];
        if (tables_.escaped[place] != 0) [[unlikely]] {
            writer_.flush();
            writer_.put(value, kRawBits);
            writer_.flush();
        }
    }

    const TansEncodeTables& tables_;
    BitWriter writer_;
    std::array<std::uint32_t, kTansTurns> states_{};
};

class StateDecoder {
  public:
    StateDecoder(const BlockModel& model, const std::uint8_t* begin, const std::uint8_t* end)
        : entries_(model.decode_entries()), distribution_of_(model.distribution_of()), reader_(begin, end) {
        ok_ = reader_.refill();
        for (std::uint32_t& state : states_) state = reader_.take(kTansLog);
        ok_ = reader_.refill() && ok_;
    }

    void decode_leaf(const std::uint16_t* contexts, std::uint8_t* values, std::uint32_t count) {
        std::uint32_t i = 0;
        for (; i + kTansTurns <= count; i += kTansTurns) {
            const std::uint32_t a = entry(contexts[i], 0);
            const std::uint32_t b = entry(contexts[i + 1], 1);
            const std::uint32_t c = entry(contexts[i + 2], 2);
            const std::uint32_t d = entry(contexts[i + 3], 3);
            if (((a | b | c | d) & TansDecodeTables::kEscapeFlag) != 0) [[unlikely]] {
                values[i] = step(a, 0);
                values[i + 1] = step(b, 1);
                values[i + 2] = step(c, 2);
                values[i + 3] = step(d, 3);
                continue;
            }
            values[i] = static_cast<std::uint8_t>(a);
            values[i + 1] = static_cast<std::uint8_t>(b);
            values[i + 2] = static_cast<std::uint8_t>(c);
            values[i + 3] = static_cast<std::uint8_t>(d);
            advance(a, 0);
            advance(b, 1);
            advance(c, 2);
            advance(d, 3);
            ok_ &= reader_.refill();
        }
        for (std::uint32_t turn = 0; i < count; ++i, ++turn) values[i] = step(entry(contexts[i], turn), turn);
    }

    // Everything read, nothing left over, and the states back where the encoder began.
    bool finished_well() const {
        return ok_ && reader_.at_begin() && (states_[0] | states_[1] | states_[2] | states_[3]) == 0;
    }

  private:
    std::uint32_t entry(std::uint16_t context, std::uint32_t turn) const {
        return entries_[std::size_t{distribution_of_[context]} * kTansStates + states_[turn]];
    }
    void advance(std::uint32_t entry, std::uint32_t turn) {
        states_[turn] = (entry >> 16) + reader_.take(entry >> 8 & 15);
    }
    std::uint8_t step(std::uint32_t entry, std::uint32_t turn) {
        auto value = static_cast<std::uint8_t>(entry);
        if ((entry & TansDecodeTables::kEscapeFlag) != 0) {
            value = static_cast<std::uint8_t>(reader_.take(kRawBits));
        }
        advance(entry, turn);
        ok_ &= reader_.refill();
        return value;
    }

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

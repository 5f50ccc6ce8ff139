// native/learn/reader.hpp: walks a rule from the front, checks it, and rewrites it between its two forms
//
// In a rule at work a row is its place; in a stored rule it is its id. All else is the same number in both. The
// function of a family that reads its rules says which numbers are rows, so it serves as the one encoder and decoder.
#pragma once

#include "limits.hpp"
#include "names.hpp"

namespace arcloom::fit {

// Reading beyond the end gives zeros and is noted. A rule may be forged: what checks one reads it by `row`, `within` and
// `below`, never by `next` alone.
class Reader {
  public:
    enum class Form { Places, Ids };

    Reader(const Rule& rule, size_t at, Form form = Form::Places, Rule* other = nullptr)
        : rule_(rule), at_(at), form_(form), other_(other) {}

    int next() { return write(take()); }
    // The next number where it is from low to below end; else it is noted, and low is given.
    int within(int low, int end) {
        const int v = next();
        bad_ = bad_ || v < low || v >= end;
        return bad_ ? low : v;
    }
    int below(int end) { return within(0, end); }
    bool flag() { return below(2) != 0; }
    // The place of a row; where there is none it is noted, and the first row's place is given.
    int row(const Names& names) { return named(names, take()); }
    // A colour as it is, or a row.
    int colour_or(const Names& names) {
        const int v = take();
        return v >= 0 && v < kColours ? write(v) : named(names, v);
    }

    void refuse() { bad_ = true; }
    bool bad() const { return bad_; }
    size_t left() const { return rule_.size() - at_; }

  private:
    const Rule& rule_;
    size_t at_;
    Form form_;
    Rule* other_;  // takes the rule in the other form
    bool bad_ = false;

    int take() { return at_ < rule_.size() ? rule_[at_++] : (bad_ = true, 0); }
    int write(int v) {
        if (other_ != nullptr) other_->push_back(v);
        return v;
    }
    int named(const Names& names, int v) {
        const int at = form_ == Form::Ids ? names.at(v) : names.has(v) ? v : -1;
        if (at < 0) {
            bad_ = true;
            return names.rows()[0].at;
        }
        write(form_ == Form::Ids ? at : names.id(at));
        return at;
    }
};

}  // namespace arcloom::fit

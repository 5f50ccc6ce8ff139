// native/tests/json.cpp: recursive descent over one line of JSON
#include "json.hpp"

#include <charconv>
#include <stdexcept>

namespace arcloom::test {

namespace {

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    Json whole() {
        Json v = value();
        if (peek() != '\0') fail("text after the value");
        return v;
    }

  private:
    std::string_view text_;
    size_t at_ = 0;

    [[noreturn]] void fail(const char* what) const {
        throw std::runtime_error("JSON, column " + std::to_string(at_) + ": " + what);
    }

    char peek() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\r' || text_[at_] == '\t')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool accept(char ch) {
        if (peek() != ch) return false;
        ++at_;
        return true;
    }

    void expect(char ch) {
        if (!accept(ch)) fail("another character expected");
    }

    Json word(std::string_view spelling, Json::Kind kind, int64_t number) {
        if (text_.substr(at_, spelling.size()) != spelling) fail("unknown word");
        at_ += spelling.size();
        Json v;
        v.kind = kind;
        v.number = number;
        return v;
    }

    std::string string() {
        expect('"');
        const size_t end = text_.find('"', at_);
        if (end == std::string_view::npos) fail("string without end");
        std::string s(text_.substr(at_, end - at_));
        if (s.find('\\') != std::string::npos) fail("escapes are not read");
        at_ = end + 1;
        return s;
    }

    Json number() {
        Json v;
        v.kind = Json::Kind::Number;
        const char* first = text_.data() + at_;
        const auto [last, error] = std::from_chars(first, text_.data() + text_.size(), v.number);
        if (error != std::errc{}) fail("number expected");
        at_ += static_cast<size_t>(last - first);
        return v;
    }

    Json array() {
        Json v;
        v.kind = Json::Kind::Array;
        expect('[');
        if (accept(']')) return v;
        do v.items.push_back(value());
        while (accept(','));
        expect(']');
        return v;
    }

    Json object() {
        Json v;
        v.kind = Json::Kind::Object;
        expect('{');
        if (accept('}')) return v;
        do {
            std::string key = (peek(), string());
            expect(':');
            v.members.push_back({std::move(key), value()});
        } while (accept(','));
        expect('}');
        return v;
    }

    Json value() {
        switch (peek()) {
            case '{': return object();
            case '[': return array();
            case '"': {
                Json v;
                v.kind = Json::Kind::String;
                v.text = string();
                return v;
            }
            case 'n': return word("null", Json::Kind::Null, 0);
            case 't': return word("true", Json::Kind::Bool, 1);
            case 'f': return word("false", Json::Kind::Bool, 0);
            default: return number();
        }
    }
};

}  // namespace

const Json* Json::get(std::string_view key) const {
    for (const auto& [name, value] : members) {
        if (name == key) return &value;
    }
    return nullptr;
}

Json parse_json(std::string_view text) { return Parser(text).whole(); }

}  // namespace arcloom::test

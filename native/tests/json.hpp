// native/tests/json.hpp: a reader for the JSON of the conformance vectors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arcloom::test {

struct Member;

struct Json {
    enum class Kind { Null, Bool, Number, String, Array, Object };
    Kind kind = Kind::Null;
    int64_t number = 0;  // also the truth of a Bool
    std::string text;
    std::vector<Json> items;
    std::vector<Member> members;

    // The member of that name, or null.
    const Json* get(std::string_view key) const;
};

struct Member {
    std::string name;
    Json value;
};

// Throws std::runtime_error on anything but one JSON value with whole numbers and plain strings.
Json parse_json(std::string_view text);

}  // namespace arcloom::test

// native/breed/spell.hpp: a genome in the two texts that Python has for a program: what its hash is taken
// over, and its canonical source
//
// lang/program.py and lang/writer.py define both texts; this writes the same ones without a Python object
// a node, since a search stores thousands of programs a second. A test holds them equal.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "genome.hpp"

namespace arcloom {

struct OpSpelling {
    std::string name;
    uint32_t codes = 0;  // bit k: its k-th parameter is a dihedral code
};

struct ConstantSpelling {
    std::string token;   // in hashes
    std::string source;
    std::string code;    // in source, where a code is wanted; empty: as elsewhere
};

// What the vocabulary's side is asked for, once a word.
struct Words {
    std::function<OpSpelling(int32_t)> op;
    std::function<ConstantSpelling(int32_t)> constant;   // by its place in the pool
    std::function<int32_t(const std::string&)> find_op;  // its number; -1: none that takes part in breeding
    std::function<int32_t(const std::string&)> find_constant;  // its place in the pool; -1: none
};

class Speller {
  public:
    explicit Speller(Words words) : words_(std::move(words)) {}

    std::string digest_text(const Genome&);
    std::string source_text(const Genome&);

    // Reads what source_text writes, and nothing else. False: it is another text; then the genome means nothing. Whether
    // ops have their number of arguments is not looked at.
    bool read_source(const std::string& text, Genome& out);

  private:
    // A source as far as it was read; leaves stand for themselves.
    struct Draft {
        Genome genes;
        std::unordered_map<std::string, int32_t> numbers;
        int32_t add(const std::string& name, const Gene& g) {
            genes.push_back(g);
            return numbers[name] = static_cast<int32_t>(genes.size() - 1);
        }
    };

    Words words_;
    std::unordered_map<int32_t, OpSpelling> ops_;
    std::unordered_map<int32_t, ConstantSpelling> constants_;
    std::unordered_map<std::string, Gene> leaves_;  // by their source

    const OpSpelling& op(int32_t code);
    const ConstantSpelling& constant(int32_t index);
    std::string leaf(const Gene&);
    std::string expression(const Genome&, const Gene&, const std::vector<std::string>& names);
    bool read_leaf(const std::string& text, Gene& out);
    int32_t read_arg(const std::string& text, Draft&);
    bool read_line(const std::string& line, Draft&);
};

}  // namespace arcloom

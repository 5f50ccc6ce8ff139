// native/breed/spell.cpp: genomes as text
#include "spell.hpp"

#include <algorithm>

namespace arcloom {

namespace {

const char* input_name(int32_t code) { return code == Dag::kI ? "I" : code == Dag::kS ? "S" : "C"; }

bool uses(const Genome& genes, int32_t input) {
    return std::any_of(genes.begin(), genes.end(), [&](const Gene& g) { return g.code == input; });
}

// Positions as Python writes a tuple.
void append_args(std::string& to, const Gene& g) {
    to += '(';
    for (uint32_t k = 0; k < g.nargs; ++k) {
        if (k > 0) to += ", ";
        to += std::to_string(g.args[k]);
    }
    to += g.nargs == 1 ? ",)" : ")";
}

// The arguments of a call, up to its closing parenthesis at the end; commas within brackets separate nothing.
bool split_args(const std::string& text, size_t at, std::vector<std::string>& out) {
    int depth = 0;
    size_t begin = at;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '(' || c == '{') ++depth;
        if (c == ')' || c == '}') --depth;
        if ((depth == 0 && c == ',') || depth < 0) {
            if (at == begin) return false;
            out.push_back(text.substr(begin, at - begin));
            begin = at + 2;  // a comma and a space
        }
        if (depth < 0) return at + 1 == text.size();
    }
    return false;
}

}  // namespace

const OpSpelling& Speller::op(int32_t code) {
    const auto found = ops_.find(code);
    return found != ops_.end() ? found->second : ops_.emplace(code, words_.op(code)).first->second;
}

const ConstantSpelling& Speller::constant(int32_t index) {
    const auto found = constants_.find(index);
    return found != constants_.end() ? found->second : constants_.emplace(index, words_.constant(index)).first->second;
}

std::string Speller::digest_text(const Genome& genes) {
    std::string text;
    for (const Gene& g : genes) {
        if (!text.empty()) text += '\n';
        if (g.code >= 0) {
            text += "call " + op(g.code).name + ' ';
        } else if (g.code == Dag::kApply) {
            text += "apply None ";
        } else if (g.code == Dag::kConst) {
            text += "const " + constant(g.args[0]).token + " ()";
        } else if (g.code == Dag::kOpValue) {
            text += "opref " + op(g.args[0]).name + " ()";
        } else {
            text += std::string("input ") + input_name(g.code) + " ()";
        }
        if (g.refers()) append_args(text, g);
    }
    return text;
}

std::string Speller::source_text(const Genome& genes) {
    const bool judges = uses(genes, Dag::kC);
    std::string text = judges ? "def differ(S, I, C):" : uses(genes, Dag::kS) ? "def solve(S, I):" : "def solve(I):";
    std::vector<std::string> names;
    size_t steps = 0;
    for (size_t k = 0; k < genes.size(); ++k) {
        const Gene& g = genes[k];
        const bool last = k + 1 == genes.size();
        names.push_back(!g.refers() ? leaf(g) : last ? "O" : 'x' + std::to_string(++steps));
        if (g.refers()) text += "\n    " + names.back() + " = " + expression(genes, g, names);
    }
    if (!genes.back().refers()) text += "\n    O = " + names.back();
    return text + "\n    return O\n";
}

std::string Speller::leaf(const Gene& g) {
    if (g.code == Dag::kConst) return constant(g.args[0]).source;
    return g.code == Dag::kOpValue ? op(g.args[0]).name : input_name(g.code);
}

std::string Speller::expression(const Genome& genes, const Gene& g, const std::vector<std::string>& names) {
    const bool call = g.is_call();
    const OpSpelling* spelling = call ? &op(g.code) : nullptr;
    std::string text = call ? spelling->name : names[static_cast<size_t>(g.args[0])];
    const uint32_t first = call ? 0 : 1;
    for (uint32_t k = first; k < g.nargs; ++k) {
        text += k == first ? "(" : ", ";
        const auto at = static_cast<size_t>(g.args[k]);
        const bool as_code = call && (spelling->codes >> k & 1) != 0 && genes[at].code == Dag::kConst;
        const std::string& code = as_code ? constant(genes[at].args[0]).code : names[at];
        text += code.empty() ? names[at] : code;
    }
    return text + ')';
}

bool Speller::read_leaf(const std::string& text, Gene& out) {
    const auto found = leaves_.find(text);
    if (found != leaves_.end()) {
        out = found->second;
        return true;
    }
    out = Gene{0, 0, {}};
    if (text == "I" || text == "S" || text == "C") {
        out.code = text == "I" ? Dag::kI : text == "S" ? Dag::kS : Dag::kC;
    } else {
        const int32_t op = words_.find_op(text);
        const int32_t index = op >= 0 ? op : words_.find_constant(text);
        if (index < 0) return false;
        out = Gene{op >= 0 ? Dag::kOpValue : Dag::kConst, 1, {index}};
    }
    leaves_.emplace(text, out);
    return true;
}

int32_t Speller::read_arg(const std::string& text, Draft& draft) {
    const auto known = draft.numbers.find(text);
    if (known != draft.numbers.end()) return known->second;
    Gene g;
    return read_leaf(text, g) ? draft.add(text, g) : -1;
}

// `name = function(argument, ...)`
bool Speller::read_line(const std::string& line, Draft& draft) {
    const size_t equals = line.find(" = "), open = line.find('(', equals);
    if (equals == std::string::npos || open == std::string::npos) return false;
    const std::string target = line.substr(0, equals), function = line.substr(equals + 3, open - equals - 3);
    std::vector<std::string> args;
    if (draft.numbers.count(target) != 0 || !split_args(line, open + 1, args)) return false;
    Gene called, g{Dag::kApply, 0, {}};
    const auto assigned = draft.numbers.find(function);
    if (assigned != draft.numbers.end() && draft.genes[static_cast<size_t>(assigned->second)].refers()) {
        args.insert(args.begin(), function);
    } else {
        if (!read_leaf(function, called) || called.code != Dag::kOpValue) return false;
        g.code = called.args[0];
    }
    if (args.size() > kMaxGeneArgs) return false;
    for (const std::string& arg : args) {
        if ((g.args[g.nargs++] = read_arg(arg, draft)) < 0) return false;
    }
    draft.add(target, g);
    return true;
}

bool Speller::read_source(const std::string& text, Genome& out) {
    static const std::string kIndent = "\n    ", kEnd = "\n    return O\n";
    if (!text.ends_with(kEnd)) return false;
    // Names of the vocabulary are ASCII. Other text is the language's own reader's: cut up, it is no text any more.
    const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (!std::all_of(text.begin(), text.end(), ascii)) return false;
    Draft draft;
    const size_t end = text.size() - kEnd.size();
    // A program without a step: its result is an input, an op or a constant.
    const size_t only = text.find(kIndent) + kIndent.size();
    Gene leaf;
    if (text.find(kIndent, only) == end && text.compare(only, 4, "O = ") == 0 && read_leaf(text.substr(only + 4, end - only - 4), leaf)) {
        out = {leaf};
        return source_text(out) == text;
    }
    for (size_t at = text.find(kIndent); at < end;) {
        const size_t next = std::min(text.find(kIndent, at + 1), end), begin = at + kIndent.size();
        if (!read_line(text.substr(begin, next - begin), draft) || draft.genes.size() > kMaxGenes) return false;
        at = next;
    }
    const auto result = draft.numbers.find("O");
    if (result == draft.numbers.end()) return false;
    out = canonical(draft.genes, result->second);
    // One grammar: what the writer would write is read, to the letter, and the language reads that as the same.
    return source_text(out) == text;
}

}  // namespace arcloom

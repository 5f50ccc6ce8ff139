// native/tests/vectors.cpp: decodes a vector, calls the op's body, compares the outcome
#include "vectors.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>

#include "ops/call.hpp"
#include "ops/registry.hpp"
#include "json.hpp"

namespace arcloom::test {

namespace {

constexpr int64_t kFuel = int64_t{1} << 34;
constexpr size_t kShownLength = 400;

Value decode(Context& c, const Json& j);

Value decode_items(Context& c, const Json& list, bool set) {
    std::vector<Value> items;
    for (const Json& item : list.items) items.push_back(decode(c, item));
    return set ? make_set(c, items) : make_tuple(c, items.data(), items.size());
}

Value decode_grid(Context& c, const Json& rows) {
    std::vector<Value> items;
    for (const Json& row : rows.items) items.push_back(decode_items(c, row, false));
    return make_tuple(c, items.data(), items.size());
}

// {"name": op} or {"call": builder, "args": [...]}.
Value decode_callable(Context& c, const Json& e) {
    if (const Json* name = e.get("name")) {
        if (find_op(name->text) == nullptr) throw std::runtime_error("no op " + name->text);
        return make_op(op_number(name->text));
    }
    const Json *builder = e.get("call"), *args = e.get("args");
    if (builder == nullptr || args == nullptr) throw std::runtime_error("neither value nor callable");
    const OpBody* body = find_op(builder->text);
    if (body == nullptr) throw std::runtime_error("no op " + builder->text);
    std::vector<Value> values;
    for (const Json& arg : args->items) values.push_back(decode(c, arg));
    if (values.size() != body->nargs) throw std::runtime_error("arity of " + builder->text);
    const Value built = body->fn(c, values.data());
    if (built.undefined()) throw std::runtime_error("an argument was not built: " + builder->text);
    return built;
}

Value decode(Context& c, const Json& j) {
    switch (j.kind) {
        case Json::Kind::Null: return nothing();
        case Json::Kind::Bool: return make_bool(j.number != 0);
        case Json::Kind::Number: return make_int(j.number);
        case Json::Kind::Object: break;
        default: throw std::runtime_error("not a value");
    }
    if (const Json* t = j.get("t")) return decode_items(c, *t, false);
    if (const Json* g = j.get("g")) return decode_grid(c, *g);
    if (const Json* s = j.get("s")) return decode_items(c, *s, true);
    if (const Json* f = j.get("f")) return decode_callable(c, *f);
    return decode_callable(c, j);
}

// Equality, but built callables are the same where they were built the same way.
bool same(Context& c, Value a, Value b) {
    if (a == b) return true;
    if (is_kind(a, Kind::Func) && is_kind(b, Kind::Func)) {
        const Func *f = as_func(a), *g = as_func(b);
        if (f->builder != g->builder || f->count != g->count) return false;
        for (uint32_t k = 0; k < f->count; ++k) {
            if (!same(c, f->args[k], g->args[k])) return false;
        }
        return true;
    }
    if (!is_container(a) || !is_container(b)) return false;
    if (is_set(a) != is_set(b) || size_of(a) != size_of(b)) return false;
    for (uint32_t k = 0; k < size_of(a); ++k) {
        if (!same(c, element_at(c, a, k), element_at(c, b, k))) return false;
    }
    return true;
}

void show(Context& c, Value v, std::string& out) {
    if (out.size() > kShownLength) return;
    if (v.undefined()) {
        out += "undefined(" + std::to_string(static_cast<int>(v.reason())) + ")";
    } else if (v.is_nothing()) {
        out += "null";
    } else if (v.is_int()) {
        out += std::to_string(v.as_int());
    } else if (v.is_op()) {
        out += op_body(OpId{v.op()}).name;
    } else if (is_kind(v, Kind::Func)) {
        const Func* f = as_func(v);
        out += std::string(op_body(OpId{f->builder}).name) + "(";
        for (uint32_t k = 0; k < f->count; ++k) {
            if (k > 0) out += ", ";
            show(c, f->args[k], out);
        }
        out += ")";
    } else {
        out += is_set(v) ? "{" : "(";
        for (uint32_t k = 0; k < size_of(v) && out.size() <= kShownLength; ++k) {
            if (k > 0) out += ", ";
            show(c, element_at(c, v, k), out);
        }
        out += is_set(v) ? "}" : ")";
    }
}

std::string shortened(std::string s) {
    if (s.size() > kShownLength) s = s.substr(0, kShownLength) + "...";
    return s;
}

Value outcome_of(Context& c, const Json& vector, const OpBody& body) {
    std::vector<Value> args;
    for (const Json& arg : vector.get("args")->items) args.push_back(decode(c, arg));
    if (args.size() != body.nargs) return undefined(Reason::Arity);
    const Value result = body.fn(c, args.data());
    const Json* apply = vector.get("apply");
    if (apply == nullptr || result.undefined()) return result;
    args.clear();
    for (const Json& arg : apply->items) args.push_back(decode(c, arg));
    return call_value(c, result, args.data(), static_cast<uint32_t>(args.size()));
}

// What is wrong with the outcome; empty where nothing is.
std::string check(Context& c, const Json& vector) {
    const OpBody* body = find_op(vector.get("op")->text);
    if (body == nullptr || body->nargs == 0) return "no such op";
    c.fuel = Fuel(kFuel);
    const Value got = outcome_of(c, vector, *body);
    std::string text;
    if (vector.get("error") != nullptr) {
        if (got.undefined() && got.reason() != Reason::Fuel) return "";
        show(c, got, text);
        return "an error expected, got " + shortened(text);
    }
    const Value expected = decode(c, *vector.get("out"));
    if (same(c, got, expected)) return "";
    std::string want;
    show(c, got, text);
    show(c, expected, want);
    return "got  " + shortened(text) + "\n    want " + shortened(want);
}

std::string check_safely(Context& c, const Json& vector) {
    const Context::Mark mark = c.mark();
    std::string wrong;
    try {
        wrong = check(c, vector);
    } catch (const std::exception& e) {
        wrong = e.what();
    }
    c.rewind(mark);
    return wrong;
}

// The op's name without parsing the rest: with a filter most lines are passed over.
std::string_view op_of(std::string_view line) {
    constexpr std::string_view kKey = "\"op\":";
    const size_t at = line.find(kKey);
    if (at == std::string_view::npos) return {};
    const size_t first = line.find('"', at + kKey.size()) + 1;
    return line.substr(first, line.find('"', first) - first);
}

class Runner {
  public:
    explicit Runner(const VectorOptions& options) : options_(options) {}

    void run_file(const std::filesystem::path& file) {
        std::ifstream in(file);
        std::string line;
        for (size_t number = 1; std::getline(in, line); ++number) {
            const std::string op(op_of(line));
            if (line.empty() || (!options_.ops.empty() && options_.ops.count(op) == 0)) continue;
            const std::string wrong = check_safely(context_, parse_json(line));
            if (wrong.empty()) {
                ++count_.passed;
                continue;
            }
            ++count_.failed;
            if (++failures_[op] > options_.shown) continue;
            std::printf("FAIL %s (%s:%zu)\n    %s\n    %s\n", op.c_str(), file.filename().c_str(), number,
                        shortened(line).c_str(), wrong.c_str());
        }
    }

    VectorCount count() const {
        for (const auto& [op, n] : failures_) std::printf("%s: %zu failed\n", op.c_str(), n);
        return count_;
    }

  private:
    const VectorOptions& options_;
    Context context_;
    VectorCount count_;
    std::map<std::string, size_t> failures_;
};

}  // namespace

VectorCount run_vectors(const VectorOptions& options) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::is_directory(options.folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(options.folder)) {
            if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
        }
    }
    if (files.empty()) throw std::runtime_error("no *.jsonl in " + options.folder);
    std::sort(files.begin(), files.end());
    Runner runner(options);
    for (const auto& file : files) runner.run_file(file);
    return runner.count();
}

}  // namespace arcloom::test

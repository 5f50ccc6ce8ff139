// native/breed/mutate.cpp: the changes, one function each
#include "mutate.hpp"

#include <algorithm>

#include "ops/registry.hpp"

namespace arcloom {

namespace {

constexpr int kTries = 12;  // draws before a change is given up

int32_t add(Genome& g, int32_t code, std::initializer_list<int32_t> args) {
    Gene gene{code, static_cast<uint32_t>(args.size()), {}};
    std::copy(args.begin(), args.end(), gene.args);
    g.push_back(gene);
    return static_cast<int32_t>(g.size() - 1);
}

int32_t code_of(OpId op) { return static_cast<int32_t>(op); }

// Appends a copy of `from`; gives the number of its first gene.
int32_t append(Genome& to, const Genome& from) {
    const auto base = static_cast<int32_t>(to.size());
    for (Gene g : from) {
        for (uint32_t k = 0; g.refers() && k < g.nargs; ++k) g.args[k] += base;
        to.push_back(g);
    }
    return base;
}

}  // namespace

Mutator::Mutator(std::vector<OpType> ops, KindBits kinds, const MutationConfig& config, ConstantPool& pool)
    : ops_(std::move(ops)), kinds_(kinds), config_(config), pool_(pool) {
    double sum = 0;
    for (const OpType& op : ops_) cumulative_.push_back(sum += op.weight);
    for (int64_t v = -2; v <= 10; ++v) integers_.push_back(pool_.index_of({kInt, v}));
    constexpr Place kPairs[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, -1},
                                {0, 0}, {0, 2}, {2, 0},  {2, 2},  {3, 3}};
    for (const Place p : kPairs) pairs_.push_back(pool_.index_of({kTuple, 2, kInt, p.i, kInt, p.j}));
    // Values do not tell booleans from numbers; in a pool a third number marks them, which readers skip.
    true_ = pool_.index_of({kInt, 1, 1});
    false_ = pool_.index_of({kInt, 0, 1});
}

uint32_t Mutator::constant_kind(int32_t index) const {
    const Portable& p = pool_.at(index);
    if (p[0] == kInt) return p.size() > 2 ? kinds_.boolean : kinds_.integer | kinds_.code;
    if (p[0] == kTuple && p.size() == 6 && p[1] == 2) return kinds_.pair;
    return kinds_.any;
}

uint32_t Mutator::kind_of(const Genome& g, int32_t at) const {
    const Gene& gene = g[static_cast<size_t>(at)];
    switch (gene.code) {
        case Dag::kI:
        case Dag::kC: return kinds_.grid;
        case Dag::kS: return kinds_.samples;
        case Dag::kConst: return constant_kind(gene.args[0]);
        case Dag::kOpValue: return kinds_.callable;
        case Dag::kApply: return kinds_.any;
        default: return static_cast<size_t>(gene.code) < ops_.size() ? ops_[static_cast<size_t>(gene.code)].gives
                                                                     : kinds_.any;
    }
}

uint32_t Mutator::wanted(const Gene& g, uint32_t k) const {
    if (g.code == Dag::kApply) return k == 0 ? kinds_.callable : kinds_.any;
    return static_cast<size_t>(g.code) < ops_.size() ? ops_[static_cast<size_t>(g.code)].takes[k] : kinds_.any;
}

int32_t Mutator::draw_op(Random& r) const {
    const double x = r.unit() * cumulative_.back();
    const auto it = std::upper_bound(cumulative_.begin(), cumulative_.end(), x);
    return static_cast<int32_t>(std::min<ptrdiff_t>(it - cumulative_.begin(),
                                                    static_cast<ptrdiff_t>(cumulative_.size()) - 1));
}

bool Mutator::pick_edge(const Genome& g, Random& r, Edge& out) const {
    for (int t = 0; t < kTries; ++t) {
        const uint32_t at = r.below(static_cast<uint32_t>(g.size()));
        if (!g[at].refers() || g[at].nargs == 0) continue;
        out = {static_cast<int32_t>(at), r.below(g[at].nargs)};
        return true;
    }
    return false;
}

// A new leaf of one of the kinds, or -1.
int32_t Mutator::fresh(Genome& g, uint32_t kinds, Random& r) const {
    const auto constant = [&](int32_t index) { return add(g, Dag::kConst, {index}); };
    if ((kinds & kinds_.grid) != 0 && r.below(2) == 0) {
        return add(g, config_.differs && r.below(2) == 0 ? Dag::kC : Dag::kI, {});
    }
    if (kinds == kinds_.boolean) return constant(r.below(2) != 0 ? true_ : false_);
    if ((kinds & (kinds_.integer | kinds_.code)) != 0 && r.below(2) == 0) {
        return constant(integers_[r.below(static_cast<uint32_t>(integers_.size()))]);
    }
    if ((kinds & kinds_.pair) != 0) return constant(pairs_[r.below(static_cast<uint32_t>(pairs_.size()))]);
    if ((kinds & kinds_.callable) != 0) return add(g, Dag::kOpValue, {draw_op(r)});
    return -1;
}

bool Mutator::change_argument(Genome& g, Random& r) const {
    Edge e{};
    if (!pick_edge(g, r, e)) return false;
    const uint32_t kinds = wanted(g[static_cast<size_t>(e.gene)], e.k);
    const int32_t old = g[static_cast<size_t>(e.gene)].args[e.k];
    for (int t = 0; t < kTries; ++t) {
        // Genes before this one cannot depend on it.
        int32_t other = e.gene > 0 ? static_cast<int32_t>(r.below(static_cast<uint32_t>(e.gene))) : old;
        if (r.below(4) == 0) other = fresh(g, kinds, r);
        if (other < 0 || other == old || (kind_of(g, other) & kinds) == 0) continue;
        g[static_cast<size_t>(e.gene)].args[e.k] = other;
        return true;
    }
    return false;
}

bool Mutator::change_op(Genome& g, Random& r) const {
    const uint32_t at = r.below(static_cast<uint32_t>(g.size()));
    const Gene gene = g[at];
    const bool value = gene.code == Dag::kOpValue;
    if (!value && !gene.is_call()) return false;
    const auto old = static_cast<size_t>(value ? gene.args[0] : gene.code);
    if (old >= ops_.size()) return false;
    for (int t = 0; t < kTries; ++t) {
        const int32_t op = draw_op(r);
        const OpType& type = ops_[static_cast<size_t>(op)];
        if (static_cast<size_t>(op) == old || type.nargs != ops_[old].nargs || (type.gives & ops_[old].gives) == 0) continue;
        if (value) {
            g[at].args[0] = op;
            return true;
        }
        bool fits = true;
        for (uint32_t k = 0; k < gene.nargs; ++k) fits &= (kind_of(g, gene.args[k]) & type.takes[k]) != 0;
        if (!fits) continue;
        g[at].code = op;
        return true;
    }
    return false;
}

bool Mutator::change_constant(Genome& g, Random& r) const {
    for (int t = 0; t < kTries; ++t) {
        Edge e{};
        if (!pick_edge(g, r, e)) return false;
        const Gene target = g[static_cast<size_t>(g[static_cast<size_t>(e.gene)].args[e.k])];
        if (target.code != Dag::kConst) continue;
        const Portable& p = pool_.at(target.args[0]);
        const uint32_t kind = constant_kind(target.args[0]);
        int32_t index = target.args[0];
        if (kind == kinds_.boolean) {
            index = p[1] != 0 ? false_ : true_;
        } else if (kind == kinds_.pair) {
            index = pairs_[r.below(static_cast<uint32_t>(pairs_.size()))];
        } else if (p[0] == kInt) {
            // A neighbour, or any of the small numbers; only what the pool has already.
            const int64_t near = p[1] + (r.below(2) != 0 ? 1 : -1);
            index = near >= -2 && near <= 10 && r.below(2) == 0
                        ? integers_[static_cast<size_t>(near + 2)]
                        : integers_[r.below(static_cast<uint32_t>(integers_.size()))];
        }
        if (index == target.args[0]) continue;
        const int32_t made = add(g, Dag::kConst, {index});
        g[static_cast<size_t>(e.gene)].args[e.k] = made;
        return true;
    }
    return false;
}

bool Mutator::insert_step(Genome& g, int32_t& root, Random& r) const {
    Edge e{};
    const bool at_root = r.below(4) == 0 || !pick_edge(g, r, e);
    const int32_t under = at_root ? root : g[static_cast<size_t>(e.gene)].args[e.k];
    const uint32_t kinds = at_root ? result_kinds() : wanted(g[static_cast<size_t>(e.gene)], e.k);
    for (int t = 0; t < 4 * kTries; ++t) {
        const int32_t op = draw_op(r);
        const OpType& type = ops_[static_cast<size_t>(op)];
        if (type.nargs != 1 || (type.gives & kinds) == 0 || (type.takes[0] & kind_of(g, under)) == 0) continue;
        const int32_t made = add(g, op, {under});
        (at_root ? root : g[static_cast<size_t>(e.gene)].args[e.k]) = made;
        return true;
    }
    return false;
}

bool Mutator::remove_step(Genome& g, int32_t& root, Random& r) const {
    for (int t = 0; t < kTries; ++t) {
        const auto at = static_cast<int32_t>(r.below(static_cast<uint32_t>(g.size())));
        const Gene gene = g[static_cast<size_t>(at)];
        if (!gene.is_call()) continue;
        // Of an op with several arguments, one that is like its result may stand in for it.
        const int32_t under = gene.args[r.below(gene.nargs)];
        if ((kind_of(g, under) & kind_of(g, at)) == 0) continue;
        for (Gene& user : g) {
            for (uint32_t k = 0; user.refers() && k < user.nargs; ++k) {
                if (user.args[k] == at) user.args[k] = under;
            }
        }
        if (root == at) root = under;
        return true;
    }
    return false;
}

bool Mutator::cross(Genome& g, const Genome& other, Random& r) const {
    Edge e{};
    if (other.empty() || !pick_edge(g, r, e)) return false;
    const uint32_t kinds = wanted(g[static_cast<size_t>(e.gene)], e.k);
    for (int t = 0; t < kTries; ++t) {
        const auto part = static_cast<int32_t>(r.below(static_cast<uint32_t>(other.size())));
        if ((kind_of(other, part) & kinds) == 0) continue;
        const int32_t base = append(g, other);
        g[static_cast<size_t>(e.gene)].args[e.k] = base + part;
        return true;
    }
    return false;
}

// A colour becomes one that the demos tell; a view the one that maps their inputs to their outputs.
bool Mutator::derive(Genome& g, Random& r) const {
    const KnownOps& known = known_ops();
    for (int t = 0; t < kTries; ++t) {
        Edge e{};
        if (!pick_edge(g, r, e)) return false;
        const Gene target = g[static_cast<size_t>(g[static_cast<size_t>(e.gene)].args[e.k])];
        if (target.code != Dag::kConst) continue;
        const Portable& p = pool_.at(target.args[0]);
        if (p[0] != kInt || p.size() > 2 || p[1] < 0 || p[1] > 9) continue;
        const uint32_t kinds = wanted(g[static_cast<size_t>(e.gene)], e.k);
        int32_t made = 0;
        if (kinds == kinds_.code) {
            made = add(g, code_of(known.a_mr), {add(g, Dag::kS, {})});
        } else {
            const int32_t rank = add(g, Dag::kConst, {integers_[1 + r.below(3)]});  // -1, 0 or 1
            const uint32_t from = r.below(3);
            if (from == 2) {
                made = add(g, code_of(known.get_color_rank), {add(g, Dag::kI, {}), rank});
            } else {
                const int32_t samples = add(g, Dag::kS, {}), palette = add(g, Dag::kOpValue, {code_of(known.p_g)});
                const int32_t one_sided = code_of(from == 0 ? known.c_iz : known.c_zo);
                made = add(g, code_of(known.get_nth), {add(g, one_sided, {samples, palette}), rank});
            }
        }
        g[static_cast<size_t>(e.gene)].args[e.k] = made;
        return true;
    }
    return false;
}

// The other program, run on this one's result.
bool Mutator::chain(Genome& g, int32_t& root, const Genome& other, Random&) const {
    if (other.empty()) return false;
    const int32_t base = append(g, other);
    for (size_t at = static_cast<size_t>(base); at < g.size(); ++at) {
        for (uint32_t k = 0; g[at].refers() && k < g[at].nargs; ++k) {
            if (g[static_cast<size_t>(g[at].args[k])].code == Dag::kI) g[at].args[k] = root;
        }
    }
    root = static_cast<int32_t>(g.size() - 1);
    return true;
}

bool Mutator::change(Genome& g, int32_t& root, const Genome& other, Random& r, bool& shared) const {
    double sum = 0;
    for (const double w : config_.weights) sum += w;
    double x = r.unit() * sum;
    size_t which = 0;
    while (which + 1 < static_cast<size_t>(Change::Count) && x >= config_.weights[which]) x -= config_.weights[which++];
    switch (static_cast<Change>(which)) {
        case Change::Argument: return change_argument(g, r);
        case Change::Op: return change_op(g, r);
        case Change::Constant: return change_constant(g, r);
        case Change::Insert: return insert_step(g, root, r);
        case Change::Remove: return remove_step(g, root, r);
        case Change::Cross: {
            const bool done = cross(g, other, r);
            shared |= done;
            return done;
        }
        case Change::Derive: return derive(g, r);
        default: {
            const bool done = chain(g, root, other, r);
            shared |= done;
            return done;
        }
    }
}

// A call of a named op is written as a call, as the reader of programs has it; false where what is called
// is no function, or takes another number of arguments. `changed`: the genome may not be canonical any more.
bool Mutator::plain_calls(Genome& g, bool& changed) const {
    changed = false;
    for (Gene& gene : g) {
        if (gene.code != Dag::kApply) continue;
        const Gene& f = g[static_cast<size_t>(gene.args[0])];
        if (f.code == Dag::kOpValue) {
            const auto op = static_cast<size_t>(f.args[0]);
            if (op >= ops_.size() || ops_[op].nargs + 1 != gene.nargs) return false;
            gene.code = static_cast<int32_t>(op);
            std::copy(gene.args + 1, gene.args + gene.nargs, gene.args);
            --gene.nargs;
            changed = true;
        } else if (!f.refers()) {
            return false;
        }
    }
    return true;
}

bool Mutator::well_formed(const Genome& g) const {
    const auto known = [&](int32_t op) { return op >= 0 && static_cast<size_t>(op) < ops_.size(); };
    return std::all_of(g.begin(), g.end(), [&](const Gene& gene) {
        if (gene.code == Dag::kOpValue) return known(gene.args[0]);
        return !gene.is_call() || (known(gene.code) && ops_[static_cast<size_t>(gene.code)].nargs == gene.nargs);
    });
}

Genome Mutator::child(const Genome& parent, const Genome& other, Random& r, bool& shared) const {
    Genome g = parent;
    shared = false;
    auto root = static_cast<int32_t>(g.size() - 1);
    bool changed = false;
    for (int t = 0; t < kTries; ++t) {
        if (!change(g, root, other, r, shared)) continue;
        changed = true;
        g = canonical(g, root);
        root = static_cast<int32_t>(g.size() - 1);
        if (g.size() > config_.max_genes) return {};
        if (r.unit() >= config_.more) break;
    }
    bool plain = false;
    if (!changed || !plain_calls(g, plain) || (kind_of(g, root) & result_kinds()) == 0) return {};
    if (plain) g = canonical(g, root);
    const bool judges = std::any_of(g.begin(), g.end(), [](const Gene& gene) { return gene.code == Dag::kC; });
    return judges == config_.differs ? g : Genome();
}

}  // namespace arcloom

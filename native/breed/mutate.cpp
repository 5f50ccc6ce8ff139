// native/breed/mutate.cpp: the changes, one function each
#include "mutate.hpp"

#include <algorithm>

#include "ops/registry.hpp"

namespace arcloom {

namespace {

constexpr int kTries = 12;  // draws before a change is given up

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
    const uint32_t rule = ops_[number_of(known_ops().apply_rule)].takes[0];
    for (size_t k = 0; k < ops_.size(); ++k) {
        const OpType& op = ops_[k];
        learns_.push_back(op.nargs == 2 && op.takes[0] == kinds_.samples && op.gives == rule);
        if (learns_.back()) learners_.push_back(static_cast<int32_t>(k));
        if (op.nargs == 1 && op.takes[0] == kinds_.grid && op.gives == kinds_.grid) views_.push_back(static_cast<int32_t>(k));
    }
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

// A number: half of the time one that the task's grids suggest.
int32_t Mutator::drawn_integer(const Around& around, Random& r) const {
    const std::vector<int32_t>& own = around.task.integers;
    const std::vector<int32_t>& from = !own.empty() && r.below(2) == 0 ? own : integers_;
    return from[r.below(static_cast<uint32_t>(from.size()))];
}

int32_t Mutator::drawn_pair(const Around& around, Random& r) const {
    const std::vector<int32_t>& own = around.task.pairs;
    const std::vector<int32_t>& from = !own.empty() && r.below(4) == 0 ? own : pairs_;
    return from[r.below(static_cast<uint32_t>(from.size()))];
}

// A new leaf of one of the kinds, or -1.
int32_t Mutator::fresh(Genome& g, uint32_t kinds, const Around& around, Random& r) const {
    const auto constant = [&](int32_t index) { return add_gene(g, Dag::kConst, {index}); };
    if (kinds == kinds_.samples) return add_gene(g, Dag::kS, {});
    if ((kinds & kinds_.grid) != 0 && r.below(2) == 0) {
        return add_gene(g, config_.differs && r.below(2) == 0 ? Dag::kC : Dag::kI, {});
    }
    if (kinds == kinds_.boolean) return constant(r.below(2) != 0 ? true_ : false_);
    if ((kinds & (kinds_.integer | kinds_.code)) != 0 && r.below(2) == 0) return constant(drawn_integer(around, r));
    if ((kinds & kinds_.pair) != 0) return constant(drawn_pair(around, r));
    if ((kinds & kinds_.callable) != 0) return add_gene(g, Dag::kOpValue, {draw_op(r)});
    return -1;
}

// A gene before `before`, which cannot depend on that, or a new leaf; -1: none of the kinds was found.
int32_t Mutator::filler(Genome& g, int32_t before, uint32_t kinds, const Around& around, Random& r) const {
    for (int t = 0; t < kTries; ++t) {
        const int32_t at = before > 0 && r.below(4) != 0 ? static_cast<int32_t>(r.below(static_cast<uint32_t>(before)))
                                                         : fresh(g, kinds, around, r);
        if (at >= 0 && (kind_of(g, at) & kinds) != 0) return at;
    }
    return -1;
}

bool Mutator::change_argument(Genome& g, const Around& around, Random& r) const {
    Edge e{};
    if (!pick_edge(g, r, e)) return false;
    const uint32_t kinds = wanted(g[static_cast<size_t>(e.gene)], e.k);
    const int32_t old = g[static_cast<size_t>(e.gene)].args[e.k];
    const int32_t other = filler(g, e.gene, kinds, around, r);
    if (other < 0 || other == old) return false;
    g[static_cast<size_t>(e.gene)].args[e.k] = other;
    return true;
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

bool Mutator::change_constant(Genome& g, const Around& around, Random& r) const {
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
            index = drawn_pair(around, r);
        } else if (p[0] == kInt && learns_rule(g[static_cast<size_t>(e.gene)])) {
            index = integers_[2 + r.below(kExplanations)];
        } else if (p[0] == kInt) {
            // A neighbour, or any other; only what the pool has already.
            const int64_t near = p[1] + (r.below(2) != 0 ? 1 : -1);
            index = near >= -2 && near <= 10 && r.below(3) == 0 ? integers_[static_cast<size_t>(near + 2)]
                                                                : drawn_integer(around, r);
        }
        if (index == target.args[0]) continue;
        const int32_t made = add_gene(g, Dag::kConst, {index});
        g[static_cast<size_t>(e.gene)].args[e.k] = made;
        return true;
    }
    return false;
}

// An op between two steps, or on top. One of its arguments is what was there; the others are filled.
bool Mutator::insert_step(Genome& g, int32_t& root, const Around& around, Random& r) const {
    Edge e{};
    const bool at_root = r.below(4) == 0 || !pick_edge(g, r, e);
    const int32_t under = at_root ? root : g[static_cast<size_t>(e.gene)].args[e.k];
    const uint32_t kinds = at_root ? result_kinds() : wanted(g[static_cast<size_t>(e.gene)], e.k);
    const int32_t before = at_root ? root + 1 : e.gene;
    for (int t = 0; t < 4 * kTries; ++t) {
        const int32_t op = draw_op(r);
        const OpType& type = ops_[static_cast<size_t>(op)];
        if (type.nargs == 0 || type.nargs > 3 || (type.gives & kinds) == 0) continue;
        const uint32_t slot = r.below(type.nargs);
        if ((type.takes[slot] & kind_of(g, under)) == 0) continue;
        Gene made{op, type.nargs, {}};
        bool filled = true;
        for (uint32_t k = 0; k < type.nargs && filled; ++k) {
            made.args[k] = k == slot ? under : filler(g, before, type.takes[k], around, r);
            filled = made.args[k] >= 0;
        }
        if (!filled) continue;
        g.push_back(made);
        (at_root ? root : g[static_cast<size_t>(e.gene)].args[e.k]) = static_cast<int32_t>(g.size() - 1);
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
        replace_gene(g, root, at, under);
        return true;
    }
    return false;
}

// A part of the other program, preferably one that computes something new here.
bool Mutator::cross(Genome& g, const Around& around, Random& r) const {
    const Genome& other = around.other;
    Edge e{};
    if (other.empty() || !pick_edge(g, r, e)) return false;
    const uint32_t kinds = wanted(g[static_cast<size_t>(e.gene)], e.k);
    const std::vector<uint64_t> have = part_hashes(g, pool_.hashes()), offered = part_hashes(other, pool_.hashes());
    for (int t = 0; t < kTries; ++t) {
        const uint32_t part = r.below(static_cast<uint32_t>(other.size()));
        if ((kind_of(other, static_cast<int32_t>(part)) & kinds) == 0) continue;
        const bool known = std::find(have.begin(), have.end(), offered[part]) != have.end();
        if (known && t < kTries / 2) continue;
        const int32_t base = append(g, other);
        g[static_cast<size_t>(e.gene)].args[e.k] = base + static_cast<int32_t>(part);
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
            made = add_gene(g, code_of(known.a_mr), {add_gene(g, Dag::kS, {})});
        } else {
            const int32_t rank = add_gene(g, Dag::kConst, {integers_[1 + r.below(3)]});  // -1, 0 or 1
            const uint32_t from = r.below(3);
            if (from == 2) {
                made = add_gene(g, code_of(known.get_color_rank), {add_gene(g, Dag::kI, {}), rank});
            } else {
                const int32_t samples = add_gene(g, Dag::kS, {}), palette = add_gene(g, Dag::kOpValue, {code_of(known.p_g)});
                const int32_t one_sided = code_of(from == 0 ? known.c_iz : known.c_zo);
                made = add_gene(g, code_of(known.get_nth), {add_gene(g, one_sided, {samples, palette}), rank});
            }
        }
        g[static_cast<size_t>(e.gene)].args[e.k] = made;
        return true;
    }
    return false;
}

// The other program, run on this one's result.
bool Mutator::chain(Genome& g, int32_t& root, const Around& around) const {
    if (around.other.empty()) return false;
    const int32_t base = append(g, around.other);
    for (size_t at = static_cast<size_t>(base); at < g.size(); ++at) {
        for (uint32_t k = 0; g[at].refers() && k < g[at].nargs; ++k) {
            if (g[static_cast<size_t>(g[at].args[k])].code == Dag::kI) g[at].args[k] = root;
        }
    }
    root = static_cast<int32_t>(g.size() - 1);
    return true;
}

Change Mutator::draw_change(Random& r) const {
    double sum = 0;
    for (const double w : config_.weights) sum += w;
    double x = r.unit() * sum;
    size_t which = 0;
    while (which + 1 < kChanges && x >= config_.weights[which]) x -= config_.weights[which++];
    return static_cast<Change>(which);
}

bool Mutator::change(Change what, Genome& g, int32_t& root, const Around& around, Random& r) const {
    switch (what) {
        case Change::Argument: return change_argument(g, around, r);
        case Change::Op: return change_op(g, r);
        case Change::Constant: return change_constant(g, around, r);
        case Change::Insert: return insert_step(g, root, around, r);
        case Change::Remove: return remove_step(g, root, r);
        case Change::Cross: return cross(g, around, r);
        case Change::Derive: return derive(g, r);
        case Change::Chain: return chain(g, root, around);
        default: return learn(g, root, r);
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

void Mutator::learning_parts(const Genome& g, std::unordered_set<uint64_t>& to) const {
    if (std::none_of(g.begin(), g.end(), [&](const Gene& gene) { return learns_rule(gene); })) return;
    const std::vector<uint64_t> parts = part_hashes(g, pool_.hashes());
    for (size_t k = 0; k < g.size(); ++k) {
        if (learns_rule(g[k])) to.insert(parts[k]);
    }
}

bool Mutator::well_formed(const Genome& g) const {
    const auto known = [&](int32_t op) { return op >= 0 && static_cast<size_t>(op) < ops_.size(); };
    return std::all_of(g.begin(), g.end(), [&](const Gene& gene) {
        if (gene.code == Dag::kOpValue) return known(gene.args[0]);
        return !gene.is_call() || (known(gene.code) && ops_[static_cast<size_t>(gene.code)].nargs == gene.nargs);
    });
}

Genome Mutator::child(const Genome& parent, const Genome& other, const TaskConstants& task, Random& r, Making& making) const {
    Genome g = parent;
    making = {};
    const Around around{other, task};
    auto root = static_cast<int32_t>(g.size() - 1);
    for (int t = 0; t < kTries; ++t) {
        const Change what = draw_change(r);
        if (!change(what, g, root, around, r)) continue;
        if (making.first == Change::Count) making.first = what;
        making.shared |= what == Change::Cross || what == Change::Chain;
        g = canonical(g, root);
        root = static_cast<int32_t>(g.size() - 1);
        if (g.size() > config_.max_genes) return {};
        if (r.unit() >= config_.more) break;
    }
    bool plain = false;
    if (making.first == Change::Count || !plain_calls(g, plain) || (kind_of(g, root) & result_kinds()) == 0) return {};
    if (plain) g = canonical(g, root);
    const bool judges = std::any_of(g.begin(), g.end(), [](const Gene& gene) { return gene.code == Dag::kC; });
    return judges == config_.differs ? g : Genome();
}

}  // namespace arcloom

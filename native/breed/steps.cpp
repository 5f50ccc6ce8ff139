// native/breed/steps.cpp: which steps can be kept, and what of them is
#include "steps.hpp"

#include "ops/registry.hpp"
#include "value/access.hpp"

namespace arcloom {

namespace {

constexpr int64_t kCostly = 4'000;  // fuel, some ten times what keeping and recalling a step takes
constexpr size_t kOverhead = 128;   // bytes of an entry beside its grid

uint64_t key_of(uint64_t part, uint32_t sample) { return combine_hash(part, sample); }

// A native op called on what its arguments gave: then value and fuel follow from these alone. A loop's fuel, and that
// of an op that takes a clipped loop, follow from how the loop was lowered as well.
bool lasting(const Dag& dag, const Gene& gene, NodeId id) {
    const Node& node = dag.nodes[id];
    return gene.is_call() && node.calls(OpId{static_cast<uint32_t>(gene.code)}) && node.fn != nullptr &&
           node.stage == Stage::Sample && node.rank == 0 && op_traits(node.op()).clips == Clipped::No;
}

}  // namespace

void StepBook::put(uint64_t key, Kept result) {
    bytes_ += kOverhead + result->cells.size();
    recent_[key] = std::move(result);
    if (bytes_ < kMostBytes / 2) return;
    older_ = std::move(recent_);
    recent_.clear();
    bytes_ = 0;
}

std::vector<StepBook::Kept> StepBook::find(const std::vector<uint64_t>& parts, uint32_t sample) {
    std::vector<Kept> out(parts.size());
    const std::lock_guard lock(mutex_);
    for (size_t k = 0; k < parts.size(); ++k) {
        const uint64_t key = key_of(parts[k], sample);
        if (const auto found = recent_.find(key); found != recent_.end()) {
            out[k] = found->second;
        } else if (const auto old = older_.find(key); old != older_.end()) {
            out[k] = old->second;
            put(key, out[k]);
        }
    }
    return out;
}

void StepBook::add(std::vector<Entry>&& entries, uint32_t sample) {
    const std::lock_guard lock(mutex_);
    for (Entry& e : entries) put(key_of(e.part, sample), std::move(e.result));
}

void Steps::clear() {
    parts_.clear();
    nodes_.clear();
    watched_.clear();
}

void Steps::watch(const Dag& dag, const Genome& genes, const std::vector<uint64_t>& parts,
                  const std::vector<NodeId>& nodes) {
    watched_.resize(dag.nodes.size());
    for (size_t k = 0; k < genes.size(); ++k) {
        const auto at = static_cast<size_t>(number_of(nodes[k]));
        if (watched_[at] || !lasting(dag, genes[k], nodes[k])) continue;
        watched_[at] = true;
        parts_.push_back(parts[k]);
        nodes_.push_back(nodes[k]);
    }
}

void Steps::recall(StepBook& book, uint32_t sample, Evaluator& evaluator) {
    const std::vector<StepBook::Kept> found = book.find(parts_, sample);
    known_.assign(parts_.size(), false);
    for (size_t k = 0; k < found.size(); ++k) {
        if (found[k] == nullptr) continue;
        const StepResult& r = *found[k];
        const Value value = r.cells.empty() ? r.undefined : evaluator.grid({r.cells.data(), r.h, r.w});
        known_[k] = true;
        evaluator.give(nodes_[k], {value, r.fuel});
    }
}

void Steps::keep(StepBook& book, uint32_t sample, Evaluator& evaluator) const {
    std::vector<StepBook::Entry> fresh;
    for (size_t k = 0; k < nodes_.size(); ++k) {
        if (known_[k] || !evaluator.ran(nodes_[k])) continue;
        const auto [value, fuel] = evaluator.outcome_of(nodes_[k]);
        if (fuel < kCostly || !(value.undefined() || is_kind(value, Kind::Grid))) continue;
        StepResult r{fuel, value, 0, 0, {}};
        if (!value.undefined()) {
            const GridData* g = as_grid(value);
            r = {fuel, nothing(), g->h, g->w, {g->cells, g->cells + g->cell_count()}};
        }
        fresh.push_back({parts_[k], std::make_shared<const StepResult>(std::move(r))});
    }
    if (!fresh.empty()) book.add(std::move(fresh), sample);
}

}  // namespace arcloom

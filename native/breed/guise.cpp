// native/breed/guise.cpp: colours exchanged, grids turned
#include "guise.hpp"

#include <algorithm>

namespace arcloom {

namespace {

// Where a cell of the guised grid comes from: a place in the plain one.
int32_t origin(const GridIn& plain, const Guise& guise, int32_t i, int32_t j) {
    return guise.turned ? (plain.h - 1 - j) * plain.w + i : i * plain.w + j;
}

std::vector<uint8_t> guised_cells(const GridIn& plain, const Guise& guise) {
    const int32_t h = guise.turned ? plain.w : plain.h, w = guise.turned ? plain.h : plain.w;
    std::vector<uint8_t> out;
    out.reserve(static_cast<size_t>(h) * static_cast<size_t>(w));
    for (int32_t i = 0; i < h; ++i) {
        for (int32_t j = 0; j < w; ++j) {
            const uint8_t cell = plain.cells[origin(plain, guise, i, j)];
            out.push_back(cell < kColours ? guise.colours[cell] : cell);  // a program may give numbers that are no colours
        }
    }
    return out;
}

// The colours that a program names: any number among its constants may be one.
uint32_t named_colours(const Genome& genes, const ConstantPool& pool, const std::vector<bool>& learns) {
    uint32_t named = 0;
    for (const Gene& g : genes) {
        const bool learner = g.is_call() && static_cast<size_t>(g.code) < learns.size() && learns[static_cast<size_t>(g.code)];
        if (!g.refers() || learner) continue;
        for (uint32_t k = 0; k < g.nargs; ++k) {
            const Gene& from = genes[static_cast<size_t>(g.args[k])];
            if (from.code != Dag::kConst) continue;
            const Portable& p = pool.at(from.args[0]);
            const bool number = p.size() == 2 && p[0] == kInt;  // a truth value has a mark behind it
            if (number && p[1] > 0 && p[1] < kColours) named |= uint32_t{1} << p[1];
        }
    }
    return named;
}

}  // namespace

Guise guise_for(const Genome& genes, const ConstantPool& pool, const std::vector<bool>& learns, const BreedTask& task,
                const GuiseOptions& options) {
    Guise guise;
    guise.turned = options.turned;
    if (guise.turned) guise.id = uint64_t{1} << 17;
    if (!options.recoloured) return guise;
    const uint32_t named = named_colours(genes, pool, learns);
    std::vector<uint8_t> free;
    for (uint8_t c = 1; c < kColours; ++c) {
        if ((named >> c & 1) == 0) free.push_back(c);
    }
    // Backwards, so that who goes by the order of colours is found out.
    bool changes = false;
    for (size_t k = 0; k < free.size(); ++k) {
        const uint8_t becomes = guise.colours[free[k]] = free[free.size() - 1 - k];
        changes = changes || (becomes != free[k] && (task.colours >> free[k] & 1) != 0);
    }
    if (changes) guise.id |= named | uint64_t{1} << 16;
    return guise;
}

GuisedTask::GuisedTask(const BreedTask& task, const Guise& guise) {
    const auto keep = [&](const GridIn& plain) {
        cells_.push_back(guised_cells(plain, guise));
        return GridIn{cells_.back().data(), guise.turned ? plain.w : plain.h, guise.turned ? plain.h : plain.w};
    };
    for (const DemoIn& demo : task.demos) demos_.push_back({keep(demo.input), keep(demo.output)});
    for (const GridIn& test : task.tests) tests_.push_back(keep(test));
}

bool is_guise_of(const GridIn& guised, const GridIn& plain, const Guise& guise) {
    if (guised.h != (guise.turned ? plain.w : plain.h) || guised.w != (guise.turned ? plain.h : plain.w)) return false;
    const std::vector<uint8_t> wanted = guised_cells(plain, guise);
    return std::equal(wanted.begin(), wanted.end(), guised.cells);
}

}  // namespace arcloom

// native/learn/scene_actions.cpp: the table of all actions, and what one does to a part
#include <string_view>

#include "scene_acts.hpp"

namespace arcloom::fit::scene {

namespace {

using enum Parameter;

// About its middle. A part that is not square leaves its place, and needs a middle that both ways have.
void turn_in_place(const Scene& s, int part, int code, Writes& w) {
    const Picture& p = s.in();
    const Blob& b = part_of(s, part);
    const bool reshaped = b.h != b.w && (code == 1 || code == 3 || code >= 6);
    if (reshaped && (b.h - b.w) % 2 != 0) return;
    const Picture look = turned(alone(p, b, reshaped ? kOutside : s.ground), code);
    if (reshaped) leave(s, part, w);
    const int top = b.top + (b.h - look.h) / 2, left = b.left + (b.w - look.w) / 2;
    for (int k = 0; k < look.size(); ++k) {
        const int i = top + k / look.w, j = left + k % look.w;
        if (look.at(k) != kOutside && p.inside(i, j)) w.drawn.push_back({i * p.w + j, look.at(k)});
    }
}

int action_named(std::string_view name) {
    const auto rows = actions();
    return static_cast<int>(std::find_if(rows.begin(), rows.end(), [&](const ActionRow& r) { return r.name == name; }) - rows.begin());
}

}  // namespace

std::span<const ActionRow> actions() {
    static const std::vector<ActionRow> all = [] {
        std::vector<ActionRow> rows;
        for (const auto& file : {painting_actions(), moving_actions(), bending_actions()}) rows.insert(rows.end(), file.begin(), file.end());
        return rows;
    }();
    return all;
}
bool slides(int action) {
    static const int sliding = action_named("slide");
    return action == sliding;
}

const Names& action_names() {
    static const Names names("part action", [] {
        std::vector<Row> rows;
        for (const ActionRow& r : actions()) rows.push_back({static_cast<int>(rows.size()), r.name, r.words});
        return rows;
    }());
    return names;
}

void act(const Scene& s, int part, const Done& done, Writes& w) {
    const ActionRow& row = actions()[static_cast<size_t>(done.action)];
    switch (row.parameter) {
        case None: return row.act(s, part, 0, w);
        case View:
        case ToldView: return turn_in_place(s, part, done.a, w);
        case Shift:
            if (row.leaves) leave(s, part, w);
            row.painted ? shadow_at(s, part, done.a, done.b, w) : draw_at(s, part, done.a, done.b, w);
            return;
        default:
            for (const int d : plain_directions(s, part, done.a)) {
                if ((row.parameter == Line || row.parameter == CountedLine) && d >= 4) continue;
                row.act(s, part, is_counted(row.parameter) ? with_number(d, done.b) : d, w);
            }
    }
}

int only_direction(const Scene& s, int part, int direction) {
    const Plain ds = plain_directions(s, part, direction);
    return ds.size() == 1 ? *ds.begin() : -1;
}

bool slide(const Scene& s, const std::vector<int>& chosen, const std::vector<int>& ways, Picture& out, std::vector<Writes>& moved, Work& work) {
    moved.assign(s.parts.size(), {});
    struct Mover {
        int part, d, ahead;
    };
    std::vector<Mover> movers;
    for (size_t k = 0; k < chosen.size(); ++k) {
        const int b = chosen[k], d = ways[k];
        if (d < 0) continue;
        const Step& step = kSteps[d];
        const Blob& x = part_of(s, b);
        const int ahead = (step.i < 0 ? x.top : step.i > 0 ? -(x.top + x.h) : 0) + (step.j < 0 ? x.left : step.j > 0 ? -(x.left + x.w) : 0);
        movers.push_back({b, d, ahead});
    }
    std::stable_sort(movers.begin(), movers.end(), [](const Mover& a, const Mover& b) { return a.ahead < b.ahead; });
    const Picture& in = s.in();
    for (const Mover& m : movers) {
        const Blob& b = part_of(s, m.part);
        if (!work.charge(static_cast<int64_t>(b.cells.size()) * 40)) return false;
        for (const int k : b.cells) out.set(k, s.ground);
        int n = 0;
        const auto free = [&](int k) { return out.get(k / in.w + (n + 1) * kSteps[m.d].i, k % in.w + (n + 1) * kSteps[m.d].j) == s.ground; };
        while (std::all_of(b.cells.begin(), b.cells.end(), free)) ++n;
        Writes& w = moved[static_cast<size_t>(m.part)];
        leave(s, m.part, w);
        draw_at(s, m.part, n * kSteps[m.d].i, n * kSteps[m.d].j, w);
        for (const Write& one : w.drawn) out.set(one.cell, one.colour);
    }
    return true;
}

}  // namespace arcloom::fit::scene

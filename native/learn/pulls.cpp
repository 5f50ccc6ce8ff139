// native/learn/pulls.cpp: objects drawn straight to others: moved until they touch, or joined to them
//
// A rule is: how the picture falls into objects, whether only objects of the same colour draw each other, whether
// the way may be diagonal, what happens, in which colour, what becomes of objects that nothing draws, and the test
// that tells which objects draw. Each of the others goes to the nearest of them that it would run into.
#include <algorithm>

#include "choice.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Effect { kMove, kJoin, kCopy, kPullMark, kEffects };  // kPullMark: a copy on the cells that would be run into
const Names kEffectNames("pulls", {{kMove, "move", "move until they touch"},
                                   {kJoin, "join", "are joined by a line"},
                                   {kCopy, "copy", "leave a copy that touches"},
                                   {kPullMark, "mark", "mark the cells that they would run into"}});
enum PullPaint { kPulledOwn = kColours, kTheirs };
const Names kPulledColours("pulled colour", {{kPulledOwn, "own", "their own colour"}, {kTheirs, "theirs", "the colour of what draws them"}});
constexpr size_t kMostPulled = 80;
constexpr size_t kMostPullTests = 40;

struct PullMethod {
    int same, diagonal, effect, paint, vanish;
};

struct PullScene : Objects {
    int ground = 0;
};
using Anchors = std::vector<uint8_t>;  // by blob: whether it draws others

// How far a blob is from what draws it, and where to.
struct PullWay {
    size_t blob;
    Step step;
    int length;  // steps until it touches
    int colour;  // of what it touches
};

bool see_pulls(const Picture& p, int segmentation, PullScene& scene, Work& work) {
    scene.ground = std::max(0, ground_of(p, Segmentation::of(segmentation).ground));
    return see_objects(p, segmentation, 2, kMostPulled, scene, work);
}

class Puller {
  public:
    Puller(const Picture& in, const PullScene& scene, const Anchors& anchors, const PullMethod& method, Picture& out, Work& work)
        : in_(in), scene_(scene), anchors_(anchors), method_(method), out_(out), work_(work), owner_(in.cells.size(), -1) {
        for (size_t b = 0; b < scene.blobs.size(); ++b) {
            for (const int k : scene.blobs[b].cells) owner_[static_cast<size_t>(k)] = static_cast<int>(b);
        }
    }

    // False where nothing is drawn to anything.
    bool pull() {
        out_ = in_;
        std::vector<PullWay> ways;
        for (size_t b = 0; b < scene_.blobs.size(); ++b) {
            if (anchors_[b] != 0) continue;
            if (!work_.charge(60 + 20 * static_cast<int64_t>(scene_.blobs[b].cells.size()))) return false;
            PullWay way{};
            const bool drawn = nearest(b, way);
            if (drawn) ways.push_back(way);
            if (drawn ? method_.effect == kMove : method_.vanish != 0) erase(b);
        }
        std::stable_sort(ways.begin(), ways.end(), [](const PullWay& a, const PullWay& b) { return a.length < b.length; });
        for (const PullWay& way : ways) follow(way);
        return !ways.empty();
    }

  private:
    const Picture& in_;
    const PullScene& scene_;
    const Anchors& anchors_;
    const PullMethod method_;
    Picture& out_;
    Work& work_;
    std::vector<int> owner_;

    int colour(size_t b) const { return in_.at(scene_.blobs[b].cells[0]); }

    bool nearest(size_t b, PullWay& best) const {
        best.length = kMaxSide;
        for (int d = 0; d < (method_.diagonal != 0 ? 8 : 4); ++d) {
            PullWay way{b, kSteps[d], 0, 0};
            if (meets(way) && way.length < best.length) best = way;
        }
        return best.length < kMaxSide;
    }

    // The first thing other than ground on the blob's way must be one that draws it; what moves passes over others.
    bool meets(PullWay& way) const {
        const Blob& blob = scene_.blobs[way.blob];
        int nearest = kMaxSide;
        for (const int k : blob.cells) {
            int i = k / in_.w, j = k % in_.w;
            for (int n = 0; n < nearest; ++n) {
                i += way.step.i, j += way.step.j;
                if (!in_.inside(i, j)) break;
                const int other = owner_[static_cast<size_t>(i * in_.w + j)];
                if (other < 0 || other == static_cast<int>(way.blob)) continue;
                if (!draws(static_cast<size_t>(other), way.blob)) {
                    if (method_.effect == kMove) continue;
                    return false;
                }
                nearest = n, way.colour = colour(static_cast<size_t>(other));
            }
        }
        way.length = nearest;
        return nearest < kMaxSide;
    }

    bool draws(size_t other, size_t b) const {
        return anchors_[other] != 0 && (method_.same == 0 || colour(other) == colour(b));
    }

    void erase(size_t b) {
        for (const int k : scene_.blobs[b].cells) out_.set(k, scene_.ground);
    }

    int paint(int own, const PullWay& way) const {
        return method_.paint == kPulledOwn ? own : method_.paint == kTheirs ? way.colour : method_.paint;
    }

    void draw(const PullWay& way, int n, bool on_ground) {
        for (const int k : scene_.blobs[way.blob].cells) {
            const int y = k / in_.w + n * way.step.i, x = k % in_.w + n * way.step.j;
            if (!out_.inside(y, x) || (on_ground && out_.at(y, x) != scene_.ground)) continue;
            out_.set(y, x, paint(in_.at(k), way));
        }
    }

    bool is_free(const PullWay& way, int n) const {
        const std::vector<int>& cells = scene_.blobs[way.blob].cells;
        return std::all_of(cells.begin(), cells.end(), [&](int k) {
            const int y = k / in_.w + n * way.step.i, x = k % in_.w + n * way.step.j;
            return out_.inside(y, x) && out_.at(y, x) == scene_.ground;
        });
    }

    void follow(const PullWay& way) {
        const auto cells = static_cast<int64_t>(scene_.blobs[way.blob].cells.size());
        if (!work_.charge(10 * cells * (way.length + 1))) return;
        int n = 0;
        switch (method_.effect) {
            case kMove:  // those that came before may be in the way
                for (n = way.length; n > 0 && !is_free(way, n);) --n;
                return draw(way, n, true);
            case kJoin:
                for (n = 1; n <= way.length; ++n) draw(way, n, true);
                return;
            case kCopy: return draw(way, way.length, true);
            default: draw(way, way.length + 1, false);
        }
    }
};

// The tests that tell some objects from others in every demo, one for each way of telling them.
std::vector<Test> telling_tests(const std::vector<PullScene>& scenes, Work& work) {
    std::vector<Labelled> all;
    for (const PullScene& s : scenes) {
        for (const auto& f : s.facts) all.push_back({&f, 0});
    }
    std::vector<Test> tests;
    std::vector<Anchors> known;
    for (const Test& t : tests_for(all)) {
        if (tests.size() == kMostPullTests || !work.charge(3 * static_cast<int64_t>(all.size()))) break;
        Anchors whole;
        bool tells = true;
        for (const PullScene& s : scenes) {
            const Anchors here = objects_where(s.facts, t);
            const auto n = std::count(here.begin(), here.end(), 1);
            tells = tells && n > 0 && n < static_cast<int>(here.size());
            whole.insert(whole.end(), here.begin(), here.end());
        }
        if (!tells || std::find(known.begin(), known.end(), whole) != known.end()) continue;
        known.push_back(whole);
        tests.push_back(t);
    }
    return tests;
}

bool explains(const Examples& examples, const std::vector<PullScene>& scenes, const std::vector<Anchors>& anchors,
              const PullMethod& m, Work& work) {
    Picture got;
    for (size_t k = 0; k < examples.size(); ++k) {
        if (!work.charge(4 * examples[k].in.size())) return false;
        if (!Puller(examples[k].in, scenes[k], anchors[k], m, got, work).pull() || got != examples[k].out) return false;
    }
    return true;
}

// What happens to cells in some demo; each effect does some of this only.
struct Changes {
    bool grows = false, vanishes = false, turns = false;  // ground filled, cells emptied, cells recoloured
    bool everywhere = true;                               // each demo shows some change
    bool allows(int effect) const {
        if (effect == kPullMark) return everywhere && turns && !grows;
        return everywhere && grows && (effect == kMove ? vanishes : !turns);
    }
};

Changes changes_of(const Examples& examples, const std::vector<PullScene>& scenes) {
    Changes c;
    for (size_t e = 0; e < examples.size(); ++e) {
        const auto& [in, out] = examples[e];
        c.everywhere = c.everywhere && in != out;
        for (int k = 0; k < in.size(); ++k) {
            if (in.at(k) == out.at(k)) continue;
            (in.at(k) == scenes[e].ground ? c.grows : out.at(k) == scenes[e].ground ? c.vanishes : c.turns) = true;
        }
    }
    return c;
}

// Colours of the picture itself, unless a demo shows a new one; then those that become more in every demo.
std::vector<int> paints(const Examples& examples) {
    std::vector<int> list;
    if (std::none_of(examples.begin(), examples.end(), shows_new_colour)) list = {kPulledOwn, kTheirs};
    for (int c = 0; c < kColours; ++c) {
        if (becomes_more(examples, c)) list.push_back(c);
    }
    return list;
}

void try_anchors(const Examples& examples, const std::vector<PullScene>& scenes, int segmentation, const Test& t,
                 const Changes& changes, Trial& trial) {
    std::vector<Anchors> anchors;
    bool stand = true;
    for (size_t k = 0; k < examples.size(); ++k) {
        anchors.push_back(objects_where(scenes[k].facts, t));
        for (size_t b = 0; b < anchors[k].size(); ++b) {
            stand = stand && (anchors[k][b] == 0 || stands(examples[k], scenes[k].blobs[b]));
        }
    }
    for (int effect = 0; effect < kEffects; ++effect) {
        if (stand == (effect == kPullMark) || !changes.allows(effect)) continue;
        for (const int paint : paints(examples)) {
            for (const int choice : {0, 1, 2, 3, 4, 5, 6, 7}) {
                const PullMethod m{choice & 1, choice >> 2, effect, paint, choice >> 1 & 1};
                if (trial.over()) return;
                if (m.vanish > (changes.vanishes ? 1 : 0)) continue;
                if (!explains(examples, scenes, anchors, m, trial.work())) continue;
                trial.offer({segmentation, m.same, m.diagonal, m.effect, m.paint, m.vanish, t.fact, t.comparison, t.value});
            }
        }
    }
}

}  // namespace

void learn_pulls(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples)) return;
    for (const int segmentation : {1, 0, 3, 5, 4}) {
        std::vector<PullScene> scenes(examples.size());
        for (size_t k = 0; k < examples.size(); ++k) {
            scenes[k].ground = std::max(0, ground_of(examples[k].in, Segmentation::of(segmentation).ground));
        }
        const Changes changes = changes_of(examples, scenes);
        bool seen = changes.allows(kMove) || changes.allows(kJoin) || changes.allows(kPullMark);
        for (size_t k = 0; k < examples.size() && seen; ++k) {
            seen = see_pulls(examples[k].in, segmentation, scenes[k], trial.work());
        }
        if (!trial.work().charge(4 * examples[0].in.size() * static_cast<int64_t>(examples.size())) || trial.over()) return;
        if (!seen) continue;
        for (const Test& t : telling_tests(scenes, trial.work())) {
            try_anchors(examples, scenes, segmentation, t, changes, trial);
            if (trial.over()) return;
        }
    }
}

void check_pulls(Reader& r) {
    r.row(segmentations());
    r.flag();  // of the same colour
    r.flag();  // diagonally too
    r.row(kEffectNames);
    r.colour_or(kPulledColours);
    r.flag();  // others vanish
    check_test(r);
}

bool apply_pulls(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const int segmentation = r.next();
    const PullMethod m{r.next(), r.next(), r.next(), r.next(), r.next()};
    Test t{};
    PullScene scene;
    if (!read_test(r, t) || segmentation < 0 || segmentation >= kSegmentations) return false;
    if (m.effect < 0 || m.effect >= kEffects || m.paint < 0 || m.paint > kTheirs) return false;
    if (!see_pulls(in, segmentation, scene, work)) return false;
    return Puller(in, scene, objects_where(scene.facts, t), m, out, work).pull();
}

}  // namespace arcloom::fit

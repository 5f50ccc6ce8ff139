// native/learn/copies.cpp: parts that show only some colours of a model, completed to copies of it
//
// A model is a part of the grid that shows everything. Elsewhere lie cells of some of its colours, at the places where a
// copy of the model has these colours: its anchors. The copy may be turned, mirrored or larger. Its other cells are painted.
#include "copies.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "blobs.hpp"

namespace arcloom::fit {

namespace {

enum Selection { kMixed, kMostColours, kLargest };
const Names kModels("models", {{kMixed, "several colours", "parts of several colours"},
                               {kMostColours, "most colours", "the parts with the most colours"},
                               {kLargest, "largest", "the largest part"}});

enum Turned { kNever, kTurned, kMirrored };
constexpr int kCodes[] = {1, 4, 8};  // of `turned` in picture.hpp, the mirrors last
const Names kTurns("copies", {{kNever, "as it is", ""}, {kTurned, "turned", "turned"}, {kMirrored, "mirrored", "turned or mirrored"}});

using Colours = uint32_t;  // a set, one bit each

Colours colours_of(const Picture& p, int ground) {
    Colours found = 0;
    for (const int8_t c : p.cells) found |= c == ground ? 0 : Colours{1} << c;
    return found;
}

struct Placement {
    int anchors;    // cells that show it
    bool changed;   // turned or mirrored
    size_t form;
    Colours shown;  // the colours of the anchors
    int top, left;
    bool before(const Placement& o) const { return anchors != o.anchors ? anchors > o.anchors : changed < o.changed; }
};

struct FormCell {
    int i, j, colour;
};
// A model as it is, or turned, or larger: ground where it has no cell.
struct ModelForm {
    Picture picture;
    bool changed;
    std::vector<FormCell> cells;  // that are not ground
};

// The parts that are models, and the cells of all others, which are shown.
struct Models {
    std::vector<Blob> models;
    std::vector<int> trace;
    friend bool operator==(const Models& a, const Models& b) {
        return std::equal(a.models.begin(), a.models.end(), b.models.begin(), b.models.end(), [](const Blob& x, const Blob& y) { return x.cells == y.cells; });
    }
};
bool find_models(const Picture& in, bool common_ground, int which, Models& found, Work& work) {
    const Ground ground = common_ground ? Ground::Common : Ground::Black;
    const int empty = ground_of(in, ground);
    std::vector<Blob> parts = segment(in, {true, true, ground}, work);
    if (work.dry() || parts.size() < 2 || parts.size() > kMostParts) return false;
    std::vector<int> ranks;
    int most = which == kLargest ? 1 : 2;
    for (const Blob& b : parts) {
        if (which == kLargest) {
            ranks.push_back(static_cast<int>(b.cells.size()));
        } else {
            const int colours = std::popcount(colours_of(alone(in, b, empty), empty));
            ranks.push_back(which == kMixed ? std::min(colours, 2) : colours);
        }
        most = std::max(most, ranks.back());
    }
    for (size_t k = 0; k < parts.size(); ++k) {
        if (ranks[k] == most) {
            found.models.push_back(std::move(parts[k]));
        } else {
            found.trace.insert(found.trace.end(), parts[k].cells.begin(), parts[k].cells.end());
        }
    }
    return !found.models.empty() && found.models.size() <= kMostModels && !found.trace.empty() && work.charge(in.size());
}

class Copier {
  public:
    Copier(const Picture& in, const CopyRule& rule, Work& work)
        : in_(in), rule_(rule), work_(work), ground_(ground_of(in, rule.common_ground ? Ground::Common : Ground::Black)) {}

    bool run(Picture& out) {
        if (!prepare() || !find_placements()) return false;
        std::stable_sort(placements_.begin(), placements_.end(), [](const auto& a, const auto& b) { return a.before(b); });
        out = in_;
        if (!place_all(out)) return false;
        for (const Blob& model : models_) {
            for (const int k : model.cells) {
                if (rule_.models_go && out.at(k) == in_.at(k)) out.set(k, ground_);
            }
        }
        return true;
    }

  private:
    const Picture& in_;
    const CopyRule& rule_;
    Work& work_;
    const int ground_;
    std::vector<Blob> models_;
    std::vector<int> trace_[kColours];  // by colour, the cells that are shown, and no model's
    std::vector<uint8_t> is_trace_;     // by cell
    Colours trace_colours_ = 0;
    std::vector<ModelForm> forms_;
    std::vector<Placement> placements_;

    bool prepare() {
        Models found;
        if (!find_models(in_, rule_.common_ground, rule_.models, found, work_)) return false;
        models_ = std::move(found.models);
        is_trace_.assign(in_.cells.size(), 0);
        for (const int k : found.trace) {
            is_trace_[static_cast<size_t>(k)] = 1;
            trace_[in_.at(k)].push_back(k);
            trace_colours_ |= Colours{1} << in_.at(k);
        }
        return true;
    }

    void add_form(Picture p, bool changed) {
        if (p.h > kMaxSide || p.w > kMaxSide) return;
        const auto same = [&](const ModelForm& f) { return f.picture == p; };
        if (std::any_of(forms_.begin(), forms_.end(), same)) return;
        std::vector<FormCell> cells;
        for (int k = 0; k < p.size(); ++k) {
            if (p.at(k) != ground_) cells.push_back({k / p.w, k % p.w, p.at(k)});
        }
        forms_.push_back({std::move(p), changed, std::move(cells)});
    }

    bool find_placements() {
        for (const Blob& model : models_) {
            const Picture plain = alone(in_, model, ground_);
            for (int scale = 1; scale <= (rule_.larger ? kMostModelScale : 1); ++scale) {
                for (int code = 0; code < kCodes[rule_.turned]; ++code) {
                    if (!work_.charge(2 * plain.size() * scale * scale)) return false;
                    add_form(scaled(turned(plain, code), scale, scale), code != 0);
                }
            }
        }
        for (size_t f = 0; f < forms_.size(); ++f) {
            const Colours all = colours_of(forms_[f].picture, ground_), shared = all & trace_colours_;
            if (std::popcount(shared) > kMostAnchorColours) return false;
            for (Colours shown = shared; shown != 0; shown = (shown - 1) & shared) {
                if (shown != all && !place(f, shown)) return false;
            }
        }
        return !placements_.empty();
    }

    // Every place where all anchors lie on the trace or beyond the edge, and no other cell of the copy lies on anything else. It is
    // found by the first anchor that lies in the grid.
    bool place(size_t f, Colours shown) {
        std::vector<FormCell> anchors, others;
        for (const FormCell& c : forms_[f].cells) ((shown >> c.colour & 1) != 0 ? anchors : others).push_back(c);
        for (size_t first = 0; first < anchors.size(); ++first) {
            const std::span earlier(anchors.data(), first);
            for (const int k : trace_[anchors[first].colour]) {
                const int top = k / in_.w - anchors[first].i, left = k % in_.w - anchors[first].j;
                if (!work_.charge(1)) return false;
                // They come row by row, and a large copy has many above the grid.
                const auto below_edge = std::partition_point(earlier.begin(), earlier.end(), [&](const FormCell& c) { return top + c.i < 0; });
                if (std::any_of(below_edge, earlier.end(), [&](const FormCell& c) { return in_.inside(top + c.i, left + c.j); })) continue;
                const int shown_anchors = agreeing(anchors, others, top, left);
                if (shown_anchors == 0) continue;
                if (placements_.size() == kMostPlacements) return false;
                placements_.push_back({shown_anchors, forms_[f].changed, f, shown, top, left});
            }
        }
        return !work_.dry();
    }

    bool is_shown(const Picture& form, int k, Colours shown) const {
        return form.at(k) != ground_ && (shown >> form.at(k) & 1) != 0;
    }

    // How many anchors lie in the grid; 0 if the grid shows anything else there. Anchors come first, since most places lack some.
    int agreeing(const std::vector<FormCell>& anchors, const std::vector<FormCell>& others, int top, int left) const {
        int found = 0, looked = 0;
        const auto each = [&](const std::vector<FormCell>& cells, auto right) {
            for (const FormCell& c : cells) {
                const int i = top + c.i, j = left + c.j;
                if (!in_.inside(i, j)) continue;
                ++looked;
                if (!right(i * in_.w + j, c.colour)) return false;
            }
            return true;
        };
        const bool all = each(anchors, [&](int k, int colour) {
            ++found;
            return in_.at(k) == colour && is_trace_[static_cast<size_t>(k)] != 0;
        }) && each(others, [&](int k, int colour) { return in_.at(k) == colour || in_.at(k) == ground_; });
        return work_.charge(looked) && all ? found : 0;
    }

    // The cells of the copy that lie in the grid: use(cell of the grid, cell of the form).
    template <class Use>
    void for_cells(const Placement& p, Use use) const {
        const Picture& form = forms_[p.form].picture;
        for (int k = 0; k < form.size(); ++k) {
            const int i = p.top + k / form.w, j = p.left + k % form.w;
            if (form.at(k) != ground_ && in_.inside(i, j)) use(i * in_.w + j, k);
        }
    }

    // An anchor belongs to one copy: that with the most anchors; then that which is not turned. If two are left, the order in
    // which we look would decide, so there is no answer.
    enum class Claim { Free, Taken, Rival };
    Claim claim(const Placement& p, const std::vector<const Placement*>& owners) const {
        Claim found = Claim::Free;
        for_cells(p, [&](int at, int k) {
            const Placement* owner = owners[static_cast<size_t>(at)];
            if (owner == nullptr || !is_shown(forms_[p.form].picture, k, p.shown)) return;
            const bool same = owner->form == p.form && owner->top == p.top && owner->left == p.left;
            if (found == Claim::Free) found = Claim::Taken;
            if (!same && !owner->before(p)) found = Claim::Rival;
        });
        return found;
    }

    bool place_all(Picture& out) const {
        std::vector<const Placement*> owners(in_.cells.size(), nullptr);
        for (const Placement& p : placements_) {
            const Picture& form = forms_[p.form].picture;
            if (!work_.charge(2 * form.size())) return false;
            const Claim found = claim(p, owners);
            if (found == Claim::Rival) return false;
            if (found == Claim::Taken) continue;
            for_cells(p, [&](int at, int k) {
                if (is_shown(form, k, p.shown)) owners[static_cast<size_t>(at)] = &p;
                out.set(at, form.at(k));
            });
        }
        return out != in_;
    }
};

// Whether all that changes is ground that is painted, or what is not ground and goes.
bool possible(const Examples& examples, bool common_ground, bool& some_go) {
    some_go = false;
    for (const Example& e : examples) {
        const int ground = ground_of(e.in, common_ground ? Ground::Common : Ground::Black);
        bool painted = false;
        for (int k = 0; k < e.in.size(); ++k) {
            if (e.in.at(k) == e.out.at(k)) continue;
            if (e.in.at(k) != ground && e.out.at(k) != ground) return false;
            (e.in.at(k) == ground ? painted : some_go) = true;
        }
        if (!painted) return false;
    }
    return true;
}

// The selections that give models in all examples, and in some example others than those before them.
std::vector<int> selections_that_differ(const Examples& examples, bool common_ground, Work& work) {
    std::vector<int> selections;
    std::vector<std::vector<Models>> known;
    for (const int which : {kMixed, kMostColours, kLargest}) {
        std::vector<Models> found(examples.size());
        bool all = true;
        for (size_t e = 0; e < examples.size() && all; ++e) all = find_models(examples[e].in, common_ground, which, found[e], work);
        if (!all || std::find(known.begin(), known.end(), found) != known.end()) continue;
        selections.push_back(which);
        known.push_back(std::move(found));
    }
    return selections;
}

}  // namespace

void offer_copies(const Examples& examples, const std::function<bool(const Rule&)>& offer, Work& work) {
    for (const Example& e : examples) {
        if (!work.charge(4 * e.in.size())) return;
    }
    for (const int common : {0, 1}) {
        bool some_go = false;
        if (!possible(examples, common != 0, some_go)) continue;
        const std::vector<int> selections = selections_that_differ(examples, common != 0, work);
        for (const int turned : {kNever, kTurned, kMirrored}) {
            for (const int larger : {0, 1}) {
                for (const int models : selections) {
                    if (offer({common, models, turned, larger, some_go ? 1 : 0})) return;
                }
            }
        }
    }
}

CopyRule read_copies(Reader& r) {
    CopyRule rule;
    rule.common_ground = r.flag();
    rule.models = r.row(kModels);
    rule.turned = r.row(kTurns);
    rule.larger = r.flag();
    rule.models_go = r.flag();
    return rule;
}

bool complete_copies(const CopyRule& rule, const Picture& in, Picture& out, Work& work) {
    return Copier(in, rule, work).run(out);
}

}  // namespace arcloom::fit

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

// A model as it is, or turned, or larger: ground where it has no cell.
struct ModelForm {
    Picture picture;
    bool changed;
};

class Copier {
  public:
    Copier(const Picture& in, const CopyRule& rule, Work& work)
        : in_(in), rule_(rule), work_(work), ground_(ground_of(in, rule.common_ground ? Ground::Common : Ground::Black)) {}

    bool run(Picture& out) {
        if (!find_models() || !find_placements()) return false;
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
    std::vector<int> trace_;         // the cells that are shown, and no model's
    std::vector<uint8_t> is_trace_;  // by cell
    Colours trace_colours_ = 0;
    std::vector<ModelForm> forms_;
    std::vector<Placement> placements_;

    bool find_models() {
        std::vector<Blob> parts = segment(in_, {true, true, rule_.common_ground ? Ground::Common : Ground::Black}, work_);
        if (work_.dry() || parts.size() < 2 || parts.size() > kMostParts) return false;
        const auto rank = [&](const Blob& b) {
            if (rule_.models == kLargest) return static_cast<int>(b.cells.size());
            const int colours = std::popcount(colours_of(alone(in_, b, ground_), ground_));
            return rule_.models == kMixed ? std::min(colours, 2) : colours;
        };
        int most = rule_.models == kLargest ? 1 : 2;
        for (const Blob& b : parts) most = std::max(most, rank(b));
        is_trace_.assign(in_.cells.size(), 0);
        for (Blob& b : parts) {
            if (rank(b) == most) {
                models_.push_back(std::move(b));
                continue;
            }
            trace_.insert(trace_.end(), b.cells.begin(), b.cells.end());
        }
        for (const int k : trace_) {
            is_trace_[static_cast<size_t>(k)] = 1;
            trace_colours_ |= Colours{1} << in_.at(k);
        }
        return !models_.empty() && models_.size() <= kMostModels && !trace_.empty() && work_.charge(in_.size());
    }

    void add_form(Picture p, bool changed) {
        if (p.h > kMaxSide || p.w > kMaxSide) return;
        const auto same = [&](const ModelForm& f) { return f.picture == p; };
        if (std::none_of(forms_.begin(), forms_.end(), same)) forms_.push_back({std::move(p), changed});
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
        const Picture& form = forms_[f].picture;
        std::vector<int> cells;
        for (int k = 0; k < form.size(); ++k) {
            if (is_shown(form, k, shown)) cells.push_back(k);
        }
        for (size_t first = 0; first < cells.size(); ++first) {
            const std::span earlier(cells.data(), first);
            for (const int k : trace_) {
                if (in_.at(k) != form.at(cells[first])) continue;
                const int top = k / in_.w - cells[first] / form.w, left = k % in_.w - cells[first] % form.w;
                const auto inside = [&](int c) { return in_.inside(top + c / form.w, left + c % form.w); };
                if (!work_.charge(1)) return false;
                if (std::any_of(earlier.begin(), earlier.end(), inside)) continue;
                const int anchors = agreeing(form, shown, top, left);
                if (anchors == 0) continue;
                if (placements_.size() == kMostPlacements) return false;
                placements_.push_back({anchors, forms_[f].changed, f, shown, top, left});
            }
        }
        return !work_.dry();
    }

    bool is_shown(const Picture& form, int k, Colours shown) const {
        return form.at(k) != ground_ && (shown >> form.at(k) & 1) != 0;
    }

    // How many anchors lie in the grid; 0 if the grid shows anything else there.
    int agreeing(const Picture& form, Colours shown, int top, int left) const {
        int anchors = 0;
        for (int k = 0; k < form.size(); ++k) {
            if (form.at(k) == ground_) continue;
            const int i = top + k / form.w, j = left + k % form.w;
            if (!in_.inside(i, j)) continue;
            const bool anchor = is_shown(form, k, shown);
            const bool right = in_.at(i, j) == form.at(k) ? !anchor || is_trace_[static_cast<size_t>(i * in_.w + j)] != 0 : !anchor && in_.at(i, j) == ground_;
            if (!work_.charge(1) || !right) return 0;
            anchors += anchor ? 1 : 0;
        }
        return anchors;
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

}  // namespace

void offer_copies(const Examples& examples, const std::function<bool(const Rule&)>& offer, Work& work) {
    for (const Example& e : examples) {
        if (!work.charge(4 * e.in.size())) return;
    }
    for (const int common : {0, 1}) {
        bool some_go = false;
        if (!possible(examples, common != 0, some_go)) continue;
        for (const int turned : {kNever, kTurned, kMirrored}) {
            for (const int larger : {0, 1}) {
                for (const int models : {kMixed, kMostColours, kLargest}) {
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

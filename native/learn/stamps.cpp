// native/learn/stamps.cpp: objects of several colours are templates: where a part of one is, the rest is put
//
// A rule is: what counts as ground, whether corners touch, how a place is known, whether templates may be turned and
// magnified there, how many cells a place must show, and whether the templates themselves go. A place is known
//   by colours: of each of the template's colours it shows all cells or none;
//   by form: an object of one colour has the template's shape;
//   by a mark: a cell of a colour that no template has, where the template's middle goes.
// Places that show more come first, then those of larger templates; what a place shows is not used twice.
#include <algorithm>
#include <tuple>

#include "blobs.hpp"
#include "options.hpp"
#include "rule.hpp"

namespace arcloom::fit {

namespace {

enum Mode { kByColours, kByForm, kByMark, kModes };
const Names kModeNames("stamps", {{kByColours, "by colours", "where a part of it is"},
                                  {kByForm, "by form", "where an object of one colour has its shape"},
                                  {kByMark, "by a mark", "where a cell of a colour stands that no template has"}});
constexpr int kMaxScale = 4;
constexpr size_t kMaxTemplates = 12;
constexpr size_t kMostTemplateCells = 150;     // of a template
constexpr int kMaxPlaces = 20'000;    // looked at in one picture; more is noise
constexpr int kLeastShown[] = {1, 2, 3};   // cells that a place shows, in the order they are tried
constexpr int kTurns[] = {0, 5, 4, 2, 1, 3, 6, 7};

struct StampMethod {
    int ground, eight, mode, turns, scales, least, erase;
};

struct Cell {
    int i, j, colour;
};
using Look = std::vector<Cell>;

struct Template {
    Blob blob;
    std::vector<Look> looks;  // one a view
    bool stamped = false;
};

struct Place {
    size_t of;  // template
    size_t view;
    int scale, top, left;
    int shown = 0;  // cells that are there already
    auto order() const { return std::tuple(-shown, of, scale, view, top, left); }
};

Look look_of(const Picture& p, const Blob& b, int code) {
    const Picture whole = turned(alone(p, b, kOutside), code);
    Look cells;
    for (int k = 0; k < whole.size(); ++k) {
        if (whole.at(k) != kOutside) cells.push_back({k / whole.w, k % whole.w, whole.at(k)});
    }
    return cells;
}

int colours_of(const Picture& p, const Blob& b) {
    Counts c;
    for (const int k : b.cells) ++c.of[p.at(k)];
    return c.distinct();
}

class Stamper {
  public:
    Stamper(const Picture& in, const StampMethod& method, Picture& out, Work& work)
        : in_(in), method_(method), out_(out), work_(work), used_(in.cells.size(), 0) {}

    // False where there is no template, or no place for one.
    bool stamp() {
        ground_ = std::max(0, ground_of(in_, static_cast<Ground>(method_.ground)));
        if (!find_templates()) return false;
        if (method_.mode == kByColours) drop_parts();
        for (const Template& t : templates_) use(t.blob.cells);
        out_ = in_;
        switch (method_.mode) {
            case kByColours: fill_places(); break;
            case kByForm: fill_forms(); break;
            default: fill_marks();
        }
        bool stamped = false;
        for (const Template& t : templates_) {
            if (t.stamped && method_.erase != 0) erase(t.blob);
            stamped = stamped || t.stamped;
        }
        return stamped && !work_.dry();
    }

  private:
    const Picture& in_;
    const StampMethod method_;
    Picture& out_;
    Work& work_;
    int ground_ = 0;
    std::vector<Template> templates_;  // the larger first
    std::vector<uint8_t> used_;

    bool used(int k) const { return used_[static_cast<size_t>(k)] != 0; }
    void use(const std::vector<int>& cells) {
        for (const int k : cells) used_[static_cast<size_t>(k)] = 1;
    }
    int scales() const { return method_.scales != 0 ? kMaxScale : 1; }
    Segmentation segmentation(bool multi) const {
        return {method_.eight != 0, multi, static_cast<Ground>(method_.ground)};
    }

    bool find_templates() {
        for (Blob& b : segment(in_, segmentation(true), work_)) {
            if (b.cells.size() > kMostTemplateCells || colours_of(in_, b) < 2) continue;
            Template t{std::move(b), {}};
            const size_t views = method_.turns != 0 ? std::size(kTurns) : 1;
            if (templates_.size() == kMaxTemplates || !work_.charge(6 * t.blob.h * t.blob.w)) return false;
            for (size_t view = 0; view < views; ++view) t.looks.push_back(look_of(in_, t.blob, kTurns[view]));
            templates_.push_back(std::move(t));
        }
        std::stable_sort(templates_.begin(), templates_.end(), [](const Template& a, const Template& b) {
            return a.blob.cells.size() > b.blob.cells.size();
        });
        return !templates_.empty();
    }

    // An object that a larger template would complete is a place, and no template.
    void drop_parts() {
        std::vector<Template> whole;
        std::vector<uint8_t> part(templates_.size(), 0);
        for (size_t t = 0; t < templates_.size(); ++t) {
            if (part[t] != 0) continue;
            use(templates_[t].blob.cells);
            for (const Place& at : places(t)) {
                const std::vector<int> shown = shown_at(at);
                for (size_t o = t + 1; o < templates_.size(); ++o) {
                    const std::vector<int>& cells = templates_[o].blob.cells;
                    if (std::includes(shown.begin(), shown.end(), cells.begin(), cells.end())) part[o] = 1;
                }
            }
            used_.assign(used_.size(), 0);
            whole.push_back(templates_[t]);
        }
        templates_ = std::move(whole);
    }

    template <class F>
    void each_cell(const Place& at, F&& f) const {
        for (const Cell& c : templates_[at.of].looks[at.view]) {
            for (int n = 0; n < at.scale * at.scale; ++n) {
                f(at.top + c.i * at.scale + n / at.scale, at.left + c.j * at.scale + n % at.scale, c.colour);
            }
        }
    }

    std::vector<int> shown_at(const Place& at) const {
        std::vector<int> cells;
        each_cell(at, [&](int y, int x, int colour) {
            if (in_.inside(y, x) && in_.at(y, x) == colour) cells.push_back(y * in_.w + x);
        });
        std::sort(cells.begin(), cells.end());
        return cells;
    }

    // Counts what the place shows; false where it shows something else, or a colour in part.
    bool shows(Place& at) const {
        bool there[kColours] = {}, missing[kColours] = {}, fits = true;
        at.shown = 0;
        for (const Cell& c : templates_[at.of].looks[at.view]) {
            for (int n = 0; n < at.scale * at.scale && fits; ++n) {
                const int y = at.top + c.i * at.scale + n / at.scale, x = at.left + c.j * at.scale + n % at.scale;
                const int seen = in_.inside(y, x) ? in_.at(y, x) : ground_;
                const bool same = seen == c.colour;
                fits = same ? !used(y * in_.w + x) : seen == ground_;
                (same ? there : missing)[c.colour] = true;
                at.shown += same;
            }
            fits = fits && !(there[c.colour] && missing[c.colour]);
            if (!fits) return false;
        }
        return at.shown >= method_.least;
    }

    // Places where the first cell of one of the template's colours stands on such a cell.
    std::vector<Place> places(size_t of) {
        std::vector<Place> found;
        int seen = 0;
        for (size_t view = 0; view < templates_[of].looks.size(); ++view) {
            const Look& look = templates_[of].looks[view];
            const Cell* first[kColours] = {};
            for (const Cell& c : look) first[c.colour] = first[c.colour] == nullptr ? &c : first[c.colour];
            for (int k = 0; k < in_.size(); ++k) {
                const Cell* anchor = first[in_.at(k)];
                if (anchor == nullptr || used(k)) continue;
                for (int scale = 1; scale <= scales(); ++scale) {
                    if (++seen > kMaxPlaces || !work_.charge(20 + 3 * static_cast<int64_t>(look.size()))) return {};
                    Place at{of, view, scale, k / in_.w - anchor->i * scale, k % in_.w - anchor->j * scale};
                    if (shows(at)) found.push_back(at);
                }
            }
        }
        return found;
    }

    void put(const Place& at) {
        each_cell(at, [&](int y, int x, int colour) {
            if (in_.inside(y, x)) out_.set(y, x, colour);
        });
        templates_[at.of].stamped = true;
    }

    void fill_places() {
        std::vector<Place> all;
        for (size_t t = 0; t < templates_.size(); ++t) {
            const std::vector<Place> found = places(t);
            all.insert(all.end(), found.begin(), found.end());
        }
        std::sort(all.begin(), all.end(), [](const Place& a, const Place& b) { return a.order() < b.order(); });
        for (Place& at : all) {
            const auto cells = static_cast<int64_t>(templates_[at.of].blob.cells.size());
            if (!work_.charge(6 * cells * at.scale * at.scale)) return;
            if (!shows(at)) continue;  // it is used by now
            put(at);
            use(shown_at(at));
        }
    }

    void fill_forms() {
        for (const Blob& o : segment(in_, segmentation(false), work_)) {
            if (!used(o.cells[0])) fill_form(o);
            if (work_.dry()) return;
        }
    }

    void fill_form(const Blob& o) {
        for (size_t t = 0; t < templates_.size(); ++t) {
            const size_t cells = templates_[t].blob.cells.size();
            for (int scale = 1; scale <= scales(); ++scale) {
                if (cells * static_cast<size_t>(scale * scale) != o.cells.size()) continue;
                for (size_t view = 0; view < templates_[t].looks.size(); ++view) {
                    const Place at{t, view, scale, o.top, o.left};
                    if (!work_.charge(8 * static_cast<int64_t>(o.cells.size()))) return;
                    if (same_form(at, o)) return put(at);
                }
            }
        }
    }

    bool same_form(const Place& at, const Blob& o) const {
        bool same = true;
        each_cell(at, [&](int y, int x, int) {
            same = same && in_.inside(y, x) && std::binary_search(o.cells.begin(), o.cells.end(), y * in_.w + x);
        });
        return same;
    }

    void fill_marks() {
        const Blob& b = templates_[0].blob;
        bool known[kColours] = {};
        for (const Template& t : templates_) {
            for (const int k : t.blob.cells) known[in_.at(k)] = true;
        }
        for (const Blob& o : segment(in_, segmentation(false), work_)) {
            const int k = o.cells[0];
            if (o.cells.size() > 1 || known[in_.at(k)] || !work_.charge(4 * static_cast<int64_t>(b.cells.size()))) continue;
            if (out_.at(k) == in_.at(k)) out_.set(k, ground_);
            put({0, 0, 1, o.top - b.h / 2, o.left - b.w / 2});
        }
    }

    void erase(const Blob& b) {
        for (const int k : b.cells) {
            if (out_.at(k) == in_.at(k)) out_.set(k, ground_);
        }
    }
};

bool below(int v, int n) { return v >= 0 && v < n; }

// What is put is somewhere already: no colour is new, and something changes.
bool could_be_stamped(const Examples& examples) {
    return std::all_of(examples.begin(), examples.end(), [](const Example& e) { return !shows_new_colour(e) && e.in != e.out; });
}

}  // namespace

void learn_stamps(const Examples& examples, Trial& trial) {
    if (!all_same_size(examples) || !could_be_stamped(examples)) return;
    for (int mode = 0; mode < kModes; ++mode) {
        for (const int cut : {1, 0, 3, 2}) {           // corners touch, black or the common colour is ground
            for (const int freedom : {0, 1, 2, 3}) {  // turned, magnified
                for (const int least : kLeastShown) {
                    if ((mode != kByColours && least > 1) || (mode == kByMark && freedom > 0)) continue;
                    for (const int erase : {0, 1}) {
                        if (trial.offer({cut >> 1, cut & 1, mode, freedom & 1, freedom >> 1, least, erase})) return;
                    }
                }
            }
        }
    }
}

void check_stamps(Reader& r) {
    r.row(grounds());
    r.flag();  // corners touch
    r.row(kModeNames);
    r.flag();  // turned
    r.flag();  // magnified
    r.within(1, 4);  // one of kLeastShown
    r.flag();  // erased
}

bool apply_stamps(const Rule& rule, const Picture& in, Picture& out, Work& work) {
    Reader r(rule, kParameters);
    const StampMethod m{r.next(), r.next(), r.next(), r.next(), r.next(), r.next(), r.next()};
    if (r.bad() || !below(m.ground, 2) || !below(m.mode, kModes) || m.least < 1) return false;
    return work.charge(4 * in.size()) && Stamper(in, m, out, work).stamp();
}

}  // namespace arcloom::fit

// native/value/order.cpp: canonical comparison; patches and objects compare by their bits
#include "order.hpp"

#include <algorithm>

#include "shape/order.hpp"

namespace arcloom {

namespace {

using shape::order_of_tuples;

int compare_int(int64_t a, int64_t b) { return shape::order(a, b); }

// nothing, numbers, tuples, sets, callables
int rank_of_kind(Value v) {
    if (v.is_nothing()) return 0;
    if (v.is_int()) return 1;
    if (is_tuple(v)) return 2;
    if (is_set(v)) return 3;
    return 4;
}

uint32_t tuple_size(Value v) { return v.is_heap() ? v.heap()->count : 2; }

// An element of a tuple that may itself be a row inside a grid.
struct Item {
    Value value;
    const GridData* grid = nullptr;  // where set: row `row` of it
    int32_t row = 0;
};

Item tuple_item(Value v, uint32_t k) {
    if (v.is_pair()) return {make_int(k == 0 ? v.pair_i() : v.pair_j())};
    if (v.is_cell()) return {k == 0 ? make_int(v.cell_colour()) : raw_pair(v.cell_place())};
    if (v.heap()->kind == Kind::Grid) return {nothing(), as_grid(v), static_cast<int32_t>(k)};
    if (v.heap()->kind == Kind::Row) return {make_int(as_row(v)->cells[k])};
    return {as_tuple(v)->items[k]};
}

uint32_t item_size(const Item& x) {
    return x.grid != nullptr ? static_cast<uint32_t>(x.grid->w) : tuple_size(x.value);
}

Item item_item(const Item& x, uint32_t k) {
    if (x.grid != nullptr) return {make_int(x.grid->at(x.row, static_cast<int32_t>(k)))};
    return tuple_item(x.value, k);
}

int compare_items(const Item& a, const Item& b) {
    if (a.grid == nullptr && b.grid == nullptr) return compare(a.value, b.value);
    const int ra = a.grid != nullptr ? 2 : rank_of_kind(a.value);
    const int rb = b.grid != nullptr ? 2 : rank_of_kind(b.value);
    if (ra != rb) return ra - rb;
    const uint32_t na = item_size(a), nb = item_size(b);
    return order_of_tuples(na, nb, [&](uint32_t k) { return compare_items(item_item(a, k), item_item(b, k)); });
}

int compare_tuples(Value a, Value b) {
    if ((a.is_pair() && b.is_pair()) || (a.is_cell() && b.is_cell())) return shape::order(a.bits, b.bits);
    if (is_kind(a, Kind::Tuple) && is_kind(b, Kind::Tuple)) {
        const Tuple *x = as_tuple(a), *y = as_tuple(b);
        return order_of_tuples(x->count, y->count, [&](uint32_t k) { return compare(x->items[k], y->items[k]); });
    }
    if (is_kind(a, Kind::Row) && is_kind(b, Kind::Row)) {
        const RowData *x = as_row(a), *y = as_row(b);
        return order_of_tuples(x->count, y->count, [&](uint32_t k) { return x->cells[k] - y->cells[k]; });
    }
    const uint32_t na = tuple_size(a), nb = tuple_size(b);
    return order_of_tuples(na, nb, [&](uint32_t k) { return compare_items(tuple_item(a, k), tuple_item(b, k)); });
}

// Walks the elements of any set in order.
class SetCursor {
  public:
    explicit SetCursor(Value v) : v_(v) {
        if (v.heap()->kind == Kind::Object) load(as_object(v)->planes[0].patch);
        if (v.heap()->kind == Kind::Patch) load(as_patch(v));
    }
    bool done() const { return seen_ == v_.heap()->count; }
    Value next() {
        const uint32_t k = seen_++;
        if (v_.heap()->kind == Kind::Set) return as_set(v_)->items[k];
        const Place p = next_place();
        if (v_.heap()->kind == Kind::Patch) return raw_pair(p);
        return raw_cell(as_object(v_)->planes[plane_].colour, p.i, p.j);
    }

  private:
    Value v_;
    uint32_t seen_ = 0, plane_ = 0;
    const Patch* patch_ = nullptr;
    int32_t y_ = 0, k_ = 0;
    uint64_t word_ = 0;

    void load(const Patch* p) {
        patch_ = p;
        y_ = k_ = 0;
        word_ = p->words[0];
    }
    bool advance() {
        if (++k_ == patch_->stride) {
            k_ = 0;
            if (++y_ == patch_->box.h) return false;
        }
        word_ = patch_->row(y_)[k_];
        return true;
    }
    Place next_place() {
        while (word_ == 0) {
            if (!advance()) load(as_object(v_)->planes[++plane_].patch);
        }
        const int32_t x = std::countr_zero(word_);
        word_ &= word_ - 1;
        return {patch_->box.top + y_, patch_->box.left + k_ * 64 + x};
    }
};

int compare_sets(Value a, Value b) {
    SetCursor x(a), y(b);
    while (!x.done() && !y.done()) {
        if (const int d = compare(x.next(), y.next())) return d;
    }
    return x.done() ? (y.done() ? 0 : -1) : 1;
}

// How many places, from the first on, two patches have in common.
uint32_t common_places(const Patch* a, const Patch* b) {
    SetCursor x(heap_value(a)), y(heap_value(b));
    uint32_t n = 0;
    while (!x.done() && !y.done() && x.next() == y.next()) ++n;
    return n;
}

enum class Prefix { Neither, First, Second };  // which patch is a proper prefix of the other, as a tuple

// Patches differ first where their bits do. `prefix` is only set where the result is not 0.
int compare_patches(const Patch* a, const Patch* b, Prefix& prefix) {
    prefix = Prefix::Neither;
    if (a == b) return 0;
    if (a->box.top != b->box.top) return compare_int(a->box.top, b->box.top);
    const int32_t left = std::min(a->box.left, b->box.left);
    const int32_t sa = a->box.left - left, sb = b->box.left - left;
    if (sa + a->box.w > 64 || sb + b->box.w > 64) {
        const int d = compare_sets(heap_value(a), heap_value(b));
        if (a->count != b->count && std::min(a->count, b->count) == common_places(a, b)) {
            prefix = a->count < b->count ? Prefix::First : Prefix::Second;
        }
        return d;
    }
    const int32_t common = std::min(a->box.h, b->box.h);
    for (int32_t y = 0; y < common; ++y) {
        const uint64_t ra = a->words[y] << sa, rb = b->words[y] << sb;
        if (ra == rb) continue;
        const uint64_t bit = (ra ^ rb) & -(ra ^ rb);
        const bool a_has = (ra & bit) != 0;
        // The other one is a proper prefix where nothing of it follows; then it is the lesser.
        const uint64_t other_rest = (a_has ? rb : ra) & ~(bit - 1);
        if (other_rest == 0 && y == (a_has ? b : a)->box.h - 1) {
            prefix = a_has ? Prefix::Second : Prefix::First;
            return shape::order_where_they_differ(a_has, false);
        }
        return shape::order_where_they_differ(a_has, true);
    }
    prefix = a->box.h < b->box.h ? Prefix::First : Prefix::Second;
    return compare_int(a->box.h, b->box.h);
}

int compare_objects(const Object* a, const Object* b) {
    for (uint32_t k = 0;; ++k) {
        if (k == a->nplanes || k == b->nplanes) return compare_int(a->nplanes, b->nplanes);
        const Plane &x = a->planes[k], &y = b->planes[k];
        if (x.colour != y.colour) return compare_int(x.colour, y.colour);
        Prefix prefix;
        const int d = compare_patches(x.patch, y.patch, prefix);
        if (d == 0) continue;
        // After the end of a prefix comes the next colour, which is greater, or nothing, which is less.
        if (prefix == Prefix::First) return k + 1 < a->nplanes ? 1 : -1;
        if (prefix == Prefix::Second) return k + 1 < b->nplanes ? -1 : 1;
        return d;
    }
}

uint64_t callable_rank(Value v) { return v.is_op() ? v.op() : (uint64_t{1} << 20) + as_func(v)->rank; }

}  // namespace

int compare(Value a, Value b) {
    if (a == b) return 0;
    if (a.is_int() && b.is_int()) return compare_int(a.as_int(), b.as_int());
    if (is_kind(a, Kind::Object) && is_kind(b, Kind::Object)) return compare_objects(as_object(a), as_object(b));
    const int ra = rank_of_kind(a), rb = rank_of_kind(b);
    if (ra != rb) return ra - rb;
    switch (ra) {
        case 2: return compare_tuples(a, b);
        case 3:
            if (a.heap()->kind == Kind::Patch && b.heap()->kind == Kind::Patch) {
                Prefix prefix;
                return compare_patches(as_patch(a), as_patch(b), prefix);
            }
            return compare_sets(a, b);
        case 4: return shape::order(callable_rank(a), callable_rank(b));
        default: return 0;
    }
}

namespace {
bool comparable_items(const Item& a, const Item& b, int& order);

bool comparable_tuples(const Item& a, const Item& b, int& order) {
    const uint32_t na = item_size(a), nb = item_size(b);
    bool do_compare = true;
    order = order_of_tuples(na, nb, [&](uint32_t k) {
        const Item x = item_item(a, k), y = item_item(b, k);
        const int d = compare_items(x, y);  // Python compares by == first, then orders
        if (d != 0) do_compare = comparable_items(x, y, order);
        return d != 0 && do_compare ? order : d;
    });
    return do_compare;
}

bool comparable_items(const Item& a, const Item& b, int& order) {
    const int ra = a.grid != nullptr ? 2 : rank_of_kind(a.value);
    const int rb = b.grid != nullptr ? 2 : rank_of_kind(b.value);
    if (ra != rb) return false;
    if (ra == 1) {
        order = compare_int(a.value.as_int(), b.value.as_int());
        return true;
    }
    return ra == 2 && comparable_tuples(a, b, order);
}
}  // namespace

bool comparable(Value a, Value b, int& order) {
    if (a.is_int() && b.is_int()) {
        order = compare_int(a.as_int(), b.as_int());
        return true;
    }
    return comparable_items({a}, {b}, order);
}

}  // namespace arcloom

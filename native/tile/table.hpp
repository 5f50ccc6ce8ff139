// native/tile/table.hpp: the kernels under their names, for any rows
#pragma once

// Palettes and lists are filled as far as they are counted. GCC does not follow that through the inlined rows.
#if !defined(__CUDACC_RTC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "kernels/combine.hpp"
#include "kernels/crops.hpp"
#include "kernels/geometry.hpp"
#include "kernels/lines.hpp"
#include "kernels/masks.hpp"
#include "kernels/morphology.hpp"
#include "kernels/parts.hpp"
#include "kernels/picks.hpp"
#include "kernels/recolour.hpp"
#include "kernels/selects.hpp"
#include "kernels/tiling.hpp"
#include "ops.hpp"

namespace arcloom::tile {

struct Range {
    int8_t low, high;
};
inline constexpr Range kColour{1, 9}, kSide{0, 3}, kDirection{0, 7}, kFactor{2, 4};
inline constexpr Range kProperty{0, kProperties - 1}, kLikeness{0, kLikenesses - 1};

template <class R>
struct Table {
    using T = TileOf<R>;
    using Op = OpOf<R>;
    using MapFn = bool (*)(const T&, int, T&);
    using CombineFn = bool (*)(const T&, const T&, T&);
    using SplitFn = int (*)(const T&, int, T*);
    using PickFn = bool (*)(const T*, int, int, T&);
    using SelectFn = int (*)(const T*, int, int, T*);

    static constexpr Op map(Name name, MapFn fn) {
        return {.name = name, .form = Form::Map, .args = 0, .low = 0, .high = 0, .map = fn};
    }
    static constexpr Op map(Name name, Range r, MapFn fn) {
        return {.name = name, .form = Form::Map, .args = 1, .low = r.low, .high = r.high, .map = fn};
    }
    static constexpr Op combine(Name name, CombineFn fn) {
        return {.name = name, .form = Form::Combine, .args = 0, .low = 0, .high = 0, .combine = fn};
    }
    static constexpr Op split(Name name, SplitFn fn) {
        return {.name = name, .form = Form::Split, .args = 0, .low = 0, .high = 0, .split = fn};
    }
    static constexpr Op split(Name name, Range r, SplitFn fn) {
        return {.name = name, .form = Form::Split, .args = 1, .low = r.low, .high = r.high, .split = fn};
    }
    static constexpr Op pick(Name name, PickFn fn) {
        return {.name = name, .form = Form::Pick, .args = 0, .low = 0, .high = 0, .pick = fn};
    }
    static constexpr Op pick(Name name, Range r, PickFn fn) {
        return {.name = name, .form = Form::Pick, .args = 1, .low = r.low, .high = r.high, .pick = fn};
    }
    static constexpr Op select(Name name, SelectFn fn) {
        return {.name = name, .form = Form::Select, .args = 0, .low = 0, .high = 0, .select = fn};
    }
    static constexpr Op select(Name name, Range r, SelectFn fn) {
        return {.name = name, .form = Form::Select, .args = 1, .low = r.low, .high = r.high, .select = fn};
    }

    static constexpr Op growing(Op op) {
        op.grows = true;
        return op;
    }

    static constexpr Op kOps[] = {
        // geometry
        map("hmirror", kernels::hmirror<R>),
        map("vmirror", kernels::vmirror<R>),
        map("dmirror", kernels::dmirror<R>),
        map("cmirror", kernels::cmirror<R>),
        map("rot90", kernels::rot90<R>),
        map("rot180", kernels::rot180<R>),
        map("rot270", kernels::rot270<R>),
        map("tophalf", kernels::tophalf<R>),
        map("bottomhalf", kernels::bottomhalf<R>),
        map("lefthalf", kernels::lefthalf<R>),
        map("righthalf", kernels::righthalf<R>),
        map("trim", kernels::trim<R>),
        growing(map("upscale", kFactor, kernels::upscale<R>)),
        growing(map("hupscale", kFactor, kernels::hupscale<R>)),
        growing(map("vupscale", kFactor, kernels::vupscale<R>)),
        map("downscale", kFactor, kernels::downscale<R>),
        map("box_mirror", {1, 7}, kernels::box_mirror<R>),
        map("to_corner", kernels::to_corner<R>),
        map("to_middle", kernels::to_middle<R>),
        map("nudge", kDirection, kernels::nudge<R>),
        map("roll", kSide, kernels::roll<R>),
        map("push", kSide, kernels::push<R>),
        // crops
        map("compress", kernels::compress<R>),
        map("crop_filled", kernels::crop_filled<R>),
        map("crop_colour", kColour, kernels::crop_colour<R>),
        map("squeeze", kernels::squeeze<R>),
        map("drop_empty", kernels::drop_empty<R>),
        map("shrink", kernels::shrink<R>),
        // recolour
        map("keep_colour", kColour, kernels::keep_colour<R>),
        map("drop_colour", kColour, kernels::drop_colour<R>),
        map("recolour", kColour, kernels::recolour<R>),
        map("negative", kColour, kernels::negative<R>),
        map("keep_common", {-1, 1}, kernels::keep_common<R>),
        map("to_common", kernels::to_common<R>),
        map("swap_pair", kernels::swap_pair<R>),
        map("set_ground", kernels::set_ground<R>),
        map("solid", kernels::solid<R>),
        map("flat", kernels::flat<R>),
        // masks
        map("hull", kColour, kernels::hull<R>),
        map("box_rest", kColour, kernels::box_rest<R>),
        map("box_frame", kColour, kernels::box_frame<R>),
        map("frame", kColour, kernels::frame<R>),
        growing(map("surround", kColour, kernels::surround<R>)),
        // morphology
        map("fill_holes", kColour, kernels::fill_holes<R>),
        map("holes", kColour, kernels::holes<R>),
        map("outside", kColour, kernels::outside<R>),
        map("outline", kernels::outline<R>),
        map("core", kernels::core<R>),
        map("halo", kColour, kernels::halo<R>),
        map("halo4", kColour, kernels::halo4<R>),
        map("grow", kernels::grow<R>),
        map("grow4", kernels::grow4<R>),
        map("spread", kernels::spread<R>),
        map("spread8", kernels::spread8<R>),
        map("drop_specks", kernels::drop_specks<R>),
        map("keep_specks", kernels::keep_specks<R>),
        // lines
        map("ray", {0, 14}, kernels::ray<R>),
        map("join", {0, 3}, kernels::join<R>),
        map("only_lines", kernels::only_lines<R>),
        map("drop_lines", kernels::drop_lines<R>),
        map("fall", kSide, kernels::fall<R>),
        map("order_lines", {0, 1}, kernels::order_lines<R>),
        // tiling
        map("mirror_over", {0, 6}, kernels::mirror_over<R>),
        growing(map("kaleido", {0, 6}, kernels::kaleido<R>)),
        growing(map("tiles", {0, 5}, kernels::tiles<R>)),
        growing(map("self_tile", kernels::self_tile<R>)),
        map("continue_tiling", kernels::continue_tiling<R>),
        // parts
        map("keep_largest", {0, 3}, kernels::keep_largest<R>),
        split("parts", {0, 3}, kernels::parts<R>),
        split("holes_apart", kernels::holes_apart<R>),
        split("colours_apart", kernels::colours_apart<R>),
        split("split_even", {0, 4}, kernels::split_even<R>),
        split("panels", kernels::panels<R>),
        split("lines_apart", {0, 1}, kernels::lines_apart<R>),
        // combine
        combine("overlay", kernels::overlay<R>),
        combine("mask_by", kernels::mask_by<R>),
        combine("mask_out", kernels::mask_out<R>),
        combine("crop_to", kernels::crop_to<R>),
        growing(combine("kron", kernels::kron<R>)),
        combine("agree", kernels::agree<R>),
        growing(combine("hconcat", kernels::hconcat<R>)),
        growing(combine("vconcat", kernels::vconcat<R>)),
        combine("repeat_to", kernels::repeat_to<R>),
        combine("paint_with", kernels::paint_with<R>),
        combine("flood_over", kernels::flood_over<R>),
        // picks
        pick("first", kernels::first<R>),
        pick("last", kernels::last<R>),
        pick("get_nth", {1, 5}, kernels::get_nth<R>),
        pick("pick_most", kProperty, kernels::pick_most<R>),
        pick("pick_least", kProperty, kernels::pick_least<R>),
        pick("pick_odd", kLikeness, kernels::pick_odd<R>),
        pick("pick_frequent", kernels::pick_frequent<R>),
        pick("pile", kernels::pile<R>),
        pick("pile_last", kernels::pile_last<R>),
        growing(pick("line_up", {0, 1}, kernels::line_up<R>)),
        pick("all_of", kColour, kernels::all_of<R>),
        pick("any_of", kColour, kernels::any_of<R>),
        pick("odd_of", kColour, kernels::odd_of<R>),
        pick("none_of", kColour, kernels::none_of<R>),
        pick("shared", kernels::shared<R>),
        growing(pick("tally", kColour, kernels::tally<R>)),
        // selects
        select("keep_most", kProperty, kernels::keep_most<R>),
        select("keep_least", kProperty, kernels::keep_least<R>),
        select("drop_most", kProperty, kernels::drop_most<R>),
        select("drop_least", kProperty, kernels::drop_least<R>),
        select("order_by", kProperty, kernels::order_by<R>),
        select("keep_repeated", kernels::keep_repeated<R>),
        select("keep_single", kernels::keep_single<R>),
        select("drop_at_edge", kernels::drop_at_edge<R>),
        select("keep_at_edge", kernels::keep_at_edge<R>),
        select("keep_symmetric", kernels::keep_symmetric<R>),
    };
};

}  // namespace arcloom::tile

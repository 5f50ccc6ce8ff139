// native/tile/table.hpp: the kernels under their names
#pragma once

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

namespace table {

using namespace kernels;

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
        map("hmirror", hmirror<R>),
        map("vmirror", vmirror<R>),
        map("dmirror", dmirror<R>),
        map("cmirror", cmirror<R>),
        map("rot90", rot90<R>),
        map("rot180", rot180<R>),
        map("rot270", rot270<R>),
        map("tophalf", tophalf<R>),
        map("bottomhalf", bottomhalf<R>),
        map("lefthalf", lefthalf<R>),
        map("righthalf", righthalf<R>),
        map("trim", trim<R>),
        growing(map("upscale", kFactor, upscale<R>)),
        growing(map("hupscale", kFactor, hupscale<R>)),
        growing(map("vupscale", kFactor, vupscale<R>)),
        map("downscale", kFactor, downscale<R>),
        map("box_mirror", {1, 7}, box_mirror<R>),
        map("to_corner", to_corner<R>),
        map("to_middle", to_middle<R>),
        map("nudge", kDirection, nudge<R>),
        map("roll", kSide, roll<R>),
        map("push", kSide, push<R>),
        // crops
        map("compress", compress<R>),
        map("crop_filled", crop_filled<R>),
        map("crop_colour", kColour, crop_colour<R>),
        map("squeeze", squeeze<R>),
        map("drop_empty", drop_empty<R>),
        map("shrink", shrink<R>),
        // recolour
        map("keep_colour", kColour, keep_colour<R>),
        map("drop_colour", kColour, drop_colour<R>),
        map("recolour", kColour, recolour<R>),
        map("negative", kColour, negative<R>),
        map("keep_common", {-1, 1}, keep_common<R>),
        map("to_common", to_common<R>),
        map("swap_pair", swap_pair<R>),
        map("set_ground", set_ground<R>),
        map("solid", solid<R>),
        map("flat", flat<R>),
        // masks
        map("hull", kColour, hull<R>),
        map("box_rest", kColour, box_rest<R>),
        map("box_frame", kColour, box_frame<R>),
        map("frame", kColour, frame<R>),
        growing(map("surround", kColour, surround<R>)),
        // morphology
        map("fill_holes", kColour, fill_holes<R>),
        map("holes", kColour, holes<R>),
        map("outside", kColour, outside<R>),
        map("outline", outline<R>),
        map("core", core<R>),
        map("halo", kColour, halo<R>),
        map("halo4", kColour, halo4<R>),
        map("grow", grow<R>),
        map("grow4", grow4<R>),
        map("spread", spread<R>),
        map("spread8", spread8<R>),
        map("drop_specks", drop_specks<R>),
        map("keep_specks", keep_specks<R>),
        // lines
        map("ray", {0, 14}, ray<R>),
        map("join", {0, 3}, join<R>),
        map("only_lines", only_lines<R>),
        map("drop_lines", drop_lines<R>),
        map("fall", kSide, fall<R>),
        map("order_lines", {0, 1}, order_lines<R>),
        // tiling
        map("mirror_over", {0, 6}, mirror_over<R>),
        growing(map("kaleido", {0, 6}, kaleido<R>)),
        growing(map("tiles", {0, 5}, tiles<R>)),
        growing(map("self_tile", self_tile<R>)),
        map("continue_tiling", continue_tiling<R>),
        // parts
        map("keep_largest", {0, 3}, keep_largest<R>),
        split("parts", {0, 3}, parts<R>),
        split("holes_apart", holes_apart<R>),
        split("colours_apart", colours_apart<R>),
        split("split_even", {0, 4}, split_even<R>),
        split("panels", panels<R>),
        split("lines_apart", {0, 1}, lines_apart<R>),
        // combine
        combine("overlay", overlay<R>),
        combine("mask_by", mask_by<R>),
        combine("mask_out", mask_out<R>),
        combine("crop_to", crop_to<R>),
        growing(combine("kron", kron<R>)),
        combine("agree", agree<R>),
        growing(combine("hconcat", hconcat<R>)),
        growing(combine("vconcat", vconcat<R>)),
        combine("repeat_to", repeat_to<R>),
        combine("paint_with", paint_with<R>),
        combine("flood_over", flood_over<R>),
        // picks
        pick("first", first<R>),
        pick("last", last<R>),
        pick("get_nth", {1, 5}, get_nth<R>),
        pick("pick_most", kProperty, pick_most<R>),
        pick("pick_least", kProperty, pick_least<R>),
        pick("pick_odd", kLikeness, pick_odd<R>),
        pick("pick_frequent", pick_frequent<R>),
        pick("pile", pile<R>),
        pick("pile_last", pile_last<R>),
        growing(pick("line_up", {0, 1}, line_up<R>)),
        pick("all_of", kColour, all_of<R>),
        pick("any_of", kColour, any_of<R>),
        pick("odd_of", kColour, odd_of<R>),
        pick("none_of", kColour, none_of<R>),
        pick("shared", shared<R>),
        pick("tally", kColour, tally<R>),
        // selects
        select("keep_most", kProperty, keep_most<R>),
        select("keep_least", kProperty, keep_least<R>),
        select("drop_most", kProperty, drop_most<R>),
        select("drop_least", kProperty, drop_least<R>),
        select("order_by", kProperty, order_by<R>),
        select("keep_repeated", keep_repeated<R>),
        select("keep_single", keep_single<R>),
        select("drop_at_edge", drop_at_edge<R>),
        select("keep_at_edge", keep_at_edge<R>),
        select("keep_symmetric", keep_symmetric<R>),
    };
};

}  // namespace table

static_assert(sizeof(table::Table<Rows32>::kOps) == kTileOps * sizeof(OpOf<Rows32>));

}  // namespace arcloom::tile

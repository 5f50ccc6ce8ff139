// native/bind/numbers.cpp: numbers of the core that Python uses too, by name: enums, and words of structures
//
// Python copies none of them by hand. Each `name_of` is a switch without a default, so a new enumerator that has no
// name here does not compile (-Werror=switch).
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "batt/dag.hpp"
#include "bind.hpp"
#include "enumerate/canvas.hpp"
#include "enumerate/enumerate.hpp"
#include "gpu/batt.hpp"
#include "gpu/look.hpp"

namespace arcloom {

namespace {

const char* name_of(Reason r) {
    switch (r) {
        case Reason::None: return "none";
        case Reason::Type: return "type";
        case Reason::Empty: return "empty";
        case Reason::Range: return "range";
        case Reason::Arity: return "arity";
        case Reason::Overflow: return "overflow";
        case Reason::Fuel: return "fuel";
        case Reason::Memory: return "memory";
        case Reason::User: return "user";
        case Reason::Input: return "input";
    }
    return nullptr;
}

const char* name_of(NodeKind k) {
    switch (k) {
        case NodeKind::Input: return "input";
        case NodeKind::Const: return "const";
        case NodeKind::OpValue: return "op_value";
        case NodeKind::Call: return "call";
        case NodeKind::CallValue: return "call_value";
        case NodeKind::Param: return "param";
        case NodeKind::Loop: return "loop";
    }
    return nullptr;
}

const char* name_of(MapKind k) {
    switch (k) {
        case MapKind::Order: return "order";
        case MapKind::Valmax: return "valmax";
        case MapKind::Valmin: return "valmin";
        case MapKind::Argmax: return "argmax";
        case MapKind::Argmin: return "argmin";
        case MapKind::Sfilter: return "sfilter";
        case MapKind::Mfilter: return "mfilter";
        case MapKind::Extract: return "extract";
        case MapKind::Apply: return "apply";
        case MapKind::Mapply: return "mapply";
        case MapKind::Papply: return "papply";
        case MapKind::Mpapply: return "mpapply";
        case MapKind::Prapply: return "prapply";
        case MapKind::GetRank: return "get_rank";
        case MapKind::InputOnly: return "input_only";
        case MapKind::OutputOnly: return "output_only";
        case MapKind::OnInputs: return "on_inputs";
        case MapKind::OnOutputs: return "on_outputs";
        case MapKind::Mprapply: return "mprapply";
        case MapKind::TwoGreatest: return "two_greatest";
        case MapKind::TwoLeast: return "two_least";
        case MapKind::OtherElement: return "other_element";
        case MapKind::OtherKey: return "other_key";
    }
    return nullptr;
}

const char* name_of(Mode m) {
    switch (m) {
        case Mode::Plain: return "plain";
        case Mode::WithInput: return "with_input";
        case Mode::OnInput: return "on_input";
        case Mode::Each: return "each";
        case Mode::EachOnInput: return "each_on_input";
    }
    return nullptr;
}

const char* name_of(FitKind k) {
    switch (k) {
        case FitKind::Exact: return "exact";
        case FitKind::Map: return "map";
        case FitKind::Stack: return "stack";
        case FitKind::Masked: return "masked";
        case FitKind::Near: return "near";
    }
    return nullptr;
}

const char* name_of(Role r) {
    switch (r) {
        case Role::Over: return "over";
        case Role::By: return "by";
        case Role::Out: return "out";
    }
    return nullptr;
}

const char* name_of(gpu::ops::Kind k) {
    switch (k) {
        case gpu::ops::kNumbers: return "numbers";
        case gpu::ops::kPlaces: return "places";
        case gpu::ops::kCells: return "cells";
        case gpu::ops::kPatches: return "patches";
        case gpu::ops::kObjects: return "objects";
        case gpu::ops::kGrids: return "grids";
        case gpu::ops::kRows: return "rows";
        case gpu::ops::kRowsOfPlaces: return "rows_of_places";
        case gpu::ops::kRowsOfCells: return "rows_of_cells";
    }
    return nullptr;
}

const char* name_of(gpu::Holds h) {
    switch (h) {
        case gpu::kNoBlocks: return "no_blocks";
        case gpu::kMask: return "mask";
        case gpu::kMaskAndPlanes: return "mask_and_planes";
        case gpu::kOnlyPlanes: return "only_planes";
        case gpu::kManyBlocks: return "many_blocks";
    }
    return nullptr;
}

const char* name_of(gpu::Cause c) {
    switch (c) {
        case gpu::kNothingGiven: return "() or nothing";
        case gpu::kNoReason: return "a failure without a reason";
        case gpu::kDoubtful: return "a failure that may not decide";
        case gpu::kTooWide: return "beyond 32x32";
        case gpu::kNoCells: return "a grid without cells";
        case gpu::kClashes: return "cells that clash";
        case gpu::kFarAway: return "a place far away";
        case gpu::kLarge: return "a large number";
        case gpu::kRagged: return "ragged rows";
        case gpu::kNoRoom: return "no room";
        case gpu::kLimit: return "fuel or time";
    }
    return nullptr;
}

const char* name_of(gpu::Way w) {
    switch (w) {
        case gpu::kEach: return "each";
        case gpu::kInStep: return "in_step";
        case gpu::kPairs: return "pairs";
        case gpu::kUntil: return "until";
        case gpu::kTimes: return "times";
    }
    return nullptr;
}

// The device's reasons are the core's; what bails out has a number that no reason has.
static_assert(static_cast<int>(gpu::kGood) == static_cast<int>(Reason::None));
static_assert(static_cast<int>(gpu::kKind) == static_cast<int>(Reason::Type));
static_assert(static_cast<int>(gpu::kEmpty) == static_cast<int>(Reason::Empty));
static_assert(static_cast<int>(gpu::kRange) == static_cast<int>(Reason::Range));
static_assert(static_cast<int>(gpu::kBailed) > static_cast<int>(Reason::Input));
// Ways to use an op are the same on a device.
static_assert(static_cast<int>(gpu::Mode::Plain) == static_cast<int>(Mode::Plain));
static_assert(static_cast<int>(gpu::Mode::WithInput) == static_cast<int>(Mode::WithInput));
static_assert(static_cast<int>(gpu::Mode::OnInput) == static_cast<int>(Mode::OnInput));
static_assert(static_cast<int>(gpu::Mode::Each) == static_cast<int>(Mode::Each));
static_assert(static_cast<int>(gpu::Mode::EachOnInput) == static_cast<int>(Mode::EachOnInput));

using NumbersByName = std::map<std::string, int>;

template <class E>
NumbersByName all_of() {
    NumbersByName out;
    for (int k = 0; k < 256; ++k)
        if (const char* name = name_of(static_cast<E>(k))) out[name] = k;
    return out;
}

std::map<std::string, NumbersByName> numbers() {
    return {
        {"reason", all_of<Reason>()},
        {"node_kind", all_of<NodeKind>()},
        {"loop_kind", all_of<MapKind>()},
        {"use_mode", all_of<Mode>()},
        {"fit_kind", all_of<FitKind>()},
        {"layer_role", all_of<Role>()},
        {"enumeration", {{"ahead", kAhead}, {"no_step", kNoStep}}},
        {"device_kind", all_of<gpu::ops::Kind>()},
        {"device_holds", all_of<gpu::Holds>()},
        {"device_way", all_of<gpu::Way>()},
        {"device_cause", all_of<gpu::Cause>()},
        {"device", {{"bailed", gpu::kBailed},
                    {"instruction_bits", gpu::kInstructionBits},
                    {"registers", gpu::kMostRegisters},
                    {"loops", gpu::kMostLoops},
                    {"by_lanes", gpu::kByLanes},
                    {"lane_registers", gpu::kMostLaneRegisters},
                    {"inputs", gpu::kMostInputs}}},
    };
}

// The words of a structure that Python fills in for kernels, in their order. Each field is one 64-bit word.
struct Field {
    const char* name;
    size_t at;
};

template <class T>
std::vector<std::string> words_of(std::initializer_list<Field> fields) {
    std::vector<std::string> names(sizeof(T) / 8);
    for (const Field& f : fields) names.at(f.at / 8) = f.name;
    for (const std::string& name : names)
        if (name.empty()) throw nb::value_error("a structure has a word without a name");
    return names;
}

#define FIELD(T, name) {#name, offsetof(T, name)}

std::map<std::string, std::vector<std::string>> structures() {
    using gpu::BattRun;
    using gpu::Look;
    using gpu::Step;
    return {
        {"batt_run",
         words_of<BattRun>({FIELD(BattRun, code), FIELD(BattRun, programs), FIELD(BattRun, constants),
                            FIELD(BattRun, inputs), FIELD(BattRun, expected), FIELD(BattRun, nprograms),
                            FIELD(BattRun, nsamples), FIELD(BattRun, matches), FIELD(BattRun, reasons),
                            FIELD(BattRun, hashes), FIELD(BattRun, works), FIELD(BattRun, blocks),
                            FIELD(BattRun, room), FIELD(BattRun, most_work), FIELD(BattRun, most_time),
                            FIELD(BattRun, next)})},
        {"step",
         words_of<Step>({FIELD(Step, given), FIELD(Step, tasks), FIELD(Step, actions), FIELD(Step, costs),
                         FIELD(Step, states.tiles), FIELD(Step, states.counts), FIELD(Step, states.last),
                         FIELD(Step, states.cost), FIELD(Step, pieces), FIELD(Step, npieces),
                         FIELD(Step, members), FIELD(Step, most_cost), FIELD(Step, latest), FIELD(Step, slots),
                         FIELD(Step, hashes), FIELD(Step, infos), FIELD(Step, made), FIELD(Step, made_counts)})},
        {"look",
         words_of<Look>({FIELD(Look, given), FIELD(Look, tasks), FIELD(Look, nstates), FIELD(Look, tiles),
                         FIELD(Look, task), FIELD(Look, hashes), FIELD(Look, partitions), FIELD(Look, right),
                         FIELD(Look, wrong), FIELD(Look, kinds)})},
    };
}

#undef FIELD

}  // namespace

void bind_numbers(nb::module_& m) {
    m.def("numbers", &numbers);
    m.def("structures", &structures);
}

}  // namespace arcloom

// native/bind/breed_records.cpp: jobs, children, residents and selections as classes of Python
#include "breed_records.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "breed/island.hpp"
#include "breed/scorers.hpp"

namespace arcloom {

void bind_breed_records(nb::module_& m) {
    m.attr("NODES_OF_A_LOSS") = kNodesOfALoss;
    nb::class_<BreedJob>(m, "BreedJob")
        .def(
            "__init__",
            [](BreedJob* self, uint32_t task, std::vector<uint32_t> hand, uint32_t children, uint64_t seed, uint32_t island,
               uint32_t generation, bool as_they_are, bool solved, uint32_t keep, bool all, uint32_t least_matched, int64_t least_score) {
                new (self) BreedJob{task, island, generation, std::move(hand), children, seed, as_they_are,
                                    solved, keep, all, least_matched, least_score};
            },
            nb::arg("task"), nb::arg("hand"), nb::kw_only(), nb::arg("children") = 0, nb::arg("seed") = 0,
            nb::arg("island") = 0, nb::arg("generation") = 0, nb::arg("as_they_are") = false, nb::arg("solved") = false,
            nb::arg("keep") = 32,
            nb::arg("all") = true, nb::arg("least_matched") = 0, nb::arg("least_score") = 0)
        .def_ro("task", &BreedJob::task)
        .def_ro("hand", &BreedJob::hand)
        .def_ro("island", &BreedJob::island)
        .def_ro("children", &BreedJob::children);
    nb::class_<BredChild>(m, "BredChild")
        .def_ro("job", &BredChild::job)
        .def_ro("number", &BredChild::number)
        .def_ro("text", &BredChild::text)
        .def_ro("matched", &BredChild::matched)
        .def_ro("score", &BredChild::score)
        .def_ro("fuel", &BredChild::fuel)
        .def_ro("nodes", &BredChild::nodes)
        .def_ro("behaviour", &BredChild::behaviour)
        .def_ro("fits", &BredChild::fits)
        .def_ro("answers", &BredChild::answers)
        .def_ro("identity", &BredChild::identity)
        .def_ro("parents", &BredChild::parents)
        .def_ro("cases", &BredChild::cases);
    nb::class_<Generation>(m, "Generation")
        .def_ro("children", &Generation::children)
        .def_ro("scored", &Generation::scored)
        .def_ro("known", &Generation::known)
        .def_ro("unchanged", &Generation::unchanged)
        .def_ro("tried", &Generation::tried)
        .def_ro("led", &Generation::led)
        .def_ro("times", &Generation::times);
    nb::class_<JudgeJob>(m, "JudgeJob")
        .def(
            "__init__",
            [](JudgeJob* self, uint32_t task, std::vector<uint32_t> programs, std::vector<uint32_t> matched) {
                new (self) JudgeJob{task, std::move(programs), std::move(matched)};
            },
            nb::arg("task"), nb::arg("programs"), nb::arg("matched"));
    nb::class_<Resident>(m, "Resident")
        .def(
            "__init__",
            [](Resident* self, std::string source, uint32_t born, uint32_t matched, int64_t score, int64_t fuel,
               uint64_t behaviour, uint64_t mask, std::vector<int16_t> cases, Line line) {
                new (self) Resident{std::move(source), born, matched, score, fuel, behaviour, mask, std::move(cases),
                                    std::move(line)};
            },
            nb::arg("source"), nb::arg("born"), nb::arg("matched"), nb::arg("score"), nb::arg("fuel"),
            nb::arg("behaviour"), nb::arg("mask"), nb::arg("cases"), nb::arg("line"))
        .def_ro("source", &Resident::source)
        .def_ro("born", &Resident::born)
        .def_ro("matched", &Resident::matched)
        .def_ro("score", &Resident::score)
        .def_ro("fuel", &Resident::fuel)
        .def_ro("behaviour", &Resident::behaviour)
        .def_ro("mask", &Resident::mask)
        .def_ro("cases", &Resident::cases)
        .def_ro("line", &Resident::line);
    nb::class_<Exhibit>(m, "Exhibit")
        .def_ro("number", &Exhibit::number)
        .def_ro("identity", &Exhibit::identity);
    nb::class_<Selection>(m, "Selection")
        .def(
            "__init__",
            [](Selection* self, uint32_t capacity, bool lexicase, bool elites, uint32_t patience) {
                if (capacity == 0) throw nb::value_error("an island has room for a program at least");
                new (self) Selection{capacity, lexicase, elites, patience};
            },
            nb::kw_only(), nb::arg("capacity"), nb::arg("lexicase"), nb::arg("elites"), nb::arg("patience"));
}

}  // namespace arcloom

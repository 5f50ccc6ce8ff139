// native/bind/canvas.cpp: canvases whose layers were found elsewhere
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "batt/parallel.hpp"
#include "enumerate/canvas.hpp"
#include "bind.hpp"
#include "search.hpp"
#include "tile_words.hpp"

namespace arcloom {

namespace {

std::vector<tile::FittedTile> from_words(TileWords words) {
    if (words.shape(1) != kTileWords) throw nb::value_error("no such tiles");
    std::vector<tile::FittedTile> out(words.shape(0));
    for (size_t k = 0; k < out.size(); ++k) read_words(words.data() + k * kTileWords, out[k]);
    return out;
}

// The canvases of several tasks.
class PyCanvases {
  public:
    explicit PyCanvases(const std::vector<TileWords>& outputs) {
        for (const TileWords& of_task : outputs) {
            canvases_.push_back(std::make_unique<Canvas>(from_words(of_task)));
            demos_.push_back(of_task.shape(0));
        }
    }
    PyCanvases(const PyCanvases&) = delete;
    PyCanvases& operator=(const PyCanvases&) = delete;

    // Layers in order of tasks, a task's in the order they were met: a tile a demo each. Their states are numbered from
    // `first` on. Threads share the tasks.
    void add(TileWords tiles, Numbers tasks, Numbers costs, uint32_t first, unsigned threads) {
        const std::vector<Part> parts = cut(tiles, tasks, costs);
        const nb::gil_scoped_release release;
        const auto make_worker = [&](const std::atomic<bool>&) { return Worker{*this, parts, tiles.data(), costs.data(), first}; };
        run_parallel(parts.size(), threads, make_worker, [] { return true; });
    }

    nb::list fits(size_t task, int most) {
        std::vector<Fit> found;
        {
            const nb::gil_scoped_release release;
            found = canvases_.at(task)->fits(most);
        }
        nb::list out;
        for (const Fit& f : found) out.append(fit_row(f));
        return out;
    }

  private:
    // A task's layers among those that are handed over together.
    struct Part {
        size_t task, first, count, first_tile;
    };
    struct Worker {
        PyCanvases& all;
        const std::vector<Part>& parts;
        const uint32_t* words;
        const int32_t* costs;
        uint32_t first;

        void run(size_t number) { all.take(parts[number], words, costs, first); }
    };
    std::vector<std::unique_ptr<Canvas>> canvases_;
    std::vector<size_t> demos_;

    std::vector<Part> cut(const TileWords& tiles, const Numbers& tasks, const Numbers& costs) const {
        std::vector<Part> parts;
        size_t tile = 0;
        for (size_t k = 0; k < tasks.size(); ++k) {
            const auto task = static_cast<size_t>(tasks.data()[k]);
            if (parts.empty() || parts.back().task != task) {
                if (task >= demos_.size() || (!parts.empty() && task < parts.back().task)) throw nb::value_error("tasks in order");
                parts.push_back({task, k, 0, tile});
            }
            ++parts.back().count;
            tile += demos_[task];
        }
        if (tiles.shape(1) != kTileWords || tiles.shape(0) != tile || costs.size() != tasks.size()) {
            throw nb::value_error("a layer has a cost, and a tile for every demo");
        }
        return parts;
    }
    void take(const Part& part, const uint32_t* words, const int32_t* costs, uint32_t first) {
        Canvas& canvas = *canvases_[part.task];
        const size_t demos = demos_[part.task];
        std::vector<tile::FittedTile> layer(demos);
        for (size_t k = 0; k < part.count; ++k) {
            const uint32_t* from = words + (part.first_tile + k * demos) * kTileWords;
            for (size_t d = 0; d < demos; ++d) read_words(from + d * kTileWords, layer[d]);
            if (!canvas.fits_size(layer.data(), 1) || !canvas.look(layer.data(), 1)) continue;
            const size_t at = part.first + k;
            canvas.keep(first + static_cast<uint32_t>(at), costs[at]);
        }
    }
};

}  // namespace

void bind_canvas(nb::module_& m) {
    nb::class_<PyCanvases>(m, "Canvases")
        .def(nb::init<const std::vector<TileWords>&>(), nb::arg("outputs"))
        .def("add", &PyCanvases::add, nb::arg("tiles"), nb::arg("tasks"), nb::arg("costs"), nb::arg("first"),
             nb::arg("threads"))
        .def("fits", &PyCanvases::fits, nb::arg("task"), nb::arg("most"));
}

}  // namespace arcloom

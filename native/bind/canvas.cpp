// native/bind/canvas.cpp: a canvas whose layers were found elsewhere; and a GPU's search, played by the CPU
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "../gpu/look.hpp"
#include "../search/canvas.hpp"
#include "bind.hpp"
#include "structure.hpp"
#include "tile_words.hpp"

namespace arcloom {

namespace {

std::vector<tile::FittedTile> to_tiles(TileWords words) {
    if (words.shape(1) != kTileWords) throw nb::value_error("no such tiles");
    std::vector<tile::FittedTile> out(words.shape(0));
    for (size_t k = 0; k < out.size(); ++k) read_words(words.data() + k * kTileWords, out[k]);
    return out;
}

class PyCanvas {
  public:
    explicit PyCanvas(TileWords outputs) : canvas_(to_tiles(outputs)), demos_(outputs.shape(0)) {}

    PyCanvas(const PyCanvas&) = delete;
    PyCanvas& operator=(const PyCanvas&) = delete;

    // Layers in the order they were met: a tile a demo each, the costs beside them. Their states are numbered from
    // `first` on.
    void add(TileWords tiles, Numbers costs, uint32_t first) {
        if (tiles.shape(1) != kTileWords || tiles.shape(0) != costs.size() * demos_) {
            throw nb::value_error("a layer has a tile for every demo");
        }
        const nb::gil_scoped_release release;
        std::vector<tile::FittedTile> layer(demos_);
        for (size_t k = 0; k < costs.size(); ++k) {
            const uint32_t* from = tiles.data() + k * demos_ * kTileWords;
            for (size_t d = 0; d < demos_; ++d) read_words(from + d * kTileWords, layer[d]);
            if (!canvas_.fits_size(layer.data(), 1) || !canvas_.look(layer.data(), 1)) continue;
            canvas_.keep(first + static_cast<uint32_t>(k), costs.data()[k]);
        }
    }

    nb::list fits(int most) {
        std::vector<Fit> found;
        {
            const nb::gil_scoped_release release;
            found = canvas_.fits(most);
        }
        nb::list out;
        for (const Fit& f : found) out.append(nb::make_tuple(static_cast<int>(f.kind), f.cost, f.table, f.states));
        return out;
    }

    size_t layers() const { return canvas_.layers(); }

  private:
    Canvas canvas_;
    size_t demos_;
};

void play_pieces(Words words) {
    const auto& step = structure<gpu::Step>(words);
    const nb::gil_scoped_release release;
    for (int64_t k = 0; k < step.npieces; ++k) gpu::play_piece(step, k);
}
void play_looks(Words words) {
    const auto& look = structure<gpu::Look>(words);
    const nb::gil_scoped_release release;
    for (int64_t k = 0; k < look.nstates; ++k) gpu::look_at(look, k);
}

}  // namespace

void bind_canvas(nb::module_& m) {
    nb::class_<PyCanvas>(m, "Canvas")
        .def(nb::init<TileWords>(), nb::arg("outputs"))
        .def("add", &PyCanvas::add, nb::arg("tiles"), nb::arg("costs"), nb::arg("first"))
        .def("fits", &PyCanvas::fits, nb::arg("most"))
        .def_prop_ro("layers", &PyCanvas::layers);
    m.def("play_pieces", &play_pieces, nb::arg("step"));
    m.def("play_looks", &play_looks, nb::arg("look"));
}

}  // namespace arcloom

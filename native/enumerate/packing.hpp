// native/enumerate/packing.hpp: tiles as hashes, and as words that take little room
#pragma once

#include <cstring>
#include <vector>

#include "tile/fitted.hpp"
#include "tile/sequence_hash.hpp"
#include "value/value.hpp"

namespace arcloom {

inline bool has_content(const tile::FittedTile& tile) {
    return tile::visit(tile, [](const auto& t) { return tile::any(tile::filled(t)); });
}
// Rows beyond the grid's are empty, so whole words may be read: of each plane in turn.
inline uint64_t hash_tile(uint64_t h, const tile::FittedTile& tile) {
    h = combine_hash(h, static_cast<uint64_t>(tile.h()) << 8 | static_cast<uint64_t>(tile.w()));
    return tile::visit(tile, [h](const auto& t) {
        constexpr size_t kRows = sizeof(uint64_t) / sizeof t.plane[0].row[0];
        const size_t words = (static_cast<size_t>(t.h) + kRows - 1) / kRows;
        return hash_sequence(h, tile::kPlanes * words, [&t](size_t k) {
            uint64_t word;
            std::memcpy(&word, t.plane[k % tile::kPlanes].row + k / tile::kPlanes * kRows, sizeof word);
            return word;
        });
    });
}

// A header, then for every plane that is not empty its h rows.
template <class R>
void pack_tile(const tile::TileOf<R>& t, std::vector<uint32_t>& out) {
    const size_t header = out.size();
    uint32_t planes = 0;
    out.push_back(0);
    for (int k = 0; k < tile::kPlanes; ++k) {
        if (!tile::any(t.plane[k])) continue;
        planes |= 1U << k;
        out.insert(out.end(), t.plane[k].row, t.plane[k].row + t.h);
    }
    out[header] = static_cast<uint32_t>(t.h) | static_cast<uint32_t>(t.w) << 8 | planes << 16;
}

template <class R>
const uint32_t* unpack_planes(const uint32_t* from, uint32_t header, int h, int w, tile::TileOf<R>& t) {
    t = tile::blank<R>(h, w);
    for (int k = 0; k < tile::kPlanes; ++k) {
        if (((header >> (16 + k)) & 1) == 0) continue;
        for (int i = 0; i < h; ++i) t.plane[k].row[i] = static_cast<typename R::Word>(*from++);
    }
    return from;
}
inline const uint32_t* unpack_tile(const uint32_t* from, tile::FittedTile& t) {
    const uint32_t header = *from++;
    const int h = static_cast<int>(header & 0xFF), w = static_cast<int>((header >> 8) & 0xFF);
    return tile::is_small(h, w) ? unpack_planes(from, header, h, w, t.small)
                                : unpack_planes(from, header, h, w, t.large);
}

}  // namespace arcloom

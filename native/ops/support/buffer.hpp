// native/ops/support/buffer.hpp: an array of a size known at run time, on the stack while it is small
#pragma once

#include <cstddef>
#include <memory>

namespace arcloom {

// Uninitialised. N is chosen so that a 30 x 30 grid needs no memory of its own.
template <class T, size_t N>
class Buffer {
  public:
    explicit Buffer(size_t n) {
        if (n > N) large_ = std::make_unique_for_overwrite<T[]>(n);
        data_ = n > N ? large_.get() : reinterpret_cast<T*>(small_);
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    T* data() { return data_; }
    T& operator[](size_t k) { return data_[k]; }
    const T& operator[](size_t k) const { return data_[k]; }

  private:
    T* data_;
    std::unique_ptr<T[]> large_;
    alignas(T) std::byte small_[N * sizeof(T)];  // not T[N]: nothing is to be set up
};

}  // namespace arcloom

// native/batt/node_list.hpp: the arguments of a call, on the stack as long as they are few
#pragma once

#include <algorithm>
#include <initializer_list>

#include "ids.hpp"

namespace arcloom {

class NodeList {
  public:
    NodeList() = default;
    NodeList(std::initializer_list<NodeId> ids) : NodeList(ids.begin(), ids.end()) {}
    NodeList(const NodeId* first, const NodeId* last) { append(first, last); }

    size_t size() const { return size_; }
    const NodeId* begin() const { return far_.empty() ? near_ : far_.data(); }
    const NodeId* end() const { return begin() + size_; }
    NodeId operator[](size_t k) const { return begin()[k]; }
    NodeId back() const { return begin()[size_ - 1]; }

    void push_back(NodeId id) {
        if (far_.empty() && size_ < kNear) {
            near_[size_++] = id;
            return;
        }
        if (far_.empty()) far_.assign(near_, near_ + size_);
        far_.push_back(id);
        ++size_;
    }
    void append(const NodeId* first, const NodeId* last) {
        for (; first != last; ++first) push_back(*first);
    }
    void replace_back(NodeId id) { (far_.empty() ? near_[size_ - 1] : far_.back()) = id; }

  private:
    static constexpr size_t kNear = 6;

    size_t size_ = 0;
    NodeId near_[kNear];
    std::vector<NodeId> far_;  // all of them, if they are more
};

}  // namespace arcloom

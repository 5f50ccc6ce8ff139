// native/learn/memo.hpp: what was found out about pictures lately, since families, first steps and left-out demos see the same ones
//
// It saves time and no fuel: who is told is charged what finding it out took, so results do not depend on what is remembered.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "picture.hpp"

namespace arcloom::fit {

inline void add_to_key(const Picture& p, std::string& key) {
    key += {static_cast<char>(p.h), static_cast<char>(p.w)};
    key.append(p.cells.begin(), p.cells.end());
}
// Of a number, such as a way to see the picture, and the picture.
inline std::string key_of(int number, const Picture& p) {
    std::string key{static_cast<char>(number)};
    add_to_key(p, key);
    return key;
}

// What keys lead to. For all threads; what was not asked for lately is forgotten.
template <class Found>
class Memo {
  public:
    struct Kept {
        Found found;
        int64_t work;
        size_t bytes;
    };
    std::shared_ptr<const Kept> find(const std::string& key) {
        const std::lock_guard lock(mutex_);
        if (const auto at = fresh_.find(key); at != fresh_.end()) return at->second;
        const auto at = old_.find(key);
        if (at == old_.end()) return nullptr;
        add(key, at->second);
        return at->second;
    }
    void keep(const std::string& key, Found found, int64_t work, size_t bytes) {
        auto kept = std::make_shared<const Kept>(std::move(found), work, bytes);
        const std::lock_guard lock(mutex_);
        add(key, std::move(kept));
    }

  private:
    static constexpr size_t kMostBytes = size_t{8} << 20;  // of either table
    using Table = std::unordered_map<std::string, std::shared_ptr<const Kept>>;
    std::mutex mutex_;
    Table fresh_, old_;  // when the fresh one is full it becomes the old one
    size_t bytes_ = 0;   // of the fresh one

    void add(const std::string& key, std::shared_ptr<const Kept> kept) {
        bytes_ += key.size() + kept->bytes;
        fresh_.insert_or_assign(key, std::move(kept));
        if (bytes_ <= kMostBytes) return;
        old_ = std::move(fresh_);
        fresh_.clear();
        bytes_ = 0;
    }
};

}  // namespace arcloom::fit

// native/learn/written.cpp: facts about the output's cells around a cell, and the orders in which they are known
#include "written.hpp"

#include <algorithm>

namespace arcloom::fit {

namespace {

constexpr int kReach = 3;
constexpr std::string_view kHow[kReach][2] = {{"written %", "the output's cell %"},
                                              {"second written %", "the output's second cell %"},
                                              {"third written %", "the output's third cell %"}};

std::string filled(std::string_view text, std::string_view with) {
    std::string out(text);
    return out.replace(out.find('%'), 1, with);
}

int distance_of(int fact) { return fact / 8 + 1; }
const Step& direction_of(int fact) { return kSteps[fact % 8]; }

// Where writing begins, and whether it goes along rows or along columns.
struct Order {
    bool from_below, from_right, by_columns;
    explicit Order(int number) : from_below((number & 1) != 0), from_right((number & 2) != 0), by_columns((number & 4) != 0) {}
};

}  // namespace

int written_fact_count() { return 8 * kReach; }

CellFact written_fact(int fact) { return {CellFactKind::Colour, static_cast<uint8_t>(distance_of(fact))}; }

std::vector<Row> written_rows(int first_place) {
    std::vector<Row> rows;
    for (int fact = 0; fact < written_fact_count(); ++fact) {
        const auto& [name, words] = kHow[fact / 8];
        const auto d = static_cast<size_t>(fact % 8);
        rows.push_back({first_place + fact, filled(name, kWhere[d]), filled(words, fact < 8 ? kWhereWords[d] : kTowards[d])});
    }
    return rows;
}

int written_cell(const Picture& out, int fact, int i, int j) {
    const Step& step = direction_of(fact);
    return out.get(i + distance_of(fact) * step.i, j + distance_of(fact) * step.j);
}

bool known_in(int number, int fact) {
    if (number == kRepeated) return distance_of(fact) == 1;
    const Order order(number);
    const Step& step = direction_of(fact);
    const int down = order.from_below ? -step.i : step.i, along = order.from_right ? -step.j : step.j;
    return order.by_columns ? along < 0 || (along == 0 && down < 0) : down < 0 || (down == 0 && along < 0);
}

int order_for(const std::vector<int>& facts) {
    for (int order = 0; order < kWritingOrders; ++order) {
        if (std::all_of(facts.begin(), facts.end(), [order](int f) { return known_in(order, f); })) return order;
    }
    return kRepeated;
}

std::vector<int> cells_in_order(int number, const Picture& p) {
    const Order order(number);
    std::vector<int> cells;
    for (int n = 0; n < p.size(); ++n) {
        int i = order.by_columns ? n % p.h : n / p.w, j = order.by_columns ? n / p.h : n % p.w;
        if (order.from_below) i = p.h - 1 - i;
        if (order.from_right) j = p.w - 1 - j;
        cells.push_back(i * p.w + j);
    }
    return cells;
}

}  // namespace arcloom::fit

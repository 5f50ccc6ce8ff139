// native/ops/registry.cpp: gathers the themes into one table, ordered by rank
#include "registry.hpp"

#include <cstdlib>
#include <unordered_map>

namespace arcloom {

namespace {

// Rank order of the named functions (docs/vocabulary.md), then the additions; the tile ops follow, then those on
// placed grids.
constexpr std::string_view kRank =
    "identity add subtract multiply divide invert even double halve flip equality contained combine "
    "intersection difference dedupe order repeat greater size merge maximum minimum valmax valmin argmax "
    "argmin mostcommon leastcommon initset both either increment decrement crement sign positive toivec "
    "tojvec sfilter mfilter extract totuple first last insert remove other interval astuple product pair "
    "branch compose chain matcher rbind lbind power fork apply rapply mapply papply mpapply prapply mostcolor "
    "leastcolor height width shape portrait colorcount colorfilter sizefilter asindices ofcolor ulcorner "
    "urcorner llcorner lrcorner crop toindices recolor shift normalize dneighbors ineighbors neighbors objects "
    "partition fgpartition uppermost lowermost leftmost rightmost square vline hline hmatching vmatching "
    "manhattan adjacent bordering centerofmass palette numcolors color toobject asobject rot90 rot180 rot270 "
    "hmirror vmirror dmirror cmirror fill paint underfill underpaint hupscale vupscale upscale downscale "
    "hconcat vconcat subgrid hsplit vsplit cellwise replace switch center position index canvas corners "
    "connect cover trim move tophalf bottomhalf lefthalf righthalf vfrontier hfrontier backdrop delta "
    "gravitate inbox outbox box shoot occurrences frontiers compress hperiod vperiod "
    "o_g mir_rot p_g get_nth difference_tuple get_rank get_common_rank get_color_rank c_iz c_zo a_mr "
    "learn_colours learn_pick learn_repair learn_tree learn_sizes learn_panels "
    "learn_summary learn_frame learn_draft apply_rule on_inputs on_outputs "
    "cell_map normal_form from_normal normal_demos "
    "learn_scene learn_part surroundings learn_each learn_finish learn_rounds";

struct Registry {
    std::vector<OpBody> bodies;
    std::unordered_map<std::string_view, uint32_t> numbers;

    Registry() {
        std::unordered_map<std::string_view, OpBody> found;
        for (const auto theme :
             {numbers_ops(), logic_ops(), containers_ops(), mapping_ops(), builders_ops(), measures_ops(),
              patches_ops(), relations_ops(), lines_ops(), reading_ops(), reshaping_ops(), painting_ops(),
              ranks_ops(), dihedral_ops(), fitted_ops(), layers_ops()}) {
            for (const OpBody& body : theme) found.emplace(body.name, body);
        }
        for (std::string_view rest = kRank; !rest.empty();) {
            const size_t end = std::min(rest.find(' '), rest.size());
            add(found, rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        // Some tile ops are forms of ops that have a body already; the others follow in their own order.
        for (const OpBody& body : tiles_ops()) {
            if (found.emplace(body.name, body).second) add(found, body.name);
        }
        for (const OpBody& body : placed_ops()) {
            found.emplace(body.name, body);
            add(found, body.name);
        }
    }

    void add(const std::unordered_map<std::string_view, OpBody>& found, std::string_view name) {
        const auto it = found.find(name);
        // A name without a body keeps its number; the conformance tests report it.
        const auto missing = [](Context&, const Value*) { return undefined(Reason::Type); };
        numbers.emplace(name, static_cast<uint32_t>(bodies.size()));
        bodies.push_back(it != found.end() ? it->second : OpBody{name, 0, missing});
    }
};

const Registry& registry() {
    static const Registry r;
    return r;
}

}  // namespace

uint32_t op_count() { return static_cast<uint32_t>(registry().bodies.size()); }
const OpBody& op_body(OpId op) { return registry().bodies[number_of(op)]; }

OpId op_number(std::string_view name) {
    const auto it = registry().numbers.find(name);
    return it == registry().numbers.end() ? kNoOpId : OpId{it->second};
}

const OpBody* find_op(std::string_view name) {
    const OpId n = op_number(name);
    return n == kNoOpId ? nullptr : &op_body(n);
}

const OpTraits& op_traits(OpId op) {
    static constexpr OpTraits kNone{};
    const std::vector<OpBody>& bodies = registry().bodies;
    return number_of(op) < bodies.size() ? bodies[number_of(op)].traits : kNone;
}

const KnownOps& known_ops() {
    static const KnownOps k{
        .compose = op_number("compose"),
        .chain = op_number("chain"),
        .matcher = op_number("matcher"),
        .rbind = op_number("rbind"),
        .lbind = op_number("lbind"),
        .power = op_number("power"),
        .fork = op_number("fork"),
        .equality = op_number("equality"),
        .branch = op_number("branch"),
        .identity = op_number("identity"),
        .first = op_number("first"),
        .last = op_number("last"),
        .astuple = op_number("astuple"),
        .product = op_number("product"),
        .merge = op_number("merge"),
        .remove = op_number("remove"),
        .combine = op_number("combine"),
        .connect = op_number("connect"),
        .initset = op_number("initset"),
        .manhattan = op_number("manhattan"),
        .color = op_number("color"),
        .c_iz = op_number("c_iz"),
        .c_zo = op_number("c_zo"),
        .p_g = op_number("p_g"),
        .get_nth = op_number("get_nth"),
        .get_color_rank = op_number("get_color_rank"),
        .a_mr = op_number("a_mr"),
        .apply_rule = op_number("apply_rule"),
        .on_inputs = op_number("on_inputs"),
    };
    return k;
}

}  // namespace arcloom

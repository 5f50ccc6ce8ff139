// native/batt/compile.cpp: loops' bodies as instructions, split by what they depend on
#include <algorithm>

#include "ops/measures.hpp"
#include "ops/relations.hpp"
#include "code.hpp"

namespace arcloom {

namespace {

constexpr int64_t kCallFuel = 8, kScalarFuel = 3;

}  // namespace

class LoopCodes::Compiler {
  public:
    explicit Compiler(LoopCodes& codes) : Compiler(codes, codes.dag_) {}

    void compile(const Loop& l, LoopCode& code) {
        if (l.body.empty() && l.params[0] == l.params[1]) return;  // OtherElement, OtherKey
        compile_pairs(l.body);
        for (const Test& t : l.tests) compile_pairs(t.body);
        compile_body(l, code);
    }

  private:
    // A set of nodes that is cleared in no time: loops are many, and the dag is large.
    class Marks {
      public:
        explicit Marks(size_t nodes) : at_(nodes, 0) {}
        void clear() { ++now_; }
        bool insert(NodeId id) { return std::exchange(at_[id], now_) != now_; }  // whether it is new
        bool contains(NodeId id) const { return at_[id] == now_; }

      private:
        Table<NodeId, uint32_t> at_;
        uint32_t now_ = 1;
    };

    LoopCodes& codes_;
    const Dag& dag_;
    Marks needed_, hoisted_;        // by the loop at hand; its columns and rows
    Marks in_lanes_;                // nodes that have a value a lane, in the section at hand
    Table<NodeId, LaneArg> lane_of_;  // where that is
    // By node, in the section at hand: how often it is an argument, how often a stroke, and the instruction that makes it.
    // The first two are all 0 in between.
    Table<NodeId, uint32_t> uses_, drawn_;
    Table<NodeId, size_t> made_at_;

    Compiler(LoopCodes& codes, const Dag& dag)
        : codes_(codes), dag_(dag), needed_(dag.nodes.size()), hoisted_(dag.nodes.size()), in_lanes_(dag.nodes.size()),
          lane_of_(dag.nodes.size()), uses_(dag.nodes.size(), 0), drawn_(dag.nodes.size(), 0),
          made_at_(dag.nodes.size(), 0) {}

    // The loops of a body that may be run over a pair, before the loop that has to know whether they can.
    void compile_pairs(const std::vector<NodeId>& body) {
        for (const NodeId id : body) {
            if (may_take_pair(dag_.nodes[id])) codes_[dag_.nodes[id].loop()];
        }
    }

    void compile_body(const Loop& l, LoopCode& code) {
        code.inner = code.outer = l.params[0];
        if (l.product) {
            code.inner = l.params[1];
        } else if (l.kind == MapKind::Prapply || l.kind == MapKind::Mprapply) {
            code.outer = l.params[1];
        }
        code.rest.root = l.root;
        code.tests.resize(l.tests.size());
        for (size_t k = 0; k < l.tests.size(); ++k) code.tests[k].root = l.tests[k].root;
        find_needed(l);
        hoisted_.clear();
        // In the order in which they run: tests of elements, the image, tests of images.
        for (size_t k = 0; k < l.tests.size(); ++k) {
            if (!l.tests[k].of_image) distribute(l, l.tests[k].body, code, code.tests[k]);
        }
        distribute(l, l.body, code, code.rest);
        for (size_t k = 0; k < l.tests.size(); ++k) {
            if (l.tests[k].of_image) distribute(l, l.tests[k].body, code, code.tests[k]);
        }
        code.all.root = l.root;
        find_column_nodes(code);
        find_transient(l, code);
        finish(code.all, code, code.inner, false);
        finish(code.rest, code, code.inner, true);
        if (l.kind == MapKind::Mapply || l.kind == MapKind::Mprapply) {
            for (Section* s : {&code.all, &code.rest}) s->drawing = drawing_of(*s);
        }
        for (size_t k = 0; k < l.tests.size(); ++k) {
            finish(code.tests[k], code, l.tests[k].of_image ? l.root : code.inner, !l.tests[k].of_image);
        }
        const std::vector<Instruction>& rest = code.rest.code;
        code.connects = rest.size() == 1 && rest[0].code == Code::Connect && rest[0].node == l.root &&
                         dag_.nodes[rest[0].args[0]].kind == NodeKind::Param &&
                         dag_.nodes[rest[0].args[1]].kind == NodeKind::Param;
        code.by_colour = l.kind == MapKind::Sfilter && l.tests.empty() && code.inner == code.outer &&
                         takes_colour_alone(code.all, code.inner);
        code.columns.fuel = fuel_of(code.columns.code);
        code.rows.fuel = fuel_of(code.rows.code);
    }

    // Whether the section runs in lanes, and looks at `first` of the parameter only.
    bool takes_colour_alone(const Section& s, NodeId param) const {
        const auto well = [&](const Instruction& in) {
            bool takes = false;
            each_arg(in, [&](NodeId id) { takes |= id == param; });
            return !takes || in.code == Code::First;
        };
        return s.in_lanes && s.root != param && std::all_of(s.code.begin(), s.code.end(), well);
    }

    // The nodes that some instruction, test or result takes.
    void find_needed(const Loop& l) {
        needed_.clear();
        needed_.insert(l.root);
        const auto add = [this](const std::vector<NodeId>& body) {
            for (const NodeId id : body) {
                const Node& n = dag_.nodes[id];
                if (const Folded f = folded(n); f.code != Code::Call) {
                    for (uint32_t k = 0; k < f.nargs; ++k) needed_.insert(f.args[k]);
                } else {
                    dag_.each_dep(n, [this](NodeId d) { needed_.insert(d); });
                }
            }
        };
        add(l.body);
        for (const Test& t : l.tests) {
            needed_.insert(t.root);
            add(t.body);
        }
    }

    bool is_call(NodeId id, OpId op) const { return dag_.nodes[id].calls(op); }

    // Two ops that are one instruction: what comes between them need not be made. Code::Call where there is none.
    struct Folded {
        Code code;
        OpFn fn;
        uint32_t nargs;
        NodeId args[2];
    };
    Folded folded(const Node& n) const {
        const KnownOps& known = known_ops();
        const auto inner = [&](uint32_t k) { return dag_.args_of(n)[k]; };
        const auto inside = [&](uint32_t k) { return dag_.args_of(dag_.nodes[inner(k)])[0]; };
        if (n.calls(known.manhattan) && is_call(inner(0), known.initset) && is_call(inner(1), known.initset)) {
            return {Code::Distance, manhattan_of_singles, 2, {inside(0), inside(1)}};
        }
        if (n.calls(known.color) && is_call(inner(0), known.astuple)) {
            return {Code::ColorOfPair, measures::color_of_pair, 1, {inside(0), {}}};
        }
        return {Code::Call, nullptr, 0, {}};
    }

    // Whether the node cannot fail, so that where no one needs it, it need not be run.
    bool safe(NodeId id) const {
        return dag_.nodes[id].kind == NodeKind::Call && op_traits(dag_.nodes[id].op()).total;
    }

    void distribute(const Loop& l, const std::vector<NodeId>& body, LoopCode& code, Section& rest) {
        const uint32_t inner = dag_.nodes[code.inner].params, outer = dag_.nodes[code.outer].params;
        for (const NodeId id : body) {
            if (safe(id) && !needed_.contains(id)) continue;
            const Instruction in = instruction(id);
            const uint32_t params = dag_.nodes[id].params;
            const bool single = inner == outer;
            code.all.code.push_back(in);
            if (params == inner && (!single || l.tests.empty())) {
                if (hoisted_.insert(id)) code.columns.code.push_back(in);
            } else if (!single && (params & inner) == 0) {
                if (hoisted_.insert(id)) code.rows.code.push_back(in);
            } else {
                rest.code.push_back(in);
            }
        }
    }

    Instruction instruction(NodeId id) {
        const Node& n = dag_.nodes[id];
        Instruction in{nullptr, id, {}, 0, Code::Evaluate, false};
        if (const Folded f = folded(n); f.code != Code::Call) {
            in.fn = f.fn;
            in.code = f.code;
            for (uint32_t k = 0; k < f.nargs; ++k) in.args[k] = f.args[k];
        } else if (n.kind == NodeKind::Call && n.nargs <= 4 && n.fn != nullptr) {
            in.fn = n.fn;
            in.code = op_traits(n.op()).code;
            for (uint32_t k = 0; k < n.nargs; ++k) in.args[k] = dag_.args_of(n)[k];
        } else if (is_other(n)) {
            const Loop& l = dag_.loops[n.loop()];
            in.code = l.kind == MapKind::OtherKey ? Code::OtherKey : Code::OtherElement;
            in.args[0] = l.root;
            in.args[1] = dag_.args_of(n)[0];
        } else if (over_pair(n)) {
            in.code = Code::OverPair;
            in.extra = number_of(n.loop());
            in.args[0] = dag_.args_of(n)[0];
        } else if (dag_.worth_remembering(id)) {
            const std::vector<NodeId> deps = dag_.varying_deps(id);
            if (deps.size() > kMaxMemoKeys) return in;
            MemoKeys keys{static_cast<uint32_t>(deps.size()), {}};
            std::copy(deps.begin(), deps.end(), keys.nodes);
            in.code = Code::Remembered;
            in.extra = static_cast<uint32_t>(codes_.memo_keys_.size());
            codes_.memo_keys_.push_back(keys);
        }
        return in;
    }

    bool is_other(const Node& n) const {
        if (n.kind != NodeKind::Loop) return false;
        return dag_.loops[n.loop()].kind == MapKind::OtherElement || dag_.loops[n.loop()].kind == MapKind::OtherKey;
    }

    bool may_take_pair(const Node& n) const {
        if (n.kind != NodeKind::Loop) return false;
        const Loop& l = dag_.loops[n.loop()];
        return l.kind == MapKind::Apply && !l.power && !l.product && l.tests.empty();
    }
    bool over_pair(const Node& n) const { return may_take_pair(n) && codes_.loops_[n.loop()]->all.in_lanes; }

    void find_column_nodes(LoopCode& code) {
        needed_.clear();
        needed_.insert(code.rest.root);
        const auto add = [this](const Section& s) {
            for (const Instruction& in : s.code) each_arg(in, [this](NodeId id) { needed_.insert(id); });
        };
        add(code.rest);
        for (const Section& s : code.tests) {
            needed_.insert(s.root);
            add(s);
        }
        for (const Instruction& in : code.columns.code) {
            if (needed_.contains(in.node)) code.column_nodes.push_back(in.node);
        }
    }

    // Whether the instruction is just its node's op.
    static bool is_plain(const Instruction& in) {
        return in.fn != nullptr && in.code != Code::Distance && in.code != Code::ColorOfPair;
    }

    bool may_be_transient(const Instruction& in) const {
        return is_plain(in) && op_traits(dag_.nodes[in.node].op()).transient;
    }

    // Marks what is made only to be read within the body.
    void find_transient(const Loop& l, LoopCode& code) {
        Marks& kept = needed_;
        kept.clear();
        for (const NodeId id : code.column_nodes) kept.insert(id);
        // What a fused loop unites it only reads.
        const bool unites = l.kind == MapKind::Mapply || l.kind == MapKind::Mprapply;
        if (l.tests.empty() || !unites) kept.insert(code.rest.root);
        std::vector<Section*> sections{&code.columns, &code.rows, &code.rest};
        for (Section& s : code.tests) {
            sections.push_back(&s);
            kept.insert(s.root);
        }
        for (const Section* s : sections) {
            for (const Instruction& in : s->code) {
                const bool call = is_plain(in);
                const OpTraits traits = call ? op_traits(dag_.nodes[in.node].op()) : OpTraits{};
                uint32_t k = 0;
                each_arg(in, [&](NodeId id) {
                    if (!(k++ == 0 ? traits.reads_first : traits.reads_others)) kept.insert(id);
                });
            }
        }
        sections.push_back(&code.all);
        for (Section* s : sections) {
            for (Instruction& in : s->code) {
                in.transient = !kept.contains(in.node) && may_be_transient(in);
            }
        }
    }

    // The section's value in strokes: what `combine` and `recolor` put together at its end, and the lines and moved
    // patches among that, need not be made.
    Drawing drawing_of(const Section& s) {
        if (s.code.empty() || s.code.back().node != s.root) return {};
        std::vector<bool> drawn(s.code.size(), false);
        Drawing out;
        for (size_t k = 0; k < s.code.size(); ++k) {
            made_at_[s.code[k].node] = k;
            each_arg(s.code[k], [this](NodeId id) { ++uses_[id]; });
        }
        add_strokes(s, drawn, out.strokes);
        for (const Instruction& in : s.code) each_arg(in, [this](NodeId id) { uses_[id] = 0; });
        for (size_t k = 0; k < s.code.size(); ++k) (drawn[k] ? out.drawn : out.before).push_back(s.code[k]);
        let_pass(out);
        if (out.drawn.empty() && !out.passes) return {};
        out.first = std::is_sorted(drawn.begin(), drawn.end());
        out.before_fuel = fuel_of(out.before);
        out.drawn_fuel = fuel_of(out.drawn);
        return out;
    }

    // What goes into the union as it is, and nowhere else, is only read.
    void let_pass(Drawing& d) {
        const auto count = [&](uint32_t one) {
            for (const Stroke& s : d.strokes) {
                (s.code == Code::Call ? drawn_ : uses_)[s.args[0]] = one;
                if (s.code != Code::Call) uses_[s.args[1]] = one;
            }
            for (const Instruction& in : d.before) each_arg(in, [&](NodeId id) { uses_[id] = one; });
        };
        count(1);
        for (Instruction& in : d.before) {
            if (drawn_[in.node] == 0 || uses_[in.node] > 0 || !may_be_transient(in)) continue;
            in.transient = d.passes = true;
        }
        count(0);
    }

    // The strokes of the section's value, from left to right.
    void add_strokes(const Section& s, std::vector<bool>& drawn, std::vector<Stroke>& out) const {
        struct Part {
            size_t at;   // the instruction that makes it, or the end: it goes in as it is
            Stroke like; // what it is under, and its node
        };
        std::vector<Part> open{{s.code.size() - 1, {Code::Call, {s.root, {}}, {}, false, false}}};
        const auto within = [&](NodeId node, Stroke like) {
            like.args[0] = node;
            open.push_back({only_use(s, node), like});
        };
        while (!open.empty()) {
            const size_t at = open.back().at;
            Stroke like = open.back().like;
            open.pop_back();
            if (at == s.code.size()) {
                out.push_back(like);
                continue;
            }
            const Instruction& in = s.code[at];
            drawn[at] = true;
            if (is_plain(in) && is_call(in.node, known_ops().combine)) {
                like.places = like.recoloured;
                within(in.args[1], like);
                within(in.args[0], like);
            } else if (in.code == Code::Recolor && !like.recoloured) {
                like.recoloured = true;
                like.colour = in.args[0];
                within(in.args[1], like);
            } else if (in.code == Code::Shift || in.code == Code::Shoot || in.code == Code::Connect) {
                out.push_back({in.code, {in.args[0], in.args[1]}, like.colour, like.recoloured, like.places});
            } else {
                drawn[at] = false;
                out.push_back(like);
            }
        }
    }

    // Where the section makes the node's value, if one argument of one instruction is all that takes it; else the end.
    size_t only_use(const Section& s, NodeId node) const {
        const size_t at = made_at_[node];
        return uses_[node] == 1 && at < s.code.size() && s.code[at].node == node ? at : s.code.size();
    }

    template <class F>
    void each_arg(const Instruction& in, F&& f) const {
        if (in.code == Code::Distance || in.code == Code::ColorOfPair) {
            f(in.args[0]);
            if (in.code == Code::Distance) f(in.args[1]);
            return;
        }
        dag_.each_dep(dag_.nodes[in.node], f);
    }

    static int64_t fuel_of(const std::vector<Instruction>& code) {
        int64_t fuel = 0;
        for (const Instruction& in : code) fuel += in.code < Code::OtherElement ? kCallFuel : kScalarFuel;
        return fuel;
    }

    // Fuel, the columns it needs, and whether and how it runs in lanes, of which each has its own `element`.
    void finish(Section& s, const LoopCode& code, NodeId element, bool with_columns) {
        s.fuel = fuel_of(s.code);
        needed_.clear();
        needed_.insert(s.root);
        for (const Instruction& in : s.code) each_arg(in, [this](NodeId id) { needed_.insert(id); });
        in_lanes_.clear();
        const auto lane = [this](NodeId id, LaneArg where) {
            in_lanes_.insert(id);
            lane_of_[id] = where;
        };
        lane(element, {LaneArg::From::Element, 0});
        for (uint32_t k = 0; with_columns && k < code.column_nodes.size(); ++k) {
            if (needed_.contains(code.column_nodes[k])) s.columns.push_back(k);
            lane(code.column_nodes[k], {LaneArg::From::Column, k});
        }
        for (uint32_t k = 0; k < s.code.size(); ++k) lane(s.code[k].node, {LaneArg::From::Lane, k});
        s.in_lanes = std::all_of(s.code.begin(), s.code.end(), [&](const Instruction& in) { return in_lanes(in); });
        if (!s.in_lanes) return;
        for (const Instruction& in : s.code) {
            s.lane_args.push_back({lane_arg(in.args[0]), lane_arg(in.args[1]), lane_arg(in.args[2]), lane_arg(in.args[3])});
        }
        s.lane_root = lane_arg(s.root);
    }

    bool in_lanes(const Instruction& in) const {
        if (in.code == Code::Call || in.code == Code::Shift || in.code == Code::Shoot) return in.transient;
        if (in.code == Code::Evaluate || in.code == Code::Remembered) return false;
        if (in.code != Code::OverPair) return true;
        // What the inner body takes from outside is one value for all lanes.
        const std::vector<NodeId>& captured = dag_.loops[LoopId{in.extra}].captured;
        return std::none_of(captured.begin(), captured.end(), [&](NodeId id) { return in_lanes_.contains(id); });
    }

    LaneArg lane_arg(NodeId id) const {
        return in_lanes_.contains(id) ? lane_of_[id] : LaneArg{LaneArg::From::Value, number_of(id)};
    }
};

LoopCodes::LoopCodes(const Dag& dag) : dag_(dag), loops_(dag.loops.size()) {}
LoopCodes::~LoopCodes() = default;

LoopCode& LoopCodes::compile(LoopId id) {
    if (compiler_ == nullptr) compiler_ = std::make_unique<Compiler>(*this);
    loops_[id] = std::make_unique<LoopCode>();
    compiler_->compile(dag_.loops[id], *loops_[id]);
    return *loops_[id];
}

}  // namespace arcloom

// native/bind/batt.cpp: the dag and its runs, seen from Python
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "batt/run.hpp"
#include "bind.hpp"
#include "grids.hpp"
#include "tile_words.hpp"

namespace arcloom {

namespace {

template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Samples for runs, with what they point to. A run keeps those that it began with.
struct Gathered {
    GridStore store;
    std::vector<std::shared_ptr<const TaskGrids>> known;
    std::vector<TaskIn> tasks;
    size_t columns = 0;
};

// Held by whoever reads a dag, also without the GIL: nothing is added to it meanwhile.
using InUse = std::shared_ptr<const int>;

// A run under way, with the arrays that it fills in. Begun, it takes parts until `end`; `stop` ends it in any state. A
// call in the wrong state is a RuntimeError.
class PyRun {
  public:
    PyRun(const Dag& dag, InUse in_use, std::shared_ptr<const Gathered> gathered, const Limits& limits, unsigned threads,
          Matrix<uint8_t> matches, Matrix<uint8_t> reasons, Matrix<int64_t> fuel, Matrix<uint64_t> hashes)
        : shape_{dag.outputs.size(), gathered->columns}, in_use_(std::move(in_use)), gathered_(std::move(gathered)),
          samples_(samples_of(gathered_->tasks)), matches_(matches), reasons_(reasons), fuel_(fuel), hashes_(hashes),
          run_(std::in_place, dag, gathered_->tasks, limits, threads, &host_,
               RunResults{shape_[1], matches.data(), reasons.data(), fuel.data(), hashes.data()}) {
        check(matches.shape(0), matches.shape(1));
        check(reasons.shape(0), reasons.shape(1));
        check(fuel.shape(0), fuel.shape(1));
        check(hashes.shape(0), hashes.shape(1));
    }
    ~PyRun() { release(); }

    // Ends what is still at work.
    void stop() {
        if (inside_ > 0) throw std::runtime_error("another thread waits for the run; stop it there");
        release();
    }

    // Some inputs and expected outputs as tiles; what is unknown, or no tile, has no rows.
    void tiles(Places columns, Matrix<uint32_t> inputs, Matrix<uint32_t> expected) {
        if (inputs.shape(0) != columns.size() || expected.shape(0) != columns.size() || inputs.shape(1) != kTileWords ||
            expected.shape(1) != kTileWords) {
            throw nb::value_error("an array of another shape");
        }
        const std::vector<size_t> places = to_places<size_t>(columns, shape_[1]);
        const Inside inside(*this);
        run_->spread(places.size(), [&](size_t k) {
            const SampleIn& s = *samples_[places[k]];
            write_words(s.input, inputs.data() + k * kTileWords);
            write_words(s.expected, expected.data() + k * kTileWords);
        });
    }
    // How long each column may take, in relation to the others.
    void weights(nb::ndarray<int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> out) {
        if (out.size() != samples_.size()) throw nb::value_error("an array of another shape");
        const Inside inside(*this);
        run_->spread(samples_.size(),
                     [&](size_t k) { out.data()[k] = static_cast<int64_t>(weight_of(samples_[k]->input)); });
    }

    // Some columns, each once, and of them all rows or some.
    void add(bool match, Places columns, const std::optional<Places>& rows) {
        Wanted wanted{to_places<size_t>(columns, shape_[1]), {}, match};
        std::sort(wanted.columns.begin(), wanted.columns.end());
        if (rows) wanted.outputs = to_places<uint32_t>(*rows, shape_[0]);
        std::sort(wanted.outputs.begin(), wanted.outputs.end());
        const Inside inside(*this);
        run_->add(std::move(wanted));
    }

    // What came of rows x columns elsewhere; what is left of it is run.
    void finish(Places rows, Places columns, Matrix<const uint8_t> matches, Matrix<const uint8_t> reasons,
                Matrix<const uint64_t> hashes, Matrix<const uint8_t> left) {
        const auto fits = [&](const auto& a) { return a.shape(0) == rows.size() && a.shape(1) == columns.size(); };
        if (!fits(matches) || !fits(reasons) || !fits(hashes) || !fits(left)) {
            throw nb::value_error("an array of another shape");
        }
        check_state();
        kept_.emplace_back(matches, reasons, hashes, left);
        Part part{to_places<size_t>(rows, shape_[0]), to_places<size_t>(columns, shape_[1]),
                  matches.data(), reasons.data(), hashes.data(), left.data()};
        const Inside inside(*this);
        run_->finish(std::move(part));
    }

    // False where `poll` stopped it.
    bool end(nb::object poll) {
        std::exception_ptr interrupted;
        const auto polled = [&](size_t done) {
            const nb::gil_scoped_acquire gil;
            try {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                if (!poll.is_none()) poll(done);
                return true;
            } catch (...) {
                interrupted = std::current_exception();
                return false;
            }
        };
        bool whole = false;
        {
            const Inside inside(*this);
            over_ = true;
            whole = run_->end(polled);
            work_ = run_->work();
        }
        if (interrupted) std::rethrow_exception(interrupted);
        return whole;
    }

    int64_t work() const { return work_; }

  private:
    const size_t shape_[2];
    InUse in_use_;
    const std::shared_ptr<const Gathered> gathered_;
    const std::vector<const SampleIn*> samples_;
    Matrix<uint8_t> matches_, reasons_;
    Matrix<int64_t> fuel_;
    Matrix<uint64_t> hashes_;
    using Bytes = Matrix<const uint8_t>;
    std::vector<std::tuple<Bytes, Bytes, Matrix<const uint64_t>, Bytes>> kept_;
    PyHost host_{/*plain_only=*/true};
    std::optional<Run> run_;
    bool over_ = false;  // `end` was called
    int64_t work_ = 0;   // of the run that ended
    int inside_ = 0;     // calls that work with the run, without the GIL

    // A call that works with the run: without the GIL, and nobody takes the run away.
    class Inside {
      public:
        explicit Inside(PyRun& run) : run_(run) {
            run.check_state();
            ++run.inside_;
            release_.emplace();
        }
        ~Inside() {
            release_.reset();
            --run_.inside_;
        }
        Inside(const Inside&) = delete;
        Inside& operator=(const Inside&) = delete;

      private:
        PyRun& run_;
        std::optional<nb::gil_scoped_release> release_;
    };

    void check_state() const {
        if (!run_) throw std::runtime_error("the run was stopped; begin another one");
        if (over_) throw std::runtime_error("the run is over; begin another one");
    }
    void release() {
        {
            const nb::gil_scoped_release released;  // a thread may be about to call Python
            run_.reset();
        }
        in_use_.reset();
    }

    static std::vector<const SampleIn*> samples_of(const std::vector<TaskIn>& tasks) {
        std::vector<const SampleIn*> out;
        for (const TaskIn& t : tasks) {
            for (const SampleIn& s : t.samples) out.push_back(&s);
        }
        return out;
    }
    template <class T>
    static std::vector<T> to_places(const Places& places, size_t most) {
        std::vector<T> out;
        for (size_t k = 0; k < places.size(); ++k) {
            const auto at = static_cast<size_t>(places.data()[k]);
            if (at >= most) throw nb::value_error("no such place");
            out.push_back(static_cast<T>(at));
        }
        return out;
    }
    void check(size_t rows, size_t columns) const {
        if (rows != shape_[0] || columns != shape_[1]) throw nb::value_error("an array of another shape");
    }
};

class PyBatt {
  public:
    PyBatt(int64_t node_fuel, int64_t program_fuel, size_t memory) : limits_{node_fuel, program_fuel, memory} {}

    // Weaves one program; gives the woven node of each of its nodes.
    std::vector<uint32_t> add(nb::bytes code, nb::sequence constants) {
        if (code.size() % sizeof(int32_t) != 0) throw nb::value_error("program code is cut off");
        std::vector<int32_t> words(code.size() / sizeof(int32_t));
        if (!words.empty()) std::memcpy(words.data(), code.c_str(), code.size());
        std::vector<Portable> portable;
        Context context;
        PyHost host(/*plain_only=*/true);
        for (const nb::handle value : constants) {
            portable.emplace_back();
            write_portable(context, host.from_python(context, value), portable.back());
        }
        const Weaving weaving(*this);
        const nb::gil_scoped_release release;
        return numbers_of(dag_.weave(words, portable));
    }

    uint32_t add_output(uint32_t node) {
        const Weaving weaving(*this);
        if (node >= dag_.nodes.size()) throw nb::index_error();
        const nb::gil_scoped_release release;
        return dag_.add_output(NodeId{node});
    }

    size_t node_count() const {  // what is computed at least once, loops' bodies included
        const InUse in_use = use();
        Table<NodeId, bool> seen(dag_.nodes.size(), false);
        for (const Output& o : dag_.outputs) {
            for (const NodeId id : o.schedule) seen[id] = true;
        }
        for (const Loop& l : dag_.loops) {
            for (const NodeId id : l.body) seen[id] = true;
            for (const Test& t : l.tests) {
                for (const NodeId id : t.body) seen[id] = true;
            }
        }
        return static_cast<size_t>(std::count(seen.begin(), seen.end(), true));
    }

    // The samples of runs, task by task. `known` has the grids of tasks by the tasks' addresses; `add_task` adds those of
    // one more, and gives them. Samples may have other outputs than their own, and candidates.
    void gather(nb::sequence samples, nb::dict known, nb::callable add_task, const std::optional<std::vector<MaybeGrid>>& expected,
                const std::optional<std::vector<MaybeGrid>>& candidates) {
        const auto all = std::make_shared<Gathered>();
        const nb::object name = nb::steal(PyUnicode_InternFromString("task"));
        nb::object last;
        for (const nb::handle sample : samples) {
            nb::object task = sample.attr(name);
            if (all->columns == 0 || !task.is(last)) {
                const nb::object address = nb::steal(PyLong_FromVoidPtr(task.ptr()));
                const nb::handle met = PyDict_GetItemWithError(known.ptr(), address.ptr());
                const nb::object grids = met.is_valid() ? nb::borrow(met) : add_task(task);
                all->known.push_back(nb::cast<std::shared_ptr<const TaskGrids>>(grids));
                all->tasks.push_back({all->known.back()->demos(), {}, all->columns});
                last = std::move(task);
            }
            // What its task does not have is somebody's own making.
            const SampleIn* own = all->known.back()->find(sample);
            SampleIn in = own != nullptr ? *own : all->store.keep(sample);
            if (expected) in.expected = all->store.keep(expected->at(all->columns));
            if (candidates) in.candidate = all->store.keep(candidates->at(all->columns));
            all->tasks.back().samples.push_back(in);
            ++all->columns;
        }
        gathered_ = all;
    }

    // A run of what was gathered.
    std::unique_ptr<PyRun> begin(unsigned threads, Matrix<uint8_t> matches, Matrix<uint8_t> reasons, Matrix<int64_t> fuel,
                                 Matrix<uint64_t> hashes) const {
        return std::make_unique<PyRun>(dag_, use(), gathered_, limits_, threads, matches, reasons, fuel, hashes);
    }

    // The dag, for whoever compiles it further: its nodes (kind, op, level, arguments), its loops (kind, if n-fold, if
    // over a product, parameters, root, guards, the node it stands for where it was fused, or -1), constants, and roots
    // of outputs.
    nb::tuple lowered() const {
        const InUse in_use = use();
        nb::list nodes, loops, constants, roots;
        for (const Node& n : dag_.nodes) {
            const std::vector<NodeId> args(dag_.args_of(n), dag_.args_of(n) + n.nargs);
            nodes.append(nb::make_tuple(static_cast<int>(n.kind), n.of, n.level, numbers_of(args)));
        }
        for (const Loop& l : dag_.loops) {
            const int64_t plain = l.plain == kNoNode ? -1 : static_cast<int64_t>(l.plain);
            const std::vector<NodeId> params(l.params, l.params + 2);
            loops.append(nb::make_tuple(static_cast<int>(l.kind), l.power, l.product, numbers_of(params), number_of(l.root),
                                        numbers_of(l.guards), plain));
        }
        Context context;
        PyHost host;
        for (const Portable& p : dag_.constants) {
            size_t at = 0;
            constants.append(host.to_python(context, read_portable(context, p, at)));
        }
        for (const Output& o : dag_.outputs) roots.append(number_of(o.root));
        return nb::make_tuple(nodes, loops, constants, roots);
    }

    // (value or (reason, op, exception text), fuel) of the outputs on one sample. With a `visit`, each goes there and
    // is not kept: visit(answer, fuel spent so far, elements of this one) says whether to go on.
    nb::list evaluate(const std::vector<uint32_t>& outputs, const std::optional<Demos>& demos, const GridArray& input,
                      const MaybeGrid& candidate, const nb::object& visit, int64_t most_elements) {
        const InUse in_use = use();
        PyHost host(/*plain_only=*/true);
        if (visit.is_none()) host.limit_all(kMostShown);
        GridStore store;
        Evaluator evaluator(dag_, limits_, &host, nullptr);
        const std::vector<DemoIn> pairs = demos ? store.keep(*demos) : std::vector<DemoIn>{};
        const auto shown = store.keep(input), judged = store.keep(candidate);
        std::vector<bool> wanted(dag_.outputs.size());
        for (const uint32_t o : outputs) {
            if (o >= dag_.outputs.size()) throw nb::index_error();
            wanted[o] = true;
        }
        {
            const nb::gil_scoped_release release;
            evaluator.start_task(demos ? &pairs : nullptr, wanted);
            evaluator.start_sample(shown, judged);
        }
        nb::list results;
        for (const uint32_t o : outputs) {
            const Outcome outcome = [&] {
                const nb::gil_scoped_release release;
                return evaluator.result(o);
            }();
            const std::exception_ptr failure = host.take_failure();
            rethrow_interrupt(failure);
            const bool woven = !dag_.refused(dag_.outputs[o].root);
            const nb::object why = woven ? text_of(failure) : nb::str(kTooLong);
            if (visit.is_none()) {
                results.append(answer(host, evaluator.context(), outcome, why));
                continue;
            }
            const int64_t elements = elements_of(evaluator.context(), outcome.value, most_elements);
            const nb::object found = elements <= most_elements
                                         ? answer(host, evaluator.context(), outcome, why)
                                         : too_large(most_elements, outcome.fuel);
            if (!nb::cast<bool>(visit(found, evaluator.spent(), elements))) break;
        }
        return results;
    }

    // Where one thread's time goes over the gathered samples: (op, nanoseconds, runs, output) of each node
    // that ran; the op is -1 for inputs and constants, the output the first one that needs the node.
    nb::list profile() {
        const InUse in_use = use();
        const std::shared_ptr<const Gathered> gathered = gathered_;
        PyHost host(/*plain_only=*/true);
        Evaluator evaluator(dag_, limits_, &host, nullptr);
        evaluator.start_profile();
        for (const TaskIn& t : gathered->tasks) {
            evaluator.start_task(&t.demos);
            for (const SampleIn& s : t.samples) {
                evaluator.start_sample(s.input, s.candidate);
                for (uint32_t o = 0; o < dag_.outputs.size(); ++o) evaluator.result(o);
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
            }
        }
        Table<NodeId, int64_t> owner(dag_.nodes.size(), -1);
        for (size_t o = dag_.outputs.size(); o > 0; --o) {
            for (const NodeId id : dag_.outputs[o - 1].schedule) owner[id] = static_cast<int64_t>(o - 1);
        }
        nb::list rows;
        for (uint32_t k = 0; k < dag_.nodes.size(); ++k) {
            const NodeId id{k};
            const Evaluator::NodeTime& t = evaluator.profile()[id];
            if (t.runs > 0) rows.append(nb::make_tuple(op_of(dag_.nodes[id]), t.nanoseconds, t.runs, owner[id]));
        }
        return rows;
    }


  private:
    static constexpr int64_t kMostShown = 4 * PyHost::kMostElements;  // of all values that one call gives
    static constexpr const char* kTooLong = "weaving it takes over 4 million steps; take it apart";

    Dag dag_;
    Limits limits_;
    std::shared_ptr<const Gathered> gathered_ = std::make_shared<Gathered>();
    InUse in_use_ = std::make_shared<const int>(0);  // held elsewhere too: the dag is being read. Under the GIL
    bool weaving_ = false;                           // the dag is being changed

    // Leave to read the dag, for as long as it is held.
    InUse use() const {
        if (weaving_) throw std::runtime_error("another thread is weaving this batt; wait for it");
        return in_use_;
    }
    // Leave to change it.
    struct Weaving {
        PyBatt& batt;
        explicit Weaving(PyBatt& b) : batt(b) {
            if (b.weaving_) throw std::runtime_error("another thread is weaving this batt; wait for it");
            if (b.in_use_.use_count() > 1) throw std::runtime_error("the batt is in use; end its runs first");
            b.weaving_ = true;
        }
        ~Weaving() { batt.weaving_ = false; }
    };

    static std::vector<uint32_t> numbers_of(const std::vector<NodeId>& ids) {
        std::vector<uint32_t> numbers;
        for (const NodeId id : ids) numbers.push_back(number_of(id));
        return numbers;
    }

    int64_t op_of(const Node& n) const {
        const OpId op = dag_.op_of(n);
        return op == kNoOpId ? -1 : static_cast<int64_t>(op);
    }

    // An interrupt that came while a user's op ran is no fault of the op.
    static void rethrow_interrupt(const std::exception_ptr& failure) {
        if (!failure) return;
        try {
            std::rethrow_exception(failure);
        } catch (nb::python_error& e) {
            if (!e.matches(PyExc_Exception)) throw;
        } catch (...) {
        }
    }

    static nb::object answer(PyHost& host, Context& c, const Outcome& outcome, nb::object why) {
        Value v = outcome.value;
        nb::object written = nb::none();
        if (!v.undefined()) {
            try {
                written = host.to_python(c, v);
            } catch (const NotAValue& e) {
                v = undefined(Reason::Memory);
                why = nb::str(("a " + e.what).c_str());
            }
        }
        const bool defined = !v.undefined();
        return nb::make_tuple(defined, written, defined ? 0 : static_cast<int>(v.reason()),
                              defined ? kNoOp : v.undefined_op(), why, outcome.fuel);
    }

    static nb::object too_large(int64_t most, int64_t fuel) {
        const std::string why = "a value of over " + std::to_string(most) + " elements";
        return nb::make_tuple(false, nb::none(), static_cast<int>(Reason::Memory), kNoOp, nb::str(why.c_str()), fuel);
    }

    // How many elements a value has, itself and those in it, written out; some number over `most` where it has more.
    static int64_t elements_of(Context& c, Value v, int64_t most) {
        if (v.undefined()) return 0;
        std::vector<Value> open{v};
        int64_t found = 0;
        while (!open.empty()) {
            const Value next = open.back();
            open.pop_back();
            ++found;
            if (is_container(next)) {
                if (found + static_cast<int64_t>(open.size()) + int64_t{size_of(next)} > most) return most + 1;
                Scratch items(c);
                append_elements(c, next, *items);
                open.insert(open.end(), items.data(), items.data() + items.size());
            } else if (is_kind(next, Kind::Func)) {
                const Func* f = as_func(next);
                open.insert(open.end(), f->args, f->args + f->count);
            }
            if (found > most) return found;
        }
        return found;
    }

    static nb::object text_of(const std::exception_ptr& failure) {
        if (!failure) return nb::none();
        try {
            std::rethrow_exception(failure);
        } catch (const NotAValue& e) {
            return nb::str(("gave a " + e.what).c_str());
        } catch (const std::exception& e) {
            return nb::str(e.what());
        }
    }
};

}  // namespace

void bind_batt(nb::module_& m) {
    nb::class_<TaskGrids>(m, "TaskGrids")
        .def(nb::init<nb::sequence>(), nb::arg("samples"));
    nb::class_<PyRun>(m, "Run")
        .def("weights", &PyRun::weights, nb::arg("out"))
        .def("tiles", &PyRun::tiles, nb::arg("columns"), nb::arg("inputs"), nb::arg("expected"))
        .def("add", &PyRun::add, nb::arg("match"), nb::arg("columns"), nb::arg("rows").none())
        .def("finish", &PyRun::finish, nb::arg("rows"), nb::arg("columns"), nb::arg("matches"), nb::arg("reasons"),
             nb::arg("hashes"), nb::arg("left"))
        .def("end", &PyRun::end, nb::arg("poll").none())
        .def_prop_ro("work", &PyRun::work)
        .def("stop", &PyRun::stop);
    nb::class_<PyBatt>(m, "Batt")
        .def(nb::init<int64_t, int64_t, size_t>(), nb::arg("node_fuel"), nb::arg("program_fuel"), nb::arg("memory"))
        .def("add", &PyBatt::add)
        .def("add_output", &PyBatt::add_output)
        .def("gather", &PyBatt::gather, nb::arg("samples"), nb::arg("known"), nb::arg("add_task"), nb::arg("expected").none(),
             nb::arg("candidates").none())
        .def("begin", &PyBatt::begin, nb::arg("threads"), nb::arg("matches"), nb::arg("reasons"), nb::arg("fuel"),
             nb::arg("hashes"), nb::keep_alive<0, 1>())
        .def("lowered", &PyBatt::lowered)
        .def("profile", &PyBatt::profile)
        .def("evaluate", &PyBatt::evaluate, nb::arg("outputs"), nb::arg("demos").none(), nb::arg("input"),
             nb::arg("candidate").none(), nb::arg("visit").none() = nb::none(),
             nb::arg("most_elements") = PyHost::kMostElements)
        .def_prop_ro("node_count", &PyBatt::node_count);
}

}  // namespace arcloom

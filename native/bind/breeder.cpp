// native/bind/breeder.cpp: the population and its generations, seen from Python
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>

#include "breed/generation.hpp"
#include "breed/scorers.hpp"
#include "breed/spell.hpp"
#include "bind.hpp"
#include "grids.hpp"

namespace arcloom {

namespace {

using OpRow = std::tuple<std::vector<uint32_t>, uint32_t, double>;  // takes, gives, weight
// task, hand, children, keep, whether all are worth a look, else least matched demos and score; seed, as_they_are
using JobRow = std::tuple<uint32_t, std::vector<uint32_t>, uint32_t, uint32_t, bool, uint32_t, int64_t, uint64_t, bool>;

using JudgeRow = std::tuple<uint32_t, std::vector<uint32_t>, std::vector<uint32_t>>;  // task, programs, matched demos

// Booleans carry a mark in the pool (breed/mutate.cpp), so that they are written as booleans again.
Portable constant_from(Context& c, PyHost& host, nb::handle value) {
    Portable p;
    write_portable(c, host.from_python(c, value), p);
    if (PyBool_Check(value.ptr())) p.push_back(1);
    return p;
}

nb::object constant_to(Context& c, PyHost& host, const Portable& p) {
    if (p[0] == kInt && p.size() > 2) return nb::bool_(p[1] != 0);
    size_t at = 0;
    return host.to_python(c, read_portable(c, p, at));
}

class PyBreeder {
  public:
    // `words` has spell_op(code), spell_constant(value), find_op(name) and read_constant(text); see Words.
    PyBreeder(const std::vector<OpRow>& ops, const std::vector<uint32_t>& kinds, const std::vector<double>& weights,
              double more, uint32_t max_genes, const std::vector<int64_t>& limits, nb::object words)
        : mutator_(op_types(ops), kind_bits(kinds), config(weights, more, max_genes, false), pool_),
          differ_mutator_(op_types(ops), kind_bits(kinds), config(weights, more, max_genes, true), pool_),
          limits_{limits.at(0), limits.at(1), static_cast<size_t>(limits.at(2))}, speller_(words_of(words)) {}

    uint32_t add_task(const Demos& demos, const std::vector<GridArray>& tests) {
        BreedTask q;
        q.demos = grids_.keep(demos);
        for (const GridArray& t : tests) q.tests.push_back(grids_.keep(t));
        tasks_.push_back(std::move(q));
        return static_cast<uint32_t>(tasks_.size() - 1);
    }

    // The program's number; refused where it cannot be edited.
    uint32_t add_program(nb::bytes code, nb::sequence constants) {
        std::vector<int32_t> words(code.size() / sizeof(int32_t)), indices;
        if (!words.empty()) std::memcpy(words.data(), code.c_str(), words.size() * sizeof(int32_t));
        Context context;
        PyHost host;
        for (const nb::handle value : constants) indices.push_back(pool_.index_of(constant_from(context, host, value)));
        Dag::check(words, indices.size());
        Genome g;
        if (!decode(words, indices, g)) throw nb::value_error("the program, or one of its calls, is too large to breed");
        return add(std::move(g));
    }

    // The number of the program with that canonical source, and the text its hash is taken over; or None, where
    // the source is not as the breeder writes it.
    nb::object add_source(const std::string& source) {
        Genome g;
        if (!speller_.read_source(source, g) || !mutator_.well_formed(g)) return nb::none();
        const std::string text = speller_.digest_text(g);
        return nb::make_tuple(add(std::move(g)), nb::bytes(text.data(), text.size()));
    }

    // Numbers of forgotten programs are given out again.
    uint32_t add(Genome&& g) {
        if (free_.empty()) {
            population_.push_back(std::move(g));
            return static_cast<uint32_t>(population_.size() - 1);
        }
        const uint32_t number = free_.back();
        free_.pop_back();
        population_[number] = std::move(g);
        return number;
    }

    void forget(uint32_t number) {
        checked(number);
        population_[number] = Genome();
        free_.push_back(number);
    }

    std::string source(uint32_t number) { return speller_.source_text(checked(number)); }

    // (code, constants) as Program.encode gives them.
    nb::tuple program(uint32_t number) {
        Context context;
        PyHost host;
        nb::list constants;
        Genome g = checked(number);
        for (Gene& gene : g) {
            if (gene.code != Dag::kConst) continue;
            constants.append(constant_to(context, host, pool_.at(gene.args[0])));
            gene.args[0] = static_cast<int32_t>(nb::len(constants)) - 1;
        }
        const std::vector<int32_t> code = encode(g);
        return nb::make_tuple(nb::bytes(reinterpret_cast<const char*>(code.data()), code.size() * sizeof(int32_t)),
                              nb::tuple(constants));
    }

    size_t size() const { return population_.size() - free_.size(); }

    nb::dict step(const std::vector<JobRow>& rows, unsigned threads, bool use_differs, nb::object poll) {
        std::vector<BreedJob> jobs;
        for (const auto& [task, hand, children, keep, all, matched, score, seed, as_they_are] : rows) {
            check(task, hand);
            jobs.push_back({task, hand, children, keep, all, matched, score, seed, as_they_are});
        }
        GenerationResult result;
        undisturbed(poll, [&](Host* host, const std::function<bool()>& polled) {
            const Dag* scorers = scorers_.outputs.empty() ? nullptr : &scorers_;
            run_generation(mutator_, pool_, population_, tasks_, jobs, {limits_, threads, use_differs, scorers}, host,
                           polled, result);
        });
        return report(result);
    }

    // The differs that score from now on, as well as the built-in ones.
    void set_scorers(const std::vector<uint32_t>& numbers) {
        const std::vector<const Genome*> differs = genomes(numbers);
        const nb::gil_scoped_release release;
        scorers_ = weave_all(differs, pool_);
    }

    // Numbers of up to `count` differs that are bred from others, all different and none of the hand.
    std::vector<uint32_t> breed_differs(const std::vector<uint32_t>& hand, uint32_t count, uint64_t seed) {
        std::vector<uint32_t> bred;
        if (hand.empty()) return bred;
        SeenSet seen;
        for (const Genome* g : genomes(hand)) seen.insert(identity(*g, pool_));
        Random r(seed);
        for (uint32_t k = 0; k < count; ++k) {
            const uint32_t parent = hand[r.below(static_cast<uint32_t>(hand.size()))],
                           other = hand[r.below(static_cast<uint32_t>(hand.size()))];
            bool shared = false;
            Genome g = differ_mutator_.child(population_[parent], population_[other], r, shared);
            if (!g.empty() && seen.insert(identity(g, pool_))) bred.push_back(add(std::move(g)));
        }
        return bred;
    }

    // Rows as those of `step`, for each job and differ: the score is the differ's worth a demo.
    nb::list judge(const std::vector<JudgeRow>& rows, const std::vector<uint32_t>& differs, unsigned threads) {
        std::vector<JudgeJob> jobs;
        for (const auto& [task, programs, matched] : rows) {
            check(task, programs);
            if (matched.size() != programs.size()) throw nb::value_error("a number of matches a program");
            jobs.push_back({task, programs, matched});
        }
        const Dag dag = weave_all(genomes(differs), pool_);
        std::vector<std::vector<Judgement>> judged;
        undisturbed(nb::none(), [&](Host* host, const std::function<bool()>& polled) {
            arcloom::judge(population_, pool_, tasks_, jobs, dag, {limits_, threads, true}, host, polled, judged);
        });
        nb::list out;
        for (size_t job = 0; job < jobs.size(); ++job) {
            const auto demos = static_cast<int64_t>(tasks_[jobs[job].task].demos.size());
            for (size_t d = 0; d < differs.size(); ++d) {
                const Judgement& j = judged[job][d];
                Genome copy = population_[differs[d]];
                const size_t nodes = copy.size();
                const std::string text = speller_.digest_text(copy);
                out.append(nb::make_tuple(job, add(std::move(copy)), nb::bytes(text.data(), text.size()), 0,
                                          j.worth * demos, j.fuel, nodes, j.behaviour, false, nb::list()));
            }
        }
        return out;
    }

  private:
    ConstantPool pool_;
    Mutator mutator_, differ_mutator_;
    Limits limits_;
    Speller speller_;
    std::vector<Genome> population_;  // by number; empty: forgotten
    std::vector<uint32_t> free_;
    std::vector<BreedTask> tasks_;
    GridStore grids_;

    Dag scorers_;

    // Without the GIL, until it is done or Ctrl-C ends it.
    void undisturbed(const nb::object& poll, const std::function<void(Host*, const std::function<bool()>&)>& work) {
        PyHost host(/*plain_only=*/true);
        std::exception_ptr interrupted;
        const auto polled = [&] {
            const nb::gil_scoped_acquire gil;
            try {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                if (!poll.is_none()) poll();
                return true;
            } catch (...) {
                interrupted = std::current_exception();
                return false;
            }
        };
        {
            const nb::gil_scoped_release release;
            work(&host, polled);
        }
        if (interrupted) std::rethrow_exception(interrupted);
    }

    std::vector<const Genome*> genomes(const std::vector<uint32_t>& numbers) const {
        std::vector<const Genome*> out;
        for (const uint32_t number : numbers) out.push_back(&checked(number));
        return out;
    }

    const Genome& checked(uint32_t number) const {
        if (number >= population_.size() || population_[number].empty()) throw nb::index_error();
        return population_[number];
    }

    void check(uint32_t task, const std::vector<uint32_t>& hand) const {
        if (task >= tasks_.size() || hand.empty()) throw nb::index_error();
        for (const uint32_t h : hand) checked(h);
    }

    nb::dict report(GenerationResult& result) {
        Context context;
        PyHost host;
        nb::list children, parents;
        for (Child& c : result.children) {
            nb::list answers;
            for (const Portable& p : c.answers) {
                size_t at = 0;
                const Value v = read_portable(context, p, at);
                answers.append(v.undefined() ? nb::none() : host.to_python(context, v));
            }
            const size_t nodes = c.genome.size();
            const std::string text = speller_.digest_text(c.genome);
            const uint32_t number = add(std::move(c.genome));
            children.append(nb::make_tuple(c.job, number, nb::bytes(text.data(), text.size()), c.matched, c.score,
                                           c.fuel, nodes, c.behaviour, c.fits, answers));
            parents.append(nb::make_tuple(c.parent, c.other));
        }
        nb::dict out;
        out["children"] = children;
        out["parents"] = parents;  // of each child: what it was changed from, and what it has a part of
        out["scored"] = result.scored;
        out["known"] = result.known;
        out["unchanged"] = result.unchanged;
        const StageTimes& t = result.times;
        out["times"] = nb::make_tuple(t.generate, t.weave, t.evaluate, t.score, t.dedupe);
        return out;
    }

    Words words_of(const nb::object& words) {
        return {
            [words](int32_t code) {
                auto [name, codes] = nb::cast<std::pair<std::string, uint32_t>>(words.attr("spell_op")(code));
                return OpSpelling{name, codes};
            },
            [this, words](int32_t index) {
                Context context;
                PyHost host;
                const nb::object value = constant_to(context, host, pool_.at(index));
                auto [token, source, code] =
                    nb::cast<std::tuple<std::string, std::string, std::string>>(words.attr("spell_constant")(value));
                return ConstantSpelling{token, source, code};
            },
            [words](const std::string& name) { return nb::cast<int32_t>(words.attr("find_op")(name)); },
            [this, words](const std::string& text) {
                const nb::object read = words.attr("read_constant")(text);  // in a tuple of its own
                if (nb::len(read) == 0) return -1;
                Context context;
                PyHost host;
                return pool_.index_of(constant_from(context, host, read[0]));
            }};
    }

    static std::vector<OpType> op_types(const std::vector<OpRow>& rows) {
        std::vector<OpType> out;
        for (const auto& [takes, gives, weight] : rows) {
            OpType t;
            t.nargs = static_cast<uint32_t>(takes.size());
            if (t.nargs > kMaxGeneArgs) throw nb::value_error("too many parameters");
            std::copy(takes.begin(), takes.end(), t.takes);
            t.gives = gives;
            t.weight = weight;
            out.push_back(t);
        }
        return out;
    }

    static KindBits kind_bits(const std::vector<uint32_t>& k) {
        return {k.at(0), k.at(1), k.at(2), k.at(3), k.at(4), k.at(5), k.at(6), k.at(7)};
    }

    static MutationConfig config(const std::vector<double>& weights, double more, uint32_t max_genes, bool differs) {
        MutationConfig c{{}, more, max_genes, differs};
        for (size_t k = 0; k < static_cast<size_t>(Change::Count); ++k) c.weights[k] = weights.at(k);
        // A number is nothing that another differ could be run on.
        if (differs) c.weights[static_cast<size_t>(Change::Chain)] = 0;
        return c;
    }
};

}  // namespace

void bind_breeder(nb::module_& m) {
    nb::class_<PyBreeder>(m, "Breeder")
        .def(nb::init<const std::vector<OpRow>&, const std::vector<uint32_t>&, const std::vector<double>&, double,
                      uint32_t, const std::vector<int64_t>&, nb::object>(),
             nb::arg("ops"), nb::arg("kinds"), nb::arg("weights"), nb::arg("more"), nb::arg("max_genes"),
             nb::arg("limits"), nb::arg("words"))
        .def("add_task", &PyBreeder::add_task)
        .def("add_program", &PyBreeder::add_program)
        .def("add_source", &PyBreeder::add_source)
        .def("program", &PyBreeder::program)
        .def("source", &PyBreeder::source)
        .def("forget", &PyBreeder::forget)
        .def("step", &PyBreeder::step, nb::arg("jobs"), nb::arg("threads"), nb::arg("use_differs"),
             nb::arg("poll").none())
        .def("set_scorers", &PyBreeder::set_scorers)
        .def("breed_differs", &PyBreeder::breed_differs)
        .def("judge", &PyBreeder::judge)
        .def_prop_ro("size", &PyBreeder::size);
}

}  // namespace arcloom

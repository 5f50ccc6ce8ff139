// native/bind/breeder.cpp: the population and its generations, seen from Python
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "breed/generation.hpp"
#include "breed/scorers.hpp"
#include "breed/spell.hpp"
#include "bind.hpp"
#include "breed_records.hpp"
#include "grids.hpp"

namespace arcloom {

namespace {

using OpRow = std::tuple<std::vector<uint32_t>, uint32_t, double>;  // takes, gives, weight

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
          limits_{limits.at(0), limits.at(1), static_cast<size_t>(limits.at(2))}, learning_fuel_(limits.at(3)),
          speller_(words_of(words)) {}
    PyBreeder(const PyBreeder&) = delete;
    PyBreeder& operator=(const PyBreeder&) = delete;

    uint32_t add_task(const Demos& demos, const std::vector<GridArray>& tests, uint32_t islands) {
        if (islands == 0) throw nb::value_error("a task has an island at least");
        BreedTask q;
        q.demos = grids_.keep(demos);
        for (const GridArray& t : tests) q.tests.push_back(grids_.keep(t));
        q.islands.resize(islands);
        prepare(q, pool_);
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
            stock_.genomes.push_back(std::move(g));
            stock_.lines.emplace_back();
            return static_cast<uint32_t>(stock_.genomes.size() - 1);
        }
        const uint32_t number = free_.back();
        free_.pop_back();
        stock_.genomes[number] = std::move(g);
        return number;
    }

    void forget(uint32_t number) {
        checked(number);
        stock_.genomes[number] = Genome();
        stock_.lines[number].clear();
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

    size_t size() const { return stock_.genomes.size() - free_.size(); }

    void set_selection(const Selection& selection, bool generalise, bool recoloured, bool turned) {
        selection_ = selection;
        generalise_ = generalise;
        guises_ = {recoloured, turned};
    }

    // How readily each change of programs is made from now on.
    void set_weights(const std::vector<double>& weights) {
        double of[kChanges];
        for (size_t k = 0; k < kChanges; ++k) of[k] = weights.at(k);
        mutator_.set_weights(of);
    }

    Generation step(const std::vector<BreedJob>& jobs, unsigned threads, bool use_differs, nb::object poll) {
        for (const BreedJob& job : jobs) check(job);
        GenerationResult result;
        undisturbed(poll, [&](Host* host, const std::function<bool()>& polled) {
            const GenerationOptions options{
                {limits_, learning_fuel_, mutator_.learns(), use_differs, generalise_, guises_, scorers()}, selection_, threads};
            run_generation(mutator_, pool_, stock_, tasks_, jobs, options, host, polled, result);
        });
        return report(result);
    }

    void end_generation(uint32_t generation, uint32_t migrants) {
        arcloom::end_generation(tasks_, generation, migrants, selection_);
    }

    // The best of a task's islands, each in the population from now on.
    std::vector<Exhibit> exhibit(uint32_t task, uint32_t count) {
        std::vector<const Member*> best;
        for (const Island& island : task_at(task).islands) {
            for (const Member& m : island.members()) best.push_back(&m);
        }
        std::sort(best.begin(), best.end(), [](const Member* a, const Member* b) { return better(*a, *b); });
        const auto same = [](const Member* a, const Member* b) { return a->identity == b->identity; };
        best.erase(std::unique(best.begin(), best.end(), same), best.end());
        std::vector<Exhibit> out;
        for (size_t k = 0; k < best.size() && k < count; ++k) {
            const Member& m = *best[k];
            const uint32_t number = add(Genome(m.genome));
            stock_.lines[number] = m.line;
            out.push_back({number, m.identity});
        }
        return out;
    }

    bool solved(uint32_t task) {
        const std::vector<Island>& islands = task_at(task).islands;
        return std::any_of(islands.begin(), islands.end(), [](const Island& island) { return island.solved(); });
    }

    bool sure(uint32_t task) { return arcloom::sure(task_at(task).islands); }

    std::vector<Resident> residents(uint32_t task, uint32_t island) {
        std::vector<Resident> out;
        for (const Member& m : island_at(task, island).members()) {
            out.push_back({speller_.source_text(m.genome), m.born, m.marks.matched, m.marks.score, m.marks.fuel,
                           m.marks.behaviour, m.marks.mask, m.marks.cases, m.line});
        }
        return out;
    }

    uint32_t improved(uint32_t task, uint32_t island) { return island_at(task, island).improved(); }

    // The hashes under which a program, or those it descends from, are stored.
    void set_line(uint32_t number, Line line) {
        checked(number);
        stock_.lines[number] = std::move(line);
    }
    Line line(uint32_t number) {
        checked(number);
        return stock_.lines[number];
    }

    // A resident of the task is stored under this hash, if it still is one.
    void document(uint32_t task, uint64_t identity, const std::string& hash) {
        for (Island& island : task_at(task).islands) island.document(identity, hash);
    }

    // Puts an island back as it was. Residents that cannot be read any more are left out.
    void restore(uint32_t task, uint32_t island, const std::vector<Resident>& residents, uint32_t improved,
                 bool use_differs) {
        std::vector<Member> members;
        const size_t demos = task_at(task).demos.size(), cases = cases_of(demos, use_differs, scorers());
        for (const Resident& r : residents) {
            Member m;
            if (!speller_.read_source(r.source, m.genome) || !mutator_.well_formed(m.genome)) continue;
            m.identity = identity(m.genome, pool_);
            m.born = r.born;
            m.line = r.line;
            const bool fits = demos > 0 && r.matched == demos;
            m.marks = {r.matched, r.score, r.fuel, r.behaviour, r.mask, fits, r.cases};
            if (r.cases.size() != cases) throw nb::value_error("the scores of a resident are not those of its task");
            members.push_back(std::move(m));
        }
        island_at(task, island).restore(std::move(members), improved);
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
        std::unordered_set<uint64_t> seen;
        for (const Genome* g : genomes(hand)) seen.insert(identity(*g, pool_));
        Random r(seed);
        for (uint32_t k = 0; k < count; ++k) {
            const uint32_t parent = hand[r.below(static_cast<uint32_t>(hand.size()))],
                           other = hand[r.below(static_cast<uint32_t>(hand.size()))];
            Making making;
            Genome g = differ_mutator_.child(stock_.genomes[parent], stock_.genomes[other], TaskConstants(), r, making);
            if (!g.empty() && seen.insert(identity(g, pool_)).second) bred.push_back(add(std::move(g)));
        }
        return bred;
    }

    // For each job and differ a child as those of `step`: its score is the differ's worth a demo.
    std::vector<BredChild> judge(const std::vector<JudgeJob>& jobs, const std::vector<uint32_t>& differs, unsigned threads) {
        for (const JudgeJob& job : jobs) {
            task_at(job.task);
            for (const uint32_t p : job.programs) checked(p);
            if (job.matched.size() != job.programs.size()) throw nb::value_error("a number of matches a program");
        }
        const Dag dag = weave_all(genomes(differs), pool_);
        std::vector<std::vector<Judgement>> judged;
        undisturbed(nb::none(), [&](Host* host, const std::function<bool()>& polled) {
            arcloom::judge(stock_.genomes, pool_, tasks_, jobs, dag, limits_, threads, host, polled, judged);
        });
        std::vector<BredChild> out;
        for (uint32_t job = 0; job < jobs.size(); ++job) {
            const auto demos = static_cast<int64_t>(tasks_[jobs[job].task].demos.size());
            for (size_t d = 0; d < differs.size(); ++d) {
                const Judgement& j = judged[job][d];
                BredChild row;
                row.job = job;
                row.score = j.worth * demos;
                row.fuel = j.fuel;
                row.behaviour = j.behaviour;
                take(row, Genome(stock_.genomes[differs[d]]));
                out.push_back(std::move(row));
            }
        }
        return out;
    }

  private:
    ConstantPool pool_;
    Mutator mutator_, differ_mutator_;
    Limits limits_;
    int64_t learning_fuel_;
    Speller speller_;
    Stock stock_;
    std::vector<uint32_t> free_;
    std::vector<BreedTask> tasks_;
    GridStore grids_;
    Selection selection_;
    bool generalise_ = true;
    GuiseOptions guises_;
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
        if (number >= stock_.genomes.size() || stock_.genomes[number].empty()) throw nb::index_error();
        return stock_.genomes[number];
    }

    const Dag* scorers() const { return scorers_.outputs.empty() ? nullptr : &scorers_; }

    BreedTask& task_at(uint32_t task) {
        if (task >= tasks_.size()) throw nb::index_error();
        return tasks_[task];
    }

    Island& island_at(uint32_t task, uint32_t island) {
        if (island >= task_at(task).islands.size()) throw nb::index_error();
        return tasks_[task].islands[island];
    }

    void check(const BreedJob& job) {
        const Island& island = island_at(job.task, job.island);
        if (job.hand.empty() && (job.as_they_are || island.members().empty())) throw nb::index_error();
        for (const uint32_t h : job.hand) checked(h);
    }

    nb::bytes text_of(const Genome& g) {
        const std::string text = speller_.digest_text(g);
        return nb::bytes(text.data(), text.size());
    }

    // Gives a child its place in the population.
    void take(BredChild& row, Genome&& genome) {
        row.nodes = genome.size();
        row.text = text_of(genome);
        row.number = add(std::move(genome));
    }

    Generation report(GenerationResult& result) {
        Context context;
        PyHost host;
        Generation out;
        for (Child& c : result.children) {
            const Marks& marks = c.member.marks;
            BredChild row;
            row.job = c.job;
            row.matched = marks.matched;
            row.score = marks.score;
            row.fuel = marks.fuel;
            row.behaviour = c.behaviour;
            row.fits = marks.fits;
            row.cases = marks.cases;
            for (const Portable& p : c.answers) {
                size_t at = 0;
                const Value v = read_portable(context, p, at);
                row.answers.append(v.undefined() ? nb::none() : host.to_python(context, v));
            }
            row.identity = c.member.identity;
            row.parents = std::move(c.member.line);
            take(row, std::move(c.member.genome));
            out.children.push_back(std::move(row));
        }
        out.scored = result.scored;
        out.known = result.known;
        out.unchanged = result.unchanged;
        out.tried.assign(result.changes.tried.begin(), result.changes.tried.end());
        out.led.assign(result.changes.led.begin(), result.changes.led.end());
        const StageTimes& t = result.times;
        out.times = {t.generate, t.weave, t.evaluate, t.score, t.dedupe};
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
        for (size_t k = 0; k < kChanges; ++k) c.weights[k] = weights.at(k);
        if (!differs) return c;
        // A number is nothing that another differ could be run on, and no rule gives one.
        c.weights[static_cast<size_t>(Change::Chain)] = 0;
        c.weights[static_cast<size_t>(Change::Learn)] = 0;
        return c;
    }
};

}  // namespace

void bind_breeder(nb::module_& m) {
    bind_breed_records(m);
    nb::class_<PyBreeder>(m, "Breeder")
        .def(nb::init<const std::vector<OpRow>&, const std::vector<uint32_t>&, const std::vector<double>&, double,
                      uint32_t, const std::vector<int64_t>&, nb::object>(),
             nb::arg("ops"), nb::arg("kinds"), nb::arg("weights"), nb::arg("more"), nb::arg("max_genes"),
             nb::arg("limits"), nb::arg("words"))
        .def("add_task", &PyBreeder::add_task, nb::arg("demos"), nb::arg("tests"), nb::arg("islands") = 1)
        .def("add_program", &PyBreeder::add_program)
        .def("add_source", &PyBreeder::add_source)
        .def("program", &PyBreeder::program)
        .def("source", &PyBreeder::source)
        .def("forget", &PyBreeder::forget)
        .def("set_selection", &PyBreeder::set_selection, nb::arg("selection"), nb::arg("generalise"),
             nb::arg("recoloured") = false, nb::arg("turned") = false)
        .def("set_weights", &PyBreeder::set_weights)
        .def("step", &PyBreeder::step, nb::arg("jobs"), nb::arg("threads"), nb::arg("use_differs"),
             nb::arg("poll").none())
        .def("end_generation", &PyBreeder::end_generation, nb::arg("generation"), nb::arg("migrants"))
        .def("exhibit", &PyBreeder::exhibit)
        .def("solved", &PyBreeder::solved)
        .def("sure", &PyBreeder::sure)
        .def("residents", &PyBreeder::residents)
        .def("improved", &PyBreeder::improved)
        .def("restore", &PyBreeder::restore)
        .def("set_line", &PyBreeder::set_line)
        .def("line", &PyBreeder::line)
        .def("document", &PyBreeder::document)
        .def("set_scorers", &PyBreeder::set_scorers)
        .def("breed_differs", &PyBreeder::breed_differs)
        .def("judge", &PyBreeder::judge)
        .def_prop_ro("size", &PyBreeder::size);
}

}  // namespace arcloom

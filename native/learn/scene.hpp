// native/learn/scene.hpp: a picture as parts, and the tables that rules about parts are made of
//
// A rule about parts is a list of steps. A step says how the picture falls into parts (a way), which of them it means
// (tests of features), what is done to each (an action), and in which colour (a source). A feature, a source or an
// action is a row of its table and a function.
#pragma once

#include <initializer_list>
#include <span>

#include "blobs.hpp"
#include "options.hpp"

namespace arcloom::fit::scene {

// A picture cut into parts.
struct Scene {
    const Picture* picture = nullptr;
    int way = 0;
    Counts counts;  // of the picture
    int ground = 0;
    std::vector<Blob> parts;
    std::vector<int> owner;                 // by cell: its part, or -1
    std::vector<int> nearest, around, within;  // by part: the nearest other one, that around it, the first inside it; or -1
    std::vector<int> main;                  // by part: its main colour; with the next four
    std::vector<int> nearest_unlike;        // by part: the nearest one of another main colour, or -1
    std::vector<int> marks;                 // the parts that the grid singles out, by the kinds of scene_partners.hpp; -1: there is none
    std::vector<int> by_size, size_rank;    // parts, the largest first; by part its place among them, or -1 if another is as large
    std::vector<int> pointed;               // by part: the first one that lies where its rarest colour points to, or -1
    std::vector<int> layer;                 // by part: how many lie below it, as in layers.hpp
    std::vector<int> beside;                // by colour, side and other colour, how often that stands beside it
    std::vector<std::vector<int>> colours;  // by part and source, where they were asked for; kOutside: there is none
    Facts features;                         // by part and feature, where they were asked for

    const Picture& in() const { return *picture; }
    bool owns(int part, int i, int j) const { return in().inside(i, j) && owner[static_cast<size_t>(i * in().w + j)] == part; }
    bool empty(int i, int j) const { return in().get(i, j) == ground; }
};

// The ways to see parts. Costs are in bits, here and below. Those of `ways` are for rules that change parts; the others, from
// wColourBoxes on, show boxes to hand out, which may be empty.
enum Way : int {  // the segmentations come first, as they are numbered in blobs.hpp
    wColours = kSegmentations, wHoles, wGround, wCells, wPanels, wFilled, wRectangles,
    wColourBoxes, wContents, wFrameInsides, wFrames, wSolids, wColourInsides, wWithoutEdges, wEven
};
const Names& ways();
struct WayRow {
    int way;
    double cost;
};
std::span<const WayRow> ways_by_cost();  // for pictures on black; where black is not the commonest colour, see `with_other_ground`
int with_other_ground(int way);          // objects on the commonest colour for objects on black, and the reverse
// False where there are too many parts.
bool see(const Picture&, int way, Scene&, Work&);
int between_boxes(const Blob&, const Blob&);  // how many steps apart they are, 0 where they overlap
bool relate(Scene&, Work&);  // finds for each part the nearest one, the smallest around it and the first within; false where fuel ends

// Panels between rows and columns that are of one colour throughout, the same colour for all; or equal parts.
struct Panels {
    std::vector<Blob> boxes;  // row by row; cells are those that are not ground
    int rows = 0, columns = 0;
    bool by_drawn_lines = false;  // equal ones, between lines that are not black
};
bool split_by_lines(const Picture&, Panels&, Work&);
bool split_evenly(const Picture&, int rows, int columns, Panels&, Work&);
std::span<const Step> even_parts();  // rows and columns of the ways from wEven on

// What is handed out of a part.
enum class Look : int { Box, Alone, Around };  // the picture in its box, the part on ground, the box and a ring around it
Picture look_of(const Scene&, const Blob& part, Look);

// Where a painted cell's colour comes from. The first two say it themselves: a colour, or a table from a feature's values.
enum : int { kConstant = 0, kTabled = 1, kFirstSource = 2 };
const Names& sources();
double source_cost(int source);
bool find_marks(Scene&, Work&);    // fills `marks`, `main` and the order by size; false where fuel ends
bool find_colours(Scene&, Work&);  // fills `colours` as well

const Names& features();
FactKind feature_kind(int feature);
bool is_rank_feature(int feature);  // a number that says the order of another one
double feature_cost(int feature);
int feature_count();
bool is_tested(int feature, int value);  // whether tests compare it with the value; what only tells numbers and keys is not
bool is_cue(int feature);  // a colour that the grid shows as a cue: it is a key even if each demo shows another
const std::vector<int>& keys_by_cost();  // the features that are no flags, cheapest first
bool find_features(Scene&, Work&);  // fills `features`; needs `colours`

// What an action does to a part: cells that take a colour, and cells that it leaves, which fall back to ground.
inline constexpr int kPaint = kOutside;  // the colour that the step's source gives
struct Write {
    int cell, colour;
};
struct Writes {
    std::vector<Write> drawn;
    std::vector<int> left;
    // Where the output is known, an action may stop at the first cell that is wrong, since the rest cannot make it right.
    const Picture* expected = nullptr;
    bool wrong = false;
    void clear() { drawn.clear(), left.clear(), wrong = false, checked_ = 0; }
    bool fails() {  // whether a cell drawn by now is wrong; asked only where none of them can be taken back
        if (expected == nullptr) return false;
        for (; checked_ < drawn.size() && !wrong; ++checked_) {
            const Write& one = drawn[checked_];
            wrong = expected->at(one.cell) != (one.colour == kPaint ? expected->at(drawn[0].cell) : one.colour);
        }
        return wrong;
    }

  private:
    size_t checked_ = 0;
};

// Counted ones take a direction and a number, of cells or a factor from 2 on. ToldView takes a table of views.
enum class Parameter : int { None, Line, Any, View, Shift, CountedLine, Counted, Factor, ToldView };
inline constexpr bool is_counted(Parameter p) { return p == Parameter::CountedLine || p == Parameter::Counted || p == Parameter::Factor; }
inline constexpr bool has_direction(Parameter p) { return p == Parameter::Line || p == Parameter::Any || is_counted(p); }
// Where an action must find a change to gain by a part: in its own cells; beside one of them, in the direction or on any side; in its
// box; in the box and up to three cells around it; in the box or beyond it in the direction. What paints beside or around a part
// paints ground alone, and first the cells that touch the part: if one of those stays as it was, nothing is gained.
enum class Reach { Anywhere, Own, Beside, Around, Box, Near, Ahead };
struct ActionRow {
    const char *name, *words;
    double cost;
    bool painted;  // needs a colour
    Parameter parameter;
    // null: see `act`. Where the action is counted, the number stands above the direction: see `with_number`.
    void (*act)(const Scene&, int part, int direction, Writes&);
    Reach reach = Reach::Anywhere;
    bool leaves = false;  // its place, where the row has no function
};
std::span<const ActionRow> actions();
const Names& action_names();
bool slides(int action);  // parts stop each other, those ahead go first

// Directions, plain and relative to the part; each stands for one to eight plain ones.
const Names& directions();
double direction_cost(int direction);
bool suits(int direction, Parameter);
class Plain {  // up to eight plain directions
  public:
    Plain(std::initializer_list<int> ds) {
        for (const int d : ds) d_[n_++] = static_cast<int8_t>(d);
    }
    const int8_t* begin() const { return d_; }
    const int8_t* end() const { return d_ + n_; }
    size_t size() const { return n_; }

  private:
    int8_t d_[8] = {};
    size_t n_ = 0;
};
bool leads_to_mark(int direction);  // towards or away from a mark: needs `marks`
Plain plain_directions(const Scene&, int part, int direction);

inline constexpr int kMostNumber = 9;  // that is looked for in demos
inline constexpr int with_number(int direction, int number) { return direction + 8 * number; }

struct Done {
    int action = 0, a = 0, b = 0;  // the parameters: a direction or a view, or a shift, or a direction and a number
};
void act(const Scene&, int part, const Done&, Writes&);
int only_direction(const Scene&, int part, int direction);  // the plain one, if it is one; else -1
// Moves parts until something stops them, each in a plain direction of its own, and says by part what that did. Those whose
// direction is less than 0 stay. False where fuel ends.
bool slide(const Scene&, const std::vector<int>& chosen, const std::vector<int>& ways, Picture& out, std::vector<Writes>& moved, Work&);

// A parameter that may differ from part to part.
struct Told {
    enum Form { Fixed, Feature, Table };
    int form = Fixed, value = 0, feature = 0;
    std::vector<std::pair<int, int>> table;  // from the feature's values
    int of(const std::vector<int>& features) const;  // -1: there is no answer
};
void write_table(const Told&, Rule&);
void write_number(const Told&, Rule&);
Told read_table(Reader&, const Names* options);  // to rows of the options, or to numbers
Told read_number(Reader&);
int told_direction();  // the direction that stands for a table

struct PartStep {
    int way = 0;
    Done done;
    Told turn, number;  // where the direction or the view is told; of a counted action
    std::vector<Test> tests;  // which parts: those of which all hold
    int source = kConstant, colour = 0;
    int keyed = 0;                            // the table's feature,
    std::vector<std::pair<int, int>> table;  // and its values with colours
};
void write_step(const PartStep&, Rule&);
PartStep read_step(Reader&);  // which may be forged
// applies steps, which all see the same picture. False where some selected part has no answer.
bool apply_steps(std::span<const PartStep>, const Picture& in, Picture& out, Work&);
// The colour that the step paints a part in; kOutside where there is none.
int colour_for(const PartStep&, const Scene&, size_t part);

}  // namespace arcloom::fit::scene

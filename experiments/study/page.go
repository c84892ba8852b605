package study

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// draft is a result that is shown: claims.tmpl is its page. Timed is whether it names hours of play.
type draft struct {
	*Result
	timed    bool
	drawings []doc.Block
}

// ResultFile is the result of an experiment in its folder, for programs.
const ResultFile = "experiment.json"

// Write writes the page of a result into a folder, with verdicts.csv, experiment.json
// and, where the experiment shows placements, placements.csv. It returns the path of the page.
func (r *Result) Write(folder string, run page.Run) (string, error) {
	d := draft{Result: r, timed: run.Time > 0}
	list := append(d.placementSheet(), d.verdictSheet())
	return writePage(folder, ResultFile, figures[*Result]{run, r, r.Open(d.timed), d.readings()}, d.layout(), list...)
}

// layout returns the answer and the appendix of the page.
func (r draft) layout() *page.Page {
	all := r.AllRuns()
	seeds := distinct(all, func(run *RunResult) string { return fmt.Sprint(run.Seed) })
	r.drawings = r.drawn()
	return &page.Page{
		Byline: texts.Text("claims-byline", r),
		Lacks: distinct(r.Runs, func(run *RunResult) string {
			v := run.Run.Game.Variant
			if text := v.Approximation(); text != "" {
				return v.Name + ": " + text
			}
			return ""
		}),
		Answer:   []doc.Paragraph{doc.Paragraph(texts.Text("claims-answer", r))},
		Warnings: []string{texts.Text("claims-warning", r).String()},
		Body:     texts.Blocks("claims-body", r), Appendix: texts.Sections("claims-appendix", r), Runs: []doc.Block{texts.Table("runs", r)},
		Games: distinct(all, func(run *RunResult) string { return run.games }),
		Facts: []page.Fact{{Name: "games", Value: format.Count(r.Games())}, {Name: "seed", Value: strings.Join(seeds, ", ")}},
	}
}

// distinct lists the texts that a function returns of the items of a list, each once and no empty ones.
func distinct[T any](list []T, of func(T) string) (out []string) {
	for _, x := range list {
		if text := of(x); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// The values of the page.

func (r draft) Truths() bool     { return r.Experiment.Truths }
func (r draft) NoClaim() bool    { return r.Verdict == NoClaim }
func (r draft) Judged() doc.Span { return doc.Verdict(string(r.Verdict)) }
func (r draft) Wrong() float64   { return 1 - r.Experiment.Level }
func (r draft) Half() float64    { return r.Wrong() / 2 }
func (r draft) Undecided() bool {
	return !r.Truths() && r.Count(Undecided, Ours)+r.Count(Undecided, Claimed) > 0
}

// Told reports whether the games say something about published results.
func (r draft) Told() bool {
	a := r.Agreement()
	return r.Truths() && a.Near+a.Compared > 0
}

// Share is the part of the decided results that lie inside their ranges, in per cent.
func (a Agreement) Share() float64 { return 100 * float64(a.Inside) / float64(a.Compared) }

// Spread is RMS in words, "" if there is none.
func (a Agreement) Spread() string {
	if math.IsNaN(a.RMS) {
		return ""
	}
	return format.Fixed(a.RMS, 2)
}

// Panel reports whether the games of a run of values were divided among several players.
func (r draft) Panel() bool {
	return slices.ContainsFunc(r.Runs, func(run *RunResult) bool { return run.Values != nil && len(run.Values.Players) > 1 })
}

// Nodes lists the numbers of nodes of all players.
func (r draft) Nodes() (list []string) {
	var nodes []int
	for _, run := range r.AllRuns() {
		nodes = append(nodes, run.nodes()...)
	}
	slices.Sort(nodes)
	for _, n := range slices.Compact(nodes) {
		list = append(list, format.Count(n))
	}
	return list
}

// Weights lists the weights that the engine played with.
func (r draft) Weights() []string {
	return distinct(r.AllRuns(), func(run *RunResult) string { return run.Weights })
}

// PlayedWith lists the weights by run, if they differ, and those of players with the prior.
func (r draft) PlayedWith() []string {
	list := distinct(r.Runs, func(run *RunResult) string {
		var names []string
		for _, other := range r.Runs {
			if other.Weights == run.Weights {
				names = append(names, other.Name)
			}
		}
		return fmt.Sprintf("In %s the engine played with %s.", format.List(names, "and"), run.Weights)
	})
	if len(list) == 1 {
		list = nil
	}
	return append(list, distinct(r.AllRuns(), func(run *RunResult) string {
		if !run.Run.Prior {
			return ""
		}
		return fmt.Sprintf("The player %s has %s.", priorPlayer, run.Weights)
	})...)
}

// Repeats warns of runs whose games repeat others.
func (r draft) Repeats() []string {
	return distinct(r.AllRuns(), func(run *RunResult) string {
		if note := run.Copies.Note(); note != "" {
			return fmt.Sprintf("In %s %s.", run.Name, note)
		}
		return ""
	})
}

// maxBoards is the number of boards that a page shows.
const maxBoards = 2

// Boards shows the arrays of the first games.
func (r draft) Boards() (out doc.Gallery) {
	for _, run := range r.Runs {
		g := run.Run.Game
		name := "board-" + g.Variant.Name
		if len(out) == maxBoards || slices.ContainsFunc(out, func(f doc.Figure) bool { return f.Name == name }) {
			continue
		}
		wide, narrow := board.Position(g, int(chart.Wide)), board.Position(g, int(chart.Narrow))
		_, pieces, _ := strings.Cut(wide.Alt, ". ") // after the name of the game
		if slices.ContainsFunc(out, func(f doc.Figure) bool { return strings.HasSuffix(f.Alt, ". "+pieces) }) {
			continue // another game with the same array
		}
		out = append(out, doc.Figure{Name: name, Alt: wide.Alt, Wide: wide.SVG, Narrow: narrow.SVG})
	}
	return out
}

// ofFamily are the hypotheses of a family, for a table of them.
type ofFamily struct {
	draft
	Family Family
	List   []*Answer
}

// Counts reports whether a verdict or an answer rests on the family.
func (f ofFamily) Counts() bool { return f.Family == Claimed || f.Family == Ours }

// Of returns the hypotheses of a family.
func (r draft) Of(f Family) ofFamily { return ofFamily{r, f, f.of(r.Answers)} }

// Bare writes an interval of the number of a hypothesis without its unit, and In with it.
func (a *Answer) Bare(v stat.Interval) string { return a.Hypothesis.Unit().Bare().Interval(v) }
func (a *Answer) In(v stat.Interval) string   { return a.Hypothesis.Unit().Interval(v) }

// Deviates writes the deviation of an answer, "" if there is none.
func (a *Answer) Deviates() string {
	if x := a.Deviation(); a.Effect.Bounded() && !math.IsNaN(x) {
		return format.Value.Difference(x)
	}
	return ""
}

// Weakest returns the member of a hierarchical mean that supports the hypothesis least, nil if it
// is not known.
func (a *Answer) Weakest() *Member {
	if len(a.Members) == 0 || !a.Members[a.Worst].Shrunk.Known() {
		return nil
	}
	return &a.Members[a.Worst]
}

// Counting lists the answers to parts of the claim and to questions of our own, and Others reports whether there are others.
func (r draft) Counting() []*Answer { return append(Claimed.of(r.Answers), Ours.of(r.Answers)...) }
func (r draft) Others() bool        { return len(r.Counting()) < len(r.Answers) }

// ByFamily lists the answers by family.
func (r draft) ByFamily() (list []*Answer) {
	for _, family := range Families() {
		list = append(list, family.of(r.Answers)...)
	}
	return list
}

// Cost describes the cost of deciding a hypothesis.
func (r draft) Cost(a *Answer) string { return r.Takes(a, r.timed) }

// reading is one way to read a sentence of an author, and its result.
type reading struct {
	Quote   string `json:"quote"`
	Reading string `json:"reading"`
	// Read states when it was read so and what was known then.
	Read    string  `json:"read"`
	Found   string  `json:"found"`
	Verdict Verdict `json:"verdict"`

	answer *Answer
}

// readings lists all readings, those of a sentence together: the one that counts before others.
func (r draft) readings() (list []reading) {
	all := r.ByFamily()
	for _, quote := range distinct(r.Answers, func(a *Answer) string { return a.Quote }) {
		for _, a := range all {
			if a.Quote != quote {
				continue
			}
			found := ""
			if a.Effect.Known() {
				found = a.Found()
			}
			list = append(list, reading{quote, a.Reading, a.Read(), found, a.Verdict, a})
		}
	}
	return list
}

// Quoted lists the author's sentences, how they are read, and the results, by the readings that count. The index has the
// others, and the commits of all.
func (r draft) Quoted() (list []reading) {
	last := ""
	for _, one := range r.readings() {
		if one.answer.Family != Claimed {
			continue
		}
		one.Read = commit.ReplaceAllString(one.Read, "$1")
		quote := one.Quote
		if one.Quote = "“" + quote + "”"; quote == last {
			one.Quote = "″"
		}
		last = quote
		list = append(list, one)
	}
	return list
}

// commit is a date with the commit after it.
var commit = regexp.MustCompile(`(\d{4}-\d\d-\d\d) [0-9a-f]{8}\b`)

// verdictSheet has a row for each test of each hypothesis.
func (r draft) verdictSheet() files.File {
	type row struct {
		answer *Answer
		test   Test
	}
	var rows []row
	for _, a := range r.Answers {
		for _, t := range a.Tests {
			rows = append(rows, row{a, t})
		}
	}
	const head = "experiment,hypothesis,says,quote,reading,family,since,known,measured,part,unit,range_lo,range_hi,estimate,lo,hi," +
		"p_support,p_contradict,holm,verdict,games,games_needed,level"
	return page.Sheet("verdicts.csv", head, rows, func(one *row) []any {
		a, t, needed := one.answer, one.test, ""
		if a.Verdict == Undecided {
			needed = format.Cell(math.Round(float64(a.Needed)))
		}
		return []any{r.Experiment.ID, a.Number, a.Says, a.Quote, a.Reading, a.Family, a.Since, a.Known, a.What, t.Name, a.Unit, a.Lo, a.Hi,
			t.Effect, t.Support, t.Contradict, a.Holm, a.Verdict, a.Games, needed, r.Experiment.Level}
	})
}

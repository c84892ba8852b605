package study

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// draft is a result that is shown: claims.tmpl is its page. Timed says whether it names hours of play.
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
	runs := tabulate(doc.Table{}, "run;what;pairs;nodes a move;games;hash of the rules", all, func(one **RunResult) []any {
		run := *one
		return []any{run.Run.Name, run.Run.What(), format.Count(run.Pairs), format.Count(run.Nodes), format.Count(run.Games), run.Hash}
	})
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
		Body:     texts.Blocks("claims-body", r), Appendix: texts.Sections("claims-appendix", r), Runs: []doc.Block{runs},
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
func (r draft) Goals() doc.Table { return goalsTable(r.Result.Goals()) }

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

// Weights lists what the engine played with.
func (r draft) Weights() []string {
	return distinct(r.AllRuns(), func(run *RunResult) string { return run.Weights })
}

// PlayedWith lists what the engine played with in which runs, if that differs.
func (r draft) PlayedWith() []string {
	list := distinct(r.AllRuns(), func(run *RunResult) string {
		var names []string
		for _, other := range r.AllRuns() {
			if other.Weights == run.Weights {
				names = append(names, other.Name)
			}
		}
		return fmt.Sprintf("In %s the engine played with %s.", format.List(names, "and"), run.Weights)
	})
	if len(list) == 1 {
		return nil
	}
	return list
}

// Repeats warns of runs whose games repeat others.
func (r draft) Repeats() []string {
	return distinct(r.AllRuns(), func(run *RunResult) string { return measure.Repeats(run.Name, run.List) })
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

// Answered is a table of the hypotheses of a family, whose heads say what its columns show.
func (r draft) Answered(family Family, caption string, heads ...string) doc.Table {
	return tabulate(doc.Table{Caption: caption}, strings.Join(heads, ";"), family.of(r.Answers), func(a **Answer) (row []any) {
		for _, head := range heads {
			row = append(row, r.cell(head, *a))
		}
		return row
	})
}

// cell returns what a column of Answered shows.
func (r draft) cell(head string, a *Answer) any {
	h := &a.Hypothesis
	form, phase, nodes := r.Here(h)
	sourced := func(source, here string) string {
		if source == "" || source == here {
			return here
		}
		return source + "; here " + here
	}
	switch head {
	case "":
		return a.number
	case "hypothesis", "published result":
		return a.Says
	case "measured":
		return a.What
	case "form":
		return sourced(h.Form, form)
	case "phase":
		return sourced(h.Phase, phase)
	case "nodes":
		return sourced(h.Nodes, nodes)
	case "supported if", "yes if", "range":
		return h.Range()
	case "adjusted p (Holm)":
		return format.Probability(float64(a.Holm))
	case "verdict", "answer":
		return doc.Verdict(a.Word())
	case "standard errors from the middle":
		if x := a.Deviation(); a.Effect.Bounded() && !math.IsNaN(x) {
			return format.Value.Difference(x)
		}
		return ""
	}
	return a.Found()
}

// numbered is a hypothesis with its number, for captions.
type numbered struct {
	Number, Games int
	Unit          string
	Takes, Share  string
	Truths        bool
}

func (r draft) numbered(a *Answer) numbered {
	return numbered{a.number, a.Games, a.Hypothesis.Unit().Name, r.Takes(a, r.timed), "", r.Truths()}
}

// Costs says what it would cost to decide the undecided hypotheses.
func (r draft) Costs() (list []numbered) {
	for _, family := range Families() {
		for _, a := range family.of(r.Answers) {
			if n := r.numbered(a); n.Takes != "" {
				list = append(list, n)
			}
		}
	}
	return list
}

// Parts returns the members of hierarchical means, and the tests of the hypotheses that have
// several.
func (r draft) Parts() (out []doc.Block) {
	for _, a := range r.Answers {
		u, n := a.Hypothesis.Unit(), r.numbered(a)
		t := doc.Table{Caption: texts.Text("members", n).String()}
		out = append(out, tabulate(t, ";by itself;shrunk", a.Members, func(m *Member) []any {
			return []any{m.Name, u.Bare().Interval(m.Effect), u.Bare().Interval(m.Shrunk)}
		}))
		if len(a.Members) > 0 && a.Members[a.Worst].Shrunk.Known() {
			worst := a.Members[a.Worst]
			out = append(out, doc.P("The weakest of them is ", worst.Name, ": ", u.Interval(worst.Shrunk), ", shrunk."))
		}
		if len(a.Tests) < 2 {
			continue
		}
		t = doc.Table{Caption: texts.Text("parts", n).String()}
		out = append(out, tabulate(t, "part;found;p for;p against", a.Tests, func(one *Test) []any {
			return []any{one.Name, u.Bare().Interval(one.Effect), format.Probability(float64(one.Support)), format.Probability(float64(one.Contradict))}
		}))
	}
	return out
}

// Players returns tables of what each player found.
func (r draft) Players() (out []doc.Block) {
	for _, a := range r.Answers {
		n := r.numbered(a)
		n.Share = map[int]string{2: "half", 3: "third", 4: "quarter", 5: "fifth"}[min(len(a.Players), 5)]
		t := doc.Table{Caption: texts.Text("players", n).String()}
		out = append(out, tabulate(t, "player;found;games;by itself", a.Players, func(p *PlayerAnswer) []any {
			u := a.Hypothesis.Unit().Bare()
			return []any{p.Player, u.Interval(p.Effect), format.Count(p.Games), doc.Verdict(a.Hypothesis.Word(p.Verdict))}
		}))
	}
	return out
}

// reading is one way to read a sentence of an author, and what it found.
type reading struct {
	Quote   string `json:"quote"`
	Reading string `json:"reading"`
	// Read says when it was read so and what was known then.
	Read    string  `json:"read"`
	Found   string  `json:"found"`
	Verdict Verdict `json:"verdict"`

	answer *Answer
}

// readings lists all readings, those of a sentence together: the one that counts before others.
func (r draft) readings() (list []reading) {
	for _, quote := range distinct(r.Answers, func(a *Answer) string { return a.Quote }) {
		for _, family := range Families() {
			for _, a := range family.of(r.Answers) {
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
	}
	return list
}

// Quoted is a table of what the author wrote, how it is read, and what was found: of the readings that
// count, without commits, or of all.
func (r draft) Quoted(caption string, all bool) doc.Table {
	last := ""
	return tabulate(doc.Table{Caption: caption}, "written;read as;when;found;verdict", r.readings(), func(one *reading) []any {
		if !all && one.answer.Family != Claimed {
			return nil
		}
		quote, when := "“"+one.Quote+"”", one.Read
		if last == one.Quote {
			quote = "″"
		}
		if last = one.Quote; !all {
			when = commit.ReplaceAllString(when, "$1")
		}
		return []any{quote, one.Reading, when, one.Found, doc.Verdict(string(one.Verdict))}
	})
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
	return sheet("verdicts.csv", head, rows, func(one *row) []any {
		a, t, needed := one.answer, one.test, ""
		if a.Verdict == Undecided {
			needed = format.Cell(math.Round(float64(a.Needed)))
		}
		return []any{r.Experiment.ID, a.number, a.Says, a.Quote, a.Reading, a.Family, a.Since, a.Known, a.What, t.Name, a.Unit, a.Lo, a.Hi,
			t.Effect, t.Support, t.Contradict, a.Holm, a.Verdict, a.Games, needed, r.Experiment.Level}
	})
}

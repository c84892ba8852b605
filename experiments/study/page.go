package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// page is a result that is shown. Timed says whether it names hours of play.
type draft struct {
	*Result
	timed bool
}

// layout returns the answer and the appendix of a page.
func (r draft) layout() *page.Page {
	e := r.Experiment
	verdicts, charts := r.figures()
	p := &page.Page{Title: e.Title, Lacks: r.lacks(), Runs: []doc.Block{r.runsTable()}, Facts: r.facts()}
	about := "The claim: "
	switch r.Verdict {
	case NoClaim:
		p.Byline = doc.T("Questions of our own about ", doc.Link(e.Source.Page, e.Source.Link), " by ", e.Source.Author)
		p.Answer = []doc.Paragraph{doc.P(r.Counts())}
		about = "What it is about: "
	case Control:
		p.Byline = doc.T("Published results of ", e.Source.Author, ", ", doc.Link(e.Source.Page, e.Source.Link))
		p.Answer = []doc.Paragraph{doc.P(r.found())}
		about = ""
	default:
		p.Byline = doc.T("A claim by ", e.Source.Author, ", ", doc.Link(e.Source.Page, e.Source.Link))
		p.Answer = []doc.Paragraph{doc.P(doc.Verdict(string(r.Verdict)), ". ", r.Counts())}
	}
	if text := note(r.Scale); text != "" {
		p.Warnings = []string{text}
	}
	top := min(1, len(charts))
	var more []doc.Block
	if list := r.Details(); len(list) > 0 {
		more = append(more, doc.P(strings.Join(list, " ")))
	}
	p.Body = slices.Concat(r.agreement(), r.quotations(), more, verdicts, []doc.Block{doc.P(about, e.Claim), r.boards()}, charts[:top],
		[]doc.Block{doc.P(r.certainty()), doc.P(r.basis())})
	add := func(title string, blocks ...doc.Block) {
		p.Appendix = append(p.Appendix, doc.Section{Title: title, Blocks: blocks})
	}
	if !e.Truths { // whose results have been listed
		add("The hypotheses", r.hypotheses()...)
	}
	add("The parts of the hypotheses", r.parts()...)
	add("The players", r.byPlayer()...)
	add("More charts", charts[top:]...)
	for i := range e.Tables {
		t := &e.Tables[i]
		add(t.Title, tables[t.Kind()](r, t)...)
	}
	add("Method", r.method()...)
	return p
}

// lacks lists the rules that the games of the runs lack.
func (r draft) lacks() []string {
	var list []string
	for i := range r.Runs {
		v := r.Runs[i].Run.Game.Variant
		if text := v.Approximation(); text != "" && !slices.Contains(list, v.Name+": "+text) {
			list = append(list, v.Name+": "+text)
		}
	}
	return list
}

// maxBoards is the number of boards that a page shows.
const maxBoards = 2

// boards shows the arrays of the first games.
func (r draft) boards() doc.Gallery {
	var out doc.Gallery
	for i := range r.Runs {
		g := r.Runs[i].Run.Game
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

// certainty says how sure the verdicts are.
func (r draft) certainty() string {
	if r.Experiment.Truths {
		return "How sure: inside and outside are where the estimates lie. An estimate near the end of a range may be on the wrong side by chance; its interval says how far chance may go."
	}
	wrong := 1 - r.Experiment.Level
	text := fmt.Sprintf("How sure: the probability that a wrong part of the claim is found supported is at most %s, and that a right one is found contradicted at most %s.", format.Level(wrong), format.Level(wrong/2))
	if r.Verdict == NoClaim {
		text = fmt.Sprintf("How sure: the probability of a wrong yes anywhere on this page is at most %s, of a wrong no at most %s.", format.Level(wrong), format.Level(wrong/2))
	}
	if n := r.Count(Undecided, Ours) + r.Count(Undecided, Claimed); n > 0 {
		text += " Undecided means that these games cannot tell; the appendix says how many games might."
	}
	return text
}

// basis says what the verdicts rest on.
func (r draft) basis() string {
	var nodes []int
	var weights []string
	panel := ""
	for _, run := range r.AllRuns() {
		nodes = append(nodes, run.Nodes)
		if run.Values != nil && len(run.Values.Players) > 1 {
			panel = " Games for values were divided among several players, which the appendix compares."
			for _, p := range run.Values.Players {
				nodes = append(nodes, cmp.Or(p.Nodes, run.Nodes))
			}
		}
		if !slices.Contains(weights, run.Weights) {
			weights = append(weights, run.Weights)
		}
	}
	slices.Sort(nodes)
	var numbers []string
	for _, n := range slices.Compact(nodes) {
		numbers = append(numbers, format.Count(n))
	}
	with := weights[0]
	if len(weights) > 1 {
		with = strings.Join(weights, ", or ") + ", depending on the run"
	}
	return fmt.Sprintf("It rests on %s of the engine against itself, at %s nodes a move. The engine played with %s.", format.Plural(r.Games(), "game"), format.List(numbers, "and"), with) + panel
}

// ResultFile is the result of an experiment in its folder, for programs.
const ResultFile = "experiment.json"

// figures are what an experiment.json says of a result, beside its page.Run.
type figures struct {
	Figures Figures    `json:"figures"`
	Open    []OpenPart `json:"open,omitempty"`
	// Readings are all readings of what the author wrote.
	Readings []reading `json:"readings,omitempty"`
}

// Write writes the page of a result into a folder, with verdicts.csv, experiment.json
// and, where the experiment shows placements, placements.csv. It returns the path of the page.
func (r *Result) Write(folder string, run page.Run) (string, error) {
	d := draft{r, run.Time > 0}
	data, err := files.JSON(ResultFile, struct {
		page.Run
		figures
	}{run, figures{r.Figures(), r.Open(d.timed), d.readings()}})
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	list := []files.File{files.CSV("verdicts.csv", d.verdictRows()), data}
	if rows := d.placementRows(); len(rows) > 1 {
		list = append(list, files.CSV("placements.csv", rows))
	}
	return d.layout().Write(folder, run, list...)
}

// verdictRows has a row for each test of each hypothesis.
func (r draft) verdictRows() [][]string {
	rows := [][]string{{"experiment", "hypothesis", "says", "quote", "reading", "family", "since", "known", "measured", "part", "unit", "range_lo", "range_hi",
		"estimate", "lo", "hi", "p_support", "p_contradict", "holm", "verdict", "games", "games_needed", "level"}}
	for i := range r.Answers {
		a := &r.Answers[i]
		needed := ""
		if a.Verdict == Undecided {
			needed = format.Cell(math.Round(float64(a.Needed)))
		}
		for _, t := range a.Tests {
			v := t.Effect
			row := []string{r.Experiment.ID, strconv.Itoa(i + 1), a.Says, a.Quote, a.Reading, string(a.Family), a.Since, a.Known, a.What, t.Name, a.Unit}
			for _, x := range []float64{float64(a.Lo), float64(a.Hi), v.Estimate, v.Lo, v.Hi, float64(t.Support), float64(t.Contradict), float64(a.Holm)} {
				row = append(row, format.Cell(x))
			}
			rows = append(rows, append(row, string(a.Verdict), strconv.Itoa(a.Games), needed, format.Cell(r.Experiment.Level)))
		}
	}
	return rows
}

package claim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/present/answer"
	"bestiary/experiments/present/board"
	"bestiary/experiments/present/chart"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

// page returns the page of a result: the answer, then the appendix. Timed says whether
// it names hours of play.
func (r *Result) page(timed bool) *answer.Page {
	e := r.Experiment
	verdicts, charts := r.figures()
	p := &answer.Page{Title: e.Title, Lacks: r.lacks(), Runs: []doc.Block{r.runsTable()}, Facts: r.facts()}
	switch r.Verdict {
	case NoClaim:
		p.Byline = doc.T("Questions of our own about ", doc.Link(e.Source.Page, e.Source.Link), " by ", e.Source.Author)
		p.Answer = []doc.Paragraph{doc.P(r.Summary()), doc.P("What it is about: ", e.Claim)}
	case Control:
		p.Byline = doc.T("Published results of ", e.Source.Author, ", ", doc.Link(e.Source.Page, e.Source.Link))
		p.Answer = []doc.Paragraph{doc.P(e.Claim)}
	default:
		p.Byline = doc.T("A claim by ", e.Source.Author, ", ", doc.Link(e.Source.Page, e.Source.Link))
		p.Answer = []doc.Paragraph{doc.P(doc.Bold(format.Title(string(r.Verdict))+"."), " ", r.Summary()), doc.P("The claim: ", e.Claim)}
	}
	if note := r.Scale.note(); note != "" {
		p.Warnings = []string{note}
	}
	top := min(1, len(charts))
	p.Body = slices.Concat(r.agreement(), r.quotations(), verdicts, []doc.Block{r.boards()}, charts[:top],
		[]doc.Block{doc.P(r.certainty()), doc.P(r.basis())})
	add := func(title string, blocks ...doc.Block) {
		p.Appendix = append(p.Appendix, doc.Section{Title: title, Blocks: blocks})
	}
	if !e.Truths { // whose results have been listed
		add("The hypotheses", r.hypotheses(timed)...)
	}
	add("The parts of the hypotheses", r.parts()...)
	add("The players", r.byPlayer()...)
	add("More charts", charts[top:]...)
	for i := range e.Tables {
		add(e.Tables[i].Title, r.table(&e.Tables[i])...)
	}
	add("Method", r.method()...)
	return p
}

// lacks are the rules that the games of the runs lack.
func (r *Result) lacks() []string {
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
func (r *Result) boards() doc.Gallery {
	var out doc.Gallery
	for i := range r.Runs {
		g := r.Runs[i].Run.Game
		name := "board-" + g.Variant.Name
		if len(out) == maxBoards || slices.ContainsFunc(out, func(f doc.Figure) bool { return f.Name == name }) {
			continue
		}
		wide, narrow := board.Position(g, int(chart.Wide)), board.Position(g, int(chart.Narrow))
		out = append(out, doc.Figure{Name: name, Alt: wide.Alt, Wide: wide.SVG, Narrow: narrow.SVG})
	}
	return out
}

// certainty says how sure the verdicts are.
func (r *Result) certainty() string {
	if r.Experiment.Truths {
		return "How sure: inside and outside are where the estimates lie. An estimate near the end of a range may be on the wrong side by chance; its interval says how far chance may go."
	}
	wrong := 1 - r.Experiment.Level
	text := fmt.Sprintf("How sure: the probability that any part of the claim is supported although it is wrong is at most %s, and that any is contradicted although it is right at most %s.", format.Level(wrong), format.Level(wrong/2))
	if r.Verdict == NoClaim {
		text = fmt.Sprintf("How sure: the probability that any wrong answer on this page is a yes is at most %s, and that any is a no at most %s.", format.Level(wrong), format.Level(wrong/2))
	}
	if n := r.Count(Undecided, true) + r.Count(Undecided, false); n > 0 {
		text += " Undecided means that these games cannot tell; the appendix says how many games might."
	}
	return text
}

// basis says what the verdicts rest on.
func (r *Result) basis() string {
	var nodes []int
	var weights []string
	panel := ""
	for _, run := range r.everyRun() {
		nodes = append(nodes, run.Nodes)
		if run.Values != nil && len(run.Values.Players) > 1 {
			panel = " Games for values were divided among a panel of players, of which this is one; the appendix compares them."
			for _, p := range run.Values.Players {
				nodes = append(nodes, cmp.Or(p.Nodes, run.Nodes))
			}
		}
		if !slices.Contains(weights, run.Weights) {
			weights = append(weights, run.Weights)
		}
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	var numbers []string
	for _, n := range nodes {
		numbers = append(numbers, format.Count(n))
	}
	return fmt.Sprintf("It rests on %s of the engine against itself, at %s nodes a move. The engine played with %s.",
		format.Plural(r.Games(), "game"), format.List(numbers, "and"), strings.Join(weights, "; in other runs, with ")) + panel
}

// hypotheses is the table of hypotheses with their tests, and what it would cost to
// decide the undecided ones, if timed also in hours.
func (r *Result) hypotheses(timed bool) []doc.Block {
	var out []doc.Block
	var costs doc.List
	for _, ours := range []bool{false, true} {
		t := doc.Table{
			Caption: "The parts of the claim.",
			Head:    []string{"", "hypothesis", "measured", "supported if", "found (" + format.Level(r.Experiment.Level) + " interval)", "adjusted p (Holm)", "verdict"},
		}
		if ours {
			t.Caption, t.Head[3], t.Head[6] = "Questions of our own, which the author does not raise.", "yes if", "answer"
		}
		for i := range r.Answers {
			a := &r.Answers[i]
			if a.Hypothesis.Ours != ours {
				continue
			}
			t.Rows = append(t.Rows, doc.Row(i+1, a.Says, a.What, a.Hypothesis.Range(), a.Found(), format.Probability(float64(a.Holm)), a.Word()))
			if takes := r.Takes(a, timed); takes != "" {
				costs = append(costs, doc.T(fmt.Sprintf("Hypothesis %d is undecided after %s: %s.", i+1, format.Plural(a.Games, "game"), takes)))
			}
		}
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	if len(costs) > 0 {
		out = append(out, costs)
	}
	return out
}

// quotations set what the author wrote beside what we take it to mean and what was
// found.
func (r *Result) quotations() []doc.Block {
	t := doc.Table{Caption: "What " + r.Experiment.Source.Author + " wrote.", Head: []string{"written", "read as", "found", "verdict"}}
	last := ""
	for i := range r.Answers {
		a := &r.Answers[i]
		if a.Quote == "" {
			continue
		}
		quote := "“" + a.Quote + "”"
		if quote == last {
			quote = "″"
		} else {
			last = quote
		}
		t.Rows = append(t.Rows, doc.Row(quote, a.Reading, a.Found(), doc.Bold(a.Word())))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []doc.Block{t}
}

// parts are the tests of the hypotheses that have several.
func (r *Result) parts() []doc.Block {
	var out []doc.Block
	for i := range r.Answers {
		a := &r.Answers[i]
		out = append(out, r.membersOf(i)...)
		if len(a.Tests) < 2 {
			continue
		}
		u := a.Hypothesis.format()
		t := doc.Table{
			Caption: fmt.Sprintf("Hypothesis %d, in %s: the weakest part decides.", i+1, u.Name),
			Head:    []string{"part", "found", "p for", "p against"},
		}
		for _, test := range a.Tests {
			t.Rows = append(t.Rows, doc.Row(test.Name, u.Bare().Interval(test.Effect), format.Probability(float64(test.Support)), format.Probability(float64(test.Contradict))))
		}
		out = append(out, t)
	}
	return out
}

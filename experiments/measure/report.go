//go:build !js

package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// chartsOnTop is the number of charts that stand before the appendix.
const chartsOnTop = 2

// page returns the report: the answer, then the appendix with all numbers and methods.
func (res *Result) page() *page.Page {
	figures := res.figures()
	top := min(chartsOnTop, len(figures))
	heading := "The largest effects"
	if len(res.significant()) == 0 {
		heading = "The main measures"
	}
	first, more := res.answers()
	var body []doc.Block
	if len(res.Balance) > 0 {
		body = append(body, doc.Heading("Who wins"))
		body = append(body, balance.Together([]string{res.Sides[0].Label, res.Sides[1].Label}, res.Balance...)...)
	}
	body = append(body, doc.Heading(heading), res.effectsTable(), res.claimsTable())
	for _, text := range res.warnings() {
		body = append(body, doc.Note(doc.T(text)))
	}
	if len(more) > 0 {
		body = append(body, doc.P(strings.Join(more, " ")))
	}
	p := &page.Page{
		Title:  fmt.Sprintf("%s: %s against %s", res.gameTitle(), res.Sides[0].Label, res.Sides[1].Label),
		Lacks:  []string{res.Sides[0].approximation(), res.Sides[1].approximation()},
		Answer: []doc.Paragraph{doc.P(strings.Join(first, " "))},
		Body:   slices.Concat(body, figures[:top], []doc.Block{doc.P(res.certainty()), doc.P(res.basis())}),
		Appendix: []doc.Section{
			{Title: "All measures", Blocks: []doc.Block{res.measuresTable()}},
			{Title: "Tests of the games as a whole", Blocks: []doc.Block{res.testsTable()}},
		},
		Facts: res.facts(),
	}
	p.Appendix = append(p.Appendix, doc.Section{Title: "More charts", Blocks: figures[top:]}, doc.Section{Title: "Method", Blocks: []doc.Block{res.method()}})
	return p
}

// gameTitle names what is compared, for people.
func (res *Result) gameTitle() string {
	a, b := res.Sides[0].Game, res.Sides[1].Game
	if a.Variant.Name != b.Variant.Name {
		return a.Variant.Name + " and " + b.Variant.Name
	}
	return page.Title(a)
}

// approximation says which rules the game of a side lacks, "" if it is complete.
func (s *SideResult) approximation() string {
	if text := s.Game.Variant.Approximation(); text != "" {
		return s.Label + ": " + text
	}
	return ""
}

// Summary returns the answer in a few sentences.
func (res *Result) Summary() []string {
	first, more := res.answers()
	if len(res.Claims) > 0 {
		var answers []string
		for _, c := range res.Claims {
			answers = append(answers, fmt.Sprintf("%s (margin %s): %s", c.Measure.Label, c.margin(), doc.Verdict(c.Verdict()).Text))
		}
		first = append(first, "Claimed to be the same: "+strings.Join(answers, "; ")+".")
	}
	return append(first, more...)
}

// answers returns the answer in at most 40 words, and what else is worth a sentence.
func (res *Result) answers() (first, out []string) {
	first = append(res.suddenEnds(), res.changes())
	var found []string
	for _, t := range res.Tests {
		if t.Significant(res.Config.Level) {
			found = append(found, fmt.Sprintf("%s (adjusted p %s)", t.Label, probability(t.Holm)))
		}
	}
	if len(found) > 0 {
		out = append(out, fmt.Sprintf("Tests of the games as a whole find a difference: %s.", format.List(found, "and")))
	}
	if res.Identical > 0 && !res.allIdentical() {
		out = append(out, fmt.Sprintf("%s of %s went the same way on both sides, move for move.",
			format.Plural(res.Identical, "game"), format.Count(len(res.Sides[0].Games))))
	}
	if b := res.Beyond; b != nil {
		side := &res.Sides[b.Side-1]
		out = append(out, fmt.Sprintf("With %s, %s of %s went past the %d moves at which the other side is drawn (decided later: %d; stopped by the limit of its own side: %d; drawn in other ways: %d).",
			side.Label, format.Plural(b.Games, "game"), format.Count(len(side.Games)), b.Limit, b.Decided, b.Stopped, b.Games-b.Decided-b.Stopped))
	}
	return first, out
}

// suddenShare is the share of sudden ends from which they come first in the report.
const suddenShare = 0.05

// suddenEnds returns a sentence for each side with many games that end at once.
func (res *Result) suddenEnds() []string {
	var out []string
	for i := range res.Sides {
		s := &res.Sides[i]
		over := s.count(func(g *Game) bool { return g.overBy(suddenPly) })
		if share := float64(over) / float64(len(s.Games)); share >= suddenShare {
			wins := s.count(func(g *Game) bool { return g.overBy(suddenPly) && g.Result == rules.WhiteWins })
			out = append(out, fmt.Sprintf("With %s, %s of %s (%s) are over by move %d, %s of them won by White.", s.Label,
				format.Plural(over, "game"), format.Count(len(s.Games)), format.Percent.Number(share), suddenPly/2, format.Count(wins)))
		}
	}
	return out
}

// effectsTable returns the largest significant effects, or the usual measures if no effect
// is significant.
func (res *Result) effectsTable() doc.Table {
	list := res.significant()
	if len(list) == 0 {
		for _, name := range []string{"white-score", "draws", "length", "captures"} {
			list = append(list, res.measure(name))
		}
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Differences are second minus first, with %s intervals.", format.Level(res.Config.Level)),
		Head:    res.head("measure", "verdict"),
	}
	for _, m := range list {
		verdict := "not significant"
		if m.Significant(res.Config.Level) {
			verdict = "significant"
		}
		t.Rows = append(t.Rows, doc.Row(append(m.row(), doc.Verdict(verdict))...))
	}
	return t
}

// head returns the head of a table of measures.
func (res *Result) head(more ...string) []string {
	return slices.Insert(more, 1, res.Sides[0].Label, res.Sides[1].Label, "difference")
}

// row returns a measure in a table: its heading, both means and the difference.
func (m *Measure) row() []any {
	first, second, difference := m.Figures()
	return []any{m.Heading(), first, second, difference}
}

func (res *Result) measuresTable() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("Differences are second minus first, with %s intervals. The adjusted p-values allow for all %s of this report (Holm's method).",
			format.Level(res.Config.Level), format.Plural(res.tested(), "test")),
		Head: res.head("measure", "p", "adjusted p (Holm)"),
	}
	for i := range res.Measures {
		m := &res.Measures[i]
		t.Rows = append(t.Rows, doc.Row(append(m.row(), probability(m.P), probability(m.Holm))...))
	}
	return t
}

func (res *Result) testsTable() doc.Table {
	t := doc.Table{Head: []string{"test", "statistic", "hazard ratio, second to first", "p", "adjusted p (Holm)"}}
	for _, test := range res.Tests {
		if math.IsNaN(float64(test.P)) {
			continue
		}
		t.Rows = append(t.Rows, doc.Row(test.Label, format.Fixed(float64(test.Statistic), 2), test.RatioText(), probability(test.P), probability(test.Holm)))
	}
	return t
}

func (res *Result) claimsTable() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("A measure is the same within the margin if the interval of the difference, of level %s, lies inside the margins.", format.Level(2*res.Config.Level-1)),
		Head:    []string{"measure", "margin", "difference", "p", "adjusted p (Holm)", "verdict"},
	}
	for _, c := range res.Claims {
		t.Rows = append(t.Rows, doc.Row(c.Measure.Heading(), c.margin(), numbers(c.Measure.Unit.Format().Bare(), c.Narrow),
			probability(c.P), probability(c.Holm), doc.Verdict(c.Verdict())))
	}
	return t
}

// certainty says how sure the answer is.
func (res *Result) certainty() string {
	return fmt.Sprintf("How sure: a change is named only if its p-value, adjusted for all %s of this report, is at most %s.",
		format.Plural(res.tested(), "test"), format.Significant(1-res.Config.Level, 2))
}

// basis says what the answer rests on.
func (res *Result) basis() string {
	text := fmt.Sprintf("It rests on %s on each side, played by the engine against itself from the same seeds, at %s a move",
		format.Plural(len(res.Sides[0].Games), "game"), format.Plural(res.Config.Play.Nodes, "node"))
	if a, b := res.Sides[0].origin(), res.Sides[1].origin(); a == b {
		return text + fmt.Sprintf(", with %s on both sides.", a)
	}
	return text + fmt.Sprintf(", with %s on the first side and %s on the second.", res.Sides[0].origin(), res.Sides[1].origin())
}

// origin says where the weights of a side are from.
func (s *SideResult) origin() string {
	origin, _, _ := strings.Cut(s.Weights, ", ")
	switch origin {
	case priorWeights:
		return "the mobility prior"
	case givenWeights:
		return "weights from a file"
	}
	return "the tuned weights of the program"
}

// facts returns numbers of the run.
func (res *Result) facts() []page.Fact {
	var list []page.Fact
	add := func(name string, value any) { list = append(list, page.Fact{Name: name, Value: value}) }
	add("games on each side", fmt.Sprintf("%s in %s", format.Count(len(res.Sides[0].Games)), format.Plural(res.Config.Play.Pairs, "pair")))
	add("nodes a move", format.Count(res.Config.Play.Nodes))
	add("seed", res.Config.Play.Seed)
	add("games with the same moves on both sides", format.Count(res.Identical))
	if gain := float64(res.measure("white-score").Gain); !math.IsNaN(gain) {
		add("games needed without shared seeds, for White's score", format.Fixed(gain, 1)+" times as many")
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		add(s.Label, s.record())
		add("median length, plies", numbers(wholePlies, s.Median))
		add("median length to a decision, plies", numbers(wholePlies, s.Decision))
		add("hash of the rules", s.Game.Variant.Hash())
		add("weights of the engine", s.Weights)
	}
	return list
}

// Text returns the answer for a terminal with lines of at most width characters.
func (res *Result) Text(width int) string {
	var b strings.Builder
	paragraph := func(text string) { b.WriteString(strings.Join(format.Wrap(text, width), "\n") + "\n\n") }
	for _, sentence := range res.Summary() {
		paragraph(sentence)
	}
	for i, r := range res.Balance {
		paragraph("Who wins with " + res.Sides[i].Label + ": " + r.Answer)
	}
	sides := doc.Table{}
	for i, name := range []string{"first", "second"} {
		s := &res.Sides[i]
		sides.Rows = append(sides.Rows, doc.Row(name, s.Label, s.record()))
	}
	b.WriteString(sides.Text(width) + "\n")
	all := res.measuresTable()
	all.Head = []string{"measure", "first", "second", "difference", "adjusted p"}
	for i, row := range all.Rows {
		all.Rows[i] = slices.Delete(row, 4, 5) // p before the adjustment
	}
	b.WriteString(all.Text(width) + "\n" + res.testsTable().Text(width) + "\n")
	paragraph(res.basis())
	return b.String()
}

// record returns the results of a side: "White +4 =1 −3".
func (s *SideResult) record() string {
	return fmt.Sprintf("White +%d =%d −%d", s.White, s.Draws, s.Black)
}

//go:build !js

package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Write writes the report into the folder of the comparison and returns the path of
// the page for a browser. Beside it are report.md, measures.csv, games.csv,
// compare.json and, in charts/, the pictures.
func (res *Result) Write(run page.Run) (string, error) {
	figures := *res
	figures.Folder = "" // the same run in another folder is the same document
	data, err := files.JSON("compare.json", struct {
		page.Run
		Config  Config  `json:"config"`
		Figures *Result `json:"figures"`
	}{run, res.Config, &figures})
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return res.page().Write(res.Folder, run, files.CSV("measures.csv", res.measureRows()), files.CSV("games.csv", res.gameRows()), data)
}

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
		who := balance.Together([]string{res.Sides[0].Label, res.Sides[1].Label}, res.Balance...)
		body = append(append(body, doc.Heading("Who wins")), who...)
	}
	body = append(body, doc.Heading(heading), res.effectsTable(), res.claimsTable())
	for _, text := range res.warnings() {
		body = append(body, doc.Note(doc.T(text)))
	}
	if len(more) > 0 {
		body = append(body, doc.P(strings.Join(more, " ")))
	}
	return &page.Page{
		Title:  fmt.Sprintf("%s: %s against %s", res.gameTitle(), res.Sides[0].Label, res.Sides[1].Label),
		Lacks:  []string{res.Sides[0].approximation(), res.Sides[1].approximation()},
		Answer: []doc.Paragraph{doc.P(strings.Join(first, " "))},
		Body:   slices.Concat(body, figures[:top], texts.Blocks("basis", res.basis())),
		Appendix: []doc.Section{
			{Title: "All measures", Blocks: []doc.Block{res.measuresTable()}},
			{Title: "Tests of the games as a whole", Blocks: []doc.Block{res.testsTable()}},
			{Title: "More charts", Blocks: figures[top:]},
			{Title: "Method", Blocks: res.method()},
		},
		Facts: res.facts(),
	}
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

// fewPairs is the number of pairs below which normal approximations are rough.
const fewPairs = 30

// warnings returns what a reader must know before trusting the numbers.
func (res *Result) warnings() (out []string) {
	if n := res.Config.Play.Pairs; n < fewPairs {
		out = append(out, sentence("few pairs", n))
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		kinds, _ := openings(res.Config.Play.Pairs, s.Games)
		side := struct {
			Label               string
			Games, Kinds, Plies int
			Share               float64
		}{s.Label, len(s.Games), len(kinds), res.Config.Play.MaxPlies, 0}
		if side.Share = float64(s.Reasons[match.LengthLimit]) / float64(side.Games); side.Share > 0.01 {
			out = append(out, sentence("cut", side))
		}
		if text := Repeats(s.Label, s.Games); text != "" {
			out = append(out, text+" More --random-plies would tell them apart.")
		}
		if 2*side.Kinds > side.Games {
			out = append(out, sentence("openings", side))
		}
	}
	return out
}

// Beginning describes the random moves after the first position.
func Beginning(cfg match.Config) string {
	text := "beginning with " + format.Plural(cfg.RandomPlies, "random ply")
	if cfg.Balance > 0 {
		text += fmt.Sprintf(" that leave neither side ahead by more than %s", format.Plural(cfg.Balance, "centipawn"))
	}
	return text
}

// manyRepeated is the share of repeated games above which a report warns.
const manyRepeated = 0.05

// Repeats returns a warning if many games repeat others move by move, for want of random
// moves; otherwise "".
func Repeats(label string, games []Game) string {
	known := map[uint64]bool{}
	for i := range games {
		known[games[i].digest] = true
	}
	n := len(games) - len(known)
	if float64(n) <= manyRepeated*float64(len(games)) {
		return ""
	}
	return fmt.Sprintf("With %s, %s of %s repeat others move by move, so that intervals are too narrow.",
		label, format.Count(n), format.Plural(len(games), "game"))
}

// method says how the numbers were made.
func (res *Result) method() []doc.Block {
	cfg := res.Config
	return texts.Blocks("method", struct {
		Armies                    bool
		Beginning, NotAdjudicated string
		Lead                      int
	}{cfg.Play.Kind == opening.Armies, Beginning(cfg.Play), page.NotAdjudicated(cfg.Play.MaxPlies), cfg.LeadMargin})
}

// basis says how sure the answer is, and what it rests on.
func (res *Result) basis() any {
	return struct {
		Tests, Games, Nodes  int
		Error, First, Second string
	}{
		res.tested(), len(res.Sides[0].Games), res.Config.Play.Nodes,
		format.Significant(1-res.Config.Level, 2), res.Sides[0].origin(), res.Sides[1].origin(),
	}
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

// effectsTable returns the largest significant effects, or the usual measures if no effect
// is significant.
func (res *Result) effectsTable() doc.Table {
	list := res.significant()
	if len(list) == 0 {
		for _, name := range []string{"white-score", "draws", "length", "captures"} {
			list = append(list, res.measure(name))
		}
	}
	t := doc.Table{Caption: sentence("differences", res.Config.Level), Head: res.head("measure", "verdict")}
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
		Caption: sentence("measures", struct {
			Level float64
			Tests int
		}{res.Config.Level, res.tested()}),
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
		ratio := ""
		if test.Ratio.Known() {
			ratio = numbers(format.Value, test.Ratio)
		}
		t.Rows = append(t.Rows, doc.Row(test.Label, format.Fixed(float64(test.Statistic), 2), ratio, probability(test.P), probability(test.Holm)))
	}
	return t
}

func (res *Result) claimsTable() doc.Table {
	t := doc.Table{
		Caption: sentence("claims", 2*res.Config.Level-1),
		Head:    []string{"measure", "margin", "difference", "p", "adjusted p (Holm)", "verdict"},
	}
	for _, c := range res.Claims {
		t.Rows = append(t.Rows, doc.Row(c.Measure.Heading(), c.margin(), numbers(c.Measure.Unit.Format().Bare(), c.Narrow),
			probability(c.P), probability(c.Holm), doc.Verdict(c.Verdict())))
	}
	return t
}

// facts returns numbers of the run.
func (res *Result) facts() []page.Fact {
	played := format.Count(len(res.Sides[0].Games)) + " in " + format.Plural(res.Config.Play.Pairs, "pair")
	list := []page.Fact{
		{Name: "games on each side", Value: played},
		{Name: "nodes a move", Value: format.Count(res.Config.Play.Nodes)},
		{Name: "seed", Value: res.Config.Play.Seed},
		{Name: "games with the same moves on both sides", Value: format.Count(res.Identical)},
	}
	if gain := float64(res.measure("white-score").Gain); !math.IsNaN(gain) {
		more := format.Fixed(gain, 1) + " times as many"
		list = append(list, page.Fact{Name: "games needed without shared seeds, for White's score", Value: more})
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		list = append(list,
			page.Fact{Name: s.Label, Value: s.record()},
			page.Fact{Name: "median length, plies", Value: numbers(wholePlies, s.Median)},
			page.Fact{Name: "median length to a decision, plies", Value: numbers(wholePlies, s.Decision)},
			page.Fact{Name: "hash of the rules", Value: s.Game.Variant.Hash()},
			page.Fact{Name: "weights of the engine", Value: s.Weights})
	}
	return list
}

// record returns the results of a side: "White +4 =1 −3".
func (s *SideResult) record() string {
	return fmt.Sprintf("White +%d =%d −%d", s.White, s.Draws, s.Black)
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
	paragraph(sentence("games", res.basis()))
	return b.String()
}

// wholePlies is the unit of medians of lengths.
var wholePlies = format.Unit{Scale: 1}

// Heading returns the label of the measure with its unit.
func (m *Measure) Heading() string { return m.Label + ", " + m.Unit.Format().Name }

// Figures returns the two means and the difference with its interval, in the unit of
// Heading.
func (m *Measure) Figures() (first, second, difference string) {
	u := m.Unit.Format().Bare()
	difference = numbers(u, m.Difference)
	if m.unseen() {
		difference = "none seen, below " + u.Number(m.Difference.Hi)
	}
	return u.Number(m.First.Estimate), u.Number(m.Second.Estimate), difference
}

// unseen reports whether a share is the same in every pair of games, so that its interval
// only bounds differences that could have gone unseen.
func (m *Measure) unseen() bool { return m.data != nil && m.data.share && m.data.equal() }

// numbers writes an estimate with its limits, if it has any.
func numbers(u format.Unit, v stat.Interval) string {
	if math.IsInf(v.Lo, 0) && math.IsInf(v.Hi, 0) {
		return u.Number(v.Estimate)
	}
	return u.Interval(v)
}

// probability writes a p-value, "" for a measure that is not tested.
func probability(p stat.Number) string {
	if math.IsNaN(float64(p)) {
		return ""
	}
	return format.Probability(float64(p))
}

// margin returns the margin of a claim in the unit of its measure.
func (c Claim) margin() string { return "±" + c.Measure.Unit.Format().Number(float64(c.Margin)) }

// Verdict says whether the claim is shown.
func (c Claim) Verdict() string {
	if c.Supported {
		return "the same within the margin"
	}
	return "cannot tell"
}

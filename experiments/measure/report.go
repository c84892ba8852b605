//go:build !js

package measure

import (
	"fmt"
	"math"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
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
	return res.page().Write(res.Folder, run, res.measureSheet(), files.CSV("games.csv", res.gameRows()), data)
}

// draft is a result for the templates. Brief is set on a terminal, where a table has fewer columns.
type draft struct {
	*Result
	Brief              bool
	Charts, MoreCharts []doc.Block // before and in the appendix
}

// chartsOnTop is the number of charts before the appendix.
const chartsOnTop = 2

// page returns the report: the answer, then the appendix with all numbers and methods.
func (res *Result) page() *page.Page {
	figures := res.figures()
	top := min(chartsOnTop, len(figures))
	d := draft{Result: res, Charts: figures[:top], MoreCharts: figures[top:]}
	return &page.Page{
		Title:  fmt.Sprintf("%s: %s against %s", res.gameTitle(), res.Sides[0].Label, res.Sides[1].Label),
		Lacks:  []string{res.Sides[0].approximation(), res.Sides[1].approximation()},
		Answer: []doc.Paragraph{doc.P(strings.Join(res.sentences("first"), " "))},
		Body:   texts.Blocks("compare body", d), Appendix: texts.Sections("compare appendix", d),
		Facts: page.Facts(texts.Table("facts", d)),
	}
}

// Text returns the answer for a terminal with lines of at most width characters.
func (res *Result) Text(width int) string {
	return doc.Screen(width, texts.Blocks("compare screen", draft{Result: res, Brief: true})...)
}

// gameTitle names the compared games in words.
func (res *Result) gameTitle() string {
	a, b := res.Sides[0].Game, res.Sides[1].Game
	if a.Variant.Name != b.Variant.Name {
		return a.Variant.Name + " and " + b.Variant.Name
	}
	return page.Title(a)
}

// approximation lists the rules that the game of a side lacks, "" if it is complete.
func (s *SideResult) approximation() string {
	if text := s.Game.Variant.Approximation(); text != "" {
		return s.Label + ": " + text
	}
	return ""
}

// More returns further results, in one paragraph.
func (d draft) More() string { return strings.Join(d.sentences("more"), " ") }

// What a reader must know before trusting the numbers.

// fewPairs is the number of pairs below which normal approximations are rough.
const fewPairs = 30

// FewPairs reports whether intervals are rough.
func (d draft) FewPairs() bool { return d.Pairs < fewPairs }

// Cut is the share of the games of a side that were stopped, 0 if it is small.
func (s *SideResult) Cut() float64 {
	if share := float64(s.Reasons[match.LengthLimit]) / float64(len(s.Games)); share > 0.01 {
		return share
	}
	return 0
}

// Openings is the number of different openings of a side if they are too many for a measure of
// their variety, otherwise 0.
func (s *SideResult) Openings() int {
	if kinds, _ := openings(len(s.Games)/gamesOfPair, s.Games); 2*len(kinds) > len(s.Games) {
		return len(kinds)
	}
	return 0
}

// Armies reports whether games began from armies that differ at random.
func (d draft) Armies() bool { return d.Config.Play.Kind == opening.Armies }

// Tested is the number of tests that Holm's adjustment allows for, Error the probability of a wrong
// finding, and Narrow the level of the intervals of claims.
func (d draft) Tested() int     { return d.tested() }
func (d draft) Error() string   { return format.Significant(1-d.Config.Level, 2) }
func (d draft) Narrow() float64 { return 2*d.Config.Level - 1 }

// Origin returns where the weights of a side are from.
func (s *SideResult) Origin() string {
	origin, _, _ := strings.Cut(s.Weights, ", ")
	switch origin {
	case priorWeights:
		return "the mobility prior"
	case givenWeights:
		return "weights from a file"
	}
	return "the tuned weights of the program"
}

// Significant returns the most important effects that are significant, and Effects the usual
// measures if none is.
func (d draft) Significant() []*Measure { return d.significant() }
func (d draft) Effects() []*Measure {
	list := d.significant()
	if len(list) == 0 {
		for _, name := range []string{"white-score", "draws", "length", "captures"} {
			list = append(list, d.measure(name))
		}
	}
	return list
}

// Gain is the factor by which the games would have to grow without shared seeds to know White's
// score as well, "" if the scores do not vary.
func (d draft) Gain() string {
	if gain := float64(d.measure("white-score").Gain); !math.IsNaN(gain) {
		return format.Fixed(gain, 1)
	}
	return ""
}

// Record are the results of a side: "White +4 =1 −3".
func (s *SideResult) Record() string {
	return fmt.Sprintf("White +%d =%d −%d", s.White, s.Draws, s.Black)
}

// Heading returns the label of the measure with its unit.
func (m *Measure) Heading() string { return m.Label + ", " + m.Unit.Format().Name }

// Cells returns the two means and the difference with its interval, in the unit of
// Heading.
func (m *Measure) Cells() []string {
	u := m.Unit.Format().Bare()
	difference := u.Bounds(m.Difference)
	if m.unseen() {
		difference = "none seen, below " + u.Number(m.Difference.Hi)
	}
	return []string{u.Number(m.First.Estimate), u.Number(m.Second.Estimate), difference}
}

// unseen reports whether a share is the same in every pair of games, so that its interval
// only bounds differences that could have gone unseen.
func (m *Measure) unseen() bool { return m.data != nil && m.data.share && m.data.equal() }

// Made reports whether the games gave a test a result.
func (t *Test) Made() bool { return !math.IsNaN(float64(t.P)) }

// MarginText is the margin of a claim in the unit of its measure, and NarrowText the difference.
func (c Claim) MarginText() string { return "±" + c.Measure.Unit.Format().Number(float64(c.Margin)) }
func (c Claim) NarrowText() string { return c.Measure.Unit.Format().Bare().Bounds(c.Narrow) }

// Verdict returns whether the claim is shown.
func (c Claim) Verdict() string {
	if c.Supported {
		return "the same within the margin"
	}
	return "cannot tell"
}

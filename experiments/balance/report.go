//go:build !js

package balance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Write writes the report, with balance.csv, into the folder of the run and returns the path
// of the page for a browser.
func (r *Result) Write(run page.Run) (string, error) {
	return r.page().Write(r.Folder, run, files.CSV("balance.csv", r.rows()))
}

func (r *Result) page() *page.Page {
	return &page.Page{
		Title: "Who wins " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks:  []string{r.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{r.Paragraph()},
		Body:   append(figure(nil, r), r.table(), doc.Texts(r.further()...)),
		Appendix: []doc.Section{
			{Title: "Player by player", Blocks: []doc.Block{r.playersTable()}},
			{Title: "How the balance was measured", Blocks: []doc.Block{r.method()}},
		},
		Facts: []page.Fact{{Name: "seed", Value: r.Config.Play.Seed}, {Name: "hash of the rules", Value: r.Game.Variant.Hash()}},
	}
}

// Section returns what another report says about the balance.
func (r *Result) Section() []doc.Block {
	return slices.Concat([]doc.Block{r.Paragraph()}, figure(nil, r), []doc.Block{r.table(), doc.Texts(r.further()...)})
}

// Paragraph returns the verdict between the strongest players and the answer.
func (r *Result) Paragraph() doc.Paragraph {
	return doc.P(r.mark(r.Main().Verdict), ". ", r.Answer)
}

// Together returns what another report says about the balance of several games with labels.
func Together(labels []string, results ...*Result) []doc.Block {
	var list doc.List
	for i, r := range results {
		list = append(list, doc.T(doc.Bold(labels[i]), ": ", r.mark(r.Main().Verdict), ". ", r.Answer))
	}
	return append([]doc.Block{list}, figure(labels, results...)...)
}

// figure draws the curves of one result, or the main curves of several with labels.
func figure(labels []string, results ...*Result) []doc.Block {
	first := results[0]
	in := chart.CurvesInput{X: "nodes a move", About: chart.About{Game: page.Title(first.Game)}, Margin: first.Margin, Level: first.Level, Y: "score of " + first.Whose}
	for i, r := range results {
		in.Games += r.Games
		if r.Whose != first.Whose {
			in.Y = "score of the side that moves first as designed"
		}
		for k := range r.Curves {
			name := "the engine's players"
			switch {
			case labels != nil:
				name = labels[i]
			case k > 0:
				name = strings.Join(r.Curves[k].Players, ", ")
			}
			if k == 0 || labels == nil {
				in.Curves = append(in.Curves, r.Curves[k].Drawn(name))
			}
		}
	}
	return page.Figures(page.Figure{Name: "balance", Chart: chart.Strengths(in)})
}

// pointsPerRung is the number of points of a drawn curve from one rung to the next.
const pointsPerRung = 8

// Drawn returns a curve for a chart.
func (c *Curve) Drawn(name string) chart.Curve {
	out := chart.Curve{Name: name}
	for _, rung := range c.Rungs {
		out.Measured = append(out.Measured, chart.CurvePoint{X: float64(rung.Nodes), Y: rung.Score})
	}
	nodes, scores := c.Points(pointsPerRung)
	for i, n := range nodes {
		out.Points = append(out.Points, chart.CurvePoint{X: n, Y: scores[i]})
	}
	return out
}

// table returns the rungs with their verdicts.
func (r *Result) table() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("The score of %s, with %s intervals that hold however often one looks. Fair is a score between %s and %s.",
			r.Whose, format.Level(r.Level), format.Percent.Number(0.5-r.Margin), format.Percent.Number(0.5+r.Margin)),
		Head: []string{"nodes a move", "verdict", "score", "raw score", "games", "draws", "plies"},
		Foot: doc.T("The score is by the curve through all games, the raw score by the games of the row alone. " + r.Main().slopeText() + ". The last row is an extrapolation."),
	}
	if r.Of == Army {
		t.Head = append(t.Head, "first move")
		t.Foot = append(t.Foot, doc.T(" The last column is what moving first is worth, in points.")...)
	}
	for _, rung := range append(slices.Clone(r.Main().Rungs), r.Main().Beyond) {
		row := []any{format.Count(rung.Nodes), r.mark(rung.Verdict), format.Percent.Interval(rung.Curve)}
		if rung.Games > 0 {
			row = append(row, format.Percent.Interval(rung.Score), format.Count(rung.Games), format.Percent.Number(rung.Draws.Estimate), format.Fixed(rung.Length.Estimate, 0))
		} else {
			row = append(row, format.None, format.None, format.None, format.None)
			t.Breaks = []int{len(t.Rows)}
		}
		if r.Of == Army {
			row = append(row, points.Bare().Interval(rung.Move))
		}
		t.Rows = append(t.Rows, doc.Row(row...))
	}
	return t
}

// playersTable returns the scores of single players.
func (r *Result) playersTable() doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("The score of %s in the games of each player, in %%.", r.Whose),
		Head:    []string{"player"},
		Foot:    doc.T("Players and rungs do not differ beyond chance."),
	}
	if w := r.Main().Widened; w >= 1.05 {
		t.Foot = doc.T(fmt.Sprintf("Players differ, or rungs scatter about the curve, by %s times what chance explains; the limits of the curve are wider by that factor.", format.Fixed(w, 1)))
	}
	for _, n := range r.Config.Strengths {
		t.Head = append(t.Head, format.Count(n))
	}
	for i := range r.Curves {
		c := &r.Curves[i]
		for j, name := range c.Players {
			row := doc.Row(name)
			for _, rung := range c.Rungs {
				score := format.None
				if j < len(rung.Players) {
					score = format.Percent.Bare().Number(rung.Players[j])
				}
				row = append(row, doc.T(score))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func (r *Result) method() doc.Block {
	c := &r.Config
	pairs := "The games of a pair have openings of their own."
	if c.Play.Turned {
		pairs = "In the second game of a pair the other side moves first in the same position, so what chance gave a side cancels."
	}
	return doc.Texts(
		fmt.Sprintf("The games begin with %s that change the array's own advantage by at most %s, as a search of %s sees it. %s",
			format.Plural(c.Play.RandomPlies, "random move"), format.Plural(c.Play.Balance, "centipawn"), format.Plural(c.Play.BalanceNodes, "position"), pairs),
		"With four times as many nodes there are half as many games. They are divided among the players, who all play themselves.",
		fmt.Sprintf("The first of the players has %s; the others vary them.", estimate.Provenance(r.Game, c.start(r.Game))),
		fmt.Sprintf("The curve is a line through the log-odds of the score over the logarithm of the nodes, which may bend: before the games by %s in a rung (one standard deviation). Pairs are the unit of all errors.", format.Fixed(Bend, 2)),
		"Intervals are wide enough to be looked at while the run grows. In simulations those of all rungs, of the extrapolation and of the slope hold together at a dozen looks in more runs than their level promises. A verdict says what the whole interval says: fair if it lies within the margin, leaning if it lies beyond.",
		page.NotAdjudicated(c.Play.MaxPlies),
	)
}

// rows returns balance.csv: a row for each rung and curve.
func (r *Result) rows() [][]string {
	rows := [][]string{{"game", "players", "of", "nodes", "games", "score", "score_lo", "score_hi", "curve", "curve_lo", "curve_hi", "verdict",
		"designed", "designed_lo", "designed_hi", "move", "move_lo", "move_hi", "draws", "plies", "margin", "level"}}
	for i := range r.Curves {
		c := &r.Curves[i]
		for _, rung := range append(slices.Clone(c.Rungs), c.Beyond) {
			row := []string{r.Name, strings.Join(c.Players, " "), string(r.Of), strconv.Itoa(rung.Nodes), strconv.Itoa(rung.Games)}
			limits := func(v stat.Interval, known bool) {
				if !known {
					v = stat.Unknown()
				}
				row = append(row, format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi))
			}
			limits(rung.Score, rung.Games > 0)
			limits(rung.Curve, true)
			row = append(row, string(rung.Verdict))
			limits(rung.Designed, r.Of == Army)
			limits(rung.Move, r.Of == Army)
			draws, plies := "", ""
			if rung.Games > 0 {
				draws, plies = format.Cell(rung.Draws.Estimate), format.Cell(rung.Length.Estimate)
			}
			rows = append(rows, append(row, draws, plies, format.Cell(r.Margin), format.Cell(r.Level)))
		}
	}
	return rows
}

// Text returns the answer for a terminal with lines of at most width characters.
func (r *Result) Text(width int) string {
	var b strings.Builder
	paragraph := func(text string) { b.WriteString(strings.Join(format.Wrap(text, width), "\n") + "\n\n") }
	paragraph(doc.Text(r.Paragraph()).String())
	t := r.table()
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i][:3:3], t.Rows[i][4:7]...)
	}
	t.Head, t.Foot = append(t.Head[:3:3], t.Head[4:7]...), doc.T(r.Main().slopeText()+". The last row is an extrapolation.")
	b.WriteString(t.Text(width) + "\n")
	for _, text := range r.further() {
		paragraph(text)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

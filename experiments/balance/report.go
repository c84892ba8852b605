//go:build !js

package balance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
)

// Write writes the report, with balance.csv, into the folder of the run and returns the path
// of the page for a browser.
func (r *Result) Write(info page.Run) (string, error) {
	return r.page().Write(r.Folder, info, files.CSV("balance.csv", r.rows()))
}

func (r *Result) page() *page.Page {
	return &page.Page{
		Title: "Who wins " + page.Title(r.Game), Byline: page.Byline(r.Game),
		Lacks:  []string{r.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{r.Paragraph()},
		Body:   append(figure(nil, r), r.table(), doc.Texts(r.further()...)),
		Appendix: []doc.Section{
			{Title: "Player by player", Blocks: []doc.Block{r.playersTable()}},
			{Title: "How the balance was measured", Blocks: r.method()},
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
		Caption: sentence("table", r),
		Head:    []string{"nodes a move", "verdict", "score", "raw score", "games", "draws", "plies"},
		Foot:    texts.Text("table foot", r),
	}
	if r.Of == Army {
		t.Head = append(t.Head, "first move")
	}
	for _, rung := range append(slices.Clone(r.Main().Rungs), r.Main().Beyond) {
		row := []any{format.Count(rung.Nodes), r.mark(rung.Verdict), format.Percent.Interval(rung.Curve)}
		if rung.Games > 0 {
			row = append(row, format.Percent.Interval(rung.Score), format.Count(rung.Games))
			row = append(row, format.Percent.Number(rung.Draws.Estimate), format.Fixed(rung.Length.Estimate, 0))
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
		Head:    []string{"player"}, Foot: texts.Text("players foot", r.Main()),
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

func (r *Result) method() []doc.Block {
	c := &r.Config
	return texts.Blocks("method", struct {
		Play                       match.Config
		Provenance, NotAdjudicated string
	}{c.Play, run.Provenance(r.Game, c.start(r.Game)), page.NotAdjudicated(c.Play.MaxPlies)})
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
	t.Head, t.Foot = append(t.Head[:3:3], t.Head[4:7]...), texts.Text("slope", r.Main())
	b.WriteString(t.Text(width) + "\n")
	for _, text := range r.further() {
		paragraph(text)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

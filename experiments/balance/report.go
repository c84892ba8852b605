//go:build !js

package balance

import (
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/stat"
)

// report is a result for the templates. Brief is set on a terminal, where a table has fewer columns.
type report struct {
	*Result
	Brief bool
}

// MoveColumn reports whether a table shows the worth of moving first.
func (r report) MoveColumn() bool { return r.Of == Army && !r.Brief }

// Write writes the report, with balance.csv, into the folder of the run and returns the path
// of the page for a browser.
func (r *Result) Write(info page.Run) (string, error) {
	return r.page().Write(r.Folder, info, r.sheet())
}

func (r *Result) page() *page.Page {
	p := page.About(r.Game, "Who wins "+page.Title(r.Game), texts, "balance", report{Result: r}, r.Config.Play.Seed)
	p.Answer = []doc.Paragraph{r.Paragraph()}
	return p
}

// Section returns the section on the balance for another report.
func (r *Result) Section() []doc.Block {
	return append([]doc.Block{r.Paragraph()}, texts.Blocks("balance body", report{Result: r})...)
}

// Text returns the answer for a terminal with lines of at most width characters.
func (r *Result) Text(width int) string {
	return doc.Screen(width, append([]doc.Block{r.Paragraph()}, texts.Blocks("balance body", report{r, true})...)...)
}

// Paragraph returns the verdict between the strongest players and the answer.
func (r *Result) Paragraph() doc.Paragraph {
	return doc.P(r.Mark(r.Main().Verdict), ". ", r.Answer)
}

// Together returns a section for another report on the balance of several labelled games.
func Together(labels []string, results ...*Result) []doc.Block {
	var list doc.List
	for i, r := range results {
		list = append(list, doc.T(doc.Bold(labels[i]), ": ", doc.Text(r.Paragraph())))
	}
	return append([]doc.Block{list}, figure(labels, results...)...)
}

// Figure draws the curves.
func (r *Result) Figure() []doc.Block { return figure(nil, r) }

// figure draws the curves of one result, or the main curves of several with labels.
func figure(labels []string, results ...*Result) []doc.Block {
	first := results[0]
	in := chart.CurvesInput{
		About: chart.About{Game: page.Title(first.Game)}, X: "nodes a move", Y: "score of " + first.Whose,
		Margin: first.Margin, Level: first.Level,
	}
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
				name = r.Curves[k].Names()
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

// Names lists the players of a curve.
func (c *Curve) Names() string { return strings.Join(c.Players, ", ") }

// all lists the rungs and the extrapolation.
func (c *Curve) all() []Rung { return append(slices.Clone(c.Rungs), c.Beyond) }

// Rungs returns the panel's rungs, with the extrapolation.
func (r *Result) Rungs() []Rung { return r.Main().all() }

// Provenance describes the weights of the first player.
func (r *Result) Provenance() string { return run.Provenance(r.Game, r.Config.start(r.Game)) }

// sheet returns balance.csv: a row for each rung and curve.
func (r *Result) sheet() files.File {
	type row struct {
		players string
		Rung
	}
	var list []row
	for i := range r.Curves {
		for _, rung := range r.Curves[i].all() {
			list = append(list, row{strings.Join(r.Curves[i].Players, " "), rung})
		}
	}
	where := func(known bool, v stat.Interval) stat.Interval {
		if known {
			return v
		}
		return stat.Unknown()
	}
	const head = "game,players,of,nodes,games,score,score_lo,score_hi,curve,curve_lo,curve_hi,verdict," +
		"designed,designed_lo,designed_hi,move,move_lo,move_hi,draws,plies,margin,level"
	return page.Sheet("balance.csv", head, list, func(x *row) []any {
		played, army := x.Games > 0, r.Of == Army
		return []any{r.Name, x.players, r.Of, x.Nodes, x.Games, where(played, x.Score), x.Curve, x.Verdict,
			where(army, x.Designed), where(army, x.Move), where(played, x.Draws).Estimate, where(played, x.Length).Estimate, r.Margin, r.Level}
	})
}

package atlas

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// charts draws the values in five ways. Those without values are left out.
func (f *Figures) charts() []doc.Block {
	return page.Figures(
		page.Figure{Name: "mobility", Caption: "Each mark is a piece on a board, with its interval. On the dashed line mobility is right.", Chart: f.predicted("Value and mobility", "value by mobility (points)", func(v *Value) float64 { return v.Prior })},
		page.Figure{Name: "formula", Caption: "The same pieces. On the dashed line the formula is right.", Chart: f.predicted("Value and formula", "value by the formula (points)", func(v *Value) float64 { return v.Predicted.Estimate })},
		page.Figure{Name: "leapers", Caption: "Leapers that go no further than two squares. The line is Muller's law, on the scale on which it fits them best.", Chart: f.leapers()},
		page.Figure{Name: "riders", Caption: "What a rider gains with each further square. The line joins the rooks.", Chart: f.riders()},
		page.Figure{Name: "boards", Caption: "Pieces above the dashed line are worth more on the larger board, in points: beside its knights, bishops, rooks and queens.", Chart: f.larger()},
	)
}

// scatter is a chart of values over x.
func (f *Figures) scatter(name, x string, kinds []string, points []chart.ScatterPoint) chart.ScatterInput {
	const y = "value by games (points)"
	return chart.ScatterInput{About: chart.About{Game: format.Plural(f.Pieces, "piece"), Games: f.Games}, Name: name, X: x, Y: y, Kinds: kinds, Points: points}
}

// drawn draws a chart; nil without points.
func drawn(in chart.ScatterInput) *chart.Chart {
	if len(in.Points) == 0 {
		return nil
	}
	return chart.Scatter(in)
}

// predicted draws the values over what predicts them.
func (f *Figures) predicted(name, x string, by func(v *Value) float64) *chart.Chart {
	var points []chart.ScatterPoint
	sizes, locked := f.sizes(), false
	for _, v := range f.known() {
		if by(&v) > 0 {
			points = append(points, chart.ScatterPoint{Kind: slices.Index(sizes, v.Board), X: stat.Exact(by(&v)), Y: v.Points, Off: v.Locked})
			locked = locked || v.Locked
		}
	}
	in := f.scatter(name, x, sizes, points)
	if locked {
		in.Off = "locked while the formula was fitted"
	}
	return drawn(in)
}

// leapers draws short leapers over the number of their squares, with Muller's law.
func (f *Figures) leapers() *chart.Chart {
	var points []chart.ScatterPoint
	var logs []float64
	least, most := math.MaxInt, 0
	sizes := f.sizes()
	for _, v := range f.known() {
		if n := v.squares(); v.Leaper > 0 {
			points = append(points, chart.ScatterPoint{Kind: slices.Index(sizes, v.Board), X: stat.Exact(float64(n)), Y: v.Points})
			logs, least, most = append(logs, math.Log(v.Points.Estimate/law(n))), min(least, n), max(most, n)
		}
	}
	in := f.scatter("Leapers", "squares that it attacks", sizes, points)
	in.LineName = "(30 + 5n/8)·n"
	scale := math.Exp(floats.Sum(logs) / float64(len(logs)))
	for n := least; n <= most; n++ {
		in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(scale * law(n))})
	}
	return drawn(in)
}

// law is Muller's law for leapers with n squares, in centipawns.
func law(n int) float64 { return (30 + 5*float64(n)/8) * float64(n) }

// squares counts where the piece goes from the middle of the board.
func (v *Value) squares() (n int) {
	for _, k := range v.Squares {
		n += k
	}
	return n
}

// riders draws rooks and bishops of limited range on the first board over their range.
func (f *Figures) riders() *chart.Chart {
	var points []chart.ScatterPoint
	kinds := []string{"rooks", "bishops"}
	line := map[int]float64{}
	for _, v := range f.known() {
		if v.Board != f.sizes()[0] {
			continue
		}
		for k, atom := range []string{"R", "B"} {
			steps, ok := strings.CutPrefix(v.Betza, atom)
			n, err := strconv.Atoi(steps)
			switch {
			case v.Betza == []string{"W", "F"}[k]:
				n = 1
			case ok && steps == "":
				n = v.Size.Files - 1
			case !ok || err != nil:
				continue
			}
			points = append(points, chart.ScatterPoint{Kind: k, X: stat.Exact(float64(n)), Y: v.Points})
			if k == 0 {
				line[n] = v.Points.Estimate
			}
		}
	}
	in := f.scatter("Riders by length", "squares that it may go at once", kinds, points)
	if len(line) < 2 {
		return nil
	}
	for n := range f.settings.Boards[0].Files {
		if y, ok := line[n]; ok {
			in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(y)})
		}
	}
	return drawn(in)
}

// larger draws values on larger boards over those of the same pieces on the first.
func (f *Figures) larger() *chart.Chart {
	var points []chart.ScatterPoint
	sizes, first := f.sizes(), map[string]stat.Interval{}
	for _, v := range f.known() {
		if v.Board == sizes[0] {
			first[v.Betza] = v.Points
		}
	}
	for _, v := range f.known() {
		if x, ok := first[v.Betza]; ok && v.Board != sizes[0] {
			points = append(points, chart.ScatterPoint{Kind: slices.Index(sizes, v.Board) - 1, X: x, Y: v.Points})
		}
	}
	return drawn(f.scatter("Values on larger boards", "value on "+sizes[0]+" (points)", sizes[1:], points))
}

package study

import (
	"math"
	"slices"
	"strconv"
	"strings"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Charts draws the values in five ways. Those without values are left out.
func (p atlasPage) Charts() []doc.Block {
	sizes, first := p.settings.usual(), p.firsts()
	board := func(v *PieceValue) int { return slices.Index(sizes, v.Board) }
	return page.Figures(
		p.scatter("mobility", chart.ScatterInput{Name: "Value and mobility", X: "value by mobility (points)", Kinds: sizes}, true,
			func(v *PieceValue) (int, stat.Interval) { return board(v), stat.Exact(v.Prior) }),
		p.scatter("formula", chart.ScatterInput{Name: "Value and formula", X: "value by the formula (points)", Kinds: sizes}, true,
			func(v *PieceValue) (int, stat.Interval) { return board(v), stat.Exact(v.Predicted.Estimate) }),
		p.scatter("leapers", p.leapers(chart.ScatterInput{Name: "Leapers", X: "squares that it attacks", Kinds: sizes}), false,
			func(v *PieceValue) (int, stat.Interval) {
				if v.Leaper > 0 {
					return board(v), stat.Exact(float64(v.squares()))
				}
				return -1, stat.Interval{}
			}),
		p.riders(),
		p.scatter("boards", chart.ScatterInput{Name: "Values on larger boards", X: "value on " + sizes[0] + " (points)", Kinds: sizes[1:]}, false,
			func(v *PieceValue) (int, stat.Interval) {
				if x := first[v.Betza]; x != nil {
					return board(v) - 1, x.Points
				}
				return -1, stat.Interval{}
			}))
}

// scatter is a chart of the known values over numbers above 0 that a function returns, with their kind;
// values of kind -1 are left out. With locked those that were locked are marked.
func (p atlasPage) scatter(name string, in chart.ScatterInput, locked bool, at func(*PieceValue) (int, stat.Interval)) page.Figure {
	for _, v := range p.known() {
		if kind, x := at(&v); kind >= 0 && x.Estimate > 0 {
			in.Points = append(in.Points, chart.ScatterPoint{Kind: kind, X: x, Y: v.Points, Off: locked && v.Locked})
			if locked && v.Locked {
				in.Off = "locked while the formula was fitted"
			}
		}
	}
	if len(in.Points) == 0 {
		return page.Figure{}
	}
	in.About, in.Y = chart.About{Game: format.Plural(p.Pieces, "piece"), Games: p.Games}, "value by games (points)"
	return page.Figure{Name: name, Caption: texts.Text("chart of "+name, nil).String(), Chart: chart.Scatter(in)}
}

// leapers adds the line of Muller's law to the chart of leapers, on the scale on which it fits them best.
func (p atlasPage) leapers(in chart.ScatterInput) chart.ScatterInput {
	law := func(n int) float64 { return (30 + 5*float64(n)/8) * float64(n) } // in centipawns
	var logs []float64
	var squares []int
	for _, v := range which(p.known(), func(v *PieceValue) bool { return v.Leaper > 0 }) {
		n := v.squares()
		logs, squares = append(logs, math.Log(v.Points.Estimate/law(n))), append(squares, n)
	}
	if len(squares) == 0 {
		return in
	}
	in.LineName = "(30 + 5n/8)·n"
	for n := slices.Min(squares); n <= slices.Max(squares); n++ {
		in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(math.Exp(gonum.Mean(logs, nil)) * law(n))})
	}
	return in
}

// riders draws rooks and bishops of limited range on the first board over their range, and joins the rooks.
func (p atlasPage) riders() page.Figure {
	in := chart.ScatterInput{Name: "Riders by length", X: "squares that it may go at once", Kinds: []string{"rooks", "bishops"}}
	rooks := map[int]float64{}
	for _, v := range p.firsts() {
		if kind, steps := v.ride(); kind == 0 {
			rooks[steps] = v.Points.Estimate
		}
	}
	if len(rooks) < 2 {
		return page.Figure{}
	}
	for n := range p.settings.Boards[0].Files {
		if y, ok := rooks[n]; ok {
			in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(y)})
		}
	}
	return p.scatter("riders", in, false, func(v *PieceValue) (int, stat.Interval) {
		kind, steps := v.ride()
		if v.Board != p.First {
			kind = -1
		}
		return kind, stat.Exact(float64(steps))
	})
}

// ride returns 0 for rooks and 1 for bishops with the number of their steps, and -1 for other pieces.
func (v *PieceValue) ride() (kind, steps int) {
	for k, atom := range []string{"R", "B"} {
		number, ok := strings.CutPrefix(v.Betza, atom)
		n, err := strconv.Atoi(number)
		switch {
		case v.Betza == []string{"W", "F"}[k]:
			return k, 1
		case ok && number == "":
			return k, v.On.Files - 1
		case ok && err == nil:
			return k, n
		}
	}
	return -1, 0
}

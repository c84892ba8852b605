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

// Charts draws the values in five ways. Charts without values are omitted.
func (p atlasPage) Charts() []doc.Block {
	first := p.firsts()
	scatter := func(title, x string, kinds []string) chart.ScatterInput {
		return chart.ScatterInput{Name: title, X: x, Kinds: kinds}
	}
	return page.Figures(
		p.scatter("mobility", scatter("Value and mobility", "value by mobility (points)", p.Sizes), true,
			func(v *PieceValue) (string, stat.Interval) { return v.Board, stat.Exact(v.Prior) }),
		p.scatter("formula", scatter("Value and formula", "value by the formula (points)", p.Sizes), true,
			func(v *PieceValue) (string, stat.Interval) { return v.Board, stat.Exact(v.Predicted.Estimate) }),
		p.scatter("leapers", p.withLaw(scatter("Leapers", "squares that it attacks", p.Sizes)), false,
			func(v *PieceValue) (string, stat.Interval) {
				if v.Leaper > 0 {
					return v.Board, stat.Exact(float64(v.squares()))
				}
				return "", stat.Interval{}
			}),
		p.scatter("riders", p.joined(scatter("Riders by length", "squares that it may go at once", []string{rooks, bishops})), false,
			func(v *PieceValue) (string, stat.Interval) {
				if kind, steps := v.ride(); v.Board == p.First {
					return kind, stat.Exact(float64(steps))
				}
				return "", stat.Interval{}
			}),
		p.scatter("boards", scatter("Values on larger boards", "value on "+p.First+" (points)", p.Larger), false,
			func(v *PieceValue) (string, stat.Interval) {
				if x := first[v.Betza]; x != nil {
					return v.Board, x.Points
				}
				return "", stat.Interval{}
			}))
}

// scatter returns a chart of the known values over positive numbers that a function returns, with
// their kind; values of other kinds are omitted. If locked is set, locked pieces are marked.
func (p atlasPage) scatter(name string, in chart.ScatterInput, locked bool, at func(*PieceValue) (string, stat.Interval)) page.Figure {
	for _, v := range p.known() {
		kind, x := at(&v)
		if k := slices.Index(in.Kinds, kind); k >= 0 && x.Estimate > 0 {
			in.Points = append(in.Points, chart.ScatterPoint{Kind: k, X: x, Y: v.Points, Off: locked && v.Locked})
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

// withLaw adds the line of Muller's law to the chart of leapers, scaled to fit them best.
func (p atlasPage) withLaw(in chart.ScatterInput) chart.ScatterInput {
	law := func(n int) float64 { return (30 + 5*float64(n)/8) * float64(n) } // in centipawns
	list, squares := p.leapers(), p.Squares()
	if len(list) == 0 {
		return in
	}
	scale := math.Exp(gonum.Mean(logsOf(list, func(v *PieceValue) float64 { return v.Points.Estimate / law(v.squares()) }), nil))
	in.LineName = "(30 + 5n/8)·n"
	for n := squares[0]; n <= squares[len(squares)-1]; n++ {
		in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(scale * law(n))})
	}
	return in
}

const rooks, bishops = "rooks", "bishops"

// joined joins the rooks of limited range on the first board in the chart of riders. With fewer
// than two rooks the chart has no kinds.
func (p atlasPage) joined(in chart.ScatterInput) chart.ScatterInput {
	for n := range p.Settings.Boards[0].Files {
		for _, v := range p.firsts() {
			if kind, steps := v.ride(); kind == rooks && steps == n {
				in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(v.Points.Estimate)})
			}
		}
	}
	if len(in.Line) < 2 {
		in.Kinds = nil
	}
	return in
}

// ride returns the kind of a rook or bishop with the number of its steps, and "" for other pieces.
func (v *PieceValue) ride() (kind string, steps int) {
	for _, k := range []struct{ kind, atom, one string }{{rooks, "R", "W"}, {bishops, "B", "F"}} {
		number, ok := strings.CutPrefix(v.Betza, k.atom)
		n, err := strconv.Atoi(number)
		switch {
		case v.Betza == k.one:
			return k.kind, 1
		case ok && number == "":
			return k.kind, v.On.Files - 1
		case ok && err == nil:
			return k.kind, n
		}
	}
	return "", 0
}

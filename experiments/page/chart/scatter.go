package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// ScatterPoint is a point of [Scatter].
type ScatterPoint struct {
	Kind int // index of ScatterInput.Kinds
	X, Y stat.Interval
	Off  bool // drawn in another colour
}

// ScatterInput is the input of [Scatter].
type ScatterInput struct {
	About
	Name  string   // title
	X, Y  string   // axis labels, with units
	Kinds []string // at most four
	Off   string   // what another colour means; "" if no point has it
	// Share is set if the numbers are scores from 0 to 1. Otherwise they are above 0, and both axes
	// are logarithmic.
	Share  bool
	Points []ScatterPoint
	// Line has the points of a dashed line, by X ascending, and LineName names it; "" omits it from
	// the key. If there are no points, the line is where X and Y are the same, and both axes have
	// the same numbers.
	Line     []vg.Point
	LineName string
	// Bins counts the data behind the points, by X, in a panel of its own; default none.
	Bins []Bin

	shows string   // default: the numbers of points of each kind
	facts []string // default: the number of points
}

// Dimensions of the picture.
const (
	maxScatter vg.Length = 470 // width of the body
	binsHeight vg.Length = 70  // height of the lower panel
)

// Scatter draws numbers against others, each with its interval, and a line.
func Scatter(in ScatterInput) *Chart {
	counts, off := make([]int, len(in.Kinds)), 0
	for _, q := range in.Points {
		counts[q.Kind]++
		if q.Off {
			off++
		}
	}
	if in.facts == nil {
		var words []string
		for k, name := range in.Kinds {
			words = append(words, name+" "+format.Count(counts[k]))
		}
		in.facts = []string{format.Plural(len(in.Points), "value")}
		if in.Off != "" {
			in.facts = []string{fmt.Sprintf("%d of %d %s", off, len(in.Points), in.Off)}
		}
		in.shows = format.Title(in.Y) + " by " + in.X + ": " + listed(words) + " " + format.Title(in.facts[0]) + "."
	}
	return in.chart(in.Name, in.shows, in.facts, in.lay)
}

// axes returns axes that show all points and the line.
func (in ScatterInput) axes() (x, y *axis) {
	if in.Share {
		return shareAxis(in.X, 1), shareAxis(in.Y, 1)
	}
	var lo, hi [2]float64
	add := func(k int, v float64) {
		if lo[k] == 0 || v < lo[k] {
			lo[k] = v
		}
		hi[k] = math.Max(hi[k], v)
	}
	for _, q := range in.Points {
		add(0, q.X.Estimate)
		add(1, q.Y.Estimate)
	}
	for _, q := range in.Line {
		add(0, float64(q.X))
		add(1, float64(q.Y))
	}
	if len(in.Line) == 0 {
		lo[0], hi[0] = math.Min(lo[0], lo[1]), math.Max(hi[0], hi[1])
		lo[1], hi[1] = lo[0], hi[0]
	}
	return logAxis(in.X, lo[0], hi[0]), logAxis(in.Y, lo[1], hi[1])
}

// scatterShapes are the marks of the kinds.
var scatterShapes = []shape{circle, diamond, square, triangle}

// sign returns the sign of a kind of points.
func (in ScatterInput) sign(kind int, off bool) sign {
	if off {
		return sign{shape: scatterShapes[kind], color: seriesColor(1)}
	}
	return sign{shape: scatterShapes[kind], color: decidedColor}
}

// diagonalLine is the style of the line.
var diagonalLine = draw.LineStyle{Color: inkSoft, Width: 1, Dashes: []vg.Length{4, 3}}

// lay lays out the points in a square above the bins.
func (in ScatterInput) lay(inner vg.Length) body {
	inner = min(inner, maxScatter)
	x, y := in.axes()
	s := stack{x: x}
	for k, name := range in.Kinds {
		s.key = append(s.key, keyEntry{name, in.sign(k, false).draw})
	}
	if in.Off != "" {
		s.key = append(s.key, keyEntry{in.Off, in.sign(0, true).draw})
	}
	if in.LineName != "" {
		s.key = append(s.key, keyEntry{in.LineName, lineSample(diagonalLine)})
	}
	width := y.width(inner)
	games := &axis{scale: scale{max: 1}, whole: true, steps: 3, label: "games"}
	for _, b := range in.Bins {
		games.max = math.Max(games.max, float64(b.Samples))
		width = max(width, games.width(binsHeight))
	}
	s.panels = []panel{{y: y, height: inner - width - x.overhang(), box: true, paint: func(p pen, panel vg.Rectangle) { in.paint(p, panel, x, y) }}}
	if len(in.Bins) > 0 {
		s.panels = append(s.panels, panel{y: games, height: binsHeight, paint: func(p pen, panel vg.Rectangle) {
			for _, b := range in.Bins {
				x0, x1 := x.at(b.From), x.at(b.To)
				gap := min((x1-x0)*0.1, 2)
				p.fillRect(rect(x0+gap, panel.Min.Y, x1-gap, games.at(float64(b.Samples))), drawnColor)
			}
		}})
	}
	return s.lay(inner)
}

// paint draws the points above the line and all intervals.
func (in ScatterInput) paint(p pen, panel vg.Rectangle, x, y *axis) {
	line := []vg.Point{panel.Min, panel.Max}
	if len(in.Line) > 0 {
		line = nil
	}
	for _, q := range in.Line {
		line = append(line, vg.Point{X: x.at(float64(q.X)), Y: y.at(float64(q.Y))})
	}
	p.StrokeLines(diagonalLine, line)
	for _, q := range in.Points {
		at := vg.Point{X: x.at(q.X.Estimate), Y: y.at(q.Y.Estimate)}
		if len(in.Bins) > 0 { // few points have room for whiskers
			y.whiskerUp(p, q.Y, at.X, decidedColor)
			continue
		}
		p.line(stroke(drawnColor, hairline), x.inside(q.X.Lo), at.Y, x.inside(q.X.Hi), at.Y)
		p.line(stroke(drawnColor, hairline), at.X, y.inside(q.Y.Lo), at.X, y.inside(q.Y.Hi))
	}
	for _, q := range in.Points {
		in.sign(q.Kind, q.Off).draw(p, vg.Point{X: x.at(q.X.Estimate), Y: y.at(q.Y.Estimate)})
	}
}

// Bin is a group of games with similar predictions, for [Calibration].
// Scores are points per game, from 0 to 1.
type Bin struct {
	From, To  float64       // range of predictions
	Predicted float64       // mean prediction
	Observed  stat.Interval // mean score
	Samples   int           // games; an empty bin is not drawn and its means are ignored
}

// CalibrationInput is the input of [Calibration].
type CalibrationInput struct {
	About
	Level float64 // confidence level of the intervals; default 0.95
	Bins  []Bin   // ascending, not overlapping, not all empty
}

// Calibration draws a reliability diagram: the observed score of each bin against its
// prediction, with the diagonal of a perfect forecast, and below it the numbers of games. The
// subtitle states the expected calibration error, the mean of |observed − predicted| over all
// games.
func Calibration(in CalibrationInput) *Chart {
	games, ece := in.error()
	out := ScatterInput{
		About: in.About, Name: "Calibration", X: "predicted score", Y: "observed score", Kinds: []string{"observed, with " + intervals(in.Level)}, Share: true,
		LineName: "perfect calibration", facts: []string{fmt.Sprintf("ECE %.4f", ece)},
	}
	if games != in.Games {
		out.facts = []string{format.Count(games) + " games", out.facts[0]}
	}
	var words []string
	for _, b := range in.Bins {
		if b.Samples > 0 {
			out.Bins = append(out.Bins, b)
			out.Points = append(out.Points, ScatterPoint{X: stat.Exact(b.Predicted), Y: b.Observed})
			words = append(words, "predicted "+format.Fixed(b.Predicted, 2)+", observed "+format.Value.Interval(b.Observed))
		}
	}
	out.shows = fmt.Sprintf("The expected calibration error is %.4f. Points per game: ", ece) + listed(words)
	return Scatter(out)
}

// error counts the games and computes the expected calibration error.
func (in CalibrationInput) error() (games int, ece float64) {
	for _, b := range in.Bins {
		if b.Samples > 0 {
			games += b.Samples
			ece += float64(b.Samples) * math.Abs(b.Observed.Estimate-b.Predicted)
		}
	}
	return games, ece / float64(max(games, 1))
}

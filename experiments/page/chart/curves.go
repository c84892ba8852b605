package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Curve shows one quantity as a function of another, for [Curves], [Strengths] and [Trace].
type Curve struct {
	Name   string
	Points []CurvePoint // at least one, ascending by X
	// Lasting holds, for each game, the last X at which a curve of Curves includes it. If all
	// curves set it, the number of remaining games is written under each tick.
	Lasting []float64
	// Measured has the points of a curve of Strengths that were played. Beyond the last of
	// them the curve is an extrapolation.
	Measured []CurvePoint
	// Group names the group of a curve that has a small picture of its own in Strengths. Known
	// is a score published by others, 0 for none, and Marked gives it another colour.
	Group  string
	Known  float64
	Marked bool
	tone   int // of a Trace: the number of the colour, which does not depend on the values
}

// CurvePoint is a point of a curve.
type CurvePoint struct {
	X float64
	Y stat.Interval
}

// last returns the last point.
func (c Curve) last() CurvePoint { return c.Points[len(c.Points)-1] }

// left counts the games that last beyond x.
func (c Curve) left(x float64) (n int) {
	for _, last := range c.Lasting {
		if last > x || x == 0 {
			n++
		}
	}
	return n
}

// CurvesInput is the input of [Curves], [Strengths] and [Trace].
type CurvesInput struct {
	About
	X, Y   string  // axis labels, with units
	Level  float64 // confidence level of the intervals; default 0.95
	Curves []Curve
	// Left is the meaning of the numbers under the ticks; required with Curve.Lasting.
	Left  string
	Share bool // Y is a share from 0 to 1, drawn in per cent up to 100
	Near  bool // an axis of shares ends just above the highest curve
	Steps bool // Y stays constant up to the next point
	// Margin is how far from one half a fair score of Strengths may be, and Mark names its marked
	// curves.
	Margin float64
	Mark   string
	// Names of X = 0, 1, … of Trace.
	Names []string
}

// curvesHeight is the height of the panel.
const curvesHeight vg.Length = 260

// Curves draws functions over a shared axis, with their intervals as bands.
func Curves(in CurvesInput) *Chart {
	var facts, words []string
	banded, lasting := false, true
	for _, c := range in.Curves {
		banded = banded || slices.ContainsFunc(c.Points, func(p CurvePoint) bool { return !p.Y.Exact() })
		lasting = lasting && len(c.Lasting) > 0
		end := format.Significant(c.last().Y.Estimate, 3)
		if in.Share {
			end = format.Percent.Number(c.last().Y.Estimate)
		}
		words = append(words, c.Name+" ends at "+end)
	}
	if banded {
		facts = []string{"bands are " + intervals(in.Level)}
	}
	return in.chart("Curves", format.Title(in.Y)+" against "+in.X+": "+listed(words), facts, func(inner vg.Length) body {
		x, y := in.axes()
		d := drawing{x, y, in.Steps}
		s := stack{x: x, counted: in.Left, panels: []panel{{y: y, height: curvesHeight, paint: func(p pen, _ vg.Rectangle) {
			for i, c := range in.Curves {
				d.band(p, seriesColor(i), c.Points)
			}
			// Dashes distinguish the curves without colours, and keep both visible where two coincide.
			for i, c := range in.Curves {
				d.line(p, dashed(seriesColor(i), i), c.Points, estimateOf)
			}
		}}}}
		for i, c := range in.Curves {
			mark := lineSample(dashed(seriesColor(i), i))
			s.key = append(s.key, keyEntry{c.Name, mark})
			if lasting {
				s.counts = append(s.counts, countRow{mark, seriesColor(i), c.left})
			}
		}
		return s.lay(inner)
	})
}

func (in CurvesInput) axes() (x, y *axis) {
	last, top := 1.0, 0.0
	for _, c := range in.Curves {
		last = math.Max(last, c.last().X)
		for _, p := range c.Points {
			top = math.Max(top, p.Y.Estimate)
		}
	}
	reachable := top * (1 + reach)
	for _, c := range in.Curves {
		for _, p := range c.Points {
			top = math.Max(top, math.Min(p.Y.Hi, reachable))
		}
	}
	x = &axis{scale: scale{max: last}, whole: true, steps: 10, label: in.X}
	switch {
	case top == 0 || in.Share && !in.Near:
		top = 1
	case !in.Share:
		top *= 1.03
	}
	if in.Share {
		return x, shareAxis(in.Y, top)
	}
	return x, &axis{scale: scale{max: top}, steps: 6, label: in.Y}
}

// drawing draws curves on axes.
type drawing struct {
	x, y  *axis
	steps bool // Y stays constant up to the next point
}

// The numbers of an interval.
func estimateOf(v stat.Interval) float64 { return v.Estimate }
func loOf(v stat.Interval) float64       { return v.Lo }
func hiOf(v stat.Interval) float64       { return v.Hi }

// path returns a line through one of the numbers of each interval.
func (d drawing) path(points []CurvePoint, of func(stat.Interval) float64) (out []vg.Point) {
	for i, q := range points {
		at := vg.Point{X: d.x.at(q.X), Y: d.y.inside(of(q.Y))}
		if d.steps && i > 0 {
			out = append(out, vg.Point{X: at.X, Y: out[len(out)-1].Y})
		}
		out = append(out, at)
	}
	return out
}

func (d drawing) line(p pen, s draw.LineStyle, points []CurvePoint, of func(stat.Interval) float64) {
	p.StrokeLines(s, d.path(points, of))
}

// band fills the intervals of a curve.
func (d drawing) band(p pen, c tone, points []CurvePoint) {
	lo := d.path(points, loOf)
	slices.Reverse(lo)
	c.Light.A, c.Dark.A = veil, veil
	p.FillPolygon(c, append(d.path(points, hiOf), lo...))
}

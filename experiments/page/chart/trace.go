package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// TracePoint is a piece's value after a round, for [Trace].
type TracePoint struct {
	Round int           // round 0 is the prior
	Value stat.Interval // in the unit of About
}

// TraceSeries is the value of one piece over the rounds.
type TraceSeries struct {
	Piece  string
	Points []TracePoint // at least one, in ascending rounds; rounds may be missing
}

// last returns the value at the final point.
func (s TraceSeries) last() stat.Interval { return s.Points[len(s.Points)-1].Value }

// TraceInput is the input of [Trace].
type TraceInput struct {
	About
	Level  float64       // confidence level of the intervals; default 0.95
	Series []TraceSeries // pieces in any order
	Steps  []string      // names for rounds 0, 1, …; default: the numbers
	Axis   string        // name of the axis of steps; default "step"
}

// Dimensions of the trace.
const (
	minTraceHeight  vg.Length = 300
	tracePitch      vg.Length = 20 // height of the panel for each piece
	traceLabelPitch vg.Length = 16
	traceLeader     vg.Length = 28 // from the panel to the labels
	traceStep       vg.Length = 6  // maximum distance between the lines of a round
	maxLabels       vg.Length = 0.4
)

// Trace draws the value of each piece over the rounds of play and fit, with its intervals.
// Every line is named at its end, or in the key if the picture is narrow. The lines of a
// round are slightly offset to keep their intervals apart. Values that the games do not
// determine are left out.
func Trace(in TraceInput) *Chart {
	plan := planTrace(in)
	var words []string
	for _, s := range plan.series {
		words = append(words, s.Piece+" from "+format.Value.Number(s.Points[0].Value.Estimate)+" to "+valueText(s.last()))
	}
	shows := "Values " + in.unit() + ", first and last: " + listed(words)
	return in.chart("Values by round of play and fit", shows, []string{"values " + in.unit() + " with " + intervals(in.Level)}, plan.lay)
}

// tracePlan is a trace with the ranges of its axes, sorted by last value, the highest
// first.
type tracePlan struct {
	TraceInput
	series       []TraceSeries
	first, last  int
	lo, hi       float64
	notes        []string
	round, value *axis
}

// planTrace sorts the pieces and drops values that the games do not determine.
func planTrace(in TraceInput) tracePlan {
	plan := tracePlan{TraceInput: in, first: in.Series[0].Points[0].Round}
	var all []stat.Interval
	for _, s := range in.Series {
		plan.first, plan.last = min(plan.first, s.Points[0].Round), max(plan.last, s.Points[len(s.Points)-1].Round)
		for _, t := range s.Points {
			all = append(all, t.Value)
		}
	}
	plan.lo, plan.hi = valueRange(all)
	plan.notes = scale{min: plan.lo, max: plan.hi}.drawnNotes(all)
	for _, s := range in.Series {
		points := slices.Clone(s.Points)
		s.Points = slices.DeleteFunc(points, func(t TracePoint) bool { return !scale{min: plan.lo, max: plan.hi}.shows(t.Value) })
		if len(s.Points) > 0 {
			plan.series = append(plan.series, s)
		}
	}
	slices.SortStableFunc(plan.series, func(a, b TraceSeries) int { return cmp.Compare(b.last().Estimate, a.last().Estimate) })
	return plan
}

// lay stacks the single panel. Names of lines go to its right if there is room.
func (plan tracePlan) lay(inner vg.Length) body {
	plan.value = &axis{scale: scale{min: plan.lo, max: plan.hi}, steps: 8, label: "value " + plan.unit()}
	plan.round = &axis{scale: scale{min: float64(plan.first) - 0.5, max: float64(plan.last) + 0.5}, names: plan.Steps, steps: 12, whole: true}
	switch {
	case len(plan.Steps) > 0:
		plan.round.label = cmp.Or(plan.Axis, "step")
	case plan.first == 0:
		plan.round.label = "round of play and fit (0: prior)"
	default:
		plan.round.label = "round of play and fit"
	}
	names, values := vg.Length(0), vg.Length(0)
	for _, s := range plan.series {
		names = max(names, smallText.width(s.Piece))
		values = max(values, smallText.width(format.Value.Number(s.last().Estimate)))
	}
	labels := traceLeader + names + columnGap + values
	named := labels <= maxLabels*inner
	height := max(minTraceHeight, tracePitch*vg.Length(len(plan.series)))
	s := stack{x: plan.round}
	if named {
		s.right = labels
	} else {
		height = minTraceHeight
		for i, t := range plan.series {
			s.key = append(s.key, keyEntry{t.Piece + " " + format.Value.Number(t.last().Estimate), func(p pen, at vg.Point) {
				p.line(dashed(seriesColor(i), i/len(seriesColors)), at.X-9, at.Y, at.X+9, at.Y)
				p.mark(traceShape(i), seriesColor(i), at)
			}})
		}
	}
	s.panels = []panel{{y: plan.value, height: height, paint: func(p pen, panel vg.Rectangle) {
		for i := range plan.series {
			plan.paintLine(p, i)
		}
		if named {
			plan.paintLabels(p, panel, panel.Max.X+labels)
		}
	}}}
	return s.lay(inner, plan.notes...)
}

// offset moves the line of series i sideways.
func (plan tracePlan) offset(i int) vg.Length {
	n := vg.Length(len(plan.series))
	oneRound := plan.round.at(1) - plan.round.at(0)
	return (vg.Length(i) - (n-1)/2) * min(traceStep, 0.6*oneRound/n)
}

// paintLine draws the line, intervals and marks of series i. The dash pattern changes
// whenever the colours repeat.
func (plan tracePlan) paintLine(p pen, i int) {
	c := seriesColor(i)
	var line []vg.Point
	for _, t := range plan.series[i].Points {
		line = append(line, vg.Point{X: plan.round.at(float64(t.Round)) + plan.offset(i), Y: plan.value.at(t.Value.Estimate)})
	}
	p.StrokeLines(dashed(c, i/len(seriesColors)), line)
	for k, t := range plan.series[i].Points {
		plan.value.whiskerUp(p, t.Value, line[k].X, c)
		p.mark(traceShape(i), c, line[k])
	}
}

// traceShape returns a shape that differs between neighbours and between series of the
// same colour.
func traceShape(i int) shape { return shape(i + i/len(seriesColors)) }

// paintLabels names the lines between the panel and the right end, each label tied
// to the last point of its line.
func (plan tracePlan) paintLabels(p pen, panel vg.Rectangle, end vg.Length) {
	n := len(plan.series)
	wish, size := make([]vg.Length, n), make([]vg.Length, n)
	for i, s := range plan.series { // spread wants ascending positions
		wish[n-1-i] = plan.value.at(s.last().Estimate)
		size[n-1-i] = traceLabelPitch
	}
	at := spread(wish, size, panel.Min.Y, panel.Max.Y)
	for i, s := range plan.series {
		c := seriesColor(i)
		y, from := at[n-1-i], plan.value.at(s.last().Estimate)
		x := plan.round.at(float64(s.Points[len(s.Points)-1].Round)) + plan.offset(i) + markRadius + 2
		p.StrokeLines(stroke(c, hairline), []vg.Point{
			{X: x, Y: from}, {X: panel.Max.X, Y: from}, {X: panel.Max.X + traceLeader - 5, Y: y},
		})
		p.textMid(smallText.in(c), panel.Max.X+traceLeader, y, left, s.Piece)
		p.textMid(smallText.in(c), end, y, right, format.Value.Number(s.last().Estimate))
	}
}

// run is a group of labels that touch each other.
type run struct {
	first, last int
	length      vg.Length // of the whole group
	sum         vg.Length // of the wished starts of the group, one per member
	start       vg.Length
}

// spread moves labels apart along a line. wish holds the wished centres in
// ascending order, size the length of each label with the gap it needs. The
// result holds the centres that lie nearest to the wishes in the sense of
// least squares, in the same order, without overlap and within lo to hi. The
// labels must fit: their sizes may not add up to more than hi - lo.
//
// Subtracting from every wish the lengths before it turns the problem into
// isotonic regression, solved by pooling adjacent violators (Barlow et al.,
// 1972).
func spread(wish, size []vg.Length, lo, hi vg.Length) []vg.Length {
	var runs []run
	for i := range wish {
		runs = append(runs, run{first: i, last: i, length: size[i], sum: wish[i] - size[i]/2})
		for {
			k := len(runs) - 1
			r := &runs[k]
			n := vg.Length(r.last - r.first + 1)
			r.start = max(lo, min(r.sum/n, hi-r.length))
			if k == 0 || runs[k-1].start+runs[k-1].length <= r.start {
				break
			}
			before := &runs[k-1]
			before.last, before.sum, before.length = r.last, before.sum+r.sum-n*before.length, before.length+r.length
			runs = runs[:k]
		}
	}
	centres := make([]vg.Length, len(wish))
	for _, r := range runs {
		at := r.start
		for i := r.first; i <= r.last; i++ {
			centres[i] = at + size[i]/2
			at += size[i]
		}
	}
	return centres
}

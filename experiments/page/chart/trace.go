package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Dimensions of the trace.
const (
	minTraceHeight  vg.Length = 300
	tracePitch      vg.Length = 20 // height of the panel for each piece
	traceLabelPitch vg.Length = 16
	traceLeader     vg.Length = 28 // from the panel to the labels
	traceStep       vg.Length = 6  // maximum distance between the lines of a step
	maxLabels       vg.Length = 0.4
)

// Trace draws the values of pieces over named steps, such as rounds of learning, with their
// intervals. Every line is named at its end, or in the key if the picture is narrow. The lines
// of a step are slightly offset to keep their intervals apart. Values that the games do not
// determine are left out.
func Trace(in CurvesInput) *Chart {
	plan := planTrace(in)
	var words []string
	for _, c := range plan.curves {
		words = append(words, c.Name+" from "+format.Value.Number(c.Points[0].Y.Estimate)+" to "+valueText(c.last().Y))
	}
	shows := "Values " + in.unit() + ", first and last: " + listed(words)
	return in.chart("Values by "+in.X, shows, []string{"values " + in.unit() + " with " + intervals(in.Level)}, plan.lay)
}

// tracePlan is a trace with the curves that it can show, sorted by last value, the highest first.
type tracePlan struct {
	CurvesInput
	curves []Curve
	notes  []string
	drawing
}

// planTrace sorts the pieces and drops values that the games do not determine.
func planTrace(in CurvesInput) tracePlan {
	plan := tracePlan{CurvesInput: in}
	var all []stat.Interval
	for _, c := range in.Curves {
		for _, t := range c.Points {
			all = append(all, t.Y)
		}
	}
	lo, hi := valueRange(all)
	plan.y = &axis{scale: scale{min: lo, max: hi}, steps: 8, label: "value " + in.unit()}
	plan.x = &axis{scale: scale{min: -0.5, max: float64(len(in.Names)) - 0.5}, steps: 12, label: in.X}
	for i, name := range in.Names {
		plan.x.fixed = append(plan.x.fixed, tick{float64(i), name})
	}
	plan.notes = plan.y.drawnNotes(all)
	for i, c := range in.Curves {
		c.tone = i
		c.Points = slices.DeleteFunc(slices.Clone(c.Points), func(t CurvePoint) bool { return !plan.y.shows(t.Y) })
		if len(c.Points) > 0 {
			plan.curves = append(plan.curves, c)
		}
	}
	slices.SortStableFunc(plan.curves, func(a, b Curve) int { return cmp.Compare(b.last().Y.Estimate, a.last().Y.Estimate) })
	return plan
}

// lay stacks the single panel. Names of lines go to its right if there is room.
func (plan tracePlan) lay(inner vg.Length) body {
	names, values := vg.Length(0), vg.Length(0)
	for _, c := range plan.curves {
		names = max(names, smallText.width(c.Name))
		values = max(values, smallText.width(c.value()))
	}
	s := stack{x: plan.x, right: traceLeader + names + columnGap + values}
	named, height := s.right <= maxLabels*inner, max(minTraceHeight, tracePitch*vg.Length(len(plan.curves)))
	if !named {
		s.right, height = 0, minTraceHeight
		for _, c := range plan.curves {
			s.key = append(s.key, keyEntry{c.Name + " " + c.value(), func(p pen, at vg.Point) {
				lineSample(traceLine(c.tone))(p, at)
				traceSign(c.tone).draw(p, at)
			}})
		}
	}
	s.panels = []panel{{y: plan.y, height: height, paint: func(p pen, panel vg.Rectangle) {
		for i, c := range plan.curves { // its line, intervals and marks
			var line []vg.Point
			for _, q := range c.Points {
				line = append(line, plan.at(i, q))
			}
			p.StrokeLines(traceLine(c.tone), line)
			for k, q := range c.Points {
				plan.y.whiskerUp(p, q.Y, line[k].X, seriesColor(c.tone))
				traceSign(c.tone).draw(p, line[k])
			}
		}
		if named {
			plan.paintLabels(p, panel, panel.Max.X+s.right)
		}
	}}}
	return s.lay(inner, plan.notes...)
}

// value returns the last value as text.
func (c Curve) value() string { return format.Value.Number(c.last().Y.Estimate) }

// traceLine returns the style of a line. The dash pattern changes whenever the colours repeat.
func traceLine(i int) draw.LineStyle { return dashed(seriesColor(i), i/len(seriesColors)) }

// traceSign returns a sign that differs between neighbours and between curves of the same
// colour.
func traceSign(i int) sign {
	return sign{shape: shape(i + i/len(seriesColors)), color: seriesColor(i)}
}

// at returns the place of a point of a curve, which is moved sideways.
func (plan tracePlan) at(i int, q CurvePoint) vg.Point {
	n := vg.Length(len(plan.curves))
	offset := (vg.Length(i) - (n-1)/2) * min(traceStep, 0.6*(plan.x.at(1)-plan.x.at(0))/n)
	return vg.Point{X: plan.x.at(q.X) + offset, Y: plan.y.at(q.Y.Estimate)}
}

// paintLabels names the lines between the panel and the right end, each label tied
// to the last point of its line.
func (plan tracePlan) paintLabels(p pen, panel vg.Rectangle, end vg.Length) {
	n := len(plan.curves)
	wish, size := make([]vg.Length, n), make([]vg.Length, n)
	for i, c := range plan.curves { // spread wants ascending positions
		wish[n-1-i] = plan.y.at(c.last().Y.Estimate)
		size[n-1-i] = traceLabelPitch
	}
	at := spread(wish, size, panel.Min.Y, panel.Max.Y)
	for i, c := range plan.curves {
		style, y, from := smallText.in(seriesColor(c.tone)), at[n-1-i], plan.at(i, c.last())
		p.StrokeLines(stroke(style.Color, hairline), []vg.Point{
			{X: from.X + markRadius + 2, Y: from.Y}, {X: panel.Max.X, Y: from.Y}, {X: panel.Max.X + traceLeader - 5, Y: y},
		})
		p.textMid(style, panel.Max.X+traceLeader, y, left, c.Name)
		p.textMid(style, end, y, right, c.value())
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

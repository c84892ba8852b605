package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Measures of the trace, in points.
const (
	leastTraceHeight vg.Length = 290
	leastTraceWidth  vg.Length = 300
	tracePitch       vg.Length = 18 // height of the panel for each piece
	traceLabelPitch  vg.Length = 13
	traceLeader      vg.Length = 26 // from the panel to the labels
	traceStep        vg.Length = 5  // between the lines of one round, at most
	namedArrows                = 6  // pieces, and rounds of a piece, that a note lists
)

// tracePlan is a trace with its axes chosen, the highest last value first.
type tracePlan struct {
	series       []TraceSeries
	round, value axis
	steps        []string  // names of the rounds; none: their numbers
	names, ends  vg.Length // widths of the pieces' names and last values
}

// planTrace orders the pieces and chooses the axes.
func planTrace(in TraceInput) tracePlan {
	plan := tracePlan{series: slices.Clone(in.Series), steps: in.Steps}
	slices.SortStableFunc(plan.series, func(a, b TraceSeries) int {
		return cmp.Compare(b.last().Value.Estimate, a.last().Value.Estimate)
	})
	var spans []span
	first, last := plan.series[0].Points[0].Round, 0
	for _, s := range plan.series {
		first, last = min(first, s.Points[0].Round), max(last, s.last().Round)
		plan.names = max(plan.names, smallText.width(s.Piece))
		plan.ends = max(plan.ends, smallText.width(formatValue(s.last().Value.Estimate)))
		for _, t := range s.Points {
			spans = append(spans, t.span())
		}
	}
	lo, hi := valueRange(spans)
	plan.value = axis{scale: scale{min: lo, max: hi}, ticks: niceTicks(lo, hi, 8), label: "value in pawns"}
	plan.round = axis{
		scale: scale{min: float64(first) - 0.5, max: float64(last) + 0.5},
		label: "round of the play–fit–play loop",
	}
	switch {
	case len(in.Steps) > 0 && in.Axis != "":
		plan.round.label = in.Axis
	case len(in.Steps) > 0:
		plan.round.label = "step"
	case first == 0:
		plan.round.label += " (0: prior)"
	}
	plan.round.ticks = plan.roundTicks(first, last)
	return plan
}

// roundTicks puts ticks at rounds, at all of them if there is room.
func (plan tracePlan) roundTicks(first, last int) []tick {
	if len(plan.steps) > 0 {
		var ticks []tick
		for r := first; r <= last; r++ {
			ticks = append(ticks, tick{float64(r), plan.steps[r]})
		}
		return ticks
	}
	if first == last {
		return []tick{{float64(first), formatCount(first)}}
	}
	rounds := vg.Length(last - first)
	between := (plan.inner() - plan.value.width() - plan.labels()) * rounds / (rounds + 1)
	return fitTicks(wholeTicks, float64(first), float64(last), 12, between, 0)
}

// labels is the width of the words right of the panel.
func (plan tracePlan) labels() vg.Length {
	return traceLeader + plan.names + columnGap*0.75 + plan.ends
}

// inner is the width of the body.
func (plan tracePlan) inner() vg.Length {
	return max(innerWidth, plan.value.width()+leastTraceWidth+plan.labels())
}

// panelHeight leaves room for all labels, one below the other, and more.
func (plan tracePlan) panelHeight() vg.Length {
	return max(leastTraceHeight, tracePitch*vg.Length(len(plan.series)))
}

// height is the height of the body.
func (plan tracePlan) height() vg.Length { return plan.panelHeight() + xAxisDepth }

// notes names the pieces whose intervals are cut, with their rounds and the
// farthest ends.
func (plan tracePlan) notes() []string {
	var cut []string
	for _, s := range plan.series {
		var rounds []string
		var widest span
		for _, t := range s.Points {
			if t.Value.Lo >= plan.value.min && t.Value.Hi <= plan.value.max {
				continue
			}
			if len(rounds) == 0 {
				widest = t.span()
			}
			rounds = append(rounds, plan.name(t.Round))
			widest.lo, widest.hi = min(widest.lo, t.Value.Lo), max(widest.hi, t.Value.Hi)
		}
		if len(rounds) > 0 {
			cut = append(cut, fmt.Sprintf("%s %s (%s)",
				s.Piece, plan.roundsText(rounds), formatRange(widest.lo, widest.hi, widest.value)))
		}
	}
	if len(cut) == 0 {
		return nil
	}
	if more := len(cut) - namedArrows; more > 0 {
		cut = append(cut[:namedArrows], plural(more, "other piece", "other pieces"))
	}
	return []string{"An arrow marks an interval that reaches beyond the axis: " + strings.Join(cut, "; ") + "."}
}

// name is what stands for a round.
func (plan tracePlan) name(round int) string {
	if len(plan.steps) > 0 {
		return plan.steps[round]
	}
	return formatCount(round)
}

// roundsText says in which rounds or at which steps, or in how many rounds.
func (plan tracePlan) roundsText(rounds []string) string {
	switch n := len(rounds); {
	case len(plan.steps) > 0:
		return "at " + strings.Join(rounds, ", ")
	case n == 1:
		return "in round " + rounds[0]
	case n <= namedArrows:
		return "in rounds " + strings.Join(rounds, ", ")
	default:
		return "in " + formatCount(n) + " rounds"
	}
}

// paint draws the axes, the lines and their names.
func (plan tracePlan) paint(p pen, body vg.Rectangle) {
	panel := rect(body.Min.X+plan.value.width(), body.Max.Y-plan.panelHeight(),
		body.Max.X-plan.labels(), body.Max.Y)
	plan.round.from, plan.round.to = panel.Min.X, panel.Max.X
	plan.value.from, plan.value.to = panel.Min.Y, panel.Max.Y
	plan.value.gridAcross(p, panel)
	plan.value.beside(p, panel, body.Min.X)
	plan.round.below(p, panel)
	for i := range plan.series {
		plan.paintLine(p, i)
	}
	plan.paintLabels(p, panel)
}

// offset moves the line of series i sideways.
func (plan tracePlan) offset(i int) vg.Length {
	n := vg.Length(len(plan.series))
	oneRound := plan.round.at(1) - plan.round.at(0)
	return (vg.Length(i) - (n-1)/2) * min(traceStep, 0.6*oneRound/n)
}

// paintLine draws the line, intervals and marks of series i.
func (plan tracePlan) paintLine(p pen, i int) {
	c := seriesColors[i%len(seriesColors)]
	var line []vg.Point
	for _, t := range plan.series[i].Points {
		line = append(line, vg.Point{X: plan.round.at(float64(t.Round)) + plan.offset(i), Y: plan.value.at(t.Value.Estimate)})
	}
	p.StrokeLines(draw.LineStyle{Color: c, Width: dataLine, Dashes: traceDashes(i)}, line)
	for k, t := range plan.series[i].Points {
		plan.value.whiskerUp(p, t.span(), line[k].X, c)
		p.mark(traceShape(i), c, line[k])
	}
}

// traceDashes changes the pattern with each round through the colours.
func traceDashes(i int) []vg.Length {
	return seriesDashes[i/len(seriesColors)%len(seriesDashes)]
}

// traceShape differs between neighbours and between equal colours.
func traceShape(i int) shape {
	return shape((i + i/len(seriesColors)) % int(shapeCount))
}

// paintLabels names the lines to the right of the panel, each label tied to
// the last point of its line.
func (plan tracePlan) paintLabels(p pen, panel vg.Rectangle) {
	n := len(plan.series)
	wish, size := make([]vg.Length, n), make([]vg.Length, n)
	for i, s := range plan.series { // spread wants ascending positions
		wish[n-1-i] = plan.value.at(s.last().Value.Estimate)
		size[n-1-i] = traceLabelPitch
	}
	at := spread(wish, size, panel.Min.Y, panel.Max.Y)
	for i, s := range plan.series {
		c := seriesColors[i%len(seriesColors)]
		y, end := at[n-1-i], plan.value.at(s.last().Value.Estimate)
		x := plan.round.at(float64(s.last().Round)) + plan.offset(i) + markRadius + 2
		p.StrokeLines(draw.LineStyle{Color: c, Width: hairline}, []vg.Point{
			{X: x, Y: end}, {X: panel.Max.X, Y: end}, {X: panel.Max.X + traceLeader - 5, Y: y},
		})
		p.textMid(smallText.in(c), panel.Max.X+traceLeader, y, left, s.Piece)
		p.textMid(smallText.in(c), panel.Max.X+plan.labels(), y, right, formatValue(s.last().Value.Estimate))
	}
}

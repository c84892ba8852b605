package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// Space reserved for axes next to their panel.
const (
	ticksDepth   = tickLength + tickLabelGap + 14 // ticks and their labels below a panel
	tickLabelGap = vg.Length(4)
	axisLabelGap = vg.Length(4)
)

// axis is a scale with ticks and a label.
type axis struct {
	scale
	label string  // quantity and unit; may be "" for a horizontal axis
	steps int     // maximum number of steps between ticks
	whole bool    // put ticks at whole numbers only
	per   float64 // factor for the numbers at the ticks; 0 means 1
	fixed []tick  // ticks to choose from, in place of round numbers
	ticks []tick
}

// shareAxis returns an axis of shares from 0 to top, labelled in per cent.
func shareAxis(label string, top float64) *axis {
	return &axis{scale: scale{max: top}, label: label + " (%)", steps: 5, per: 100}
}

// logAxis returns a logarithmic axis with ticks at powers of two, a little longer than from lo
// to hi.
func logAxis(label string, lo, hi float64) *axis {
	a := &axis{scale: scale{min: lo / 1.23, max: hi * 1.23, log: true}, label: label}
	for v := math.Exp2(math.Ceil(math.Log2(a.min))); v <= a.max; v *= 2 {
		a.fixed = append(a.fixed, tick{v, format.Significant(v, 3)})
	}
	if mid := math.Sqrt(lo * hi); len(a.fixed) == 0 {
		a.fixed = []tick{{mid, format.Significant(mid, 3)}}
	}
	a.steps = len(a.fixed)
	return a
}

// choose divides the axis into at most the given number of steps.
func (a *axis) choose(steps int) []tick {
	if n := len(a.fixed); n > 0 {
		var ticks []tick
		for i := 0; i < n; i += (n + steps - 1) / steps {
			ticks = append(ticks, a.fixed[i])
		}
		return ticks
	}
	choose := niceTicks
	if a.whole {
		choose = wholeTicks
	}
	per := max(a.per, 1)
	ticks := choose(per*a.min, per*a.max, steps)
	for i := range ticks {
		ticks[i].value /= per
	}
	return ticks
}

// lie places a horizontal axis. It chooses as many ticks as fit, given their labels and
// counts of the given width below them.
func (a *axis) lie(from, to, pitch vg.Length) {
	const gap = 8
	a.from, a.to = from, to
	for steps := a.steps; ; steps-- {
		a.ticks = a.choose(steps)
		fits := true
		for i := 1; i < len(a.ticks); i++ {
			need := (tickText.width(a.ticks[i].label) + tickText.width(a.ticks[i-1].label)) / 2
			fits = fits && a.at(a.ticks[i].value)-a.at(a.ticks[i-1].value) >= max(need, pitch)+gap
		}
		if fits || steps == 1 {
			break
		}
	}
	// Fewer labels may be longer than those that overhang allows for.
	for i, t := range a.ticks {
		if half := tickText.width(t.label) / 2; a.at(t.value)-half < from-a.overhang()-0.01 || a.at(t.value)+half > to+a.overhang()+0.01 {
			a.ticks[i].label = ""
		}
	}
}

func (a *axis) stand(from, to vg.Length) {
	a.from, a.to = from, to
	a.ticks = a.choose(a.steps)
}

// overhang returns how far the labels of a horizontal axis may protrude at its ends.
func (a *axis) overhang() vg.Length { return a.widestTick() / 2 }

// widestTick returns the width of the widest label of a tick.
func (a *axis) widestTick() (w vg.Length) {
	for _, t := range a.choose(a.steps) {
		w = max(w, tickText.width(t.label))
	}
	return w
}

// words returns the label, wrapped to the length of a panel.
func (a *axis) words(along vg.Length) block { return block{axisText, wrap(axisText, a.label, along)} }

// depth returns the height of a horizontal axis below a panel of some width.
func (a *axis) depth(width vg.Length) vg.Length {
	return ticksDepth + axisLabelGap + a.words(width).height()
}

// below draws a horizontal axis under a panel, without its label.
func (a *axis) below(p pen, panel vg.Rectangle) {
	y := panel.Min.Y
	p.line(stroke(rule, axisLine), panel.Min.X, y, panel.Max.X, y)
	for _, t := range a.ticks {
		p.line(stroke(rule, axisLine), a.at(t.value), y, a.at(t.value), y-tickLength)
		p.text(tickText, a.at(t.value), y-tickLength-tickLabelGap-tickText.capHeight(), centre, t.label)
	}
}

// name writes the label of a horizontal axis below y.
func (a *axis) name(p pen, y vg.Length) {
	a.words(a.to-a.from).align(p, (a.from+a.to)/2, y-axisLabelGap, centre)
}

// beside draws a vertical axis to the left of a panel, with its label upright along edge.
// Stacked panels share the edge.
func (a *axis) beside(p pen, panel vg.Rectangle, edge vg.Length) {
	for _, t := range a.ticks {
		p.textMid(tickText, panel.Min.X-tickLength-tickLabelGap, a.at(t.value), right, t.label)
	}
	words := a.words(panel.Max.Y - panel.Min.Y)
	for i, line := range words.lines {
		p.textUp(axisText, edge+axisText.Size+words.style.leading()*vg.Length(i), middle(panel).Y, line)
	}
}

// width returns the width of a vertical axis to the left of a panel of some height.
func (a *axis) width(height vg.Length) vg.Length {
	return a.words(height).height() + 6 + a.widestTick() + tickLabelGap + tickLength
}

// gridAcross draws a horizontal line through a panel at each tick of a vertical
// axis.
func (a *axis) gridAcross(p pen, panel vg.Rectangle) {
	for _, t := range a.ticks {
		p.line(stroke(grid, hairline), panel.Min.X, a.at(t.value), panel.Max.X, a.at(t.value))
	}
}

// gridUp draws a vertical line through a panel at each tick of a horizontal axis.
func (a *axis) gridUp(p pen, panel vg.Rectangle) {
	for _, t := range a.ticks {
		p.line(stroke(grid, hairline), a.at(t.value), panel.Min.Y, a.at(t.value), panel.Max.Y)
	}
}

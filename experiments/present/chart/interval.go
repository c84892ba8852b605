package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// levelOr returns a confidence level, by default 0.95.
func levelOr(level float64) float64 {
	if level == 0 {
		return 0.95
	}
	return level
}

// intervals names the intervals of a level.
func intervals(level float64) string { return format.Level(levelOr(level)) + " intervals" }

// Notes about intervals that cannot be drawn in full.
const (
	arrowNote   = "An arrow marks an interval that reaches beyond the axis."
	unknownNote = format.Unknown + " or no mark: the games cannot tell."
)

// drawnNotes explains arrows and missing marks if any occur.
func (s scale) drawnNotes(values []stat.Interval) []string {
	arrows, unknown := false, false
	for _, v := range values {
		arrows = arrows || s.cuts(v)
		unknown = unknown || !s.shows(v)
	}
	var notes []string
	if arrows {
		notes = append(notes, arrowNote)
	}
	if unknown {
		notes = append(notes, unknownNote)
	}
	return notes
}

// whiskerAcross draws an interval along a horizontal axis at height y, with a cap at each
// end. An end beyond the axis becomes an arrow.
func (a *axis) whiskerAcross(p pen, v stat.Interval, y vg.Length, c tone) {
	a.whisker(p, v, c, func(along, across vg.Length) vg.Point { return vg.Point{X: along, Y: y + across} })
}

// whiskerUp draws an interval along a vertical axis at x.
func (a *axis) whiskerUp(p pen, v stat.Interval, x vg.Length, c tone) {
	a.whisker(p, v, c, func(along, across vg.Length) vg.Point { return vg.Point{X: x + across, Y: along} })
}

// whisker draws an interval. Place converts a position along the axis and a distance from
// it to a point.
func (a *axis) whisker(p pen, v stat.Interval, c tone, place func(along, across vg.Length) vg.Point) {
	if v.Exact() || !a.shows(v) {
		return
	}
	lo, cutLo := a.clamp(v.Lo)
	hi, cutHi := a.clamp(v.Hi)
	line := stroke(c, whiskerLine)
	p.StrokeLines(line, []vg.Point{place(a.at(lo), 0), place(a.at(hi), 0)})
	end := func(at, outward vg.Length, cut bool) {
		if cut {
			p.FillPolygon(c, []vg.Point{
				place(at+outward*arrowSize/2, 0),
				place(at-outward*arrowSize/2, arrowSize/2),
				place(at-outward*arrowSize/2, -arrowSize/2),
			})
			return
		}
		p.StrokeLines(line, []vg.Point{place(at, -capSize/2), place(at, capSize/2)})
	}
	end(a.at(lo), -1, cutLo)
	end(a.at(hi), 1, cutHi)
}

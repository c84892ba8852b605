package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// whiskerAcross draws an interval along a horizontal axis at height y, with a
// bar across each end. An end beyond the axis becomes an arrow.
func (a axis) whiskerAcross(p pen, s span, y vg.Length, c color.NRGBA) {
	a.whisker(p, s, c, func(along, across vg.Length) vg.Point { return vg.Point{X: along, Y: y + across} })
}

// whiskerUp draws an interval along a vertical axis at x.
func (a axis) whiskerUp(p pen, s span, x vg.Length, c color.NRGBA) {
	a.whisker(p, s, c, func(along, across vg.Length) vg.Point { return vg.Point{X: x + across, Y: along} })
}

// whisker draws an interval with points placed by their position along the
// axis and their distance from it.
func (a axis) whisker(p pen, s span, c color.NRGBA, place func(along, across vg.Length) vg.Point) {
	if !s.hasInterval() {
		return
	}
	lo, cutLo := a.clamp(s.lo)
	hi, cutHi := a.clamp(s.hi)
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

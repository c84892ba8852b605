package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// ForetoldPoint is a match of [Foretold]. Scores are from 0 to 1.
type ForetoldPoint struct {
	Kind     int // index of ForetoldInput.Kinds
	Foretold stat.Interval
	Found    stat.Interval
	Outside  bool // what was found lies outside of the limits of what was foretold
}

// ForetoldInput is the input of [Foretold].
type ForetoldInput struct {
	About
	Kinds  []string // at most four
	Points []ForetoldPoint
}

// foretoldShapes are the marks of the kinds.
var foretoldShapes = []shape{circle, diamond, square, triangle}

// outsideColor marks what was not foretold.
var outsideColor = seriesColor(1)

// Foretold draws scores that were found against scores that were foretold, each with its
// interval, and the diagonal of a perfect forecast.
func Foretold(in ForetoldInput) *Chart {
	outside, words := 0, []string{}
	counts := make([]int, len(in.Kinds))
	for _, m := range in.Points {
		counts[m.Kind]++
		if m.Outside {
			outside++
		}
	}
	for k, name := range in.Kinds {
		words = append(words, format.Plural(counts[k], name))
	}
	inside := fmt.Sprintf("%d of %d inside of what was foretold", len(in.Points)-outside, len(in.Points))
	return in.chart("Foretold and found", listed(words)+" "+format.Title(inside)+".", []string{inside}, func(inner vg.Length) body {
		return in.lay(min(inner, maxCalibration))
	})
}

// lay lays out the square diagram.
func (in ForetoldInput) lay(inner vg.Length) body {
	x, y := shareAxis("foretold score", 1), shareAxis("found score", 1)
	s := stack{x: x}
	for k, name := range in.Kinds {
		s.key = append(s.key, keyEntry{name, func(p pen, at vg.Point) { p.mark(foretoldShapes[k], decidedColor, at) }})
	}
	s.key = append(s.key, keyEntry{"outside of what was foretold", func(p pen, at vg.Point) { p.mark(circle, outsideColor, at) }})
	s.panels = []panel{{y: y, height: inner - y.width(inner) - x.overhang(), box: true, paint: func(p pen, panel vg.Rectangle) {
		p.line(diagonalLine(), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Max.Y)
		for _, m := range in.Points {
			at := vg.Point{X: x.at(m.Foretold.Estimate), Y: y.at(m.Found.Estimate)}
			p.line(stroke(drawnColor, hairline), x.at(m.Foretold.Lo), at.Y, x.at(m.Foretold.Hi), at.Y)
			p.line(stroke(drawnColor, hairline), at.X, y.at(m.Found.Lo), at.X, y.at(m.Found.Hi))
		}
		for _, m := range in.Points { // above all lines
			c := decidedColor
			if m.Outside {
				c = outsideColor
			}
			p.mark(foretoldShapes[m.Kind], c, vg.Point{X: x.at(m.Foretold.Estimate), Y: y.at(m.Found.Estimate)})
		}
	}}}
	return s.lay(inner)
}

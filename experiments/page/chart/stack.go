package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// stack is the layout of charts with a horizontal axis: a key, panels with their own
// vertical axes one above the other, and rows of counts under the ticks.
type stack struct {
	key    key
	x      *axis
	panels []panel
	// right is the space to the right of the panels, where the first panel puts words.
	right vg.Length
	// counted is the heading of the rows of counts.
	counted string
	counts  []countRow
}

// panel is one of the panels.
type panel struct {
	y      *axis
	height vg.Length
	paint  func(p pen, panel vg.Rectangle)
	box    bool // draw an edge all around and a grid both ways
}

// countRow is a row of counts under the ticks.
type countRow struct {
	mark  func(pen, vg.Point) // nil for a row without a mark
	color tone
	at    func(x float64) int
}

// Dimensions of stacks.
const (
	panelGap       vg.Length = 14
	countRowHeight vg.Length = 16
)

// edge returns the width of the space to the left of the panels.
func (s stack) edge() vg.Length {
	w := s.widestCount()/2 + 4
	if len(s.counts) > 0 && s.counts[0].mark != nil {
		w += keyMark
	}
	for _, q := range s.panels {
		w = max(w, q.y.width(q.height))
	}
	return w
}

func (s stack) widestCount() (w vg.Length) {
	for _, c := range s.counts {
		w = max(w, smallText.width(format.Count(c.at(s.x.min))))
	}
	return w
}

func (s stack) lay(inner vg.Length, notes ...string) body {
	width := inner - s.edge() - max(s.right, s.widestCount()/2, s.x.overhang())
	h := s.key.height(inner) + s.x.depth(width)
	if n := len(s.counts); n > 0 {
		h += countRowHeight * vg.Length(n+1) // with the heading
	}
	for i, q := range s.panels {
		h += q.height
		if i > 0 {
			h += ticksDepth + panelGap
		}
	}
	return body{height: h, notes: notes, paint: func(p pen, area vg.Rectangle) { s.paint(p, area, width) }}
}

func (s stack) paint(p pen, area vg.Rectangle, width vg.Length) {
	y := s.key.paint(p, area)
	from := area.Min.X + s.edge()
	s.x.lie(from, from+width, s.widestCount())
	for i, q := range s.panels {
		if i > 0 {
			y -= ticksDepth + panelGap
		}
		box := rect(from, y-q.height, from+width, y)
		q.y.stand(box.Min.Y, box.Max.Y)
		q.y.gridAcross(p, box)
		if q.box {
			s.x.gridUp(p, box)
			p.strokeRect(stroke(rule, axisLine), box)
		}
		q.y.beside(p, box, area.Min.X)
		s.x.below(p, box)
		q.paint(p, box)
		y = box.Min.Y
	}
	s.x.name(p, y-ticksDepth)
	s.paintCounts(p, area.Min.X, y-s.x.depth(width))
}

// paintCounts writes the rows of counts below y.
func (s stack) paintCounts(p pen, x, y vg.Length) {
	if len(s.counts) == 0 {
		return
	}
	p.textMid(smallText, x, y-countRowHeight/2, left, s.counted)
	for _, c := range s.counts {
		y -= countRowHeight
		mid := y - countRowHeight/2
		if c.mark != nil {
			c.mark(p, vg.Point{X: x + 9, Y: mid})
		}
		for _, t := range s.x.ticks {
			p.textMid(smallText.in(c.color), s.x.at(t.value), mid, centre, format.Count(c.at(t.value)))
		}
	}
}

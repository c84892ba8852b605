package chart

import (
	"fmt"
	"testing"

	"gonum.org/v1/plot/vg"
)

// edge is the least distance of text from the edge of the page, in points.
const edge = 5

// flaws lists what is wrong with the layout of a picture: text that is cut
// off, covers other text, is crossed by a line, sticks out of its ground or
// can hardly be read, and shapes that leave the page.
func (p *probe) flaws() []string {
	var flaws []string
	add := func(format string, args ...any) { flaws = append(flaws, fmt.Sprintf(format, args...)) }
	page := rect(edge, edge, p.width-edge, p.height-edge)
	for i, t := range p.texts {
		if !within(t.box, page) {
			add("%q leaves the page: %v of %v × %v", t.text, t.box, p.width, p.height)
		}
		for _, u := range p.texts[:i] {
			if overlap(t.box, u.box) {
				add("%q and %q overlap: %v, %v", u.text, t.text, u.box, t.box)
			}
		}
		if ratio := contrast(t.color, t.ground); ratio < readableText {
			add("%q has a contrast of %.2f", t.text, ratio)
		}
		flaws = append(flaws, p.crossings(t)...)
	}
	whole := rect(0, 0, p.width, p.height)
	for _, s := range p.shapes {
		if !within(s.bounds(), whole) {
			add("a shape leaves the page: %v of %v × %v", s.bounds(), p.width, p.height)
		}
	}
	return flaws
}

// crossings lists the shapes whose edge runs through a text.
func (p *probe) crossings(t probedText) []string {
	var flaws []string
	for _, s := range p.shapes {
		for i := 1; i < len(s.points); i++ {
			if cuts(s.points[i-1], s.points[i], t.box) {
				flaws = append(flaws, fmt.Sprintf("%q is crossed by the line %v to %v", t.text, s.points[i-1], s.points[i]))
				break
			}
		}
	}
	return flaws
}

// within says whether a lies inside b, up to rounding.
func within(a, b vg.Rectangle) bool {
	const slack = 0.01
	return a.Min.X >= b.Min.X-slack && a.Min.Y >= b.Min.Y-slack && a.Max.X <= b.Max.X+slack && a.Max.Y <= b.Max.Y+slack
}

// overlap says whether two rectangles share an area.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// cuts says whether a line enters a rectangle (Liang and Barsky's clipping).
func cuts(a, b vg.Point, r vg.Rectangle) bool {
	from, to := vg.Length(0), vg.Length(1)
	for _, side := range [][2]vg.Length{
		{a.X - b.X, a.X - r.Min.X}, {b.X - a.X, r.Max.X - a.X},
		{a.Y - b.Y, a.Y - r.Min.Y}, {b.Y - a.Y, r.Max.Y - a.Y},
	} {
		switch d, q := side[0], side[1]; {
		case d == 0 && q <= 0:
			return false
		case d < 0:
			from = max(from, q/d)
		case d > 0:
			to = min(to, q/d)
		}
	}
	return from < to
}

func TestLayoutHasNoFlaws(t *testing.T) {
	for _, f := range fixtures() {
		t.Run(f.name, func(t *testing.T) {
			for _, flaw := range look(f.chart(t)).flaws() {
				t.Error(flaw)
			}
		})
	}
}

// TestFlawsAreSeen draws each flaw once, lest the check above passes for
// want of sight.
func TestFlawsAreSeen(t *testing.T) {
	sheet := func(paint func(pen)) *Chart { return &Chart{width: 200, height: 100, paint: paint} }
	for name, tc := range map[string]*Chart{
		"cut off":      sheet(func(p pen) { p.text(labelText, 190, 50, left, "text") }),
		"overlapping":  sheet(func(p pen) { p.text(labelText, 50, 50, left, "text"); p.text(labelText, 60, 55, left, "text") }),
		"crossed":      sheet(func(p pen) { p.text(labelText, 50, 50, left, "text"); p.line(stroke(ink, 1), 0, 53, 200, 53) }),
		"sticking out": sheet(func(p pen) { p.fillRect(rect(40, 40, 60, 70), band); p.text(labelText, 50, 50, left, "text") }),
		"pale":         sheet(func(p pen) { p.text(labelText.in(rule), 50, 50, left, "text") }),
		"off the page": sheet(func(p pen) { p.fillRect(rect(150, 50, 250, 60), ink) }),
		"upright":      sheet(func(p pen) { p.textUp(labelText, 50, 95, "text") }),
	} {
		if len(look(tc).flaws()) == 0 {
			t.Errorf("%s: no flaw found", name)
		}
	}
	clean := sheet(func(p pen) { p.text(labelText, 50, 50, left, "text"); p.textUp(labelText, 40, 50, "text") })
	if flaws := look(clean).flaws(); len(flaws) != 0 {
		t.Errorf("clean sheet: %v", flaws)
	}
}

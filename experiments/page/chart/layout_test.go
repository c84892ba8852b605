package chart

import (
	"fmt"
	"testing"

	"gonum.org/v1/plot/vg"
)

// edge is the minimum distance of text from the edge of the page, in CSS pixels.
const edge = 5

// minText is the minimum size of text, in CSS pixels.
const minText = 11

// flaws lists the flaws in the layout of a picture: text that is cut off, covers other
// text, is crossed by a line, overflows its background or lacks contrast, and shapes that
// leave the page.
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
		for scheme, ratio := range map[string]float64{
			"light": contrast(t.color.Light, t.ground.Light), "dark": contrast(t.color.Dark, t.ground.Dark),
		} {
			if ratio < readableText {
				add("%q has a contrast of %.2f in %s colours", t.text, ratio, scheme)
			}
		}
		if t.size < minText {
			add("%q is written in %v pixels", t.text, t.size)
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

// within reports whether a lies inside b, up to rounding.
func within(a, b vg.Rectangle) bool {
	const slack = 0.01
	return a.Min.X >= b.Min.X-slack && a.Min.Y >= b.Min.Y-slack && a.Max.X <= b.Max.X+slack && a.Max.Y <= b.Max.Y+slack
}

// overlap reports whether two rectangles share an area.
func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// cuts reports whether a line enters a rectangle (Liang-Barsky clipping).
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
		for _, w := range widths {
			t.Run(fmt.Sprint(f.name, " ", w), func(t *testing.T) {
				p := look(f.make(), w)
				for _, flaw := range p.flaws() {
					t.Error(flaw)
				}
				if p.width != vg.Length(w) {
					t.Errorf("%v wide", p.width)
				}
			})
		}
	}
}

// TestFlawsAreSeen draws each flaw once, to check that flaws reports it.
func TestFlawsAreSeen(t *testing.T) {
	sheet := func(paint func(pen)) page {
		return page{200, 100, func(p pen) { p.fillRect(p.Rectangle, paper); paint(p) }}
	}
	for name, tc := range map[string]page{
		"cut off": sheet(func(p pen) { p.text(labelText, 190, 50, left, "text") }),
		"overlapping": sheet(func(p pen) {
			p.text(labelText, 50, 50, left, "text")
			p.text(labelText, 60, 55, left, "text")
		}),
		"crossed": sheet(func(p pen) {
			p.text(labelText, 50, 50, left, "text")
			p.line(stroke(ink, 1), 0, 53, 200, 53)
		}),
		"sticking out": sheet(func(p pen) {
			p.fillRect(rect(40, 40, 60, 70), band)
			p.text(labelText, 50, 50, left, "text")
		}),
		"pale":         sheet(func(p pen) { p.text(labelText.in(rule), 50, 50, left, "text") }),
		"off the page": sheet(func(p pen) { p.fillRect(rect(150, 50, 250, 60), ink) }),
		"tiny":         sheet(func(p pen) { p.text(textStyle{Size: 10, Color: ink}, 50, 50, left, "text") }),
		"upright":      sheet(func(p pen) { p.textUp(labelText, 50, 95, "text") }),
	} {
		if len(tc.look().flaws()) == 0 {
			t.Errorf("%s: no flaw found", name)
		}
	}
	clean := sheet(func(p pen) {
		p.text(labelText, 50, 50, left, "text")
		p.textUp(labelText, 40, 50, "text")
	})
	if flaws := clean.look().flaws(); len(flaws) != 0 {
		t.Errorf("clean sheet: %v", flaws)
	}
}

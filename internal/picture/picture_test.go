package picture

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestText(t *testing.T) {
	_, err := load()
	testkit.OK(t, err)
	if n := len(Names()); n < 12 {
		t.Fatalf("%d pictures", n)
	}
	for _, bad := range []string{"line M 1", "part a\nline X3 4", "piece a = b", "part a\npart a", "part a\ndisc 1 2", "also x = y", "part a\nsolid M1 2 L3 4 5 6 7"} {
		if _, err := parse(bad); err == nil || !strings.HasPrefix(err.Error(), "set.txt:") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Drawings are well-formed, stay within their frame, and differ.
func TestPictures(t *testing.T) {
	seen := map[string]string{}
	names := Names()
	for _, mark := range Marks() {
		names = append(names, "rook+"+mark)
	}
	for _, name := range names {
		d := xml.NewDecoder(strings.NewReader(string(SVG(name, true))))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if size := len(SVG(name, true)); size > 6000 {
			t.Errorf("%s has %d bytes", name, size)
		}
		for _, s := range the().shapes(name) {
			for _, seg := range s.Path {
				for _, p := range seg.Points {
					if min(p.X, p.Y) < -4 || max(p.X, p.Y) > 104 {
						t.Errorf("%s has a point at %g, %g", name, p.X, p.Y)
					}
				}
			}
		}
		if other := seen[Shape(name)]; other != "" {
			t.Errorf("%s is drawn as %s", name, other)
		}
		seen[Shape(name)] = name
	}
}

// squares are the colours of squares: of drawings, of the page and of the page in the dark
// scheme; then those of waiting pieces, and of squares that the page marks.
var squares = []string{"#f4ead6", "#dfcba6", "#d9c193", "#cdbf9f", "#a58f63", "#c9ced3", "#e3e7ea", "#78838c", "#c9d277", "#8fc1e3", "#e98a7c", "#b9a3d6"}

// On every square White's lines and Black's areas can be told from the square, and the
// areas of the sides from each other, by at least 3 to 1, and lines from areas by 7 to 1.
func TestContrast(t *testing.T) {
	least := func(a, b string, want float64) {
		t.Helper()
		if c := contrast(a, b); c < want {
			t.Errorf("%s on %s: contrast %.1f, want %g", a, b, c, want)
		}
	}
	white, black := Sides[0], Sides[1]
	least(white.Line, white.Fill, 7)
	least(black.Line, black.Fill, 7)
	least(white.Fill, black.Fill, 7)
	for _, square := range squares {
		least(white.Line, square, 3)
		least(black.Fill, square, 3)
		least(black.Rim, square, 3)
	}
}

// contrast is the ratio of two colours by the Web Content Accessibility Guidelines.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func TestNamed(t *testing.T) {
	for name, want := range map[string]string{"rook": "rook", "cardinal": "archbishop", "winged-rook": "rook+wings",
		"winged-cardinal": "archbishop+wings", "unheard-of": "", "plain-rook": "", "ferz-knight": "knight+ferz"} {
		if got := Named(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A name may be a synonym, and marks follow either.
func TestFind(t *testing.T) {
	for name, want := range map[string]string{
		"rook": "rook", "rook+wings": "rook+wings", "griffin": "gryphon", "griffin+wings+crown": "gryphon+wings+crown",
		"": "", "rook+": "", "+wings": "", "rook+wing": "", "grifin+wings": "",
	} {
		if got := Find(name); got != want {
			t.Errorf("Find(%q) = %q, want %q", name, got, want)
		}
	}
}

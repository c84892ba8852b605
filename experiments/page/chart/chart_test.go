package chart

import (
	"bestiary/internal/testkit"
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"image/color"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestGolden compares the SVG of small pictures, one of each chart in both widths. Look at
// the files after -update: they are the pictures.
func TestGolden(t *testing.T) {
	for _, f := range fixtures() {
		if strings.Contains(f.name, "-") {
			continue
		}
		for _, w := range widths {
			name := f.name + map[Width]string{Wide: ".svg", Narrow: "-narrow.svg"}[w]
			t.Run(name, func(t *testing.T) {
				testkit.Golden(t, name, f.make().SVG(w))
			})
		}
	}
}

// TestSameInputSameBytes makes each picture twice and writes one of them twice.
func TestSameInputSameBytes(t *testing.T) {
	testkit.NotShort(t, "draws all pictures again")
	for _, f := range fixtures() {
		t.Run(f.name, func(t *testing.T) {
			a, b := f.make(), f.make()
			first, again, other := a.SVG(Wide), a.SVG(Wide), b.SVG(Wide)
			if !bytes.Equal(first, again) || !bytes.Equal(first, other) {
				t.Error("SVG differs from run to run")
			}
			if strings.Contains(f.name, "-") {
				return
			}
			if !bytes.Equal(pngOf(t, a), pngOf(t, b)) {
				t.Error("PNG differs from run to run")
			}
		})
	}
}

// write calls a writer of bytes.
func pngOf(t *testing.T, c *Chart) []byte {
	t.Helper()
	return testkit.Must(c.PNG(Wide))(t)
}

func TestPNGHasTwoPixelsToACSSPixel(t *testing.T) {
	c := Endings(chessEndings())
	config := testkit.Must(png.DecodeConfig(bytes.NewReader(pngOf(t, c))))(t)
	if want := int(2*c.page(Wide).height + 0.5); config.Width != 1440 || config.Height != want {
		t.Errorf("picture has %d × %d pixels, want 1440 × %d", config.Width, config.Height, want)
	}
}

// PNG, too, shows the pieces: white ones within the blocks of a pyramid.
func TestPNGShowsPieces(t *testing.T) {
	in := PyramidInput{About: chess, Values: chessPyramid().Values[4:]}
	in.Faces = faces()
	c := Pyramid(in)
	picture := testkit.Must(png.Decode(bytes.NewReader(pngOf(t, c))))(t)
	var column []byte
	for y := range picture.Bounds().Dy() {
		switch picture.At(int(Wide), y) {
		case picture.At(1, 1):
			column = append(column, 'w')
		case color.RGBAModel.Convert(pyramidRamp[len(pyramidRamp)/2].Light):
			column = append(column, 'b')
		}
	}
	if parts := regexp.MustCompile(`w+|b+`).FindAllString(string(column), -1); len(parts) < 5 || len(parts[2]) < 20 {
		t.Errorf("down the middle of the block are %d areas: %q", len(parts), column)
	}
}

// svgDoc holds the parts of an SVG that the tests examine.
type svgDoc struct {
	families, title string
	texts           []svgElement
}

// svgElement is a text with its attributes.
type svgElement struct {
	text       string
	attributes map[string]string
}

// parseSVG parses a whole document and fails unless it is well-formed XML.
func parseSVG(t *testing.T, svg []byte) svgDoc {
	t.Helper()
	var doc svgDoc
	var inside string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return doc
		}
		testkit.OK(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local
			attributes := map[string]string{}
			for _, a := range token.Attr {
				attributes[a.Name.Local] = a.Value
			}
			switch inside {
			case "svg":
				doc.families = attributes["font-family"]
			case "text":
				doc.texts = append(doc.texts, svgElement{attributes: attributes})
			}
		case xml.CharData:
			switch inside {
			case "title":
				doc.title += string(token)
			case "text":
				doc.texts[len(doc.texts)-1].text += string(token)
			}
		case xml.EndElement:
			inside = ""
		}
	}
}

// TestSVGKeepsItsLayoutInOtherFonts checks that every text states its measured width, and
// that only the root names fonts.
func TestSVGKeepsItsLayoutInOtherFonts(t *testing.T) {
	for _, f := range fixtures() {
		t.Run(f.name, func(t *testing.T) {
			c := f.make()
			svg := c.SVG(Wide)
			doc, seen := parseSVG(t, svg), look(c, Wide)
			if !strings.HasSuffix(doc.families, "sans-serif") || bytes.Count(svg, []byte("font-family")) != 1 {
				t.Errorf("fonts: root says %q; want a list with a generic family, and no other", doc.families)
			}
			if doc.title != c.title || len(doc.texts) != len(seen.texts) {
				t.Fatalf("title %q and %d texts, want %q and %d", doc.title, len(doc.texts), c.title, len(seen.texts))
			}
			for i, text := range doc.texts {
				drawn := seen.texts[i]
				length, err := strconv.ParseFloat(text.attributes["textLength"], 64)
				width := drawn.width.Points()
				if err != nil || text.text != drawn.text || length < width-0.06 || length > width+0.06 {
					t.Errorf("%q has length %q, want %q of %.1f", text.text, text.attributes["textLength"], drawn.text, width)
				}
			}
		})
	}
}

func TestSVGEscapesNames(t *testing.T) {
	name := `<text "&' font-family:x;`
	c := Endings(EndingsInput{About{Game: name, Title: name}, []Ending{{name, 1, false}}})
	doc := parseSVG(t, c.SVG(Wide))
	var found int
	for _, text := range doc.texts {
		if text.text == name {
			found++
		}
	}
	if doc.title != name || found != 2 { // title and reason
		t.Errorf("title %q, %d texts read %q; want 2", doc.title, found, name)
	}
}

// TestAltSaysWhatThePictureShows checks that the alternative text contains the main
// numbers, and that the SVG contains the text.
func TestAltSaysWhatThePictureShows(t *testing.T) {
	for name, want := range map[string]string{
		"pyramid": "queen 9.52 (9.11 to 9.94)", "values": "queen 9.52 (9.11 to 9.94)", "outcomes": "all games: White won 43.4 %",
		"endings": "checkmate 87.8 %", "lengths": "over after 7 moves", "calibration": "error is 0.0250", "trace": "queen from 8.90 to 9.52",
		"curves": "n-move=75 ends at 25.0 %", "differences": "draws −7.0 %", "shares": "checkmate with n-move=75 76.0 %",
		"slopes": "queen −3.0 %", "verdicts": "Short games: undecided", "grid": "a and b -2.0",
	} {
		i := slices.IndexFunc(fixtures(), func(f fixture) bool { return f.name == name })
		c := fixtures()[i].make()
		if !strings.Contains(c.Alt(), want) {
			t.Errorf("%s: %q lacks %q", name, c.Alt(), want)
		}
		if svg := c.SVG(Narrow); !bytes.Contains(svg, []byte("<desc>"+html.EscapeString(c.Alt())+"</desc>")) {
			t.Errorf("%s: the SVG lacks the text", name)
		}
	}
}

// An axis between two powers of two has a tick, too.
func TestTickOfANarrowAxis(t *testing.T) {
	if a := logAxis("value", 2.4, 3.2); len(a.fixed) != 1 || a.steps != 1 {
		t.Errorf("%d ticks, %d steps", len(a.fixed), a.steps)
	}
}

package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestText(t *testing.T) {
	if n := len(Names()); n < 12 {
		t.Fatalf("%d pictures", n)
	}
	for _, bad := range []string{"line M 1", "part a\nline X3 4", "piece a = b", "part a\npart a", "part a\ndisc 1 2", "also x = y", "part a\nsolid M1 2 L3 4 5 6 7"} {
		if _, err := parse("a.txt", bad); err == nil || !strings.HasPrefix(err.Error(), "a.txt:") {
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

// Characters fill their grid without leaving it, differ, and can be turned.
func TestCharacters(t *testing.T) {
	seen := map[string]string{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(written().parts)), slices.Collect(maps.Keys(written().pieces))) {
		if len([]rune(name)) > 1 { // shared by several
			continue
		}
		upright, turned := Characters(name, 50, 100), Characters(name, 50, -100)
		low, high := 100.0, 0.0
		for i, s := range upright {
			for j, seg := range s.Path {
				for k, p := range seg.Points {
					low, high = min(low, p.X, p.Y), max(high, p.X, p.Y)
					if q := turned[i].Path[j].Points[k]; math.Abs(p.X+q.X-100)+math.Abs(p.Y+q.Y-100) > 1e-9 {
						t.Errorf("%s: %v turned is %v", name, p, q)
					}
				}
			}
		}
		if other := seen[Elements(upright)]; low < 4 || low > 14 || high < 84 || high > 96 || other != "" {
			t.Errorf("%s is drawn from %g to %g, like %q", name, low, high, other)
		}
		seen[Elements(upright)] = name
	}
	if Characters("王A", 50, 100) != nil || len(Characters("王玉", 50, 50)) != len(Characters("王", 50, 50))+len(Characters("玉", 50, 50)) {
		t.Error("a line is not drawn as a whole")
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

// The page of the set shows the sheet and lists all pictures with their synonyms.
func TestPage(t *testing.T) {
	docs := filepath.Join(testkit.Root(t), "docs")
	testkit.GoldenFile(t, filepath.Join(docs, "pieces.svg"), Sheet())
	page := testkit.Read(t, docs, "pieces.md")
	begin, end, ok := strings.Cut(page, "<!-- table -->\n")
	if !ok {
		t.Fatal("no table")
	}
	_, end, _ = strings.Cut(end, "<!-- end -->\n")
	testkit.GoldenFile(t, filepath.Join(docs, "pieces.md"), begin+"<!-- table -->\n"+table()+"<!-- end -->\n"+end)
}

// table lists names, synonyms and moves in Markdown.
func table() string {
	also := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(the().also)) {
		also[the().also[word]] = append(also[the().also[word]], strings.TrimPrefix(word, "+"))
	}
	moves := map[string][]string{}
	for _, m := range Moves() {
		moves[m.Picture] = append(moves[m.Picture], "`"+m.Betza+"`")
	}
	names := Names()
	for name := range also {
		if strings.Contains(name, "+") && !strings.HasPrefix(name, "+") {
			names = append(names, name)
		}
	}
	for name := range moves {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, mark := range Marks() {
		names = append(names, "+"+mark)
	}
	var b strings.Builder
	b.WriteString("| picture | also for | for the moves |\n|---|---|---|\n")
	for _, name := range names {
		b.WriteString("| `" + name + "` | " + strings.Join(also[name], ", ") + " | " + strings.Join(moves[name], ", ") + " |\n")
	}
	return b.String()
}

func svgOf(body string) []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://editor" viewBox="0 0 10 10">` + body + `</svg>`)
}

func pngOf(t *testing.T, width int) []byte {
	var b bytes.Buffer
	testkit.OK(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, width, 4))))
	return b.Bytes()
}

func TestEmbedKeepsDrawings(t *testing.T) {
	body := `<!-- by hand --><metadata><i:x/></metadata><i:view a="b"/><defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>` +
		`<path d="M0 0L9 9" fill="url(#g)" i:label="x" style="stroke:#000"/><use xlink:href="#g"/><title>a &lt; b</title>`
	uri := testkit.Must(Embed(svgOf(body)))(t)
	clean := testkit.Must(base64.StdEncoding.DecodeString(strings.TrimPrefix(uri, svgData)))(t)
	for _, gone := range []string{"by hand", "metadata", "<view", "label", "i:"} {
		if strings.Contains(string(clean), gone) {
			t.Errorf("%q stays in %s", gone, clean)
		}
	}
	for _, kept := range []string{`d="M0 0L9 9"`, `url(#g)`, `href="#g"`, "a &lt; b", `viewBox="0 0 10 10"`} {
		if !strings.Contains(string(clean), kept) {
			t.Errorf("%q is lost from %s", kept, clean)
		}
	}
	testkit.OK(t, CheckData(uri))
	for _, largest := range [][]byte{pngOf(t, maxPixel), svgOf(nested(39)), svgOf(strings.Repeat(" ", MaxFile-len(svgOf(""))))} {
		testkit.OK(t, CheckData(testkit.Must(Embed(largest))(t)))
	}
}

func nested(depth int) string { return strings.Repeat("<g>", depth) + strings.Repeat("</g>", depth) }

func TestEmbedRefusesWhatDoesMoreThanDraw(t *testing.T) {
	for _, c := range []struct {
		data []byte
		want string
	}{
		{svgOf(`<script>alert(1)</script>`), "<script> is not allowed"},
		{svgOf(`<foreignObject/>`), "<foreignObject> is not allowed"},
		{svgOf(`<style>@import "x"</style>`), "<style> is not allowed"},
		{svgOf(`<image href="http://x/y.png"/>`), "<image> is not allowed"},
		{svgOf(`<a href="#x"/>`), "<a> is not allowed"},
		{svgOf(`<animate/>`), "<animate> is not allowed"},
		{svgOf(`<use href="other.svg#x"/>`), "leads out of the picture"},
		{svgOf(`<use xlink:href=" JavaScript:x"/>`), "leads out of the picture"},
		{svgOf(`<path onclick="x()"/>`), "the script onclick"},
		{svgOf(`<path fill="url( http://x )"/>`), "leads out of the picture"},
		{svgOf(`<path style="fill:ur\6c (x)"/>`), "leads out of the picture"},
		{svgOf(nested(40)), "nested deeper"},
		{[]byte(`<svg/>`), "its first element is <svg>, not <svg xmlns"},
		{[]byte(`<g xmlns="` + svgSpace + `"/>`), "its first element is <g>"},
		{append(svgOf(""), svgOf("")...), "its first element is <svg>"},
		{append([]byte(`<!DOCTYPE svg [<!ENTITY a "b">]>`), svgOf("&a;")...), "entities"},
		{svgOf(`<path`), "neither a PNG nor a valid SVG"},
		{[]byte(`<html/>`), "its first element is <html>"},
		{nil, "neither a PNG nor a valid SVG"},
		{svgOf(strings.Repeat(" ", MaxFile+1-len(svgOf("")))), "at most 16384"},
		{pngOf(t, maxPixel+1), "at most 512"},
		{pngOf(t, 64)[:40], "not a valid PNG"},
	} {
		testkit.Fails(t, testkit.Error(Embed(c.data)), c.want)
	}
	for uri, want := range map[string]string{"data:text/html,x": "neither", svgData + "*": "base64",
		svgData + base64.StdEncoding.EncodeToString(svgOf("<!-- x -->")): "more than what draws"} {
		testkit.Fails(t, CheckData(uri), want)
	}
}

// A few references to each other can draw more than any browser can.
func TestEmbedBoundsWhatReferencesDraw(t *testing.T) {
	chain := func(levels int, each string) []byte {
		body := `<g id="a0"><circle r="1"/></g><mask id="A1"/>`
		for i := range levels {
			use := strings.NewReplacer("N", fmt.Sprint(i), "M", fmt.Sprintf("%%%x", '0'+i)).Replace(each)
			body += fmt.Sprintf(`<g id="a%d">%s</g>`, i+1, strings.Repeat(use, 10))
		}
		return svgOf(body + `<use href="#a1"/>`)
	}
	for _, each := range []string{`<use href="#aN"/>`, `<path mask="url(#aN)"/>`, `<path style="clip-path: URL( #aN )"/>`, `<use xlink:href="#aM"/>`} {
		testkit.Must(Embed(chain(2, each)))(t)
		_, err := Embed(chain(5, each))
		testkit.Fails(t, err, "with its references it draws more than 5000 elements")
	}
	_, err := Embed(svgOf(`<g id="a"><g id="b"><use href="#a"/></g></g>`))
	testkit.Fails(t, err, "draws more than")
}

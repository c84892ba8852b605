package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

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

package web

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"testing"

	"bestiary/internal/testkit"
)

// The manifest names the icons that there are: the SVG, which -update writes, and the PNGs, which show
// the same piece on the same colour.
func TestIcons(t *testing.T) {
	testkit.GoldenFile(t, filepath.Join("static", "icon.svg"), iconSVG())
	var manifest struct{ Icons []struct{ Src, Sizes string } }
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, "static", "manifest.json")), &manifest))
	named := map[string]string{}
	for _, icon := range manifest.Icons {
		named[icon.Src] = icon.Sizes
	}
	want := map[string]string{"icon.svg": "any", "icon-192.png": "192x192", "icon-512.png": "512x512"}
	testkit.Same(t, "icons", want, named)
	for _, f := range testkit.Must(Icons())(t) {
		picture := testkit.Must(png.Decode(bytes.NewReader(f.Data)))(t)
		side := map[string]int{"icon-192.png": 192, "icon-512.png": 512}[f.Name]
		if picture.Bounds() != image.Rect(0, 0, side, side) {
			t.Errorf("%s: %v", f.Name, picture.Bounds())
		}
		count := map[color.Color]int{}
		for y := range side {
			for x := range side {
				count[picture.At(x, y)]++
			}
		}
		ground, piece := color.RGBA{0, 0x72, 0xb2, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
		if count[ground] < side*side/4 || count[piece] < side*side/10 {
			t.Errorf("%s: %d pixels of the ground, %d of the piece", f.Name, count[ground], count[piece])
		}
	}
}

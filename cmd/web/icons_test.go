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
	for _, side := range IconSides {
		picture := testkit.Must(png.Decode(bytes.NewReader(testkit.Must(Icon(side))(t))))(t)
		if picture.Bounds() != image.Rect(0, 0, side, side) {
			t.Errorf("%d: %v", side, picture.Bounds())
		}
		count := map[color.Color]int{}
		for y := range side {
			for x := range side {
				count[picture.At(x, y)]++
			}
		}
		ground, piece := color.RGBA{0, 0x72, 0xb2, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
		if count[ground] < side*side/4 || count[piece] < side*side/10 {
			t.Errorf("%d: %d pixels of the ground, %d of the piece", side, count[ground], count[piece])
		}
	}
}

package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"testing"

	"bestiary/internal/picture"
	"bestiary/internal/testkit"
)

// iconSVG is icon.svg around the piece, in the colours of the PNGs.
const iconSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="12" fill="#0072b2"/><g transform="translate(15 14) scale(.7)">%s</g></svg>` + "\n"

// The manifest names the icons that there are: the SVG, which -update writes, and the PNGs, which show
// the same piece on the same colour.
func TestIcons(t *testing.T) {
	testkit.GoldenFile(t, filepath.Join("static", "icon.svg"), fmt.Sprintf(iconSVG, picture.Draw(iconFace.Shape(false), false)))
	var manifest struct{ Icons []struct{ Src, Sizes string } }
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, "static", "manifest.json")), &manifest))
	named := map[string]string{}
	for _, icon := range manifest.Icons {
		named[icon.Src] = icon.Sizes
	}
	want := map[string]string{"icon.svg": "any", "icon-192.png": "192x192", "icon-512.png": "512x512"}
	testkit.Same(t, "icons", want, named)
	for _, side := range IconSides {
		icon := testkit.Must(png.Decode(bytes.NewReader(testkit.Must(Icon(side))(t))))(t)
		if icon.Bounds() != image.Rect(0, 0, side, side) {
			t.Errorf("%d: %v", side, icon.Bounds())
		}
		count := map[color.Color]int{}
		for y := range side {
			for x := range side {
				count[icon.At(x, y)]++
			}
		}
		ground, piece := color.RGBA{0, 0x72, 0xb2, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
		if count[ground] < side*side/4 || count[piece] < side*side/10 {
			t.Errorf("%d: %d pixels of the ground, %d of the piece", side, count[ground], count[piece])
		}
	}
}

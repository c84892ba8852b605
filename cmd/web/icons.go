//go:build !js

package web

import (
	"fmt"

	"bestiary/experiments/present/canvas"
	"bestiary/experiments/present/pieces"
	"bestiary/internal/picture"
)

// The piece that stands for the page, and the colour behind it.
var (
	iconFace   = pieces.Face{Picture: "manticore"}
	iconGround = canvas.Tones(0x0072B2, 0x0072B2)
)

// iconSVG is icon.svg, in the colours of the PNGs.
func iconSVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="12" fill="#0072b2"/><g transform="translate(15 14) scale(.7)">%s</g></svg>`+"\n",
		picture.Draw(iconFace.Shape(false), false))
}

// IconSides are the sides of the icons as PNG, for browsers that take no SVG for an installed
// page.
var IconSides = []int{192, 512}

// IconName returns the name of the PNG with a side.
func IconName(side int) string { return fmt.Sprintf("icon-%d.png", side) }

// Icon draws the PNG with a side.
func Icon(side int) ([]byte, error) { return canvas.Icon(iconFace, side, iconGround) }

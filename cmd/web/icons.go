//go:build !js

package web

import (
	"fmt"

	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/pieces"
)

// The piece on the icon of the page, and the colour behind it.
var (
	iconFace   = pieces.Face{Picture: "manticore"}
	iconGround = uint32(0x0072B2)
)

// IconSides are the sides of the icons as PNG, for browsers that take no SVG for an installed
// page.
var IconSides = []int{192, 512}

// IconName returns the name of the PNG with a side.
func IconName(side int) string { return fmt.Sprintf("icon-%d.png", side) }

// Icon draws the PNG with a side.
func Icon(side int) ([]byte, error) { return chart.Icon(iconFace, side, iconGround) }

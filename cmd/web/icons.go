//go:build !js

package web

import (
	"fmt"

	"bestiary/experiments/present/chart"
	"bestiary/experiments/present/pieces"
	"bestiary/internal/files"
	"bestiary/internal/picture"
)

// iconFace is the piece that stands for the page.
var iconFace = pieces.Face{Picture: "manticore"}

// iconSVG is icon.svg, in the colours of the PNGs of Icons.
func iconSVG() string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="12" fill="#0072b2"/><g transform="translate(15 14) scale(.7)">%s</g></svg>`+"\n",
		picture.Draw(iconFace.Shape(false), false))
}

// Icons returns the icon as PNG, for browsers that take no SVG for an installed page.
func Icons() ([]files.File, error) {
	var list []files.File
	for _, side := range []int{192, 512} {
		data, err := chart.Icon(iconFace, side)
		if err != nil {
			return nil, err
		}
		list = append(list, files.File{Name: fmt.Sprintf("icon-%d.png", side), Data: data})
	}
	return list, nil
}

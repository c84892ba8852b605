package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// ForetoldInput is the input of [Foretold]. Scores are from 0 to 1: X is foretold, Y was found, and a
// point is Off if what was found lies outside the limits foretold.
type ForetoldInput struct {
	About
	Kinds  []string // at most four
	Points []ScatterPoint
}

// Foretold draws scores that were found against scores that were foretold, each with its
// interval, and the diagonal of a perfect forecast.
func Foretold(in ForetoldInput) *Chart {
	outside, words := 0, []string{}
	counts := make([]int, len(in.Kinds))
	for _, m := range in.Points {
		counts[m.Kind]++
		if m.Off {
			outside++
		}
	}
	for k, name := range in.Kinds {
		words = append(words, format.Plural(counts[k], name))
	}
	inside := fmt.Sprintf("%d of %d inside the limits foretold", len(in.Points)-outside, len(in.Points))
	return in.chart("Foretold and found", listed(words)+" "+format.Title(inside)+".", []string{inside}, func(inner vg.Length) body {
		return in.lay(min(inner, maxCalibration))
	})
}

func (in ForetoldInput) lay(inner vg.Length) body {
	return scatter{shareAxis("foretold score", 1), shareAxis("found score", 1), in.Kinds, "outside the limits foretold", in.Points, nil, ""}.lay(inner)
}

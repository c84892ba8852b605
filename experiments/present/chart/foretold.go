package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// ForetoldPoint is a match of [Foretold]. Scores are from 0 to 1.
type ForetoldPoint struct {
	Kind     int // index of ForetoldInput.Kinds
	Foretold stat.Interval
	Found    stat.Interval
	Outside  bool // what was found lies outside of the limits of what was foretold
}

// ForetoldInput is the input of [Foretold].
type ForetoldInput struct {
	About
	Kinds  []string // at most four
	Points []ForetoldPoint
}

// Foretold draws scores that were found against scores that were foretold, each with its
// interval, and the diagonal of a perfect forecast.
func Foretold(in ForetoldInput) *Chart {
	outside, words := 0, []string{}
	counts := make([]int, len(in.Kinds))
	for _, m := range in.Points {
		counts[m.Kind]++
		if m.Outside {
			outside++
		}
	}
	for k, name := range in.Kinds {
		words = append(words, format.Plural(counts[k], name))
	}
	inside := fmt.Sprintf("%d of %d inside of what was foretold", len(in.Points)-outside, len(in.Points))
	return in.chart("Foretold and found", listed(words)+" "+format.Title(inside)+".", []string{inside}, func(inner vg.Length) body {
		return in.lay(min(inner, maxCalibration))
	})
}

func (in ForetoldInput) lay(inner vg.Length) body {
	points := make([]ScatterPoint, len(in.Points))
	for i, m := range in.Points {
		points[i] = ScatterPoint{m.Kind, m.Foretold, m.Found, m.Outside}
	}
	return scatter{shareAxis("foretold score", 1), shareAxis("found score", 1), in.Kinds, "outside of what was foretold", points, nil, ""}.lay(inner)
}

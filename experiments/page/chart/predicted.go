package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// PredictedInput is the input of [Predicted]. Scores are from 0 to 1: X is predicted, Y was found, and a
// point is Off if what was found lies outside the predicted limits.
type PredictedInput struct {
	About
	Kinds  []string // at most four
	Points []ScatterPoint
}

// Predicted draws scores that were found against scores that were predicted, each with its
// interval, and the diagonal of a perfect forecast.
func Predicted(in PredictedInput) *Chart {
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
	inside := fmt.Sprintf("%d of %d inside the predicted limits", len(in.Points)-outside, len(in.Points))
	return in.chart("Predicted and found", listed(words)+" "+format.Title(inside)+".", []string{inside}, func(inner vg.Length) body {
		s := ScatterInput{Kinds: in.Kinds, Off: "outside the predicted limits", Points: in.Points}
		return s.lay(shareAxis("predicted score", 1), shareAxis("found score", 1), min(inner, maxCalibration))
	})
}

package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// Bin is a group of samples with similar predictions, for [Calibration].
// Scores are points per game, from 0 to 1.
type Bin struct {
	From, To  float64       // range of predictions, 0 ≤ From < To ≤ 1
	Predicted float64       // mean prediction, within the range
	Observed  stat.Interval // mean score, 0 to 1
	Samples   int           // at least 0; a bin of 0 is not drawn and its means are not read
}

// CalibrationInput is what [Calibration] draws.
type CalibrationInput struct {
	About
	Unit  string  // what a sample is, in the plural, such as "positions"; default "samples"
	Level float64 // confidence level of the intervals, between 0 and 1; default 0.95
	Bins  []Bin   // 1 to 50, ascending, not overlapping, not all empty
}

// maxBins bounds the bins.
const maxBins = 50

// Calibration draws a reliability diagram: the observed score of each bin
// against its prediction, with the diagonal of a perfect forecast, and below
// it the number of samples. The subtitle states the expected calibration
// error, the mean of |observed − predicted| over all samples.
func Calibration(in CalibrationInput) *Chart {
	level := levelOr(in.Level)
	plan := planCalibration(in)
	return frame{
		title:    in.titleOr("Calibration"),
		subtitle: in.subtitle(in.facts(plan.unit, level)...),
		width:    calibrationWidth,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// facts are the words of the subtitle. Where a sample is a game, their number
// has been said already.
func (in CalibrationInput) facts(unit string, level float64) []string {
	samples, ece := in.error()
	out := []string{
		fmt.Sprintf("ECE%s%.4f", noBreak, ece),
		"score in points per game with " + formatLevel(level) + " intervals",
	}
	if unit == "games" && samples == in.Games {
		return out
	}
	return append([]string{formatCount(samples) + " " + unit}, out...)
}

// span is the observed score with its interval.
func (b Bin) span() span { return spanOf(b.Observed) }

// error counts the samples and computes the expected calibration error.
func (in CalibrationInput) error() (samples int, ece float64) {
	for _, b := range in.Bins {
		if b.Samples > 0 {
			samples += b.Samples
			ece += float64(b.Samples) * math.Abs(b.Observed.Estimate-b.Predicted)
		}
	}
	return samples, ece / float64(max(samples, 1))
}

// Measures of the diagram, in points.
const (
	calibrationWidth  vg.Length = 480
	calibrationCounts vg.Length = 62 // height of the lower panel
)

package chart

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
)

// Bin is a group of samples with similar predictions, for [Calibration].
// Scores are points per game, from 0 to 1.
type Bin struct {
	From, To  float64 // range of predictions, 0 ≤ From < To ≤ 1
	Predicted float64 // mean prediction, within the range
	Observed  float64 // mean score, 0 to 1
	Lo, Hi    float64 // ends of the interval of Observed, around it; both equal to it: no interval
	Samples   int     // at least 0; a bin of 0 is not drawn and its means are not read
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
func Calibration(in CalibrationInput) (*Chart, error) {
	level, err := in.check()
	if err != nil {
		return nil, fmt.Errorf("chart: calibration: %w", err)
	}
	plan := planCalibration(in)
	return frame{
		title:    in.titleOr("Calibration"),
		subtitle: in.subtitle(in.facts(plan.unit, level)...),
		width:    calibrationWidth,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart(), nil
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

// check reports the first illegal field and fills in the level.
func (in CalibrationInput) check() (level float64, err error) {
	if err := in.About.check(); err != nil {
		return 0, err
	}
	if err := checkText("Unit", in.Unit, 0, maxName); err != nil {
		return 0, err
	}
	if n := len(in.Bins); n < 1 || n > maxBins {
		return 0, fmt.Errorf("Bins has %d entries; want 1 to %d", n, maxBins)
	}
	from := 0.0
	for i, b := range in.Bins {
		if err := b.check(fmt.Sprintf("Bins[%d]", i), from); err != nil {
			return 0, err
		}
		from = b.To
	}
	if samples, _ := in.error(); samples == 0 {
		return 0, errors.New("Bins has no samples; want at least one")
	}
	return levelOr(in.Level)
}

// check reports the first illegal field of a bin that may begin at from.
func (b Bin) check(where string, from float64) error {
	const slack = 1e-9
	if !(b.From >= from-slack && b.From < b.To && b.To <= 1+slack) {
		return fmt.Errorf("%s: the range is %v to %v; want it ascending within %v to 1", where, b.From, b.To, from)
	}
	if err := checkCount(where+": Samples", b.Samples); err != nil || b.Samples == 0 {
		return err
	}
	if !(b.Predicted >= b.From-slack && b.Predicted <= b.To+slack) {
		return fmt.Errorf("%s: Predicted is %v; want it within the bin, %v to %v", where, b.Predicted, b.From, b.To)
	}
	if !(b.Observed >= -slack && b.Observed <= 1+slack) {
		return fmt.Errorf("%s: Observed is %v; want 0 to 1", where, b.Observed)
	}
	return b.span().check(where, "Observed")
}

// span is the observed score with its interval.
func (b Bin) span() span { return span{b.Observed, b.Lo, b.Hi} }

// error counts the samples and computes the expected calibration error.
func (in CalibrationInput) error() (samples int, ece float64) {
	for _, b := range in.Bins {
		if b.Samples > 0 {
			samples += b.Samples
			ece += float64(b.Samples) * math.Abs(b.Observed-b.Predicted)
		}
	}
	return samples, ece / float64(max(samples, 1))
}

// Measures of the diagram, in points.
const (
	calibrationWidth  vg.Length = 480
	calibrationCounts vg.Length = 62 // height of the lower panel
)

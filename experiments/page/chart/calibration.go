package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Bin is a group of samples with similar predictions, for [Calibration].
// Scores are points per game, from 0 to 1.
type Bin struct {
	From, To  float64       // range of predictions
	Predicted float64       // mean prediction
	Observed  stat.Interval // mean score
	Samples   int           // an empty bin is not drawn and its means are ignored
}

// CalibrationInput is the input of [Calibration].
type CalibrationInput struct {
	About
	Level float64 // confidence level of the intervals; default 0.95
	Bins  []Bin   // ascending, not overlapping, not all empty
}

// Dimensions of the diagram.
const (
	maxCalibration    vg.Length = 470 // width of the body
	calibrationCounts vg.Length = 70  // height of the lower panel
)

// Calibration draws a reliability diagram: the observed score of each bin
// against its prediction, with the diagonal of a perfect forecast, and below
// it the number of samples. The subtitle states the expected calibration
// error, the mean of |observed − predicted| over all samples.
func Calibration(in CalibrationInput) *Chart {
	samples, ece := in.error()
	facts := []string{fmt.Sprintf("ECE %.4f", ece), "score in points per game with " + intervals(in.Level)}
	if samples != in.Games {
		facts = append([]string{format.Count(samples) + " games"}, facts...)
	}
	var words []string
	var bins []Bin
	largest := 0
	for _, b := range in.Bins {
		if b.Samples > 0 {
			bins, largest = append(bins, b), max(largest, b.Samples)
			words = append(words, "predicted "+format.Fixed(b.Predicted, 2)+", observed "+format.Value.Interval(b.Observed))
		}
	}
	shows := fmt.Sprintf("The expected calibration error is %.4f. Points per game: ", ece) + listed(words)
	return in.chart("Calibration", shows, facts, func(inner vg.Length) body {
		return calibrationBody(bins, largest, min(inner, maxCalibration))
	})
}

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

// calibrationBody stacks the square diagram and the counts.
func calibrationBody(bins []Bin, largest int, inner vg.Length) body {
	x := &axis{scale: scale{max: 1}, steps: 5, label: "predicted score (points per game)"}
	y := &axis{scale: scale{max: 1}, steps: 5, label: "observed score (points per game)"}
	counts := &axis{scale: scale{max: float64(largest)}, whole: true, steps: 3, label: "games"}
	side := inner - max(y.width(inner), counts.width(calibrationCounts)) - x.overhang()
	s := stack{x: x, key: key{
		{"observed, with interval", intervalMark(circle, decidedColor)},
		{"perfect calibration", func(p pen, at vg.Point) { p.line(diagonalLine(), at.X-9, at.Y, at.X+9, at.Y) }},
	}}
	s.panels = []panel{
		{y: y, height: side, box: true, paint: func(p pen, panel vg.Rectangle) {
			p.line(diagonalLine(), panel.Min.X, panel.Min.Y, panel.Max.X, panel.Max.Y)
			for _, b := range bins {
				at := vg.Point{X: x.at(b.Predicted), Y: y.at(b.Observed.Estimate)}
				y.whiskerUp(p, b.Observed, at.X, decidedColor)
				p.mark(circle, decidedColor, at)
			}
		}},
		{y: counts, height: calibrationCounts, paint: func(p pen, panel vg.Rectangle) {
			for _, b := range bins {
				x0, x1 := x.at(b.From), x.at(b.To)
				gap := min((x1-x0)*0.1, 2)
				p.fillRect(rect(x0+gap, panel.Min.Y, x1-gap, counts.at(float64(b.Samples))), drawnColor)
			}
		}},
	}
	return s.lay(inner)
}

// diagonalLine returns the style of the line of a perfect forecast.
func diagonalLine() draw.LineStyle {
	return draw.LineStyle{Color: inkSoft, Width: 1, Dashes: []vg.Length{4, 3}}
}

// Package chart draws the pictures of a report: the strength pyramid, piece
// values with their intervals, outcomes, endings, game lengths, calibration
// and the trace of the play–fit–play loop.
//
// Each picture is a function from a plain input struct to a [Chart], which
// writes itself as SVG or PNG. The inputs name pieces and give numbers; the
// package knows neither games nor fits, so any program can use it:
//
//	c, err := chart.Pyramid(chart.PyramidInput{
//		About:  chart.About{Game: "hannibal", Games: 12000},
//		Values: values,
//	})
//	if err != nil {
//		return err
//	}
//	svg, err := c.SVG()
//
// # Model of a picture
//
// A picture is a page: title, a subtitle that states game, sample size and
// unit, a body, and notes. Its size follows from its content, so that twenty
// rows are as legible as three. All text is measured with the font it is
// drawn in (Liberation Sans, embedded in gonum/plot) and placed from those
// measures; labels that would overlap are spread by [isotonic regression] of
// their wished positions. Values in pawns start at zero; an interval that
// would stretch the axis beyond the estimates by more than 60 % of their range
// is cut, ends in an arrow and is named in a note. Infinite ends are drawn the
// same way. NaN and infinite estimates are errors.
//
// The drawing uses the canvases, fonts and backends of gonum/plot. Axes are
// drawn here and not by plot.Plot because rows, columns of numbers and stacked
// panels must share exact edges.
//
// The same input gives the same bytes. An SVG names a list of common
// sans-serif fonts and the length of every text, so it keeps its layout where
// Liberation Sans is not installed.
//
// [isotonic regression]: https://en.wikipedia.org/wiki/Isotonic_regression
package chart

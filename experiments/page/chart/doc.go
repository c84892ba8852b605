// Package chart draws the pictures of reports.
//
// Each picture is a function from a plain input struct to a [Chart], which writes itself as SVG or
// PNG. The package does not depend on games or fits. It trusts its callers and does not check its
// input. The inputs are rows of named numbers ([Values], [Differences], [Verdicts], [Shares],
// [Endings], [Outcomes], [Pyramid]), curves ([Curves], [Strengths], [Trace]), points ([Scatter],
// [Calibration]), lists of lengths ([Lengths]) and a grid ([Grid]).
//
// A picture is a page: a title, a subtitle that states game, sample size and unit, a body, and
// notes. It is laid out for one of two widths in CSS pixels and is as high as its content needs. In
// a narrow picture labels stand above their panels, the less important columns of numbers are
// omitted, and axes have fewer ticks. No text is smaller than 11 pixels. All text is measured with
// the font that it is drawn in (Liberation Sans, embedded in gonum/plot), and wraps where it has no
// room.
//
// Two layouts serve most charts. Rows have a label, a panel and columns of numbers
// for each thing that is compared. A stack has panels one above the other over one
// horizontal axis. Axes are drawn here and not by plot.Plot because rows, columns of
// numbers and stacked panels must share exact edges.
//
// Axes of values start at zero. An interval that would stretch the axis beyond the
// estimates by more than 60 % of their range is cut and ends in an arrow. A value
// that the data do not bound, or whose interval reaches beyond both ends of its axis,
// is not drawn: its row says "?".
//
// An SVG follows the colour scheme of the reader's program, also inside an <img>
// element. Every colour is a tone, which has a light and a dark form. A PNG is light.
// The same input gives the same bytes. An SVG names a list of common sans-serif fonts
// and the length of every text, so it keeps its layout without Liberation Sans.
package chart

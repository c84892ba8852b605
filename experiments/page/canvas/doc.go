// Package canvas draws in the style of all charts: lines, marks, aligned text and pieces, in
// tones that have a colour for each scheme.
//
// A Pen draws on any canvas of gonum/plot. SVG writes text as text, in the reader's colour scheme;
// PNG draws it, in light colours. Lengths are CSS pixels, which gonum/plot calls points, with the
// origin at the lower left. Text is measured in Liberation Sans, which is part of the program.
package canvas

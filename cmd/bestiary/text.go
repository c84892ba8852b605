package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bestiary/internal/format"
)

// textWidth is the greatest length of a line of output, in characters.
const textWidth = 79

// breakList breaks a list after commas where it is longer than a line.
func breakList(list string, width int) []string {
	var lines []string
	for _, item := range strings.SplitAfter(list, ",") {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last]+item) <= width {
			lines[last] += item
		} else {
			lines = append(lines, item)
		}
	}
	return lines
}

// wrapParagraphs wraps paragraphs, which have an empty line between them. Indented
// paragraphs stay as they are.
func wrapParagraphs(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = strings.Join(format.Wrap(p, textWidth), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// printLines prints lines.
func printLines(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
}

// printLabelled prints text after a label, wrapped and indented to a column.
func printLabelled(w io.Writer, label string, column int, text string) {
	for _, line := range format.Wrap(text, textWidth-column) {
		fmt.Fprintf(w, "%-*s%s\n", column, label, line)
		label = ""
	}
}

// printColumns prints cells in as many columns as fit, row by row.
func printColumns(w io.Writer, cells []string) {
	width := 0
	for _, cell := range cells {
		width = max(width, utf8.RuneCountInString(cell))
	}
	columns := max(1, (textWidth+1)/(width+3))
	for start := 0; start < len(cells); start += columns {
		var b strings.Builder
		for _, cell := range cells[start:min(start+columns, len(cells))] {
			fmt.Fprintf(&b, "  %-*s ", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

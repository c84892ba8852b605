package command

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"bestiary/internal/format"
)

// TextWidth is the maximum length of a line of output, in characters.
const TextWidth = 79

// BreakList breaks a list after commas into lines of up to width characters.
func BreakList(list string, width int) []string {
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

// WrapParagraphs wraps paragraphs separated by empty lines. Indented paragraphs are left
// as they are.
func WrapParagraphs(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") {
			paragraphs[i] = strings.Join(format.Wrap(p, TextWidth), "\n")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// PrintLines prints each line followed by a newline.
func PrintLines(w io.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
}

// PrintLabelled prints text after a label, wrapped and indented to a column.
func PrintLabelled(w io.Writer, label string, column int, text string) {
	for _, line := range format.Wrap(text, TextWidth-column) {
		fmt.Fprintf(w, "%-*s%s\n", column, label, line)
		label = ""
	}
}

// PrintColumns prints cells row by row, in as many columns as fit.
func PrintColumns(w io.Writer, cells []string) {
	width := 0
	for _, cell := range cells {
		width = max(width, utf8.RuneCountInString(cell))
	}
	columns := max(1, (TextWidth+1)/(width+3))
	for start := 0; start < len(cells); start += columns {
		var b strings.Builder
		for _, cell := range cells[start:min(start+columns, len(cells))] {
			fmt.Fprintf(&b, "  %-*s ", width, cell)
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

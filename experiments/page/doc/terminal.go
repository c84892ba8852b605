package doc

import (
	"slices"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"bestiary/internal/format"
)

const (
	// columnGap is the number of spaces between the columns of a table.
	columnGap = 2
	// minWrapped is the minimum width of a column in which texts are wrapped.
	minWrapped = 16
)

// Text is the table for a terminal, without marks and with its columns aligned:
// numbers to the right, words to the left. If a line is longer than the given
// number of characters, the texts of the widest column are wrapped; if that
// leaves them too little room, each row becomes a list of labelled cells. A table
// without rows is "".
func (t Table) Text(width int) string {
	if len(t.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	if t.Caption != "" {
		b.WriteString(strings.Join(format.Wrap(t.Caption, width), "\n") + "\n\n")
	}
	if rows, ok := fitted(t.plain(), width); ok {
		b.WriteString(aligned(rows))
	} else {
		t.labelled(&b, width)
	}
	if len(t.Foot) > 0 {
		b.WriteString("\n" + strings.Join(format.Wrap(t.Foot.String(), width), "\n") + "\n")
	}
	return b.String()
}

// plain returns the head, if there is one, and the rows, all of the same length and
// without marks. A break is an empty row.
func (t Table) plain() [][]string {
	columns := len(t.Head)
	var rows [][]string
	for _, row := range t.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, oneLine(c.String()))
		}
		rows, columns = append(rows, cells), max(columns, len(cells))
	}
	if strings.Join(t.Head, "") != "" {
		rows = slices.Insert(rows, 0, slices.Clone(t.Head))
	}
	head := len(rows) - len(t.Rows)
	for i := range rows {
		rows[i] = append(rows[i], make([]string, columns-len(rows[i]))...)
	}
	for k := range columns {
		if numeric(rows[head:], k) {
			width := columnWidth(rows, k)
			for _, row := range rows {
				row[k] = strings.Repeat(" ", width-utf8.RuneCountInString(row[k])) + row[k]
			}
		}
	}
	for _, i := range slices.Backward(t.Breaks) {
		rows = slices.Insert(rows, head+i, make([]string, columns))
	}
	return rows
}

// numeric reports whether a column contains only numbers and placeholders for numbers.
func numeric(rows [][]string, column int) bool {
	found := false
	for _, row := range rows {
		switch row[column] {
		case "", format.Unknown, format.CannotTell, format.None:
		default:
			if !number(row[column]) {
				return false
			}
			found = true
		}
	}
	return found
}

// unitLetters is the maximum number of letters in a cell that counts as a number: "to" in
// an interval and a unit.
const unitLetters = 6

func number(cell string) bool {
	first, _ := utf8.DecodeRuneInString(cell)
	cell = strings.TrimSuffix(cell, format.NotBounded)
	letters := 0
	for _, r := range cell {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return strings.ContainsRune("0123456789+-−±", first) && letters <= unitLetters
}

func columnWidth(rows [][]string, column int) int {
	width := 0
	for _, row := range rows {
		width = max(width, utf8.RuneCountInString(row[column]))
	}
	return width
}

// fitted wraps the widest column so that no line is longer than width. It reports
// false if the column would become too narrow.
func fitted(rows [][]string, width int) ([][]string, bool) {
	if len(rows) == 0 {
		return rows, true
	}
	total, widest, broadest := -columnGap, 0, 0
	for k := range rows[0] {
		w := columnWidth(rows, k)
		total += w + columnGap
		if w > broadest {
			widest, broadest = k, w
		}
	}
	if total <= width {
		return rows, true
	}
	room := broadest - (total - width)
	if room < minWrapped {
		return nil, false
	}
	var out [][]string
	for _, row := range rows {
		lines := format.Wrap(row[widest], room)
		row[widest] = ""
		for i := range max(len(lines), 1) {
			if i > 0 {
				row = make([]string, len(row))
			}
			if i < len(lines) {
				row[widest] = lines[i]
			}
			out = append(out, row)
		}
	}
	return out, columnWidth(out, widest) <= room
}

func aligned(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, columnGap, ' ', 0)
	for _, row := range rows {
		_, _ = w.Write([]byte(strings.Join(row, "\t") + "\n")) // writing to memory cannot fail
	}
	_ = w.Flush()
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// labelled writes each row as its first cell and a list of the others.
func (t Table) labelled(b *strings.Builder, width int) {
	for _, row := range t.Rows {
		for k, cell := range row {
			text := oneLine(cell.String())
			if text == "" {
				continue
			}
			indent := "  "
			if k == 0 {
				indent = ""
			} else if label := t.label(k); label != "" {
				text = label + ": " + text
			}
			for i, line := range format.Wrap(text, width-4) {
				if i == 1 {
					indent += "  "
				}
				b.WriteString(indent + line + "\n")
			}
		}
	}
}

// Screen returns blocks for a terminal, in lines of width characters, with an empty line between
// them except between notes. Figures are omitted.
func Screen(width int, blocks ...Block) string {
	var b strings.Builder
	notes := false
	for _, block := range shown(blocks) {
		var text string
		_, note := block.(Note)
		switch block := block.(type) {
		case Paragraph:
			text = wrapped("", Text(block), width)
		case Note:
			text = wrapped("- ", Text(block), width)
		case List:
			for _, item := range block {
				text += wrapped("- ", item, width)
			}
		case Table:
			text = block.Text(width)
		}
		if b.Len() > 0 && text != "" && !(notes && note) {
			b.WriteString("\n")
		}
		b.WriteString(text)
		notes = note
	}
	return b.String()
}

// wrapped returns the lines of a text after a mark.
func wrapped(mark string, text Text, width int) string {
	n := utf8.RuneCountInString(mark)
	return mark + strings.Join(format.Wrap(text.String(), width-n), "\n"+strings.Repeat(" ", n)) + "\n"
}

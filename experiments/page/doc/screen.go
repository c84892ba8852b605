package doc

import (
	"strings"
	"unicode/utf8"

	"bestiary/internal/format"
)

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

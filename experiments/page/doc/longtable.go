//go:build !js

package doc

import "path"

// Tables is the folder of long tables, in the folder of the Markdown file, which shows only the first
// shortRows of more than longRows rows.
const (
	Tables              = "tables"
	longRows, shortRows = 30, 12
)

// Sheet is the file with all rows of a long table, "" if Markdown shows them.
func (t Table) Sheet() string {
	if t.Name == "" || len(t.Rows) <= longRows {
		return ""
	}
	return path.Join(Tables, t.Name+".csv")
}

// First returns the table with the rows that Markdown shows.
func (t Table) First() Table {
	if t.Sheet() != "" {
		t.Rows = t.Rows[:shortRows]
	}
	return t
}

// tellApart has a long table shown whole if another has its name.
func (d *Document) tellApart() {
	seen := map[string]bool{}
	lists := [][]Block{d.Body}
	for _, s := range d.Appendix {
		lists = append(lists, s.Blocks)
	}
	for _, blocks := range lists {
		for i, b := range blocks {
			if t, ok := b.(Table); ok && t.Sheet() != "" {
				if seen[t.Name] {
					t.Name = ""
					blocks[i] = t
				}
				seen[t.Name] = true
			}
		}
	}
}

// cells returns the head and all rows as plain text.
func (t Table) cells() [][]string {
	list := [][]string{t.Head}
	for _, row := range t.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, cell.String())
		}
		list = append(list, cells)
	}
	return list
}

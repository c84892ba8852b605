package doc

// Document is a report.
type Document struct {
	Title  string
	Byline Text
	// Image is the file of a picture that other sites show beside a link, and Play the address of the
	// game on the board of the program's server; either may be "".
	Image, Play string
	// Body is for all readers.
	Body []Block
	// Appendix is for readers who want to know how the answer was found. HTML folds
	// its sections.
	Appendix []Section
}

// Section is a part of the appendix.
type Section struct {
	Title  string
	Blocks []Block
}

// Block is a part of a document: a Paragraph, Note, List, Heading, Table, Figure,
// Gallery, Replay or Code.
type Block interface {
	block()
}

func (Paragraph) block() {}
func (Note) block()      {}
func (List) block()      {}
func (Heading) block()   {}
func (Code) block()      {}
func (Table) block()     {}
func (Figure) block()    {}
func (Gallery) block()   {}
func (Replay) block()    {}

type (
	// Paragraph is a paragraph of text.
	Paragraph Text
	// Note is a warning that qualifies the rest.
	Note Text
	// List is a list of texts.
	List []Text
	// Heading divides the body.
	Heading string
	// Code is a command to copy.
	Code string
)

// Table is a table with a head. Rows are made by Row. A document omits a table without rows:
// features that a game lacks, such as promotions, are not listed.
type Table struct {
	// Name is the name of the file of a long table, without extension; a table without one is shown whole.
	Name string
	// Caption describes the numbers; it is placed above the table.
	Caption string
	Head    []string
	Rows    [][]Text
	// Breaks lists the rows, from 0, above which a line is drawn.
	Breaks []int
	// Foot explains terms below the table.
	Foot Text
}

// Figure is a picture in several forms.
type Figure struct {
	// Name is the name of the files in charts/, without extension.
	Name string
	// Alt describes the picture for readers who cannot see it.
	Alt     string
	Caption string
	// Wide and Narrow are SVG pictures for a wide page and for a page of 390 px. Narrow
	// may be nil; then Wide is used for both.
	Wide, Narrow []byte
	// PNG draws the wide picture as PNG; it may be nil.
	PNG func() ([]byte, error)
}

// Gallery is a row of small pictures that wraps.
type Gallery []Figure

// Charts is the folder of the pictures, in the folder of the Markdown file.
const Charts = "charts"

// P returns a paragraph made from parts, as T does.
func P(parts ...any) Paragraph { return Paragraph(T(parts...)) }

// Add appends blocks to the body.
func (d *Document) Add(blocks ...Block) { d.Body = append(d.Body, blocks...) }

// AddNote adds a note, unless its text is "".
func (d *Document) AddNote(text string) {
	if text != "" {
		d.Add(Note(T(text)))
	}
}

// appendix returns the sections that have something to show.
func (d *Document) appendix() []Section {
	var list []Section
	for _, s := range d.Appendix {
		if s.Blocks = shown(s.Blocks); len(s.Blocks) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// shown omits tables without rows, empty lists and galleries, and headings with nothing below them.
func shown(blocks []Block) []Block {
	var list []Block
	for _, b := range blocks {
		switch b := b.(type) {
		case Table:
			if len(b.Rows) == 0 {
				continue
			}
		case List:
			if len(b) == 0 {
				continue
			}
		case Gallery:
			if len(b) == 0 {
				continue
			}
		case Heading:
			list = withoutLast(list)
		}
		list = append(list, b)
	}
	return withoutLast(list)
}

// withoutLast omits a heading at the end.
func withoutLast(list []Block) []Block {
	if n := len(list); n > 0 {
		if _, ok := list[n-1].(Heading); ok {
			return list[:n-1]
		}
	}
	return list
}

func (t Table) label(column int) string {
	if column < len(t.Head) {
		return t.Head[column]
	}
	return ""
}

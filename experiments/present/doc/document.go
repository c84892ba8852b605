package doc

// Document is a report.
type Document struct {
	Title  string
	Byline Text
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
	markdown(*markdownWriter)
	html(*htmlWriter)
}

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

// Table is a table with a head. Rows are made by Row.
type Table struct {
	// Caption describes the numbers; it stands above the table.
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

// Charts is the folder of the pictures, beside the Markdown file.
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

// AddSection appends a section to the appendix, unless it has no blocks.
func (d *Document) AddSection(title string, blocks ...Block) {
	if len(blocks) > 0 {
		d.Appendix = append(d.Appendix, Section{title, blocks})
	}
}

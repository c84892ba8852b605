package diagram

import (
	"bestiary/internal/toml"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Warning says that something of a diagram was left out, guessed or changed.
type Warning = importing.Warning

// reader reads one diagram.
type reader struct {
	importing.Report
	parameters map[string]parameter
	pieces     []piece
	holes      []piece // the lines of holes
	board      board
	garbled    bool // a line that is not an item, or has too many fields, may be a piece
}

// Parse reads the diagram in a page or a text of at most 1 MiB. Messages call the
// file name; the game is named after it and has the title and the
// author that the page states. The error is of type
// toml.Errors and holds all faults of the diagram that were found, among them
// rules that a game file cannot express. Warnings come even with an error.
func Parse(name string, data []byte) (*variant.Variant, []Warning, error) {
	return parseAs(name, data, false)
}

// Approximate is Parse, but leaves out rules that a game file cannot express. The game
// lists them in Approximates.
func Approximate(name string, data []byte) (*variant.Variant, []Warning, error) {
	return parseAs(name, data, true)
}

func parseAs(name string, data []byte, approximate bool) (*variant.Variant, []Warning, error) {
	r := &reader{parameters: map[string]parameter{}}
	report, text, ok := importing.NewReport(name, data, approximate)
	r.Report = report
	v := &variant.Variant{Name: importing.GameName(name)}
	if ok {
		page := readPage(text)
		diagram := r.selectLines(page)
		v.Title, v.Author = page.title(diagram), page.author()
		r.readItems(r.findItems(diagram, page.diagrams))
	}
	v.Title = cmp.Or(v.Title, v.Name)
	if n := len(r.pieces); n > 0 && n <= variant.MaxPieces && !r.garbled {
		r.build(v)
	}
	return r.Finish(v, r.lineOf)
}

func (r *reader) readItems(items []item) {
	for _, it := range items {
		if match := parameterForm.FindStringSubmatch(it.text); match != nil && !pieceForm.MatchString(it.text) {
			r.setParameter(it.line, match[1], match[2])
		} else {
			r.readPiece(it)
		}
	}
	if len(r.pieces) == 0 && len(items) > 0 && len(r.Errors) == 0 {
		r.Fault(items[0].line, "", "no pieces", "lines of the form name:ID:move:image:squares", "")
	}
	if n := len(r.pieces); n > variant.MaxPieces {
		r.Fault(r.pieces[variant.MaxPieces].line, "", fmt.Sprintf("%d kinds of pieces", n), fmt.Sprintf("at most %d", variant.MaxPieces), "")
	}
}

// build makes the game from the items. Steps after a fault go on to report theirs.
func (r *reader) build(v *variant.Variant) {
	v.Rules = variant.DefaultRules()
	v.Rules.Symmetry = variant.RotateSymmetry
	r.symbols()
	placed := r.layout(v)
	royal := r.royal()
	for i := range r.pieces {
		v.Pieces = append(v.Pieces, r.gamePiece(&r.pieces[i], i == royal, royal >= 0))
	}
	if royal >= 0 && placed {
		v.Rules.Castling = r.castling(&r.pieces[royal])
	}
	r.promotion(v, royal)
	if placed {
		r.gating(v)
	}
}

// lineOf returns the line that a fault in a field of the game comes from.
func (r *reader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil && n >= 1 && n <= len(r.pieces) {
		return r.pieces[n-1].line
	}
	parameters := map[string]string{"board.files": "files", "board.ranks": "ranks",
		"rules.promotion[1].zone": "promoZone", "rules.promotion[1].choices": "promoChoice"}
	return r.parameters[parameters[field]].line
}

// knownMove is a move that a piece's name stands for.
type knownMove struct {
	name, move string
	// doubt names other meanings of the name; "" if there are none.
	doubt string
}

//go:embed moves.tsv
var movesTable string

// knownMoves are the moves that names stand for.
var knownMoves = sync.OnceValue(func() []knownMove {
	var list []knownMove
	for _, row := range importing.Table(movesTable) {
		list = append(list, knownMove{row[0], row[1], row[2]})
	}
	return list
})

// moveOf looks up the move of a name.
func moveOf(name string) (knownMove, bool) {
	i := slices.IndexFunc(knownMoves(), func(k knownMove) bool { return k.name == name })
	if i < 0 {
		return knownMove{}, false
	}
	return knownMoves()[i], true
}

// nearestName returns the known name most like one that is not known.
func nearestName(name string) string {
	names := make([]string, len(knownMoves()))
	for i, k := range knownMoves() {
		names[i] = k.name
	}
	return toml.Nearest(name, names)
}

package gamefile

import (
	"bestiary/internal/toml"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/variant"
)

// diagramReader reads one diagram.
type diagramReader struct {
	report
	parameters map[string]parameter
	pieces     []piece
	holes      []piece // the lines about holes
	board      board
	garbled    bool // some line is not an item, or has too many fields, and may have been a piece
}

// parseDiagram parses the diagram in a page or a text of at most 1 MiB. Messages use name for
// the file; the game is named after it and takes the title and author stated on the page. The
// rest is as in ParseINI.
func parseDiagram(name string, data []byte, approximate bool) (*variant.Variant, []Warning, error) {
	r := &diagramReader{parameters: map[string]parameter{}}
	report, text, ok := newReport(name, data, approximate)
	r.report = report
	v := &variant.Variant{Name: gameName(name)}
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

func (r *diagramReader) readItems(items []item) {
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

// build makes the game from the items. After a fault, it continues in order to report
// further faults.
func (r *diagramReader) build(v *variant.Variant) {
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

// lineOf returns the line that caused a fault in a field of the game.
func (r *diagramReader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil && n >= 1 && n <= len(r.pieces) {
		return r.pieces[n-1].line
	}
	parameters := map[string]string{"board.files": "files", "board.ranks": "ranks",
		"rules.promotion[1].zone": "promoZone", "rules.promotion[1].choices": "promoChoice"}
	field, _, _ = strings.Cut(field, "choices[") // of which one is at fault
	return r.parameters[cmp.Or(parameters[field], parameters[field+"choices"])].line
}

// knownMove is the move implied by the name of a piece.
type knownMove struct {
	name, move string
	// doubt describes other meanings of the name; "" if there are none.
	doubt string
}

//go:embed moves.tsv
var movesTable string

// knownMoves returns the moves implied by names.
var knownMoves = sync.OnceValue(func() []knownMove {
	var list []knownMove
	for _, row := range tableRows(movesTable) {
		list = append(list, knownMove{row[0], row[1], row[2]})
	}
	return list
})

// moveOf returns the move implied by a name.
func moveOf(name string) (knownMove, bool) {
	i := slices.IndexFunc(knownMoves(), func(k knownMove) bool { return k.name == name })
	if i < 0 {
		return knownMove{}, false
	}
	return knownMoves()[i], true
}

// nearestName returns the known name most similar to an unknown one.
func nearestName(name string) string {
	names := make([]string, len(knownMoves()))
	for i, k := range knownMoves() {
		names[i] = k.name
	}
	return toml.Nearest(name, names)
}

package diagram

import (
	"fmt"
	"strings"
	"unicode/utf8"

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
}

// Parse reads the diagram in a page or a text of at most 1 MB. name is what
// messages call the file; the game is named after it. The error is of type
// variant.Errors and holds all faults of the diagram that were found. Warnings
// come with an error, too.
func Parse(name string, data []byte) (*variant.Variant, []Warning, error) {
	r := &reader{Report: importing.Report{File: name}, parameters: map[string]parameter{}}
	switch {
	case len(data) > importing.MaxFile:
		r.Fault(0, "", "the file is too long", fmt.Sprintf("at most %d bytes", importing.MaxFile), "")
	case !utf8.Valid(data):
		r.Fault(0, "", "the file is not text in UTF-8", "", "")
	default:
		text := strings.TrimPrefix(string(data), "\ufeff")
		r.readItems(r.findItems(pageText(text)))
	}
	v := &variant.Variant{Name: importing.GameName(name), Title: importing.GameName(name)}
	if len(r.Errors) == 0 {
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
	if len(r.pieces) > importing.MaxPieces {
		r.Fault(r.pieces[importing.MaxPieces].line, "", fmt.Sprintf("%d kinds of pieces", len(r.pieces)),
			fmt.Sprintf("at most %d", importing.MaxPieces), "")
	}
}

// build makes the game from the items. Each step uses what earlier ones set.
func (r *reader) build(v *variant.Variant) {
	v.Rules = variant.Rules{NMove: 50, Repetition: 3, Stalemate: variant.StalemateDraw,
		InsufficientMaterial: variant.BareKings}
	r.symbols()
	if len(r.Errors) == 0 {
		r.layout(v)
	}
	if len(r.Errors) > 0 {
		return
	}
	royal := r.royal()
	for i := range r.pieces {
		v.Pieces = append(v.Pieces, r.gamePiece(&r.pieces[i], i == royal))
	}
	if royal >= 0 {
		v.Rules.Castling = r.castling(&r.pieces[royal])
	}
	r.promotion(v, royal)
	r.gating(v)
}

// lineOf is the line that a fault in a field of the game comes from.
func (r *reader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil && n >= 1 && n <= len(r.pieces) {
		return r.pieces[n-1].line
	}
	parameters := map[string]string{"board.files": "files", "board.ranks": "ranks",
		"rules.promotion[1].zone": "promoZone", "rules.promotion[1].choices": "promoChoice"}
	return r.parameters[parameters[field]].line
}

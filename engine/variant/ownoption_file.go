package variant

import (
	"maps"
	"slices"
)

// decodeOwnOption reads an option of the game's own. It also returns the value
// that the file calls the default.
func decodeOwnOption(t *table) (o OwnOption, defaultValue string) {
	t.text("name", &o.Name)
	t.text("doc", &o.Doc)
	t.text("default", &defaultValue)
	if !t.has("default") {
		t.report("default", "missing", "the value that the fields of the game have")
	}
	if values := t.table("values"); values != nil {
		for _, name := range slices.Sorted(maps.Keys(values.fields)) {
			if value := values.table(name); value != nil {
				o.Values = append(o.Values, decodeOwnValue(name, value))
			}
		}
	}
	t.close()
	return o, defaultValue
}

func decodeOwnValue(name string, t *table) OwnValue {
	value := OwnValue{Name: name}
	t.text("array", &value.Array)
	for _, piece := range t.tables("piece", maxPieces) {
		var m PieceMoves
		piece.text("name", &m.Piece)
		m.Moves = decodeMoves(piece)
		piece.close()
		value.Moves = append(value.Moves, m)
	}
	for _, promotion := range t.tables("promotion", maxPieces) {
		value.Promotions = append(value.Promotions, decodePromotion(promotion))
	}
	t.close()
	return value
}

// checkDefaults reports what a file without other faults wrongly calls the
// default of an option: the default is the value that the fields have.
func (v *Variant) checkDefaults(defaults []string) Errors {
	var errs Errors
	for i, o := range v.OwnOptions {
		if value := o.valueIn(v); value != defaults[i] {
			errs = append(errs, &FieldError{Field: item("option", i+1) + ".default", Found: Quote(defaults[i]),
				Expected: Quote(value) + ", since that is what the fields of the game have",
			})
		}
	}
	return errs
}

func (e *encoder) ownOption(v *Variant, o *OwnOption) {
	e.header("[[option]]")
	e.text("name", o.Name)
	e.text("doc", o.Doc)
	e.text("default", o.valueIn(v))
	for _, value := range o.Values {
		path := "option.values." + value.Name
		e.header("[" + path + "]")
		e.optional("array", value.Array)
		for _, m := range value.Moves {
			e.header("[[" + path + ".piece]]")
			e.text("name", m.Piece)
			e.moves(m.Moves)
		}
		for _, p := range value.Promotions {
			e.header("[[" + path + ".promotion]]")
			e.promotion(p)
		}
	}
}

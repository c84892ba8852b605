package variant

import (
	"maps"
	"slices"
)

// decodeOwnOption reads an option of the game's own. It also returns the value
// that the file calls the default.
func decodeOwnOption(t *Section, v *Variant) (o OwnOption, defaultValue string) {
	t.Text("name", &o.Name)
	t.Text("doc", &o.Doc)
	t.Text("default", &defaultValue)
	if !t.Has("default") {
		t.report("default", "missing", "the value that the fields of the game have")
	}
	if values := t.Section("values"); values != nil {
		for _, name := range slices.Sorted(maps.Keys(values.fields)) {
			if value := values.Section(name); value != nil {
				o.Values = append(o.Values, decodeOwnValue(name, value, v))
			}
		}
	}
	t.Close()
	return o, defaultValue
}

func decodeOwnValue(name string, t *Section, v *Variant) OwnValue {
	value := OwnValue{Name: name}
	t.Text("array", &value.Array)
	for _, piece := range t.Sections("piece", MaxPieces) {
		var m PieceMoves
		piece.Text("name", &m.Piece)
		m.Moves = decodeMoves(piece)
		piece.Close()
		value.Moves = append(value.Moves, m)
	}
	value.Promotions = decodePromotions(t, v)
	t.Close()
	return value
}

// checkDefaults checks the defaults that a file without other faults states for
// its options: the default is the value that the fields have.
func (v *Variant) checkDefaults(defaults []string) Errors {
	var errs Errors
	for i, o := range v.OwnOptions {
		if value := o.valueIn(v); value != defaults[i] {
			errs = append(errs, &FieldError{Field: item("option", i+1) + ".default", Found: Quote(defaults[i]),
				Expected: Quote(value) + ", the value that the fields of the game have",
			})
		}
	}
	return errs
}

func (e *encoder) ownOption(v *Variant, o *OwnOption) {
	e.header("[[option]]")
	value := o.valueIn(v)
	e.fields([]fileField{{"name", &o.Name, true}, {"doc", &o.Doc, true}, {"default", &value, true}})
	for _, value := range o.Values {
		path := "option.values." + value.Name
		e.header("[" + path + "]")
		e.optional("array", &value.Array)
		for _, m := range value.Moves {
			e.header("[[" + path + ".piece]]")
			e.value("name", &m.Piece)
			e.moves(m.Moves)
		}
		e.promotions("[["+path+".promotion]]", v, value.Promotions)
	}
}

package variant

import (
	"bestiary/internal/toml"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Difference is a part in which two games differ.
type Difference struct {
	// Field is the path of a field of a game file, or the name of a piece.
	Field string
	// Value is the part in this game and Other the part in the other game; "" means
	// nothing.
	Value, Other string
}

// Differences lists the parts in which another game differs, ignoring names and order.
// Pieces are compared by symbol. A field of the rules counts only if it has a meaning in
// both games. If the kinds of a table differ, only the kind is listed. Promotions count as
// one field.
func (v *Variant) Differences(other *Variant) []Difference {
	v, other = v.essence(), other.essence()
	var list []Difference
	compare := func(field, value, otherValue string) {
		if value != otherValue {
			list = append(list, Difference{field, value, otherValue})
		}
	}
	for i := range v.Pieces {
		list = append(list, v.Pieces[i].differences(other.Pieces)...)
	}
	compare("board.array", v.Array, other.Array)
	compare("board.holes", sortedText(v.Holes), sortedText(other.Holes))
	mine, its := scope{Rules: &v.Rules, v: v}, scope{Rules: &other.Rules, v: other}
	otherKind := map[string]bool{promotionTable: true}
	for _, f := range ruleFields() {
		if otherKind[f.table] || f.unmet(mine) != nil || f.unmet(its) != nil {
			continue
		}
		before := len(list)
		compare(f.path(), f.comparable(mine), f.comparable(its))
		otherKind[f.table] = f.key == "kind" && len(list) > before
	}
	if !slices.Equal(v.promotionSteps(), other.promotionSteps()) {
		list = append(list, Difference{"rules.promotion", promotionsInWords(v), promotionsInWords(other)})
	}
	return list
}

// comparable returns the value of the field in a form that is equal for equal sets of
// squares.
func (f *ruleField) comparable(s scope) string {
	list, ok := f.at(s).(*[]string)
	if !ok || !f.squares {
		return f.format(s)
	}
	var squares []string
	for _, text := range *list {
		a, _ := ParseArea(text)
		for rank := a.FirstRank; rank <= a.LastRank; rank++ {
			for file := a.FirstFile; file <= a.LastFile; file++ {
				squares = append(squares, Square{file, rank}.String())
			}
		}
	}
	slices.Sort(squares)
	return strings.Join(slices.Compact(squares), ",")
}

// differences compares a piece with the piece of the same symbol.
func (p *Piece) differences(others []Piece) []Difference {
	i := slices.IndexFunc(others, func(o Piece) bool { return o.Symbol == p.Symbol })
	if i < 0 {
		return []Difference{{Field: p.Name, Value: p.Name}}
	}
	var list []Difference
	mine, its := p.fields(), others[i].fields()
	for n, f := range mine {
		value, other := textOf(f.At), textOf(its[n].At)
		if f.Key != "name" && value != other {
			list = append(list, Difference{p.Name, f.Key + " = " + value, f.Key + " = " + other})
		}
	}
	if !slices.Equal(p.Moves, others[i].Moves) {
		list = append(list, Difference{p.Name, movesText(p.Moves), movesText(others[i].Moves)})
	}
	return list
}

func movesText(sets []MoveSet) string {
	texts := make([]string, len(sets))
	for i, set := range sets {
		texts[i] = set.String()
	}
	return strings.Join(texts, "; ")
}

// promotionSteps returns a sorted list of the pieces that each piece of a side can become,
// and how.
func (v *Variant) promotionSteps() []string {
	var steps []string
	for _, p := range v.Rules.Promotions {
		how := p
		how.Side, how.Pieces, how.Choices = "", nil, nil
		for side, name := range sides {
			if !p.For(side == 1) {
				continue
			}
			for _, piece := range p.Pieces {
				for _, choice := range p.Choices {
					steps = append(steps, fmt.Sprintf("%s %s %s %+v", name, piece, choice, how))
				}
			}
		}
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

// Rename renames pieces throughout the game and its rules, except in the game's own
// options.
func (v *Variant) Rename(names map[string]string) {
	rename := func(name *string) {
		if to := names[*name]; to != "" {
			*name = to
		}
	}
	for i := range v.Pieces {
		rename(&v.Pieces[i].Name)
		rename(&v.Pieces[i].PromotedFrom)
		for j := range v.Pieces[i].MayNotCapture {
			rename(&v.Pieces[i].MayNotCapture[j])
		}
	}
	for _, f := range ruleFields() {
		for _, s := range f.scopes(v) {
			switch at := f.at(s).(type) {
			case *string:
				if f.names == nil {
					rename(at)
				}
			case *[]string:
				for i := range *at {
					if !f.squares {
						rename(&(*at)[i])
					}
				}
			case *toml.Names:
				for i := range at.List {
					rename(&at.List[i])
				}
			}
		}
	}
}

// textOf formats the value of a field: a *int, *bool, *string, *[]string or *toml.Names.
func textOf(at any) string {
	if list, ok := at.(*[]string); ok {
		return strings.Join(*list, ",")
	}
	return fmt.Sprint(reflect.ValueOf(at).Elem())
}

func sortedText(list []string) string {
	return strings.Join(slices.Sorted(slices.Values(list)), ",")
}

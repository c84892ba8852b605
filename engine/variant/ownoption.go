package variant

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// OwnOption is an option that a game brings with it, as data: two or more
// values, each of which replaces the same parts of the game. The
// current value is not stored: it is the one whose content the game has.
type OwnOption struct {
	// Name is formed like the names of Options and differs from all of them.
	Name string
	// Doc says what the option settles, in one sentence.
	Doc string
	// Values are the readings to choose from: 2 to 16, sorted by name.
	Values []OwnValue
}

// OwnValue is a value of an OwnOption with the parts that it replaces. All
// values of an option change the same parts, and no two options change the same
// part.
type OwnValue struct {
	// Name is lower-case words or digits joined by hyphens, and not CustomValue.
	Name string
	// Array takes the place of Variant.Array; "" = not changed.
	Array string
	// Moves take the place of all moves of some pieces.
	Moves []PieceMoves
	// Promotions take the place of the promotions with the same Pieces.
	Promotions []Promotion
}

// PieceMoves are the moves of the piece with the given name.
type PieceMoves struct {
	Piece string
	Moves []MoveSet
}

// CustomValue is the value of an OwnOption in a game that was changed in other
// ways, so that no value has its content. It cannot be chosen.
const CustomValue = "custom"

func cloneOwnValues(list []OwnValue) []OwnValue {
	list = slices.Clone(list)
	for i := range list {
		value := &list[i]
		value.Moves = slices.Clone(value.Moves)
		for j := range value.Moves {
			value.Moves[j].Moves = slices.Clone(value.Moves[j].Moves)
		}
		value.Promotions = clonePromotions(value.Promotions)
	}
	return list
}

// valueNames lists the values of the option.
func (o *OwnOption) valueNames() []string {
	names := make([]string, len(o.Values))
	for i := range o.Values {
		names[i] = o.Values[i].Name
	}
	return names
}

// describe is the option as Options lists it.
func (o *OwnOption) describe() Option {
	return Option{o.Name, o.Doc, oneOf(o.valueNames())}
}

// valueIn returns the name of the value whose content a game in canonical form
// has.
func (o *OwnOption) valueIn(v *Variant) string {
	for i := range o.Values {
		if reflect.DeepEqual(v, o.Values[i].applied(v)) {
			return o.Values[i].Name
		}
	}
	return CustomValue
}

// applied returns the game with the content of the value.
func (value *OwnValue) applied(v *Variant) *Variant {
	c := v.Clone()
	c.Array = cmp.Or(value.Array, v.Array)
	own := cloneOwnValues([]OwnValue{*value})[0]
	for _, m := range own.Moves {
		if i := slices.IndexFunc(c.Pieces, func(p Piece) bool { return p.Name == m.Piece }); i >= 0 {
			c.Pieces[i].Moves = m.Moves
		}
	}
	for _, p := range own.Promotions {
		if i := c.promotionOf(p.Pieces); i >= 0 {
			c.Rules.Promotions[i] = p
		}
	}
	return c
}

// promotionOf returns the index of the promotion of exactly the named pieces,
// or -1.
func (v *Variant) promotionOf(pieces []string) int {
	return slices.IndexFunc(v.Rules.Promotions, func(p Promotion) bool { return slices.Equal(p.Pieces, pieces) })
}

// changes lists the parts of the game that the value changes, sorted.
func (value *OwnValue) changes() []string {
	var parts []string
	if value.Array != "" {
		parts = append(parts, "the array")
	}
	for _, m := range value.Moves {
		parts = append(parts, "the moves of "+m.Piece)
	}
	for _, p := range value.Promotions {
		parts = append(parts, "the promotion of "+strings.Join(p.Pieces, ", "))
	}
	slices.Sort(parts)
	return parts
}

// ownOption returns the game's own option with a name, or nil.
func (v *Variant) ownOption(name string) *OwnOption {
	for i := range v.OwnOptions {
		if v.OwnOptions[i].Name == name {
			return &v.OwnOptions[i]
		}
	}
	return nil
}

// withOwn returns a copy of the game in which the option has the named value.
func (v *Variant) withOwn(o *OwnOption, name string) (*Variant, error) {
	c := v.Canonical()
	if name == CustomValue && o.valueIn(c) == CustomValue {
		return c, nil
	}
	names := o.valueNames()
	if i := slices.Index(names, name); i >= 0 {
		return o.Values[i].applied(c), nil
	}
	return nil, fmt.Errorf("%s; it takes %s", unknownValue(name, names), oneOf(names))
}

package variant

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bestiary/internal/toml"
)

// Difference is a part in which two games differ.
type Difference struct {
	// Field is the path of a field of a game file, or the name of a piece.
	Field string
	// Value is the part in this game and Other the part in the other game; "" means none.
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
	}
	for _, f := range ruleFields() {
		for _, s := range f.scopes(v) {
			if at, ok := f.at(s).(*string); ok && f.names == nil {
				rename(at)
			}
		}
	}
	v.eachList(func(list *[]string, _ bool) {
		for i := range *list {
			rename(&(*list)[i])
		}
	})
}

// Forget takes a piece out of all lists of the rules and out of what other pieces may not capture.
func (v *Variant) Forget(piece string) {
	v.eachList(func(list *[]string, _ bool) {
		*list = slices.DeleteFunc(*list, func(name string) bool { return name == piece })
	})
	v.Rules.Promotions = slices.DeleteFunc(v.Rules.Promotions, func(p Promotion) bool { return len(p.Pieces) == 0 })
}

// eachList calls a function for each list of names of pieces: those that a piece may not capture,
// and those of the rules.
func (v *Variant) eachList(do func(list *[]string, ofPromotion bool)) {
	for i := range v.Pieces {
		do(&v.Pieces[i].MayNotCapture, false)
	}
	for _, f := range ruleFields() {
		for _, s := range f.scopes(v) {
			switch at := f.at(s).(type) {
			case *[]string:
				if !f.squares {
					do(at, f.table == promotionTable)
				}
			case *toml.Names:
				do(&at.List, false)
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

// Split gives a side a kind of its own in place of one that both may have, and returns its name.
// The new kind has the moves of the other, and is listed with it wherever the rules name that. The
// game's own options and its reserve, which refer to the other kind alone, are omitted. It is an
// error if the kind is royal, waits outside the board or belongs to a promoted form, or if there is
// no letter left.
func (v *Variant) Split(piece string, black bool) (string, error) {
	c := v.Canonical()
	kind := c.Piece(piece)
	if kind == nil {
		return "", fmt.Errorf("%s has no piece %s%s", v.Name, toml.Quote(piece), toml.Hint(piece, c.NamesOf(func(Piece) bool { return true })))
	}
	if reason := c.unsplittable(kind); reason != "" {
		return "", fmt.Errorf("%s of %s cannot be split: %s", piece, v.Name, reason)
	}
	side := WhitePromote
	if black {
		side = BlackPromote
	}
	own := *kind
	own.Name, own.Symbol, own.Picture, own.Characters = string(side)+"-"+piece, FreeLetter("", c.Symbols()), "", nil
	array, problems := ReadArray(c.Array, c.Files, c.Ranks)
	if own.Symbol == "" || len(problems) > 0 {
		return "", fmt.Errorf("%s of %s cannot be split: no letter is left", piece, v.Name)
	}
	for _, sq := range array.Squares(kind.Symbol, black) {
		array[sq.Rank][sq.File] = LetterOf(own.Symbol, black)
	}
	unshare(reflect.ValueOf(&own).Elem())
	c.Array, c.Pieces, c.OwnOptions, c.Reserve = array.String(), append(c.Pieces, own), nil, nil
	c.splitPromotions(piece, own.Name, black)
	c.nameBeside(piece, own.Name)
	*v = *c.Canonical()
	return own.Name, nil
}

// unsplittable returns why a kind cannot be split, or "".
func (v *Variant) unsplittable(p *Piece) string {
	r := &v.Rules
	waits := slices.Concat(r.Gating.Pieces, r.Hand.Pieces, r.Hand.BlackPieces)
	form := func(o Piece) bool { return o.PromotedFrom == p.Name }
	switch {
	case p.Royal || r.Castling.King == p.Name:
		return "it is royal, or castles as the king"
	case slices.Contains(waits, p.Name):
		return "it waits outside the board"
	case p.PromotedFrom != "" || slices.ContainsFunc(v.Pieces, form):
		return "it is a promoted form or has one"
	}
	return ""
}

// FreeLetter chooses a letter for a piece: the first unused letter of a name, or else of the
// alphabet, or "" if all are used.
func FreeLetter(name string, taken []string) string {
	for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		if r >= 'A' && r <= 'Z' && !slices.Contains(taken, string(r)) {
			return string(r)
		}
	}
	return ""
}

// Symbols lists the symbols of all pieces.
func (v *Variant) Symbols() []string {
	symbols := make([]string, len(v.Pieces))
	for i := range v.Pieces {
		symbols[i] = v.Pieces[i].Symbol
	}
	return symbols
}

// splitPromotions replaces a kind by another in the promotions of a side.
func (v *Variant) splitPromotions(piece, own string, black bool) {
	var list []Promotion
	for _, p := range v.Rules.Promotions {
		if !slices.Contains(p.Pieces, piece) && !slices.Contains(p.Choices, piece) {
			list = append(list, p)
			continue
		}
		for i, side := range []PromotionSide{WhitePromote, BlackPromote} {
			if !p.For(i == 1) {
				continue
			}
			one := p
			unshare(reflect.ValueOf(&one).Elem())
			one.Side = side
			for _, names := range [][]string{one.Pieces, one.Choices} {
				if at := slices.Index(names, piece); at >= 0 && black == (i == 1) {
					names[at] = own
				}
			}
			list = append(list, one)
		}
	}
	v.Rules.Promotions = list
}

// nameBeside names a kind after another in the lists of the rules, promotions aside.
func (v *Variant) nameBeside(piece, own string) {
	v.eachList(func(list *[]string, ofPromotion bool) {
		if at := slices.Index(*list, piece); at >= 0 && !ofPromotion {
			*list = slices.Insert(*list, at+1, own)
		}
	})
	if c := &v.Rules.Castling; c.Partner == piece || c.ASidePartner == piece {
		c.MorePartners = append(c.MorePartners, own)
	}
}

// Unused lists the kinds of pieces that never come into play, each with the reason. They are not in
// the array, in a hand or waiting to enter, and no piece promotes to them, whatever the values of
// the game's own options.
func (v *Variant) Unused() []string {
	arrays, promotions := []string{v.Array}, v.Rules.Promotions
	for _, o := range v.OwnOptions {
		for _, value := range o.Values {
			arrays, promotions = append(arrays, value.Array), slices.Concat(promotions, value.Promotions)
		}
	}
	hand := &v.Rules.Hand
	named := slices.Concat(hand.Pieces, hand.BlackPieces, v.Rules.Gating.Pieces)
	for _, p := range promotions {
		named = append(named, p.Choices...)
	}
	var notes []string
	for _, p := range v.Pieces {
		stands := func(text string) bool {
			array, _ := ReadArray(text, v.Files, v.Ranks)
			return len(array.Squares(p.Symbol, false))+len(array.Squares(p.Symbol, true)) > 0
		}
		// A piece with a promoted form may come back from the hand, or be dropped as that form.
		related := p.PromotedFrom != "" || slices.ContainsFunc(v.Pieces, func(o Piece) bool { return o.PromotedFrom == p.Name })
		if !related && !slices.Contains(named, p.Name) && !slices.ContainsFunc(arrays, stands) {
			notes = append(notes, p.Name+": stands nowhere in the array, and nothing promotes to it")
		}
	}
	return notes
}

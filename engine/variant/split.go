package variant

import (
	"fmt"
	"reflect"
	"slices"

	"bestiary/internal/toml"
)

// Split gives a side a kind of its own in place of one that both may have, and returns its
// name. The new kind has the moves of the other, and stands beside it wherever the rules name
// that. The game's own options and its reserve, which know the other kind alone, are left out. It
// is an error if the kind is royal, waits outside the board or belongs to a promoted form, or if
// there is no letter left.
func (v *Variant) Split(piece string, black bool) (string, error) {
	c := v.Canonical()
	i := slices.IndexFunc(c.Pieces, func(p Piece) bool { return p.Name == piece })
	if i < 0 {
		return "", fmt.Errorf("%s has no piece %s%s", v.Name, toml.Quote(piece), toml.Hint(piece, c.NamesOf(func(Piece) bool { return true })))
	}
	if reason := c.unsplittable(&c.Pieces[i]); reason != "" {
		return "", fmt.Errorf("%s of %s cannot be split: %s", piece, v.Name, reason)
	}
	side := WhitePromote
	if black {
		side = BlackPromote
	}
	own := c.Pieces[i]
	own.Name, own.Symbol, own.Picture, own.Characters = string(side)+"-"+piece, c.freeSymbol(), "", nil
	array, problems := ReadArray(c.Array, c.Files, c.Ranks)
	if own.Symbol == "" || len(problems) > 0 {
		return "", fmt.Errorf("%s of %s cannot be split: no letter is left", piece, v.Name)
	}
	for _, sq := range array.Squares(c.Pieces[i].Symbol, black) {
		array[sq.Rank][sq.File] = LetterOf(own.Symbol, black)
	}
	unshare(reflect.ValueOf(&own).Elem())
	c.Array, c.Pieces, c.OwnOptions, c.Reserve = array.String(), append(c.Pieces, own), nil, nil
	c.splitPromotions(piece, own.Name, black)
	c.nameBeside(piece, own.Name)
	*v = *c.Canonical()
	return own.Name, nil
}

// unsplittable says why a kind cannot be split, or returns "".
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

// freeSymbol returns the first letter that no kind has, or "".
func (v *Variant) freeSymbol() string {
	for letter := 'A'; letter <= 'Z'; letter++ {
		if !slices.ContainsFunc(v.Pieces, func(p Piece) bool { return p.Symbol == string(letter) }) {
			return string(letter)
		}
	}
	return ""
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
	beside := func(list *[]string) {
		if at := slices.Index(*list, piece); at >= 0 {
			*list = slices.Insert(*list, at+1, own)
		}
	}
	for i := range v.Pieces {
		beside(&v.Pieces[i].MayNotCapture)
	}
	for _, f := range ruleFields() {
		if f.table == promotionTable || f.squares {
			continue
		}
		switch at := f.at(scope{Rules: &v.Rules, v: v}).(type) {
		case *[]string:
			beside(at)
		case *toml.Names:
			beside(&at.List)
		}
	}
	if c := &v.Rules.Castling; c.Partner == piece || c.ASidePartner == piece {
		c.MorePartners = append(c.MorePartners, own)
	}
}

// Unused lists the kinds of pieces that never come into play, each with the reason. They are
// not in the array, in a hand or waiting to enter, and nothing promotes to them, whatever the
// values of the game's own options.
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
		// What has a promoted form may come back from the hand, or be dropped as that form.
		related := p.PromotedFrom != "" || slices.ContainsFunc(v.Pieces, func(o Piece) bool { return o.PromotedFrom == p.Name })
		if !related && !slices.Contains(named, p.Name) && !slices.ContainsFunc(arrays, stands) {
			notes = append(notes, p.Name+": stands nowhere in the array, and nothing promotes to it")
		}
	}
	return notes
}

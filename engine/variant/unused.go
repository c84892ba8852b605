package variant

import "slices"

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

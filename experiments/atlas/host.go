package atlas

import (
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/tuning/formula"
)

// game returns the game of a host with guests.
func (b HostBoard) game(guests []string) (*rules.Game, error) {
	v, err := b.Chess()
	if err != nil {
		return nil, err
	}
	v.Name = "atlas-" + strings.ReplaceAll(b.Name, " ", "-")
	if b.Array != "" {
		v.Array = b.Array
	}
	b.replaceMinors(v)
	for i, moves := range guests {
		if err := formula.AddGuest(v, formula.GuestName(i), moves); err != nil {
			return nil, err
		}
	}
	return rules.Compile(v)
}

// replaceMinors gives the knights and bishops of the array other moves, and names of their own:
// they are other pieces.
func (b HostBoard) replaceMinors(v *variant.Variant) {
	for name, moves := range map[string]string{"knight": b.Knight, "bishop": b.Bishop} {
		i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == name })
		if moves == "" || i < 0 {
			continue
		}
		v.Pieces[i].Name, v.Pieces[i].Moves = "other-"+name, []variant.MoveSet{{Betza: moves}}
		for j, choice := range v.Rules.Promotions[0].Choices {
			if choice == name {
				v.Rules.Promotions[0].Choices[j] = "other-" + name
			}
		}
	}
}

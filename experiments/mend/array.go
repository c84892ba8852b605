package mend

import (
	"bytes"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// placed is a piece of the array.
type placed struct {
	variant.Square
	letter byte
	*variant.Piece
}

// symbolOf returns the symbol of a kind whose letter an array has for either side.
func symbolOf(letter byte) string {
	return string(bytes.ToUpper(variant.AppendSymbol(nil, letter)))
}

// ofBlack reports whether a letter of the array stands for a piece of Black.
func ofBlack(letter byte) bool { return letter&^variant.PromotedForm >= 'a' }

// pieces lists the pieces of a side, by rank and file; White's for both sides.
func (g *grammar) pieces(s side) (list []placed) {
	for rank, row := range g.array {
		for file, letter := range row {
			if p := kindOf(g.Variant, letter); p != nil && ofBlack(letter) == (s == black) {
				list = append(list, placed{variant.Square{File: file, Rank: rank}, letter, p})
			}
		}
	}
	return list
}

// swaps exchanges two pieces of an army, other than pawns.
func (g *grammar) swaps() (list []Edit) {
	for _, s := range g.sides {
		own := slices.DeleteFunc(g.pieces(s), func(p placed) bool { return p.Pawn })
		for i, b := range own {
			for _, a := range own[:i] {
				if a.letter != b.letter {
					text := fmt.Sprintf("swap %s on %s with the %s on %s", s.whose(a.Name), a.Square, s.kind(b.Name), b.Square)
					list = append(list, Edit{Text: text, Size: 2, change: g.exchange(s, a.Square, b.Square)})
				}
			}
		}
	}
	return list
}

// moves takes a piece one step to an empty square.
func (g *grammar) moves() (list []Edit) {
	for _, s := range g.sides {
		for _, p := range g.pieces(s) {
			for i := range 9 {
				to := variant.Square{File: p.File + i%3 - 1, Rank: p.Rank + i/3 - 1}
				if g.vacant(to) {
					text := fmt.Sprintf("move %s from %s to %s", s.whose(p.Name), p.Square, to)
					list = append(list, Edit{Text: text, Size: 1, change: g.exchange(s, p.Square, to)})
				}
			}
		}
	}
	return list
}

// tempi makes a move of a side that takes nothing before the game begins.
func (g *grammar) tempi() (list []Edit) {
	p := g.game.NewPosition()
	if p.Placing() || p.InCheck() {
		return nil
	}
	for _, s := range []rules.Color{g.game.First(), g.game.First().Other()} {
		for _, m := range p.Moves(nil) {
			from, to := g.squareOf(m.From()), g.squareOf(m.To())
			if k := m.Kind(); k != rules.Ordinary && k != rules.Passing || m.IsPromotion() || !g.vacant(to) {
				continue
			}
			text := fmt.Sprintf("let %s begin with %s-%s already played", [...]string{"White", "Black"}[s], from, to)
			whose := side(s)
			if g.sides[0] == both && s == g.game.First() {
				text, whose = fmt.Sprintf("let both sides begin with %s-%s already played", from, to), both
			} else if g.sides[0] == both {
				continue
			}
			list = append(list, Edit{Text: text, Size: 1, change: g.exchange(whose, from, to)})
		}
		p.MakeNull()
	}
	return list
}

func (g *grammar) squareOf(sq rules.Square) variant.Square {
	return variant.Square{File: g.game.File(sq), Rank: g.game.Rank(sq)}
}

// vacant reports whether an array has an empty square there.
func (g *grammar) vacant(sq variant.Square) bool {
	return min(sq.File, sq.Rank) >= 0 && sq.File < g.Files && sq.Rank < g.Ranks &&
		g.array[sq.Rank][sq.File] == 0 && !slices.Contains(g.Holes, sq.String())
}

// exchange exchanges what stands on two squares, for both sides also across the board.
func (g *grammar) exchange(s side, a, b variant.Square) func(*variant.Variant) error {
	pairs := [][2]variant.Square{{a, b}}
	if s == both {
		pairs = append(pairs, [2]variant.Square{g.across(a), g.across(b)})
	}
	return func(v *variant.Variant) error {
		array, problems := variant.ReadArray(v.Array, v.Files, v.Ranks)
		if problems != nil {
			return errGone
		}
		for _, pair := range pairs {
			x, y := &array[pair[0].Rank][pair[0].File], &array[pair[1].Rank][pair[1].File]
			if !g.still(s, v, *x, pair[0]) || !g.still(s, v, *y, pair[1]) {
				return errGone
			}
			*x, *y = *y, *x
		}
		v.Array = array.String()
		return nil
	}
}

// still reports whether a letter of an edited game's array stands for what the square had: a piece of
// the same side and kind, or of the kind that an edit has made of it for this side.
func (g *grammar) still(s side, v *variant.Variant, letter byte, sq variant.Square) bool {
	was := g.array[sq.Rank][sq.File]
	is, old := kindOf(v, letter), kindOf(g.Variant, was)
	if is == nil || old == nil {
		return letter == was
	}
	return s.kind(is.Name) == s.kind(old.Name) && ofBlack(letter) == ofBlack(was)
}

// across returns the square that faces another or, if the kinds of the array do not face each other,
// that lies opposite by half a turn.
func (g *grammar) across(sq variant.Square) variant.Square {
	for rank, row := range g.array {
		for file, letter := range row {
			if symbolOf(letter) != symbolOf(g.array[g.Ranks-1-rank][file]) {
				return variant.Square{File: g.Files - 1 - sq.File, Rank: g.Ranks - 1 - sq.Rank}
			}
		}
	}
	return variant.Square{File: sq.File, Rank: g.Ranks - 1 - sq.Rank}
}

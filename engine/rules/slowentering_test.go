package rules

import (
	"slices"
	"strings"
)

// entryLetters are the letters of the pieces that may enter on a square when what
// stands there leaves it.
func (b *slowBoard) entryLetters(at [2]int) []string {
	if b.g.entering == nil || b.rights&b.g.entering.right[b.g.SquareAt(at[0], at[1])] == 0 {
		return nil
	}
	var letters []string
	for _, name := range b.g.Variant.Rules.Gating.Pieces {
		t := b.g.TypeNamed(name)
		if letter := strings.ToLower(b.g.Symbol(t)); b.hand[b.turn][t] > 0 && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	return letters
}

// castlingEntries are the ways to castle and let a piece enter.
func (b *slowBoard) castlingEntries(text string, king, rook, king2, rook2 [2]int) (out []string) {
	if king != king2 && king != rook2 {
		for _, letter := range b.entryLetters(king) {
			out = append(out, text+letter)
		}
	}
	if rook != king2 && rook != rook2 {
		for _, letter := range b.entryLetters(rook) {
			out = append(out, b.name(rook)+b.name(king)+letter)
		}
	}
	return out
}

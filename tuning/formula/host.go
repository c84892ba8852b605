package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Board is the size of a board.
type Board struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
}

// ParseBoard reads a size such as 10x8. It returns false unless both sides are from 1 to 16.
func ParseBoard(text string) (b Board, ok bool) {
	files, ranks, _ := strings.Cut(text, "x")
	var err1, err2 error
	b.Files, err1 = strconv.Atoi(files)
	b.Ranks, err2 = strconv.Atoi(ranks)
	return b, err1 == nil && err2 == nil && min(b.Files, b.Ranks) >= 1 && max(b.Files, b.Ranks) <= variant.MaxSide
}

func (b Board) String() string { return fmt.Sprintf("%dx%d", b.Files, b.Ranks) }

// Chess returns chess on a board.
func (b Board) Chess() (*variant.Variant, error) {
	v, err := variant.Plain(b.Files, b.Ranks)
	if err != nil {
		return nil, fmt.Errorf("values are for boards of %d x %[1]d to %d x %[2]d squares", variant.MinPlain, variant.MaxSide)
	}
	return v, nil
}

// GuestName returns the name of the guest with an index.
func GuestName(i int) string { return "guest-" + string(rune('a'+i)) }

// AddGuest adds a kind of piece that is not in the array to a game, with a letter that is free.
func AddGuest(v *variant.Variant, name, moves string) error {
	for symbol := 'A'; symbol <= 'Z'; symbol++ {
		if !slices.ContainsFunc(v.Pieces, func(p variant.Piece) bool { return p.Symbol == string(symbol) }) {
			v.Pieces = append(v.Pieces, variant.Piece{Name: name, Symbol: string(symbol), Moves: []variant.MoveSet{{Betza: moves}}})
			return nil
		}
	}
	return fmt.Errorf("%s has no letter left for another piece", v.Name)
}

// host returns chess on a board together with guests: kinds of pieces that are not in the array.
func host(b Board, guests []string) (*rules.Game, error) {
	v, err := b.Chess()
	if err != nil {
		return nil, err
	}
	for i, moves := range guests {
		if err := AddGuest(v, GuestName(i), moves); err != nil {
			return nil, err
		}
	}
	return rules.Compile(v)
}

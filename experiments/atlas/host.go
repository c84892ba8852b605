package atlas

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

// guestName returns the name of the guest with an index.
func guestName(i int) string { return "guest-" + string(rune('a'+i)) }

// host returns chess on a board together with guests: kinds of pieces that are not in the array.
func host(b Board, guests []string) (*rules.Game, error) {
	return HostBoard{Board: b, Name: b.String()}.game(guests)
}

// game returns the game of a host with guests.
func (b HostBoard) game(guests []string) (*rules.Game, error) {
	v, err := variant.Plain(b.Files, b.Ranks)
	if err != nil {
		return nil, fmt.Errorf("values are for boards of %d x %[1]d to %d x %[2]d squares", variant.MinPlain, variant.MaxSide)
	}
	v.Name = "atlas-" + strings.ReplaceAll(b.Name, " ", "-")
	if b.Array != "" {
		v.Array = b.Array
	}
	b.replaceMinors(v)
	for i, moves := range guests {
		if err := AddGuest(v, guestName(i), moves); err != nil {
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

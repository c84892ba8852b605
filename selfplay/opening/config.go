package opening

import (
	"fmt"

	"bestiary/engine/variant"
)

// Kind is where first positions come from.
type Kind string

// The kinds.
const (
	Array  Kind = "array"  // the start of the game
	Armies Kind = "armies" // two armies that differ by a few pieces
	Book   Kind = "book"   // the positions of a file
	Odds   Kind = "odds"   // two armies that differ by a given exchange of pieces
)

// Order is how a book is read.
type Order string

// The orders. A book that has been read to its end begins anew, in random order
// with another shuffle.
const (
	Sequential Order = "sequential"
	Random     Order = "random"
)

// Config says how games begin. The zero value is the array of the game.
type Config struct {
	// Kind of first positions. Default Array.
	Kind Kind `json:"openings"`
	// Path is the file of a book: EPD, FEN, or PGN if its name ends in .pgn or it
	// begins with a tag. Book only, required.
	Path string `json:"-"`
	// Hash is that of the file's content; New sets it. It tells runs with
	// different books apart.
	Hash string `json:"book,omitempty"`
	// Order of the positions of a book. Default Sequential.
	Order Order `json:"book-order,omitempty"`
	// BookPlies is how many moves of a PGN game are played at most. Plies;
	// default 16; 1 to 10,000; -1 for none: games start from their FEN.
	BookPlies int `json:"book-plies,omitempty"`

	// RandomPlies is how many random moves follow. Plies; default 0; at most 100.
	RandomPlies int `json:"random-plies"`
	// Balance is the largest advantage of either side behind the random moves.
	// Centipawns of the playing evaluation before tuning; default 0: any; at most
	// 10,000. It needs random moves.
	Balance int `json:"balance,omitempty"`
	// BalanceNodes is how many positions are searched to know the advantage.
	// Default 300; 1 to 1,000,000.
	BalanceNodes int `json:"balance-nodes,omitempty"`

	// Exchange is what army A has instead of what army B has, as ParseExchange
	// reads it. Odds only, required.
	Exchange string `json:"exchange,omitempty"`

	// Units is the largest number of changes to an army. Default 4; 1 to 20.
	// Armies only, as all that follows; NoPermute also concerns Odds.
	Units int `json:"units,omitempty"`
	// MissingPawns is the largest number of pawns that an army lacks besides its
	// other changes, drawn evenly from 0 on. Default 3; -1 for none; at most 20.
	MissingPawns int `json:"missing-pawns,omitempty"`
	// MaxImbalance is the largest difference between the armies by their prior
	// values. Pawns; default 5; above 0, at most 1,000.
	MaxImbalance float64 `json:"max-imbalance,omitempty"`
	// NoPermute leaves the pieces of the first rank on the squares of the array.
	NoPermute bool `json:"no-permute,omitempty"`
}

// Resolved is the configuration with the defaults written out, as far as they
// matter.
func (c Config) Resolved() Config {
	if c.Kind == "" {
		c.Kind = Array
	}
	if c.Kind == Book && c.Order == "" {
		c.Order = Sequential
	}
	for _, d := range []struct {
		matters bool
		field   *int
		value   int
	}{
		{c.Kind == Book, &c.BookPlies, 16},
		{c.Balance > 0, &c.BalanceNodes, 300},
		{c.Kind == Armies, &c.Units, 4},
		{c.Kind == Armies, &c.MissingPawns, 3},
	} {
		if d.matters && *d.field == 0 {
			*d.field = d.value
		}
	}
	if c.Kind == Armies && c.MaxImbalance == 0 {
		c.MaxImbalance = 5
	}
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	c = c.Resolved()
	for _, f := range []struct {
		name          string
		value, lo, hi int
	}{
		{"book-plies", c.BookPlies, -1, 10_000},
		{"random-plies", c.RandomPlies, 0, 100},
		{"balance", c.Balance, 0, 10_000},
		{"balance-nodes", c.BalanceNodes, 0, 1_000_000},
		{"units", c.Units, 0, 20},
		{"missing-pawns", c.MissingPawns, -1, 20},
	} {
		if f.value < f.lo || f.value > f.hi {
			return fmt.Errorf("openings: %s is %d, expected %d to %d", f.name, f.value, f.lo, f.hi)
		}
	}
	switch {
	case c.Kind == Armies && !(c.MaxImbalance > 0 && c.MaxImbalance <= 1000):
		return fmt.Errorf("openings: max-imbalance is %v, expected a number above 0, at most 1000", c.MaxImbalance)
	case c.Balance > 0 && c.RandomPlies == 0:
		return fmt.Errorf("openings: balance is %d but random-plies is 0: what is not random cannot be drawn again", c.Balance)
	case (c.Kind == Book) != (c.Path != ""):
		return fmt.Errorf("openings: kind is %q and path is %q, expected a path with the kind %q only", c.Kind, c.Path, Book)
	case (c.Kind == Odds) != (c.Exchange != ""):
		return fmt.Errorf("openings: kind is %q and exchange is %q, expected an exchange with the kind %q only", c.Kind, c.Exchange, Odds)
	}
	if err := oneOf("kind", c.Kind, Array, Armies, Book, Odds); err != nil {
		return err
	}
	if c.Kind == Book {
		return oneOf("order", c.Order, Sequential, Random)
	}
	return nil
}

func oneOf[T ~string](name string, value T, choices ...T) error {
	for _, c := range choices {
		if value == c {
			return nil
		}
	}
	hint := ""
	if near := variant.Nearest(string(value), choices); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Errorf("openings: %s is %q, expected one of %q%s", name, value, choices, hint)
}

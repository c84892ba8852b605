package opening

import (
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/check"
)

// Kind is the source of first positions.
type Kind string

// The kinds.
const (
	Array    Kind = "array"    // the start of the game
	Standard Kind = "standard" // the same, by its name in self-play
	Armies   Kind = "armies"   // two armies that differ by a few pieces
	Odds     Kind = "odds"     // two armies that differ by a given exchange of pieces
	Book     Kind = "book"     // the positions of a file
	// Exchanges means two armies that differ by one of several given exchanges.
	Exchanges Kind = "exchanges"
)

// Order is the order in which a book is read.
type Order string

// The orders. After its last position a book starts over; in random order it is shuffled
// anew.
const (
	Sequential Order = "sequential"
	Random     Order = "random"
)

// Config specifies how games begin. Use Default or FromBook to make one.
type Config struct {
	// RandomPlies is how many random moves follow the first position; at most 100.
	RandomPlies int `json:"random-plies"`
	// Kind of the first positions.
	Kind Kind `json:"openings"`

	// Path is the file of a book: EPD, FEN, or PGN if its name ends in .pgn or it
	// begins with a tag.
	Path string `json:"-"`
	// Hash is the hash of the book's content, set by New. It distinguishes runs with
	// different books.
	Hash string `json:"book,omitempty"`
	// Order of the positions of a book.
	Order Order `json:"book-order,omitempty"`
	// BookStart is how many positions of a book in sequential order are skipped at first.
	BookStart int `json:"book-start,omitempty"`
	// BookPlies is the largest number of moves of a PGN game that are played; 0 to
	// 10,000.
	BookPlies int `json:"book-plies,omitempty"`
	// SkipBad skips lines and games of a book that cannot be read. By default the first is an error.
	SkipBad bool `json:"skip-bad,omitempty"`
	// Bad, if set, is called with each skipped one.
	Bad func(error) `json:"-"`

	// Balance is the largest advantage of either side after the random moves, in
	// centipawns by the evaluation before tuning. If the array's own advantage is larger,
	// Balance limits how much the moves change it. 0 sets no limit; at most 10,000. It
	// needs random moves.
	Balance int `json:"balance,omitempty"`
	// BalanceNodes is how many positions are searched to find the advantage; 1 to
	// 1,000,000.
	BalanceNodes int `json:"balance-nodes,omitempty"`
	// BalanceFromArray makes Balance limit the change by the random moves, even if the array's own
	// advantage is small: openings then do not make up for it. Array only.
	BalanceFromArray bool `json:"balance-from-array,omitempty"`
	// Turned gives the second game of a pair the opening of the first with the other side to
	// move, so that neither side gains by the luck of an opening. Balance holds for both.
	// Array only; see MayTurn.
	Turned bool `json:"turned,omitempty"`

	// Units is the largest number of changes to an army; 1 to 20. Armies only.
	Units int `json:"units"`
	// MissingPawns is the largest number of pawns that an army lacks in addition to its other
	// changes, drawn uniformly from 0 up; at most 20. The pawn is the unit of all values, so its
	// own value must be measured best. Armies only.
	MissingPawns int `json:"missing-pawns"`
	// MaxImbalance is the largest difference between the armies by their prior values, in pawns,
	// apart from the array's; above 0, at most 1,000. Armies only.
	MaxImbalance float64 `json:"max-imbalance"`
	// NoPermute leaves the pieces of the first rank on the squares of the array.
	// Armies, Odds and Exchanges only.
	NoPermute bool `json:"no-permute"`
	// Exchange lists the pieces of army A and those of army B that they replace, in the form read
	// by ParseExchange. Odds only.
	Exchange string `json:"exchange,omitempty"`
	// GiveUp makes each army give up what only the other is to have, as with Exchanges. A piece
	// of a kind that the array lacks takes the place of one given up. If the array has fewer
	// pieces of a kind than the exchange names, one army trades. Odds only.
	GiveUp bool `json:"give-up,omitempty"`
	// Exchanges lists the exchanges and their weights, in the form read by ParseMix.
	// Exchanges only.
	Exchanges string `json:"exchanges,omitempty"`
}

// Default returns the configuration for the array of the game. If Kind is changed to
// Armies, it allows 4 changes, 3 missing pawns and an imbalance of 5 pawns.
func Default() Config {
	return Config{Kind: Array, Units: 4, MissingPawns: 3, MaxImbalance: 5}
}

// FromBook returns the configuration for the positions of a file in their order, or for
// the first 16 moves of its games.
func FromBook(path string) Config {
	c := Default()
	c.Kind, c.Path, c.Order, c.BookPlies = Book, path, Sequential, 16
	return c
}

// UsualBalance is the Balance of games that should be fair and begin with random moves
// from the array.
const UsualBalance = 150

// KeepBalance limits the advantage of either side after the random moves, according to a search of
// 300 nodes; 0 sets no limit.
func (c *Config) KeepBalance(centipawns int) {
	c.Balance, c.BalanceNodes = centipawns, 0
	if centipawns != 0 {
		c.BalanceNodes = 300
	}
}

// Validate reports the first field that is out of range. The error does not mention
// openings, because the fields are part of larger configurations.
func (c Config) Validate() error {
	var more []error
	if c.Balance > 0 {
		more = append(more, check.Range("balance-nodes", c.BalanceNodes, 1, 1_000_000),
			check.That(c.RandomPlies > 0, "balance is %d but random-plies is 0: without random moves there is nothing to draw again", c.Balance))
	}
	if c.Kind == Book {
		more = append(more, check.OneOf("order", c.Order, Sequential, Random), check.Range("book-plies", c.BookPlies, 0, check.MaxPlies),
			check.That(c.BookStart >= 0 && (c.BookStart == 0 || c.Order == Sequential),
				"book-start is %d and order is %q, expected 0 or more, with the order %q", c.BookStart, c.Order, Sequential))
	}
	return check.First(append([]error{
		check.OneOf("kind", c.Kind, Array, Standard, Armies, Odds, Exchanges, Book),
		check.That((c.Kind == Book) == (c.Path != ""), "kind is %q and path is %q, expected a path with the kind %q only", c.Kind, c.Path, Book),
		check.That((c.Kind == Odds) == (c.Exchange != ""),
			"kind is %q and exchange is %q, expected an exchange with the kind %q only", c.Kind, c.Exchange, Odds),
		check.That(c.Kind == Odds || !c.GiveUp, "kind is %q and give-up is set, expected that with the kind %q only", c.Kind, Odds),
		check.That(c.Kind != Exchanges || c.Exchanges != "",
			"kind is %q without a list of exchanges, which estimate chooses; expected another kind", Exchanges),
		check.That(c.Kind == Exchanges || c.Exchanges == "", "kind is %q and exchanges are %q, expected exchanges with the kind %q only",
			c.Kind, c.Exchanges, Exchanges),
		check.Range("random-plies", c.RandomPlies, 0, check.MaxRandomPlies),
		check.Range("balance", c.Balance, 0, 10_000),
		check.That(c.Kind == Array || c.Kind == Standard || !c.Turned && !c.BalanceFromArray,
			"kind is %q with turned or balance-from-array, expected those with the kind %q only", c.Kind, Array),
		check.Range("units", c.Units, 1, 20),
		check.Range("missing-pawns", c.MissingPawns, 0, 20),
		check.Positive("max-imbalance", c.MaxImbalance, 1000),
	}, more...)...)
}

// In a game with drops a piece in hand has its own value. In armies, exchanges and values
// its type carries the mark InHand.

// InHand marks the type of a piece in hand.
const InHand rules.Type = 1 << 5

// Kinds is one more than the largest type, marked or not.
const Kinds = int(2 * InHand)

// handSuffix ends the name of a piece in hand.
const handSuffix = "-in-hand"

// IsInHand reports whether a type is a piece in hand.
func IsInHand(t rules.Type) bool { return t&InHand != 0 }

// OnBoard returns a type without the mark.
func OnBoard(t rules.Type) rules.Type { return t &^ InHand }

// Valued lists the kinds that have a value: all but the royal piece, in the order of the
// game, then the kinds that can be in hand and dropped from there.
func Valued(g *rules.Game) []rules.Type {
	var list, held []rules.Type
	for _, t := range g.Types() {
		if t == g.Royal() {
			continue
		}
		list = append(list, t)
		if g.CanDrop(t) {
			held = append(held, t|InHand)
		}
	}
	return append(list, held...)
}

// NameOf returns the name of a kind, such as "rook" or "rook-in-hand".
func NameOf(g *rules.Game, t rules.Type) string {
	if IsInHand(t) {
		return g.TypeName(OnBoard(t)) + handSuffix
	}
	return g.TypeName(t)
}

// SymbolOf returns the symbol of a kind: "R", or "R@" as in a drop.
func SymbolOf(g *rules.Game, t rules.Type) string {
	if IsInHand(t) {
		return g.Symbol(OnBoard(t)) + "@"
	}
	return g.Symbol(t)
}

// Named returns the kind with a name, or NoType if the game has none.
func Named(g *rules.Game, name string) rules.Type {
	if t := g.TypeNamed(name); t != rules.NoType {
		return t
	}
	base, ok := strings.CutSuffix(name, handSuffix)
	if t := g.TypeNamed(base); ok && g.CanDrop(t) {
		return t | InHand
	}
	return rules.NoType
}

// PriorValues returns the values of all kinds by mobility, in centipawns, indexed by type.
func PriorValues(g *rules.Game) []float64 {
	values := make([]float64, Kinds)
	copy(values, eval.PriorValues(g))
	for t, v := range eval.PriorInHand(g) {
		values[rules.Type(t)|InHand] = v
	}
	return values
}

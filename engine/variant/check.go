package variant

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"bestiary/engine/betza"
	"bestiary/internal/toml"
)

// Validate checks the game. It returns nil or toml.Errors with every fault found, with
// fields named as in the file format.
func (v *Variant) Validate() error {
	return v.check().OrNil()
}

func (v *Variant) check() toml.Errors {
	// The paths of strings in the game's own options count even while not in use.
	moves := &moveReader{budget: betza.NewBudget(MaxPaths), known: map[string]moveFacts{}}
	c := &checker{v: v, errs: v.checkFields(moves), reader: moves}
	for _, p := range v.Pieces {
		c.addName(p.Name)
	}
	c.ownOptions()
	return c.errs
}

// checkFields checks everything except the game's own options.
func (v *Variant) checkFields(moves *moveReader) toml.Errors {
	c := &checker{v: v, reader: moves}
	c.texts()
	c.pieces()
	c.board()
	c.rules()
	return c.errs
}

// checker collects the faults of a game.
type checker struct {
	v      *Variant
	errs   toml.Errors
	names  []string // distinct names of pieces
	reader *moveReader
	paths  int   // total over the moves of all pieces so far
	array  Array // nil if unreadable or with unknown symbols
}

func (c *checker) report(field, found, expected string) {
	c.errs = append(c.errs, &toml.FieldError{Field: field, Found: found, Expected: expected})
}

// refuse reports a fault if there is one.
func (c *checker) refuse(fault bool, field, found, expected string) {
	if fault {
		c.report(field, found, expected)
	}
}

// boardSide reports an invalid number of files or ranks.
func (c *checker) boardSide(field string, n int) bool {
	if n == 0 {
		c.report(field, "missing", fmt.Sprintf("2 to %d", MaxSide))
		return false
	}
	return c.within(field, n, 2, MaxSide)
}

// onBoard reports whether an area is a part of the board, as far as its size is valid.
func (c *checker) onBoard(a Area) bool {
	return a.LastFile < sideOrMax(c.v.Files) && a.LastRank < sideOrMax(c.v.Ranks)
}

// sideOrMax returns a number of files or ranks, or MaxSide if it is invalid.
func sideOrMax(n int) int {
	if n < 2 || n > MaxSide {
		return MaxSide
	}
	return n
}

// within reports a number outside low..high.
func (c *checker) within(field string, n, low, high int) bool {
	ok := low <= n && n <= high
	if !ok {
		c.report(field, fmt.Sprint(n), fmt.Sprintf("%d to %d", low, high))
	}
	return ok
}

var (
	namePattern  = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	valuePattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
)

// The form of the names of games and pieces.
const nameForm, maxName = "lower-case words joined by hyphens", 40

// name reports a missing or malformed name.
func (c *checker) name(field, name string) {
	switch {
	case name == "":
		c.report(field, "missing", nameForm)
	case len(name) > maxName:
		c.report(field, toml.Quote(name), fmt.Sprintf("at most %d characters", maxName))
	case !namePattern.MatchString(name):
		c.report(field, toml.Quote(name), nameForm)
	}
}

func (c *checker) texts() {
	v := c.v
	c.name("name", v.Name)
	c.utf8("title", v.Title)
	c.utf8("author", v.Author)
	c.utf8("source", v.Source)
	c.utf8("description", v.Description)
	n := len(v.Approximates)
	c.refuse(n > MaxLost, "approximates", fmt.Sprintf("%d rules", n), fmt.Sprintf("at most %d", MaxLost))
	for _, lost := range v.Approximates {
		c.utf8("approximates", lost)
		c.refuse(lost == "" || len(lost) > maxLostText,
			"approximates", toml.Quote(lost), fmt.Sprintf("rules of at most %d bytes", maxLostText))
	}
}

func (c *checker) utf8(field, text string) {
	c.refuse(!utf8.ValidString(text), field, toml.Quote(text), "text in UTF-8")
}

func (c *checker) pieces() {
	switch n := len(c.v.Pieces); {
	case n == 0:
		c.report("piece", "missing", "a table [[piece]] for every kind of piece")
		return
	case n > MaxPieces:
		c.report("piece", fmt.Sprintf("%d kinds of pieces", n), fmt.Sprintf("at most %d", MaxPieces))
		return
	}
	var names, symbols []string
	royal, shy := 0, 0
	for i, p := range c.v.Pieces {
		path := toml.Item("piece", i+1)
		c.piece(path, p, names, symbols)
		c.addName(p.Name)
		names = append(names, p.Name)
		symbols = append(symbols, p.Symbol)
		switch rule := c.v.Rules.Royals; {
		case !p.Royal:
		case rule == NoRoyals:
			c.report(path+".royal", `true, but rules.royals = "none"`, "false")
		case royal > 0 && rule.one():
			c.report(path+".royal", "true, but "+toml.Item("piece", royal)+" is also royal", "royal = true in one piece")
		default:
			royal = i + 1
		}
		if p.AvoidsOwnKind && shy > 0 {
			c.report(path+".avoids-own-kind", "true, but "+toml.Item("piece", shy)+" does so too", "one such piece")
		} else if p.AvoidsOwnKind {
			shy = i + 1
		}
		c.refuse(p.Royal && p.Explodes, path+".explodes", toml.Quote(p.Name)+" is royal", "a piece that is not")
	}
	for i, p := range c.v.Reserve {
		path := toml.Item("reserve", i+1)
		c.piece(path, p, names, symbols)
		names, symbols = append(names, p.Name), append(symbols, p.Symbol)
	}
	c.pictures()
	c.refuse(royal == 0 && c.v.Rules.Royals != NoRoyals, "piece", "no piece is royal", "royal = true in one piece")
}

// piece checks a piece, and compares its name and symbol with earlier ones.
func (c *checker) piece(path string, p Piece, names, symbols []string) {
	c.name(path+".name", p.Name)
	c.unique(path+".name", p.Name, names, "name")
	c.symbol(path+".symbol", p)
	c.unique(path+".symbol", p.Symbol, symbols, "symbol")
	c.utf8(path+".note", p.Note)
	c.characters(path+".characters", p.Characters)
	c.moves(path, p.Moves)
}

// addName records the name of a piece for pieceNamed.
func (c *checker) addName(name string) {
	if name != "" && !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
}

// unique reports a value that an earlier piece already has.
func (c *checker) unique(field, value string, earlier []string, what string) {
	if i := slices.Index(earlier, value); i >= 0 && value != "" {
		of := toml.Item("piece", i+1)
		if n := len(c.v.Pieces); i >= n {
			of = toml.Item("reserve", i+1-n)
		}
		c.report(field, fmt.Sprintf("%s is also the %s of %s", toml.Quote(value), what, of), "each "+what+" once")
	}
}

func (c *checker) symbol(field string, p Piece) {
	form := "one letter, A to Z"
	if p.PromotedFrom != "" {
		form = "a + and one letter, A to Z"
	}
	if p.Symbol == "" {
		c.report(field, "missing", form)
	} else if !isSymbol(p.Symbol) || (len(p.Symbol) > 1) != (p.PromotedFrom != "") {
		c.report(field, toml.Quote(p.Symbol), form)
	}
}

func isSymbol(symbol string) bool {
	letter := strings.TrimPrefix(symbol, "+")
	return len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'Z'
}

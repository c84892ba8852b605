package variant

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/internal/toml"
)

// sides holds the names of the sides for messages, indexed by 0 for White and 1 for Black.
var sides = [2]string{"White", "Black"}

func (c *checker) board() {
	v := c.v
	sized := c.boardSide("board.files", v.Files)
	sized = c.boardSide("board.ranks", v.Ranks) && sized
	c.refuse(v.Array == "", "board.array", "missing", "the rows of the board, highest rank first, with / between them")
	names := v.Armies
	c.refuse(len(names) > 0 && (len(names) != 2 || names[0] == names[1] || !isArmyName(names[0]) || !isArmyName(names[1])),
		"board.armies", toml.Quote(strings.Join(names, ", ")), fmt.Sprintf("two different names of at most %d characters, White's and Black's", MaxName))
	c.look()
	holes := c.holes()
	if v.Array == "" {
		return
	}
	if !sized {
		c.lettersOf(v.Array)
		return
	}
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	for _, problem := range problems {
		c.report("board.array", problem, "")
	}
	if len(problems) > 0 {
		return
	}
	for _, sq := range holes {
		if letter := array[sq.Rank][sq.File]; letter != 0 {
			c.report("board.array", fmt.Sprintf("'%s' on %s", AppendSymbol(nil, letter), sq), "nothing, since it is a hole")
		}
	}
	if c.arraySymbols(array) {
		c.array = array
		c.oneRoyalEach()
	}
}

// isArmyName reports whether a name can be used in a sentence.
func isArmyName(name string) bool {
	return strings.TrimSpace(name) == name && name != "" && utf8.RuneCountInString(name) <= MaxName && !strings.ContainsFunc(name, unicode.IsControl)
}

// holes checks the list of holes and returns those that are on the board.
func (c *checker) holes() []Square {
	v := c.v
	files, ranks := sideOrMax(v.Files), sideOrMax(v.Ranks)
	if limit := files * ranks; len(v.Holes) > limit {
		c.report("board.holes", fmt.Sprintf("%d squares", len(v.Holes)), fmt.Sprintf("at most %d", limit))
		return nil
	}
	var holes []Square
	for i, name := range v.Holes {
		path := toml.Item("board.holes", i+1)
		sq, ok := ParseSquare(name)
		switch {
		case !ok || sq.File >= files || sq.Rank >= ranks:
			c.report(path, toml.Quote(name), "a square from a1 to "+Square{files - 1, ranks - 1}.String())
		case slices.Contains(holes, sq):
			c.report(path, toml.Quote(name), "each square once")
		default:
			holes = append(holes, sq)
		}
	}
	return holes
}

// arraySymbols reports each letter of the array that is not a piece's symbol. It returns
// whether all letters are symbols.
func (c *checker) arraySymbols(array Array) bool {
	if len(c.v.Pieces) == 0 {
		return false
	}
	var symbols, known, unknown []byte
	for _, p := range c.v.Pieces {
		if !isSymbol(p.Symbol) {
			return false // already reported
		}
		symbols = append(symbols, LetterOf(p.Symbol, false))
		known = append(known, p.Symbol...)
	}
	for _, row := range slices.Backward(array) {
		for _, letter := range row {
			if letter != 0 && !slices.Contains(symbols, upper(letter)) && !slices.Contains(unknown, upper(letter)) {
				unknown = append(unknown, upper(letter))
				c.report("board.array", fmt.Sprintf("'%s' is no piece's symbol", AppendSymbol(nil, letter)), "symbols from "+string(known))
			}
		}
	}
	return len(unknown) == 0
}

// lettersOf checks the letters of an array when the size of the board is invalid.
func (c *checker) lettersOf(array string) {
	var rows Array
	for _, row := range strings.Split(array, "/") {
		squares, problem := readRow(row, false)
		if problem != "" {
			return // the row may be meant for a different size
		}
		rows = append(rows, squares)
		if len(rows) > MaxSide {
			break
		}
	}
	slices.Reverse(rows)
	c.arraySymbols(rows)
}

func (c *checker) oneRoyalEach() {
	royal := c.royal()
	if royal == nil || !c.v.Rules.Royals.one() {
		return
	}
	for side, name := range sides {
		n := len(c.squares(royal.Symbol, side))
		c.refuse(n != 1, "board.array", fmt.Sprintf("%s has %d of the royal %s", name, n, toml.Quote(royal.Name)), "exactly one")
	}
}

// royal returns the royal piece, or nil unless there is exactly one.
func (c *checker) royal() *Piece {
	var royal *Piece
	for i := range c.v.Pieces {
		if c.v.Pieces[i].Royal {
			if royal != nil {
				return nil
			}
			royal = &c.v.Pieces[i]
		}
	}
	return royal
}

// squares returns the squares of a side's pieces with the given symbol. If c.array is set,
// all its symbols are valid.
func (c *checker) squares(symbol string, side int) []Square {
	return c.array.Squares(symbol, side == 1)
}

// firstRank returns the rank nearest to a side, counted from 0.
func (c *checker) firstRank(side int) int {
	if side == 0 {
		return 0
	}
	return c.v.Ranks - 1
}

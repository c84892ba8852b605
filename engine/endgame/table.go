package endgame

import (
	"math"

	"bestiary/engine/rules"
)

// Value is the result of a position for the side to move: 0 is a draw, a positive number a
// win in Plies, a negative one a loss.
type Value int16

// illegal marks positions that cannot occur.
const illegal Value = math.MinInt16

// won and lost return the value of a win or loss at a distance in plies.
func won(plies int) Value  { return Value(plies) }
func lost(plies int) Value { return Value(-plies - 1) }

// Won and Lost report who wins.
func (v Value) Won() bool  { return v > 0 }
func (v Value) Lost() bool { return v < 0 && v != illegal }

// Plies returns the distance to mate, or with the n-move rule to the next capture,
// promotion or mate. It has no meaning for a draw.
func (v Value) Plies() int {
	if v < 0 {
		return int(-v - 1)
	}
	return int(v)
}

// Table is a solved ending.
type Table struct {
	Game     *rules.Game
	Material Material
	codes    []rules.Code
	squares  []rules.Square // of the board, without holes
	number   [256]int       // the place of a square in squares
	values   [2][]Value     // by side to move and index
}

func newTable(g *rules.Game, m Material) *Table {
	t := &Table{Game: g, Material: m, codes: m.codes(g), squares: boardSquares(g)}
	for i, sq := range t.squares {
		t.number[sq] = i
	}
	return t
}

func boardSquares(g *rules.Game) []rules.Square {
	var out []rules.Square
	board := g.Board()
	board.Squares(func(sq rules.Square) { out = append(out, sq) })
	return out
}

// positions returns the number of indices.
func (t *Table) positions() int {
	n := 1
	for range t.codes {
		n *= len(t.squares)
	}
	return n
}

// men is space for the men of a position.
type men [MaxMen]rules.Placed

// place fills in the men of an index. It reports false if two of them share a square, or
// if like men stand in an order that is not used.
func (t *Table) place(index int, out *men) bool {
	var taken rules.Set
	for i, code := range t.codes {
		sq := t.squares[index%len(t.squares)]
		index /= len(t.squares)
		if taken.Has(sq) || i > 0 && code == t.codes[i-1] && sq < out[i-1].Square {
			return false
		}
		taken.Add(sq)
		out[i] = rules.Placed{Code: code, Square: sq}
	}
	return true
}

// index returns the number of a position. It sorts like men.
func (t *Table) index(list *men) int {
	for i := 1; i < len(t.codes); i++ {
		for k := i; k > 0 && list[k].Code == list[k-1].Code && list[k].Square < list[k-1].Square; k-- {
			list[k], list[k-1] = list[k-1], list[k]
		}
	}
	index := 0
	for i := len(t.codes) - 1; i >= 0; i-- {
		index = index*len(t.squares) + t.number[list[i].Square]
	}
	return index
}

// Value returns the value of a position of this material.
func (t *Table) Value(p *rules.Position) Value {
	var list men
	var next [256]rules.Square // where to continue looking for a code
	for i, code := range t.codes {
		set := p.Pieces(code)
		for sq := next[code]; ; sq++ {
			if set.Has(sq) {
				list[i] = rules.Placed{Code: code, Square: sq}
				next[code] = sq + 1
				break
			}
		}
	}
	return t.values[p.Turn()][t.index(&list)]
}

package endgame

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/toml"
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

// place fills in the men of an index. It reports false if two of them share a square, or if like
// men are in an order that is not used.
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

// Material holds the pieces of both sides except their royal pieces, each side sorted by type.
type Material struct {
	White, Black []rules.Type
}

// MaxMen is the largest number of pieces of an ending, royal pieces included.
const MaxMen = 5

// ParseMaterial reads an ending such as "manticore", "elephant+elephant" or
// "rook/knight": the pieces of the side that tries to win, then the pieces of the
// other side.
func ParseMaterial(g *rules.Game, text string) (Material, error) {
	var m Material
	white, black, _ := strings.Cut(text, "/")
	for side, list := range map[*[]rules.Type]string{&m.White: white, &m.Black: black} {
		for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == '+' }) {
			t, err := typeNamed(g, strings.TrimSpace(name))
			if err != nil {
				return Material{}, fmt.Errorf("ending %q: %w", text, err)
			}
			*side = append(*side, t)
		}
		slices.Sort(*side)
	}
	if n := m.men(); n < 3 || n > MaxMen {
		return Material{}, fmt.Errorf("ending %q has %d pieces with both kings, expected 3 to %d", text, n, MaxMen)
	}
	return m, nil
}

func typeNamed(g *rules.Game, name string) (rules.Type, error) {
	var names []string
	for _, t := range g.Types() {
		if t == g.Royal() {
			continue
		}
		if name == g.TypeName(t) || name == g.Symbol(t) {
			return t, nil
		}
		names = append(names, g.TypeName(t))
	}
	return 0, fmt.Errorf("%q is no piece of %s besides the royal one, expected one of %s%s", name, g.Variant.Name, strings.Join(names, ", "), toml.Hint(name, names))
}

// Text writes the ending in the form that ParseMaterial reads.
func (m Material) Text(g *rules.Game) string {
	names := func(list []rules.Type) string {
		var out []string
		for _, t := range list {
			out = append(out, g.TypeName(t))
		}
		return strings.Join(out, "+")
	}
	if len(m.Black) == 0 {
		return names(m.White)
	}
	return names(m.White) + "/" + names(m.Black)
}

// materialOf returns the material on the board.
func materialOf(p *rules.Position) Material {
	var m Material
	for _, t := range p.Game().Types() {
		for c, list := range []*[]rules.Type{&m.White, &m.Black} {
			set := p.Pieces(rules.CodeOf(t, rules.Color(c)))
			for range set.Count() {
				if t != p.Game().Royal() {
					*list = append(*list, t)
				}
			}
		}
	}
	return m
}

func (m Material) men() int { return 2 + len(m.White) + len(m.Black) }

// key returns a string that is different for every material.
func (m Material) key() string { return fmt.Sprint(m.White, m.Black) }

// codes lists the men of an ending: White's royal piece first, then White's pieces,
// Black's royal piece and Black's pieces.
func (m Material) codes(g *rules.Game) []rules.Code {
	var out []rules.Code
	for c, list := range [][]rules.Type{m.White, m.Black} {
		out = append(out, rules.CodeOf(g.Royal(), rules.Color(c)))
		for _, t := range list {
			out = append(out, rules.CodeOf(t, rules.Color(c)))
		}
	}
	return out
}

// check refuses endings whose positions depend on more than the squares of the men.
func (m Material) check(g *rules.Game) error {
	pawns := func(list []rules.Type) bool { return slices.ContainsFunc(list, g.IsPawn) }
	switch {
	case !g.Variant.OnlyMates():
		return fmt.Errorf("ending %s: in %s more matters than the mate of one royal piece, such as a goal, a special capture or a pass, which is not solved", m.Text(g), g.Variant.Name)
	case pawns(m.White) && pawns(m.Black):
		return fmt.Errorf("ending %s: pawns on both sides could capture en passant, which is not solved", m.Text(g))
	case g.Drops():
		return fmt.Errorf("ending %s: in %s pieces in hand can be dropped, which is not solved", m.Text(g), g.Variant.Name)
	case g.Pooled() && slices.ContainsFunc(append(slices.Clone(m.White), m.Black...), g.Promotes):
		return fmt.Errorf("ending %s: in %s promotion depends on what was captured before, which is not solved", m.Text(g), g.Variant.Name)
	}
	return nil
}

// Summary counts the legal positions of an ending with one side to move. Wins, draws and losses are
// from the point of view of White, the side that tries to win.
type Summary struct {
	Positions int `json:"positions"`
	Wins      int `json:"won"` // of White, as draws and losses
	Draws     int `json:"drawn"`
	Losses    int `json:"lost"`
	// Longest is the greatest distance of a win in plies, and Hardest one of the
	// positions that have it; 0 and "" without a win.
	Longest int    `json:"-"`
	Hardest string `json:"fen"`
}

// Share returns the share of positions that White wins.
func (s Summary) Share() float64 { return float64(s.Wins) / float64(max(s.Positions, 1)) }

// Moves returns the longest win in moves of White.
func (s Summary) Moves() int { return (s.Longest + 1) / 2 }

// Summary counts the positions with a side to move.
func (t *Table) Summary(turn rules.Color) Summary {
	var s Summary
	hardest := -1
	for index, v := range t.values[turn] {
		if v == illegal {
			continue
		}
		s.Positions++
		switch {
		case v == 0:
			s.Draws++
		case v.Won() != (turn == rules.White):
			s.Losses++
		default:
			s.Wins++
			if hardest < 0 || v.Plies() > s.Longest {
				s.Longest, hardest = v.Plies(), index
			}
		}
	}
	if hardest >= 0 {
		s.Hardest = t.position(hardest, turn).FEN()
	}
	return s
}

// position sets up an index.
func (t *Table) position(index int, turn rules.Color) *rules.Position {
	var list men
	t.place(index, &list)
	p := t.Game.Empty()
	p.Arrange(list[:len(t.codes)], turn)
	return p
}

// Line returns a line of best play from a position of a solved ending, to mate or until
// the material changes for the last time.
func (s *Solver) Line(p *rules.Position) []rules.Move {
	p = p.Clone()
	var line []rules.Move
	for {
		moves := p.Moves(nil)
		best, found := Value(0), rules.Move(0)
		for _, m := range moves {
			p.Make(m)
			if v, ok := s.Value(p); ok && (found == 0 || better(v, best)) {
				best, found = v, m
			}
			p.Unmake()
		}
		if found == 0 || best == 0 { // over, or a draw
			return line
		}
		line = append(line, found)
		p.Make(found)
	}
}

// better reports whether the opponent's value v suits a side more than w.
func better(v, w Value) bool {
	rank := func(v Value) int {
		switch {
		case v.Lost():
			return 1<<16 - v.Plies() // soon
		case v.Won():
			return v.Plies() - 1<<16 // late
		}
		return 0
	}
	return rank(v) > rank(w)
}

// Value returns the value of a position, if its ending has been solved.
func (s *Solver) Value(p *rules.Position) (Value, bool) {
	t := s.tables[materialOf(p).key()]
	if t == nil {
		return 0, false
	}
	return t.Value(p), true
}

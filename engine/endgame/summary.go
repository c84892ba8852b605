package endgame

import (
	"bestiary/engine/rules"
)

// Summary counts the legal positions of an ending with one side to move. Wins, draws and
// losses are from the view of White, the side that tries to win.
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

// Distances returns, by square of Black's royal piece, the mean number of plies that White
// needs to win with Black to move, and the number of positions in that mean.
func (t *Table) Distances() (mean []float64, won []int) {
	mean, won = make([]float64, t.Game.Squares()), make([]int, t.Game.Squares())
	bare := 1 + len(t.Material.White) // place of Black's royal piece
	var list men
	for index, v := range t.values[rules.Black] {
		if v.Lost() && t.place(index, &list) {
			mean[list[bare].Square] += float64(v.Plies())
			won[list[bare].Square]++
		}
	}
	for sq, n := range won {
		mean[sq] /= float64(max(n, 1))
	}
	return mean, won
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

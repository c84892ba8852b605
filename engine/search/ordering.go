package search

import (
	"cmp"
	"slices"

	"bestiary/engine/rules"
)

// Base scores of the classes of moves; within a class a finer score decides.
const (
	hashMove    = 1 << 30
	goodCapture = 1 << 26
	killerMove  = 1 << 24
	badCapture  = -1 << 26
)

// list holds the moves of one ply with their ordering scores.
type list struct {
	moves  []rules.Move
	keys   []int64 // score, then move as Black sees the board
	danger rules.Danger
	// screens are the result of rules.Position.Screens.
	screens rules.Set
	// seen maps squares to their mirror images; nil for Black.
	seen *[256]rules.Square
}

// asBlack mirrors a move to Black's point of view, or back. Moves with equal scores are ordered by
// their squares; in a common point of view neither colour has an advantage from that.
func (l *list) asBlack(m rules.Move) rules.Move {
	if l.seen == nil {
		return m
	}
	return m.WithSquares(l.seen[m.From()], l.seen[m.To()])
}

func newList() list {
	return list{moves: make([]rules.Move, 0, firstMoves), keys: make([]int64, 0, firstMoves)}
}

// add appends a move.
func (l *list) add(m rules.Move, score int) {
	l.keys = append(l.keys, int64(score)<<32|int64(l.asBlack(m)))
}

// unsorted is the number of moves that are selected one by one. A node without a cutoff by
// then is likely to need all its moves, so the rest is sorted.
const unsorted = 3

// pick moves the best move from index i on to index i and returns it; i counts up
// from first.
func (l *list) pick(first, i int) (rules.Move, int) {
	keys := l.keys[i:]
	switch {
	case i < first+unsorted:
		best, at := keys[0], 0
		for j, k := range keys {
			if k > best {
				best, at = k, j
			}
		}
		keys[at] = keys[0]
		keys[0] = best
	case i == first+unsorted:
		for i := 1; i < len(keys); i++ {
			key, j := keys[i], i
			for ; j > 0 && keys[j-1] < key; j-- {
				keys[j] = keys[j-1]
			}
			keys[j] = key
		}
	}
	return l.asBlack(rules.Move(uint32(keys[0]))), int(keys[0] >> 32)
}

// isNoisy reports whether a move captures or promotes.
func isNoisy(p *rules.Position, m rules.Move) bool { return p.IsCapture(m) || m.IsPromotion() }

// order returns the ordering score of a move among all moves.
func (s *Searcher) order(p *rules.Position, m, hash rules.Move, ply int) int {
	switch {
	case m == hash:
		return hashMove
	case !isNoisy(p, m):
		return s.orderQuiet(p, m, ply)
	case s.loses(p, m):
		return badCapture + s.orderNoisy(p, m)
	}
	return goodCapture + s.orderNoisy(p, m)
}

// orderQuiet returns the ordering score of a quiet move: killer moves first, then by
// history.
func (s *Searcher) orderQuiet(p *rules.Position, m rules.Move, ply int) int {
	if f := s.at(ply); !s.opts.NoKillers {
		switch m {
		case f.killers[0]:
			return killerMove + 1
		case f.killers[1]:
			return killerMove
		}
	}
	if p.Placing() {
		return 0
	}
	return s.quietScore(p, m, ply)
}

// orderNoisy returns the ordering score of a capture or promotion: the most valuable
// victim first and, among equals, the least valuable attacker.
func (s *Searcher) orderNoisy(p *rules.Position, m rules.Move) int {
	if m.Kind() == rules.Exploding {
		return s.see.blast(p, m) * 16
	}
	score := s.captureValue(p, m)*16 - s.see.values[p.At(m.From()).Type()]
	if !s.opts.NoCaptureHistory {
		score += int(*s.captureScore(p, m)) / 8
	}
	return score
}

// captureValue returns the material that a capture or promotion wins before the opponent
// replies.
func (s *Searcher) captureValue(p *rules.Position, m rules.Move) int {
	v := s.see.values
	if m.Kind() == rules.Exploding {
		return s.see.blast(p, m)
	}
	if p.Game().BlastsOnCapture() && p.IsCapture(m) {
		return s.see.captureBlast(p, m)
	}
	if p.Game().HasSequel() && p.IsCapture(m) {
		return s.see.sequel(p, m)
	}
	value := v[taken(p, m)]
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		value += v[p.At(rules.Square(m.Extra())).Type()]
	}
	if m.IsPromotion() {
		value += v[m.Promotion()] - v[p.At(m.From()).Type()]
	}
	return value
}

// loses reports whether a capture or promotion loses material.
func (s *Searcher) loses(p *rules.Position, m rules.Move) bool {
	if s.opts.NoExchangeTest {
		return false
	}
	return !s.see.wins(p, m, 0)
}

// threatWeight turns centipawns into history scores.
const threatWeight = 4

// threats holds, for each type, the squares that lesser pieces of the opponent guard.
type threats struct {
	rising []rules.Type // by value
	lesser []rules.Set
}

func newThreats(g *rules.Game, values []int) threats {
	t := threats{slices.Clone(g.Types()), make([]rules.Set, len(values))}
	slices.SortStableFunc(t.rising, func(a, b rules.Type) int { return cmp.Compare(values[a], values[b]) })
	return t
}

// find computes the threats of a position. Values that differ by less than an eighth count as
// equal.
func (t *threats) find(p *rules.Position, values []int) {
	var sum rules.Set
	them := p.Turn().Other()
	for i, j := 0, 0; i < len(t.rising); i = j {
		equal := values[t.rising[i]] * 9 / 8
		for j = i; j < len(t.rising) && values[t.rising[j]] <= equal; j++ {
			t.lesser[t.rising[j]] = sum
		}
		for _, kind := range t.rising[i:j] {
			code := rules.CodeOf(kind, them)
			have := p.Pieces(code)
			have.Squares(func(sq rules.Square) {
				sum = sum.Or(&p.Sight(code, sq).Guards)
			})
		}
	}
}

// relief returns the value of the piece that a move takes out of a threat, negative if it moves
// into one.
func (t *threats) relief(p *rules.Position, m rules.Move, values []int) int {
	kind := p.At(m.From()).Type()
	lesser, relief := &t.lesser[kind], 0
	if lesser.Has(m.From()) {
		relief += values[kind]
	}
	if lesser.Has(m.To()) {
		relief -= values[kind]
	}
	return relief
}

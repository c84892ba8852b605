package measure

import (
	"hash/fnv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Meter measures games by their moves.
type Meter struct {
	// Watch, if it is not nil, is called after each move, with the position that it led to.
	Watch func(p *rules.Position, move rules.Move)

	g      *rules.Game
	cfg    *Config   // resolved
	values []float64 // of a type, in pawns
}

// NewMeter returns a meter of games by the rules of g.
func NewMeter(g *rules.Game, cfg *Config) *Meter {
	m := &Meter{g: g, cfg: cfg}
	for _, v := range eval.PriorValues(g) {
		m.values = append(m.values, v/eval.PawnValue)
	}
	return m
}

// moment is the state of a replay after a ply or at the end of the game.
type moment struct {
	meter    *Meter
	record   *store.Record
	now      *rules.Position
	move     rules.Move // the last one
	side     rules.Color
	ply      int // from 1
	entered  int // waiting pieces that the ply let in, or pieces dropped
	officers int // pieces at the start that are neither pawns nor royal
	sample   *sampler
}

// distance returns the number of ranks that the last move crossed.
func (m *moment) distance() int {
	g := m.now.Game()
	_, d := g.Distance(m.move.From(), m.move.To())
	return max(d, -d)
}

// Measure plays a stored game over and measures it.
func (m *Meter) Measure(r *store.Record) (Game, error) {
	p, err := r.Start(m.g)
	if err != nil {
		return Game{}, err
	}
	out := Game{
		Pair: r.Pair, Dealt: r.Pair, Index: r.Index, Result: r.Result, Reason: r.Reason, Plies: r.Plies(), Opening: openingOf(r),
		Waits: waitsOf(p), Material: []Balance{m.balance(p, 0)}, FirstRanks: []Fill{{0, firstRanks(p)}},
		tally: make([]float64, collected), digest: digest(r),
	}
	at := &moment{meter: m, record: r, now: p, officers: countOfficers(p), sample: newSampler(r.Plies(), sampledPlies)}
	counter, earlier := p.Halfmove(), 0
	bare := bareSides(p) // when the counter began
	out.Bare = bare
	for ply, err := range r.Replay(p) {
		if err != nil {
			return Game{}, err
		}
		at.sample.look(p, ply.Number)
		at.move, at.side, at.ply = ply.Move, p.Turn(), ply.Number+1
		if p.IsCapture(ply.Move) {
			out.Captures = append(out.Captures, at.ply)
		}
		p.Make(ply.Move)
		out.note(at)
		if m.Watch != nil {
			m.Watch(p, ply.Move)
		}
		if p.Halfmove() == 0 {
			bare = bareSides(p)
		}
		if p.Halfmove() > counter {
			out.Bare = bare
		}
		earlier, counter = counter, max(counter, p.Halfmove())
		p.Unmake()
	}
	out.Counter, out.EndCounter, out.EarlierCounter = float64(counter)/2, float64(p.Halfmove())/2, float64(earlier)/2
	out.collect(at, func(q *Quantity) func(*moment) float64 { return q.last })
	return out, nil
}

// note records the changes of a ply.
func (g *Game) note(m *moment) {
	if m.move.Kind() == rules.Castling {
		g.Castlings = append(g.Castlings, Castling{m.ply, m.side})
	}
	placed := m.move.Kind() == rules.Placing
	if placed && !m.meter.g.Drops() {
		g.Waits = append(g.Waits, waitAt(m.now, m.move.To()))
	}
	m.entered = g.leaveGates(m)
	if placed && m.meter.g.Drops() {
		m.entered = 1
	}
	g.collect(m, func(q *Quantity) func(*moment) float64 { return q.count })
	before, now := g.Material[len(g.Material)-1], m.meter.balance(m.now, m.ply)
	if now.White != before.White || now.Black != before.Black {
		g.Material = append(g.Material, now)
	}
	if full := firstRanks(m.now); full != g.FirstRanks[len(g.FirstRanks)-1].Share {
		g.FirstRanks = append(g.FirstRanks, Fill{m.ply, full})
	}
	if m.move.Kind() == rules.Exploding {
		won, lost := before.Black-now.Black, before.White-now.White
		if m.side == rules.Black {
			won, lost = lost, won
		}
		g.Explosions = append(g.Explosions, Explosion{m.ply, m.side, won, lost})
	}
}

// waitsOf lists the pieces that wait behind others.
func waitsOf(p *rules.Position) []Wait {
	var list []Wait
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { list = append(list, waitAt(p, sq)) })
	return list
}

// waitAt returns the piece that waits behind a square.
func waitAt(p *rules.Position, sq rules.Square) Wait {
	g, code := p.Game(), p.Behind(sq)
	return Wait{Color: code.Color(), Piece: g.TypeName(code.Type()), Square: g.SquareName(sq), square: sq}
}

// leaveGates records which waiting pieces entered or were lost with a ply, and returns
// the number that entered. A piece enters when its own side moves the one in front of it;
// otherwise that one was captured or blown up.
func (g *Game) leaveGates(m *moment) int {
	entered := 0
	waiting := m.now.Gates()
	for i := range g.Waits {
		w := &g.Waits[i]
		if w.Entered > 0 || w.Lost > 0 || waiting.Has(w.square) {
			continue
		}
		if w.Color == m.side && m.move.Kind() != rules.Exploding {
			w.Entered = m.ply
			entered++
		} else {
			w.Lost = m.ply
		}
	}
	return entered
}

// balance returns the material of both sides.
func (m *Meter) balance(p *rules.Position, ply int) Balance {
	out := Balance{Ply: ply}
	for _, t := range m.g.Types() {
		out.White += m.values[t] * float64(p.Owned(t, rules.White))
		out.Black += m.values[t] * float64(p.Owned(t, rules.Black))
	}
	return out
}

// bareSides reports which sides have only their royal piece left.
func bareSides(p *rules.Position) [2]bool {
	var sums [2]int
	for _, t := range p.Game().Types() {
		sums[rules.White] += p.Owned(t, rules.White)
		sums[rules.Black] += p.Owned(t, rules.Black)
	}
	return [2]bool{sums[rules.White] == 1, sums[rules.Black] == 1}
}

// firstRanks returns the share of the squares of the first ranks that their own sides occupy.
func firstRanks(p *rules.Position) float64 {
	g, n := p.Game(), 0
	white, black := p.Side(rules.White), p.Side(rules.Black)
	for file := range g.Files() {
		if white.Has(g.SquareAt(file, 0)) {
			n++
		}
		if black.Has(g.SquareAt(file, g.Ranks()-1)) {
			n++
		}
	}
	return float64(n) / float64(2*g.Files())
}

// isRelay reports whether a pawn has crossed the middle of the board after a pawn of
// another kind of its side.
func isRelay(m *moment) bool {
	g, pawn := m.now.Game(), m.now.At(m.move.To()).Type()
	if !g.IsPawn(pawn) || isFar(g, m.side, m.move.From()) || !isFar(g, m.side, m.move.To()) {
		return false
	}
	for _, t := range g.Types() {
		if t == pawn || !g.IsPawn(t) {
			continue
		}
		far := false
		others := m.now.Pieces(rules.CodeOf(t, m.side))
		others.Squares(func(sq rules.Square) { far = far || isFar(g, m.side, sq) })
		if far {
			return true
		}
	}
	return false
}

// isFar reports whether a square is in the half of the opponent.
func isFar(g *rules.Game, side rules.Color, sq rules.Square) bool {
	rank := g.Rank(sq)
	if side == rules.Black {
		rank = g.Ranks() - 1 - rank
	}
	return 2*rank >= g.Ranks()
}

// leadChanges counts how often the lead, of at least the margin, passes to the other
// side.
func leadChanges(scores []int, margin int) int {
	n, leader := 0, 0
	for _, s := range scores {
		now := 0
		switch {
		case s == store.Unknown:
		case s >= margin:
			now = 1
		case s <= -margin:
			now = -1
		}
		if now != 0 {
			if leader == -now {
				n++
			}
			leader = now
		}
	}
	return n
}

// openingOf returns the engine's first plies.
func openingOf(r *store.Record) string {
	first := min(r.RandomPlies, len(r.Moves))
	return strings.Join(r.Moves[first:min(first+openingPlies, len(r.Moves))], " ")
}

// digest hashes the first position and the moves of a game.
func digest(r *store.Record) uint64 {
	h := fnv.New64a()
	for _, text := range append([]string{r.FEN}, r.Moves...) {
		h.Write([]byte(text))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// countOfficers counts the pieces that are neither pawns nor royal.
func countOfficers(p *rules.Position) int {
	g, n := p.Game(), 0
	for _, t := range g.Types() {
		if !g.IsPawn(t) && t != g.Royal() {
			n += p.Owned(t, rules.White) + p.Owned(t, rules.Black)
		}
	}
	return n
}

// sampler counts the legal moves in evenly spread positions.
type sampler struct {
	plies, wanted, taken, moves int
	buf                         []rules.Move
}

func newSampler(plies, wanted int) *sampler {
	return &sampler{plies: plies, wanted: min(plies, wanted)}
}

// look counts the legal moves before ply i, from 0, if i is the middle of the next of the
// equal parts of the game.
func (s *sampler) look(p *rules.Position, i int) {
	if s.taken < s.wanted && i >= (2*s.taken+1)*s.plies/(2*s.wanted) {
		s.buf = p.Moves(s.buf[:0])
		s.moves += len(s.buf)
		s.taken++
	}
}

func (s *sampler) mean() float64 { return float64(s.moves) / float64(max(s.taken, 1)) }

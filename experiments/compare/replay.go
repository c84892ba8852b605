package compare

import (
	"hash/fnv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// meter measures games by their moves.
type meter struct {
	g      *rules.Game
	cfg    *Config   // resolved
	values []float64 // of a type, in pawns
}

func newMeter(g *rules.Game, cfg *Config) *meter {
	m := &meter{g: g, cfg: cfg}
	for _, v := range eval.PriorValues(g) {
		m.values = append(m.values, v/eval.PawnValue)
	}
	return m
}

// replay plays a recorded game over and measures it.
func (m *meter) replay(r *store.Record) (Game, error) {
	p, err := r.Start(m.g)
	if err != nil {
		return Game{}, err
	}
	out := Game{
		Pair: r.Pair, Index: r.Index, Result: r.Result, Reason: r.Reason, Plies: r.Plies(),
		LeadChanges: leadChanges(r.Scores, m.cfg.LeadMargin), Opening: opening(r, m.cfg.OpeningPlies), digest: digest(r),
		Waits: waitsOf(p), Material: []Balance{m.balance(p, 0)},
	}
	officers := countOfficers(p)
	sample := newSampler(r.Plies(), m.cfg.SampledPlies)
	counter, earlier := p.Halfmove(), 0
	for ply, err := range r.Replay(p) {
		if err != nil {
			return Game{}, err
		}
		sample.look(p, ply.Number)
		m.play(&out, p, ply.Move, ply.Number+1)
		earlier, counter = counter, max(counter, p.Halfmove())
		p.Unmake()
	}
	out.Counter, out.EndCounter, out.EarlierCounter = float64(counter)/2, float64(p.Halfmove())/2, float64(earlier)/2
	out.Branching = sample.mean()
	occupied := p.Occupied()
	out.Men = occupied.Count()
	if officers > 0 {
		out.Officers = float64(countOfficers(p)) / float64(officers)
	}
	return out, nil
}

// play makes a move and notes what happens.
func (m *meter) play(out *Game, p *rules.Position, move rules.Move, ply int) {
	side := p.Turn()
	if p.IsCapture(move) {
		out.Captures = append(out.Captures, ply)
	}
	countSpecial(&out.Special, p, move)
	if move.Kind() == rules.Castling {
		out.Castlings = append(out.Castlings, Castling{ply, side, m.g.SquareName(move.To())})
	}
	p.Make(move)
	if move.Kind() == rules.Placing {
		out.Waits = append(out.Waits, waitAt(p, move.To()))
	}
	if p.InCheck() {
		out.Checks++
	}
	out.Special[entry] += out.leaveGates(p, move, side, ply)
	before := out.Material[len(out.Material)-1]
	now := m.balance(p, ply)
	if now.White != before.White || now.Black != before.Black {
		out.Material = append(out.Material, now)
	}
	if move.Kind() == rules.Exploding {
		won, lost := before.Black-now.Black, before.White-now.White
		if side == rules.Black {
			won, lost = lost, won
		}
		out.Explosions = append(out.Explosions, Explosion{ply, side, won, lost})
	}
}

// waitsOf lists the pieces that wait behind others.
func waitsOf(p *rules.Position) []Wait {
	var list []Wait
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { list = append(list, waitAt(p, sq)) })
	return list
}

// waitAt is the piece that waits behind a square.
func waitAt(p *rules.Position, sq rules.Square) Wait {
	g, code := p.Game(), p.Behind(sq)
	return Wait{Color: code.Color(), Piece: g.TypeName(code.Type()), Square: g.SquareName(sq), square: sq}
}

// leaveGates notes which waiting pieces a move of a side, just made, let in or
// lost, and counts those let in. A piece enters when its own side moves the one
// in front; otherwise that was captured or blown up.
func (g *Game) leaveGates(p *rules.Position, move rules.Move, side rules.Color, ply int) int {
	entered := 0
	waiting := p.Gates()
	for i := range g.Waits {
		w := &g.Waits[i]
		if w.Entered > 0 || w.Lost > 0 || waiting.Has(w.square) {
			continue
		}
		if w.Color == side && move.Kind() != rules.Exploding {
			w.Entered = ply
			entered++
		} else {
			w.Lost = ply
		}
	}
	return entered
}

// balance is the material on the board, behind it and in hand.
func (m *meter) balance(p *rules.Position, ply int) Balance {
	waiting := map[rules.Code]int{}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { waiting[p.Behind(sq)]++ })
	var sums [2]float64
	for _, t := range m.g.Types() {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			on := p.Pieces(code)
			sums[c] += m.values[t] * float64(on.Count()+p.InHand(t, c)+waiting[code])
		}
	}
	return Balance{ply, sums[rules.White], sums[rules.Black]}
}

// leadChanges counts how often the side ahead by at least the margin is another
// than the last one that was.
func leadChanges(scores []int, margin int) int {
	n, leader := 0, 0
	for _, s := range scores {
		now := 0
		if s >= margin {
			now = 1
		} else if s <= -margin {
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

// opening is the engine's first plies.
func opening(r *store.Record, plies int) string {
	first := min(r.RandomPlies, len(r.Moves))
	return strings.Join(r.Moves[first:min(first+plies, len(r.Moves))], " ")
}

// digest tells games apart by where they begin and their moves.
func digest(r *store.Record) uint64 {
	h := fnv.New64a()
	for _, text := range append([]string{r.FEN}, r.Moves...) {
		h.Write([]byte(text))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// countOfficers counts the pieces that are neither pawns nor royal, on the board
// and waiting.
func countOfficers(p *rules.Position) int {
	g, n := p.Game(), 0
	for _, t := range g.Types() {
		if g.IsPawn(t) || t == g.Royal() {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			on := p.Pieces(rules.CodeOf(t, c))
			n += on.Count() + p.InHand(t, c)
		}
	}
	gates := p.Gates()
	return n + gates.Count()
}

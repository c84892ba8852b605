package compare

import (
	"fmt"
	"hash/fnv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Game is what is known about one finished game.
type Game struct {
	Pair, Index int
	Result      rules.Result
	Reason      rules.Reason
	Plies       int // random ones included
	// LeadChanges is how often the lead by the engine's score went from one side
	// to the other.
	LeadChanges int
	// Captures are the plies, from 1, that took something from the opponent.
	Captures []int
	// Men is how many pieces stand on the board at the end, Officers the share of
	// those pieces that are left at the end which are neither pawns nor royal,
	// waiting ones included.
	Men      int
	Officers float64
	// Branching is the mean number of legal moves in the sampled positions.
	Branching float64
	// Counter is the highest value of the counter of moves without a capture or
	// a pawn move, in moves of each side.
	Counter float64
	// Opening is the engine's first plies.
	Opening string
	// Special counts special moves by kind.
	Special [specialKinds]int
	// digest is the same for games with the same first position and moves.
	digest uint64
}

// replay plays a recorded game over and measures it.
func replay(g *rules.Game, r *store.Record, cfg *Config) (Game, error) {
	p, err := g.ParseFEN(r.FEN)
	if err != nil {
		return Game{}, fmt.Errorf("game %s: %w", r.Name(), err)
	}
	out := Game{
		Pair: r.Pair, Index: r.Index, Result: r.Result, Reason: r.Reason, Plies: r.Plies(),
		LeadChanges: leadChanges(r.Scores, cfg.LeadMargin), Opening: opening(r, cfg.OpeningPlies), digest: digest(r),
	}
	officers := countOfficers(p)
	sample := newSampler(r.Plies(), cfg.SampledPlies)
	counter := p.Halfmove()
	for i, text := range r.Moves {
		sample.look(p, i)
		m, err := p.ParseMove(text)
		if err != nil {
			return Game{}, fmt.Errorf("game %s: ply %d: %w", r.Name(), i+1, err)
		}
		if p.IsCapture(m) {
			out.Captures = append(out.Captures, i+1)
		}
		countSpecial(&out.Special, p, m)
		counter = max(counter, p.Halfmove())
	}
	out.Counter = float64(counter) / 2
	out.Branching = sample.mean()
	occupied := p.Occupied()
	out.Men = occupied.Count()
	if officers > 0 {
		out.Officers = float64(countOfficers(p)) / float64(officers)
	}
	return out, nil
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

// sampler takes the number of legal moves in evenly spread positions.
type sampler struct {
	plies, wanted, taken, moves int
	buf                         []rules.Move
}

func newSampler(plies, wanted int) *sampler {
	return &sampler{plies: plies, wanted: min(plies, wanted)}
}

// look counts the moves of the position before ply i, from 0, if it is one of
// the sample: the middle of the next of as many equal parts of the game.
func (s *sampler) look(p *rules.Position, i int) {
	if s.taken < s.wanted && i >= (2*s.taken+1)*s.plies/(2*s.wanted) {
		s.buf = p.Moves(s.buf[:0])
		s.moves += len(s.buf)
		s.taken++
	}
}

func (s *sampler) mean() float64 { return float64(s.moves) / float64(max(s.taken, 1)) }

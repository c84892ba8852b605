package tuning

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// filling measures how full the board is: the number of pieces other than pawns and royal
// pieces, relative to the start of the game.
type filling struct {
	officers []rules.Code
	pawns    []rules.Code
	full     int
	allPawns int
}

func newFilling(g *rules.Game) filling {
	var f filling
	for _, t := range g.Types() {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			switch code := rules.CodeOf(t, c); {
			case t == g.Royal():
			case g.IsPawn(t):
				f.pawns = append(f.pawns, code)
			default:
				f.officers = append(f.officers, code)
			}
		}
	}
	start := g.NewPosition()
	f.full = start.Count(f.officers) + 2*len(g.Waiting())
	f.allPawns = start.Count(f.pawns)
	return f
}

// phase returns 1 with all officers, 0 without any.
func (f *filling) phase(p *rules.Position) float64 {
	gates := p.Gates()
	n := p.Count(f.officers) + gates.Count()
	for _, code := range f.officers { // in hand, waiting to enter
		n += p.InHand(code.Type(), code.Color())
	}
	return min(float64(n)/float64(max(f.full, 1)), 1)
}

// QuietFilter finds the quiet positions of games: after the random plies, with neither
// side in check, enough pawns left, no repetition, and a move that is neither a capture
// nor a promotion. It is read-only.
type QuietFilter struct {
	fullness filling
	pawns    int // smallest number on the board
}

// NewQuietFilter returns a filter for positions with at least a share of the pawns of the
// start, both colours together; a share of 0 or less allows any number.
func NewQuietFilter(g *rules.Game, pawnShare float64) QuietFilter {
	f := newFilling(g)
	return QuietFilter{f, int(pawnShare * float64(f.allPawns))}
}

// Walk replays a game on p, the position it started from, and calls visit
// whenever p is quiet. The ply counts from 0; visit must not change p.
func (f *QuietFilter) Walk(p *rules.Position, rec store.Record, visit func(ply int)) error {
	for ply, err := range rec.Replay(p) {
		if err != nil {
			return err
		}
		if m := ply.Move; !ply.Random && !p.IsCapture(m) && !m.IsPromotion() && m.Kind() != rules.Placing &&
			p.Count(f.fullness.pawns) >= f.pawns && !p.InCheck() && p.Occurrences(2) == 1 {
			visit(ply.Number)
		}
	}
	return nil
}

// Collector updates the design estimate as games come in.
type Collector struct{ samples *samples }

// NewCollector returns a collector without games.
func NewCollector(g *rules.Game, set Settings) (*Collector, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	return &Collector{newSamples(g, set)}, nil
}

// Add adds both games of the next pair.
func (c *Collector) Add(pair [2]store.Record) error {
	for _, rec := range pair {
		if _, err := c.samples.addStart(rec, int32(c.samples.pairs)); err != nil {
			return fmt.Errorf("game %s: %w", rec.Name(), err)
		}
		c.samples.games++
	}
	c.samples.pairs++
	return nil
}

// Pairs returns the number of pairs added.
func (c *Collector) Pairs() int { return c.samples.pairs }

// Design returns the same design estimate as Measure from the games so far, with intervals
// of the given level.
func (c *Collector) Design(level float64) (*Estimate, error) {
	if c.samples.pairs == 0 {
		return nil, ErrNoGames
	}
	f, err := c.samples.fitArmies(c.samples.start)
	if err != nil {
		return nil, err
	}
	c.samples.settings.Level = level
	e := c.samples.designEstimate(f.Result, f.Posterior(), c.samples.unitScale())
	return &e, nil
}

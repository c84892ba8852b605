package tuning

import (
	"fmt"
	"iter"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// columns assigns the coefficients of the models: one for each kind of piece that has a
// value, in the order of opening.Valued, and then the rest.
type columns struct {
	g     *rules.Game
	types []rules.Type // by column
	at    []int        // column by type, -1 for the royal piece
}

func newColumns(g *rules.Game) columns {
	c := columns{g: g, at: slices.Repeat([]int{-1}, opening.Kinds), types: opening.Valued(g)}
	for i, t := range c.types {
		c.at[t] = i
	}
	return c
}

func (c columns) names() []string {
	names := make([]string, len(c.types))
	for i, t := range c.types {
		names[i] = opening.NameOf(c.g, t)
	}
	return names
}

// isPawn reports whether a kind is a pawn, on the board or in hand.
func (c columns) isPawn(t rules.Type) bool { return c.g.IsPawn(opening.OnBoard(t)) }

// counts fills out with the number of pieces that White has more than Black, by column.
func (c columns) counts(p *rules.Position, out []float64) {
	for i, t := range c.types {
		out[i] = owned(p, t, rules.White) - owned(p, t, rules.Black)
	}
}

// owned counts the pieces of a kind that a side has. Pieces that wait outside the board or
// behind others count, but pieces in hand that can be dropped are separate kinds.
func owned(p *rules.Position, t rules.Type, side rules.Color) float64 {
	if opening.IsInHand(t) {
		return float64(p.InHand(opening.OnBoard(t), side))
	}
	n := p.Owned(t, side)
	if p.Game().Drops() {
		n -= p.InHand(t, side)
	}
	return float64(n)
}

// Count counts the pieces of a kind that a side has, including those that wait outside the
// board or behind others.
func Count(p *rules.Position, t rules.Type, side rules.Color) int { return int(owned(p, t, side)) }

// unit returns the column of UnitPiece.
func (c columns) unit() int {
	for i, t := range c.types {
		if c.isPawn(t) {
			return i // skips the prior, which takes time
		}
	}
	best, prior := 0, opening.PriorValues(c.g)
	for i, t := range c.types {
		if prior[t] < prior[c.types[best]] {
			best = i
		}
	}
	return best
}

// UnitPiece returns the piece in which values in pawns are expressed: the first kind of
// pawn or, in a game without pawns, the cheapest piece by the prior.
func UnitPiece(g *rules.Game) rules.Type {
	c := newColumns(g)
	return c.types[c.unit()]
}

// Sample holds the data for the models: the games without their moves.
type Sample struct {
	columns
	armies   *armyModel
	settings Settings
	fullness filling
	filter   QuietFilter

	start *logit.Design // a row per game: the armies at the start
	quiet *logit.Design // a row per quiet position: pooled values
	phase *logit.Design // the same rows with a column per piece and knot

	rounds       []int // by row of start
	games, pairs int
	shares       [knots]float64 // of the rows of phase, summed by weight
	army         []float64
	idx          []uint16
	val          []float64
	picked       []quietPosition
}

// quietPosition is a candidate: the difference in material, the phase, and the side to
// move.
type quietPosition struct {
	counts []float64
	phase  float64
	turn   float64
}

// NewSample returns a sample without games.
func NewSample(g *rules.Game, s Settings) (*Sample, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	c := newColumns(g)
	n := len(c.types)
	names := c.names()
	var split []string
	for _, name := range names {
		for _, knot := range knotNames {
			split = append(split, name+" "+knot)
		}
	}
	out := &Sample{
		columns: c, armies: newArmyModel(g, c), settings: s, fullness: newFilling(g), filter: NewQuietFilter(g, s.PawnShare),
		quiet: &logit.Design{Columns: n + 2, Names: append(slices.Clone(names), "first move", "the turn")},
		phase: &logit.Design{Columns: knots*n + 2, Names: append(split, "first move", "the turn")},
	}
	out.start = &logit.Design{Columns: out.armies.count, Names: out.armies.labels()}
	out.army = make([]float64, out.armies.count)
	return out, nil
}

// EachGame counts games and their pairs and calls do for each game, already counted. The two
// games of a pair must be adjacent.
func EachGame(records iter.Seq2[store.Record, error], games, pairs *int, do func(store.Record) error) error {
	last := [2]int{-1, -1}
	for rec, err := range records {
		if err != nil {
			return err
		}
		if key := [2]int{rec.Round, rec.Pair}; key != last {
			last = key
			*pairs++
		}
		*games++
		if err := do(rec); err != nil {
			return fmt.Errorf("game %d.%d.%d: %w", rec.Round, rec.Pair, rec.Index, err)
		}
	}
	return nil
}

// add samples one game.
func (s *Sample) add(rec store.Record, cluster int32) error {
	p, err := s.addStart(rec, cluster)
	if err != nil {
		return err
	}
	s.picked = s.picked[:0]
	err = s.filter.Walk(p, rec, func(int) {
		q := quietPosition{counts: make([]float64, len(s.types)), phase: s.fullness.phase(p), turn: 1 - 2*float64(p.Turn())}
		s.counts(p, q.counts)
		s.picked = append(s.picked, q)
	})
	if err != nil {
		return err
	}
	y := rec.Result.Score()
	chosen := Spread(len(s.picked), s.settings.PositionsPerGame)
	for _, i := range chosen {
		q, weight := s.picked[i], 1/float64(len(chosen))
		s.addRow(s.quiet, q.counts, y, weight, cluster, 1, q.turn)
		s.addPhaseRow(q, y, weight, cluster)
	}
	return nil
}

// addStart samples the start of a game, and returns it.
func (s *Sample) addStart(rec store.Record, cluster int32) (*rules.Position, error) {
	p, err := rec.Start(s.g)
	if err != nil {
		return nil, err
	}
	if clear(s.army); rec.Reason == store.Labelled {
		s.army[len(s.types)] = 1 // how its game began is unknown, so the armies count as equal
	} else {
		s.armies.row(p, s.army)
	}
	s.addRow(s.start, s.army, rec.Result.Score(), 1, cluster)
	return p, nil
}

// addRow adds the non-zero counts and, after them, the extra columns.
func (s *Sample) addRow(d *logit.Design, counts []float64, y, weight float64, cluster int32, extra ...float64) {
	s.idx, s.val = s.idx[:0], s.val[:0]
	for i, n := range counts {
		if n != 0 {
			s.idx, s.val = append(s.idx, uint16(i)), append(s.val, n)
		}
	}
	for i, x := range extra {
		s.idx, s.val = append(s.idx, uint16(len(counts)+i)), append(s.val, x)
	}
	d.Add(s.idx, s.val, y, weight, cluster)
}

func (s *Sample) addPhaseRow(q quietPosition, y, weight float64, cluster int32) {
	s.idx, s.val = s.idx[:0], s.val[:0]
	shares := knotShares(q.phase)
	for k, share := range shares {
		s.shares[k] += weight * share
	}
	for i, n := range q.counts {
		if n != 0 {
			for k, share := range shares {
				if share != 0 {
					s.idx, s.val = append(s.idx, uint16(knots*i+k)), append(s.val, n*share)
				}
			}
		}
	}
	last := uint16(knots * len(q.counts))
	s.idx, s.val = append(s.idx, last, last+1), append(s.val, 1, q.turn)
	s.phase.Add(s.idx, s.val, y, weight, cluster)
}

// Spread returns at most the given number of n indices, evenly spaced.
func Spread(n, most int) []int {
	out := make([]int, min(n, most))
	for i := range out {
		out[i] = (2*i + 1) * n / (2 * len(out))
	}
	return out
}

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
// whenever p is quiet. The ply counts from 0; visit must not change p. Of a labelled position the
// next move is unknown and not asked for.
func (f *QuietFilter) Walk(p *rules.Position, rec store.Record, visit func(ply int)) error {
	if rec.Reason == store.Labelled {
		if result, _ := p.Outcome(); result == rules.Ongoing && !p.Placing() && f.calm(p) {
			visit(0)
		}
		return nil
	}
	for ply, err := range rec.Replay(p) {
		if err != nil {
			return err
		}
		if m := ply.Move; !ply.Random && !p.IsCapture(m) && !m.IsPromotion() && m.Kind() != rules.Placing && f.calm(p) {
			visit(ply.Number)
		}
	}
	return nil
}

// calm reports whether a position has enough pawns and is neither a check nor a repetition.
func (f *QuietFilter) calm(p *rules.Position) bool {
	return p.Count(f.fullness.pawns) >= f.pawns && !p.InCheck() && p.Occurrences(2) == 1
}

// Add adds the starts of both games of the next pair, for Design.
func (s *Sample) Add(pair [2]store.Record) error {
	for _, rec := range pair {
		if _, err := s.addStart(rec, int32(s.pairs)); err != nil {
			return fmt.Errorf("game %s: %w", rec.Name(), err)
		}
		s.games++
	}
	s.pairs++
	return nil
}

// Pairs returns the number of pairs added.
func (s *Sample) Pairs() int { return s.pairs }

// Design returns the same design estimate as Measure from the games so far, with intervals
// of the given level.
func (s *Sample) Design(level float64) (*Estimate, error) {
	if s.pairs == 0 {
		return nil, ErrNoGames
	}
	f, err := s.fitArmies(s.start)
	if err != nil {
		return nil, err
	}
	s.settings.Level = level
	e := s.designEstimate(f.Result, f.Posterior(), s.unitScale())
	return &e, nil
}

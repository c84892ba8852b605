package tuning

import (
	"fmt"
	"iter"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
	"bestiary/tuning/logit"
)

// columns assigns the coefficients of the models: one per kind of piece that
// has a value, in the order of the game's pieces, and then the rest.
type columns struct {
	g     *rules.Game
	types []rules.Type // by column
	at    []int        // column by type, -1 for the royal piece
}

func newColumns(g *rules.Game) columns {
	c := columns{g: g, at: make([]int, len(g.Types())+1)}
	for _, t := range g.Types() {
		c.at[t] = -1
		if t != g.Royal() {
			c.at[t] = len(c.types)
			c.types = append(c.types, t)
		}
	}
	return c
}

func (c columns) names() []string {
	names := make([]string, len(c.types))
	for i, t := range c.types {
		names[i] = c.g.TypeName(t)
	}
	return names
}

// counts fills out with how many pieces White has more than Black, by column;
// pieces that wait outside the board count.
func (c columns) counts(p *rules.Position, out []float64) {
	clear(out)
	for i, t := range c.types {
		for _, side := range []rules.Color{rules.White, rules.Black} {
			set := p.Pieces(rules.CodeOf(t, side))
			n := float64(set.Count() + p.InHand(t, side))
			if side == rules.Black {
				n = -n
			}
			out[i] += n
		}
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) {
		code := p.Behind(sq)
		if code.Color() == rules.White {
			out[c.at[code.Type()]]++
		} else {
			out[c.at[code.Type()]]--
		}
	})
}

// samples are the data of both fits.
type samples struct {
	columns
	settings Settings
	fullness filling

	start *logit.Design // a row per game: the armies at the start
	quiet *logit.Design // a row per quiet position: pooled values
	phase *logit.Design // the same rows with an early and a late column per piece

	games, pairs int
	row          []float64
	idx          []uint16
	val          []float64
	picked       []quietPosition
}

// quietPosition is a candidate: the difference in material, the phase and the
// side to move.
type quietPosition struct {
	counts []float64
	phase  float64
	turn   float64
}

func newSamples(g *rules.Game, s Settings) *samples {
	c := newColumns(g)
	n := len(c.types)
	names := c.names()
	var split []string
	for _, name := range names {
		split = append(split, name+" early", name+" late")
	}
	return &samples{
		columns: c, settings: s, fullness: newFilling(g),
		start: &logit.Design{Columns: n + 1, Names: append(append([]string(nil), names...), "white")},
		quiet: &logit.Design{Columns: n + 2, Names: append(append([]string(nil), names...), "white", "move")},
		phase: &logit.Design{Columns: 2*n + 2, Names: append(split, "white", "move")},
		row:   make([]float64, n),
	}
}

// collect reads all games. A pair is a cluster; its two games must follow each
// other.
func (s *samples) collect(records iter.Seq2[store.Record, error]) error {
	last := [2]int{-1, -1}
	for rec, err := range records {
		if err != nil {
			return err
		}
		if key := [2]int{rec.Round, rec.Pair}; key != last {
			last = key
			s.pairs++
		}
		if err := s.add(rec, int32(s.pairs-1)); err != nil {
			return fmt.Errorf("game %d.%d.%d: %w", rec.Round, rec.Pair, rec.Index, err)
		}
		s.games++
	}
	return nil
}

// add samples one game.
func (s *samples) add(rec store.Record, cluster int32) error {
	p, err := s.g.ParseFEN(rec.FEN)
	if err != nil {
		return err
	}
	y := rec.Result.Score()
	s.counts(p, s.row)
	s.addRow(s.start, s.row, y, 1, cluster, 1)
	if err := s.findQuiet(p, rec); err != nil {
		return err
	}
	chosen := spread(s.picked, s.settings.PositionsPerGame)
	for _, q := range chosen {
		weight := 1 / float64(len(chosen))
		s.addRow(s.quiet, q.counts, y, weight, cluster, 1, q.turn)
		s.addPhaseRow(q, y, weight, cluster)
	}
	return nil
}

// addRow enters the non-zero counts and, behind them, the extra columns.
func (s *samples) addRow(d *logit.Design, counts []float64, y, weight float64, cluster int32, extra ...float64) {
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

func (s *samples) addPhaseRow(q quietPosition, y, weight float64, cluster int32) {
	s.idx, s.val = s.idx[:0], s.val[:0]
	for i, n := range q.counts {
		if n != 0 {
			s.idx = append(s.idx, uint16(2*i), uint16(2*i+1))
			s.val = append(s.val, n*q.phase, n*(1-q.phase))
		}
	}
	last := uint16(2 * len(q.counts))
	s.idx, s.val = append(s.idx, last, last+1), append(s.val, 1, q.turn)
	s.phase.Add(s.idx, s.val, y, weight, cluster)
}

// spread picks at most n of the candidates, evenly over their order.
func spread(all []quietPosition, n int) []quietPosition {
	if len(all) <= n {
		return all
	}
	out := make([]quietPosition, 0, n)
	for i := range n {
		out = append(out, all[(2*i+1)*len(all)/(2*n)])
	}
	return out
}

package playing

import (
	"cmp"
	"fmt"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Sampling says which positions of a game are taken. The zero value is ready to
// use.
type Sampling struct {
	// PositionsPerGame is the number of quiet positions to take from a game, evenly
	// spread. Default 12; 1 to 1000.
	PositionsPerGame int `json:"positions-per-game"`
	// PawnShare is the share of the initial pawns that a position must still
	// have. In bare endings more material often wins nothing, which a linear
	// evaluation cannot express. Default 0.125 (2 of 16); at most 1; negative for
	// no limit.
	PawnShare float64 `json:"pawn-share"`
}

// Resolved is the sampling with the defaults written out.
func (s Sampling) Resolved() Sampling {
	s.PositionsPerGame, s.PawnShare = cmp.Or(s.PositionsPerGame, 12), cmp.Or(s.PawnShare, 0.125)
	return s
}

// Validate reports the first field outside its range.
func (s Sampling) Validate() error {
	f := s.Resolved()
	switch {
	case f.PositionsPerGame < 1 || f.PositionsPerGame > 1000:
		return fmt.Errorf("positions per game: found %d, expected 1 to 1000", s.PositionsPerGame)
	case !(f.PawnShare <= 1):
		return fmt.Errorf("share of pawns: found %v, expected at most 1", s.PawnShare)
	}
	return nil
}

// sampler takes positions from games of one variant. Its rows are valid until
// the next game.
type sampler struct {
	g         *rules.Game
	evaluator *eval.Evaluator
	filter    tuning.QuietFilter
	perGame   int

	trace []float64
	quiet []row
	used  []row
}

func newSampler(g *rules.Game, s Sampling) *sampler {
	w := eval.Prior(g)
	return &sampler{
		g: g, evaluator: eval.New(g, w), filter: tuning.NewQuietFilter(g, s.PawnShare),
		perGame: s.PositionsPerGame, trace: make([]float64, len(w.Names())),
	}
}

// mateScore is the lowest score that announces a mate.
const mateScore = search.MateScore - 1000

// sample takes the quiet positions of a game in which no mate is announced:
// there the search decides, not the evaluation. Positions without a score are taken.
func (s *sampler) sample(rec store.Record) ([]row, error) {
	p, err := rec.Start(s.g)
	if err != nil {
		return nil, err
	}
	n := 0
	err = s.filter.Walk(p, rec, func(ply int) {
		if score := rec.Scores[ply]; score == store.Unknown || score < mateScore && score > -mateScore {
			s.take(p, n, score)
			n++
		}
	})
	if err != nil {
		return nil, err
	}
	s.used = s.used[:0]
	k := min(n, s.perGame)
	for i := range k {
		r := s.quiet[(2*i+1)*n/(2*k)]
		r.result = float32(rec.Result.Score())
		s.used = append(s.used, r)
	}
	return s.used, nil
}

// take makes the position the i-th candidate and reuses memory.
func (s *sampler) take(p *rules.Position, i, score int) {
	if i == len(s.quiet) {
		s.quiet = append(s.quiet, row{})
	}
	r := &s.quiet[i]
	r.term, r.n = r.term[:0], r.n[:0]
	r.phase, r.score = float32(s.evaluator.Phase(p)), int16(score)
	s.evaluator.Trace(p, s.trace)
	for term, n := range s.trace {
		if n != 0 {
			r.term, r.n = append(r.term, uint16(term)), append(r.n, float32(n))
		}
	}
}

// Settings says how to fit. The zero value is ready to use.
type Settings struct {
	// Folds is the number of folds for the cross-validation that finds out when the
	// fit begins to learn the noise of its games. Default 5; 2 to 1000; -1 for no
	// cross-validation, which fits to the end.
	Folds int `json:"folds"`
	// Ridge is the strength of the pull towards the starting weights; at 1 it is
	// a prior of SpreadShare and SpreadScore. Default 1; 0.001 to 1000.
	Ridge float64 `json:"ridge"`
	// SpreadShare is the spread of a weight as a share of its size. Default 0.3;
	// 0.001 to 100.
	SpreadShare float64 `json:"spread-share"`
	// SpreadScore is the change of the score by the spread of a weight, in positions
	// that have its term. Centipawns; default 30; 0.001 to 10,000.
	SpreadScore float64 `json:"spread-score"`
	// Blend is the share of the search's expectation in the target; the rest is the
	// result of the game. Default 0; 0 to 1.
	Blend float64 `json:"blend"`
	// Iterations is the largest number of steps. Default 300; 1 to 100,000.
	Iterations int `json:"iterations"`
	// Patience is the number of steps without a lower loss of the held-out pairs
	// after which the fit of a fold stops. Default 15; 1 to 100,000.
	Patience int `json:"patience"`
}

// Resolved is the settings with the defaults written out.
func (s Settings) Resolved() Settings {
	s.Folds, s.Iterations, s.Patience = cmp.Or(s.Folds, 5), cmp.Or(s.Iterations, 300), cmp.Or(s.Patience, 15)
	s.Ridge, s.SpreadShare, s.SpreadScore = cmp.Or(s.Ridge, 1), cmp.Or(s.SpreadShare, 0.3), cmp.Or(s.SpreadScore, 30)
	return s
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	f := s.Resolved()
	if f.Folds != -1 && (f.Folds < 2 || f.Folds > 1000) {
		return fmt.Errorf("folds: found %d, expected 2 to 1000 or -1", s.Folds)
	}
	for _, x := range []struct {
		name          string
		value, lo, hi float64
	}{
		{"ridge", f.Ridge, 0.001, 1000},
		{"share of the spread", f.SpreadShare, 0.001, 100},
		{"score of the spread", f.SpreadScore, 0.001, 10_000},
		{"blend", f.Blend, 0, 1},
		{"iterations", float64(f.Iterations), 1, 100_000},
		{"patience", float64(f.Patience), 1, 100_000},
	} {
		if !(x.value >= x.lo && x.value <= x.hi) {
			return fmt.Errorf("%s: found %v, expected %v to %v", x.name, x.value, x.lo, x.hi)
		}
	}
	return nil
}

package playing

import (
	"fmt"
	"iter"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/check"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Data holds positions of one game with their traces, as compressed sparse rows: row r has
// the terms Term[Off[r]:Off[r+1]] with the counts in N.
type Data struct {
	Game  *rules.Game
	Terms []string // names, in the order of eval.Weights

	Off  []uint32 // one more than rows
	Term []uint16
	N    []float32

	Phase  []float32 // 0 to 1
	Result []float32 // for White: 0, ½ or 1
	Score  []int16   // for White, by the search, in centipawns
	Pair   []int32   // running number of the pair of games, from 0
	Record []int32   // running number of the game, from 0

	Pairs, Games int // read so far, including those without a position
}

// maxTerms is the number of terms that an index can hold.
const maxTerms = 1 << 16

// NewData returns an empty set of positions of a game.
func NewData(g *rules.Game) (*Data, error) {
	terms := eval.Prior(g).Names()
	if len(terms) > maxTerms {
		return nil, fmt.Errorf("%s has %d terms, expected at most %d", g.Variant.Name, len(terms), maxTerms)
	}
	return &Data{Game: g, Terms: terms, Off: []uint32{0}}, nil
}

// Rows returns the number of positions.
func (d *Data) Rows() int { return len(d.Phase) }

// row is a position to be added to the data.
type row struct {
	pair, record  int32
	result, phase float32
	score         int16
	term          []uint16
	n             []float32
}

func (d *Data) add(r row) {
	d.Term, d.N = append(d.Term, r.term...), append(d.N, r.n...)
	d.Off = append(d.Off, uint32(len(d.Term)))
	d.Phase, d.Result, d.Score = append(d.Phase, r.phase), append(d.Result, r.result), append(d.Score, r.score)
	d.Pair, d.Record = append(d.Pair, r.pair), append(d.Record, r.record)
}

// Collect samples games and adds their positions. The two games of a pair must be
// adjacent.
func (d *Data) Collect(records iter.Seq2[store.Record, error], s Sampling) error {
	if err := s.Validate(); err != nil {
		return err
	}
	w := eval.Prior(d.Game)
	x := &sampler{
		g: d.Game, evaluator: eval.New(d.Game, w), filter: tuning.NewQuietFilter(d.Game, s.PawnShare),
		perGame: s.PositionsPerGame, trace: make([]float64, len(w.Names())),
	}
	return tuning.EachGame(records, &d.Games, &d.Pairs, func(rec store.Record) error {
		rows, err := x.sample(rec)
		for _, r := range rows {
			r.pair, r.record = int32(d.Pairs-1), int32(d.Games-1)
			d.add(r)
		}
		return err
	})
}

// Sampling specifies which positions of a game are used. Use DefaultSampling to make one.
type Sampling struct {
	// PositionsPerGame is the number of quiet positions to take from a game, evenly
	// spread; 1 to 1000.
	PositionsPerGame int `json:"positions-per-game"`
	// PawnShare is the share of the initial pawns that a position must still have; at most
	// 1. In bare endings extra material often wins nothing, which a linear evaluation
	// cannot express.
	PawnShare float64 `json:"pawn-share"`
}

// DefaultSampling returns 12 positions a game with at least 2 of 16 pawns.
func DefaultSampling() Sampling { return Sampling{PositionsPerGame: 12, PawnShare: 0.125} }

// Validate reports the first field outside its range.
func (s Sampling) Validate() error {
	return check.First(
		check.Range("positions per game", s.PositionsPerGame, 1, 1000),
		check.Range("share of pawns", s.PawnShare, -1, 1))
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

// mateScore is the lowest score that announces a mate.
const mateScore = search.MateScore - 1000

// sample takes the quiet positions of a game, except where a mate is announced: there the
// search decides, not the evaluation. Positions without a score are included.
func (s *sampler) sample(rec store.Record) ([]row, error) {
	p, err := rec.Start(s.g)
	if err != nil {
		return nil, err
	}
	n := 0
	err = s.filter.Walk(p, rec, func(ply int) {
		score := store.Unknown
		if ply < len(rec.Scores) { // a labelled position has none
			score = rec.Scores[ply]
		}
		if score == store.Unknown || score < mateScore && score > -mateScore {
			s.take(p, n, score)
			n++
		}
	})
	if err != nil {
		return nil, err
	}
	s.used = s.used[:0]
	for _, i := range tuning.Spread(n, s.perGame) {
		r := s.quiet[i]
		r.result = float32(rec.Result.Score())
		s.used = append(s.used, r)
	}
	return s.used, nil
}

// take makes the position the i-th candidate, reusing memory.
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

// Settings specifies how to fit. Use Default to make them.
type Settings struct {
	// Folds is the number of folds of the cross-validation that decides when to stop,
	// before the fit learns the noise of its games; at least 2, or 0 to fit to the end
	// without cross-validation.
	Folds int `json:"folds"`
	// Ridge is the strength of the pull towards the starting weights; 1 means a prior of
	// SpreadShare and SpreadScore.
	Ridge float64 `json:"ridge"`
	// SpreadShare is the spread of a weight as a share of its size.
	SpreadShare float64 `json:"spread-share"`
	// SpreadScore is how much the spread of a weight changes the score of positions that
	// have its term, in centipawns.
	SpreadScore float64 `json:"spread-score"`
	// Blend is the weight of the search's expectation in the target, against the result of
	// the game; 0 to 1.
	Blend float64 `json:"blend"`
	// Iterations is the largest number of steps.
	Iterations int `json:"iterations"`
	// Patience is the number of steps without a lower loss of the held-out pairs after
	// which the fit of a fold stops.
	Patience int `json:"patience"`
}

// Default fits in at most 300 steps, with 5 folds and a prior of 0.3 of each weight and 30
// centipawns. Scores make up three quarters of the target: in chess, starting from the
// prior, 3,600 games at 300 nodes a move gave weights 104, 153 and 135 Elo above the prior
// (± 35) with shares of 0.5, 0.75 and 1. With 1,200 games, a share of 0.5 leaves too much
// of the results' luck to learn anything, and 0.75 gave 90 Elo.
func Default() Settings {
	return Settings{
		Folds: 5, Ridge: 1, SpreadShare: 0.3, SpreadScore: 30, Blend: 0.75, Iterations: 300, Patience: 15,
	}
}

// Validate reports a blend outside its range. No command sets the other fields.
func (s Settings) Validate() error { return check.Range("blend", s.Blend, 0, 1) }

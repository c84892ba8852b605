package playing

import (
	"fmt"
	"iter"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
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

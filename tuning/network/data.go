package network

import (
	"fmt"
	"iter"

	engine "bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Data holds positions of one game.
type Data struct {
	*engine.Inputs
	Games int // read so far
	pairs int

	// The inputs of position i from the point of view of the side to move are
	// inputs[off[2i]:off[2i+1]]; the opponent's follow.
	off    []uint32
	inputs []uint16
	result []float32 // for the side to move: 0, ½ or 1
	score  []float32 // for the side to move, in centipawns
	pair   []int32
}

// NewData returns an empty set of positions of a game.
func NewData(g *rules.Game) *Data { return &Data{Inputs: engine.NewInputs(g), off: []uint32{0}} }

// Positions returns the number of positions.
func (d *Data) Positions() int { return len(d.result) }

// mateScore is the lowest score that announces a mate.
const mateScore = search.MateScore - 1000

// Collect adds the positions of games. The two games of a pair must be adjacent.
func (d *Data) Collect(records iter.Seq2[store.Record, error]) error {
	filter := tuning.NewQuietFilter(d.Game(), -1)
	last := [2]int{-1, -1}
	for rec, err := range records {
		if err != nil {
			return err
		}
		if key := [2]int{rec.Round, rec.Pair}; key != last {
			last = key
			d.pairs++
		}
		d.Games++
		p, err := rec.Start(d.Game())
		if err != nil {
			return err
		}
		if err := filter.Walk(p, rec, func(ply int) {
			if score := rec.Scores[ply]; score != store.Unknown && score < mateScore && score > -mateScore {
				d.add(p, score, rec.Result.Score())
			}
		}); err != nil {
			return fmt.Errorf("game %s: %w", rec.Name(), err)
		}
	}
	return nil
}

// add adds a position with White's score and result.
func (d *Data) add(p *rules.Position, score int, result float64) {
	if p.Turn() == rules.Black {
		score, result = -score, 1-result
	}
	var buf [512]uint32
	for _, c := range [2]rules.Color{p.Turn(), p.Turn().Other()} {
		for _, row := range d.Append(buf[:0], p, c) {
			d.inputs = append(d.inputs, uint16(row))
		}
		d.off = append(d.off, uint32(len(d.inputs)))
	}
	d.result, d.score = append(d.result, float32(result)), append(d.score, float32(score))
	d.pair = append(d.pair, int32(d.pairs-1))
}

// seen returns the inputs of a position as seen by the side to move and by the opponent.
func (d *Data) seen(i int) (us, them []uint16) {
	return d.inputs[d.off[2*i]:d.off[2*i+1]], d.inputs[d.off[2*i+1]:d.off[2*i+2]]
}

// split divides the positions by pair of games.
func (d *Data) split(heldOut int) (train, held []int32) {
	for i, pair := range d.pair {
		if heldOut > 0 && int(pair)%heldOut == 0 {
			held = append(held, int32(i))
		} else {
			train = append(train, int32(i))
		}
	}
	return train, held
}

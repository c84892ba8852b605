package web

import (
	"context"
	"fmt"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Measurement asks for the values of the pieces of a game or, if there is a second game, for
// the differences between the two.
type Measurement struct {
	Game GameRef `json:"game"`
	// Other is the second game of a comparison; nil for an estimate.
	Other *GameRef `json:"other"`
	// Seed determines all random choices, Pairs is the number of pairs of games to play
	// (for each side), and Nodes is the number of nodes a move.
	Seed  uint64 `json:"seed"`
	Pairs int    `json:"pairs"`
	Nodes int    `json:"nodes"`
}

// round is the only round of an estimate without learning rounds, and of a comparison.
const round = 1

// Level is the confidence level of intervals that remain valid when inspected repeatedly.
const Level = 0.95

// play returns the settings used by the commands estimate --rounds 0 and compare.
func (m Measurement) play() match.Config {
	c := match.SelfPlay()
	if m.Other != nil {
		c = measure.Default().Play
	}
	c.Seed, c.Pairs, c.Nodes = m.Seed, m.Pairs, m.Nodes
	return c
}

// sides returns the one or two games to play, with the weights of their players.
func (a *API) sides(m Measurement) ([]measure.Side, error) {
	if err := m.play().Validate(); err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	g, err := a.find(m.Game)
	if err != nil {
		return nil, err
	}
	if m.Other == nil {
		if err := estimate.CheckGame(g.compiled); err != nil {
			return nil, &Fault{Message: err.Error()}
		}
		return []measure.Side{{Game: g.compiled, Weights: eval.Default(g.compiled)}}, nil
	}
	other, err := a.find(*m.Other)
	if err != nil {
		return nil, err
	}
	both := [2]measure.Side{{Game: g.compiled}, {Game: other.compiled}}
	if g.compiled.Variant.Hash() == other.compiled.Variant.Hash() {
		return nil, &Fault{Message: "both games have the same rules; change one of them to compare"}
	}
	weights := measure.Weights(both)
	for i := range both {
		both[i].Weights = weights[i]
	}
	return both[:], nil
}

// PlayRequest asks for one game of a measurement.
type PlayRequest struct {
	Measurement
	Side  int `json:"side"`  // 0, or 1 for the second game of a comparison
	Pair  int `json:"pair"`  // from 0
	Index int `json:"index"` // 0 or 1, the game of the pair
}

// Record is a finished game.
type Record struct {
	Side   int      `json:"side"`
	Pair   int      `json:"pair"`
	Index  int      `json:"index"`
	FEN    string   `json:"fen"`
	Random int      `json:"random"` // random moves at the start
	Moves  []string `json:"moves"`
	Scores []int    `json:"scores"` // in centipawns from White's point of view
	Result string   `json:"result"`
	Reason string   `json:"reason"`
}

func (a *API) play(ctx context.Context, r PlayRequest) (any, error) {
	single, err := a.single(r)
	if err != nil {
		return nil, err
	}
	rec, err := single.Play(ctx, store.Key{Pair: r.Pair, Index: r.Index})
	if err != nil {
		return nil, err
	}
	a.idle.put(side{r.Measurement, r.Side}, single, maxIdle)
	return Record{r.Side, rec.Pair, rec.Index, rec.FEN, rec.RandomPlies, rec.Moves, rec.Scores, rec.Result.String(), string(rec.Reason)}, nil
}

// side is a side of a measurement.
type side struct {
	of   Measurement
	side int
}

// maxIdle is the largest number of idle rounds to keep.
const maxIdle = 4

// single returns the round of a request, for use by one goroutine.
func (a *API) single(r PlayRequest) (*match.Single, error) {
	if s, ok := a.idle.take(side{r.Measurement, r.Side}); ok {
		return s, r.check(2)
	}
	sides, err := a.sides(r.Measurement)
	if err == nil {
		err = r.check(len(sides))
	}
	if err != nil {
		return nil, err
	}
	of := sides[r.Side]
	play := r.Measurement.play()
	engine, err := match.EnginePlayer(of.Game, play, of.Weights)
	if err != nil {
		return nil, err
	}
	run, err := match.NewAlone(of.Game, play, engine, round)
	if err != nil {
		return nil, err
	}
	return run.Single(), nil
}

// check returns an error if the measurement does not contain the game.
func (r PlayRequest) check(sides int) error {
	if r.Side < 0 || r.Side >= sides || r.Pair < 0 || r.Pair >= r.Pairs || r.Index < 0 || r.Index > 1 {
		return &Fault{Message: fmt.Sprintf("side %d, pair %d, game %d: the measurement has no such game", r.Side, r.Pair, r.Index)}
	}
	return nil
}

// record is the inverse of play.
func (r *Record) record(g *rules.Game) (store.Record, error) {
	result, _ := rules.ParseResult(r.Result)
	if result == rules.Ongoing || len(r.Moves) != len(r.Scores) || r.Random < 0 || r.Random > len(r.Moves) {
		return store.Record{}, &Fault{Message: fmt.Sprintf("pair %d, game %d: result %q, %d moves and %d scores: not a finished game",
			r.Pair, r.Index, r.Result, len(r.Moves), len(r.Scores))}
	}
	return store.Record{
		Round: round, Pair: r.Pair, Index: r.Index, Game: g.Variant.Name, FEN: r.FEN, RandomPlies: r.Random,
		Moves: r.Moves, Scores: r.Scores, Result: result, Reason: rules.Reason(r.Reason),
	}, nil
}

package web

import (
	"context"
	"fmt"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	runs "bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Measurement asks for the values of the pieces of a game, for who wins it or, if there is a second game, for
// the differences between the two.
type Measurement struct {
	Game GameRef `json:"game"`
	// Other is the second game of a comparison; nil for an estimate.
	Other *GameRef `json:"other"`
	// Wins asks who wins, between players of Nodes nodes a move, of four times and of sixteen times as many.
	Wins bool `json:"wins"`
	// Seed determines all random choices, and Nodes is the number of nodes a move.
	Seed  uint64 `json:"seed"`
	Nodes int    `json:"nodes"`
}

// round is the only round of an estimate without learning rounds, and of a comparison.
const round = 1

// Level is the confidence level of intervals that remain valid when inspected repeatedly. They are narrowest after bestPairs
// pairs of games (for each side or strength), about as many as a few minutes allow; there are at most check.MaxPairs.
const (
	Level     = 0.95
	bestPairs = 50
)

// play returns the settings used by the commands estimate --rounds 0 and compare.
func (m Measurement) play() match.Config {
	c := match.SelfPlay()
	if m.Other != nil {
		c = measure.Default().Play
	}
	c.Seed, c.Pairs, c.Nodes = m.Seed, check.MaxPairs, m.Nodes
	return c
}

// balance returns the configuration that asks who wins: one player, at three strengths.
func (m Measurement) balance(g *rules.Game) (balance.Config, error) {
	c := balance.Quick()
	c.Strengths, c.Panel, c.Rounds, c.Fixed = nil, []string{runs.Learned}, 0, true
	for nodes := m.Nodes; len(c.Strengths) < strengths; nodes *= balance.Factor {
		c.Strengths = append(c.Strengths, nodes)
	}
	c.Play.Seed, c.Play.Pairs, c.Looked, c.Best = m.Seed, check.MaxPairs, true, bestPairs
	return c.Resolve(g)
}

// strengths is the number of strengths at which one asks who wins.
const strengths = 3

// settings returns the settings of the games of a side.
func (m Measurement) settings(g *rules.Game, side int) (match.Config, error) {
	if !m.Wins {
		return m.play(), nil
	}
	c, err := m.balance(g)
	if err != nil {
		return match.Config{}, &Fault{Message: err.Error()}
	}
	return c.Rung(c.Strengths[side]), nil
}

// sides returns the games to play, with the weights of their players: one, two for a comparison, or one at each strength.
func (a *API) sides(m Measurement) ([]measure.Side, error) {
	if err := m.play().Validate(); err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	if m.Wins && m.Other != nil {
		return nil, &Fault{Message: "wins and other: expected one of them"}
	}
	g, err := a.find(m.Game)
	if err != nil {
		return nil, err
	}
	if one := (measure.Side{Game: g.compiled, Weights: eval.Default(g.compiled)}); m.Wins {
		if _, err := m.settings(g.compiled, 0); err != nil {
			return nil, err
		}
		return slices.Repeat([]measure.Side{one}, strengths), nil
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
	Side  int `json:"side"`  // from 0: of a comparison, or the strength
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
		return s, r.check(strengths)
	}
	sides, err := a.sides(r.Measurement)
	if err == nil {
		err = r.check(len(sides))
	}
	if err != nil {
		return nil, err
	}
	of := sides[r.Side]
	play, err := r.Measurement.settings(of.Game, r.Side)
	if err != nil {
		return nil, err
	}
	engine, err := match.EnginePlayer(of.Game, play, of.Weights)
	if err != nil {
		return nil, err
	}
	alone, err := match.NewAlone(of.Game, play, engine, round)
	if err != nil {
		return nil, err
	}
	return alone.Single(), nil
}

// check returns an error if the measurement does not contain the game.
func (r PlayRequest) check(sides int) error {
	if r.Side < 0 || r.Side >= sides || r.Pair < 0 || r.Pair >= check.MaxPairs || r.Index < 0 || r.Index > 1 {
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

// SpeedRequest asks how fast the engine is in a game.
type SpeedRequest struct {
	Game GameRef `json:"game"`
}

// speed returns the positions that one engine searches in a second, and the moves of both sides that a game is assumed to have.
func (a *API) speed(_ context.Context, r SpeedRequest) (any, error) {
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	m, err := search.Bench(g.compiled, search.BenchConfig{Nodes: 5000, Perft: 1})
	return map[string]float64{"positions": m.NodesPerSecond(), "plies": runs.AssumedPlies}, err
}

package selfplay

import (
	"context"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// LengthLimit is the reason of a draw after Config.MaxPlies.
const LengthLimit rules.Reason = match.LengthLimit

// engine plays single games against itself. Each worker has its own.
type engine struct {
	source  *opening.Source
	referee match.Referee
	seat    match.Seat
	round   int
}

func newEngine(o *opening.Source, e *eval.Evaluator, cfg Config, round int) *engine {
	limit := player.Limit{Nodes: uint64(cfg.Nodes)}
	return &engine{
		source:  o,
		referee: match.Referee{MaxPlies: cfg.MaxPlies},
		seat:    match.Seat{Player: player.New(e, search.Options{}, limit), Limit: limit},
		round:   round,
	}
}

// play is one game. Its only errors are those of the context, after the move
// under way, and an opening that cannot be drawn.
func (w *engine) play(ctx context.Context, k store.Key) (store.Record, error) {
	start, err := w.source.Start(w.round, k.Pair, k.Index)
	if err != nil {
		return store.Record{}, err
	}
	played, err := w.referee.Play(ctx, start, [2]match.Seat{w.seat, w.seat})
	played.Round, played.Pair, played.Index = w.round, k.Pair, k.Index
	return played.Record, err
}

package match

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"bestiary/engine/rules"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Check replays a game and returns an error if it does not begin with the opening of its
// place, has illegal moves, or does not end where and how the run requires. Only Play can
// tell whether the players would have chosen these moves.
func (s *Single) Check(ctx context.Context, rec *store.Record) error {
	if rec.Index>>1 != 0 || rec.Pair < 0 || len(rec.Scores) != len(rec.Moves) || rec.Depths != nil && len(rec.Depths) != len(rec.Moves) {
		return fmt.Errorf("game %s: %d moves, %d scores and %d depths", rec.Name(), len(rec.Moves), len(rec.Scores), len(rec.Depths))
	}
	start, err := s.worker.start(rec.Key())
	if err != nil {
		return err
	}
	by := &replayed{rec}
	played, err := s.worker.referee().Play(ctx, start, [2]Seat{{Player: by}, {Player: by}})
	if err != nil {
		return fmt.Errorf("game %s: %w", rec.Name(), err)
	}
	s.worker.place(&played, rec.Key())
	if !reflect.DeepEqual(&played.Record, rec) {
		return fmt.Errorf("game %s: its opening and moves make it a different game: %s by %s after %d plies, not %s by %s after %d",
			rec.Name(), played.Result, played.Reason, played.Plies(), rec.Result, rec.Reason, rec.Plies())
	}
	return nil
}

// replayed is a player that makes the moves of a recorded game.
type replayed struct{ rec *store.Record }

var errScript = errors.New("the game goes on after its last move")

func (s *replayed) NewGame(ctx context.Context, _ uint64) error { return ctx.Err() }

func (s *replayed) Move(ctx context.Context, t *player.Turn) (player.Choice, error) {
	n := len(t.Moves)
	if n >= len(s.rec.Moves) {
		return player.Choice{}, errScript
	}
	m, err := t.Position.ParseMove(s.rec.Moves[n])
	if err != nil {
		return player.Choice{}, fmt.Errorf("ply %d: %w", n+1, err)
	}
	c := player.Choice{Move: m, Score: s.rec.Scores[n], HasScore: s.rec.Scores[n] != store.Unknown}
	if t.Position.Turn() == rules.Black {
		c.Score = -c.Score
	}
	if s.rec.Depths != nil {
		c.Depth = max(s.rec.Depths[n], 0)
	}
	return c, ctx.Err()
}

func (s *replayed) Close() error { return nil }

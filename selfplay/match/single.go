package match

import (
	"context"

	"bestiary/selfplay/store"
)

// Single plays games of a run one by one, for a caller that keeps them itself. It must not
// be used concurrently.
type Single struct{ worker worker }

// Single returns a player of single games of the run.
func (r *Run) Single() *Single {
	return &Single{*r.newWorker(nil)}
}

// Play plays the game at a place of the run.
func (s *Single) Play(ctx context.Context, k store.Key) (store.Record, error) {
	played, err := s.worker.try(ctx, k)
	return played.Record, err
}

// Close closes all players.
func (s *Single) Close() error { return s.worker.close() }

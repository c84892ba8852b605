package external

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"bestiary/engine/rules"
)

// ponderOption is the option by which an engine says that it can think on the opponent's time.
const ponderOption = "Ponder"

// ponder has the engine search the position after its move and the reply that it expects, with
// the clocks as they stand then. It does nothing if there is no such reply. If the engine has
// ended meanwhile, its move counts, and the next request will notice.
func (u *uci) ponder(ctx context.Context, s *search, move, expected string) {
	limit, ok := s.limit.after(s.pos.Turn(), s.reply.Elapsed)
	if !ok {
		return
	}
	moves, p := slices.Clone(s.moves), s.pos.Clone()
	for _, text := range []string{move, expected} {
		m, _, err := u.readMove(p, text)
		if err != nil {
			return
		}
		text, ok := u.moveText(p.Game(), m)
		p.Make(m)
		if result, _ := p.Outcome(); !ok || result != rules.Ongoing {
			return
		}
		moves = append(moves, text)
	}
	if p.Turn() != s.pos.Turn() {
		return // while pieces are placed, a side can have several moves in a row
	}
	u.pondered = &script{fen: s.fen, moves: moves}
	u.proc.keepLatest.Store(true)
	command := strings.Replace(goCommand(limit, s.pos.Turn()), "go", "go ponder", 1)
	_ = u.send(ctx, u.soon(), positionCommand(*u.pondered), command)
}

// after returns a limit after a move that took some time; ok is false without a clock, or if
// the clock is refilled then.
func (l Limit) after(mover rules.Color, elapsed time.Duration) (_ Limit, ok bool) {
	c := &l.Clocks[mover]
	if c.Left <= 0 || c.MovesToGo == 1 {
		return l, false
	}
	c.Left = max(c.Left-elapsed, time.Millisecond) + c.Increment
	c.MovesToGo = max(c.MovesToGo-1, 0)
	return l, true
}

// hit ends the pondering. It reports whether the opponent has played the expected move, so that
// the search goes on; otherwise its answer is thrown away.
func (u *uci) hit(ctx context.Context, s *search) (bool, error) {
	if p := u.pondered; p != nil && p.fen == s.fen && slices.Equal(p.moves, s.moves) {
		u.pondered = nil
		u.proc.keepLatest.Store(false)
		return true, nil
	}
	return false, u.rest(ctx)
}

func (u *uci) rest(ctx context.Context) error {
	if u.pondered == nil {
		return nil
	}
	u.pondered = nil
	u.proc.keepLatest.Store(false)
	deadline := time.Now().Add(u.config.Grace)
	err := u.send(ctx, deadline, "stop")
	if err == nil {
		err = u.await(ctx, deadline, func(l line) bool { return strings.HasPrefix(strings.TrimSpace(l.text), "bestmove") })
	}
	if errors.Is(err, errDeadline) {
		return u.fault(Hung, "no answer within %v of being told to stop pondering", u.config.Grace)
	}
	return err
}

package external

import (
	"context"
	"errors"
	"time"

	"bestiary/engine/rules"
)

// search is a request that is being answered.
type search struct {
	script
	pos     *rules.Position
	limit   Limit
	allowed time.Duration // 0 = no limit of time
	began   time.Time
	reply   Reply
}

// prepare checks and translates a request.
func (e *Engine) prepare(r Request) (*search, error) {
	script, pos, err := e.script(r)
	if err != nil {
		return nil, err
	}
	if err := r.Limit.validate(pos.Turn()); err != nil {
		return nil, err
	}
	if r.Limit.Nodes > 0 && !e.config.Protocol.HasNodes() {
		return nil, inexpressible("a limit of nodes")
	}
	return &search{script: script, pos: pos, limit: r.Limit, allowed: r.Limit.allowed(pos.Turn())}, nil
}

// begin starts the clock and returns the deadline.
func (e *Engine) begin(s *search) time.Time {
	e.proc.forget()
	s.began = time.Now()
	if s.allowed > 0 {
		return s.began.Add(s.allowed + e.config.Margin)
	}
	return s.began.Add(e.config.MoveTimeout)
}

// think sends the commands that start a search and reads lines until done returns
// true. An engine that is late is told to stop.
func (e *Engine) think(ctx context.Context, s *search, commands []string, stop string, done func(line) bool) error {
	deadline := e.begin(s)
	err := e.send(ctx, deadline, commands...)
	if err == nil {
		err = e.await(ctx, deadline, done)
	}
	if !errors.Is(err, errDeadline) {
		return err
	}
	patience := time.Now().Add(e.config.Grace)
	if err = e.send(ctx, patience, stop); err == nil {
		err = e.await(ctx, patience, done)
	}
	if errors.Is(err, errDeadline) {
		return e.fault(Hung, "no move within %v, nor within %v of being told to stop", deadline.Sub(s.began), e.config.Grace)
	}
	return err
}

// answer reads the move and checks that it came in time.
func (e *Engine) answer(s *search, text string) (Reply, error) {
	m, kind, err := e.readMove(s.pos, text)
	if err != nil {
		return s.reply, e.fault(kind, "in %s after %d moves: %v", s.fen, len(s.moves), err)
	}
	s.reply.Move = m
	return s.reply, e.inTime(s)
}

func (e *Engine) inTime(s *search) error {
	limit := s.allowed + e.config.Margin
	if s.allowed == 0 {
		limit = e.config.MoveTimeout
	}
	if s.reply.Elapsed > limit {
		return e.fault(TimedOut, "took %v of %v", s.reply.Elapsed.Round(time.Millisecond), limit)
	}
	return nil
}

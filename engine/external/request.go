package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bestiary/engine/rules"
	own "bestiary/engine/search"
	"bestiary/internal/format"
)

// Request asks for a move.
type Request struct {
	// Start is the FEN of the position in which the game began, as engine/rules
	// writes it. Default: the start of the game.
	Start string
	// Moves lead from Start to the current position. They let engines see
	// repetitions.
	Moves []rules.Move
	// Position is the current position, which is not changed. Default: computed
	// from Moves.
	Position *rules.Position
	Limit    Limit
}

// Limit is when a move is due. Fields that are zero set no limit; at least one must be set.
// MoveTime and Clocks exclude each other.
type Limit struct {
	// Nodes is the number of nodes, as the engine counts them. UCI only.
	Nodes uint64
	// Depth is the nominal depth in plies.
	Depth int
	// MoveTime is the time for this move.
	MoveTime time.Duration
	// Clocks are the times of White and Black. Their Overhead is not used.
	Clocks [2]own.Clock
}

// validate checks a limit for the side to move.
func (l Limit) validate(turn rules.Color) error {
	clocks := l.Clocks != [2]own.Clock{}
	negative := func(c own.Clock) bool { return c.Increment < 0 || c.MovesToGo < 0 }
	switch {
	case l.Depth < 0 || l.MoveTime < 0 || slices.ContainsFunc(l.Clocks[:], negative):
		return fmt.Errorf("limit %+v: a field is negative", l)
	case l.Nodes == 0 && l.Depth == 0 && l.MoveTime == 0 && !clocks:
		return errors.New("limit: none set, expected nodes, depth, move time or clocks")
	case clocks && l.MoveTime > 0:
		return errors.New("limit: both move time and clocks are set")
	case clocks && l.Clocks[turn].Left <= 0:
		return fmt.Errorf("limit: %s to move has %v on the clock", turn, l.Clocks[turn].Left)
	}
	return nil
}

// maxScore is the largest score that is not a mate.
const maxScore = own.MateScore - 1000

// Reply is an engine's answer.
type Reply struct {
	// Move is 0 when the engine resigned or claimed a result.
	Move rules.Move
	// Score is in centipawns from the mover's point of view, with mates as in
	// search.MateScore. It is valid only with HasScore.
	Score    int
	HasScore bool
	// Depth and Nodes are as the engine reports them, 0 if it does not.
	Depth int
	Nodes uint64
	// Elapsed is the time from the command to the answer.
	Elapsed time.Duration
	// Resigned is set if the engine resigns instead of moving. CECP only.
	Resigned bool
	// OfferedDraw is set if the engine would agree to a draw after Move. CECP only.
	OfferedDraw bool
	// Claim is the result that the engine claims instead of moving, ClaimText its
	// comment. The caller has to check the claim. CECP only.
	Claim     rules.Result
	ClaimText string
}

// mateIn returns the score of a mate in n moves, or of being mated in -n; 0 is
// being mated now.
func mateIn(n int) int {
	const maxMoves = 450
	n = min(max(n, -maxMoves), maxMoves)
	if n > 0 {
		return own.MateScore - (2*n - 1)
	}
	return -own.MateScore - 2*n
}

// clampScore keeps a score below the scores of mates.
func clampScore(n int) int {
	return min(max(n, -maxScore), maxScore)
}

// search is a request that is being answered.
type search struct {
	script
	pos   *rules.Position
	limit Limit
	began time.Time
	begun bool // on the opponent's time, so that lines are waiting
	reply Reply
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
	return &search{script: script, pos: pos, limit: r.Limit}, nil
}

// most returns how long a search may take, its margin included.
func (e *Engine) most(s *search) time.Duration {
	if limit := cmp.Or(s.limit.MoveTime, s.limit.Clocks[s.pos.Turn()].Left); limit > 0 {
		return limit + e.config.Margin
	}
	return e.config.MoveTimeout
}

// think sends the commands that start a search and reads lines until done returns
// true. An engine that is late is told to stop.
func (e *Engine) think(ctx context.Context, s *search, commands []string, stop string, done func(line) bool) error {
	if !s.begun {
		e.proc.forget()
	}
	s.began = time.Now()
	deadline := s.began.Add(e.most(s))
	err := e.exchange(ctx, deadline, done, commands...)
	if !errors.Is(err, errDeadline) {
		return err
	}
	patience := time.Now().Add(e.config.Grace)
	if err = e.exchange(ctx, patience, done, stop); errors.Is(err, errDeadline) {
		return e.fault(Hung, "no move within %v, nor within %v of being told to stop", deadline.Sub(s.began), e.config.Grace)
	}
	return err
}

// answer reads the move and checks that it came in time.
func (e *Engine) answer(s *search, text string) (Reply, error) {
	m, kind, err := e.readMove(s.pos, text)
	if err != nil {
		return s.reply, e.fault(kind, "in %s after %s: %v", s.fen, format.Plural(len(s.moves), "move"), err)
	}
	s.reply.Move = m
	return s.reply, e.inTime(s)
}

func (e *Engine) inTime(s *search) error {
	if limit := e.most(s); s.reply.Elapsed > limit {
		return e.fault(TimedOut, "took %v of %v", s.reply.Elapsed.Round(time.Millisecond), limit)
	}
	return nil
}

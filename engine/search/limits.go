package search

import (
	"cmp"
	"fmt"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
)

// Limits end a search. A zero field sets no limit. If Depth is not set, a search for one line also
// ends when a deeper iteration would make no difference: when there is only one legal move, and
// when the shortest mate has been found. Every search ends at MaxDepth.
type Limits struct {
	// Nodes is the number of positions visited. A search limited by nodes or
	// depth alone is deterministic.
	Nodes uint64
	// Depth is the nominal depth of the last iteration, in plies; at most MaxDepth.
	Depth int
	// Time is how long the search may take.
	Time time.Duration
	// Soft is the time after which no new iteration starts. Together with a hard
	// limit, by Time or a Control, it is a target: the search takes less time when
	// the best move is stable, and up to three times as much, within the hard limit,
	// when it has just changed or its score falls.
	Soft time.Duration
	// Moves are the only moves to consider at the root. Default all.
	Moves []rules.Move
	// Lines is the number of best moves that get an exact score and a line. Default
	// 1; at most MaxLines.
	Lines int
	// Control ends the search, or gives it a deadline, from another goroutine.
	// Default nil.
	Control *Control
	// Report, when set, is called after each completed iteration for each line,
	// best first, on the goroutine that searches.
	Report func(Report)
}

// MaxDepth is the deepest iteration, in plies.
const MaxDepth = 100

// MaxLines is the largest number of lines.
const MaxLines = 64

// MateScore bounds all scores. A mate in n plies scores MateScore - n for the side
// that gives it and n - MateScore for the other; being mated now is -MateScore.
const MateScore = 30000

// Validate reports the first field that is out of range.
func (l Limits) Validate() error {
	switch {
	case l.Depth < 0 || l.Depth > MaxDepth:
		return fmt.Errorf("search: depth is %d, expected 0 to %d plies", l.Depth, MaxDepth)
	case l.Time < 0 || l.Soft < 0:
		return fmt.Errorf("search: time is %v, soft time %v, expected 0 or more", l.Time, l.Soft)
	case l.Lines < 0 || l.Lines > MaxLines:
		return fmt.Errorf("search: lines is %d, expected 0 to %d", l.Lines, MaxLines)
	}
	return nil
}

// Report is the state of a search after an iteration.
type Report struct {
	Depth    int           // nominal, in plies
	Deepest  int           // deepest node visited, in plies from the root
	Line     int           // number of this line, from 1 for the best
	Score    int           // centipawns for the side to move; see MateScore
	Nodes    uint64        // positions visited since the search began
	Elapsed  time.Duration // since the search began
	HashFull int           // share of the transposition table used by this search, in 1/1000
	PV       []rules.Move  // the line; valid during the call
}

// MatePlies distinguishes a mate from an evaluation. If score is a mate, ok is true and plies is
// the number of plies until it. The side to move gives the mate if the score is above 0.
func MatePlies(score int) (plies int, ok bool) {
	switch {
	case score > mateBound:
		return MateScore - score, true
	case score < -mateBound:
		return MateScore + score, true
	}
	return 0, false
}

// MateMoves is like MatePlies, but counts in moves, below 0 if the side to move is mated.
func MateMoves(score int) (moves int, ok bool) {
	plies, ok := MatePlies(score)
	if moves = (plies + 1) / 2; score < 0 {
		moves = -moves
	}
	return moves, ok
}

// Options switch off parts of the search, so that versions can play each other.
// The zero value is the full search.
type Options struct {
	// HashBits is the size of the transposition table: 2^n entries of 16
	// bytes. Default 16; 10 to 26.
	HashBits int

	// Node pruning, prunenodes.go.
	NoNullMove        bool
	NoVerification    bool // of null-move cutoffs
	NoReverseFutility bool

	// Move pruning, selective.go.
	NoFutility      bool
	NoMoveCount     bool
	NoExchangePrune bool

	// Reductions and extensions, selective.go.
	NoReductions     bool
	NoRootReductions bool
	NoFormerPV       bool // fewer reductions where the window was open before
	NoCheckExtend    bool
	NoSingular       bool // extensions of moves without an alternative

	// Move ordering, ordering.go and history.go.
	NoKillers        bool
	NoHistory        bool
	NoContinuation   bool
	NoCaptureHistory bool
	NoEvalHistory    bool // by the change of the evaluation
	NoThreatOrder    bool // of quiet moves, by threats of lesser pieces
	NoExchangeTest   bool // in the ordering of captures and in quiescence

	// Others.
	NoAspiration     bool
	NoCorrection     bool // of the static evaluation by earlier searches, history.go
	NoMoveCorrection bool // by searches after the same two moves
	NoImproving      bool
	NoNetwork        bool // in the evaluation
	NoScaling        bool // of the evaluation in drawish endings
	NoQuiesceTable   bool // transposition table in quiescence
	NoQuiesceChecks  bool // quiet checks in quiescence
	NoEqualPrune     bool // of captures in quiescence that win no material
	NoStability      bool // time by the stability of the best move, clock.go
}

const (
	// defaultHashBits is enough for a few thousand nodes a move and quick to clear.
	defaultHashBits          = 16
	minHashBits, maxHashBits = 10, 26
)

// Validate reports the first field that is out of range. New takes the nearest
// valid value.
func (o Options) Validate() error {
	if n := o.HashBits; n != 0 && (n < minHashBits || n > maxHashBits) {
		return fmt.Errorf("search: hash bits is %d, expected %d to %d", n, minHashBits, maxHashBits)
	}
	return nil
}

func (o Options) hashBits() int {
	return min(max(cmp.Or(o.HashBits, defaultHashBits), minHashBits), maxHashBits)
}

// Revision is raised when the search or the evaluation changes its play in the
// same position with the same limits. Games of different revisions do not belong
// in one run. It was not raised when pieces that only go over others ceased to count as bound to a
// colour, nor when two pieces of which one is no king ceased to be bare kings: no published result
// has such a game.
const Revision = 14

// Control ends a running search from another goroutine. The zero value lets it
// run. A Control serves one search.
type Control struct {
	stop       atomic.Bool
	soft, hard atomic.Int64              // nanoseconds from the start of the search; 0 for none
	started    atomic.Pointer[time.Time] // nil before the search began
	nodes      atomic.Uint64             // visited so far, updated now and then
}

// Nodes returns about how many positions the search has visited so far.
func (c *Control) Nodes() uint64 { return c.nodes.Load() }

// Stop ends the search. It returns the best move found so far.
func (c *Control) Stop() { c.stop.Store(true) }

// Allow gives a search that has run without a limit, because its engine was
// pondering, the given times from now on: no new iteration starts after soft, and
// the search ends after hard.
func (c *Control) Allow(soft, hard time.Duration) {
	var spent time.Duration
	if at := c.started.Load(); at != nil {
		spent = time.Since(*at) // by the monotonic clock
	}
	c.soft.Store(int64(spent + max(soft, 1)))
	c.hard.Store(int64(spent + max(hard, 1)))
}

// Clock is the time that a side has for its coming moves.
type Clock struct {
	// Left is the time on the clock. Less than a millisecond counts as one.
	Left time.Duration
	// Increment is added after each move. Default 0; not negative.
	Increment time.Duration
	// MovesToGo is the number of moves until the clock is refilled. Default 0:
	// the time is for the rest of the game.
	MovesToGo int
	// Overhead is the time that each move costs outside the search. Default 10 ms;
	// -1 for no overhead.
	Overhead time.Duration
}

const (
	defaultOverhead = 10 * time.Millisecond
	// movesExpected is the number of moves that the time should last for when no
	// time control is ahead.
	movesExpected = 30
	// hardFactor is the multiple of its share that a difficult move may take.
	hardFactor = 4
)

// Budget divides the time: a move should take about soft and must not take more
// than hard.
func (c Clock) Budget() (soft, hard time.Duration) {
	overhead := c.Overhead
	switch {
	case overhead == 0:
		overhead = defaultOverhead
	case overhead < 0:
		overhead = 0
	}
	usable := max(c.Left-overhead, c.Left/10, time.Millisecond)
	moves := movesExpected
	if c.MovesToGo > 0 {
		moves = min(c.MovesToGo, movesExpected)
	}
	share := usable/time.Duration(moves) + c.Increment*3/4
	// On average, an iteration takes as long as all earlier ones together.
	soft = min(share*6/10, usable*8/10)
	hard = min(share*hardFactor, usable*8/10)
	if moves == 1 {
		soft, hard = usable*6/10, usable*9/10
	}
	return max(soft, time.Millisecond), max(hard, time.Millisecond)
}

// pace decides after each iteration whether to begin another.
type pace struct {
	move   rules.Move // best so far
	stable int        // iterations since it changed
	score  int
}

// note takes an iteration into account and returns the share of the soft limit to
// use, in percent: less when the best move is stable, more when it has just changed
// or its score is falling.
func (c *pace) note(m rules.Move, score int) int {
	if m == c.move {
		c.stable++
	} else {
		c.stable = 0
	}
	percent := [...]int{170, 130, 110, 90, 80, 70}[min(c.stable, 5)]
	drop := min(max(c.score-score, 0), 100)
	percent += percent * drop / 150
	c.move, c.score = m, score
	return percent
}

// enough reports whether a deeper iteration would make no difference or would take too long.
func (s *Searcher) enough(depth, moves int, lines []rootLine) bool {
	best := &lines[0]
	// If the caller has excluded the other moves, the search is for the score.
	forced := moves == 1 && len(s.limits.Moves) == 0
	if s.limits.Depth == 0 && len(lines) == 1 &&
		(forced || best.score > mateBound && MateScore-best.score <= depth) {
		return true
	}
	percent := 100
	if len(best.moves) > 0 && len(lines) == 1 && !s.opts.NoStability {
		percent = s.pace.note(best.moves[0], best.score)
	}
	if !s.timed {
		return false
	}
	s.readControl()
	soft := s.soft
	if s.hard > 0 {
		soft = min(soft*time.Duration(percent)/100, s.hard)
	}
	return s.soft > 0 && time.Since(s.started) >= soft
}

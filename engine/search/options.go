package search

import "time"

// Options switch parts of the search off, so that one version can play against
// another. The zero value is the full search.
type Options struct {
	// HashBits is the size of the transposition table: 2^n entries of 16
	// bytes. Default 16; 10 to 26.
	HashBits int

	NoNullMove     bool
	NoReductions   bool
	NoCheckExtend  bool
	NoAspiration   bool
	NoFutility     bool
	NoKillers      bool
	NoHistory      bool
	NoExchangeTest bool // see, in quiescence and move ordering
}

// defaultHashBits is enough for a few thousand nodes a move and quick to clear.
const defaultHashBits = 16

func (o Options) hashBits() int {
	if o.HashBits == 0 {
		return defaultHashBits
	}
	return min(max(o.HashBits, 10), 26)
}

// Limits end a search. A zero field sets no limit; with no limit at all the
// search ends at MaxDepth.
type Limits struct {
	// Nodes is the number of positions visited. A search limited by nodes alone
	// is deterministic.
	Nodes uint64
	// Depth is the nominal depth of the last iteration, in plies; at most MaxDepth.
	Depth int
	// Time is how long the search may take.
	Time time.Duration
}

// MaxDepth is the deepest iteration, in plies.
const MaxDepth = 100

// MateScore is the score of being mated now; a mate in n plies scores
// MateScore - n for the side that gives it.
const MateScore = 30000

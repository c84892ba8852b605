package search

import "fmt"

// Options switch parts of the search off, so that one version can play against
// another. The zero value is the full search.
type Options struct {
	// HashBits is the size of the transposition table: 2^n entries of 16
	// bytes. Default 16; 10 to 26.
	HashBits int

	// Pruning of whole nodes, prune.go.
	NoNullMove        bool
	NoVerification    bool // of null-move cutoffs
	NoReverseFutility bool
	NoRazoring        bool
	NoProbCut         bool
	NoInternalReduce  bool // of nodes without a hash move

	// Pruning of moves, skip.go.
	NoFutility      bool
	NoMoveCount     bool
	NoExchangePrune bool

	// Depth of moves, reduce.go and extend.go.
	NoReductions     bool
	NoRootReductions bool
	NoCheckExtend    bool
	NoSingular       bool

	// Order of moves, history.go and rank.go.
	NoKillers        bool
	NoHistory        bool
	NoContinuation   bool
	NoCaptureHistory bool
	NoExchangeTest   bool // in the order of captures and in quiescence

	// Others.
	NoAspiration   bool
	NoCorrection   bool // of the evaluation by pawn structure, correction.go
	NoImproving    bool
	NoScaling      bool // of the evaluation in drawish endings
	NoQuiesceTable bool // transposition table in quiescence
	NoStability    bool // time by how settled the best move is, pace.go
}

const (
	// defaultHashBits is enough for a few thousand nodes a move and quick to clear.
	defaultHashBits          = 16
	minHashBits, maxHashBits = 10, 26
)

// Validate reports the first field that is out of range. New takes the nearest
// value that is not.
func (o Options) Validate() error {
	if n := o.HashBits; n != 0 && (n < minHashBits || n > maxHashBits) {
		return fmt.Errorf("search: hash bits is %d, expected %d to %d", n, minHashBits, maxHashBits)
	}
	return nil
}

func (o Options) hashBits() int {
	if o.HashBits == 0 {
		return defaultHashBits
	}
	return min(max(o.HashBits, minHashBits), maxHashBits)
}

// Revision counts the changes by which the search or the evaluation plays
// differently in the same position with the same limits. Games of different
// revisions do not belong in one run.
const Revision = 6

package search

import "fmt"

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
	NoRazoring        bool
	NoProbCut         bool
	NoInternalReduce  bool // of nodes without a hash move

	// Move pruning, prunemoves.go.
	NoFutility      bool
	NoMoveCount     bool
	NoExchangePrune bool

	// Reductions and extensions, reduce.go and extend.go.
	NoReductions     bool
	NoRootReductions bool
	NoCheckExtend    bool
	NoSingular       bool

	// Move ordering, ordering.go and history.go.
	NoKillers        bool
	NoHistory        bool
	NoContinuation   bool
	NoCaptureHistory bool
	NoExchangeTest   bool // in the ordering of captures and in quiescence

	// Others.
	NoAspiration   bool
	NoCorrection   bool // of the static evaluation by pawn structure, correction.go
	NoImproving    bool
	NoScaling      bool // of the evaluation in drawish endings
	NoQuiesceTable bool // transposition table in quiescence
	NoStability    bool // time by the stability of the best move, pace.go
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
	if o.HashBits == 0 {
		return defaultHashBits
	}
	return min(max(o.HashBits, minHashBits), maxHashBits)
}

// Revision is raised when the search or the evaluation changes its play in the
// same position with the same limits. Games of different revisions do not belong
// in one run.
const Revision = 6

package search

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

// Revision counts the changes by which the search or the evaluation plays
// differently in the same position with the same limits. Games of different
// revisions do not belong in one run.
const Revision = 2

package rating

// Sequential runs an SPRT while pairs are being played. It is made by
// NewSequential and is not safe for use by several goroutines at once.
type Sequential struct {
	test  SPRT
	pairs Pairs
	state State
}

// NewSequential starts a test before its first pair.
func NewSequential(t SPRT) (*Sequential, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return &Sequential{test: t, state: t.state(Pairs{})}, nil
}

// Add counts a pair that has ended, given by the results of the player in its two
// games, and returns where the test stands. The first decision is final: pairs
// that were still being played when it fell are counted, but change neither the
// LLR nor the decision.
func (s *Sequential) Add(first, second Result) (State, error) {
	if err := s.pairs.Add(first, second); err != nil {
		return s.state, err
	}
	if s.state.Decision == Continue {
		s.state = s.test.state(s.pairs)
	}
	return s.state, nil
}

// State is where the test stands.
func (s *Sequential) State() State { return s.state }

// Pairs counts all pairs added.
func (s *Sequential) Pairs() Pairs { return s.pairs }

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

// Add counts a pair by the results of the player in its two games, and returns the
// state of the test. The first decision is final: later pairs are counted, but
// change neither the LLR nor the decision.
func (s *Sequential) Add(first, second Result) (State, error) {
	if err := s.pairs.Add(first, second); err != nil {
		return s.state, err
	}
	if s.state.Decision == Continue {
		s.state = s.test.state(s.pairs)
	}
	return s.state, nil
}

// State returns the state of the test.
func (s *Sequential) State() State { return s.state }

// Pairs counts all pairs added.
func (s *Sequential) Pairs() Pairs { return s.pairs }

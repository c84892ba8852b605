package tuning

import "fmt"

// Settings chooses the samples and the intervals. The zero value is ready to
// use.
type Settings struct {
	// PositionsPerGame is how many quiet positions of a game are sampled.
	// Default 5; 1 to 100.
	PositionsPerGame int `json:"positions-per-game"`
	// PawnShare is the share of the initial pawns that a sampled position must
	// still have. Bare endings, which are often drawn whatever the material
	// says, would distort the values. Default 0.375 (6 of 16); 0 means the
	// default, a negative number no limit; at most 1.
	PawnShare float64 `json:"pawn-share"`
	// PriorSpread is the standard deviation of the prior of the Texel fit as a
	// share of each value. With enough games cross-validation chooses among it, its
	// half and quarter, and two and four times of it. Default 0.3; 0.01 to 10.
	PriorSpread float64 `json:"prior-spread"`
	// Level is the confidence level of all intervals. Default 0.95; 0.5 to 0.999.
	Level float64 `json:"level"`
}

// Resolved is the settings with the defaults written out.
func (s Settings) Resolved() Settings {
	if s.PositionsPerGame == 0 {
		s.PositionsPerGame = 5
	}
	if s.PawnShare == 0 {
		s.PawnShare = 0.375
	}
	if s.PriorSpread == 0 {
		s.PriorSpread = 0.3
	}
	if s.Level == 0 {
		s.Level = 0.95
	}
	return s
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	f := s.Resolved()
	switch {
	case f.PositionsPerGame < 1 || f.PositionsPerGame > 100:
		return fmt.Errorf("positions per game: found %d, expected 1 to 100", s.PositionsPerGame)
	case !(f.PawnShare <= 1):
		return fmt.Errorf("share of pawns: found %v, expected at most 1", s.PawnShare)
	case !(f.PriorSpread >= 0.01 && f.PriorSpread <= 10):
		return fmt.Errorf("spread of the prior: found %v, expected 0.01 to 10", s.PriorSpread)
	case !(f.Level >= 0.5 && f.Level <= 0.999):
		return fmt.Errorf("confidence level: found %v, expected 0.5 to 0.999", s.Level)
	}
	return nil
}

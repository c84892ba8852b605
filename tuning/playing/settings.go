package playing

import (
	"cmp"
	"fmt"
)

// Settings says how to fit. The zero value is ready to use.
type Settings struct {
	// Folds is the number of folds for the cross-validation that finds out when the
	// fit begins to learn the noise of its games. Default 5; 2 to 1000; -1 for no
	// cross-validation, which fits to the end.
	Folds int `json:"folds"`
	// Ridge is the strength of the pull towards the starting weights; at 1 it is
	// a prior of SpreadShare and SpreadScore. Default 1; 0.001 to 1000.
	Ridge float64 `json:"ridge"`
	// SpreadShare is the spread of a weight as a share of its size. Default 0.3;
	// 0.001 to 100.
	SpreadShare float64 `json:"spread-share"`
	// SpreadScore is the change of the score by the spread of a weight, in positions
	// that have its term. Centipawns; default 30; 0.001 to 10,000.
	SpreadScore float64 `json:"spread-score"`
	// Blend is the share of the search's expectation in the target; the rest is the
	// result of the game. Default 0; 0 to 1.
	Blend float64 `json:"blend"`
	// Iterations is the largest number of steps. Default 300; 1 to 100,000.
	Iterations int `json:"iterations"`
	// Patience is the number of steps without a lower loss of the held-out pairs
	// after which the fit of a fold stops. Default 15; 1 to 100,000.
	Patience int `json:"patience"`
}

// Resolved is the settings with the defaults written out.
func (s Settings) Resolved() Settings {
	s.Folds, s.Iterations, s.Patience = cmp.Or(s.Folds, 5), cmp.Or(s.Iterations, 300), cmp.Or(s.Patience, 15)
	s.Ridge, s.SpreadShare, s.SpreadScore = cmp.Or(s.Ridge, 1), cmp.Or(s.SpreadShare, 0.3), cmp.Or(s.SpreadScore, 30)
	return s
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	f := s.Resolved()
	if f.Folds != -1 && (f.Folds < 2 || f.Folds > 1000) {
		return fmt.Errorf("folds: found %d, expected 2 to 1000 or -1", s.Folds)
	}
	for _, x := range []struct {
		name          string
		value, lo, hi float64
	}{
		{"ridge", f.Ridge, 0.001, 1000},
		{"share of the spread", f.SpreadShare, 0.001, 100},
		{"score of the spread", f.SpreadScore, 0.001, 10_000},
		{"blend", f.Blend, 0, 1},
		{"iterations", float64(f.Iterations), 1, 100_000},
		{"patience", float64(f.Patience), 1, 100_000},
	} {
		if !(x.value >= x.lo && x.value <= x.hi) {
			return fmt.Errorf("%s: found %v, expected %v to %v", x.name, x.value, x.lo, x.hi)
		}
	}
	return nil
}

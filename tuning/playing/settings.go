package playing

import "fmt"

// Settings says how to fit. The zero value is ready to use.
type Settings struct {
	// Folds is into how many parts the pairs are divided to see when the fit
	// begins to learn the noise of its games. Default 5; 2 to 1000; -1 for none,
	// which fits to the end.
	Folds int `json:"folds"`
	// Ridge is the strength of the pull towards the starting weights; at 1 it is
	// a prior of SpreadShare and SpreadScore. Default 1; 0.001 to 1000.
	Ridge float64 `json:"ridge"`
	// SpreadShare is the spread of a weight as a share of its size. Default 0.3;
	// 0.001 to 100.
	SpreadShare float64 `json:"spread-share"`
	// SpreadScore is by how much the spread of a weight moves the score where
	// its term is present. Centipawns; default 30; 0.001 to 10,000.
	SpreadScore float64 `json:"spread-score"`
	// Blend is the share of the search's expectation in the target; the result of
	// the game has the rest. Default 0; 0 to 1.
	Blend float64 `json:"blend"`
	// Iterations is the largest number of steps. Default 300; 1 to 100,000.
	Iterations int `json:"iterations"`
	// Patience is after how many steps without a lower loss of its held-out pairs
	// the fit of a fold stops. Default 15; 1 to 100,000.
	Patience int `json:"patience"`
}

// Resolved is the settings with the defaults written out.
func (s Settings) Resolved() Settings {
	integers := []struct {
		at        *int
		byDefault int
	}{{&s.Folds, 5}, {&s.Iterations, 300}, {&s.Patience, 15}}
	for _, f := range integers {
		if *f.at == 0 {
			*f.at = f.byDefault
		}
	}
	numbers := []struct {
		at        *float64
		byDefault float64
	}{{&s.Ridge, 1}, {&s.SpreadShare, 0.3}, {&s.SpreadScore, 30}}
	for _, f := range numbers {
		if *f.at == 0 {
			*f.at = f.byDefault
		}
	}
	return s
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	f := s.Resolved()
	within := func(x, lo, hi float64) bool { return x >= lo && x <= hi }
	switch {
	case f.Folds != -1 && (f.Folds < 2 || f.Folds > 1000):
		return fmt.Errorf("folds: found %d, expected 2 to 1000 or -1", s.Folds)
	case !within(f.Ridge, 0.001, 1000):
		return fmt.Errorf("ridge: found %v, expected 0.001 to 1000", s.Ridge)
	case !within(f.SpreadShare, 0.001, 100):
		return fmt.Errorf("share of the spread: found %v, expected 0.001 to 100", s.SpreadShare)
	case !within(f.SpreadScore, 0.001, 10_000):
		return fmt.Errorf("score of the spread: found %v, expected 0.001 to 10000", s.SpreadScore)
	case !within(f.Blend, 0, 1):
		return fmt.Errorf("blend: found %v, expected 0 to 1", s.Blend)
	case f.Iterations < 1 || f.Iterations > 100_000:
		return fmt.Errorf("iterations: found %d, expected 1 to 100000", s.Iterations)
	case f.Patience < 1 || f.Patience > 100_000:
		return fmt.Errorf("patience: found %d, expected 1 to 100000", s.Patience)
	}
	return nil
}

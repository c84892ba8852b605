package league

import (
	"fmt"
	"math"

	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
)

// Played is a match with its result.
type Played struct {
	Match
	// Score is the mean score of the side with the left of the exchange.
	Score  stat.Interval `json:"score"`
	Inside bool          `json:"inside"` // of the predictive limits
	// Error is the standard error of the score.
	Error float64 `json:"error"`
	rating.WDL
}

// residual returns what was found beyond a predicted score.
func (p *Played) residual(predicted float64) float64 { return p.Score.Estimate - predicted }

// found returns the log-odds of the score and their standard error. A score of 0 or 1 lacks
// half a game of it.
func (p *Played) found() (logOdds, se float64) {
	half := 0.25 / float64(p.Pairs)
	score := math.Min(math.Max(p.Score.Estimate, half), 1-half)
	return logit.LogOdds(score), math.Max(p.Error/(score*(1-score)), logit.Chance(logit.LogOdds(score), 0.5, 2*p.Pairs))
}

// Result holds the matches of a league.
type Result struct {
	*Forecasts
	files.Lock
	played []Played
}

// add adds the result of a match.
func (r *Result) add(m *Match, line *estimate.OddsLine) error {
	s, err := rating.Summarize(line.Results, level)
	if err != nil {
		return fmt.Errorf("league: %s, match %d: %w", m.Game, m.Number, err)
	}
	p := Played{Match: *m, Score: s.Score, WDL: line.Results.Total(), Error: s.Score.HalfWidth() / stat.Quantile(level)}
	p.Inside = !m.Predicted.Excludes(p.Score.Estimate)
	r.played = append(r.played, p)
	return nil
}

// Matches returns the matches that may be shown: all, or those that are not locked.
func (r *Result) Matches() []Played {
	var out []Played
	for _, p := range r.played {
		if r.Opened || !p.Locked {
			out = append(out, p)
		}
	}
	return out
}

// Open opens the locked matches, all of which have been played. It is an error if they were
// opened before.
func (r *Result) Open() error {
	if err := r.Lock.Open(r.played, ""); err != nil {
		return fmt.Errorf("league: %w", err)
	}
	return nil
}

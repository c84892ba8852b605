package main

import "bestiary/internal/stat"

// eloJSON is the output of elo --json.
type eloJSON struct {
	Score         stat.Interval `json:"score"`
	Elo           stat.Interval `json:"elo"`
	NormalizedElo stat.Interval `json:"normalized-elo"`
	LOS           float64       `json:"los"`
	LLR           *float64      `json:"llr"`
	Games         int           `json:"games"`
	Pairs         *int          `json:"pairs"`
	Wins          int           `json:"wins"`
	Draws         int           `json:"draws"`
	Losses        int           `json:"losses"`
	DrawRate      float64       `json:"draw-rate"`
	PairRatio     *float64      `json:"pair-ratio"`
	BayesElo      stat.Interval `json:"bayes-elo"`
	DrawElo       *float64      `json:"draw-elo"`
	DavidsonElo   stat.Interval `json:"davidson-elo"`
	DavidsonNu    *float64      `json:"davidson-nu"`
	LowerBound    *float64      `json:"lower-bound"`
	UpperBound    *float64      `json:"upper-bound"`
	Decision      *string       `json:"decision"`
	Notes         []string      `json:"notes"`
}

func newEloJSON(a eloAnswer) eloJSON {
	s := a.summary
	out := eloJSON{
		Score: s.Score, Elo: s.Elo, NormalizedElo: s.NormalizedElo, LOS: s.LOS, Games: s.Games, DrawRate: s.DrawRate,
		Wins: s.Total.Wins, Draws: s.Total.Draws, Losses: s.Total.Losses,
		PairRatio: orNull(s.PairRatio),
		BayesElo:  s.BayesElo.Elo, DrawElo: orNull(s.BayesElo.Draws),
		DavidsonElo: s.Davidson.Elo, DavidsonNu: orNull(s.Davidson.Draws),
		Notes: a.notes(),
	}
	if s.Pairs > 0 {
		out.Pairs = &s.Pairs
	}
	if a.state != nil {
		decision := a.state.Decision.String()
		out.LLR, out.LowerBound, out.UpperBound, out.Decision = orNull(a.state.LLR), &a.state.Lower, &a.state.Upper, &decision
	}
	return out
}

// orNull is null for what JSON cannot write.
func orNull(x float64) *float64 {
	if !finite(x) {
		return nil
	}
	return &x
}

package main

import "bestiary/selfplay/rating"

// eloJSON is the output of elo --json.
type eloJSON struct {
	Score              float64  `json:"score"`
	Elo                *float64 `json:"elo"`
	EloError           *float64 `json:"elo_error"`
	NormalizedElo      *float64 `json:"normalized_elo"`
	NormalizedEloError *float64 `json:"normalized_elo_error"`
	LOS                float64  `json:"los"`
	LLR                *float64 `json:"llr"`
	EloLower           *float64 `json:"elo_lower"`
	EloUpper           *float64 `json:"elo_upper"`
	Games              int      `json:"games"`
	Pairs              *int     `json:"pairs"`
	Wins               int      `json:"wins"`
	Draws              int      `json:"draws"`
	Losses             int      `json:"losses"`
	DrawRate           float64  `json:"draw_rate"`
	PairRatio          *float64 `json:"pair_ratio"`
	BayesElo           *float64 `json:"bayes_elo"`
	DrawElo            *float64 `json:"draw_elo"`
	DavidsonElo        *float64 `json:"davidson_elo"`
	DavidsonNu         *float64 `json:"davidson_nu"`
	LowerBound         *float64 `json:"lower_bound"`
	UpperBound         *float64 `json:"upper_bound"`
	Decision           *string  `json:"decision"`
	Notes              []string `json:"notes"`
}

func newEloJSON(a eloAnswer) eloJSON {
	s := a.summary
	out := eloJSON{
		Score: s.Score.Estimate, LOS: s.LOS, Games: s.Games, DrawRate: s.DrawRate,
		Wins: s.Total.Wins, Draws: s.Total.Draws, Losses: s.Total.Losses,
		Elo: orNull(s.Elo.Estimate), EloError: errorOrNull(s.Elo), EloLower: orNull(s.Elo.Lo), EloUpper: orNull(s.Elo.Hi),
		NormalizedElo: orNull(s.NormalizedElo.Estimate), NormalizedEloError: errorOrNull(s.NormalizedElo),
		PairRatio: orNull(s.PairRatio),
		BayesElo:  orNull(s.BayesElo.Elo.Estimate), DrawElo: orNull(s.BayesElo.Draws),
		DavidsonElo: orNull(s.Davidson.Elo.Estimate), DavidsonNu: orNull(s.Davidson.Draws),
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

// errorOrNull is half the width of an interval, if there is an estimate.
func errorOrNull(v rating.Interval) *float64 {
	if !finite(v.Estimate) {
		return nil
	}
	return orNull(v.HalfWidth())
}

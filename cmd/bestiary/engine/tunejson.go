package engine

import (
	"bestiary/experiments/train"
	"bestiary/internal/stat"
	"bestiary/tuning/playing"
)

// trainJSON is the output of tune --playing --json.
type trainJSON struct {
	Game      string     `json:"game"`
	Games     int        `json:"games"`
	Positions int        `json:"positions"`
	K         scaleJSON  `json:"k"`
	Before    lossesJSON `json:"before"`
	After     lossesJSON `json:"after"`
	Match     matchJSON  `json:"match"`
	Accepted  bool       `json:"accepted"`
}

type scaleJSON struct {
	Early float64 `json:"early"`
	Late  float64 `json:"late"`
}

type lossesJSON struct {
	Train   float64 `json:"train"`
	HeldOut float64 `json:"held-out"`
}

type matchJSON struct {
	Wins     int           `json:"wins"`
	Draws    int           `json:"draws"`
	Losses   int           `json:"losses"`
	Elo      stat.Interval `json:"elo"`
	Decision string        `json:"decision"`
}

func newTrainJSON(r *train.Result) trainJSON {
	f, total := r.Rounds[len(r.Rounds)-1].Fit, r.Match.Pairs.Total()
	losses := func(l playing.Losses) lossesJSON { return lossesJSON{l.Train, l.HeldOut} }
	return trainJSON{
		Game: r.Game.Variant.Name, Games: f.Games, Positions: f.Positions, K: scaleJSON{f.K.Early, f.K.Late},
		Before: losses(f.Before), After: losses(f.After), Accepted: r.Match.Accepted,
		Match: matchJSON{total.Wins, total.Draws, total.Losses, r.Match.Elo.Elo, r.Match.State.Decision.String()},
	}
}

package main

import (
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/rating"
)

// The events of match --json.
type (
	matchStartJSON struct {
		Event   string   `json:"event"`
		Game    string   `json:"game"`
		Folder  string   `json:"folder"`
		Players []string `json:"players"`
		Total   int      `json:"total"`
	}
	matchGameJSON struct {
		Event  string         `json:"event"`
		Pair   int            `json:"pair"`
		Index  int            `json:"index"`
		White  string         `json:"white"`
		Black  string         `json:"black"`
		Result string         `json:"result"`
		Reason string         `json:"reason"`
		Detail string         `json:"detail"`
		Plies  int            `json:"plies"`
		Done   int            `json:"done"`
		Total  int            `json:"total"`
		Wins   int            `json:"wins"`
		Draws  int            `json:"draws"`
		Losses int            `json:"losses"`
		Elo    *stat.Interval `json:"elo"`
		LLR    *float64       `json:"llr"`
	}
	matchFaultJSON struct {
		Event  string `json:"event"`
		Player string `json:"player"`
		Pair   int    `json:"pair"`
		Index  int    `json:"index"`
		Kind   string `json:"kind"`
		Detail string `json:"detail"`
		Lost   string `json:"lost"`
		Faults int    `json:"faults"`
	}
	matchEndJSON struct {
		Event    string               `json:"event"`
		Players  []string             `json:"players"`
		Games    int                  `json:"games"`
		Finished int                  `json:"finished"`
		Plies    int                  `json:"plies"`
		Reasons  map[rules.Reason]int `json:"reasons"`
		Faults   []int                `json:"faults"`
		Pairings []pairingJSON        `json:"pairings"`
		Match    *eloJSON             `json:"match,omitempty"`
		Ratings  []ratingJSON         `json:"ratings,omitempty"`
	}
	pairingJSON struct {
		A           string `json:"a"`
		B           string `json:"b"`
		Wins        int    `json:"wins"`
		Draws       int    `json:"draws"`
		Losses      int    `json:"losses"`
		Pentanomial []int  `json:"pentanomial"`
	}
	ratingJSON struct {
		Name  string        `json:"name"`
		Elo   stat.Interval `json:"elo"`
		Games int           `json:"games"`
		Score *float64      `json:"score"`
	}
)

func newMatchGameJSON(p match.Progress) matchGameJSON {
	t, r := p.Tally, &p.Record
	out := matchGameJSON{
		Event: "game", Pair: r.Pair, Index: r.Index, White: t.Players[r.White], Black: t.Players[r.Black],
		Result: r.Result.String(), Reason: string(r.Reason), Detail: r.Detail, Plies: r.Plies(),
		Done: p.Done, Total: p.Total, Wins: t.Finished.Wins, Draws: t.Finished.Draws, Losses: t.Finished.Losses,
	}
	if len(t.Players) == 2 {
		if s, err := rating.Summarize(t.Pairings[0].Pairs, rating.Level95); err == nil {
			out.Elo = &s.Elo
		}
	}
	if t.Test != nil {
		out.LLR = orNull(t.Test.LLR)
	}
	return out
}

func newMatchEndJSON(t *match.Tally, answer *eloAnswer, ratings *rating.Ratings) matchEndJSON {
	out := matchEndJSON{Event: "end", Players: t.Players, Games: t.Games(), Finished: t.Finished.Games(), Plies: t.Plies, Reasons: t.Reasons, Faults: t.Faults}
	for _, s := range t.Pairings {
		w := s.Pairs.Total()
		out.Pairings = append(out.Pairings, pairingJSON{t.Players[s.A], t.Players[s.B], w.Wins, w.Draws, w.Losses, s.Pairs.List()})
	}
	if answer != nil {
		value := newEloJSON(*answer)
		out.Match = &value
	}
	if ratings != nil {
		for _, p := range ratings.Players {
			out.Ratings = append(out.Ratings, ratingJSON{p.Name, p.Elo, p.Games, orNull(p.Score)})
		}
	}
	return out
}

package web

import (
	"context"
	"errors"
	"strings"

	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// PGNRequest asks for a game as PGN.
type PGNRequest struct {
	Place
	// White and Black are the names of the players.
	White string `json:"white"`
	Black string `json:"black"`
}

func (a *API) pgn(_ context.Context, r PGNRequest) (any, error) {
	g, p, line, err := a.at(r.Place, 0)
	if err != nil {
		return nil, err
	}
	rec := store.Record{Round: 1, Black: 1, Game: g.compiled.Variant.Name, FEN: r.FEN}
	if rec.FEN == "" {
		rec.FEN = g.compiled.NewPosition().FEN()
	}
	for _, m := range line {
		rec.Moves = append(rec.Moves, m.Text)
		rec.Scores = append(rec.Scores, store.Unknown)
	}
	rec.Result, rec.Reason = p.Outcome()
	var text strings.Builder
	err = pgn.Write(&text, g.compiled, rec, []store.Player{{Name: r.White}, {Name: r.Black}})
	return map[string]string{"pgn": text.String()}, err
}

// ReadPGNRequest holds games as PGN.
type ReadPGNRequest struct {
	Game GameRef `json:"game"`
	Text string  `json:"text"`
}

// ReadGame is a game of a PGN text.
type ReadGame struct {
	FEN    string   `json:"fen"`
	Moves  []string `json:"moves"`
	Result string   `json:"result"`
	White  string   `json:"white"`
	Black  string   `json:"black"`
}

// maxReadGames is the largest number of games read from a text.
const maxReadGames = 1000

func (a *API) readPGN(ctx context.Context, r ReadPGNRequest) (any, error) {
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	games := []ReadGame{}
	reader := pgn.NewReader(strings.NewReader(r.Text), "PGN", g.compiled)
	for len(games) < maxReadGames {
		rec, err := reader.Next()
		var bad *pgn.GameError
		if errors.As(err, &bad) {
			return nil, &Fault{Message: bad.Error(), Faults: []TextFault{{Line: bad.Line, Message: bad.Err.Error()}}}
		}
		if err != nil {
			break
		}
		players := reader.Players()
		games = append(games, ReadGame{rec.FEN, rec.Moves, rec.Result.String(), store.PlayerName(players, rec.White), store.PlayerName(players, rec.Black)})
	}
	if len(games) == 0 {
		return nil, &Fault{Message: "PGN: no game; expected tags such as [White \"…\"] or moves"}
	}
	return map[string]any{"games": games}, ctx.Err()
}

package table

import (
	"io"
	"strings"

	"bestiary/selfplay/store"
)

var gameColumns = []column{
	{"round", integer}, {"pair", integer}, {"game", integer},
	{"white", category}, {"black", category},
	{"variant", category}, {"fen", category},
	{"random_plies", integer}, {"plies", integer},
	{"result", category}, {"white_score", number},
	{"reason", category}, {"detail", category},
	{"moves", text}, {"scores", list}, {"times_ms", list},
}

// Games writes a table of all games by round, pair and game.
func Games(w io.Writer, f Format, s *store.Store) error {
	players, err := s.Players()
	if err != nil {
		return err
	}
	out, err := newRows(w, f, gameColumns, s)
	if err != nil {
		return err
	}
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if err := out.write([]cell{
			{n: r.Round}, {n: r.Pair}, {n: r.Index},
			{s: store.PlayerName(players, r.White)}, {s: store.PlayerName(players, r.Black)},
			{s: r.Game}, {s: r.FEN},
			{n: r.RandomPlies}, {n: r.Plies()},
			{s: r.Result.String()}, {x: r.Result.Score()},
			{s: string(r.Reason)}, {s: r.Detail},
			{s: strings.Join(r.Moves, " ")}, {list: r.Scores}, {list: r.Times},
		}); err != nil {
			return err
		}
	}
	return out.close()
}

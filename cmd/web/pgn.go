package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// PGNRequest asks for a game as PGN.
type PGNRequest struct {
	Place
	// White and Black are the names of the players.
	White string `json:"white"`
	Black string `json:"black"`
	// Late is the side that lost on time, or "".
	Late string `json:"late,omitempty"`
	// Tree has the moves again, with variations and notes.
	Tree pgn.Tree `json:"tree"`
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
	switch r.Late {
	case "":
	case rules.White.String():
		rec.Result, rec.Reason = rules.BlackWins, match.TimeForfeit
	case rules.Black.String():
		rec.Result, rec.Reason = rules.WhiteWins, match.TimeForfeit
	default:
		return nil, &Fault{Message: fmt.Sprintf("late is %q, expected white or black", r.Late)}
	}
	var text strings.Builder
	players := []store.Player{{Name: r.White}, {Name: r.Black}}
	if err = pgn.WriteTree(&text, g.compiled, rec, players, r.Tree); err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	return map[string]string{"pgn": text.String()}, nil
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
	// Tree has the moves with variations and notes.
	Tree pgn.Tree `json:"tree"`
}

// TreeRequest asks for a description of the moves of a tree.
type TreeRequest struct {
	Game  GameRef    `json:"game"`
	FEN   string     `json:"fen"`
	Nodes []pgn.Node `json:"nodes"`
}

// TreeMove is a move of a tree.
type TreeMove struct {
	Move
	Parent  int    `json:"parent"`
	Comment string `json:"comment"`
	NAGs    []int  `json:"nags"`
}

// maxReadGames is the largest number of games read from a string.
const maxReadGames = 1000

func (a *API) readPGN(ctx context.Context, r ReadPGNRequest) (any, error) {
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	games := []ReadGame{}
	reader := pgn.NewReader(strings.NewReader(r.Text), "PGN", g.compiled)
	for len(games) < maxReadGames {
		rec, tree, err := reader.NextTree()
		var bad *pgn.GameError
		if errors.As(err, &bad) {
			return nil, &Fault{Message: bad.Error(), Faults: []TextFault{{Line: bad.Line, Message: bad.Err.Error()}}}
		}
		if err != nil {
			break
		}
		players := reader.Players()
		white, black := store.PlayerName(players, rec.White), store.PlayerName(players, rec.Black)
		games = append(games, ReadGame{rec.FEN, rec.Moves, rec.Result.String(), white, black, tree})
	}
	if len(games) == 0 {
		return nil, &Fault{Message: "PGN: no game; expected tags such as [White \"…\"] or moves"}
	}
	return map[string]any{"games": games}, ctx.Err()
}

func (a *API) tree(_ context.Context, r TreeRequest) (any, error) {
	_, p, _, err := a.at(Place{Game: r.Game, FEN: r.FEN}, 0)
	if err != nil {
		return nil, err
	}
	out, made := []TreeMove{}, make([]rules.Move, len(r.Nodes))
	var line []int // of nodes that lead to the position
	for i, node := range r.Nodes {
		if node.Parent < -1 || node.Parent >= i {
			return nil, &Fault{Message: fmt.Sprintf("move %d of the tree follows move %d, expected an earlier one or -1", i, node.Parent)}
		}
		var path []int
		for at := node.Parent; at >= 0; at = r.Nodes[at].Parent {
			path = append(path, at)
		}
		slices.Reverse(path)
		common := 0
		for common < min(len(line), len(path)) && line[common] == path[common] {
			common++
		}
		for range line[common:] {
			p.Unmake()
		}
		for _, at := range path[common:] {
			p.Make(made[at])
		}
		line = path
		if made[i], err = p.ReadMove(node.Move); err != nil {
			return nil, &Fault{Message: fmt.Sprintf("move %d of the tree: %v", i, err)}
		}
		out = append(out, TreeMove{moveOf(p, made[i]), node.Parent, node.Comment, append([]int{}, node.NAGs...)})
	}
	return map[string]any{"nodes": out}, nil
}

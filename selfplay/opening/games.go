package opening

import (
	"bytes"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// readGames reads the first moves of games in PGN, up to a number of plies and
// without a move that ends the game.
func readGames(g *rules.Game, name string, data []byte, plies int) ([]entry, error) {
	var list []entry
	for r, err := range pgn.Read(bytes.NewReader(data), name, g) {
		if err != nil {
			return nil, fmt.Errorf("opening book: %w", err)
		}
		e, err := readGame(g, &r, plies)
		if err != nil {
			return nil, fmt.Errorf("opening book: %s: game %d: %w", name, len(list)+1, err)
		}
		list = append(list, e)
	}
	return list, nil
}

// readGame returns the opening of one game.
func readGame(g *rules.Game, r *store.Record, plies int) (entry, error) {
	e := entry{fen: r.FEN}
	p, err := r.Start(g)
	if err == nil {
		err = playable(p)
	}
	if err != nil {
		return e, err
	}
	for ply, err := range r.Replay(p) {
		if err != nil || ply.Number >= plies {
			return e, err
		}
		p.Make(ply.Move)
		result, _ := p.Outcome()
		p.Unmake()
		if result != rules.Ongoing {
			break
		}
		e.moves = append(e.moves, ply.Move)
	}
	return e, nil
}

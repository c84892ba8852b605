package opening

import (
	"bytes"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/pgn"
)

// readGames reads the first moves of games in PGN, at most so many plies of each,
// and not the move that ends a game.
func readGames(g *rules.Game, name string, data []byte, plies int) ([]entry, error) {
	var list []entry
	for r, err := range pgn.Read(bytes.NewReader(data), name, g) {
		if err != nil {
			return nil, fmt.Errorf("opening book: %w", err)
		}
		p, err := g.ParseFEN(r.FEN)
		if err != nil {
			return nil, fmt.Errorf("opening book: %s: game %d: %w", name, len(list)+1, err)
		}
		if err := playable(p); err != nil {
			return nil, fmt.Errorf("opening book: %s: game %d: %w", name, len(list)+1, err)
		}
		e := entry{fen: r.FEN}
		for _, text := range r.Moves[:min(max(plies, 0), len(r.Moves))] {
			m, err := p.ParseMove(text)
			if err != nil {
				return nil, fmt.Errorf("opening book: %s: game %d: %w", name, len(list)+1, err)
			}
			p.Make(m)
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			e.moves = append(e.moves, m)
		}
		list = append(list, e)
	}
	return list, nil
}

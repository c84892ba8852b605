package opening

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// readPositions reads lines of EPD or FEN. It skips empty lines and lines that begin with
// #.
func readPositions(g *rules.Game, name string, data []byte) ([]entry, error) {
	var list []entry
	number := 0
	for raw := range bytes.Lines(data) {
		number++
		line := strings.TrimSpace(string(raw))
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := g.ParseFEN(fenOf(line))
		if err == nil {
			err = playable(p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		list = append(list, entry{fen: p.FEN()})
	}
	return list, nil
}

// playable returns an error if the game is over in a position.
func playable(p *rules.Position) error {
	if result, reason := p.Outcome(); !p.Placing() && result != rules.Ongoing {
		return fmt.Errorf("the game is over by %s, expected a position that can be played", reason)
	}
	return nil
}

// epdFields is the number of fields that EPD and FEN have in common: board, turn, castling
// and en passant.
const epdFields = 4

// fenOf returns the FEN in a line of EPD or FEN. It ignores all EPD operations but the
// move counters hmvc and fmvn.
func fenOf(line string) string {
	fields := strings.Fields(line)
	if len(fields) <= epdFields {
		return line
	}
	first, rest := fields[:epdFields:epdFields], fields[epdFields:]
	if isNumber(rest[0]) {
		first = append(first, rest[0])
		if len(rest) > 1 && isNumber(strings.TrimSuffix(rest[1], ";")) {
			first = append(first, strings.TrimSuffix(rest[1], ";"))
		}
		return strings.Join(first, " ")
	}
	halfmove, fullmove := "0", "1"
	for operation := range strings.SplitSeq(strings.Join(rest, " "), ";") {
		code, value, _ := strings.Cut(strings.TrimSpace(operation), " ")
		switch {
		case code == "hmvc" && isNumber(value):
			halfmove = value
		case code == "fmvn" && isNumber(value):
			fullmove = value
		}
	}
	return strings.Join(append(first, halfmove, fullmove), " ")
}

func isNumber(s string) bool {
	_, err := strconv.ParseUint(s, 10, 31)
	return err == nil
}

// readGames reads the first moves of PGN games, up to a number of plies and stopping
// before a move that ends the game.
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

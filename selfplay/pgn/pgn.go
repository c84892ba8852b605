package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/store"
)

// pgnWidth is the longest line of PGN move text, in characters.
const pgnWidth = 80

// Write writes a game in PGN: moves in SAN, and after each move of the engine
// what it expected, in pawns from White's view, or #n for a mate in n moves.
// Placement is part of the FEN. Random moves have no comment. The result does
// not depend on date or place, so those tags are unknown.
func Write(w io.Writer, g *rules.Game, r store.Record, players []store.Player) error {
	p, err := g.ParseFEN(r.FEN)
	if err != nil {
		return fmt.Errorf("game %s: %w", r.Name(), err)
	}
	out := bufio.NewWriter(w)
	for _, tag := range [][2]string{
		{"Event", "bestiary self-play"},
		{"Site", "?"},
		{"Date", "????.??.??"},
		{"Round", r.Name()},
		{"White", name(players, r.White)},
		{"Black", name(players, r.Black)},
		{"Result", r.Result.String()},
		{"Variant", r.Game},
		{"SetUp", "1"},
		{"FEN", r.FEN},
		{"PlyCount", strconv.Itoa(r.Plies())},
		{"RandomPlies", strconv.Itoa(r.RandomPlies)},
		{"Termination", string(r.Reason)},
	} {
		fmt.Fprintf(out, "[%s %q]\n", tag[0], tag[1])
	}
	text := moveText{out: out}
	if err := text.moves(p, &r); err != nil {
		return fmt.Errorf("game %s: %w", r.Name(), err)
	}
	text.word(r.Result.String())
	out.WriteString("\n\n")
	return out.Flush()
}

// Export writes all games of a store by round, pair and game.
func Export(w io.Writer, s *store.Store) error {
	g, err := rules.Compile(s.Variant())
	if err != nil {
		return fmt.Errorf("the run has a game that cannot be played: %w", err)
	}
	players, err := s.Players()
	if err != nil {
		return err
	}
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if err := Write(w, g, r, players); err != nil {
			return err
		}
	}
	return nil
}

// name is that of a player of the run, the program's own where none is noted.
func name(players []store.Player, i int) string {
	if i < 0 || i >= len(players) {
		return "bestiary"
	}
	return players[i].Name
}

// moveText writes words into lines of limited length.
type moveText struct {
	out    *bufio.Writer
	column int
}

func (t *moveText) word(s string) {
	switch {
	case t.column == 0:
		t.out.WriteByte('\n')
	case t.column+1+len(s) > pgnWidth:
		t.out.WriteByte('\n')
		t.column = 0
	default:
		t.out.WriteByte(' ')
		t.column++
	}
	t.out.WriteString(s)
	t.column += len(s)
}

// moves writes the moves of a game from its first position.
func (t *moveText) moves(p *rules.Position, r *store.Record) error {
	for i, text := range r.Moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		switch {
		case p.Turn() == rules.White:
			t.word(strconv.Itoa(p.Fullmove()) + ".")
		case i == 0:
			t.word(strconv.Itoa(p.Fullmove()) + "...")
		}
		t.word(p.SAN(m))
		if i >= r.RandomPlies {
			t.word("{" + scoreText(r.Scores[i]) + "}")
		}
		p.Make(m)
	}
	return nil
}

// longestMate is the largest distance of a mate, in plies, that is written as a
// mate.
const longestMate = 1000

func scoreText(score int) string {
	size := max(score, -score)
	if plies := search.MateScore - size; plies < longestMate {
		sign := ""
		if score < 0 {
			sign = "-"
		}
		return "#" + sign + strconv.Itoa((plies+1)/2)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

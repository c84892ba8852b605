package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// pgnWidth is the longest line of PGN move text, in characters.
const pgnWidth = 80

// eventName is the tag Event of all games that Write writes.
const eventName = "bestiary self-play"

// Write writes a game in PGN, as the package comment says. The record refers to its
// players by their places in the list.
func Write(w io.Writer, g *rules.Game, r store.Record, players []store.Player) error {
	p, err := r.Start(g)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	tags := [][2]string{
		{"Event", eventName},
		{"Site", "?"},
		{"Date", "????.??.??"},
		{"Round", r.Name()},
		{"White", store.PlayerName(players, r.White)},
		{"Black", store.PlayerName(players, r.Black)},
		{"Result", r.Result.String()},
		{"Variant", r.Game},
		{"SetUp", "1"},
		{"FEN", r.FEN},
		{"PlyCount", strconv.Itoa(r.Plies())},
		{"RandomPlies", strconv.Itoa(r.RandomPlies)},
		{"Termination", termination(r.Reason)},
		{"Reason", string(r.Reason)},
	}
	if r.Detail != "" {
		tags = append(tags, [2]string{"Detail", r.Detail})
	}
	for _, tag := range tags {
		fmt.Fprintf(out, "[%s %s]\n", tag[0], quote(tag[1]))
	}
	text := moveText{out: out}
	if err := text.moves(p, &r); err != nil {
		return err
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

// termination returns a reason in the words of other programs.
func termination(reason rules.Reason) string {
	switch r := string(reason); {
	case strings.Contains(r, "adjudicat"), strings.Contains(r, "length limit"):
		return "adjudication"
	case strings.Contains(r, "time forfeit"), strings.Contains(r, "illegal move"):
		return r
	case strings.Contains(r, "crash"), strings.Contains(r, "no answer"), strings.Contains(r, "abandon"):
		return "abandoned"
	}
	return "normal"
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
	for ply, err := range r.Replay(p) {
		if err != nil {
			return err
		}
		switch {
		case p.Turn() == rules.White:
			t.word(strconv.Itoa(p.Fullmove()) + ".")
		case ply.Number == 0:
			t.word(strconv.Itoa(p.Fullmove()) + "...")
		}
		t.word(p.SAN(ply.Move))
		score := ply.Score
		if p.Turn() == rules.Black && score != store.Unknown {
			score = -score
		}
		if text := comment(note{score, ply.Depth, ply.Time}); text != "" {
			t.word(text)
		}
	}
	return nil
}

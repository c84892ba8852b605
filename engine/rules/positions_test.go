package rules

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// The tables in testdata/positions have positions for each rule, with a row that fails when the
// rule is broken. A row has a game with options (see gameWith), a position (the array if there is
// none), moves to make first, what it asks, and the answer:
//
//	from TEXT   the legal moves that begin with a text, such as a square, without that text
//	legal MOVE  whether a move is legal: yes or no
//	position    the FEN
//	check       whether the side to move is in check: yes or no
//	outcome     result and reason, or "goes on"
//	perft DEPTH the number of leaves
//	captures    the legal captures
//	san MOVE    a move in algebraic notation
//	reads TEXT  the move that a text in any notation means, if it is one
//	refuses TEXT, fault  the error of a text that is no move, and of a FEN
func TestPositions(t *testing.T) {
	for _, path := range testkit.Must(filepath.Glob("testdata/positions/*.tsv"))(t) {
		topic := strings.TrimSuffix(filepath.Base(path), ".tsv")
		for _, r := range testkit.TSV(t, path) {
			t.Run(topic+"/"+r["rule"], func(t *testing.T) {
				if got := answerOf(t, r["game"], r["position"], r["line"], r["asks"]); got != r["answer"] {
					t.Errorf("%s, %s after %q: %s\n got %s\nwant %s", r["game"], r["position"], r["line"], r["asks"], got, r["answer"])
				}
			})
		}
	}
}

// answerOf says what a row asks, and takes the line back.
func answerOf(t *testing.T, game, fen, line, asked string) string {
	t.Helper()
	g := gameWith(t, game)
	if asked == "fault" {
		_, err := g.ParseFEN(fen)
		return strings.TrimPrefix(fmt.Sprint(err), fmt.Sprintf("FEN %q: ", fen))
	}
	p := g.NewPosition()
	if fen != "" {
		p = parsed(t, g, fen)
	}
	before := p.Clone()
	play(t, p, line)
	text := answer(t, p, asked)
	for range strings.Fields(line) {
		p.Unmake()
	}
	if diff := diffPositions(before, p); diff != "" {
		t.Errorf("%q is not taken back: %s", line, diff)
	}
	return text
}

// answer says what a row asks of a position.
func answer(t *testing.T, p *Position, asked string) string {
	t.Helper()
	asked, about, _ := strings.Cut(asked, " ")
	switch asked {
	case "from":
		checkListed(t, p)
		return from(p, about)
	case "legal":
		m, err := p.ParseMove(about)
		if err == nil && !isLegal(p, m) {
			t.Errorf("%s is not legal by itself", about)
		}
		return yesOrNo(err == nil)
	case "position":
		if again := parsed(t, p.g, p.FEN()); again.Hash() != p.Hash() {
			t.Errorf("%s: the hash is not that of the FEN", p.FEN())
		}
		return p.FEN()
	case "captures":
		return capturesOf(t, p)
	case "san":
		m := testkit.Must(p.ParseMove(about))(t)
		san := p.SAN(m)
		if back, err := p.ReadMove(san); err != nil || back != m {
			t.Errorf("%s is read as %s: %v", san, p.g.MoveText(back), err)
		}
		return san
	case "reads":
		m, err := p.ReadMove(about)
		if err != nil {
			return ""
		}
		return p.g.MoveText(m)
	case "refuses":
		return fmt.Sprint(testkit.Error(p.ParseMove(about)))
	case "check":
		return yesOrNo(p.InCheck())
	case "outcome":
		return outcomeOf(t, p)
	case "perft":
		depth := testkit.Must(strconv.Atoi(about))(t)
		return fmt.Sprint(p.Perft(depth))
	}
	t.Fatalf("asks for %q", asked)
	return ""
}

// checkListed checks that the listed moves are legal by themselves, and that they are counted.
func checkListed(t *testing.T, p *Position) {
	t.Helper()
	moves := p.Moves(nil)
	takes := false
	for _, m := range moves {
		takes = takes || p.IsCapture(m)
		if !isLegal(p, m) {
			t.Errorf("%s: %s is generated but not legal", p.FEN(), p.g.MoveText(m))
		}
	}
	if n := p.Perft(1); n != uint64(len(moves)) {
		t.Errorf("%s: %d moves are counted, %d listed", p.FEN(), n, len(moves))
	}
	if must := p.MustTake(); must != (p.g.MustCapture() && takes) {
		t.Errorf("%s: a capture is compulsory: %v", p.FEN(), must)
	}
}

// outcomeOf checks the outcome against the moves and against the same position read from its FEN.
func outcomeOf(t *testing.T, p *Position) string {
	t.Helper()
	result, why := p.Outcome()
	if q := parsed(t, p.g, p.FEN()); q.Ended() != p.Ended() {
		t.Errorf("%s: read back, it has ended with %s, not %s", p.FEN(), q.Ended(), p.Ended())
	}
	claimed := why == InsufficientMaterial || why == NMoveRule || why == Repetition // the moves go on
	if over := len(p.Moves(nil)) == 0; over != (result != Ongoing && !claimed) {
		t.Errorf("%s: over is %v by the moves, %s by %q", p.FEN(), over, result, why)
	}
	if r := p.RepeatedInTree(); why == Repetition && r != result && (r != Ongoing || result != Draw) {
		t.Errorf("%s: %s in a search, want %s", p.FEN(), r, result)
	}
	if result == Ongoing {
		return "goes on"
	}
	return result.String() + " by " + string(why)
}

// capturesOf lists the captures, and makes and takes back each.
func capturesOf(t *testing.T, p *Position) string {
	t.Helper()
	before, list := p.Clone(), captures(p, nil)
	for _, m := range list {
		p.Make(m)
		p.Unmake()
		if diff := diffPositions(before, p); diff != "" {
			t.Errorf("%s is not taken back: %s", p.g.MoveText(m), diff)
		}
	}
	return strings.Join(moveTexts(p, list), " ")
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

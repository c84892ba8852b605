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
func TestPositions(t *testing.T) {
	for _, path := range testkit.Must(filepath.Glob("testdata/positions/*.tsv"))(t) {
		topic := strings.TrimSuffix(filepath.Base(path), ".tsv")
		for _, r := range testkit.TSV(t, path) {
			t.Run(topic+"/"+r["rule"], func(t *testing.T) {
				p := gameWith(t, r["game"]).NewPosition()
				if r["position"] != "" {
					p = parsed(t, p.g, r["position"])
				}
				play(t, p, r["line"])
				if got := answer(t, p, r["asks"]); got != r["answer"] {
					t.Errorf("%s, %s after %q: %s\n got %s\nwant %s", r["game"], r["position"], r["line"], r["asks"], got, r["answer"])
				}
			})
		}
	}
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
		return p.FEN()
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
	claimed := why == InsufficientMaterial || why == NMoveRule // the moves go on
	if over := len(p.Moves(nil)) == 0; over != (result != Ongoing && !claimed) {
		t.Errorf("%s: over is %v by the moves, %s by %q", p.FEN(), over, result, why)
	}
	if result == Ongoing {
		return "goes on"
	}
	return result.String() + " by " + string(why)
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

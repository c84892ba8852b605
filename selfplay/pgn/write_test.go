package pgn

import (
	"bytes"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// gated is a game that shows waiting pieces, castling and promotion.
func gated() store.Record {
	return store.Record{
		Round: 1, Pair: 23, Index: 1, Game: "hannibal-manticore",
		FEN:         "*f******m*/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/M*******F* w KQkq - 0 1",
		RandomPlies: 2,
		Moves:       strings.Fields("b1c3 i9h7 i1h3 b9c7 f1b1 c7b5 c3b5 h7g5"),
		Scores:      []int{store.Unknown, store.Unknown, 12, -7, 130, 95, search.MateScore - 3, -search.MateScore + 20},
		Result:      rules.Draw, Reason: "length limit",
	}
}

// sample is a game between two players that a run names.
func sample(round, pair, index int) store.Record {
	return store.Record{
		Round: round, Pair: pair, Index: index, Game: "chess", White: index, Black: 1 - index,
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{store.Unknown, -84, 211, -29999},
		Result:      rules.BlackWins, Reason: rules.Checkmate,
	}
}

var players = []store.Player{{Name: "first"}, {Name: "second"}}

func TestPGNGolden(t *testing.T) {
	var b bytes.Buffer
	for _, r := range []store.Record{sample(0, 4, 0), gated()} {
		testkit.OK(t, Write(&b, rulestest.Game(t, r.Game), r, players))
	}
	testkit.Golden(t, "games.pgn", b.String())
}

func TestPGNRefusesBadRecords(t *testing.T) {
	g := rulestest.Game(t, "chess")
	bad := sample(0, 1, 0)
	bad.Moves[2] = "g2g5"
	testkit.Fails(t, Write(&bytes.Buffer{}, g, bad, nil), "game 0.1.0: ply 3")
	bad.FEN = "8/8"
	testkit.Fails(t, Write(&bytes.Buffer{}, g, bad, nil), "game 0.1.0")
}

func TestScoreText(t *testing.T) {
	for score, want := range map[int]string{
		0: "+0.00", 31: "+0.31", -5: "-0.05", 1234: "+12.34", -100: "-1.00",
		search.MateScore - 1: "+M1", search.MateScore: "+M0", 4 - search.MateScore: "-M4", search.MateScore + 1: "+300.01",
	} {
		if got := scoreText(score); got != want {
			t.Errorf("%d is written %s, want %s", score, got, want)
		}
	}
}

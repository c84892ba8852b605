package selfplay

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// gated is a game that shows waiting pieces, castling and promotion.
func gated() Record {
	return Record{
		Round: 1, Pair: 23, Index: 1, Game: "hannibal-manticore",
		FEN:         "*f******m*/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/M*******F* w KQkq - 0 1",
		RandomPlies: 2,
		Moves:       strings.Fields("b1c3 i9h7 i1h3 b9c7 f1b1 c7b5 c3b5 h7g5"),
		Scores:      []int{0, 0, 12, -7, 130, 95, search.MateScore - 3, -search.MateScore + 20},
		Result:      rules.Draw, Reason: LengthLimit,
	}
}

func TestPGNGolden(t *testing.T) {
	var b bytes.Buffer
	for _, r := range []Record{sample(0, 4, 0), gated()} {
		if err := WritePGN(&b, compile(t, r.Game), r); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join("testdata", "games.pgn")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Error(diff)
	}
}

// Lines of moves are no longer than PGN allows, and all moves are there.
func TestPGNLines(t *testing.T) {
	g := compile(t, "hannibal-manticore")
	cfg := Config{Pairs: 2, Nodes: 20, MaxPlies: 120}
	s := create(t, g, cfg)
	sum, err := Play(context.Background(), g, cfg, eval.Prior(g), 0, 1, s, Events{})
	if err != nil {
		t.Fatal(err)
	}
	text := export(t, s)
	full := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "[") {
			continue
		}
		if len(line) > pgnWidth || line != strings.TrimSpace(line) {
			t.Errorf("bad line of moves: %q", line)
		}
		if len(line) > pgnWidth-12 {
			full++
		}
	}
	if comments := strings.Count(text, "{"); comments != sum.Plies-2*sum.Games || full < 4 {
		t.Errorf("%d comments and %d full lines in %d games of %d plies", comments, full, sum.Games, sum.Plies)
	}
}

func TestPGNRefusesBadRecords(t *testing.T) {
	g := compile(t, "chess")
	bad := sample(0, 1, 0)
	bad.Moves[2] = "g2g5"
	if err := WritePGN(&bytes.Buffer{}, g, bad); err == nil || !strings.Contains(err.Error(), "game 0.1.0: ply 3") {
		t.Errorf("illegal move: %v", err)
	}
	bad.FEN = "8/8"
	if err := WritePGN(&bytes.Buffer{}, g, bad); err == nil || !strings.Contains(err.Error(), "game 0.1.0") {
		t.Errorf("bad FEN: %v", err)
	}
}

func TestScoreText(t *testing.T) {
	for score, want := range map[int]string{
		0: "+0.00", 31: "+0.31", -5: "-0.05", 1234: "+12.34",
		search.MateScore - 1: "#1", search.MateScore - 2: "#1", search.MateScore - 5: "#3", 4 - search.MateScore: "#-2",
	} {
		if got := scoreText(score); got != want {
			t.Errorf("%d is written %s, want %s", score, got, want)
		}
	}
}

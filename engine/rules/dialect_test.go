package rules

import (
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// Each form of other programs is read, and those with a name are written back.
func TestFENDialects(t *testing.T) {
	written := map[string]bool{}
	for _, row := range testkit.TSV(t, "testdata", "fendialects.tsv") {
		dialect, foreign, ours := row["dialect"], row["foreign"], row["ours"]
		p, err := gameWith(t, row["game"]).ParseFEN(foreign)
		if err != nil {
			t.Error(err)
			continue
		}
		testkit.Same(t, foreign, ours, p.FEN())
		if dialect != "-" {
			written[dialect] = true
			testkit.Same(t, ours+" in "+dialect, foreign, testkit.Must(p.FENIn(dialect))(t))
		}
	}
	for _, name := range FENDialects() {
		if !written[name] {
			t.Errorf("the dialect %s has no example", name)
		}
	}
	_, err := gameWith(t, "chess").NewPosition().FENIn("lichss")
	testkit.Fails(t, err, `unknown dialect "lichss", expected one of sfen, lichess, shredder; did you mean "lichess"?`)
}

// Operations of EPD may have semicolons between quotation marks, and be longer than a FEN may be.
func TestEPD(t *testing.T) {
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
	for line, want := range map[string]string{
		board:         board + "0 1",
		board + "3 9": board + "3 9", board + "3 9;": board + "3 9",
		board + `hmvc 7; fmvn 12; id "a; hmvc 9; b";`:      board + "7 12",
		board + `c9 "1-0"; hmvc 4;`:                        board + "4 1",
		board + "[0.5]":                                    board + "0 1",
		board + "0 1 [1.0]":                                board + "0 1",
		board + "bm e4; pv " + strings.Repeat("e4 ", 2000): board + "0 1",
		board + "moves e4 e5":                              "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	} {
		p, err := gameWith(t, "chess").ParseEPD(line)
		testkit.OK(t, err)
		testkit.Same(t, line[:min(len(line), 90)], want, p.FEN())
	}
	for line, want := range map[string]string{
		"":                 "found none, expected a position",
		board + "hmvc x;":  `halfmove: found "x", expected a number of plies`,
		"8/8 w - - bm e4;": "board: 2 rows, expected 8",
		strings.Repeat("Q", 3000) + " w - - id 1;": "longer than 2048 characters",
	} {
		_, err := gameWith(t, "chess").ParseEPD(line)
		testkit.Fails(t, err, want)
	}
}

// Each form of a label is read, and a book passes over it.
func TestLabelDialects(t *testing.T) {
	g, seen := gameWith(t, "chess"), map[string]bool{}
	for _, row := range testkit.TSV(t, "testdata", "labeldialects.tsv") {
		seen[row["what"]] = true
		p, result, err := g.ParseLabelled(row["foreign"])
		if want, ok := strings.CutPrefix(row["ours"], "error: "); ok {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error is %v, want one with %q", row["foreign"], err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row["foreign"], err)
			continue
		}
		testkit.Same(t, row["foreign"], row["ours"], p.FEN()+" "+result.String())
		testkit.Same(t, row["foreign"], p.FEN(), testkit.Must(g.ParseEPD(row["foreign"]))(t).FEN())
	}
	for _, d := range labelDialects {
		if what, _, _ := strings.Cut(d.what, ","); !seen[what] {
			t.Errorf("%s has no example", d.what)
		}
	}
	_, _, err := gameWith(t, "crazyhouse").ParseLabelled("4k3/8/8/8/8/8/8/4K3 [Qp] b - - 3 9 [1.0]")
	testkit.OK(t, err)
}

func TestMoveDialects(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata", "movedialects.tsv") {
		g := gameWith(t, row["game"])
		p := g.NewPosition()
		if row["position"] != "-" {
			p = parsed(t, g, row["position"])
		}
		m, err := p.ReadMove(row["foreign"])
		if want, ok := strings.CutPrefix(row["ours"], "error: "); ok {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: error is %v, want one with %q", row["game"], row["foreign"], err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row["game"], err)
			continue
		}
		testkit.Same(t, row["game"]+" "+row["foreign"], row["ours"], p.Game().MoveText(m))
	}
}

// Any text is read as a legal move or refused.
func FuzzReadMove(f *testing.F) {
	var positions []*Position
	seen := map[string]bool{}
	for _, row := range testkit.TSV(f, "testdata", "movedialects.tsv") {
		f.Add(row["foreign"])
		if key := row["game"] + row["position"]; !seen[key] {
			seen[key] = true
			p := gameWith(f, row["game"]).NewPosition()
			if row["position"] != "-" {
				p = parsed(f, gameWith(f, row["game"]), row["position"])
			}
			positions = append(positions, p)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range positions {
			if m, err := p.ReadMove(text); err == nil && !slices.Contains(p.Moves(nil), m) {
				t.Fatalf("%q is read as %s, which is not legal in %s", text, p.Game().MoveText(m), p.FEN())
			}
		}
	})
}

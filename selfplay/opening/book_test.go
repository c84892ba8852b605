package opening

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"fmt"
	"strings"
	"testing"
)

const (
	afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	afterD4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"
	afterC4 = "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1"
)

// Lines of EPD and FEN in all forms, with ignored lines in between.
func TestBookOfPositions(t *testing.T) {
	text := "\ufeff# comment\r\n\r\n" +
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3\r\n" +
		"  rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 bm d7d5; id \"x 1; y\";\n" +
		"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 hmvc 7; fmvn 12; id \"z\";\n" +
		"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 3 4;"
	g := rulestest.Game(t, "chess")
	s := source(t, g, FromBook(testkit.File(t, "b.epd", text)), 1)
	want := []string{afterE4, afterD4, strings.Replace(afterC4, " 0 1", " 7 12", 1), strings.Replace(afterC4, " 0 1", " 3 4", 1)}
	if len(s.book.entries) != len(want) {
		t.Fatalf("%d positions, want %d", len(s.book.entries), len(want))
	}
	for i := range 3 * len(want) {
		if got := start(t, s, i, i%2).FEN; withoutPassing(got) != withoutPassing(want[i%len(want)]) {
			t.Errorf("pair %d starts from %s, want %s", i, got, want[i%len(want)])
		}
	}
	if s.Config().Hash == "" {
		t.Error("the book has no hash")
	}
	later := FromBook(testkit.File(t, "b.epd", text))
	later.BookStart = 3
	s = source(t, g, later, 1)
	for i := range 2 * len(want) {
		if got := start(t, s, i, 0).FEN; withoutPassing(got) != withoutPassing(want[(i+3)%len(want)]) {
			t.Errorf("with a later start pair %d starts from %s, want %s", i, got, want[(i+3)%len(want)])
		}
	}
	later.BookStart = 4
	_, err := New(g, later, 1)
	testkit.Fails(t, err, "found 4 openings, expected more than the 4 that are skipped")
}

// withoutPassing removes the en-passant field, which is meaningless if no pawn can
// capture.
func withoutPassing(fen string) string {
	f := strings.Fields(fen)
	f[3] = "-"
	return strings.Join(f, " ")
}

func TestRandomOrder(t *testing.T) {
	g := rulestest.Game(t, "chess")
	path := testkit.File(t, "b.fen", strings.Join([]string{afterE4, afterD4, afterC4}, "\n"))
	orders := map[string]bool{}
	s := source(t, g, shuffled(path), 1)
	for cycle := range 30 {
		seen := map[string]bool{}
		order := ""
		for i := range 3 {
			fen := start(t, s, 3*cycle+i, 0).FEN
			seen[fen] = true
			order += fen
		}
		if len(seen) != 3 {
			t.Errorf("reading %d gives %d different positions, want 3", cycle, len(seen))
		}
		orders[order] = true
	}
	if len(orders) != 6 {
		t.Errorf("%d orders in 30 readings, want all 6", len(orders))
	}
	other := source(t, g, shuffled(path), 2)
	for i := range 90 {
		if start(t, other, i, 0).FEN != start(t, s, i, 0).FEN {
			return
		}
	}
	t.Error("another seed gives the same order")
}

// Waiting pieces are placed at random; otherwise the position stays.
func TestBookWithWaitingPieces(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	fen := g.NewPosition().FEN()
	s := source(t, g, FromBook(testkit.File(t, "b.epd", fen)), 1)
	places := map[string]bool{}
	for i := range 30 {
		got := start(t, s, i, 0)
		checkStart(t, got.Position)
		if start(t, s, i, 0).FEN != got.FEN {
			t.Errorf("pair %d has two placements", i)
		}
		places[got.FEN] = true
	}
	if len(places) < 20 {
		t.Errorf("%d placements in 30 pairs", len(places))
	}
}

// The moves of a game that place waiting pieces are made, and none is placed twice.
func TestBookOfGamesWithPlacements(t *testing.T) {
	g := rulestest.Game(t, "musketeer")
	p, text := g.NewPosition(), ""
	for ply := 0; ply < 8; ply++ {
		m := p.Moves(nil)[0]
		if ply%2 == 0 {
			text += fmt.Sprintf("%d. ", 1+ply/2)
		}
		text += p.SAN(m) + " "
		p.Make(m)
	}
	cfg := FromBook(testkit.File(t, "b.pgn", "[Variant \"musketeer\"]\n\n"+text+"*\n"))
	cfg.BookPlies = 8
	s := source(t, g, cfg, 1)
	got := start(t, s, 0, 0)
	testkit.Same(t, "position after the book", p.FEN(), got.Position.FEN())
	again := testkit.Must(g.ParseFEN(got.FEN))(t)
	for _, m := range got.Moves {
		again.Make(m)
	}
	testkit.Same(t, "position replayed", p.FEN(), again.FEN())
	if s.MostPlies() != 8 {
		t.Errorf("the longest opening has %d plies", s.MostPlies())
	}
}

func TestBadBooks(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for name, tc := range map[string]struct{ text, want string }{
		"empty.epd":  {"# nothing\n\n", "empty.epd: found no position"},
		"bad.epd":    {afterE4 + "\nrnbqkbnr/pppp/8 w - -\n", "bad.epd:2: "},
		"other.epd":  {afterE4 + "\n\n" + strings.Replace(afterE4, "n", "z", 1), "other.epd:3: "},
		"mate.epd":   {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate.epd:1: the game is over by checkmate"},
		"binary.epd": {"\x00\x01\x02\x03", "binary.epd:1: "},
	} {
		testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, name, tc.text)), 0)), tc.want)
	}
	testkit.Fails(t, testkit.Error(New(g, FromBook("no/such/file.epd"), 0)), "no/such/file.epd")
}

// Games provide their first moves, at most up to the move before they end.
func TestBookOfGames(t *testing.T) {
	text := `[Event "a"]

1. e4 {king's pawn} e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "b"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "c"]
[SetUp "1"]
[FEN "` + afterD4 + `"]

1... d5 *
`
	g := rulestest.Game(t, "chess")
	path := testkit.File(t, "b.pgn", text)
	for _, tc := range []struct {
		plies int
		want  []string
	}{
		{3, []string{"e2e4 e7e5 g1f3", "f2f3 e7e5 g2g4", "d7d5"}},
		{16, []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "f2f3 e7e5 g2g4", "d7d5"}},
		{0, []string{"", "", ""}},
	} {
		cfg := FromBook(path)
		cfg.BookPlies = tc.plies
		s := source(t, g, cfg, 1)
		for i, want := range tc.want {
			got := start(t, s, i, 0)
			var moves []string
			for _, m := range got.Moves {
				moves = append(moves, g.MoveText(m))
			}
			if strings.Join(moves, " ") != want || got.Position.Plies() != len(moves) {
				t.Errorf("%d plies, game %d: %q and a position after %d plies, want %q", tc.plies, i, moves, got.Position.Plies(), want)
			}
		}
		if fen := start(t, s, 2, 0).FEN; withoutPassing(fen) != withoutPassing(afterD4) {
			t.Errorf("the third game starts from %s", fen)
		}
	}
	over := "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n\n0-1\n"
	testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, "over.pgn", over)), 1)), "over.pgn: game 1: the game is over by checkmate")
	testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, "bad.pgn", "[Event \"a\"]\n\n1. e4 e5\n2. Nf6 *\n")), 1)), "bad.pgn:4")
}

// shuffled returns the configuration for a book in random order.
func shuffled(path string) Config {
	c := FromBook(path)
	c.Order = Random
	return c
}

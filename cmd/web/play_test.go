package web

import (
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/selfplay/pgn"
)

// A pass has a kind and a word, and a drop says what the piece was in hand.
func TestKindsOfMoves(t *testing.T) {
	a := &API{}
	p := call[Position](t, a, "position", Place{Game: GameRef{Name: "janggi"}})
	passes := slices.DeleteFunc(p.Legal, func(m Move) bool { return m.Kind != "pass" })
	if len(passes) != 1 || passes[0].SAN != "pass" {
		t.Errorf("passes %+v", passes)
	}
	p = call[Position](t, a, "position", Place{Game: GameRef{Name: "crazyhouse"}, Moves: strings.Fields("e2e4 d7d5 e4d5 d8d5 b1c3 d5a5")})
	if i := slices.IndexFunc(p.Legal, func(m Move) bool { return m.Kind == "drop" && m.To == "e4" }); i < 0 || p.Legal[i].Held != p.Legal[i].Piece || p.Legal[i].SAN != "P@e4" {
		t.Errorf("no drop of a pawn on e4 among %+v", p.Legal)
	}
	g := call[Game](t, a, "game", GameRef{Name: "chess"})
	p = call[Position](t, a, "position", Place{Game: GameRef{Name: "chess"}, FEN: "8/4P3/8/8/8/k7/8/4K3 w - - 0 1"})
	into := map[string]string{}
	for _, m := range p.Legal {
		if into[m.Text] = ""; m.Piece >= 0 {
			into[m.Text] = g.Pieces[m.Piece].Name
		}
	}
	if len(into) != 9 || into["e7e8q"] != "queen" || into["e7e8n"] != "knight" || into["e1d1"] != "" {
		t.Errorf("promotions %v", into)
	}
}

// Pieces that left the board are counted, but none that promoted; in a game with drops
// they are in a hand.
func TestCaptured(t *testing.T) {
	a := &API{}
	place := Place{Game: GameRef{Name: "chess"}, Moves: strings.Fields("e2e4 d7d5 e4d5 d8d5 b1c3 a7a6 c3d5 a6a5 d5c7 e8d8 c7a8 a5a4 a8b6 a4a3 b6c8 a3b2 c1b2")}
	p := call[Position](t, a, "position", place)
	names := map[string]int{}
	game := call[Game](t, a, "game", place.Game)
	for _, held := range p.Captured {
		names[map[bool]string{true: "black "}[held.Black]+game.Pieces[held.Piece].Name] = held.Count
	}
	if len(names) != 5 || names["pawn"] != 2 || names["black pawn"] != 3 || names["black queen"] != 1 || names["black rook"] != 1 || names["black bishop"] != 1 {
		t.Errorf("captured %v", names)
	}
	place.FEN, place.Moves = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", []string{"e7d8q"}
	if p = call[Position](t, a, "position", place); len(p.Captured) != 1 || game.Pieces[p.Captured[0].Piece].Name != "knight" {
		t.Errorf("after a promotion %+v", p.Captured)
	}
	place = Place{Game: GameRef{Name: "crazyhouse"}, Moves: strings.Fields("e2e4 d7d5 e4d5")}
	if p = call[Position](t, a, "position", place); len(p.Captured) != 0 {
		t.Errorf("in a game with drops %+v", p.Captured)
	}
}

// Any piece tells where it goes, also when it is not its turn.
func TestReach(t *testing.T) {
	a := &API{}
	place, none := Place{Game: GameRef{Name: "chess"}, Moves: []string{"e2e4"}}, []string{}
	for square, want := range map[string]Reach{
		"g1": {[]string{"e2", "f3", "h3"}, []string{}, none},
		"f1": {[]string{"e2", "d3", "c4", "b5", "a6"}, []string{"g2"}, none},
		"g8": {[]string{"f6", "h6"}, []string{"e7"}, none},
		"e5": {none, none, none},
	} {
		got := call[Reach](t, a, "reach", ReachRequest{place, square})
		if !slices.Equal(got.Squares, want.Squares) || !slices.Equal(got.Protected, want.Protected) {
			t.Errorf("%s: %+v, want %+v", square, got, want)
		}
	}
	fault(t, a, "reach", ReachRequest{place, "z9"})
	for fen, want := range map[string][]string{
		"r3k2r/8/8/8/8/8/8/R3K2R b Qkq - 0 1": {"c1"}, // not its turn
		"r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1":  {"c1", "g1"},
		"r3k2r/8/8/8/8/8/8/RN2K2R b KQ - 0 1": {"g1"},
		"4k3/4R3/8/8/8/8/8/R3K2R b KQ - 0 1":  {}, // no turn may be passed in check
	} {
		place.FEN, place.Moves = fen, nil
		if got := call[Reach](t, a, "reach", ReachRequest{place, "e1"}).Castling; !slices.Equal(slices.Sorted(slices.Values(got)), want) {
			t.Errorf("in %s White castles to %v, want %v", fen, got, want)
		}
	}
}

// Castling rights may be left out of a position that is set up, and a square be open to a
// capture en passant.
func TestSetUpRights(t *testing.T) {
	a := &API{}
	ref := GameRef{Name: "chess"}
	p := call[Position](t, a, "position", Place{Game: ref, Moves: []string{"e2e4"}})
	r := SetUpRequest{Game: ref, Pieces: p.Pieces, Black: true, Without: "Kq", EnPassant: "e3"}
	got := call[map[string]string](t, a, "set-up", r)
	if fields := strings.Fields(got["fen"]); fields[2] != "Qk" {
		t.Errorf("FEN %s", got["fen"])
	}
	r.EnPassant = "z3"
	fault(t, a, "set-up", r)
	if g := call[Game](t, a, "game", ref); len(g.Wings) != 4 || g.Wings[0] != (wing{"K", false, "h1"}) {
		t.Errorf("wings %+v", g.Wings)
	}
}

// A tree goes out as PGN and comes back.
func TestTreeAsPGN(t *testing.T) {
	a := &API{}
	ref := GameRef{Name: "chess"}
	tree := pgn.Tree{Comment: "hello", Nodes: []pgn.Node{{Parent: -1, Move: "e2e4", NAGs: []int{1}}, {Parent: 0, Move: "e7e5", Comment: "usual"}, {Parent: 0, Move: "c7c5"}}}
	text := call[map[string]string](t, a, "pgn", PGNRequest{Place: Place{Game: ref, Moves: []string{"e2e4", "e7e5"}}, Tree: tree})["pgn"]
	if !strings.Contains(text, "{hello} 1. e4 $1 e5 {usual} (1... c5)") {
		t.Errorf("PGN:\n%s", text)
	}
	games := call[struct{ Games []ReadGame }](t, a, "read-pgn", ReadPGNRequest{ref, text}).Games
	if len(games) != 1 || games[0].Tree.Comment != "hello" || len(games[0].Tree.Nodes) != 3 {
		t.Fatalf("read %+v", games)
	}
	nodes := call[struct{ Nodes []TreeMove }](t, a, "tree", TreeRequest{Game: ref, Nodes: games[0].Tree.Nodes}).Nodes
	if len(nodes) != 3 || nodes[2].SAN != "c5" || nodes[2].Parent != 0 || nodes[1].Comment != "usual" {
		t.Errorf("described %+v", nodes)
	}
	fault(t, a, "tree", TreeRequest{Game: ref, Nodes: []pgn.Node{{Parent: 7, Move: "e2e4"}}})
	fault(t, a, "pgn", PGNRequest{Place: Place{Game: ref}, Tree: pgn.Tree{Nodes: []pgn.Node{{Parent: 4, Move: "e2e4"}}}})
}

// A text without a name gets a title. What an approximation loses is said in words that fit the
// page, not in the words of a command.
func TestTitlesAndLosses(t *testing.T) {
	g := call[Game](t, &API{}, "game", GameRef{Text: "files=8\nranks=8\nKing:K:K:ke:e1,,e8\nRook:R:R:rook:a1,h1,,a8,h8\n"})
	if g.Title != "A pasted game" {
		t.Errorf("title %q", g.Title)
	}
	g = call[Game](t, &API{}, "game", GameRef{Text: "[lucky:makruk]\ncambodianMoves = true\n", File: "games.ini", Approximate: true})
	if text := strings.Join(append(g.Losses, g.Warnings...), "\n"); len(g.Losses) == 0 || strings.Contains(text, "[") {
		t.Errorf("losses %q", text)
	}
}

// When a text is refused, no other game stays in its place. One that can only be approximated
// can be opened so, and the page says what is lost.
func TestRefusedText(t *testing.T) {
	p := browse(t)
	p.fill("Text of the game", "files=99")
	p.await(`document.querySelector('#faults').textContent !== ''`)
	enabled := `[...document.querySelectorAll('#panel-game .buttons button, #tab-play, #tab-study')].filter((b) => b.checkVisibility() && !b.disabled).map((b) => b.textContent).join()`
	if got := value[string](p, enabled); got != "Back to Chess" {
		t.Errorf("buttons of a refused text: %q", got)
	}
	p.await(`document.getElementById('panel-game').innerText.includes('This text is no game yet') && !document.querySelector('#panel-game .board').checkVisibility()`)
	p.look("refused")
	p.press("Back to Chess")
	p.await(`document.querySelector('#panel-game .board').checkVisibility() && !document.getElementById('tab-play').disabled && document.querySelector('#panel-game textarea').value.includes('Chess')`)
	p.fill("Text of the game", "[lucky:makruk]\ncambodianMoves = true\n")
	p.await(`document.querySelector('.about .lost')?.textContent.includes('cambodianMoves = true')`)
	if text := value[string](p, `document.getElementById('panel-game').innerText`); strings.Contains(text, "--approximate") || strings.Contains(text, "[lost]") {
		t.Errorf("the page says %q", text)
	}
	p.look("approximated")
}

// A link with a move that is not legal says so, and leaves the array of its game to be played.
func TestLinkWithIllegalMove(t *testing.T) {
	for _, address := range []string{testkit.Must(served())(t), testkit.Must(site())(t)} {
		p := visit(t, chromium(t), address+"/#game=shogi&moves=c3c4.a1a9&players=person.person&tab=play")
		p.await(`document.querySelector('.error')?.textContent.includes('move 2') && ` + stones + ` === 40`)
		p.await(`document.getElementById('status').textContent === 'White to move.' && !document.getElementById('pass').checkVisibility()`)
		p.look("illegal link")
		p.move("c3", "c4", "")
		p.await(`location.hash.includes('moves=c3c4')`)
	}
}

package web

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// call answers a request and decodes the reply.
func call[Reply any](t *testing.T, a *API, method string, request any) Reply {
	t.Helper()
	var out Reply
	text := testkit.Must(json.Marshal(request))(t)
	reply, err := a.Call(context.Background(), method, text)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	if err := json.Unmarshal(reply, &out); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return out
}

// fault sends a request that must fail and returns the fault.
func fault(t *testing.T, a *API, method string, request any) *Fault {
	t.Helper()
	text, err := json.Marshal(request)
	testkit.OK(t, err)
	_, err = a.Call(context.Background(), method, text)
	var f *Fault
	if !errors.As(err, &f) {
		t.Fatalf("%s: error %v, want a fault of the request", method, err)
	}
	return f
}

// diagram is the Interactive Diagram of Hannibal Chess with Manticore and Falcon.
func diagram(t *testing.T) string {
	t.Helper()
	text := testkit.Must(os.ReadFile("../../engine/variant/gamefile/testdata/hannibal-manticore.txt"))(t)
	return string(text)
}

func TestEveryGameOfTheCatalogue(t *testing.T) {
	a := &API{}
	list := call[struct{ Games []catalogueEntry }](t, a, "catalogue", struct{}{})
	if len(list.Games) < 10 {
		t.Fatalf("%d games", len(list.Games))
	}
	for _, entry := range list.Games {
		ref := GameRef{Name: entry.Name}
		g := call[Game](t, a, "game", ref)
		if g.Title != entry.Title || len(g.Pieces) == 0 || len(g.Rules) == 0 || g.FEN == "" {
			t.Errorf("%s: described as %+v", entry.Name, g)
		}
		if p := call[Position](t, a, "position", Place{Game: ref}); len(p.Legal) == 0 || len(p.Pieces) == 0 || p.FEN != g.FEN {
			t.Errorf("%s: %d moves, %d pieces, FEN %s, want %s", entry.Name, len(p.Legal), len(p.Pieces), p.FEN, g.FEN)
		}
	}
}

// The squares where capturing pieces have become walls hold no piece.
func TestWalls(t *testing.T) {
	place := Place{Game: GameRef{Name: "chess", Rules: []string{"capture-then=petrify"}}, Moves: []string{"e2e4", "d7d5", "e4d5"}}
	p := call[Position](t, &API{}, "position", place)
	if len(p.Pieces) != 30 || !slices.Equal(p.Walls, []string{"d5"}) {
		t.Errorf("%d pieces, walls %v", len(p.Pieces), p.Walls)
	}
	if to := call[Reach](t, &API{}, "reach", ReachRequest{place, "d5"}); len(to.Squares)+len(to.Protected) > 0 {
		t.Errorf("a wall goes to %+v", to)
	}
	got := call[map[string]string](t, &API{}, "set-up", SetUpRequest{Game: place.Game, Pieces: p.Pieces, Walls: p.Walls, Black: true})
	if board, _, _ := strings.Cut(p.FEN, " "); !strings.HasPrefix(got["fen"], board) {
		t.Errorf("%s is set up as %s", p.FEN, got["fen"])
	}
	for name, square := range map[string]string{"chess capture-then=petrify": "z9", "chess": "d5"} {
		name, rule, _ := strings.Cut(name, " ")
		ref := GameRef{Name: name, Rules: strings.Fields(rule)}
		if f := fault(t, &API{}, "set-up", SetUpRequest{Game: ref, Pieces: p.Pieces, Walls: []string{square}}); !strings.Contains(f.Message, `no wall on "`+square+`"`) {
			t.Errorf("a wall on %s: %s", square, f.Message)
		}
	}
}

// A pasted diagram describes the right game, with its waiting pieces.
func TestDiagramIsPlaced(t *testing.T) {
	a := &API{}
	place := Place{Game: GameRef{Text: diagram(t)}}
	if g := call[Game](t, a, "game", place.Game); g.Files != 10 || g.Ranks != 9 || !g.Gating {
		t.Errorf("%d x %d squares, gating %v", g.Files, g.Ranks, g.Gating)
	}
	p := call[Position](t, a, "position", place)
	if !p.Placing || len(p.Hand) != 4 || p.Legal[0].Kind != "placing" {
		t.Fatalf("placing %v, in hand %v, first move %+v", p.Placing, p.Hand, p.Legal[0])
	}
	place.Moves = []string{p.Legal[0].Text}
	q := call[Position](t, a, "position", place)
	if len(q.Behind) != 1 || q.Behind[0].Square != p.Legal[0].To || q.Behind[0].Piece != p.Legal[0].Piece {
		t.Errorf("waiting %v after %+v", q.Behind, p.Legal[0])
	}
	if len(q.Line) != 1 || q.Line[0] != p.Legal[0] {
		t.Errorf("line %v, want %v", q.Line, p.Legal[0])
	}
	if q = call[Position](t, a, "position", PositionRequest{place, 1}); len(q.Line) != 0 {
		t.Errorf("a known move is described: %v", q.Line)
	}
}

// A diagram is found in the text of a whole page.
func TestDiagramAmongProse(t *testing.T) {
	text := "Hannibal Chess\n\nThe files are ten. It was made after: another game.\n\n" + diagram(t) + "\n\nThe elephant goes one or two squares diagonally.\n"
	if g := call[Game](t, &API{}, "game", GameRef{Text: text}); g.Files != 10 || len(g.Pieces) != 9 {
		t.Errorf("%d files, %d pieces", g.Files, len(g.Pieces))
	}
}

// A rule that cannot be expressed is an error; if it is left out, the game lists it.
func TestApproximateGame(t *testing.T) {
	ref := GameRef{Text: "[lucky:makruk]\ncambodianMoves = true\n", File: "games.ini"}
	if f := fault(t, &API{}, "game", ref); !strings.Contains(f.Message, "cambodianMoves") {
		t.Errorf("message %q", f.Message)
	}
	ref.Approximate = true
	if g := call[Game](t, &API{}, "game", ref); !slices.Contains(g.Approximates, "cambodianMoves = true") {
		t.Errorf("the game lacks %q", g.Approximates)
	}
	if g := call[Game](t, &API{}, "game", GameRef{Name: "chess"}); len(g.Approximates) > 0 {
		t.Errorf("chess lacks %q", g.Approximates)
	}
}

func TestFaults(t *testing.T) {
	a := &API{}
	f := fault(t, a, "game", GameRef{Text: "name = \"zoo\"\n[board]\nfiles = 99\nranks = 8\n"})
	if len(f.Faults) == 0 || !slices.ContainsFunc(f.Faults, func(f TextFault) bool { return f.Line == 3 && f.Field == "board.files" }) {
		t.Errorf("faults %+v, want one of board.files in line 3", f.Faults)
	}
	for method, request := range map[string]any{
		"game":     GameRef{Name: "chss"},
		"position": Place{Game: GameRef{Name: "chess"}, FEN: "8/8"},
		"sing":     struct{}{},
	} {
		if f := fault(t, a, method, request); f.Message == "" {
			t.Errorf("%s: no message", method)
		}
	}
	if f := fault(t, a, "position", Place{Game: GameRef{Name: "chess"}, Moves: []string{"e2e4", "e2e4"}}); !strings.HasPrefix(f.Message, "move 2: ") {
		t.Errorf("fault %q, want one of move 2", f.Message)
	}
	if f := fault(t, a, "catalogue", map[string]int{"nonsense": 1}); !strings.Contains(f.Message, "nonsense") {
		t.Errorf("fault %q", f.Message)
	}
}

// Every request gets a reply in JSON or a *Fault.
func FuzzCall(f *testing.F) {
	a := &API{}
	for _, seed := range [][2]string{
		{"game", `{"text":"files=8 ranks=8 king:K:K::e1,,e8"}`},
		{"game", `{"name":"chess","rules":["n-move=3"]}`},
		{"game", `{"text":"[zoo:chess]","file":"x.ini"}`},
		{"card", `{"betza":"WzB","board":"10x8"}`},
		{"card", `{"leaps":[{"dx":2,"dy":-1,"rides":true,"moves":true}],"board":"8x8"}`},
		{"position", `{"game":{"name":"musketeer"},"moves":["C@b1"],"known":-1}`},
		{"position", `{"game":{"name":"chess"},"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","moves":["O-O"]}`},
		{"set-up", `{"game":{"name":"chess"},"pieces":[{"square":"e1","piece":5},{"square":"e8","piece":5,"black":true}],"hand":[{"piece":1,"count":-3}]}`},
		{"pgn", `{"game":{"name":"chess"},"moves":["e4"],"white":"\"]"}`},
		{"read-pgn", `{"game":{"name":"chess"},"text":"1. e4 e5 2. Nf3 *"}`},
		{"values", `{"game":{"name":"chess"},"seed":1,"pairs":2,"nodes":1,"games":[{"fen":"","result":"1-0"}]}`},
	} {
		f.Add(seed[0], []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, method string, request []byte) {
		if WorksLong(method) {
			return // they run for as long as the request says
		}
		reply, err := a.Call(context.Background(), method, request)
		var fault *Fault
		if err != nil && !errors.As(err, &fault) || err == nil && !json.Valid(reply) {
			t.Errorf("%s: %v, %.100s", method, err, reply)
		}
	})
}

package measure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

func TestLeadChanges(t *testing.T) {
	for _, tc := range []struct {
		scores []int
		want   int
	}{
		{nil, 0},
		{[]int{0, 99, -99, 0}, 0},
		{[]int{100, -100, 100}, 2},
		{[]int{150, 50, 0, -50, -150, 30, -200, 29000}, 2},
		{[]int{-100, -400, -29990}, 0},
	} {
		if got := leadChanges(tc.scores, 100); got != tc.want {
			t.Errorf("%v: %d changes of the lead, want %d", tc.scores, got, tc.want)
		}
	}
}

func TestReplay(t *testing.T) {
	moves := strings.Fields("e2e4 d7d5 e4e5 f7f5 e5f6 g8h6 f6g7 a7a6 g7h8q a6a5 g1f3 b7b6 f1e2 b6b5 e1g1 h6g8")
	rec := store.Record{
		Pair: 3, Index: 1, Moves: moves, Scores: make([]int, len(moves)), RandomPlies: 2,
		FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Result: rules.Draw, Reason: rules.Repetition,
	}
	rec.Scores[4], rec.Scores[9] = 120, -300
	cfg := Default()
	chess := NewMeter(rulestest.Game(t, "chess"), &cfg)
	got := testkit.Must(chess.Measure(&rec))(t)
	want := Game{
		Pair: 3, Dealt: 3, Index: 1, Result: rules.Draw, Reason: rules.Repetition, Plies: 16,
		// The capture en passant, of a pawn and of a rook; the queen replaces that rook.
		Captures: []int{5, 7, 9}, Counter: 1, EndCounter: 1, EarlierCounter: 0.5, Opening: "e4e5 f7f5",
		Castlings: []Castling{{15, rules.White}},
	}
	for name, want := range map[string]float64{
		"lead-changes": 1, "men": 29, "officers": 1, "castlings": 1, "promotions": 1, "en-passant": 1, "double-steps": 3,
	} {
		if got := got.number(t, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	testkit.Same(t, "game", want, got, cmpopts.IgnoreUnexported(Game{}), cmpopts.IgnoreFields(Game{}, "Material", "FirstRanks"))
	if n := got.number(t, "branching"); n < 20 || n > 40 {
		t.Errorf("branching factor %v, want about 30, as in an opening", n)
	}
	// Knight, bishop and castling leave the first ranks; a knight comes back. The rook that
	// is captured leaves it for a piece of the other side.
	for ply, want := range map[int]float64{0: 16, 5: 16, 6: 15, 9: 14, 11: 13, 13: 12, 15: 12, 16: 13} {
		if x := got.FirstRank(ply); math.Abs(x-want/16) > 1e-12 {
			t.Errorf("first ranks are %v full at ply %d, want %v", x, ply, want/16)
		}
	}
	other := rec
	other.Moves = moves[:15]
	if digest(&rec) == digest(&other) || digest(&rec) != got.digest {
		t.Error("games are not told apart by their moves")
	}
	rec.Moves[3] = "e8e4"
	testkit.Fails(t, testkit.Error(chess.Measure(&rec)), "game 0.3.1: ply 4: ")
}

// The side without pieces is known from where the highest counter began.
func TestBare(t *testing.T) {
	cfg := Default()
	m := NewMeter(rulestest.Game(t, "chess"), &cfg)
	for _, tc := range []struct {
		fen, moves string
		want       [2]bool
	}{
		{"8/8/8/8/2k5/8/p7/KR6 w - - 0 1", "a1a2 c4d4 a2a3 d4c4", [2]bool{false, true}},
		{"8/8/8/8/2k5/8/p7/KR6 w - - 9 1", "a1a2 c4d4 a2a3 d4c4", [2]bool{false, false}}, // the pawn was there when the highest counter began
		{"8/8/8/8/2k5/8/8/KR6 w - - 5 1", "a1a2 c4d4", [2]bool{false, true}},
	} {
		moves := strings.Fields(tc.moves)
		got, err := m.Measure(&store.Record{Moves: moves, Scores: make([]int, len(moves)), FEN: tc.fen, Result: rules.WhiteWins, Reason: rules.Checkmate})
		if err != nil || got.Bare != tc.want {
			t.Errorf("%s: bare %v, %v; want %v", tc.fen, got.Bare, err, tc.want)
		}
	}
}

// A pawn is a relay if one of another kind is already across the middle.
func TestPawnRelays(t *testing.T) {
	cfg := Default()
	m := NewMeter(rulestest.Game(t, "herculean"), &cfg)
	for _, tc := range []struct {
		fen   string
		moves []string
		want  float64
	}{
		{"k11/12/12/12/12/12/PJ10/12/12/12/12/K11 w - - 0 1", []string{"b6b7"}, 0}, // the other one is not across
		{"k11/12/12/12/P11/12/1J10/12/12/12/12/K11 w - - 0 1", []string{"b6b7"}, 1},
		{"k11/12/12/12/J11/12/1J10/12/12/12/12/K11 w - - 0 1", []string{"b6b7"}, 0}, // one of its own kind
		{"k11/12/12/12/p11/12/1J10/12/12/12/12/K11 w - - 0 1", []string{"b6b7"}, 0}, // an enemy's
		{"k11/12/12/12/P11/1J10/12/12/12/12/12/K11 w - - 0 1", []string{"b7b8"}, 0}, // has been across before
		{"k11/12/12/12/12/3j8/12/2p9/12/12/12/K11 b - - 0 1", []string{"d7d6"}, 1},
	} {
		rec := store.Record{Moves: tc.moves, Scores: make([]int, len(tc.moves)), FEN: tc.fen, Result: rules.Draw, Reason: rules.Repetition}
		got, err := m.Measure(&rec)
		if err != nil {
			t.Errorf("%s: %v", tc.fen, err)
		} else if n := got.number(t, "pawn-relays"); n != tc.want {
			t.Errorf("%s %s: %v relays, want %v", tc.fen, tc.moves, n, tc.want)
		}
	}
}

// The first position of the array has 20 moves; the sample is spread evenly.
func TestSampler(t *testing.T) {
	p := rulestest.Game(t, "chess").NewPosition()
	for _, tc := range []struct{ plies, wanted, taken int }{{100, 16, 16}, {7, 16, 7}, {1, 1, 1}, {0, 5, 0}} {
		s := newSampler(tc.plies, tc.wanted)
		var at []int
		for i := range tc.plies {
			before := s.taken
			if s.look(p, i); s.taken > before {
				at = append(at, i)
			}
		}
		if len(at) != tc.taken || s.taken > 0 && s.mean() != 20 {
			t.Errorf("%d plies, %d wanted: %v taken with a mean of %v moves", tc.plies, tc.wanted, at, s.mean())
		}
		if tc.plies == 100 && (at[0] != 3 || at[15] != 96) {
			t.Errorf("sampled plies %v, want the middles of 16 parts of 100", at)
		}
	}
}

// replayed measures a game of a catalogue game from a position.
func replayed(t *testing.T, name, fen, moves string) Game {
	t.Helper()
	cfg := Default()
	list := strings.Fields(moves)
	return testkit.Must(NewMeter(rulestest.Game(t, name), &cfg).Measure(&store.Record{FEN: fen, Moves: list, Scores: make([]int, len(list)), Result: rules.WhiteWins}))(t)
}

func TestEntriesOfWaitingPieces(t *testing.T) {
	g := replayed(t, "hannibal-manticore", "**********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/**********[MFmf] w KQkq - 0 1",
		"M@b1 F@i1 M@b9 F@i9 b1c3 b9c7 i1h3")
	if n := g.number(t, "entries"); n != 3 {
		t.Errorf("%v entries, want 3", n)
	}
	if got, want := g.Placement(rules.White)+"; "+g.Placement(rules.Black), "falcon i, manticore b; falcon i, manticore b"; got != want {
		t.Errorf("placements %q, want %q", got, want)
	}
}

// A rook with a piece behind it takes one that has a piece behind it, too: the
// one enters, the other is lost, with the values of both rook and manticore.
func TestWaitingPieceIsLost(t *testing.T) {
	g := replayed(t, "hannibal-manticore", "m**f******/r2bqk4/10/10/10/10/10/10/10/R4K4/M****F**** w - - 0 1", "f1g2 f9g8 a1a9")
	want := []Wait{
		{Color: rules.White, Piece: "manticore", Square: "a1", Entered: 3},
		{Color: rules.White, Piece: "falcon", Square: "f1", Entered: 1},
		{Color: rules.Black, Piece: "manticore", Square: "a9", Lost: 3},
		{Color: rules.Black, Piece: "falcon", Square: "d9"},
	}
	testkit.Same(t, "waiting pieces", want, g.Waits, cmpopts.IgnoreUnexported(Wait{}))
	values := NewMeter(rulestest.Game(t, "hannibal-manticore"), nil).values
	of := func(name string) float64 { return values[rulestest.Game(t, "hannibal-manticore").TypeNamed(name)] }
	if lost := g.At(2).Black - g.At(3).Black; math.Abs(lost-of("rook")-of("manticore")) > 1e-9 || g.At(0).White != g.At(3).White {
		t.Errorf("material %v: Black lost %v, want a rook and a manticore", g.Material, lost)
	}
}

// An assassin takes two rooks and its own pawn with it.
func TestExplosion(t *testing.T) {
	g := replayed(t, "al-ces", "5k4/10/10/3r1r4/4A5/4P5/10/10/10/5K4 w - - 0 1", "e6*")
	if len(g.Explosions) != 1 {
		t.Fatalf("explosions %v, want one", g.Explosions)
	}
	values := NewMeter(rulestest.Game(t, "al-ces"), nil).values
	of := func(name string) float64 { return values[rulestest.Game(t, "al-ces").TypeNamed(name)] }
	e := g.Explosions[0]
	if e.Ply != 1 || e.Color != rules.White || math.Abs(e.Won-2*of("rook")) > 1e-9 || math.Abs(e.Lost-of("pawn")-of("assassin")) > 1e-9 {
		t.Errorf("explosion %+v, want two rooks for an assassin and a pawn", e)
	}
}

// The material of a game by ply, with the quiet ply of its middle.
func TestMaterial(t *testing.T) {
	g := replayed(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6")
	if diff := cmp.Diff([]int{0, 3, 4}, []int{g.Material[0].Ply, g.Material[1].Ply, g.Material[2].Ply}); diff != "" || len(g.Material) != 3 {
		t.Errorf("material %v, want changes at plies 3 and 4", g.Material)
	}
	for _, tc := range []struct{ ply, white, black int }{{0, 0, 0}, {2, 0, 0}, {3, 0, 1}, {4, 1, 1}, {99, 1, 1}} {
		start, now := g.At(0), g.At(tc.ply)
		if math.Round(start.White-now.White) != float64(tc.white) || math.Round(start.Black-now.Black) != float64(tc.black) {
			t.Errorf("ply %d: %v after %v, want %d and %d pawns lost", tc.ply, now, start, tc.white, tc.black)
		}
	}
	if g.Middle() != 5 || g.CapturesBy(3) != 1 || g.CapturesBy(2) != 0 || g.CapturesBy(9) != 2 {
		t.Errorf("middle %d, captures at %v; want the first quiet ply behind the captures at 3 and 4", g.Middle(), g.Captures)
	}
	if left := g.MaterialLeft(4); !(left > 0.9 && left < 1) || g.MaterialLeft(0) != 1 {
		t.Errorf("%v of the material left, want all but two pawns", left)
	}
}

func TestChecksAndEarlyMates(t *testing.T) {
	g := replayed(t, "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4 e7e5 f1b5 a7a6 b5d7 c8d7 d1h5 g8f6 h5f7")
	if n := g.number(t, "checks"); n != 2 {
		t.Errorf("%v checks, want 2, by the bishop and the queen", n)
	}
}

// A rule would not have prevented a mate with which the counter reaches it.
func TestPassed(t *testing.T) {
	for _, tc := range []struct {
		game Game
		n    int
		want bool
	}{
		{Game{Result: rules.WhiteWins, Counter: 50, EndCounter: 50}, 50, false},
		{Game{Result: rules.WhiteWins, Counter: 50.5, EndCounter: 50.5, EarlierCounter: 50}, 50, true},
		{Game{Result: rules.WhiteWins, Counter: 50, EndCounter: 50, EarlierCounter: 49.5}, 50, false},
		// It reached 50, began anew, and mate came as it reached 50 again.
		{Game{Result: rules.WhiteWins, Counter: 50, EndCounter: 50, EarlierCounter: 50}, 50, true},
		{Game{Result: rules.WhiteWins, Counter: 50, EndCounter: 3}, 50, true},
		{Game{Result: rules.WhiteWins, Counter: 49.5, EndCounter: 49.5}, 50, false},
		{Game{Result: rules.Draw, Counter: 50, EndCounter: 50}, 50, true},
	} {
		if got := tc.game.Passed(tc.n); got != tc.want {
			t.Errorf("%+v passed %d: %v", tc.game, tc.n, got)
		}
	}
}

// Random games of the catalogue have every kind of special move that its rules
// have, no game has more captures than men, and no piece both enters and is lost.
func TestRandomGamesOfTheCatalogue(t *testing.T) {
	seen := map[string]float64{}
	cfg := Default()
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		m := NewMeter(g, &cfg)
		rng := rand.New(rand.NewPCG(1, 1))
		for range testkit.Choose(4, 12) {
			p := g.NewPosition()
			men := p.Occupied()
			rec := store.Record{FEN: p.FEN()}
			drops := 0
			for range 150 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				move := moves[rng.IntN(len(moves))]
				rec.Moves = append(rec.Moves, g.MoveText(move))
				if g.Drops() {
					drops += int(truth(move.Kind() == rules.Placing))
				}
				p.Make(move)
			}
			out := testkit.Must(m.Measure(&rec))(t)
			if drops > 0 && len(out.Waits) > 0 {
				t.Errorf("%s: pieces dropped are said to wait: %+v", name, out.Waits)
			}
			checkGame(t, name, &out, men.Count()+len(out.Waits), drops)
			for _, q := range specialMoves {
				if q.count != nil {
					seen[q.Name] += out.number(t, q.Name)
				}
			}
		}
	}
	for name, n := range seen {
		if n == 0 && name != "locust-captures" {
			t.Errorf("no %s in random games", name)
		}
	}
}

// check makes sure that what is known about a game fits together.
func checkGame(t *testing.T, name string, g *Game, men, drops int) {
	t.Helper()
	entered := drops
	for _, w := range g.Waits {
		if w.Entered > 0 && w.Lost > 0 {
			t.Errorf("%s: %+v entered and was lost", name, w)
		}
		entered += int(truth(w.Entered > 0))
	}
	for name, want := range map[string]int{"entries": entered, "castlings": len(g.Castlings), "explosions": len(g.Explosions)} {
		if got := g.number(t, name); got != float64(want) {
			t.Errorf("%v %s, want %d", got, name, want)
		}
	}
	if len(g.Captures) >= men+drops {
		t.Errorf("%s: %d captures of %d men", name, len(g.Captures), men)
	}
	for _, e := range g.Explosions {
		if e.Lost <= 0 || e.Won < 0 {
			t.Errorf("%s: %+v: who explodes loses something", name, e)
		}
	}
}

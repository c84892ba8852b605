package endgame

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// solvers holds a solver for each game, so that tests share its tables.
var solvers = map[string]*Solver{}

func newSolver(t *testing.T, name string) *Solver {
	t.Helper()
	if solvers[name] == nil {
		solvers[name] = New(rulestest.Game(t, name))
	}
	return solvers[name]
}

func solve(t *testing.T, s *Solver, text string) *Table {
	t.Helper()
	m := testkit.Must(ParseMaterial(s.Game, text))(t)
	return testkit.Must(s.Solve(t.Context(), m))(t)
}

// The longest wins of chess have been known since the 1970s and 1980s.
func TestLongestWins(t *testing.T) {
	for _, test := range []struct {
		ending string
		moves  int
		long   bool
	}{
		{"queen", 10, false}, {"rook", 16, false}, {"knight", 0, false},
		{"bishop+bishop", 19, true}, {"bishop+knight", 33, true}, {"rook/knight", 40, true},
	} {
		if test.long && !testkit.Long() || testing.Short() && test.ending != "rook" {
			continue
		}
		s := newSolver(t, "chess")
		sum := solve(t, s, test.ending).Summary(rules.White)
		if sum.Moves() != test.moves {
			t.Errorf("%s: the longest win takes %d moves, want %d", test.ending, sum.Moves(), test.moves)
		}
		if sum.Wins == 0 {
			continue
		}
		p := testkit.Must(s.Game.ParseFEN(sum.Hardest))(t)
		line := s.Line(p)
		for _, m := range line {
			p.Make(m)
		}
		if result, _ := p.Outcome(); len(line) != sum.Longest || result != rules.WhiteWins {
			t.Errorf("%s: the line has %d plies and ends %s, want %d and a win", test.ending, len(line), result, sum.Longest)
		}
	}
}

// Every value follows from those of the positions after the moves, with bent riders,
// hoppers and promotions.
func TestValuesFollowFromMoves(t *testing.T) {
	testkit.NotShort(t, "solves endings as other tests do")
	for _, test := range []struct {
		game, ending string
		long         bool
	}{
		{"chess", "pawn", false}, {"falcon-chess", "falcon", false}, {"cannon-chess", "cannon", true}, {"chess", "rook/pawn", true},
	} {
		if test.long && !testkit.Long() {
			continue
		}
		s := newSolver(t, test.game)
		table := solve(t, s, test.ending)
		random := rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			turn := rules.Color(random.IntN(2))
			index := random.IntN(table.positions())
			v := table.values[turn][index]
			if v == illegal {
				continue
			}
			p := table.position(index, turn)
			if want := best(s, p); v != want {
				t.Fatalf("%s, %s: %s has the value %d, its moves give %d", test.game, test.ending, p.FEN(), v, want)
			}
		}
	}
}

// best is the value of a position by the values after its moves.
func best(s *Solver, p *rules.Position) Value {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		if p.InCheck() {
			return lost(0)
		}
		return 0
	}
	var found Value
	for i, m := range moves {
		p.Make(m)
		if v, ok := s.Value(p); ok && (i == 0 || better(v, found)) {
			found = v
		}
		p.Unmake()
	}
	switch {
	case found.Lost():
		return won(found.Plies() + 1)
	case found.Won():
		return lost(found.Plies() + 1)
	}
	return 0
}

// Rook against bare king never captures, so the n-move rule only cuts off long wins.
func TestNMoveRule(t *testing.T) {
	testkit.NotShort(t, "solves endings as other tests do")
	free, ruled := newSolver(t, "chess"), New(rulestest.Game(t, "chess"))
	ruled.NMove = 12
	want := 0
	for _, v := range solve(t, free, "rook").values[rules.White] {
		if v.Won() && v.Plies() <= 24 {
			want++
		}
	}
	sum := solve(t, ruled, "rook").Summary(rules.White)
	if sum.Wins != want || sum.Moves() != 12 || sum.Wins+sum.Draws != sum.Positions {
		t.Errorf("%d wins in at most %d moves and %d draws of %d positions, want %d wins in at most 12", sum.Wins, sum.Moves(), sum.Draws, sum.Positions, want)
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct{ game, ending, want string }{
		{"chess", "quen", `did you mean "queen"`},
		{"chess", "king", "besides the royal one"},
		{"chess", "", "expected 3 to 5"},
		{"chess", "rook+rook+rook+rook", "expected 3 to 5"},
		{"chess", "pawn/pawn", "en passant"},
		{"grand", "pawn", "promotion depends on what was captured"},
		{"janggi", "chariot", "more matters than the mate of one royal piece"}, // passes: its own ending follows
	} {
		s := newSolver(t, test.game)
		m, err := ParseMaterial(s.Game, test.ending)
		if err == nil {
			_, err = s.Solve(t.Context(), m)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: error %v, want one with %q", test.game, test.ending, err, test.want)
		}
	}
	s := New(rulestest.Game(t, "chess"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Solve(ctx, Material{White: []rules.Type{s.Game.TypeNamed("rook")}}); err != context.Canceled {
		t.Errorf("error %v after the context has ended", err)
	}
}

// The bare king that captures the rook still loses to the queen: an exit into a smaller
// lost ending, at a distance of its own.
func TestExitsThatLose(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen larger tables")
	g := rulestest.Parse(t, `name = "small"
[board]
files = 5
ranks = 5
array = "rqk2/5/5/5/RQK2"
[[piece]]
name = "king"
symbol = "K"
move = "K"
royal = true
[[piece]]
name = "queen"
symbol = "Q"
move = "Q"
[[piece]]
name = "rook"
symbol = "R"
move = "R"
`)
	s := New(g)
	table := solve(t, s, "queen+rook")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		turn, index := rules.Color(random.IntN(2)), random.IntN(table.positions())
		if v := table.values[turn][index]; v != illegal {
			if p := table.position(index, turn); best(s, p) != v {
				t.Fatalf("%s has the value %d, its moves give %d", p.FEN(), v, best(s, p))
			}
		}
	}
}

// Endings of pieces that promote to each other wait for each other.
func TestPromotionsThatGoRound(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	for piece, becomes := range map[string]string{"knight": "bishop", "bishop": "knight"} {
		v.Rules.Promotions = append(v.Rules.Promotions, variant.Promotion{Pieces: []string{piece}, Zone: 1, Choices: []string{becomes}, Optional: true})
	}
	s := New(rulestest.Compile(t, v))
	m := testkit.Must(ParseMaterial(s.Game, "knight"))(t)
	_, err := s.Solve(t.Context(), m)
	testkit.Fails(t, err, "leads to itself, by promotions that go round")
}

// The two solvers agree on every position, with bent riders, hoppers, pieces that move
// otherwise than they capture, and where stalemate wins.
func TestLoneAgreesWithTables(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		long        bool
	}{
		{"chess", "rook", false}, {"chess", "knight", false}, {"shatranj", "knight", false},
		{"musketeer", "cannon", true}, {"cannon-chess", "cannon", true}, {"falcon-chess", "falcon", true},
		{"al-ces", "assassin", true}, {"al-ces", "silver-general", true}, {"al-ces", "gold-general", true}, {"herculean", "flying-chariot", true},
		{"waffle-manticore", "manticore", true}, {"waffle-gryphon", "gryphon", true},
	} {
		if test.long && !testkit.Long() || testing.Short() {
			continue
		}
		t.Run(test.game+" "+test.piece, func(t *testing.T) {
			s := newSolver(t, test.game)
			table := solve(t, s, test.piece)
			l, ok := SolveLone(s.Game, s.Game.TypeNamed(test.piece))
			if !ok {
				t.Fatal("not solved")
			}
			if got, want := l.Share(), table.Summary(rules.White).Share(); got != want {
				t.Errorf("share %v, want %v", got, want)
			}
			var list men
			for turn := range table.values {
				for index, v := range table.values[turn] {
					if v == illegal || !table.place(index, &list) {
						continue
					}
					for c := range rules.Color(2) {
						king, piece, bare, side := list[0].Square, list[1].Square, list[2].Square, rules.Color(turn)
						if c == rules.Black {
							king, piece, bare, side = s.Game.MirrorSquare(king), s.Game.MirrorSquare(piece), s.Game.MirrorSquare(bare), side.Other()
						}
						plies, wins := l.Plies(c, side, king, piece, bare)
						if wins != (v != 0) || wins && plies != v.Plies() {
							t.Fatalf("%s: %d plies, %v, want %d", table.position(index, rules.Color(turn)).FEN(), plies, wins, v)
						}
					}
				}
			}
		})
	}
}

func BenchmarkSolveLone(b *testing.B) {
	for _, test := range [][2]string{{"chess", "queen"}, {"hannibal-manticore", "falcon"}, {"grand", "queen"}, {"herculean", "ferz-knight"}} {
		b.Run(test[0]+" "+test[1], func(b *testing.B) {
			g := rulestest.Game(b, test[0])
			for b.Loop() {
				SolveLone(g, g.TypeNamed(test[1]))
			}
		})
	}
}

// The solver does not handle captures in passing: it would miss checks by pieces that jump over the
// king.
func TestNoLoneEndingsWithCapturesInPassing(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	v.Pieces = append(v.Pieces, variant.Piece{Name: "locust", Symbol: "L", Moves: []variant.MoveSet{{Betza: "mQcafmQ"}}})
	g := testkit.Must(rules.Compile(v))(t)
	if got := MatesOf(g, g.TypeNamed("locust")); got != NotComputed {
		t.Errorf("a locust mates %v", got)
	}
}

// What is captured comes back where there are drops, so no king stays bare.
func TestNoLoneEndingsWithDrops(t *testing.T) {
	g := newSolver(t, "crazyhouse").Game
	rook := g.TypeNamed("rook")
	if _, ok := SolveLone(g, rook); ok {
		t.Error("an ending of crazyhouse is solved")
	}
	if got := MatesOf(g, rook); got != NotComputed {
		t.Errorf("a rook mates %v", got)
	}
}

func TestMates(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		want        Mates
	}{
		{"chess", "queen", Alone}, {"chess", "rook", Alone}, {"chess", "bishop", InPairs}, {"chess", "knight", Never}, {"chess", "pawn", Promotes},
		{"falcon-chess", "falcon", Alone}, {"shatranj", "knight", InPairs}, {"shatranj", "alfil", Never}, {"herculean", "wazir-knight", NotAlone}, {"al-ces", "elephant", Promotes}, {"al-ces", "silver-general", NotAlone}, {"xiangqi", "soldier", NotComputed},
	} {
		g := newSolver(t, test.game).Game
		if got := MatesOf(g, g.TypeNamed(test.piece)); got != test.want {
			t.Errorf("%s: %s mates %s, want %s", test.game, test.piece, got, test.want)
		}
	}
}

// The table of pairs is what the solver finds: the pairs of chess, with -long.
func TestKnownPairs(t *testing.T) {
	known := testkit.Must(readPairs(pairsText))(t)
	if _, err := readPairs("board,stalemate,move,share\n8x8,draw,N,much\n"); err == nil {
		t.Error("no error for a share that is no number")
	}
	for p, share := range known {
		if share < 0 || share > 1 {
			t.Errorf("%v: share %v", p, share)
		}
	}
	if !testkit.Long() {
		return
	}
	s := newSolver(t, "chess")
	for move, ending := range map[string]string{"N": "knight+knight", "B": "bishop+bishop"} {
		got, want := known[pair{"8x8", "draw", move}], solve(t, s, ending).Summary(rules.White).Share()
		if got < want-1e-4 || got > want+1e-4 {
			t.Errorf("%s: share %v, want %v", ending, got, want)
		}
	}
}

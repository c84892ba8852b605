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

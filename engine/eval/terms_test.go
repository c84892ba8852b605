package eval

import (
	"math"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Each term counts what it says: White's count less Black's in positions of chess.
func TestTermsCount(t *testing.T) {
	g := rulestest.Game(t, "chess")
	e := New(g, Prior(g)).Unscaled()
	names := Prior(g).Names()
	trace := make([]float64, len(names))
	for _, test := range []struct {
		term, fen string
		want      float64
	}{
		{"rank.knight.4", "7k/8/8/8/N2N4/8/8/K7 w - - 0 1", 2},
		{"rank.knight.4", "7k/8/8/N2n4/8/8/8/K7 w - - 0 1", -1}, // Black's fourth rank
		{"file.knight.1", "7k/8/8/8/N6N/1n6/8/K7 w - - 0 1", 2},
		{"file.knight.2", "7k/8/8/8/N6N/1n6/8/K7 w - - 0 1", -1},

		// Of the squares f2 and g3 that a knight on h1 reaches, a pawn on h4 attacks g3. A
		// knight reaches 5.2 squares on the average.
		{"confined.knight", "7k/8/8/8/8/8/8/K6N w - - 0 1", confinedKnight(2)},
		{"confined.knight", "7k/8/8/8/7p/8/8/K6N w - - 0 1", confinedKnight(1)},
		{"confined.knight", "7k/8/8/8/3N4/8/8/K7 w - - 0 1", 0},

		{"outpost.knight", "7k/8/8/3N4/4P3/8/8/K7 w - - 0 1", 1},
		{"outpost.knight", "7k/2p5/8/3N4/4P3/8/8/K7 w - - 0 1", 0}, // a pawn can drive it away
		{"outpost.knight", "7k/3p4/8/3N4/4P3/8/8/K7 w - - 0 1", 1}, // this one cannot
		{"outpost.knight", "7k/8/8/3N4/8/4P3/8/K7 w - - 0 1", 0},   // nothing protects it
		{"outpost.knight", "7k/8/8/8/8/3N4/4P3/K7 w - - 0 1", 0},   // not far enough
		{"half-open-file.rook", "7k/p7/8/8/8/8/1P6/R3R1K1 w - - 0 1", 2},
		{"open-file.rook", "7k/p7/8/8/8/8/1P6/R3R1K1 w - - 0 1", 1},

		{"own-colour.bishop", "7k/8/8/8/2PP1P2/8/5B2/K7 w - - 0 1", 2}, // f2 is dark, as are d4 and f4
		{"backward", "7k/8/1p6/2p5/8/3P4/8/K7 w - - 0 1", 1},
		{"backward", "7k/8/1p6/2p5/8/3P4/2P5/K7 w - - 0 1", 0},
		{"exposed", "7k/p7/8/8/8/8/P1P1PP2/K7 w - - 0 1", 1}, // c2
		{"king-half-open", "r3k3/8/8/8/8/8/PP6/1K6 w - - 0 1", 1 - 3},
		{"king-open", "r3k3/8/8/8/8/8/PP6/1K6 w - - 0 1", 1 - 3},
		{"shelter-near", "4k3/8/8/8/8/2P5/PP6/1K6 w - - 0 1", 2},
		{"storm-near", "4k3/8/8/8/2p5/p7/8/1K6 w - - 0 1", 2},

		{"passed-own-king", "7k/8/3P4/3K4/8/8/8/8 w - - 0 1", progressOf(5) * 7 / 8},
		{"passed-enemy-king", "7k/8/3P4/3K4/8/8/8/8 w - - 0 1", progressOf(5) * 4 / 8},
		{"passed-path", "7k/8/3P4/8/8/8/8/K7 w - - 0 1", progressOf(5)},
		{"passed-path", "3r3k/8/3P4/8/8/8/8/K7 w - - 0 1", 0},
		{"passed-path", "r6k/8/3P4/8/8/8/8/K7 w - - 0 1", 0},
		{"passed-stop", "r6k/8/3P4/8/8/8/8/K7 w - - 0 1", progressOf(5)},
		{"passed-stop", "7k/r7/3P4/8/8/8/8/K7 w - - 0 1", 0},
		{"passed-stop", "7k/r7/3P4/4N3/8/8/8/K7 w - - 0 1", progressOf(5)}, // the knight protects d7
		{"passed-stop", "7k/3r4/3P4/4N3/8/8/8/K7 w - - 0 1", 0},

		{"push-threat", "7k/8/3n4/8/4P3/8/8/K7 w - - 0 1", 1},
		{"push-threat", "7k/8/3n1p2/8/4P3/8/8/K7 w - - 0 1", 0},  // f6 attacks e5
		{"push-threat", "7k/8/3np3/4p3/4P3/8/8/K7 w - - 0 1", 0}, // the pawn is blocked
		{"check.rook", "6k1/8/8/8/8/8/5PPP/R6K w - - 0 1", 0},
		{"check.rook", "6k1/5ppp/8/8/8/8/R7/5R1K w - - 0 1", 1},
		{"king-weak", "7k/8/8/8/8/8/8/K5R1 w - - 0 1", 2},
		{"king-flank", "7k/8/8/8/8/8/8/K4R2 w - - 0 1", 4},
		{"weak-officer", "7k/8/8/3n4/8/8/8/K2R4 w - - 0 1", 1},
		{"weak-officer", "7k/8/4p3/3n4/8/8/8/K2R4 w - - 0 1", 0},
		{"weak-officer", "7k/8/5b2/8/3n4/8/1B6/K2R4 w - - 0 1", 1}, // two against one
		{"weak-pawn", "7k/8/8/3p4/8/8/8/K2R4 w - - 0 1", 1},
		{"weak-pawn", "7k/8/4p3/3p4/8/8/8/K2R4 w - - 0 1", 0},
		{"king-threat", "7k/8/8/8/8/8/1n6/K7 w - - 0 1", 1},
		{"king-threat", "7k/8/8/4b3/8/8/1n6/K7 w - - 0 1", 0},
		{"restricted", "r7/6k1/8/8/8/8/2N3K1/7R w - - 0 1", 3 - 2}, // a1, a3 and h8; White attacks a1 twice
	} {
		p := testkit.Must(g.ParseFEN(test.fen))(t)
		e.Trace(p, trace)
		if got := trace[slices.Index(names, test.term)]; math.Abs(got-test.want) > 2.0/part {
			t.Errorf("%s: %s counts %v, want %v", test.fen, test.term, got, test.want)
		}
	}
}

// progressOf is the progress of a pawn that has passed n ranks of chess's six.
func progressOf(n int) float64 { return float64(n*n) / 36 }

// confinedKnight is the count of a knight with n safe squares.
func confinedKnight(n float64) float64 {
	const enough = 2 * 5.2 / 3
	return (1 - n/enough) * (1 - n/enough)
}

// What newer terms than a tuned file count weighs nothing.
func TestTunedFilesLeaveTermsOut(t *testing.T) {
	g := rulestest.Game(t, "chess")
	file := func(origin string) *Weights {
		return testkit.Must(parse("w.toml", []byte("variant = \"chess\"\nrules = \""+g.Variant.Hash()+"\"\n"+origin+"[weights]\ntempo = [7, 3]\n"), g, false))(t)
	}
	at := slices.Index(Prior(g).Names(), "hanging")
	if w := file(""); w.MG[at] != Prior(g).MG[at] {
		t.Errorf("hanging weighs %v in a file that leaves it out, want the prior", w.MG[at])
	}
	if w := file("[origin]\ngames = 3\n"); w.MG[at] != 0 || w.EG[at] != 0 {
		t.Errorf("hanging weighs %v, %v in a tuned file that leaves it out, want 0", w.MG[at], w.EG[at])
	}
}

func joined(t *testing.T, game string, w variant.WrapRule) *rules.Game {
	t.Helper()
	v := testkit.Must(variant.Find(game))(t)
	v.Rules.Wraps = w
	return testkit.Must(rules.Compile(v))(t)
}

// On an odd number of files a bishop comes to the other colour over the joined edge.
func TestBishopOverJoinedEdges(t *testing.T) {
	for _, c := range []struct {
		game  string
		wraps variant.WrapRule
		bound bool
	}{{"chess", variant.NoWrap, true}, {"chess", variant.FilesWrap, true}, {"shogi", variant.NoWrap, true}, {"shogi", variant.FilesWrap, false}} {
		g := joined(t, c.game, c.wraps)
		if got := ColourBound(g, g.TypeNamed("bishop")); got != c.bound {
			t.Errorf("%s, edges %s: bound to a colour: %t, expected %t", c.game, c.wraps, got, c.bound)
		}
	}
}

// Files next to each other over the edge are neighbours for pawns and kings.
func TestMasksOverJoinedEdges(t *testing.T) {
	g := joined(t, "chess", variant.FilesWrap)
	m := newMasks(g)
	at := func(name string) rules.Square { return g.SquareAt(int(name[0]-'a'), int(name[1]-'1')) }
	var pawns rules.Set
	pawns.Add(at("a4"))
	beside := m.sideways(&pawns)
	if want := at("h4"); !beside.Has(want) || !beside.Has(at("b4")) || beside.Count() != 2 {
		t.Errorf("beside a4 are %v", beside)
	}
	if zone := &m.kingZone[at("h1")]; zone.Count() != 6 || !zone.Has(at("a2")) || m.distance[at("a1")][at("h8")] != 7 || m.distance[at("a1")][at("g2")] != 2 {
		t.Errorf("the zone of a king on h1 is %v", *zone)
	}
	plain := newMasks(joined(t, "chess", variant.NoWrap))
	if beside := plain.sideways(&pawns); beside.Count() != 1 {
		t.Errorf("without joined edges, beside a4 are %v", beside)
	}
}

// No king is confined by an edge that is joined.
func TestNoCornersOnTorus(t *testing.T) {
	for w, want := range map[variant.WrapRule][2]int{variant.NoWrap: {4, 7}, variant.FilesWrap: {4, 4}} {
		g := joined(t, "chess", w)
		if king, both := stepsToEdges(g, g.SquareAt(3, 4), 0); king != want[0] || both != want[1] {
			t.Errorf("edges %s: %d and %d steps, expected %d", w, king, both, want)
		}
	}
}

// What sets a piece apart from those by which the prior was checked follows from its moves.
func TestUnchecked(t *testing.T) {
	g := rulestest.Parse(t, `name = "odd"
board = { files = 10, ranks = 9, array = "gvadbcnwkl/pppppppppp/10/10/10/10/10/PPPPPPPPPP/GVADBCNWKL" }
piece = [
  { name = "pawn", symbol = "P", pawn = true, move = "fmWfcF" },
  { name = "ghost", symbol = "G", move = "mU" },
  { name = "vulture", symbol = "V", move = "cQ" },
  { name = "alfil", symbol = "A", move = "A" },
  { name = "dabbaba", symbol = "D", move = "D" },
  { name = "bishop", symbol = "B", move = "B" },
  { name = "cannon", symbol = "C", move = "mRcpR" },
  { name = "knight", symbol = "N", move = "mNcK" },
  { name = "wazir", symbol = "W", more-moves = [{ move = "W", area = "a1-i4" }] },
  { name = "locust", symbol = "L", move = "mKcafmK" },
  { name = "king", symbol = "K", move = "K", royal = true },
]
[[rules.promotion]]
pieces = ["pawn"]
choices = ["bishop"]
`)
	for name, want := range map[string]string{
		"pawn": "", "bishop": "", "cannon": "", "knight": "", "ghost": "never captures", "vulture": "moves only by captures",
		"alfil": "never comes to half of the board", "dabbaba": "never comes to half of the board", "wazir": "never comes to half of the board",
		"locust": "captures only in passing",
	} {
		if got := Unchecked(g, g.TypeNamed(name)); got != want {
			t.Errorf("the %s %q, want %q", name, got, want)
		}
	}
}

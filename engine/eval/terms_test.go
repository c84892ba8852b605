package eval

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"math"
	"slices"
	"testing"
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
		return testkit.Must(parse("w.toml", []byte("variant = \"chess\"\nrules = \""+g.Variant.Hash()+"\"\n"+origin+"[weights]\ntempo = [7, 3]\n"), g))(t)
	}
	at := slices.Index(Prior(g).Names(), "hanging")
	if w := file(""); w.MG[at] != Prior(g).MG[at] {
		t.Errorf("hanging weighs %v in a file that leaves it out, want the prior", w.MG[at])
	}
	if w := file("[origin]\ngames = 3\n"); w.MG[at] != 0 || w.EG[at] != 0 {
		t.Errorf("hanging weighs %v, %v in a tuned file that leaves it out, want 0", w.MG[at], w.EG[at])
	}
}

package tuning

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// Games that do not determine all values give finite numbers, unbounded intervals and
// warnings.
func TestDegenerateGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	games := func(pairs int, change func(*store.Record)) []store.Record {
		records := withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(7, 7)), pairs), pairs+1)
		for i := range records {
			change(&records[i])
		}
		return records
	}
	counts, c := make([]float64, 5), newColumns(g)
	material := func(r *store.Record, piece string) float64 {
		p := testkit.Must(g.ParseFEN(r.FEN))(t)
		c.counts(p, counts)
		return counts[columnOf(t, g, piece)]
	}
	replace := func(from, to string) func(*store.Record) {
		return func(r *store.Record) {
			board, rest, _ := strings.Cut(r.FEN, " ")
			r.FEN, r.Moves = strings.NewReplacer(from, to, strings.ToUpper(from), strings.ToUpper(to)).Replace(board)+" "+rest, nil
		}
	}
	for _, test := range []struct {
		name    string
		records []store.Record
		vague   string // pieces whose values in logits have no bounds
		says    string // part of a warning
	}{
		{"one game", games(1, func(*store.Record) {})[:1], "pawn knight bishop rook queen", "too few clusters"},
		{"all draws", games(120, func(r *store.Record) { r.Result = rules.Draw }), "", "too little variation between clusters"},
		{"White wins always", games(120, func(r *store.Record) { r.Result = rules.WhiteWins }), "", "separation"},
		{"queens decide", games(120, func(r *store.Record) {
			switch x := material(r, "queen"); {
			case x > 0:
				r.Result = rules.WhiteWins
			case x < 0:
				r.Result = rules.BlackWins
			}
		}), "", "queen to infinity"},
		{"pawns are a burden", games(120, func(r *store.Record) {
			switch x := material(r, "pawn"); {
			case r.Pair%5 == 0:
			case x > 0:
				r.Result = rules.BlackWins
			case x < 0:
				r.Result = rules.WhiteWins
			}
		}), "", ""},
		{"a piece in no game", games(120, replace("q", "r")), "queen", "queen is zero in every row"},
		{"two pieces that come together", games(120, func(r *store.Record) {
			r.FEN, r.Moves = withKnights(r.FEN), nil
		}), "knight bishop", "collinear"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := testkit.Must(Measure(g, all(test.records), Default()))(t)
			for _, e := range []Estimate{m.Design, m.Texel} {
				for _, v := range e.Values {
					if !finite(v.Logit.Estimate) || v.Logit.Lo > v.Logit.Estimate || v.Logit.Hi < v.Logit.Estimate || math.IsNaN(v.Logit.Lo) || math.IsNaN(v.Logit.Hi) {
						t.Errorf("%s: %s is worth %+v logits", e.Method, v.Piece, v.Logit)
					}
				}
			}
			unit := m.Design.Values[0]
			for _, v := range m.Design.Values {
				if unit.Logit.Estimate < 0 && v.Piece != unit.Piece && v.Pawns.Known() {
					t.Errorf("%s: %+v in pawns of %+v logits, want nothing known", v.Piece, v.Pawns, unit.Logit)
				}
				if want := strings.Contains(test.vague, v.Piece); v.Logit.Bounded() == want {
					t.Errorf("%s: %+v, want no bounds: %v", v.Piece, v.Logit, want)
				}
			}
			if words := strings.Join(m.Design.Warnings, "; "); !strings.Contains(words, test.says) {
				t.Errorf("warnings %q, want %q", words, test.says)
			}
			x := m.Examination
			if x == nil {
				return
			}
			for _, c := range x.Comparisons {
				if c.Disagree && !c.Worth.Known() {
					t.Errorf("%+v", c)
				}
			}
		})
	}
}

// withKnights gives each side as many knights as it has bishops, in the empty half of the
// board, and no others.
func withKnights(fen string) string {
	rows := strings.Split(fen, "/")
	last, rest, _ := strings.Cut(rows[7], " ")
	squares := func(row string) string {
		for n := 1; n <= 8; n++ {
			row = strings.ReplaceAll(row, strconv.Itoa(n), strings.Repeat(" ", n))
		}
		return row
	}
	text := func(row string) string {
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(" ", n), strconv.Itoa(n))
		}
		return row
	}
	rows[2] = text(fmt.Sprintf("%-8s", strings.Repeat("n", strings.Count(rows[0], "b"))))
	rows[5] = text(fmt.Sprintf("%-8s", strings.Repeat("N", strings.Count(last, "B"))))
	rows[0] = text(strings.ReplaceAll(squares(rows[0]), "n", " "))
	rows[7] = text(strings.ReplaceAll(squares(last), "N", " ")) + " " + rest
	return strings.Join(rows, "/")
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

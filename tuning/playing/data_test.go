package playing

import (
	"math"
	"slices"
	"testing"

	"bestiary/engine/eval"
	"bestiary/internal/testkit"
)

func TestCollectedRowsAreTracesOfQuietPositions(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		g, games := played(t, name, 3)
		d := testkit.Must(NewData(g))(t)
		testkit.OK(t, d.Collect(games, Sampling{PositionsPerGame: 1000, PawnShare: -1}))
		e, trace := eval.New(g, eval.Prior(g)), make([]float64, len(d.Terms))
		next, record := 0, int32(-1)
		for rec, err := range games {
			record++
			testkit.OK(t, err)
			p := testkit.Must(rec.Start(g))(t)
			for ply, err := range rec.Replay(p) {
				testkit.OK(t, err)
				e.Trace(p, trace)
				if next < d.Rows() && d.Record[next] == record && rowIs(d.row(next), trace) && d.Score[next] == int16(ply.Score) {
					if got, want := float64(d.Result[next]), rec.Result.Score(); got != want {
						t.Fatalf("%s: result %v, want %v", rec.FEN, got, want)
					}
					if got, want := float64(d.Phase[next]), e.Phase(p); math.Abs(got-want) > 1e-6 {
						t.Fatalf("%s: phase %v, want %v", rec.FEN, got, want)
					}
					if p.InCheck() {
						t.Fatalf("%s: a check was sampled", p.FEN())
					}
					next++
				}
			}
		}
		if next != d.Rows() || next < 50 {
			t.Errorf("%s: %d of %d rows found again in the games, want all and at least 50", name, next, d.Rows())
		}
		if d.Pairs != 3 || d.Games != 6 || d.Pair[d.Rows()-1] != 2 {
			t.Errorf("%s: %d pairs, %d games", name, d.Pairs, d.Games)
		}
	}
}

func rowIs(r row, trace []float64) bool {
	dense := make([]float64, len(trace))
	for i, t := range r.term {
		dense[t] = float64(r.n[i])
	}
	return slices.EqualFunc(dense, trace, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
}

func TestSamplesAreSpreadAndLimited(t *testing.T) {
	g, games := played(t, "chess", 3)
	d := testkit.Must(NewData(g))(t)
	testkit.OK(t, d.Collect(games, Sampling{PositionsPerGame: 5, PawnShare: 0.125}))
	if d.Rows() == 0 || d.Rows() > 30 {
		t.Errorf("%d positions of 6 games, want at most 5 of each", d.Rows())
	}
	if err := d.Collect(games, Sampling{PositionsPerGame: -1}); err == nil {
		t.Error("-1 positions per game are accepted")
	}
	if err := d.Collect(games, Sampling{PositionsPerGame: 12, PawnShare: 2}); err == nil {
		t.Error("a share of pawns of 2 is accepted")
	}
}

func (d *Data) row(i int) row {
	a, b := d.Off[i], d.Off[i+1]
	return row{d.Pair[i], d.Record[i], d.Result[i], d.Phase[i], d.Score[i], d.Term[a:b], d.N[a:b]}
}

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

func allRows(d *Data) []int {
	rows := make([]int, d.Rows())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// plainLoss is the definition of the loss, in double precision and by row.
func plainLoss(d *Data, w *eval.Weights, k Scale) float64 {
	sum := 0.0
	for i := range d.Rows() {
		x, phase := 0.0, float64(d.Phase[i])
		for j := d.Off[i]; j < d.Off[i+1]; j++ {
			t := d.Term[j]
			x += float64(d.N[j]) * (phase*w.MG[t] + (1-phase)*w.EG[t]) * k.perCentipawn(phase)
		}
		p, y := 1/(1+math.Exp(-x)), float64(d.Result[i])
		sum -= y*math.Log(p) + (1-y)*math.Log(1-p)
	}
	return sum / float64(d.Rows())
}

func TestLossIsTheDefinition(t *testing.T) {
	w := smallWeights(t, 1)
	d := synthetic(t, 10_000, 8, 150, w)
	got := newLoss(newTable(d, allRows(d), d.Result), 1).mean(w.MG, w.EG, Scale{150, 90}, nil, nil)
	if want := plainLoss(d, w, Scale{150, 90}); math.Abs(got-want) > 1e-6 {
		t.Errorf("loss %v, want %v", got, want)
	}
}

func TestGradientIsTheDerivative(t *testing.T) {
	w := smallWeights(t, 2)
	d := synthetic(t, 3000, 8, 150, w)
	n := len(d.Terms)
	dmg, deg := make([]float64, n), make([]float64, n)
	newLoss(newTable(d, allRows(d), d.Result), 1).mean(w.MG, w.EG, Scale{170, 90}, dmg, deg)
	derivative := func(at *float64) float64 {
		const step = 0.01
		was := *at
		*at = was + step
		above := plainLoss(d, w, Scale{170, 90})
		*at = was - step
		below := plainLoss(d, w, Scale{170, 90})
		*at = was
		return (above - below) / (2 * step)
	}
	for i, name := range d.Terms {
		if want := derivative(&w.MG[i]); math.Abs(dmg[i]-want) > 1e-7 {
			t.Errorf("%s: derivative by mg %v, want %v", name, dmg[i], want)
		}
		if want := derivative(&w.EG[i]); math.Abs(deg[i]-want) > 1e-7 {
			t.Errorf("%s: derivative by eg %v, want %v", name, deg[i], want)
		}
	}
}

func TestLossIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	w := smallWeights(t, 3)
	d := synthetic(t, 20_000, 8, 150, w)
	n := len(d.Terms)
	var first []float64
	for _, workers := range []int{1, 2, 8} {
		l := newLoss(newTable(d, allRows(d), d.Result), workers)
		g := make([]float64, 2*n)
		g = append(g, l.mean(w.MG, w.EG, Scale{150, 90}, g[:n], g[n:]))
		if first == nil {
			first = g
		}
		for i := range g {
			if g[i] != first[i] {
				t.Fatalf("%d workers: number %d is %v, by one worker %v", workers, i, g[i], first[i])
			}
		}
	}
}

func TestExponential(t *testing.T) {
	for a := 0.0; a < 690; a += 0.0137 {
		if got, want := expOfMinus(a), math.Exp(-a); math.Abs(got/want-1) > 1e-8 {
			t.Fatalf("e^-%v is %v, want %v", a, got, want)
		}
	}
	if got := expOfMinus(1e300); !(got >= 0 && got < 1e-300) {
		t.Errorf("e^-1e300 is %v, want next to 0", got)
	}
}

func TestHotLoopAllocatesNothing(t *testing.T) {
	w := smallWeights(t, 4)
	d := synthetic(t, 2000, 8, 150, w)
	l := newLoss(newTable(d, allRows(d), d.Result), 1)
	if got := testing.AllocsPerRun(5, func() {
		for i := range l.chunks {
			l.chunk(i, w.MG, w.EG, Scale{150, 90}, l.workers[0])
		}
	}); got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}

// It reports positions and non-zeros per second of one core.
func BenchmarkLoss(b *testing.B) {
	w := smallWeights(b, 5)
	for _, c := range []struct {
		name    string
		nonZero int
	}{{"16 terms", 16}, {"27 terms", 27}} {
		b.Run(c.name, func(b *testing.B) {
			d := synthetic(b, 300_000, c.nonZero, 150, w)
			l := newLoss(newTable(d, allRows(d), d.Result), 1)
			dmg, deg := make([]float64, len(d.Terms)), make([]float64, len(d.Terms))
			for b.Loop() {
				l.mean(w.MG, w.EG, Scale{150, 90}, dmg, deg)
			}
			rows := float64(d.Rows()) * float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rows/1e6, "Mpos/s")
			b.ReportMetric(rows/1e6*float64(len(d.Term))/float64(d.Rows()), "Mnz/s")
			b.ReportMetric(float64(len(d.Term))/float64(d.Rows()), "nz/pos")
		})
	}
}

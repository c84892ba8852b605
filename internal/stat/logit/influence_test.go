package logit

import (
	"bestiary/internal/testkit"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The influences of a fit add up to its sandwich, and the influences of two fits to parts
// of the same pairs predict how their estimates vary together.
func TestInfluence(t *testing.T) {
	d := mirroredGames.play(stream(31, 0), 500)
	p := ridge(4, 4)
	for _, s := range []Settings{{}, {EstimateDispersion: true}} {
		r := mustFit(t, d, p, s)
		in := testkit.Must(r.Influence(d, 500))(t)
		var cov mat.Dense
		cov.Mul(in.T(), in)
		if !mat.EqualApprox(&cov, r.Cov, 1e-9) {
			t.Errorf("%+v: influences give\n%v\nwant\n%v", s, mat.Formatted(&cov), mat.Formatted(r.Cov))
		}
	}
	if _, err := mustFit(t, d, p, Settings{}).Influence(d, 499); err == nil {
		t.Error("no error for a cluster out of range")
	}
	if _, err := mustFit(t, d, p, Settings{}).Influence(&Design{Columns: 2}, 500); err == nil {
		t.Error("no error for another design")
	}
}

// The two games of a pair are correlated, so fits to the first and to the second games
// vary together, as the influences predict.
func TestInfluenceOfTwoFits(t *testing.T) {
	n := repetitions() / 2
	type outcome struct{ a, b, said float64 }
	outcomes := repeat(n, func(i int) outcome {
		all := mirroredGames.play(stream(32, uint64(i)), 300)
		first, second := half(all, 0), half(all, 1)
		a, b := mustFit(t, first, Prior{}, Settings{Workers: 1}), mustFit(t, second, Prior{}, Settings{Workers: 1})
		ia, errA := a.Influence(first, 300)
		ib, errB := b.Influence(second, 300)
		if errA != nil || errB != nil {
			t.Error(errA, errB)
			return outcome{}
		}
		return outcome{a.Coef[2], b.Coef[2], mat.Dot(ia.ColView(2), ib.ColView(2))}
	})
	var sumA, sumB, product, said float64
	for _, o := range outcomes {
		sumA, sumB, product, said = sumA+o.a, sumB+o.b, product+o.a*o.b, said+o.said
	}
	total := float64(n)
	want := product/total - sumA/total*sumB/total
	if got := said / total; math.Abs(got-want) > 0.25*math.Abs(want) || want == 0 {
		t.Errorf("mean covariance by influences %.5f, between fits %.5f", got, want)
	}
}

// half returns the first or the second game of each pair.
func half(d *Design, which int) *Design {
	out := &Design{Columns: d.Columns}
	for i := which; i < d.Rows(); i += 2 {
		idx, val := d.row(i)
		out.Add(idx, val, d.Y[i], 1, d.Cluster[i])
	}
	return out
}

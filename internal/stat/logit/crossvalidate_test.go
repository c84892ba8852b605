package logit

import (
	"bestiary/internal/testkit"
	"testing"

	"gonum.org/v1/gonum/floats"
)

var factors = []float64{0, 0.01, 1, 100}

func crossValidate(t *testing.T, d *Design, p Prior, s Settings, folds int) []float64 {
	t.Helper()
	return testkit.Must(CrossValidate(d, p, s, factors, folds, 21))(t)
}

// Held-out losses against fits to designs from which the fold is left out.
func TestCrossValidationHoldsOut(t *testing.T) {
	d := mirroredGames.play(seeded(22), 40)
	p := ridge(d.Columns, 5)
	got := crossValidate(t, d, p, Settings{}, 3)
	task := testkit.Must(newTask(d, p, Settings{}))(t)
	fold := task.dealFolds(3, 21)
	for k, factor := range factors {
		want := 0.0
		for out := range 3 {
			want += heldOut(t, d, fold, out, p.Scaled(factor)) / float64(d.Rows())
		}
		testkit.Near(t, "held-out loss", got[k], want, 1e-8)
	}
}

// heldOut returns the summed loss of one fold's rows.
func heldOut(t *testing.T, d *Design, fold []int, out int, p Prior) float64 {
	t.Helper()
	train, rest := &Design{Columns: d.Columns}, &Design{Columns: d.Columns}
	for i := range d.Rows() {
		to := train
		if fold[i/2] == out {
			to = rest
		}
		idx, val := d.row(i)
		to.Add(idx, val, d.Y[i], 1, d.Cluster[i])
	}
	return logLoss(rest, mustFit(t, train, p, Settings{}).Coef) * float64(rest.Rows())
}

func TestCrossValidationDoesNotDependOnWorkers(t *testing.T) {
	d := mirroredGames.play(seeded(23), 60)
	p := ridge(d.Columns, 5)
	one, many := crossValidate(t, d, p, Settings{Workers: 1}, 5), crossValidate(t, d, p, Settings{Workers: 4}, 5)
	testkit.Same(t, "1 and 4 workers differ", one, many)
}

// A prior near the truth should be trusted if there is little data; a prior far from it
// should not be trusted if there is much.
func TestCrossValidationJudgesThePrior(t *testing.T) {
	truth := mirroredGames.truth()
	precision := []float64{20, 20, 20, 20}
	good := crossValidate(t, mirroredGames.play(seeded(24), 25), Prior{Mean: truth, Precision: precision}, Settings{}, 5)
	if best := floats.MinIdx(good); best < 2 {
		t.Errorf("true prior, 25 pairs: best factor %v by %v", factors[best], good)
	}
	wrong := Prior{Mean: []float64{0, 2, 0, 4}, Precision: precision}
	bad := crossValidate(t, mirroredGames.play(seeded(25), 400), wrong, Settings{}, 5)
	if best := floats.MinIdx(bad); best > 1 || !(bad[3] > bad[0]+0.001) {
		t.Errorf("false prior, 400 pairs: best factor %v by %v", factors[best], bad)
	}
}

func TestCrossValidateRejectsBadArguments(t *testing.T) {
	d := mirroredGames.play(seeded(26), 10)
	tests := []struct {
		prior  Prior
		factor float64
		folds  int
		want   string
	}{
		{ridge(4, 1), -1, 5, "the factor -1"},
		{ridge(4, 1), 1, 1, "1 folds for 10 clusters, want 2 to 10"},
		{ridge(4, 1), 1, 11, "11 folds for 10 clusters"},
		{ridge(3, 1), 1, 5, "a prior for 3 columns, want 4"},
	}
	for _, test := range tests {
		testkit.Fails(t, testkit.Error(CrossValidate(d, test.prior, Settings{}, []float64{test.factor}, test.folds, 1)), test.want)
	}
}

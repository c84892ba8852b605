package logit

import (
	"bestiary/internal/testkit"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var lambdas = []float64{100, 0, 1, 0.01, 1}

func mustSelect(t *testing.T, d *Design, p Prior, s Settings, folds int) *Selection {
	t.Helper()
	return testkit.Must(CrossValidate(d, p, s, lambdas, folds, 21))(t)
}

// Held-out losses against fits to designs from which the fold is left out.
func TestCrossValidationHoldsOut(t *testing.T) {
	d := mirroredGames.play(seeded(22), 40)
	p := ridge(d.Columns, 5)
	got := mustSelect(t, d, p, Settings{}, 3)
	task := testkit.Must(newTask(d, p, Settings{}))(t)
	fold := task.dealFolds(3, 21)
	for k, lambda := range []float64{0, 0.01, 1, 100} {
		want := 0.0
		for out := range 3 {
			want += heldOut(t, d, fold, out, p.Scaled(lambda)) / float64(d.Rows())
		}
		if got.Candidates[k].Lambda != lambda {
			t.Fatalf("candidate %d is %v, want %v", k, got.Candidates[k].Lambda, lambda)
		}
		near(t, "held-out loss", got.Candidates[k].Loss, want, 1e-8)
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
	one, many := mustSelect(t, d, p, Settings{Workers: 1}, 5), mustSelect(t, d, p, Settings{Workers: 4}, 5)
	if diff := cmp.Diff(one, many); diff != "" {
		t.Errorf("1 and 4 workers differ:\n%s", diff)
	}
}

// A prior near the truth should be trusted with little data; one far from it
// should not with much.
func TestCrossValidationJudgesThePrior(t *testing.T) {
	truth := mirroredGames.truth()
	precision := []float64{20, 20, 20, 20}
	good := mustSelect(t, mirroredGames.play(seeded(24), 25), Prior{Mean: truth, Precision: precision}, Settings{}, 5)
	if good.Best < 1 {
		t.Errorf("true prior, 25 pairs: best %v of %+v", good.Best, good.Candidates)
	}
	wrong := Prior{Mean: []float64{0, 2, 0, 4}, Precision: precision}
	bad := mustSelect(t, mirroredGames.play(seeded(25), 400), wrong, Settings{}, 5)
	if bad.Best > 0.01 {
		t.Errorf("false prior, 400 pairs: best %v of %+v", bad.Best, bad.Candidates)
	}
	for _, c := range bad.Candidates {
		if c.Lambda == 100 && !(c.Loss > bad.Candidates[0].Loss+0.001) {
			t.Errorf("a false prior of weight 100 is not rejected: %+v, the weakest has %+v", c, bad.Candidates[0])
		}
		if math.IsNaN(c.Loss) {
			t.Errorf("%+v", c)
		}
	}
}

func TestChoiceByHand(t *testing.T) {
	d := &Design{Columns: 1}
	for c, weight := range []float64{1, 1, 2} {
		d.Add([]uint16{0}, []float64{1}, 1, weight, int32(c))
	}
	task := &task{d: d, groups: groupRows(d)}
	got := task.choose([]float64{1, 2, 3, 4}, [][]float64{
		{4, 4, 4},   // 3 per unit of weight
		{3, 3, 2},   // 2: the best
		{4, 2, 3},   // 2.25
		{9, 9, 9.2}, // 6.8
	})
	want := &Selection{Best: 2, Candidates: []Candidate{{1, 3}, {2, 2}, {3, 2.25}, {4, 6.8}}}
	if diff := cmp.Diff(want, got, approximately); diff != "" {
		t.Errorf("selection (-want +got):\n%s", diff)
	}
}

func TestCrossValidateRejectsBadArguments(t *testing.T) {
	d := mirroredGames.play(seeded(26), 10)
	tests := []struct {
		prior   Prior
		lambdas []float64
		folds   int
		want    string
	}{
		{ridge(4, 1), nil, 5, "without any lambda"},
		{ridge(4, 1), []float64{-1}, 5, "lambda -1"},
		{ridge(4, 1), []float64{1}, 1, "1 folds for 10 clusters, want 2 to 10"},
		{ridge(4, 1), []float64{1}, 11, "11 folds for 10 clusters"},
		{Prior{}, []float64{1}, 5, "precisions are all 0"},
		{ridge(3, 1), []float64{1}, 5, "a prior for 3 columns, want 4"},
	}
	for _, test := range tests {
		_, err := CrossValidate(d, test.prior, Settings{}, test.lambdas, test.folds, 1)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want it to contain %q", err, test.want)
		}
	}
}

package study

import (
	"testing"
	"time"

	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// A finding has the numbers that the games tell; "cannot tell" is no number.
func TestFinding(t *testing.T) {
	in := func(piece, per string) Statistic {
		return worthOf(Sum{{Piece: piece, Times: 1}}, Sum{{Piece: per, Times: 1}})
	}
	told := &Answer{Hypothesis: Hypothesis{Finds: "the falcon is worth {}", Statistic: in("falcon", "rook")}, Effect: stat.Symmetric(0.94, 0.03, 0.95)}
	vague := &Answer{Hypothesis: Hypothesis{Finds: "the frog is worth {}", Statistic: in("frog", "knight")}, Effect: stat.Symmetric(1, 0.9, 0.95)}
	told.Decisive = "worst of two"
	for _, c := range []struct {
		answers []*Answer
		want    string
	}{
		{[]*Answer{told, vague}, "The falcon is worth 0.94 rooks (0.91 to 0.97)"},
		{[]*Answer{vague}, "The games cannot tell yet"},
		{nil, ""},
	} {
		r := &Result{Experiment: &Experiment{}, Answers: c.answers}
		if got := r.Finding(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A number is in the unit of its statistic, in words.
func TestUnits(t *testing.T) {
	worth := func(per string) *Hypothesis {
		return &Hypothesis{Statistic: worthOf(Sum{{1, "queen"}}, sum(t, per))}
	}
	share := measureOf(testkit.Must(FindMeasure("draws"))(t))
	for _, test := range []struct {
		h    *Hypothesis
		want string
	}{
		{worth("rook"), "rooks"},
		{worth("knight + bishop"), "× (knight + bishop)"},
		{worth("0.333333 knight + 0.333333 bishop + 0.333333 frog"), "× the mean of knight, bishop and frog"},
		{&Hypothesis{Statistic: share}, "%"},
		{&Hypothesis{Statistic: share, Against: []int{1}}, "percentage points"},
		{&Hypothesis{Statistic: share, Against: []int{1}, Change: Ratio}, "times"},
	} {
		if got := test.h.Unit().Name; got != test.want {
			t.Errorf("the unit is %q, want %q", got, test.want)
		}
	}
}

// Hours are those of the games that a result uses, of which its folder may have more.
func TestTimeOfTheGamesUsed(t *testing.T) {
	used := &RunResult{Games: 10, Values: &estimate.Result{Rounds: []estimate.Round{{Games: 20}, {Games: 10}}}}
	testkit.Same(t, "games used", 30, used.played())
	r := &Result{Runs: []*RunResult{{Key: "a", Time: 3 * time.Hour}, {Key: "a", Time: time.Hour}, {Key: "b", Time: time.Hour, Peers: []*RunResult{{Key: "c", Time: time.Minute}}}}}
	if got, want := r.Time(), 4*time.Hour+time.Minute; got != want {
		t.Errorf("the time of all runs is %v, want %v", got, want)
	}
}

package rating

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestContingencyErrors(t *testing.T) {
	for _, test := range []struct {
		table [][]int
		want  string
	}{
		{nil, "0 rows and 0 columns with counts above 0"},
		{[][]int{{1, 2}}, "1 rows and 2 columns"},
		{[][]int{{1, 0}, {2, 0}}, "2 rows and 1 columns"},
		{[][]int{{1, 2}, {3}}, "row 2 of a table has 1 counts, expected 2"},
		{[][]int{{1, 2}, {3, -1}}, "row 2 of a table has the count -1"},
	} {
		for _, f := range []func([][]int) (Homogeneity, error){Pearson, LikelihoodRatio} {
			if _, err := f(test.table); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v: error %v, want one with %s", test.table, err, test.want)
			}
		}
	}
	if _, err := Yates([][]int{{1, 2, 3}, {4, 5, 6}}); err == nil {
		t.Error("Yates took three columns")
	}
	if _, err := Yates([][]int{{1, 2}, {4, 5, 6}}); err == nil {
		t.Error("Yates took rows of two lengths")
	}
	if _, err := Fisher(1, 2, 3, -4); err == nil {
		t.Error("Fisher took a negative count")
	}
	if _, err := Fisher(1e9, 1e9, 1e9, 1e9); err == nil || !strings.Contains(err.Error(), "use Pearson's") {
		t.Errorf("error %v of Fisher's test of huge counts", err)
	}
}

// An empty column changes nothing, and rows in proportion show no difference.
func TestHomogeneity(t *testing.T) {
	for name, f := range map[string]func([][]int) (Homogeneity, error){"Pearson": Pearson, "G": LikelihoodRatio} {
		a, errA := f([][]int{{30, 0, 30}, {18, 0, 42}, {0, 0, 0}})
		b, errB := f([][]int{{30, 30}, {18, 42}})
		c, errC := f([][]int{{1e9, 2e9, 3e9}, {2e9, 4e9, 6e9}})
		if errA != nil || errB != nil || errC != nil {
			t.Fatal(errA, errB, errC)
		}
		if a != b || a.Freedom != 1 {
			t.Errorf("%s: %+v with an empty column and row, %+v without", name, a, b)
		}
		if !near(c.Statistic, 0, 1e-3) || !near(c.P, 1, 1e-3) || c.Freedom != 2 {
			t.Errorf("%s: %+v of rows in proportion", name, c)
		}
	}
}

// Fisher's test agrees with exact arithmetic.
func TestFisherExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 25)
		a, b, c, d := n.Draw(t, "a"), n.Draw(t, "b"), n.Draw(t, "c"), n.Draw(t, "d")
		weight := func(x int) *big.Int {
			if x < 0 || a+c-x < 0 {
				return new(big.Int)
			}
			return new(big.Int).Mul(new(big.Int).Binomial(int64(a+b), int64(x)), new(big.Int).Binomial(int64(c+d), int64(a+c-x)))
		}
		all, sum := new(big.Int), new(big.Int)
		for x := range a + c + 1 {
			all.Add(all, weight(x))
			if weight(x).Cmp(weight(a)) <= 0 {
				sum.Add(sum, weight(x))
			}
		}
		want, _ := new(big.Rat).SetFrac(sum, all).Float64()
		got, err := Fisher(a, b, c, d)
		if err != nil || !near(got.P, want, 1e-9) {
			t.Errorf("P %v and error %v, want %v", got.P, err, want)
		}
	})
	if got, err := Fisher(3, 0, 2, 1); err != nil || !math.IsInf(got.OddsRatio, 1) {
		t.Errorf("%+v and error %v, want an infinite odds ratio", got, err)
	}
}

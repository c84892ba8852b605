package rating

import (
	"fmt"
	"math"
)

// Exact is Fisher's test of a table of two rows and two columns.
type Exact struct {
	// P is the probability, given all sums of rows and columns, of a table no more
	// likely than that observed (two-sided).
	P float64
	// OddsRatio is a·d/(b·c): +∞ if only b·c is 0, NaN if both products are.
	OddsRatio float64
}

// maxFisher limits the number of tables to go through; with that many, Pearson's
// test is as good.
const maxFisher = 1_000_000

// Fisher tests whether the rows (a, b) and (c, d) can be of one distribution. It
// is right for the smallest counts, where Pearson is not.
func Fisher(a, b, c, d int) (Exact, error) {
	_, _, _, err := margins([][]int{{a, b}, {c, d}})
	if err != nil {
		return Exact{}, err
	}
	// With all sums given, the table is given by its first count.
	least, most := max(0, a-d), min(a+b, a+c)
	if most-least > maxFisher {
		return Exact{}, fmt.Errorf("rating: Fisher's test of %d tables, expected at most %d; use Pearson's", most-least, maxFisher)
	}
	// Tables that are equally likely may differ by rounding.
	const slack = 1e-7
	limit := logTable(a, b, c, d) + slack
	all, sum := 0.0, 0.0
	for x := least; x <= most; x++ {
		p := logTable(x, a+b-x, a+c-x, d-a+x)
		all += math.Exp(p - limit)
		if p <= limit {
			sum += math.Exp(p - limit)
		}
	}
	return Exact{P: sum / all, OddsRatio: float64(a) * float64(d) / (float64(b) * float64(c))}, nil
}

// logTable is the logarithm of the probability of a table among those with the
// same sums, up to a constant.
func logTable(counts ...int) float64 {
	sum := 0.0
	for _, n := range counts {
		log, _ := math.Lgamma(float64(n) + 1)
		sum -= log
	}
	return sum
}

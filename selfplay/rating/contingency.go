package rating

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Homogeneity is a test of whether the rows of a table of counts, such as the
// wins, draws and losses of two matches, can be of one distribution.
type Homogeneity struct {
	Statistic float64
	Freedom   int     // degrees of freedom
	P         float64 // probability of a statistic so large or larger if they are
}

// Pearson is Pearson's test: Σ (O-E)²/E over the cells, with the expected counts
// E = row·column/total. It wants expected counts of 5 and more, and independent
// outcomes: those of pairs, not of the games of pairs. Columns and rows without
// any count are left out.
func Pearson(table [][]int) (Homogeneity, error) {
	return homogeneity(table, func(observed, expected float64) float64 {
		return (observed - expected) * (observed - expected) / expected
	})
}

// Yates is Pearson's test with the correction for continuity, for tables of two
// rows and two columns.
func Yates(table [][]int) (Homogeneity, error) {
	if len(table) != 2 || len(table[0]) != 2 {
		return Homogeneity{}, fmt.Errorf("rating: a table of %d rows, expected 2 rows of 2 counts", len(table))
	}
	return homogeneity(table, func(observed, expected float64) float64 {
		off := max(0, math.Abs(observed-expected)-0.5)
		return off * off / expected
	})
}

// LikelihoodRatio is the G test: 2 Σ O ln(O/E).
func LikelihoodRatio(table [][]int) (Homogeneity, error) {
	return homogeneity(table, func(observed, expected float64) float64 {
		if observed == 0 {
			return 0
		}
		return 2 * observed * math.Log(observed/expected)
	})
}

// homogeneity adds up what each cell contributes to a statistic.
func homogeneity(table [][]int, cell func(observed, expected float64) float64) (Homogeneity, error) {
	rows, columns, total, err := margins(table)
	if err != nil {
		return Homogeneity{}, err
	}
	out := Homogeneity{Freedom: (positive(rows) - 1) * (positive(columns) - 1)}
	if positive(rows) < 2 || positive(columns) < 2 {
		return Homogeneity{}, fmt.Errorf("rating: %d rows and %d columns with counts above 0, expected at least 2 of each",
			positive(rows), positive(columns))
	}
	for i, row := range table {
		for j, n := range row {
			if expected := rows[i] * columns[j] / total; expected > 0 {
				out.Statistic += cell(float64(n), expected)
			}
		}
	}
	out.P = distuv.ChiSquared{K: float64(out.Freedom)}.Survival(out.Statistic)
	return out, nil
}

// margins returns the sums of the rows and columns of a table.
func margins(table [][]int) (rows, columns []float64, total float64, err error) {
	if len(table) > 0 {
		columns = make([]float64, len(table[0]))
	}
	rows = make([]float64, len(table))
	for i, row := range table {
		if len(row) != len(columns) {
			return nil, nil, 0, fmt.Errorf("rating: row %d of a table has %d counts, expected %d as in the first", i+1, len(row), len(columns))
		}
		for j, n := range row {
			if n < 0 || n > MaxCount {
				return nil, nil, 0, fmt.Errorf("rating: row %d of a table has the count %d, expected a number from 0 to %d", i+1, n, MaxCount)
			}
			rows[i] += float64(n)
			columns[j] += float64(n)
			total += float64(n)
		}
	}
	return rows, columns, total, nil
}

// positive counts the sums above 0.
func positive(sums []float64) int {
	n := 0
	for _, sum := range sums {
		if sum > 0 {
			n++
		}
	}
	return n
}

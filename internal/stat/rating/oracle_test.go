package rating

import (
	"bestiary/internal/testkit"
	"math"
	"strconv"
	"strings"
	"testing"
)

// number reads a number, or 0 from an empty cell.
func number(t *testing.T, text string) float64 {
	t.Helper()
	if text == "" {
		return 0
	}
	return testkit.Must(strconv.ParseFloat(text, 64))(t)
}

// integers reads whole numbers with commas between them.
func integers(t *testing.T, text string) []int {
	t.Helper()
	var list []int
	for cell := range strings.SplitSeq(text, ",") {
		n := testkit.Must(strconv.Atoi(strings.TrimSpace(cell)))(t)
		list = append(list, n)
	}
	return list
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// Values from the unit tests of another program, within the 1 % of these tests and the
// rounding to two decimals.
func TestReference(t *testing.T) {
	rows := testkit.TSV(t, "testdata/stats-reference.tsv")
	if len(rows) != 43 {
		t.Fatalf("%d rows, want 43", len(rows))
	}
	for _, row := range rows {
		var c Counts
		switch n := integers(t, row["counts"]); row["counts_kind"] {
		case "trinomial":
			c = WDL{Wins: n[0], Losses: n[1], Draws: n[2]}
		case "pentanomial":
			c = Pairs{n[0], n[1], n[2], n[3], n[4], n[5]}
		}
		got, want := referenceValue(t, row, c), number(t, row["expected"])
		if !near(got, want, 0.01*math.Abs(want)+0.005) {
			t.Errorf("%s %s of %s: %v, want %v", row["model"], row["quantity"], row["counts"], got, want)
		}
	}
}

func referenceValue(t *testing.T, row map[string]string, c Counts) float64 {
	s := testkit.Must(Summarize(c, Level95))(t)
	switch row["quantity"] {
	case "llr":
		return testLLR(t, row, c, row["model"])
	case "score":
		return s.Score.Estimate
	case "elo":
		return s.Elo.Estimate
	case "elo_error95":
		return s.Elo.HalfWidth()
	case "normalized_elo":
		return s.NormalizedElo.Estimate
	case "normalized_elo_error95":
		return s.NormalizedElo.HalfWidth()
	case "los_percent":
		return 100 * s.LOS
	}
	t.Fatalf("unknown quantity %q", row["quantity"])
	return 0
}

// testLLR evaluates the test of a row.
func testLLR(t *testing.T, row map[string]string, c Counts, model string) float64 {
	t.Helper()
	return stateOf(t, sprtOf(t, row, model), c).LLR
}

func stateOf(t *testing.T, test SPRT, c Counts) State {
	t.Helper()
	return testkit.Must(test.Evaluate(c))(t)
}

// sprtOf returns the test of a row.
func sprtOf(t *testing.T, row map[string]string, model string) SPRT {
	t.Helper()
	m := testkit.Must(ParseModel(model))(t)
	return SPRT{
		Elo0: number(t, row["elo0"]), Elo1: number(t, row["elo1"]),
		Alpha: number(t, row["alpha"]), Beta: number(t, row["beta"]), Model: m,
	}
}

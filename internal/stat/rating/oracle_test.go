package rating

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTSV reads a table whose first line that is no comment names the columns.
func readTSV(t *testing.T, path string) []map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var names []string
	var rows []map[string]string
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		if strings.HasPrefix(scanner.Text(), "#") {
			continue
		}
		cells := strings.Split(scanner.Text(), "\t")
		if names == nil {
			names = cells
			continue
		}
		row := map[string]string{}
		for i, cell := range cells {
			row[names[i]] = cell
		}
		rows = append(rows, row)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// number reads a number, or 0 from an empty cell.
func number(t *testing.T, text string) float64 {
	t.Helper()
	if text == "" {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// integers reads whole numbers with commas between them.
func integers(t *testing.T, text string) []int {
	t.Helper()
	var list []int
	for cell := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(cell))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// The values in the unit tests of another program, within the 1 % of these tests
// and the rounding of two decimals.
func TestReference(t *testing.T) {
	rows := readTSV(t, "testdata/stats-reference.tsv")
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
	s, err := Summarize(c, Level95)
	if err != nil {
		t.Fatal(err)
	}
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
	state, err := test.Evaluate(c)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// sprtOf is the test of a row.
func sprtOf(t *testing.T, row map[string]string, model string) SPRT {
	t.Helper()
	m, err := ParseModel(model)
	if err != nil {
		t.Fatal(err)
	}
	return SPRT{
		Elo0: number(t, row["elo0"]), Elo1: number(t, row["elo1"]),
		Alpha: number(t, row["alpha"]), Beta: number(t, row["beta"]), Model: m,
	}
}

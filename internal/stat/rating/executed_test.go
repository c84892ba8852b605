package rating

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// Values that other programs print or compute for counts, and closed forms.
func TestExecuted(t *testing.T) {
	rows := testkit.TSV(t, "testdata/stats-executed.tsv")
	if len(rows) != 179 {
		t.Fatalf("%d rows, want 179", len(rows))
	}
	skipped := 0
	for _, row := range rows {
		if _, ok := inexact[row["id"]]; ok {
			skipped++
			continue
		}
		want, tolerance := expectation(t, row)
		var got float64
		switch row["input_kind"] {
		case "W,D,L":
			n := integers(t, row["input"])
			got = executedMatch(t, row, WDL{Wins: n[0], Draws: n[1], Losses: n[2]})
		case "LL,LD,WL+DD,WD,WW":
			n := integers(t, row["input"])
			got = executedMatch(t, row, Pairs{LL: n[0], LD: n[1], WL: n[2] / 2, DD: n[2] - n[2]/2, WD: n[3], WW: n[4]})
		case "white-black:W/D/L":
			got = executedTable(t, row)
		case "durations":
			got = executedSurvival(t, row)
		default:
			t.Fatalf("%s: unknown kind of input %q", row["id"], row["input_kind"])
		}
		if !near(got, want, tolerance) {
			t.Errorf("%s: %s of %s is %.12g, want %v within %v", row["id"], row["quantity"], row["input"], got, want, tolerance)
		}
	}
	if skipped != len(inexact) {
		t.Errorf("%d rows skipped, want %d", skipped, len(inexact))
	}
}

// inexact names rows that come from an approximation of fishtest: above a drift of
// five per unit of variance it expands a normal tail in two terms, where this
// package computes it. The number is the probability of worse outcomes that the
// row solves for.
var inexact = map[string]float64{
	"ft.sprtelo.3.elo":        0.5,
	"ft.sprtelo.3.ci95_upper": 0.025,
}

// With the same two terms the values of these rows solve the same equation; without them,
// two methods agree on another probability.
func TestInexactRows(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata/stats-executed.tsv") {
		want, ok := inexact[row["id"]]
		if !ok {
			continue
		}
		n := integers(t, row["input"])
		p := sprtOf(t, row, "bayesian").path(WDL{Wins: n[0], Draws: n[1], Losses: n[2]})
		b := p.motion(number(t, row["expected"]))
		gamma := b.drift / b.variance
		z := (p.llr - 2*b.upper - b.drift*p.time) / math.Sqrt(b.variance*p.time)
		exact := math.Exp(2*gamma*b.upper + logNormal(z))
		expanded := -math.Exp(2*gamma*b.upper-z*z/2) / math.Sqrt(2*math.Pi) * (1/z - 1/(z*z*z))
		got := b.leftReflected(p.time, p.llr)
		if !near(got, b.leftSeries(p.time, p.llr), 1e-12) || near(got, want, 1e-6) || !near(got+exact-expanded, want, 1e-9) {
			t.Errorf("%s: probability %v, by the series %v, with two terms %v; want the last to be %v",
				row["id"], got, b.leftSeries(p.time, p.llr), got+exact-expanded, want)
		}
	}
}

// expectation returns the expected value of a row and its tolerance.
func expectation(t *testing.T, row map[string]string) (want, tolerance float64) {
	if percent, ok := strings.CutSuffix(row["expected"], "%"); ok {
		return number(t, percent) / 100, 0.005 / 100
	}
	text, _, special := strings.Cut(row["tolerance"], " (")
	tolerance = number(t, text)
	if special && row["quantity"] == "advantage" {
		tolerance = 1.5e-3 // as the rest of the cell says
	}
	return number(t, row["expected"]), tolerance
}

// executedMatch computes the statistic of a match that a row names.
func executedMatch(t *testing.T, row map[string]string, c Counts) float64 {
	s := testkit.Must(Summarize(c, Level95))(t)
	sample := c.sample()
	if strings.Contains(row["what"], "zero counts -> 1e-3") {
		sample = sample.regularized()
	}
	if strings.HasPrefix(row["what"], "SPRT_elo ") && row["quantity"] != "llr" {
		return executedStopped(t, row, c)
	}
	switch row["quantity"] {
	case "llr":
		return executedLLR(t, row, c)
	case "lbound=-ubound":
		return symmetricBound(t, sprtOf(t, row, "bayesian"))
	case "score":
		return s.Score.Estimate
	case "elo_logistic":
		return Elo(sample.mean())
	case "elo_ci95_half":
		return executedElo(row, sample).HalfWidth()
	case "elo_ci95_lower_t":
		return executedElo(row, sample).Lo
	case "elo_ci95_upper_t":
		return executedElo(row, sample).Hi
	case "nelo":
		return s.NormalizedElo.Estimate
	case "nelo_err":
		return s.NormalizedElo.HalfWidth()
	case "los":
		return sample.superiority()
	case "los_percent_erf((W-L)/sqrt(2(W+L)))":
		return 100 * sample.superiorityOfDecisive()
	case "variance_pair":
		return sample.variance()
	case "skewness":
		return sample.moment(3) / math.Pow(sample.variance(), 1.5)
	case "exkurt":
		return sample.moment(4)/math.Pow(sample.variance(), 2) - 3
	case "drawelo", "RK drawelo":
		return drawElo(sample.counts[2], sample.counts[1], sample.counts[0])
	case "elo1_logistic":
		win, draw, _ := raoKupper(number(t, row["elo1"]), drawElo(sample.counts[2], sample.counts[1], sample.counts[0]))
		return Elo(win + draw/2)
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}

// executedElo returns an interval with the critical value of the program that made the
// row: OpenBench uses Student's t, cutechess an approximate inverse of the error function.
func executedElo(row map[string]string, s sample) stat.Interval {
	z := stat.Quantile(Level95)
	switch {
	case strings.Contains(row["what"], "Student-t"):
		z = distuv.StudentsT{Sigma: 1, Nu: s.size() - 1}.Quantile(0.975)
	case strings.HasPrefix(row["id"], "cc."):
		const a = 8 * (math.Pi - 3) / (3 * math.Pi * (4 - math.Pi))
		log := math.Log(1 - Level95*Level95)
		b := 2/(math.Pi*a) + log/2
		z = math.Sqrt2 * math.Sqrt(math.Sqrt(b*b-log/a)-b)
	}
	v, _ := s.scoreInterval(z, Level95)
	return v.Map(Elo)
}

// executedLLR computes the ratio by the method that the row names.
func executedLLR(t *testing.T, row map[string]string, c Counts) float64 {
	what := row["what"]
	switch {
	case strings.Contains(what, "normalized"):
		return testLLR(t, row, c, "normalized")
	case strings.Contains(what, "logistic"):
		return testLLR(t, row, c, "logistic")
	case strings.Contains(what, "bayesian"), strings.HasSuffix(what, "BayesElo"):
		return testLLR(t, row, c, "bayesian")
	}
	t.Fatalf("%s: unknown method %q", row["id"], what)
	return 0
}

// symmetricBound returns the lower bound of a test with equal errors.
func symmetricBound(t *testing.T, test SPRT) float64 {
	lower, upper := test.Bounds()
	if !near(lower, -upper, 1e-12) {
		t.Errorf("bounds %v and %v of errors %v and %v", lower, upper, test.Alpha, test.Beta)
	}
	return lower
}

// executedStopped computes the estimate after a sequential test.
func executedStopped(t *testing.T, row map[string]string, c Counts) float64 {
	model := strings.ToLower(strings.TrimPrefix(row["what"], "SPRT_elo "))
	if model == "bayeselo" {
		model = "bayesian"
	}
	test := sprtOf(t, row, model)
	after := testkit.Must(test.Estimate(c, Level95))(t)
	switch row["quantity"] {
	case "elo_median_unbiased":
		return after.Estimate
	case "ci95_lower":
		return after.Lo
	case "ci95_upper":
		return after.Hi
	case "los":
		return test.path(c).worse(0)
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}

// executedTable computes a rating of Ordo, whose unit is such that 202 points are a score of
// 76 %. Its ratings are without an advantage of White: here every result counts for both
// colours.
func executedTable(t *testing.T, row map[string]string) float64 {
	table := readTable(t, row["input"])
	for _, m := range table {
		table = append(table, Match{White: m.Black, Black: m.White, Result: WDL{m.Result.Losses, m.Result.Draws, m.Result.Wins}})
	}
	r := rate(t, table, 0)
	for _, p := range r.Players {
		if row["quantity"] == "rating_"+p.Name {
			return p.Elo.Estimate * 202 / Elo(0.76)
		}
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}

// readTable reads rows such as A-B:70/55/48.
func readTable(t *testing.T, text string) Table {
	t.Helper()
	var table Table
	for cell := range strings.FieldsSeq(text) {
		var m Match
		players, results, _ := strings.Cut(cell, ":")
		m.White, m.Black, _ = strings.Cut(players, "-")
		testkit.Must(fmt.Sscanf(results, "%d/%d/%d", &m.Result.Wins, &m.Result.Draws, &m.Result.Losses))(t)
		table = append(table, m)
	}
	return table
}

// executedSurvival computes the statistic of game lengths that a row names.
func executedSurvival(t *testing.T, row map[string]string) float64 {
	times, events, _ := strings.Cut(strings.TrimPrefix(row["input"], "t="), " event=")
	var lengths []float64
	var ended []bool
	for _, n := range integers(t, times) {
		lengths = append(lengths, float64(n))
	}
	for _, n := range integers(t, events) {
		ended = append(ended, n == 1)
	}
	s := survival(t, lengths, ended...)
	share, standardError := s.At(30, Level95)
	switch row["quantity"] {
	case "se Greenwood S(30)":
		return standardError
	case "loglog CI lower S(30)":
		return share.Lo
	case "loglog CI upper S(30)":
		return share.Hi
	case "median":
		return s.Median(Level95).Estimate
	case "median CI lower (log)":
		return s.Median(Level95).Lo
	}
	t.Fatalf("%s: unknown quantity %q", row["id"], row["quantity"])
	return 0
}

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

package compare

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// TestReport pins the report of an invented result; see -update.
func TestReport(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all pictures again")
	}
	res := invented(t, 40)
	res.Folder = t.TempDir()
	written, err := res.Write(RunInfo{Version: "v1.2.3", Command: "bestiary compare chess --against n-move=75"})
	if err != nil || len(written) != 5 || filepath.Base(written[0]) != "report.html" {
		t.Fatalf("written %v, error %v", written, err)
	}
	for _, name := range []string{"report.md", "measures.csv", "compare.json"} {
		got, err := os.ReadFile(filepath.Join(res.Folder, name))
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s changed (-want +got), see -update:\n%s", name, diff)
		}
	}
	checkHTML(t, res)
}

// checkHTML makes sure that the page for a browser has all that the other has.
func checkHTML(t *testing.T, res *Result) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(res.Folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	html := string(data)
	if n := strings.Count(html, "data:image/svg&#43;xml;base64,"); n != 10 {
		t.Errorf("%d pictures in the page, want 10", n)
	}
	for _, m := range res.Measures {
		if !strings.Contains(html, strings.ReplaceAll(m.Heading(), "'", "&#39;")) {
			t.Errorf("the page does not mention %q", m.Heading())
		}
	}
	games, err := os.ReadFile(filepath.Join(res.Folder, "games.csv"))
	if n := strings.Count(string(games), "\n"); err != nil || n != 161 {
		t.Errorf("%d lines in games.csv, want a head and 160 games; error %v", n, err)
	}
}

// The summary names tests that find a difference, also where no measure does.
func TestSummaryNamesTests(t *testing.T) {
	res := invented(t, 10)
	for i := range res.Measures {
		res.Measures[i].Holm = 1
	}
	for i := range res.Tests {
		res.Tests[i].Holm = 1
	}
	const nothing, something = "No measure differs with certainty", "Tests of the games as a whole find a difference with certainty: wins, draws and losses together (F), p 0.020."
	if got := strings.Join(res.Summary(), " "); !strings.Contains(got, nothing) || strings.Contains(got, "as a whole") {
		t.Errorf("nothing is certain: %s", got)
	}
	res.Tests[len(res.Tests)-1].Holm = 0.02
	if got := strings.Join(res.Summary(), " "); !strings.Contains(got, nothing) || !strings.Contains(got, something) {
		t.Errorf("the results as a whole differ: %s", got)
	}
}

// A single reason for draws, or for wins, is the share of all of them and not measured
// again.
func TestSingleReasonsAreNotMeasured(t *testing.T) {
	games := []Game{{Result: rules.Draw, Reason: rules.Repetition}, {Index: 1, Result: rules.WhiteWins, Reason: rules.Checkmate}}
	names := func(games []Game) string {
		var list []string
		for _, q := range reported([2][]Game{games, games}) {
			if strings.HasPrefix(q.Name, "drawn-by-") || strings.HasPrefix(q.Name, "won-by-") {
				list = append(list, q.Name)
			}
		}
		return strings.Join(list, " ")
	}
	if got := names(games); got != "" {
		t.Errorf("one reason each: %s", got)
	}
	if got, want := names(append(games, Game{Pair: 1, Result: rules.Draw, Reason: rules.NMoveRule})), "drawn-by-n-move-rule drawn-by-repetition"; got != want {
		t.Errorf("two reasons for draws: %q, want %q", got, want)
	}
}

// What does not exist is null, never a number.
func TestNumbersWithoutValueAreNull(t *testing.T) {
	data, err := json.Marshal(stat.Unknown())
	if got, want := string(data), `{"estimate":null,"lo":null,"hi":null}`; err != nil || got != want {
		t.Errorf("%s, error %v, want %s", got, err, want)
	}
	if data, err := json.Marshal(stat.Number(2.0 / 3)); string(data) != "0.666667" || err != nil {
		t.Errorf("%s, error %v, want six digits", data, err)
	}
}

func TestTextsOfNumbers(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{format.Probability(0.00049), "<0.001"},
		{format.Probability(0.25), "0.250"},
	} {
		if tc.got != tc.want {
			t.Errorf("%q, want %q", tc.got, tc.want)
		}
	}
}

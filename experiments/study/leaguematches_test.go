package study

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// The values that come with the program have learned from the matches of the published leagues, each once. With
// -update the files of these matches are written.
func TestValuesKnowLeagues(t *testing.T) {
	known := map[string][]estimate.Played{}
	folders := testkit.Must(filepath.Glob("../../results/league*/matches.csv"))(t)
	slices.Sort(folders)
	for _, sheet := range folders {
		folder := filepath.Dir(sheet)
		var forecasts Forecasts
		testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, folder, forecastsFile)), &forecasts))
		rows := testkit.Must(csv.NewReader(strings.NewReader(testkit.Read(t, folder, "matches.csv"))).ReadAll())(t)
		for _, row := range rows[1:] {
			of := func(column string) string { return row[slices.Index(rows[0], column)] }
			number := func(column string) float64 { return testkit.Must(strconv.ParseFloat(of(column), 64))(t) }
			se := (number("score_hi") - number("score_lo")) / 2 / stat.Quantile(number("level"))
			known[of("game")] = append(known[of("game")], estimate.Played{
				Exchange: strings.TrimPrefix(of("exchange"), "'"), Traded: of("class") == string(Replacement), Player: of("player"), Seed: uint64(forecasts.Settings.Seed), Nodes: 300,
				Revision: forecasts.Revision, Pairs: int(number("pairs")), Score: stat.Number(number("score")), Error: stat.Number(se),
			})
		}
	}
	for name, list := range known {
		g := rulestest.Game(t, name)
		folder := t.TempDir()
		testkit.OK(t, estimate.AddMatches(folder, g, list))
		want := testkit.Read(t, folder, estimate.MatchesFile)
		testkit.GoldenFile(t, filepath.Join("../estimate/bundled", name, estimate.MatchesFile), want)
		if values := testkit.Must(estimate.Bundled(g))(t); len(values.Matches) != len(list) && !testkit.Update() {
			t.Errorf("%s: %d matches, and %d in leagues", name, len(values.Matches), len(list))
		}
	}
}

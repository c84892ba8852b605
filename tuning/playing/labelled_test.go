package playing

import (
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// labelled writes the positions that are taken of games to a file, with labels. A position is taken if
// take allows its score.
func labelled(t *testing.T, g *rules.Game, games iter.Seq2[store.Record, error], set tuning.Settings, take func(score int) bool) *opening.Config {
	filter := tuning.NewQuietFilter(g, set.PawnShare)
	var lines strings.Builder
	for rec, err := range games {
		testkit.OK(t, err)
		p := testkit.Must(rec.Start(g))(t)
		var quiet []string
		testkit.OK(t, filter.Walk(p, rec, func(ply int) {
			if take(rec.Scores[ply]) {
				quiet = append(quiet, p.FEN())
			}
		}))
		for _, i := range tuning.Spread(len(quiet), set.PositionsPerGame) {
			fmt.Fprintf(&lines, "%s [%.1f]\n", quiet[i], rec.Result.Score())
		}
	}
	cfg := opening.FromBook(filepath.Join(t.TempDir(), "set.epd"))
	testkit.OK(t, os.WriteFile(cfg.Path, []byte(lines.String()), 0o600))
	return &cfg
}

// The positions of games, written with labels, are the rows that the games give.
func TestLabelledPositionsAreRowsOfTheirGames(t *testing.T) {
	g, games := played(t, "chess", 10)
	set := tuning.Default()
	cfg := labelled(t, g, games, set, func(s int) bool { return s == store.Unknown || s < mateScore && s > -mateScore })
	sampling := Sampling{PositionsPerGame: set.PositionsPerGame, PawnShare: set.PawnShare}
	want, got := testkit.Must(NewData(g))(t), testkit.Must(NewData(g))(t)
	testkit.OK(t, want.Collect(games, sampling))
	testkit.OK(t, got.Collect(opening.Labelled(g, cfg, &opening.Labels{}), sampling))
	if want.Rows() < 60 || got.Rows() != want.Rows() {
		t.Fatalf("%d rows from %d of the games", got.Rows(), want.Rows())
	}
	for i := range want.Rows() {
		a, b := want.row(i), got.row(i)
		if a.result != b.result || a.phase != b.phase || !slices.Equal(a.term, b.term) || !slices.Equal(a.n, b.n) {
			t.Errorf("row %d differs from that of the games", i)
		}
	}
}

// Values fitted to the positions of games agree with the values from the games, and so do their errors,
// because neighbours count as one game.
func TestLabelledPositionsGiveTheValuesOfTheirGames(t *testing.T) {
	g, games := played(t, "chess", 200)
	set := tuning.Default()
	cfg, labels := labelled(t, g, games, set, func(int) bool { return true }), &opening.Labels{}
	run := testkit.Must(tuning.Measure(g, games, set))(t)
	file := testkit.Must(tuning.Measure(g, opening.Labelled(g, cfg, labels), set))(t)
	if labels.Positions != run.Positions || file.Positions != run.Positions || file.Pairs < run.Games*3/4 || file.Pairs > run.Games*5/4 {
		t.Errorf("%+v: %d positions that make %d games, want %d and about %d", labels, file.Positions, file.Pairs, run.Positions, run.Games)
	}
	for i, v := range run.Texel.Values {
		a, b := v.Worth, file.Texel.Values[i].Worth
		if math.Abs(a.Estimate-b.Estimate) > 0.2*a.HalfWidth() || math.Abs(math.Log(b.HalfWidth()/a.HalfWidth())) > 0.25 {
			t.Errorf("%s: %v from the positions, %v from the games", v.Piece, b, a)
		}
	}
}

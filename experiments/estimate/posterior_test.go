package estimate

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// The published values of pieces foreign to chess scatter about their prior no more than the posterior
// assumes, and not by so little that six pieces would do it in one case of two hundred. The folders that compare a game with a foreign player do
// not count, because they have the same pieces from fewer games.
func TestPosteriorSpreadIsThatOfPublishedValues(t *testing.T) {
	files, err := filepath.Glob("../../results/*/values.csv")
	if err != nil || len(files) == 0 {
		t.Fatalf("published values %q, error %v", files, err)
	}
	squares, n := 0.0, 0.0
	for _, file := range files {
		if name := filepath.Base(filepath.Dir(file)); strings.HasSuffix(name, "-beside") || strings.HasSuffix(name, "-valued") {
			continue
		}
		design, prior := publishedLogs(t, file, "design"), publishedLogs(t, file, "prior")
		for piece, x := range design {
			if d := x - prior[piece]; !slices.Contains([]string{"pawn", "knight", "bishop", "rook", "queen"}, piece) {
				squares, n = squares+d*d, n+1
			}
		}
	}
	rms := math.Sqrt(squares / n)
	t.Logf("%.0f pieces, root mean square %.3f", n, rms)
	if n < 4 || rms > tuning.PosteriorSpread || rms < tuning.PosteriorSpread*math.Sqrt(0.676/6) { // of χ² with six degrees of freedom
		t.Errorf("%.0f pieces are %.3f away from their prior (root mean square), assumed are %g", n, rms, tuning.PosteriorSpread)
	}
}

// publishedLogs returns the logarithms of the values of a method, in points.
func publishedLogs(t *testing.T, file, method string) map[string]float64 {
	t.Helper()
	f := testkit.Must(os.Open(file))(t)
	defer f.Close()
	rows := testkit.Must(csv.NewReader(f).ReadAll())(t)
	column := func(name string) int { return slices.Index(rows[0], name) }
	out, mean, known := map[string]float64{}, 0.0, 0.0
	for _, row := range rows[1:] {
		if row[column("method")] != method {
			continue
		}
		x, err := strconv.ParseFloat(row[column("pawns")], 64)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		piece := row[column("piece")]
		out[piece] = math.Log(x)
		if slices.Contains([]string{"knight", "bishop", "rook", "queen"}, piece) {
			mean, known = mean+math.Log(x), known+1
		}
	}
	for piece := range out {
		out[piece] -= mean / known
	}
	return out
}

package study

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

var counts = flag.String("perft", "testdata/perft.tsv", "counts of moves: game, FEN, depth, count")

// The games of the retrodiction have as many moves as another program counts.
func TestPerft(t *testing.T) {
	seen := map[string]int{}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile(*counts))(t))) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSpace(line), "\t")
		name, fen := row[0], row[1]
		g, _, err := library().game(&Run{GameName: name}, "")
		testkit.OK(t, err)
		p := testkit.Must(g.ParseFEN(fen))(t)
		depth, want := testkit.Must(strconv.Atoi(row[2]))(t), testkit.Must(strconv.ParseUint(row[3], 10, 64))(t)
		if got := p.Perft(depth); got != want {
			t.Errorf("%s: perft(%d) of %s = %d, want %d", name, depth, fen, got, want)
		}
		seen[name]++
	}
	for _, f := range testkit.Must(ownGames.ReadDir("games"))(t) {
		if name := strings.TrimSuffix(f.Name(), suffix); seen[name] < 10 && name != "maharajah" {
			t.Errorf("%s has %d counts", name, seen[name])
		}
	}
}

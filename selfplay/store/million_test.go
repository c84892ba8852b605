package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// many is the size of the store of TestManyGames. With -v it prints what
// everything takes; -games=1000000 takes some minutes and 1.5 GB.
var many = flag.Int("games", 2000, "number of games in TestManyGames")

// A large store stays usable.
func TestManyGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, g, quick))(t)
	fill(t, s, g, *many)
	timed(t, "close", s.Close)
	info := testkit.Must(os.Stat(filepath.Join(folder, File)))(t)
	t.Logf("%d games, %.1f MB, %d bytes a game", *many, float64(info.Size())/1e6, info.Size()/int64(*many))
	timed(t, "open", func() (err error) {
		s, err = Open(folder)
		return err
	})
	defer s.Close()
	timed(t, "summary of all", func() error {
		totals, err := s.Totals()
		return wantGames(totals.Total.Games, err)
	})
	timed(t, "outcomes", func() error {
		n := 0
		for _, err := range s.Outcomes(0) {
			if err != nil {
				return err
			}
			n++
		}
		return wantGames(n, nil)
	})
	var peak uint64
	timed(t, "read", func() error {
		n := 0
		for _, err := range s.Games(0) {
			if err != nil {
				return err
			}
			if n++; n%100_000 == 0 {
				peak = max(peak, heap())
			}
		}
		return wantGames(n, nil)
	})
	t.Logf("heap while reading: %.1f MB", float64(peak)/1e6)
}

func wantGames(n int, err error) error {
	if err == nil && n != *many {
		err = fmt.Errorf("%d games, want %d", n, *many)
	}
	return err
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

func timed(t *testing.T, what string, f func() error) {
	t.Helper()
	began := time.Now()
	if err := f(); err != nil {
		t.Fatal(what, ": ", err)
	}
	t.Logf("%-16s %v", what, time.Since(began).Round(time.Millisecond))
}

// fill stores a number of games of up to 100 plies, as random movers play them.
func fill(t *testing.T, s *Store, g *rules.Game, games int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	var pool []Record
	for range 40 {
		pool = append(pool, randomGame(rng, g))
	}
	began := time.Now()
	batch := make([]Record, 0, 64)
	for i := range games {
		r := pool[rng.IntN(len(pool))]
		r.Pair, r.Index, r.White, r.Black = i/2, i%2, i%2, 1-i%2
		r.Result = []rules.Result{rules.WhiteWins, rules.Draw, rules.BlackWins}[rng.IntN(3)]
		r.Reason = []rules.Reason{rules.Checkmate, rules.Repetition, rules.NMoveRule, rules.Stalemate, "resigned"}[rng.IntN(5)]
		if batch = append(batch, r); len(batch) == cap(batch) || i == games-1 {
			testkit.OK(t, s.PutAll(batch))
			batch = batch[:0]
		}
	}
	took := time.Since(began)
	t.Logf("%-16s %v, %v a game", "put", took.Round(time.Millisecond), took/time.Duration(games))
}

func randomGame(rng *rand.Rand, g *rules.Game) Record {
	p := g.NewPosition()
	r := Record{Game: g.Variant.Name, FEN: p.FEN()}
	for range 100 {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		r.Moves = append(r.Moves, g.MoveText(m))
		r.Scores = append(r.Scores, int(rng.NormFloat64()*200))
		p.Make(m)
	}
	return r
}

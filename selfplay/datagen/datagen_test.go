package datagen

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// shallow returns a configuration of the given number of chunks at depth 1.
func shallow(chunks int) Config {
	c := Default()
	c.Games, c.Depth = chunks*ChunkGames, 1
	return c
}

func played(t *testing.T, g *rules.Game, cfg Config, crew match.Crew) string {
	t.Helper()
	folder := t.TempDir()
	testkit.OK(t, Play(context.Background(), g, eval.Default(g), cfg, folder, crew, func(int, int) {}))
	return folder
}

// The files do not depend on the number of workers, on shards or on interruptions.
func TestFilesAreAFunctionOfTheConfiguration(t *testing.T) {
	g := rulestest.Game(t, "atomic") // its games are short
	one := played(t, g, shallow(3), match.Workers(1))
	many := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	err := Play(ctx, g, eval.Default(g), shallow(3), many, match.Workers(2), func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	for shard := range 2 {
		crew := match.Crew{Workers: 2, Shard: match.Shard{Index: shard, Of: 2}}
		testkit.OK(t, Play(context.Background(), g, eval.Default(g), shallow(3), many, crew, func(int, int) {}))
	}
	testkit.OK(t, os.Remove(Path(many, 1)))
	games, again := 0, 0
	testkit.OK(t, Play(context.Background(), g, eval.Default(g), shallow(3), many, match.Workers(2), func(n, played int) {
		games, again = games+n, again+played
	}))
	if games != 3*ChunkGames || again != ChunkGames {
		t.Errorf("%d games, %d of them played again, want %d and %d", games, again, 3*ChunkGames, ChunkGames)
	}
	for chunk := range 3 {
		a, b := testkit.Must(os.ReadFile(Path(one, chunk)))(t), testkit.Must(os.ReadFile(Path(many, chunk)))(t)
		if !bytes.Equal(a, b) {
			t.Errorf("chunk %d differs", chunk)
		}
	}
	cfg := shallow(1)
	cfg.Seed = 2
	if a, b := testkit.Must(os.ReadFile(Path(one, 0)))(t), testkit.Must(os.ReadFile(Path(played(t, g, cfg, match.Workers(1)), 0)))(t); bytes.Equal(a, b) {
		t.Error("another seed plays the same games")
	}
}

// What is written is read, in little space, also in games with gates, drops and large boards.
func TestExamplesAreReadAsPlayed(t *testing.T) {
	testkit.NotShort(t, "one goroutine, and slow under the race detector")
	for _, name := range []string{"chess", "hannibal-manticore", "gross", "crazyhouse"} {
		g := rulestest.Game(t, name)
		folder := played(t, g, shallow(1), match.Workers(2))
		data := testkit.Must(os.ReadFile(Path(folder, 0)))(t)
		n, games := 0, map[int]bool{}
		testkit.OK(t, Read(Path(folder, 0), g, func(e Example) {
			n++
			games[e.Game] = true
			if e.InCheck() || e.Score > 29_000 || e.Score < -29_000 || e.Result < 0 || e.Result > 1 {
				t.Errorf("%s: %s with score %d and result %v", name, e.FEN(), e.Score, e.Result)
			}
		}))
		if len(games) < ChunkGames/2 || len(data) > 40*n {
			t.Errorf("%s: %d bytes for %d positions of %d games, expected at most 40 each", name, len(data), n, len(games))
		}
	}
}

func TestNumbersOfAGame(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := g.NewPosition()
	e4 := 0
	for i, m := range p.Moves(nil) {
		if g.MoveText(m) == "e2e4" {
			e4 = i
		}
	}
	path := filepath.Join(t.TempDir(), "a")
	testkit.OK(t, write(path, Header{Rules: g.Variant.Hash()}, appendGame(nil, "", rules.WhiteWins, []ply{{move: e4}, {score: -1, example: true}, {score: 0, example: true}, {score: 77, example: true}})))
	var got []int
	testkit.OK(t, Read(path, g, func(e Example) {
		got = append(got, e.Score)
		if want := float64(1 - int(e.Turn())); e.Result != want || e.Board()[g.SquareAt(4, 3)] < 2 {
			t.Errorf("%s: result %v, want %v and a pawn on e4", e.FEN(), e.Result, want)
		}
	}))
	testkit.Same(t, "scores", []int{-1, 0, 77}, got)
}

func TestFaultyFiles(t *testing.T) {
	g := rulestest.Game(t, "chess")
	path := filepath.Join(t.TempDir(), "a")
	testkit.OK(t, write(path, Header{Game: "chess", Rules: g.Variant.Hash()}, appendGame(nil, "", rules.Draw, []ply{{move: 3}, {move: 99}})))
	good := testkit.Must(os.ReadFile(path))(t)
	read := func(data []byte) error {
		testkit.OK(t, os.WriteFile(path, data, 0o600))
		return Read(path, g, func(Example) {})
	}
	flipped := bytes.Clone(good)
	flipped[len(flipped)-sha256.Size-2] ^= 1
	testkit.Fails(t, read(nil), "training games "+path, "cut short", "remove it")
	testkit.Fails(t, read([]byte("games")), "first line")
	testkit.Fails(t, read(flipped), path, "the file is damaged", "remove it")
	testkit.Fails(t, read(good[:len(good)-1]), "the file is damaged")
	testkit.Fails(t, read(good[:len(magic)+3]), "cut short")
	testkit.Fails(t, read(good), "game 0: move 99, but 20 moves are legal")
	testkit.Fails(t, Read(path, rulestest.Game(t, "capablanca"), nil), "made for chess with rules")
}

func TestRunsAreNotMixed(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen these games")
	g := rulestest.Game(t, "chess")
	folder := played(t, g, shallow(1), match.Workers(2))
	cfg := shallow(1)
	cfg.RandomPlies = 6
	err := Play(context.Background(), g, eval.Default(g), cfg, folder, match.Workers(1), func(int, int) {})
	testkit.Fails(t, err, Path(folder, 0), "random-plies is 8, expected 6; use another folder")
	err = Play(context.Background(), g, eval.Prior(g), shallow(1), folder, match.Workers(1), func(int, int) {})
	testkit.Fails(t, err, "player is")
	cfg.Depth = 0
	testkit.Fails(t, Play(context.Background(), g, eval.Default(g), cfg, folder, match.Workers(1), func(int, int) {}), "training games: depth is 0, expected 1 to 20")
}

// Moves are varied among the lines of the last iteration.
func TestLinesOfTheLastIteration(t *testing.T) {
	var e examiner
	for depth := range 3 {
		for n := 1; n <= 4-depth; n++ {
			e.report(search.Report{Depth: depth, Line: n, Score: -n, PV: []rules.Move{rules.Move(10*depth + n)}})
		}
	}
	if want := []line{{21, -1}, {22, -2}}; !slices.Equal(e.lines, want) {
		t.Errorf("lines %v, want %v", e.lines, want)
	}
}

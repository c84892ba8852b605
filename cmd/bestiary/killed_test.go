package main

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// A command that writes a folder and is killed several times gives, when it is repeated, the files
// and games of an undisturbed one.
func TestKilledCommands(t *testing.T) {
	if !testkit.Long() {
		t.Skip("runs each command several times; only with -long")
	}
	base := t.TempDir()
	at := func(name string) string { return filepath.Join(base, name) }
	do := func(args ...string) string {
		t.Helper()
		stdout, stderr, code := start(t, args...).wait(t)
		if code != 0 {
			t.Fatalf("%s: exit code %d, errors\n%s", strings.Join(args, " "), code, stderr)
		}
		return stdout
	}
	for _, part := range []string{"0/2", "1/2"} {
		do("selfplay", "chess", "--pairs", "600", "--nodes", "5", "--shard", part, "--out", at("part"+part[:1]))
	}
	testkit.OK(t, os.WriteFile(at("games.pgn"), []byte(do("export-games", at("part1"))), 0o666))
	testkit.OK(t, os.WriteFile(at("mine.toml"), []byte(shortGames), 0o666))
	for _, c := range []struct {
		name    string
		command func(out string) []string
	}{
		{"merge", func(out string) []string { return []string{"merge", out, at("part0"), at("part1")} }},
		{"import-games", func(out string) []string { return []string{"import-games", at("games.pgn"), "--out", out} }},
		{"site", func(out string) []string { return []string{"site", out} }},
		{"experiments", func(out string) []string {
			return []string{"experiments", "run", at("mine.toml"), "--pairs", "150", "--out", out}
		}},
		{"study", func(out string) []string {
			return []string{"study", "chess", "--steps", "2,2", "--nodes", "20", "--out", out}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole, broken := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
			began := time.Now()
			do(c.command(whole)...)
			length := time.Since(began)
			rng := rand.New(rand.NewPCG(5, 9))
			for range 5 {
				child := start(t, c.command(broken)...)
				time.Sleep(time.Duration(rng.Int64N(int64(length))))
				child.Process.Kill()
				child.wait(t)
			}
			child := start(t, c.command(broken)...)
			_, stderr, code := child.wait(t)
			if code != 0 && !(c.name == "merge" && strings.Contains(stderr, "exist")) { // a kill came too late
				t.Fatalf("exit code %d, errors\n%s", code, stderr)
			}
			testkit.Same(t, c.name, contents(t, whole), contents(t, broken))
		})
	}
}

const shortGames = `
title = "A claim"
claim = "A rule of five moves makes games short."
source = { author = "Me", page = "A page" }

[[run]]
name = "short"
game = "chess"
nodes = 10
rules = { n-move = 5 }

[[hypothesis]]
says = "Short games"
quote = "Games are short."
reading = "Fewer than 50 plies."
finds = "games have {}"
run = "short"
measure = "length"
below = 50
`

// contents returns the files in a folder, and the games of a store instead of its file.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	testkit.OK(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := testkit.Must(filepath.Rel(folder, path))(t)
		switch {
		case d.Name() == "time": // how long the games took
		case d.Name() == store.File:
			all[name] = exported(t, filepath.Dir(path))
		case !strings.HasPrefix(d.Name(), store.File):
			all[name] = string(testkit.Must(os.ReadFile(path))(t))
		}
		return nil
	}))
	return all
}

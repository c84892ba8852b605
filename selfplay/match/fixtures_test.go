package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// tricksVar makes the test binary a UCI engine that plays the first legal move
// and misbehaves at some points.
const tricksVar = "MATCH_TEST_ENGINE"

// markVar names a file that a fake with the trick once leaves behind. It does not start if
// the file exists.
const markVar = "MATCH_TEST_MARK"

func TestMain(m *testing.M) {
	if tricks, ok := os.LookupEnv(tricksVar); ok {
		(&fake{tricks: strings.Split(tricks, "+")}).run()
		return
	}
	if folder := os.Getenv(childFolder); folder != "" {
		if err := playAsChild(folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if list := children(os.Getpid()); len(list) > 0 && code == 0 {
		fmt.Printf("FAIL: left behind: %q\n", list)
		code = 1
	}
	os.Exit(code)
}

// children lists the children of a process, including zombies, if there is a /proc.
func children(parent int) []string {
	var list []string
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		var state string
		var ppid int
		_, rest, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(rest, &state, &ppid); err == nil && ppid == parent {
			list = append(list, strings.TrimSpace(string(text)))
		}
	}
	return list
}

// fake is a UCI engine for chess. A trick is what it does instead of answering its third
// go, or what it reports as its name.
type fake struct {
	tricks []string
	moves  int // requested in this process
	pos    *rules.Position
}

func (f *fake) does(trick string) bool { return slices.Contains(f.tricks, trick) }

func (f *fake) run() {
	if f.does("once") {
		file, err := os.OpenFile(os.Getenv(markVar), os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			os.Exit(1)
		}
		file.Close()
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		word, rest, _ := strings.Cut(in.Text(), " ")
		switch word {
		case "uci":
			if f.does("no-handshake") {
				time.Sleep(time.Hour)
			}
			fmt.Println("id name fake\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "position":
			f.position(rest)
		case "go":
			f.moves++
			f.answer()
		case "quit":
			return
		}
	}
}

func (f *fake) position(text string) {
	fen, moves, _ := strings.Cut(text, " moves")
	g := chess()
	f.pos = g.NewPosition()
	if fen, ok := strings.CutPrefix(fen, "fen "); ok {
		f.pos = must(g.ParseFEN(fen))
	}
	for _, m := range strings.Fields(moves) {
		f.pos.Make(must(f.pos.ParseMove(m)))
	}
}

func (f *fake) answer() {
	if f.moves == 3 {
		switch {
		case f.does("illegal"):
			fmt.Println("bestmove a1a8")
			return
		case f.does("unparsable"):
			fmt.Println("bestmove ?!")
			return
		case f.does("hang"):
			time.Sleep(time.Hour)
		case f.does("exit"):
			os.Exit(0)
		case f.does("crash"):
			fmt.Fprintln(os.Stderr, "assertion failed")
			os.Exit(3)
		case f.does("out-of-memory"):
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case f.does("no-newline"):
			fmt.Print("bestmove a2a3")
			time.Sleep(time.Hour)
		case f.does("closed"):
			os.Stdout.Close()
			time.Sleep(time.Hour)
		}
	}
	if f.does("garbage") {
		fmt.Println("\x00\xff info depth x score cp y pv\n\n" + strings.Repeat("noise ", 1000))
	}
	if f.does("slow") {
		time.Sleep(300 * time.Millisecond)
	}
	if f.does("thinking") {
		time.Sleep(time.Hour)
	}
	fmt.Printf("info score cp 0\nbestmove %s\n", f.pos.Game().MoveText(f.pos.Moves(nil)[0]))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func chess() *rules.Game { return must(rules.Compile(must(variant.Find("chess")))) }

// faker returns a player that misbehaves.
func faker(tricks string) string {
	return fmt.Sprintf("uci:%s,name=fake,env.%s=%s,nodes=1,start-timeout=3,move-timeout=1.5,grace=0.2", os.Args[0], tricksVar, tricks)
}

func specs(t testing.TB, texts ...string) []player.Spec {
	t.Helper()
	var list []player.Spec
	for _, text := range texts {
		s := testkit.Must(player.Parse(text, ""))(t)
		list = append(list, s)
	}
	return list
}

func prepare(t testing.TB, g *rules.Game, cfg Config, players ...string) *Run {
	t.Helper()
	return testkit.Must(New(g, cfg, specs(t, players...)))(t)
}

func open(t testing.TB, r *Run) *store.Store {
	t.Helper()
	s := testkit.Must(r.Open(t.TempDir()))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func play(t testing.TB, r *Run, s *store.Store, workers int, ev Events) *Tally {
	t.Helper()
	return testkit.Must(r.Play(context.Background(), s, Workers(workers), nil, ev))(t)
}

func records(t testing.TB, s *store.Store) []store.Record {
	t.Helper()
	var list []store.Record
	for r, err := range s.AllGames() {
		testkit.OK(t, err)
		list = append(list, r)
	}
	return list
}

// interrupted plays a run, cancelling it after every few games, until it is done. It
// returns how often it was cancelled.
func interrupted(t testing.TB, r *Run, s *store.Store, workers, games int) (*Tally, int) {
	t.Helper()
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithCancel(context.Background())
		played := 0
		tally, err := r.Play(ctx, s, Workers(workers), nil, Events{GameDone: func(Progress) {
			if played++; played == games {
				cancel()
			}
		}})
		cancel()
		if err == nil {
			return tally, stops
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// with returns the default configuration with some changes.
func with(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}

// of returns the results of a player in all its games that count.
func (t *Tally) of(player int) rating.WDL {
	var sum rating.WDL
	for _, s := range t.Pairings {
		w := s.Pairs.Total()
		switch player {
		case s.A:
			sum = rating.WDL{Wins: sum.Wins + w.Wins, Draws: sum.Draws + w.Draws, Losses: sum.Losses + w.Losses}
		case s.B:
			sum = rating.WDL{Wins: sum.Wins + w.Losses, Draws: sum.Draws + w.Draws, Losses: sum.Losses + w.Wins}
		}
	}
	return sum
}

// The environment variables that make the test binary play into a folder instead of
// running tests: the folder, the run, and the largest file size.
const (
	childFolder = "SELFPLAY_TEST_FOLDER"
	childRun    = "SELFPLAY_TEST_RUN"
	childLimit  = "SELFPLAY_TEST_LIMIT"
)

// playAsChild prints the name of each game reported as finished.
func playAsChild(folder string) error {
	if limit, err := strconv.ParseUint(os.Getenv(childLimit), 10, 64); err == nil {
		if err := testkit.LimitFiles(limit); err != nil {
			return err
		}
	}
	return playRun(folder, runs[os.Getenv(childRun)], 2, Events{GameDone: func(p Progress) { fmt.Println(p.Record.Name()) }})
}

// quick is a run that takes about a second, tiny a run of little more than openings.
var (
	quick = selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 7, 60, 60, 120 })
	tiny  = selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 3, 300, 2, 12 })
	runs  = map[string]Config{"quick": quick, "tiny": tiny}
)

// playRun plays round 0 of a run of chess.
func playRun(folder string, cfg Config, workers int, ev Events) error {
	g := chess()
	s, err := OpenRun(folder, g, cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(workers), s, ev)
	return err
}

func create(t testing.TB, g *rules.Game, cfg Config) *store.Store {
	t.Helper()
	s := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func export(t testing.TB, s *store.Store) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, pgn.Export(&b, s, ""))
	return b.String()
}

// exportOf returns the PGN of the run in a folder.
func exportOf(t testing.TB, folder string) string {
	t.Helper()
	s := testkit.Must(store.Open(folder))(t)
	defer s.Close()
	return export(t, s)
}

// selfPlay returns the default configuration with some changes.
func selfPlay(edit func(*Config)) Config {
	c := SelfPlay()
	edit(&c)
	return c
}

// stored returns the set of games of round 0.
func stored(t testing.TB, s *store.Store) *store.KeySet {
	t.Helper()
	have := &store.KeySet{}
	for o, err := range s.Outcomes(0) {
		testkit.OK(t, err)
		have.Add(o.Key())
	}
	return have
}

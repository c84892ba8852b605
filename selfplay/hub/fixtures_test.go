package hub

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// tiny is a run of some short games, and slow one that lasts long enough to be killed.
var tiny, slow = short(5), short(40)

func short(nodes int) match.Config {
	c := match.SelfPlay()
	c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 5, 150, nodes, 16
	return c
}

// playTiny plays round 0 of a run of chess.
func playTiny(ctx context.Context, g *rules.Game, cfg match.Config, folder string, crew match.Crew) (err error) {
	s, err := match.OpenRun(folder, g, cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = match.Play(ctx, g, cfg, eval.Prior(g), 0, crew, s, match.Events{})
	return err
}

// The environment variables that make the test binary take part in a run instead of
// running tests: the role (collect or work), the folder of the run, the address of the
// hub (or its URL), the largest file size, the pair that kills every worker, and how long a
// worker waits for work.
const (
	childRole    = "HUB_TEST_ROLE"
	childFolder  = "HUB_TEST_FOLDER"
	childAddress = "HUB_TEST_ADDRESS"
	childLimit   = "HUB_TEST_LIMIT"
	childDeadly  = "HUB_TEST_DEADLY"
	childIdle    = "HUB_TEST_IDLE"
)

func TestMain(m *testing.M) {
	flag.Parse()
	for _, pause := range []*time.Duration{&lookPause, &holdAsk, &overAfter, &again} {
		*pause /= 5
	}
	role := os.Getenv(childRole)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := asChild(role, os.Getenv(childFolder), os.Getenv(childAddress)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// asChild collects the slow run or works for it.
func asChild(role, folder, address string) error {
	ctx := context.Background()
	if pair, err := strconv.Atoi(os.Getenv(childDeadly)); err == nil {
		testHook = func(k store.Key) {
			if k.Pair == pair {
				os.Exit(9)
			}
		}
	}
	if role == "work" {
		idle, err := time.ParseDuration(os.Getenv(childIdle))
		if err != nil {
			idle = time.Minute
		}
		if !strings.Contains(address, "://") {
			address = "nats://" + address
		}
		return Work(ctx, WorkConfig{URL: address, Workers: 1, Idle: idle})
	}
	if limit, err := strconv.ParseUint(os.Getenv(childLimit), 10, 64); err == nil {
		if err := testkit.LimitFiles(limit); err != nil {
			return err
		}
	}
	v, err := variant.Find("chess")
	if err != nil {
		return err
	}
	g, err := rules.Compile(v)
	if err != nil {
		return err
	}
	cfg := Default()
	cfg.Listen, cfg.Folder, cfg.AckWait, cfg.MaxDeliver = address, filepath.Join(folder, "hub"), 500*time.Millisecond, 1000
	if os.Getenv(childDeadly) != "" {
		cfg.MaxDeliver = 2
	}
	h, err := Open(ctx, cfg)
	if err != nil {
		return err
	}
	defer h.Close()
	return playTiny(ctx, g, slow, folder, match.Crew{Hub: h})
}

// process is a process that takes part in a run.
type process struct {
	cmd    *exec.Cmd
	ended  chan error
	stderr bytes.Buffer
}

// spawn starts a process that ends with the test. Short tests, meant for the race
// detector, skip this because the detector does not look into other processes.
func spawn(t testing.TB, role, folder, address string, environment ...string) *process {
	t.Helper()
	testkit.NotShort(t, "it starts other processes")
	self := testkit.Must(os.Executable())(t)
	p := &process{cmd: exec.Command(self), ended: make(chan error, 1)}
	p.cmd.Env = append(append(os.Environ(), childRole+"="+role, childFolder+"="+folder, childAddress+"="+address), environment...)
	p.cmd.Stderr = &p.stderr
	testkit.OK(t, p.cmd.Start())
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill() })
	return p
}

// games returns the games of the run in a folder as text.
func games(t testing.TB, folder string) string {
	t.Helper()
	s := testkit.Must(store.Open(folder))(t)
	defer s.Close()
	var b bytes.Buffer
	testkit.OK(t, pgn.Export(&b, s, ""))
	return b.String()
}

// alone has the games of whole by the nodes of the run.
var alone sync.Map

// whole returns the games of a run that one process plays alone.
func whole(t testing.TB, g *rules.Game, cfg match.Config) string {
	t.Helper()
	if text, ok := alone.Load(cfg.Nodes); ok {
		return text.(string)
	}
	folder := t.TempDir()
	testkit.OK(t, playTiny(context.Background(), g, cfg, folder, match.Workers(2)))
	text := games(t, folder)
	alone.Store(cfg.Nodes, text)
	return text
}

// address returns a free address of this machine.
func address(t testing.TB) string {
	t.Helper()
	l := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// config returns the configuration of a hub with short waiting times for tests.
func config(t testing.TB, folder string) Config {
	cfg := Default()
	cfg.Listen, cfg.Folder, cfg.AckWait = address(t), folder, time.Second
	cfg.Events.Message = func(text string) { t.Log(text) }
	return cfg
}

func open(t testing.TB, cfg Config) *Hub {
	t.Helper()
	h := testkit.Must(Open(context.Background(), cfg))(t)
	t.Cleanup(h.Close)
	return h
}

// timeout returns a context that ends when a test has taken too long.
func timeout(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// join starts workers that end with the test.
func join(t testing.TB, h *Hub, n int) {
	t.Helper()
	joinURL(t, "nats://"+h.cfg.Listen, n)
}

// authors lists who has played the games of a folder.
func authors(t *testing.T, folder string) []store.Author {
	t.Helper()
	s := testkit.Must(store.Open(folder))(t)
	defer s.Close()
	return testkit.Must(s.Authors())(t)
}

func joinURL(t testing.TB, url string, n int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Work(ctx, WorkConfig{URL: url, Workers: n})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

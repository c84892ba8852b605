package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/selfplay/hub"
	"bestiary/selfplay/match"
)

// hubFolder is the folder of the files of a hub in the folder of a run.
const hubFolder = "hub"

func hubFlag() cli.Flag {
	return &cli.StringFlag{Name: "hub", Category: aside, Usage: "let workers of `HUB` play, listen=ADDRESS or nats://..."}
}

// readHub reads --hub: a URL, or listen=ADDRESS and other settings with commas between
// them.
func readHub(c *cli.Context) (hub.Config, error) {
	cfg := hub.Default()
	text := c.String("hub")
	fail := func(expected string) error {
		return fmt.Errorf("--hub %q: expected %s", text, expected)
	}
	cfg.Workers = c.Int("workers")
	if !c.IsSet("workers") {
		cfg.Workers = runtime.NumCPU()
	}
	if strings.Contains(text, "://") {
		cfg.URL = text
		return cfg, cfg.Validate()
	}
	for setting := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(setting, "=")
		var err error
		switch {
		case ok && name == "listen":
			cfg.Listen = value
		case ok && name == "monitor":
			cfg.Monitor = value
		case ok && name == "check":
			cfg.Share, err = strconv.ParseFloat(value, 64)
		case ok && name == "wait":
			cfg.AckWait, err = time.ParseDuration(value)
		case ok && name == "deliveries":
			cfg.MaxDeliver, err = strconv.Atoi(value)
		default:
			return cfg, fail("listen=ADDRESS, as in listen=127.0.0.1:4222, or nats://HOST:PORT; the settings are listen, monitor, check, wait and deliveries")
		}
		if err != nil {
			return cfg, fail(fmt.Sprintf("a number, for wait a time such as 30s, found %s", setting))
		}
	}
	return cfg, cfg.Validate()
}

// openHub opens the hub of --hub for a crew, if there is one. Done closes it.
func openHub(ctx context.Context, c *cli.Context, crew *match.Crew, folder string, show *progress) (done func(), err error) {
	if !c.IsSet("hub") {
		return func() {}, nil
	}
	if crew.Shard.Of > 0 {
		return nil, errors.New("--hub and --shard: expected one of them")
	}
	cfg, err := readHub(c)
	if err != nil {
		return nil, err
	}
	cfg.Folder = filepath.Join(folder, hubFolder)
	cfg.Events = hub.Events{
		Message: func(text string) { show.say("hub: %s", text) },
		Status:  func(s hub.Status) { showHub(c, show, s) },
	}
	h, err := hub.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	crew.Hub = h
	show.say("hub: workers join with: bestiary work %s", h.Invitation())
	return h.Close, nil
}

// showHub says who plays.
func showHub(c *cli.Context, show *progress, s hub.Status) {
	if c.Bool("json") {
		text, _ := json.Marshal(struct { // of plain fields
			Event string `json:"event"`
			hub.Status
		}{"hub", s})
		show.say("%s", text)
		return
	}
	var list []string
	for _, w := range s.Workers {
		list = append(list, fmt.Sprintf("%s %s/s", w.Name, short(w.Rate)))
	}
	const most = 8
	if len(list) > most {
		list = append(list[:most], fmt.Sprintf("and %d more", len(list)-most))
	}
	show.say("hub: %s, %s handed out again; games of %s", format.Plural(s.Machines, "machine"), format.Plural(s.Redelivered, "range"), strings.Join(list, ", "))
}

func workCommand() *cli.Command {
	return &cli.Command{
		Name:      "work",
		Usage:     "play games for a run on another machine",
		ArgsUsage: "[URL]",
		Description: `Plays for whatever run is on at a hub: the process that was started with --hub listen=ADDRESS, or a
NATS server that runs use. It waits until there is work, and goes on waiting for more, until Ctrl-C
or for as long as --idle says. Give what the hub prints when it starts: URL, as in nats://127.0.0.1:4222,
or, from another machine, --join with an address, a token and the fingerprint of the certificate of
the hub. Without both, the environment variable BESTIARY_JOIN has the text of --join.

The program must be the same version as that of the run. See docs/many-machines.md.

With --json, there is one line for each event, with the field "event": message has "text", played
has "job", "first", "pairs", "seconds".`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "join", Usage: "join by `TEXT`, HOST:PORT/TOKEN/FINGERPRINT"},
			&cli.DurationFlag{Name: "idle", Usage: "end after `TIME` without work", DefaultText: "never"},
			workersFlag(),
			jsonFlag(),
		},
		Action: work,
	}
}

// joinVariable has the text of --join where a command line would show it to others.
const joinVariable = "BESTIARY_JOIN"

func work(c *cli.Context) error {
	if err := checkRunFlags(c); err != nil {
		return err
	}
	cfg := hub.WorkConfig{URL: c.Args().First(), Join: c.String("join"), Workers: c.Int("workers"), Idle: c.Duration("idle")}
	if cfg.URL == "" && cfg.Join == "" {
		cfg.Join = os.Getenv(joinVariable)
	}
	if cfg.URL == "" && cfg.Join == "" {
		return fmt.Errorf("work: expected URL, --join or %s; the hub prints what to give", joinVariable)
	}
	ctx, stop := interruptible()
	defer stop()
	events := workEvents{out: c.App.ErrWriter, started: time.Now()}
	if c.Bool("json") {
		events.out, events.json = c.App.Writer, true
	}
	cfg.Events = hub.WorkEvents{Message: events.message, Played: events.played}
	return hub.Work(ctx, cfg)
}

// workEvents prints what workers do.
type workEvents struct {
	mu      sync.Mutex
	out     io.Writer
	json    bool
	started time.Time
	spoke   time.Time
	games   int
}

func (e *workEvents) message(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.print(map[string]any{"event": "message", "text": text}, text)
}

func (e *workEvents) played(job string, r match.Range, took time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.games += 2 * r.Count
	text := ""
	if now := time.Now(); now.Sub(e.spoke) >= linePause {
		e.spoke = now
		text = fmt.Sprintf("%s played, %s games/s", format.Plural(e.games, "game"), short(float64(e.games)/max(now.Sub(e.started).Seconds(), 1e-3)))
	}
	e.print(map[string]any{"event": "played", "job": job, "first": r.First, "pairs": r.Count, "seconds": took.Seconds()}, text)
}

// print prints an event, for people only if it has a text.
func (e *workEvents) print(event map[string]any, text string) {
	if e.json {
		line, _ := json.Marshal(event) // of plain values
		text = string(line)
	}
	if text != "" {
		fmt.Fprintln(e.out, text)
		flushOutput(e.out)
	}
}

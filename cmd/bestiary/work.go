package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/selfplay/hub"
	"bestiary/selfplay/match"
)

func workCommand() *cli.Command {
	return declare("work", nil, work,
		&cli.StringFlag{Name: "join", Usage: "join by `TEXT`, HOST:PORT/TOKEN/FINGERPRINT"},
		&cli.DurationFlag{Name: "idle", Usage: "end after `TIME` without work", DefaultText: "never"},
		workersFlag(),
		jsonFlag(workMessage{}, workPlayed{}),
	)
}

// joinVariable is the environment variable that can replace --join, since other users can
// read command lines.
const joinVariable = "BESTIARY_JOIN"

func work(c *cli.Context) error {
	cfg := hub.WorkConfig{URL: c.Args().First(), Join: c.String("join"), Workers: c.Int("workers"), Idle: c.Duration("idle")}
	if cfg.URL == "" && cfg.Join == "" {
		cfg.Join = os.Getenv(joinVariable)
	}
	if cfg.URL == "" && cfg.Join == "" {
		return misused("work: expected URL, --join or %s; the hub prints what to give", joinVariable)
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

// Events printed by work --json.
type (
	workMessage struct {
		Event string `json:"event"` // "message"
		Text  string `json:"text"`
	}
	workPlayed struct {
		Event   string  `json:"event"` // "played"
		Job     string  `json:"job"`
		First   int     `json:"first"` // pair of the range
		Pairs   int     `json:"pairs"`
		Seconds float64 `json:"seconds"`
	}
)

// workEvents prints the events of workers.
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
	e.print(workMessage{"message", text}, text)
}

func (e *workEvents) played(job string, r match.Range, took time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.games += 2 * r.Count
	text := ""
	if now := time.Now(); now.Sub(e.spoke) >= linePause {
		e.spoke = now
		rate := float64(e.games) / max(now.Sub(e.started).Seconds(), 1e-3)
		text = fmt.Sprintf("%s played, %s games/s", format.Plural(e.games, "game"), short(rate))
	}
	e.print(workPlayed{"played", job, r.First, r.Count, took.Seconds()}, text)
}

// print prints an event as JSON or, for people, as the text, if it is not empty.
func (e *workEvents) print(event any, text string) {
	if e.json {
		line, _ := json.Marshal(event) // cannot fail: all values are plain
		text = string(line)
	}
	if text != "" {
		fmt.Fprintln(e.out, text)
		flushOutput(e.out)
	}
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/selfplay/hub"
	"bestiary/selfplay/match"
)

// hubFolder is the folder for the files of a hub, inside the run's folder.
const hubFolder = "hub"

func hubFlag() cli.Flag {
	return &cli.StringFlag{Name: "hub", Category: asideCategory, Usage: "let workers of `HUB` play, listen=ADDRESS or nats://..."}
}

// readHub reads --hub: a URL, or settings such as listen=ADDRESS separated by commas.
func readHub(c *cli.Context) (hub.Config, error) {
	cfg := hub.Default()
	text := c.String("hub")
	fail := func(expected string) error {
		return misused("--hub %q: expected %s", hub.Redacted(text), expected)
	}
	cfg.Workers = c.Int("workers")
	if !c.IsSet("workers") {
		cfg.Workers = runtime.NumCPU()
	}
	if strings.Contains(text, "://") {
		cfg.URL = text
		return cfg, misuse(cfg.Validate())
	}
	for setting := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(setting, "=")
		var err error
		switch {
		case ok && name == "listen":
			cfg.Listen = value
		case ok && name == "machines":
			cfg.Machines, err = strconv.Atoi(value)
		case ok && name == "monitor":
			cfg.Monitor = value
		case ok && name == "check":
			cfg.Share, err = strconv.ParseFloat(value, 64)
		case ok && name == "wait":
			cfg.AckWait, err = time.ParseDuration(value)
		case ok && name == "deliveries":
			cfg.MaxDeliver, err = strconv.Atoi(value)
		default:
			return cfg, fail("listen=ADDRESS, as in listen=127.0.0.1:4222, or nats://HOST:PORT; " +
				"the settings are listen, machines, monitor, check, wait and deliveries")
		}
		if err != nil {
			return cfg, fail(fmt.Sprintf("a number, for wait a time such as 30s, found %s", hub.Redacted(setting)))
		}
	}
	return cfg, misuse(cfg.Validate())
}

// openHub opens the hub given by --hub, if any, for a crew. Done closes it.
func openHub(ctx context.Context, c *cli.Context, crew *match.Crew, folder string, show *progress) (done func(), err error) {
	if !c.IsSet("hub") {
		return func() {}, nil
	}
	if crew.Shard.Of > 0 {
		return nil, misused("--hub and --shard: expected one of them")
	}
	cfg, err := readHub(c)
	if err != nil {
		return nil, err
	}
	cfg.Folder = filepath.Join(folder, hubFolder)
	cfg.Events = hub.Events{
		Message: func(text string) { show.Say("hub: %s", text) },
		Status:  func(s hub.Status) { showHub(c, show, s) },
	}
	h, err := hub.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	crew.Hub = h
	for _, line := range h.Invitations() {
		show.Say("hub: workers join with: bestiary work %s", line)
	}
	return h.Close, nil
}

// showHub prints how many machines are playing, and how fast.
func showHub(c *cli.Context, show *progress, s hub.Status) {
	if c.Bool("json") {
		text, _ := json.Marshal(struct { // cannot fail: all fields are plain
			Event string `json:"event"`
			hub.Status
		}{"hub", s})
		show.Say("%s", text)
		return
	}
	var list []string
	for _, w := range s.Workers {
		list = append(list, fmt.Sprintf("%s %s/s", w.Name, short(w.Rate)))
	}
	const maxShown = 8
	if len(list) > maxShown {
		list = append(list[:maxShown], fmt.Sprintf("and %d more", len(list)-maxShown))
	}
	show.Say("hub: %s, %s handed out again, %s dropped; games of %s", format.Plural(s.Machines, "machine"),
		format.Plural(s.Redelivered, "range"), format.Plural(s.Dropped, "message"), strings.Join(list, ", "))
}

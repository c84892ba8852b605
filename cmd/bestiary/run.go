package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/selfplay/match"
)

// A command that plays games has one shape: its flags become the configuration of a library, which
// is checked; a plan describes the games and, with --plan, none are played; a stage plays the games
// into a folder; their result is written as a page and printed as an answer.

// stage holds the workers and the progress of a command that plays games.
type stage struct {
	Crew match.Crew
	Show *progress
}

// plan describes the games of a run and the precision of its answer.
type plan interface {
	String() string
	Table() doc.Table
}

// finding is the result of a run: the value that --json prints, the text for a terminal, and a
// function that writes the page and returns its path.
type finding struct {
	value any
	text  string
	write func(page.Run) (string, error)
}

// found returns the finding of a result that writes its own page.
func found[R interface {
	Text(width int) string
	Write(page.Run) (string, error)
}](res R, err error) (finding, error) {
	if err != nil {
		return finding{}, err
	}
	return finding{res, res.Text(textWidth), res.Write}, nil
}

// answer is the output of a command: Value with --json, otherwise Text. The zero value
// prints nothing.
type answer struct {
	Value any
	Text  func(io.Writer)
	// Partial is set if the answer should be printed even if there is an error.
	Partial bool
}

// printText prints a value as JSON or by a function; without a function it prints nothing.
func printText(c *cli.Context, value any, text func(io.Writer)) error {
	switch {
	case text == nil:
	case c.Bool("json"):
		return printJSON(c, value)
	default:
		text(c.App.Writer)
	}
	return nil
}

// playPlanned prints a plan, with --plan, or plays its games into a folder and writes and prints
// the result.
func playPlanned(c *cli.Context, folder string, p plan, play func(context.Context, *stage) (finding, error)) error {
	if c.Bool("plan") {
		return printText(c, p, func(w io.Writer) { fmt.Fprint(w, p.Table().Text(textWidth)) })
	}
	return playGames(c, folder, func(ctx context.Context, s *stage) (answer, error) {
		if p != nil {
			s.Show.plan = p.String()
		}
		f, err := play(ctx, s)
		if err != nil {
			return answer{}, err
		}
		path, err := f.write(origin(c, c.Args().Slice(), nil))
		return answer{Value: f.value, Text: func(w io.Writer) {
			fmt.Fprintf(w, "%s\n\nreport %s\n", strings.TrimRight(f.text, "\n"), path)
		}}, err
	})
}

// playGames runs a command that plays games into a folder, or only reads games if folder is "".
// It reads the flags for workers, shard and hub, shows progress on standard error, stops
// the run at Ctrl-C, and prints the answer.
func playGames(c *cli.Context, folder string, play func(context.Context, *stage) (answer, error)) error {
	shard, err := readShard(c)
	if err != nil {
		return err
	}
	if err := checkKind(c, folder); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	s := &stage{Crew: match.Crew{Workers: c.Int("workers"), Shard: shard}, Show: newProgress(c.App.ErrWriter)}
	done, err := openHub(ctx, c, &s.Crew, folder, s.Show)
	if err != nil {
		return err
	}
	defer done()
	a, err := play(ctx, s)
	for errors.Is(err, match.ErrEarlier) && ctx.Err() == nil { // once for a banned machine
		s.Show.before, s.Show.part = 0, 0
		a, err = play(ctx, s)
	}
	s.Show.end()
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, match.ErrPartial) {
		err = cmp.Or(err, keepKind(c, folder))
	}
	switch {
	case errors.Is(err, match.ErrPartial):
		return printText(c, playedShard{shard.String(), folder}, func(w io.Writer) {
			fmt.Fprintf(w, "shard %s is in %s; bestiary merge puts the shards together\n", shard, folder)
		})
	case errors.Is(err, context.Canceled):
		err = interrupted{folder}
	}
	if err == nil {
		fmt.Fprintf(c.App.ErrWriter, "finished in %s\n", time.Since(s.Show.began).Round(time.Second/10))
	}
	if err == nil || a.Partial {
		err = errors.Join(printText(c, a.Value, a.Text), err)
	}
	return err
}

// playedShard is the output of --json after a shard has been played.
type playedShard struct {
	Shard  string `json:"shard"`  // as in --shard
	Folder string `json:"folder"` // has its games
}

// interrupted is the error of an interrupted run. Folder holds its games; it is "" if the
// run plays none.
type interrupted struct{ Folder string }

func (e interrupted) Error() string {
	if e.Folder == "" {
		return "interrupted"
	}
	return "interrupted; the finished games are kept in " + e.Folder + ", and the same command goes on from there"
}

// interruptible returns a context that is canceled by Ctrl-C, by a request to terminate,
// or when the terminal closes, except under nohup. A second request ends the program at
// once.
func interruptible() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

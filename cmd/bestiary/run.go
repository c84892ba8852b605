package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/selfplay/match"
)

// stage holds the workers and the progress of a command that plays games.
type stage struct {
	Crew match.Crew
	Show *progress
}

// answer is the output of a command: Value with --json, otherwise Text. The zero value
// prints nothing.
type answer struct {
	Value any
	Text  func(io.Writer)
	// Partial is set if the answer should be printed even if there is an error.
	Partial bool
}

// printAnswer prints an answer.
func printAnswer(c *cli.Context, a answer) error {
	switch {
	case a.Text == nil:
	case c.Bool("json"):
		return printJSON(c, a.Value)
	default:
		a.Text(c.App.Writer)
	}
	return nil
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
	run := &stage{Crew: match.Crew{Workers: c.Int("workers"), Shard: shard}, Show: newProgress(c.App.ErrWriter)}
	done, err := openHub(ctx, c, &run.Crew, folder, run.Show)
	if err != nil {
		return err
	}
	defer done()
	answer, err := play(ctx, run)
	run.Show.end()
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, match.ErrPartial) {
		err = cmp.Or(err, keepKind(c, folder))
	}
	switch {
	case errors.Is(err, match.ErrPartial):
		return printShard(c, shard, folder)
	case errors.Is(err, context.Canceled):
		err = interrupted{folder}
	}
	if err == nil {
		fmt.Fprintf(c.App.ErrWriter, "finished in %s\n", time.Since(run.Show.began).Round(time.Second/10))
	}
	if err == nil || answer.Partial {
		err = errors.Join(printAnswer(c, answer), err)
	}
	return err
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

// playedShard is the output of --json after a shard has been played.
type playedShard struct {
	Shard  string `json:"shard"`  // as in --shard
	Folder string `json:"folder"` // has its games
}

func printShard(c *cli.Context, s match.Shard, folder string) error {
	return printAnswer(c, answer{Value: playedShard{s.String(), folder}, Text: func(w io.Writer) {
		fmt.Fprintf(w, "shard %s is in %s; bestiary merge puts the shards together\n", s, folder)
	}})
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

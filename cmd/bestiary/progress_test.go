package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"bestiary/internal/testkit"
	"bestiary/selfplay/match"

	"github.com/urfave/cli/v2"
)

// The rate counts only this program's games, and the time left is for the missing games.
func TestProgressWords(t *testing.T) {
	for _, test := range []struct {
		played, done int
		elapsed      time.Duration
		want         string
	}{
		{20, 520, 10 * time.Second, "measuring +3 =2 -1, 2.0 games/s, 4m0s left"},
		{500, 900, 10 * time.Second, "measuring +3 =2 -1, 50 games/s, 2s left"},
		{1, 1, 0, "measuring +3 =2 -1, 1000 games/s, 1s left"},
		{1, 1, time.Minute, "measuring +3 =2 -1, 0.0 games/s, 16h39m0s left"},
		{5, 1200, time.Second, "measuring +3 =2 -1, 5.0 games/s, 0s left"},
	} {
		p := progress{label: "measuring", total: 1000, played: test.played}
		if got := p.words("+3 =2 -1", test.done, test.elapsed); got != test.want {
			t.Errorf("%d games in %v: %q, want %q", test.played, test.elapsed, got, test.want)
		}
	}
}

// Without a terminal, lines appear now and then and include the games of earlier rounds.
func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.SetTotal(100)
	p.Next(match.Part{Label: "learning", Games: 40})
	p.Next(match.Part{Label: "measuring"})
	p.Game(match.Progress{Done: 1, W: 1})
	if out.Len() > 0 {
		t.Errorf("a line after no time: %q", &out)
	}
	p.spoke = time.Now().Add(-linePause)
	p.Game(match.Progress{Done: 2, W: 1, D: 1})
	p.Game(match.Progress{Done: 3, W: 1, D: 2})
	p.end()
	if got := out.String(); !strings.HasPrefix(got, "measuring +1 =1 -0, ") || !strings.HasSuffix(got, " left (42 of 100 games)\n") || strings.Count(got, "\n") != 1 {
		t.Errorf("lines %q, want one of game 42", got)
	}
}

// The rate is of the games that are played, however many come at once, and of no others.
func TestProgressOfManyGames(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.SetTotal(1000)
	p.label, p.started, p.spoke = "generation 1", time.Now().Add(-2*time.Minute), time.Time{}
	p.Tick(400, 0, func() string { return "" })
	p.Tick(500, 100, func() string { return "" })
	if got, want := out.String(), "generation 1, 0.8 games/s, 10m"; !strings.HasPrefix(got, want) {
		t.Errorf("lines %q, want them to begin %q", got, want)
	}
}

// A part that is extended counts once.
func TestExperimentProgressCountsPartsOnce(t *testing.T) {
	p := newProgress(io.Discard)
	p.SetTotal(2000)
	for _, part := range []struct {
		label  string
		games  int
		again  bool
		before int
	}{
		{"chess, learning 1", 100, false, 0},
		{"chess, measuring", 400, false, 100},
		{"chess, measuring", 500, true, 100},
		{"chess, measuring", 626, true, 100},
		{"chess, measuring", 400, false, 726}, // another run of the game
	} {
		p.Next(match.Part{Label: part.label, Games: part.games, Again: part.again})
		if p.before != part.before || p.label != part.label {
			t.Errorf("%+v: %d games before %q", part, p.before, p.label)
		}
	}
}

// Games that are not played after all count as done, so that the total stays.
func TestProgressKeepsItsTotal(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.SetTotal(1000)
	for _, part := range []match.Part{{Label: "learning 1", Games: 100}, {Label: "measuring", Games: 400, Skipped: 200}, {Label: "pawn=", Games: 300}} {
		p.Next(part)
		p.spoke = time.Now().Add(-linePause)
		p.Game(match.Progress{Done: part.Games, W: 1})
	}
	for _, want := range []string{"(100 of 1000 games)", "(700 of 1000 games)", "(1000 of 1000 games)"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lines %q lack %s", &out, want)
		}
	}
}

// With --until-decided, games are counted part by part, beyond the total that was
// expected.
func TestUntilProgressCountsEachPart(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.SetTotal(100)
	for _, games := range []int{100, 400} {
		p.Part(match.Part{Label: "chess, measuring", Games: games})
		p.spoke = time.Now().Add(-linePause)
		p.Game(match.Progress{Done: games - 1, W: 1})
	}
	if got := out.String(); !strings.Contains(got, "(99 of 100 games)") || !strings.HasSuffix(got, "(399 of 400 games)\n") {
		t.Errorf("lines %q, want game 99 of 100 and 399 of 400", got)
	}
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"chess": "chess", "./my-zoo.toml": "./my-zoo.toml", "n-move=50": "n-move=50",
		"": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a\nb": "'a\nb'",
	} {
		if got := quote(word); got != want {
			t.Errorf("quote(%q) = %s, want %s", word, got, want)
		}
	}
}

// When a banned worker has games in earlier parts, the command plays all parts again by itself.
func TestPartsAreCheckedAgain(t *testing.T) {
	tries, count := 0, 0
	app := &cli.App{Writer: io.Discard, ErrWriter: io.Discard, Action: func(c *cli.Context) error {
		return playGames(c, "", func(_ context.Context, s *stage) (answer, error) {
			s.Show.Next(match.Part{Games: 10})
			if count = s.Show.before + s.Show.part; tries < 2 {
				tries++
				return answer{}, fmt.Errorf("round 2: %w", match.ErrEarlier)
			}
			return answer{}, nil
		})
	}}
	testkit.OK(t, app.Run([]string{"x"}))
	if tries != 2 || count != 10 {
		t.Errorf("%d tries, and the last has %d games", tries, count)
	}
}

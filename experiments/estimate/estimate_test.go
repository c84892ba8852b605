package estimate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// tiny is a run of a fraction of a second. With so few games all intervals are wide, so
// learning ends after two rounds.
var tiny = estimate(func(c *Config) {
	c.SetPairs(3)
	c.Rounds, c.RoundPairs, c.Play.Seed, c.Play.Nodes = 20, 2, 3, 10
})

// outline formats the result of a run without the game and the weights.
func outline(res *Result) string {
	var b strings.Builder
	for _, r := range res.Rounds {
		fmt.Fprintf(&b, "%+v\n", r)
	}
	ranking := slices.Clone(res.Ranking)
	for i := range ranking {
		ranking[i].Texel, ranking[i].Over = nil, nil // pointers to what the measurement has
	}
	fmt.Fprintf(&b, "%+v\n%+v\n%+v\n%v %v", *res.Measurement, ranking, res.Games, res.Weights.MG, res.Weights.EG)
	return b.String()
}

func TestEstimate(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	var events []string
	games := 0
	res, err := Run(context.Background(), g, tiny, folder, match.Workers(1), match.Events{
		PartStarts: func(p match.Part) { events = append(events, fmt.Sprintf("start %+v", p)) },
		GameDone:   func(match.Progress) { games++ },
		Found:      func(text string) { events = append(events, text[:strings.Index(text, "; by")]) },
	})
	testkit.OK(t, err)
	want := []string{
		"start {Label:learning 1 Games:4 Again:false Skipped:0 Last:false}", "round 1: 4 games",
		"start {Label:learning 2 Games:4 Again:false Skipped:0 Last:false}", "round 2: 4 games",
		"start {Label:measuring Games:6 Again:false Skipped:72 Last:false}", "round 3: 6 games",
	}
	testkit.Same(t, "events", want, events)
	if games != 14 || res.Games.Games != 6 || res.Measurement.Games != 6 || len(res.Rounds) != 3 || res.Folder != folder {
		t.Errorf("%d games, %d reported, %d measured in %d rounds, folder %s; want 14, 6, 6, 3, %s",
			games, res.Games.Games, res.Measurement.Games, len(res.Rounds), res.Folder, folder)
	}
	wanted := tiny
	wanted.Play.Pairs = tiny.Pairs
	wanted.Fit.Priors = res.Config.Fit.Priors
	testkit.Same(t, "configuration", wanted, res.Config)
	if len(wanted.Fit.Priors) != 4 {
		t.Errorf("%d pieces have priors by the formula, want the officers", len(wanted.Fit.Priors))
	}

	other, err := Run(context.Background(), g, tiny, t.TempDir(), match.Workers(2), match.Events{})
	testkit.OK(t, err)
	again, err := Run(context.Background(), g, tiny, folder, match.Workers(2), match.Events{
		GameDone: func(match.Progress) { t.Error("a finished run played a game") },
	})
	testkit.OK(t, err)
	testkit.Same(t, "two workers", outline(res), outline(other))
	testkit.Same(t, "again", outline(res), outline(again))
}

// A round has the requested length even if the folder has more games, and a stopped run
// can be continued.
func TestEstimateContinues(t *testing.T) {
	g := rulestest.Game(t, "chess")
	run := func(folder string, pairs int, ctx context.Context, ev match.Events) (*Result, error) {
		cfg := tiny
		cfg.Pairs = pairs
		return Run(ctx, g, cfg, folder, match.Workers(2), ev)
	}
	whole, err := run(t.TempDir(), 3, context.Background(), match.Events{})
	testkit.OK(t, err)
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	games := 0
	_, err = run(folder, 5, ctx, match.Events{GameDone: func(match.Progress) {
		if games++; games == 6 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || games < 6 || games > 8 {
		t.Fatalf("error %v after %d games, want %v after 6 to 8", err, games, context.Canceled)
	}
	testkit.Must(run(folder, 5, context.Background(), match.Events{}))(t)
	cut := testkit.Must(run(folder, 3, context.Background(), match.Events{}))(t)
	testkit.Same(t, "interrupted, grown and cut", outline(whole), outline(cut))
}

// A piece that can never move has no value, and no game is played to find this out.
func TestEstimateNamesThePieceThatCannotMove(t *testing.T) {
	v := rulestest.Game(t, "chess").Variant.Clone()
	v.Pieces[2].Moves = []variant.MoveSet{{Betza: "fmW", FirstRank: 8, LastRank: 8}}
	g, err := rules.Compile(v)
	testkit.OK(t, err)
	folder := filepath.Join(t.TempDir(), "run")
	_, err = Run(context.Background(), g, tiny, folder, match.Workers(1), match.Events{})
	testkit.Fails(t, err, "the piece bishop can never move")
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder was made")
	}
}

// What a run is about is checked before the first game, and so is whether there is anything to
// value.
func TestEstimateChecksBeforeItPlays(t *testing.T) {
	kings := rulestest.Parse(t, `name = "kings"
board = { files = 6, ranks = 6, array = "2k3/6/6/6/6/2K3" }
piece = [{ name = "king", symbol = "K", move = "K", royal = true }]
`)
	for _, tc := range []struct {
		g     *rules.Game
		about string
		want  string
	}{
		{rulestest.Game(t, "chess"), "otter=rook", `about: exchange "otter=rook": chess has no piece "otter"`},
		{kings, "", "the game has no pieces but royal ones"},
	} {
		cfg, folder := tiny, filepath.Join(t.TempDir(), "run")
		cfg.About = tc.about
		_, err := Run(context.Background(), tc.g, cfg, folder, match.Workers(1), match.Events{PartStarts: func(p match.Part) { t.Errorf("%q: %+v starts", tc.want, p) }})
		testkit.Fails(t, err, tc.want)
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%q: a folder was made", tc.want)
		}
	}
	_, err := Odds(context.Background(), kings, DefaultOdds(), nil, t.TempDir(), match.Workers(1), match.Events{})
	testkit.Fails(t, err, "the game has no pieces but royal ones")
}

// A run interrupted after its last game ends without a result.
func TestInterruptedAfterTheGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Run(ctx, g, tiny, t.TempDir(), match.Workers(1), match.Events{Found: func(text string) {
		if strings.HasPrefix(text, "round 3") {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("estimate: error %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	games := 0
	_, err = Odds(ctx, g, tinyOdds, nil, t.TempDir(), match.Workers(1), match.Events{GameDone: func(match.Progress) {
		if games++; games == 4*2*tinyOdds.Pairs {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("odds: error %v after %d games", err, games)
	}
}

func TestEstimateRefuses(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := filepath.Join(t.TempDir(), "run")
	bad := tiny
	bad.Damping = 3
	testkit.Fails(t, testkit.Error(Run(context.Background(), g, bad, folder, match.Workers(1), match.Events{})), "damping is 3")
	testkit.Must(Run(context.Background(), g, tiny, folder, match.Workers(1), match.Events{}))(t)
	other := tiny
	other.Damping, other.Fit.Level = 0.5, 0.9
	_, err := Run(context.Background(), g, other, folder, match.Workers(1), match.Events{})
	want := "game store " + filepath.Join(folder, store.File) + " has a run with another configuration: damping was 0.7 and is now 0.5; fit.level was 0.95 and is now 0.9; choose another folder with --out DIR"
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}

// The line of a round names the pieces that its games do not tell.
func TestRoundNamesWhatItDoesNotTell(t *testing.T) {
	r := Round{Number: 1, Estimate: "design", Values: []tuning.Value{{Piece: "rook", Worth: stat.Symmetric(5, 1, 0.95)}, {Piece: "ghost", Worth: stat.Symmetric(3, 4, 0.95)}}}
	if got, want := r.String(), "round 1: 0 games; by the armies: rook 5.00, ghost ?; ?: too few games to tell"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

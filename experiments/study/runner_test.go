package study

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// chessFile is an experiment of small runs, of which two have the same games.
const chessFile = `title = "t"
claim = "c"
source = { author = "a", page = "p" }
run = [
  { name = "first", game = "chess", nodes = 10 },
  { name = "again", game = "chess", nodes = 10 },
  { name = "other", game = "chess", nodes = 10, rules = { n-move = 5 } },
  { name = "odds", play = "odds", game = "chess", nodes = 80, exchanges = ["queen="] },
  { name = "values", play = "values", game = "chess", nodes = 5 },
]
[[hypothesis]]
says = "Games are as long as themselves"
run = "first"
against = "again"
measure = "length"
between = [-1, 1]
[[hypothesis]]
says = "A short rule makes games shorter"
run = "other"
against = "first"
measure = "length"
below = 0
[[hypothesis]]
says = "A queen wins"
run = "odds"
odds = "queen="
above = 0.5
[[hypothesis]]
says = "A queen is worth something"
run = "odds"
odds = "queen="
in = "pawns"
above = 0
[[hypothesis]]
says = "A queen is worth more than a rook"
run = "values"
order = [["queen"], ["rook"]]
`

// few is the scale for it.
var few = Scale{Quick: true, Pairs: 3}

func chessExperiment(t *testing.T) *Experiment {
	t.Helper()
	return testkit.Must(library().Parse("chess-test.toml", []byte(chessFile)))(t)
}

// Runs with the same settings are played once, and a second runner in the same folder
// plays nothing. The results are the same, whatever the number of workers.
func TestRunsAreShared(t *testing.T) {
	e := chessExperiment(t)
	var c counter
	r := &Runner{Folder: t.TempDir(), Crew: match.Workers(2), Scale: few, Events: c.events()}
	// The unit's odds are played, too, and values are learned first.
	const games = 2 * (3 + 3 + 3 + 3 + 3 + 3)
	if n := r.Games([]*Experiment{e, e}); n != games {
		t.Errorf("%d games planned, want %d", n, games)
	}
	res := ran(t, r, e)
	if c.games != games || res.Runs[0].Key != res.Runs[1].Key || res.Runs[0].Key == res.Runs[2].Key {
		t.Errorf("%d games, want %d, in %s, %s and %s", c.games, games, res.Runs[0].Key, res.Runs[1].Key, res.Runs[2].Key)
	}
	checkAnswers(t, res)
	if ran(t, r, e); c.games != games {
		t.Errorf("%d games after the same again, want %d", c.games, games)
	}
	folder := filepath.Join(r.Folder, RunsFolder, res.Runs[0].Key)
	if p := match.ReadPace(folder); p.Games != 6 || res.Runs[0].Time != p.Of(6) || p.Time <= 0 {
		t.Errorf("%+v, and the time %v, want 6 games", p, res.Runs[0].Time)
	}
	var later counter
	second := ran(t, &Runner{Folder: r.Folder, Crew: match.Workers(1), Scale: few, Events: later.events()}, e)
	if later.games != 0 {
		t.Errorf("%d games played a second time", later.games)
	}
	others := []*Result{second}
	if !testing.Short() {
		others = append(others, ran(t, &Runner{Folder: t.TempDir(), Crew: match.Workers(1), Scale: few}, e))
	}
	for _, other := range others {
		testkit.Same(t, "", figuresOf(t, res), figuresOf(t, other))
		if !reflect.DeepEqual(res.Runs[0].List, other.Runs[0].List) {
			t.Error("the games of the first run differ")
		}
	}
}

// checkAnswers: equal games are equal, a short rule makes games shorter, and a queen
// more wins.
func checkAnswers(t *testing.T, res *Result) {
	t.Helper()
	if x := res.Answers[0].Effect.Estimate; x != 0 {
		t.Errorf("a run differs from itself by %v plies", x)
	}
	if x := res.Answers[1].Effect.Estimate; !(x < 0) {
		t.Errorf("a short n-move rule changes games by %v plies", x)
	}
	if a := res.Answers[2]; !(a.Effect.Estimate > 0.6 && a.Effect.Lo > 0) || a.Games != 12 { // with the odds of the pawn
		t.Errorf("a queen more scores %v in %d games", a.Effect, a.Games)
	}
	if a := res.Answers[4]; a.Games != 6 || a.Tests[0].Name != "queen over rook" {
		t.Errorf("the order is judged by %s from %d games", a.Tests[0].Name, a.Games)
	}
}

func TestScales(t *testing.T) {
	e := chessExperiment(t)
	for _, c := range []struct {
		scale Scale
		want  string
	}{
		{Scale{Pairs: 1}, "experiments: pairs is 1, expected 2 to 10000000"},
		{Scale{Precision: 0.001}, "experiments: precision is 0.001, expected 0.01 to 100"},
		{Scale{Quick: true, Precision: 1}, "experiments: quick together with precision, expected one of them, each says how much to play"},
		{Scale{Nodes: -1}, "experiments: nodes is -1, expected 0 to 1000000000"},
	} {
		_, err := (&Runner{Folder: t.TempDir(), Scale: c.scale}).Run(context.Background(), e)
		if err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.scale, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	testkit.Fails(t, testkit.Error((&Runner{Folder: t.TempDir()}).Run(ctx, e)), "context canceled")
}

// Runs of another size go on in the same folder; those whose values are learned from
// other games have a folder of their own.
func TestKeys(t *testing.T) {
	e := find(t, "herculean-emptying")
	values, games := e.Runs[0], find(t, "gating").Runs[0]
	if n := (Scale{}).estimate(values).OddsPairs; n != 0 {
		t.Errorf("a run of values plays %d pairs at odds that no claim asks for", n)
	}
	usual := Scale{}.key(values)
	for _, c := range []struct {
		what string
		key  string
		same bool
	}{
		{"more pairs", Scale{Pairs: 9999}.key(values), true},
		{"a precision", Scale{Precision: 0.5}.key(values), true},
		{"a short learning round", Scale{Quick: true}.key(values), false},
		{"another number of nodes", Scale{Nodes: 7}.key(values), false},
		{"another game", Scale{}.key(games), false},
	} {
		if (c.key == usual) != c.same {
			t.Errorf("%s: %s and %s", c.what, usual, c.key)
		}
	}
	if a, b := (Scale{Quick: true, Pairs: 10}).key(values), (Scale{Quick: true, Pairs: 20}).key(values); a == b {
		t.Errorf("values learned from rounds of 10 and of 20 pairs are both in %s", a)
	}
	if (Scale{Quick: true}).key(games) != (Scale{}).key(games) {
		t.Error("games are others in a quick run")
	}
}

// The folders of runs keep their names, so that games of earlier versions are found.
func TestKeysStay(t *testing.T) {
	for name, want := range map[string]string{
		"gating": "hannibal-manticore-games-ffa27540", "pyramid": "hannibal-manticore-values-54daa508",
	} {
		if got := (Scale{}).key(find(t, name).Runs[0]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// An open interval is not shown, nor that of a ratio that spans a factor of five, unless the
// hypothesis is decided.
func TestVagueNumbers(t *testing.T) {
	ratio := Hypothesis{Statistic: worthOf(Sum{{1, "falcon"}}, Sum{{1, "rook"}})}
	for _, c := range []struct {
		effect stat.Interval
		want   string
	}{
		{stat.Interval{Estimate: 1, Lo: 0.9, Hi: 1.2, Level: 0.95}, "1.00 rooks (0.90 to 1.20)"},
		{stat.Interval{Estimate: 1, Lo: 0.4, Hi: 2.1, Level: 0.95}, "cannot tell"},
		{stat.Interval{Estimate: 1, Lo: -0.1, Hi: 2.1, Level: 0.95}, "cannot tell"},
		{stat.Unbounded(1, 0.95), "cannot tell"},
	} {
		if got := (&Answer{Hypothesis: ratio, Effect: c.effect}).Found(); got != c.want {
			t.Errorf("%v: %q, want %q", c.effect, got, c.want)
		}
	}
	for _, v := range []Verdict{Supported, Contradicted} {
		few := Answer{Hypothesis: ratio, Verdict: v, Effect: stat.Interval{Estimate: 0.26, Lo: 0.11, Hi: 0.63, Level: 0.95}}
		if got, want := few.Found(), "0.26 rooks (0.11 to 0.63)"; got != want {
			t.Errorf("%s by %q, want %q", v, got, want)
		}
	}
}

// Games that several runs have in common are counted once: runs with one key have the
// first games of one folder, and those of odds the games of each exchange.
func TestSharedGamesCountOnce(t *testing.T) {
	odds := func(pairs int, exchanges ...string) *estimate.OddsResult {
		out := &estimate.OddsResult{}
		for _, x := range exchanges {
			out.Lines = append(out.Lines, estimate.OddsLine{Exchange: x, Results: rating.Pairs{WL: pairs}})
		}
		return out
	}
	res := &Result{Runs: []*RunResult{
		{Key: "a", Games: 100}, {Key: "a", Games: 60}, {Key: "b", Games: 7},
		{Key: "o", Games: 40, Odds: odds(10, "pawn=", "rook=knight")},
		{Key: "o", Games: 24, Odds: odds(6, "pawn=", "=")},
	}}
	if got, want := res.Games(), 100+7+20+20+12; got != want {
		t.Errorf("%d games, want %d", got, want)
	}
	if got := gamesOf(pick(res.Runs, []int{1, 1, 2})); got != 67 {
		t.Errorf("%d games of two runs, want 67", got)
	}
}

package study

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// The matches of a class are what their class says; a third is locked; none was fitted or is
// drawn twice; and the same seed draws the same.
func TestDraw(t *testing.T) {
	for _, name := range []string{"chess", "different-armies"} {
		g := rulestest.Game(t, name)
		model := testkit.Must(estimate.Bundled(g))(t).Model
		s := &League{Seed: 7, Pairs: 8, Small: 15, Large: 8, Replacements: 7, Players: []string{"learned", "deep"}, Unseen: []string{"engine:nodes=12"}}
		list := testkit.Must(newDrawer(g, model, s).all())(t)
		if name == "chess" {
			testkit.Same(t, "the same seed", list, testkit.Must(newDrawer(g, model, s).all())(t))
			other := &League{Seed: 8, Pairs: 8, Small: 2, Players: s.Players}
			if again := testkit.Must(newDrawer(g, model, other).all())(t); again[0].Exchange == list[0].Exchange && again[1].Exchange == list[1].Exchange {
				t.Error("another seed draws the same")
			}
		}
		count, locked, players, second := map[MatchClass]int{}, map[MatchClass]int{}, map[string]int{}, 0
		var drawn []string
		for _, m := range list {
			count[m.Class]++
			players[m.Player]++
			if m.Locked {
				locked[m.Class]++
			}
			x := testkit.Must(opening.ParseExchange(g, m.Exchange))(t)
			var officers [2]int
			for k, side := range [][]string{piecesOf(m.Exchange, 0), piecesOf(m.Exchange, 1)} {
				officers[k] = len(slices.DeleteFunc(side, func(piece string) bool { return piece == "pawn" }))
			}
			least, most := min(officers[0], officers[1]), max(officers[0], officers[1])
			if m.Class == SmallRemoval && most > 2 || m.Class == LargeRemoval && (most < 3 || most > 5 || least < 2) || m.Class == Replacement && (most > 2 || least < 1) {
				t.Errorf("%s: %s has %d and %d officers", m.Class, m.Exchange, officers[0], officers[1])
			}
			if p := m.Predicted.Estimate; p < 0.05 || p > 0.95 || m.Predicted.Lo >= p || m.Predicted.Hi <= p || !(m.Errors.Exchange > 0) {
				t.Errorf("%s is predicted as %+v", m.Exchange, m.Predicted)
			}
			back := opening.Exchange{Left: x.Right, Right: x.Left}.Text(g)
			if slices.Contains(drawn, m.Exchange) || slices.Contains(drawn, back) || slices.Contains(model.Exchanges, m.Exchange) || slices.Contains(model.Exchanges, back) {
				t.Errorf("%s was drawn before or fitted", m.Exchange)
			}
			drawn = append(drawn, m.Exchange)
			if m.Unseen != (m.Player == "engine:nodes=12") {
				t.Errorf("unseen is %v for %s", m.Unseen, m.Player)
			}
			if m.Class == Replacement && name == "chess" && strings.Contains(m.Exchange, "queen") {
				second++
			}
		}
		testkit.Same(t, "matches by class", map[MatchClass]int{SmallRemoval: 15, LargeRemoval: 8, Replacement: 7}, count)
		testkit.Same(t, "locked", map[MatchClass]int{SmallRemoval: 5, LargeRemoval: 3, Replacement: 2}, locked)
		testkit.Same(t, "matches by player", map[string]int{"learned": 12, "deep": 6, "engine:nodes=12": 12}, players)
		if second == 0 && name == "chess" {
			t.Error("no replacement has a second queen")
		}
	}
	g := rulestest.Game(t, "chess")
	model := testkit.Must(estimate.Bundled(g))(t).Model
	for i := range model.Columns[:5] {
		model.Coefficients[i] *= 50 // any difference decides
	}
	few := &League{Seed: 1, Pairs: 2, Large: 100, Players: []string{"learned"}}
	_, err := newDrawer(g, model, few).all()
	testkit.Fails(t, err, `of 100 matches of the class "large removal" whose predicted score is from 15 to 85 %`)
}

// piecesOf lists the pieces of a side of an exchange.
func piecesOf(exchange string, side int) []string {
	return strings.FieldsFunc(strings.Split(exchange, "=")[side], func(r rune) bool { return r == '+' })
}

func TestLeagueFaults(t *testing.T) {
	for text, want := range map[string]string{
		`league = { games = ["ches"] }`:                              `did you mean "chess"?`,
		`league = { games = ["chess", "chess"] }`:                    `league.games: "chess" stands twice`,
		`league = { games = [] }`:                                    `league.games: missing`,
		`league = { games = ["chess"], pair = 3 }`:                   `unknown`,
		`league = { games = ["chess"], pairs = 1 }`:                  `league.pairs`,
		`league = { games = ["chess"], pairs = 20, learn = 20 }`:     `league.learn: 20; expected less than the 20 pairs of a match`,
		`league = { games = ["chess"], small = 101 }`:                `league.small`,
		`league = { games = ["chess"], players = ["learnt"] }`:       `did you mean "learned"?`,
		`league = { games = ["chess"], unseen = ["deep"] }`:          `"deep" is one of players, too`,
		`league = { games = ["chess"], players = [], unseen = [] }`:  `league.players: missing`,
		`league = { games = ["chess"], unseen = ["engine:nods=3"] }`: `nods`,
	} {
		testkit.Fails(t, testkit.Error(openLeague(&Library{}, "x.toml", []byte(text), Options{})), want)
	}
	s := testkit.Must((&Library{}).Open("league", Options{}))(t).(*League)
	if len(s.games) < 10 || s.Total() != 20 || s.Learn != 100 || len(s.Unseen) == 0 || s.Pairs < 150 || s.Pairs > 300 {
		t.Errorf("the program's league: %+v", s)
	}
}

// smallLeague returns a league of a fraction of a second.
func smallLeague(t *testing.T, pairs int) *League {
	t.Helper()
	text := fmt.Appendf(nil, "[league]\nseed = 5\npairs = %d\nlearn = %d\nsmall = 3\nlarge = 2\nreplacements = 1\n", pairs, pairs/2)
	text = append(text, "games = [\"chess\"]\nplayers = [\"learned\", \"deep\"]\nunseen = [\"engine:nodes=12\"]\n"...)
	values := testkit.Must(estimate.Bundled(rulestest.Game(t, "chess")))(t)
	values.Nodes = 10
	results := t.TempDir()
	testkit.Must(files.Write(filepath.Join(results, "chess"),
		append(values.Files[1:2], testkit.Must(files.JSON(estimate.ModelFile, values.Model))(t))...))(t)
	return testkit.Must(openLeague(&Library{}, "tiny.toml", text, Options{Results: results}))(t).(*League)
}

func playLeague(t *testing.T, d *League, folder string, open bool) *LeagueAnswer {
	t.Helper()
	return testkit.Must(d.Run(context.Background(), &Session{Folder: folder, Crew: match.Workers(2), Options: Options{Open: open}}))(t).(*LeagueAnswer)
}

// change replaces a text of a file.
func change(t *testing.T, path, from, to string) {
	t.Helper()
	data := testkit.Read(t, path)
	if !strings.Contains(data, from) {
		t.Fatalf("%s lacks %q", path, from)
	}
	testkit.Write(t, path, strings.Replace(data, from, to, 1))
}

// Forecasts that were changed after they were made are refused; so are games that were played
// for other forecasts, even if the hash was changed along with them.
func TestChangedForecastsAreRefused(t *testing.T) {
	d, session := smallLeague(t, 2), &Session{Folder: t.TempDir(), Crew: match.Workers(2), Options: Options{Forecast: true}}
	folder := session.Own(d.About())
	refused := func(want string) {
		t.Helper()
		_, err := d.Run(context.Background(), session)
		testkit.Fails(t, err, want)
	}
	f := testkit.Must(d.Run(context.Background(), session))(t).(*LeagueForecasts)
	testkit.Same(t, "forecasts", filepath.Join(folder, forecastsFile)+" 6 24", fmt.Sprint(f.Forecasts, " ", f.Matches, " ", f.Games))
	testkit.Same(t, "hash", f.SHA256+"  forecasts.json\n", testkit.Read(t, folder, hashFile))
	testkit.Same(t, "hash of the same forecasts", f.SHA256, testkit.Must(d.Run(context.Background(), session))(t).(*LeagueForecasts).SHA256)
	playLeague(t, d, session.Folder, false)
	d.Seed++
	refused("is of a league with other settings")
	d.Seed--

	path := filepath.Join(folder, forecastsFile)
	change(t, path, `"unseen": true`, `"unseen": false`)
	refused("but forecasts.sha256 says " + f.SHA256 + ": forecasts are not changed after they are made")
	change(t, filepath.Join(folder, hashFile), f.SHA256, files.SHA256([]byte(testkit.Read(t, path))))
	session.Forecast = false
	refused("has games of round 1 played with other forecasts (" + f.SHA256)
	values := filepath.Join(folder, valuesFolder, "chess", "model.json")
	testkit.Write(t, values, testkit.Read(t, values)+" ")
	refused("but the forecasts are from values with")
	d.results, session.Folder = t.TempDir(), t.TempDir()
	refused("model.json is missing: expected the folder of a run of bestiary estimate chess")
}

// Nothing shows locked matches before they are opened, which needs all games and happens once.
// The rest is played as it would be without interruption.
func TestLockedMatchesAreOpenedOnce(t *testing.T) {
	d, session := smallLeague(t, 3), &Session{Folder: t.TempDir(), Crew: match.Workers(1)}
	folder := session.Own(d.About())
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	session.Events.GameDone = func(match.Progress) {
		if games++; games == 8 {
			stop()
		}
	}
	if _, err := d.Run(ctx, session); err == nil || games >= testkit.Must(d.Games(session))(t) {
		t.Fatalf("an interrupted league played %d games, error %v", games, err)
	}
	session.Events, session.Open = match.Events{}, true
	opens := func(want string) {
		t.Helper()
		_, err := d.Run(context.Background(), session)
		testkit.Fails(t, err, want)
	}
	opens("of 6 games; locked matches are opened when all are played")
	before := playLeague(t, d, session.Folder, false)
	testkit.Same(t, "without an interruption", playLeague(t, d, t.TempDir(), false).Matches, before.Matches)
	if len(before.Matches) != 4 || before.Locked != 2 || before.Opened || before.Games != 24 || len(before.Standing.Locked) != 0 {
		t.Errorf("before: %d matches, %d locked, %d games", len(before.Matches), before.Locked, before.Games)
	}
	if slices.ContainsFunc(before.Matches, func(p PlayedMatch) bool { return p.Locked }) {
		t.Error("a match is locked and shown")
	}
	playLeague(t, d, session.Folder, true)
	opens("what is locked was opened before, as " + filepath.Join(folder, "opened.json"))
	after := playLeague(t, d, session.Folder, false)
	if len(after.Matches) != 6 || !after.Opened || len(after.Standing.Locked) != 2 {
		t.Errorf("after: %d matches, %d parts by lock", len(after.Matches), len(after.Standing.Locked))
	}
	report := testkit.Must(after.Write(filepath.Join(t.TempDir(), "published"), page.Run{Version: "v0", Command: "bestiary experiments run league"}))(t)
	for _, name := range []string{"report.md", "league.json", "matches.csv", forecastsFile, hashFile, "charts/predicted.svg"} {
		testkit.Must(os.Stat(filepath.Join(filepath.Dir(report), name)))(t)
	}
	change(t, filepath.Join(folder, "opened.json"), after.Forecasts[:8], "00000000")
	opens("is of other settings")
}

// The forecasts of the leagues that are published can be read, with the hashes that are published.
func TestPublishedForecasts(t *testing.T) {
	for _, name := range []string{"league", "league-second", "league-first"} {
		folder := filepath.Join("../../results", name)
		f := &Forecasts{folder: folder}
		testkit.OK(t, f.load())
		if len(f.Matches) != f.Settings.Total()*len(f.Values) || len(f.Values) != 10 || f.Matches[0].Predicted.Lo == 0 {
			t.Errorf("%s: %d matches, values of %d games", name, len(f.Matches), len(f.Values))
		}
	}
}

// An estimate plays ten matches afterwards, once, and says how well it predicted them.
func TestShortLeague(t *testing.T) {
	for pairs, want := range map[int]int{8000: 100, 100_000: 100, 1600: 20, 1599: 0} {
		testkit.Same(t, fmt.Sprintf("pairs of a match after %d", pairs), want, ShortPairs(pairs))
	}
	cfg := estimate.Default()
	cfg.SetPairs(60)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes = 0, 0, 8
	folder := t.TempDir()
	play := func() (*estimate.Result, int) {
		res := testkit.Must(estimate.Run(context.Background(), rulestest.Game(t, "chess"), cfg, folder, match.Workers(2), match.Events{}))(t)
		games := 0
		testkit.OK(t, PlayShort(context.Background(), res, 2, match.Workers(2), match.Events{GameDone: func(match.Progress) { games++ }}))
		return res, games
	}
	res, games := play()
	if f := res.Predicted; f == nil || f.Matches != 10 || f.Inside < 4 || f.Inside > 10 || !f.Off.Known() || games != ShortGames(2, match.Workers(2)) {
		t.Errorf("%+v after %d games", f, games)
	}
	again, games := play()
	testkit.Same(t, "again", res.Predicted, again.Predicted)
	testkit.Same(t, "games that are played again", 0, games)
	res.Predicted = nil
	testkit.OK(t, PlayShort(context.Background(), res, 0, match.Workers(1), match.Events{}))
	if res.Predicted != nil {
		t.Error("no pairs make a league")
	}
}

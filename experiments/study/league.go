package study

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"bestiary/engine/rules"
	"bestiary/experiments/page"
	"bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// A league asks how well the published values of a game predict matches that are in no fit. Its
// file says how many matches of each MatchClass are drawn in which games, from one seed. A removal
// takes officers from both armies of the array, as in the games with which values are measured; a
// replacement gives one army pieces instead of others, so that second queens occur. A match is left
// out if an exchange like it was fitted or its predicted score is nearly decided. The players are
// dealt in turn; some of them are in no fit.
//
// A forecast follows from the published model of an estimate (estimate.Model) and has predictive
// limits; see internal/stat/logit. All are written, with their hash, before any game is played.
// Files whose hash is another one are refused, and so are games that were played under another
// hash. A third of the matches of a class is locked: nothing shows its results until all matches
// are played and they are opened, which can be done once.
//
// The forecasts are scored by class, game and player, along with other tables of values: mobility
// alone, published ones, and the user's. These have no log-odds. Each gets, in each game, the
// factor with which it predicts the same matches best, which favours it.
var leagueForm = Form{
	Table: leagueName, Article: "a",
	Title: "How well the values predict matches", Asks: "How well values predict matches that no fit has seen",
	Takes: []string{"forecast", "open", "values", "results"}, Open: openLeague,
	Plan: League{}, Answer: LeagueAnswer{},
}

const leagueName = "league"

// League specifies which matches are drawn. The names in its JSON cannot change: forecasts contain it.
type League struct {
	// Seed determines all that is drawn, openings included.
	Seed int `json:"seed"`
	// Pairs is the number of pairs of games of a match; 2 to 10,000.
	Pairs int `json:"pairs"`
	// Learn is the number of pairs of each match that a second forecast knows, which is judged by the others; 0 for no
	// such forecast, less than Pairs.
	Learn int `json:"learn,omitempty"`
	// The numbers of matches of each class in a game; 0 to 100.
	Small        int `json:"small"`
	Large        int `json:"large"`
	Replacements int `json:"replacements"`
	// GameNames lists names of the catalogue or paths of game files.
	GameNames []string `json:"games"`
	// Players and Unseen list players as bestiary estimate takes them; no fit has games of
	// those that are Unseen.
	Players []string `json:"players"`
	Unseen  []string `json:"unseen"`

	id      string
	games   []*rules.Game
	values  []*ValueTable // of the user
	results string        // folder with the values; "" are those that come with the program
}

// MatchClass is a kind of match.
type MatchClass string

// The classes.
const (
	SmallRemoval MatchClass = "small removal" // of one or two officers of a side, and up to two of the other
	LargeRemoval MatchClass = "large removal" // of three to five of a side, and two to five of the other
	Replacement  MatchClass = "replacement"   // of one or two by others
)

// MatchClasses lists the classes in the order in which their matches are drawn.
var MatchClasses = []MatchClass{SmallRemoval, LargeRemoval, Replacement}

func (d *League) number(c MatchClass) int {
	return map[MatchClass]int{SmallRemoval: d.Small, LargeRemoval: d.Large, Replacement: d.Replacements}[c]
}

// Total returns the number of matches of a game.
func (d *League) Total() int { return d.Small + d.Large + d.Replacements }

// String describes the games in a sentence.
func (d *League) String() string { return texts.Text("drawn matches", d).String() }

func openLeague(l *Library, name string, data []byte, o Options) (Study, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	d := &League{Seed: 1, Pairs: 200, Small: 15, Large: 8, Replacements: 7, id: fileID(name), results: o.Results}
	root := f.Root()
	if t := needed(root, leagueName); t != nil {
		readFields(t, []field{
			{key: "seed", at: &d.Seed, hi: math.MaxInt32},
			{key: "pairs", at: &d.Pairs, lo: 2, hi: 10_000},
			{key: "learn", at: &d.Learn, hi: 10_000},
			{key: "small", at: &d.Small, hi: 100},
			{key: "large", at: &d.Large, hi: 100},
			{key: "replacements", at: &d.Replacements, hi: 100},
			{key: "games", at: &d.GameNames},
			{key: "players", at: &d.Players},
			{key: "unseen", at: &d.Unseen},
		})
		if !t.Has("players") {
			d.Players = []string{run.Learned, run.PriorTerms, run.Perturbed, run.Deep}
		}
		d.compile(l, t, filepath.Dir(name))
		d.checkPlayers(t)
		if d.Learn >= d.Pairs {
			t.Report("learn", strconv.Itoa(d.Learn), fmt.Sprintf("less than the %d pairs of a match", d.Pairs), "")
		}
		t.Close()
	}
	root.Close()
	if err := f.Err(); err != nil {
		return nil, err
	}
	for _, path := range o.Values {
		t, err := d.ReadTable(path)
		if err != nil {
			return nil, fmt.Errorf("--values: %w", err)
		}
		d.values = append(d.values, t)
	}
	return d, nil
}

// compile compiles the games.
func (d *League) compile(l *Library, t *toml.Section, folder string) {
	if len(d.GameNames) == 0 {
		t.Report("games", "missing", "names of the catalogue or paths of game files", "")
	}
	for _, name := range d.GameNames {
		g, _, err := l.game(&Run{GameName: name}, folder)
		switch {
		case err != nil:
			t.Report("games", err.Error(), "", "")
		case slices.ContainsFunc(d.games, func(o *rules.Game) bool { return o.Variant.Name == g.Variant.Name }):
			t.Report("games", fmt.Sprintf("%q stands twice", g.Variant.Name), "each game once", "")
		default:
			d.games = append(d.games, g)
		}
	}
}

func (d *League) checkPlayers(t *toml.Section) {
	if len(d.Players)+len(d.Unseen) == 0 {
		t.Report("players", "missing", "at least one player", "")
	}
	checkPlayers(t, "players", d.Players)
	checkPlayers(t, "unseen", d.Unseen)
	for _, text := range d.Unseen {
		if slices.Contains(d.Players, text) {
			t.Report("unseen", fmt.Sprintf("%q is one of players, too", text), "players of which no fit has games", "")
		}
	}
}

// checkPlayers reports texts that name no player of a panel.
func checkPlayers(t *toml.Section, key string, list []string) {
	for _, text := range list {
		if err := run.CheckPlayer(text); err != nil {
			t.Report(key, err.Error(), "", "")
		}
	}
}

// About identifies the league.
func (d *League) About() About { return leagueForm.about(d.id) }

// Show describes the games.
func (d *League) Show(width int) (string, error) {
	out := &labelled{width: width}
	fmt.Fprintf(out, "How well the values of %s predict matches\n\n", format.List(d.GameNames, "and"))
	out.add("", 2, d.String())
	return out.String(), nil
}

// Plan returns the settings.
func (d *League) Plan() (any, error) { return d, nil }

// Games returns the number of games of all matches.
func (d *League) Games(s *Session) (int, error) {
	return len(d.games) * d.Total() * s.Crew.Games(d.Pairs), nil
}

// Run predicts the matches unless that was done before, plays them and scores the forecasts.
func (d *League) Run(ctx context.Context, s *Session) (Outcome, error) {
	f, err := d.Predict(s.Own(d.About()))
	if err != nil {
		return nil, err
	}
	if s.Forecast {
		games, err := d.Games(s)
		return &LeagueForecasts{filepath.Join(f.folder, forecastsFile), f.hash, len(f.Matches), games, d}, err
	}
	tables, err := d.Tables()
	if err != nil {
		return nil, err
	}
	r, err := f.Play(ctx, s.Crew, s.Events, s.Open)
	if err == nil && s.Open {
		err = r.Open()
	}
	if err != nil {
		return nil, err
	}
	return r.Answer(append(tables, d.values...)), nil
}

// LeagueForecasts is the outcome of a league that is predicted and not played.
type LeagueForecasts struct {
	Forecasts string `json:"forecasts"` // their file
	SHA256    string `json:"sha256"`
	Matches   int    `json:"matches"`
	Games     int    `json:"games"` // to be played

	*League `json:"-"`
}

// Finding summarizes the predictions.
func (f *LeagueForecasts) Finding() string { return texts.Text("league forecasts", f).String() }

// Text returns the file of the forecasts and its hash.
func (f *LeagueForecasts) Text(width int) string {
	return fmt.Sprintf("%s\nSHA-256 %s\nnow the same command without --forecast plays %s\n",
		f.Finding(), f.SHA256, format.Plural(f.Games, "game"))
}

// Write writes nothing: the forecasts have been written.
func (f *LeagueForecasts) Write(string, page.Run) (string, error) { return "", nil }

// Time returns 0, as no games are played.
func (f *LeagueForecasts) Time() time.Duration { return 0 }

package study

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// The files of a league in its folder.
const (
	forecastsFile = "forecasts.json"
	hashFile      = "forecasts.sha256" // of forecastsFile, in the format of sha256sum
	valuesFolder  = "values"           // inputs of the forecasts, a folder for each game
	gamesFolder   = "games"
)

// LeagueMatch is a match with its forecast. The names in its JSON cannot change: the hashes of published
// forecasts are over them.
type LeagueMatch struct {
	Game   string     `json:"game"`
	Number int        `json:"number"` // in the game, from 1
	Class  MatchClass `json:"class"`
	// Exchange is as in bestiary odds. In a removal each side gives up what only the other is
	// to have.
	Exchange string `json:"exchange"`
	Player   string `json:"player"`
	Unseen   bool   `json:"unseen"` // the values are from games of other players
	Locked   bool   `json:"locked"`
	Pairs    int    `json:"pairs"`
	// Predicted is the score of the side that has the left half of the exchange, 0 to 1, with
	// predictive limits; LogOdds is its log-odds, and Errors their errors.
	Predicted stat.Interval `json:"foretold"`
	LogOdds   float64       `json:"log-odds"`
	Errors    logit.Parts   `json:"errors"`
}

// predict sets the forecast of a match by its player.
func (m *LeagueMatch) predict(model *estimate.Model, f tuning.Predicted) {
	short := func(x float64) float64 { return math.Round(1e4*x) / 1e4 }
	logOdds, p := model.By(m.Player, f, 2*m.Pairs)
	m.Unseen, m.LogOdds = !model.Has(m.Player), short(logOdds)
	m.Errors = logit.Parts{Sampling: short(p.Sampling), Exchange: short(p.Exchange), Player: short(p.Player), Chance: short(p.Chance)}
	m.Predicted = m.Errors.Score(m.LogOdds, usualLevel)
}

// Forecasts are all matches of a league.
type Forecasts struct {
	Settings League `json:"settings"`
	Revision int    `json:"revision"` // of the engine
	// Values gives, for each game, the SHA-256 of its files in the folder of values.
	Values  map[string]map[string]string `json:"values"`
	Matches []LeagueMatch                `json:"matches"`

	hash   string // SHA-256 of the file
	folder string
	from   map[string]*source // by game
}

// source holds the inputs of a game's forecasts, with its players that have been entered.
type source struct {
	*rules.Game
	model   *estimate.Model
	weights *eval.Weights
	players map[string]run.Player
}

// Predict reads the forecasts of a folder or, if it has none, draws the matches and writes
// them.
func (d *League) Predict(folder string) (*Forecasts, error) {
	_, err := os.Stat(filepath.Join(folder, forecastsFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = d.predict(folder)
	}
	f := &Forecasts{folder: folder, from: map[string]*source{}}
	if err == nil {
		err = f.read(d)
	}
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	return f, nil
}

// predict writes forecasts, their hash and their inputs.
func (d *League) predict(folder string) error {
	f := &Forecasts{Settings: *d, Revision: search.Revision, Values: map[string]map[string]string{}}
	var list []files.File
	for _, g := range d.games {
		name := g.Variant.Name
		values, err := valuesOf(g, d.results)
		if err != nil {
			return err
		}
		f.Values[name] = map[string]string{}
		for _, own := range values.Files {
			f.Values[name][own.Name] = files.SHA256(own.Data)
			list = append(list, files.File{Name: filepath.Join(valuesFolder, name, own.Name), Data: own.Data})
		}
		matches, err := newDrawer(g, values.Model, d).all()
		if err != nil {
			return err
		}
		f.Matches = append(f.Matches, matches...)
	}
	file, err := files.JSON(forecastsFile, f)
	if err != nil {
		return err
	}
	_, err = files.Write(folder, append(list, files.Sealed(file)...)...) // the forecasts last: with them all is there
	return err
}

// valuesOf reads the values of a game in results or, if that is "", those that come with the
// program.
func valuesOf(g *rules.Game, results string) (*estimate.Source, error) {
	if results != "" {
		return estimate.ReadSource(filepath.Join(results, g.Variant.Name), g)
	}
	s, err := estimate.Bundled(g)
	if s == nil && err == nil {
		err = fmt.Errorf("no values of %s come with the program; --results DIR names a folder with those of all games", g.Variant.Name)
	}
	return s, err
}

// maxFile is the largest size of a file of forecasts or values in bytes.
const maxFile = 64 << 20

// load loads the forecasts of the folder and checks their hash.
func (f *Forecasts) load() error {
	path := filepath.Join(f.folder, forecastsFile)
	data, err := files.Read(path, maxFile)
	if err != nil {
		return err
	}
	noted, err := files.Read(filepath.Join(f.folder, hashFile), 1<<10)
	if err != nil {
		return err
	}
	f.hash = files.SHA256(data)
	if want, _, _ := strings.Cut(string(noted), " "); want != f.hash {
		return fmt.Errorf("%s has the SHA-256 %s, but %s says %s: forecasts are not changed after they are made", path, f.hash, hashFile, want)
	}
	return files.ReadJSON(path, data, f)
}

// read reads the forecasts of the folder, which must belong to a league, and their inputs.
func (f *Forecasts) read(d *League) error {
	if err := f.load(); err != nil {
		return err
	}
	before, err1 := json.Marshal(f.Settings)
	now, err2 := json.Marshal(d)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if string(before) != string(now) {
		return fmt.Errorf("%s is of a league with other settings (%s, now %s); choose another folder with --out DIR",
			filepath.Join(f.folder, forecastsFile), before, now)
	}
	f.Settings = *d
	for _, g := range d.games {
		if err := f.readSource(g); err != nil {
			return err
		}
	}
	return nil
}

// readSource reads the model and the weights of a game, and checks their hashes.
func (f *Forecasts) readSource(g *rules.Game) error {
	name, from := g.Variant.Name, &source{Game: g, players: map[string]run.Player{}}
	folder := filepath.Join(f.folder, valuesFolder, name)
	for file, want := range f.Values[name] {
		path := filepath.Join(folder, file)
		data, err := files.Read(path, maxFile)
		if err != nil {
			return err
		}
		if got := files.SHA256(data); got != want {
			return fmt.Errorf("%s has the SHA-256 %s, but the forecasts are from values with %s", path, got, want)
		}
	}
	values, err := estimate.ReadSource(folder, g)
	if err == nil {
		from.model = values.Model
		from.weights, err = values.Weights(g)
	}
	f.from[name] = from
	return err
}

// Play plays the games of all matches that the folder lacks. After an interruption the same call
// continues. If whole is set it plays no games: a match that lacks games is an error.
func (f *Forecasts) Play(ctx context.Context, crew match.Crew, ev match.Events, whole bool) (*Scored, error) {
	out := &Scored{Forecasts: f}
	var err error
	if out.Lock, err = files.ReadLock(f.folder, f.hash); err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	var parts []*run.Part
	for i := range f.Matches {
		m := &f.Matches[i]
		from := f.from[m.Game]
		play := m.play(from.model, &f.Settings)
		by, err := from.enter(m.Player, play)
		if err != nil {
			return nil, fmt.Errorf("league: %w", err)
		}
		p := m.part(from.Game, play, by, f.gamesOf(m), f.Settings.Learn, &out.played)
		p.Label = fmt.Sprintf("%s, match %d", m.Game, m.Number)
		p.Hold = func(s *store.Store) error {
			if err := s.HoldRound(run.FirstRound, "forecasts", f.hash); err != nil || !whole {
				return err
			}
			return m.complete(s)
		}
		parts = append(parts, p)
	}
	return out, run.Play(ctx, crew, ev, parts...)
}

// enter returns a player of the game.
func (s *source) enter(name string, play match.Config) (run.Player, error) {
	if by, ok := s.players[name]; ok {
		return by, nil
	}
	play.Seed = s.model.Seed // of the player whose weights are perturbed
	p, err := run.Enter(s.Game, play, name, s.weights)
	s.players[name] = p
	return p, err
}

// part is the part of a run that plays the match, whose result it adds to a list. With learn, the rest of the match
// after this number of pairs is judged, too.
func (m *LeagueMatch) part(g *rules.Game, play match.Config, by run.Player, folder string, learn int, list *[]PlayedMatch) *run.Part {
	var played PlayedMatch
	p := estimate.ExchangePart(g, play, by, folder, func(line *estimate.OddsLine) (err error) {
		played, err = newPlayed(m, line)
		return err
	})
	p.Where = fmt.Sprintf("league: %s, match %d", m.Game, m.Number)
	whole := p.Read
	p.Read = func(games *run.Games) error {
		if err := whole(games); err != nil {
			return err
		}
		var parts [2]rating.Pairs // the first pairs, and the rest
		for r, err := range estimate.PairResults(games, 0) {
			i := min(1, parts[0].Number()/max(learn, 1))
			if err := cmp.Or(err, parts[i].Add(r[0], r[1])); err != nil {
				return err
			}
		}
		if learn > 0 && parts[1].Number() > 1 {
			if err := played.rest(parts[0], parts[1]); err != nil {
				return err
			}
		}
		*list = append(*list, played)
		return nil
	}
	return p
}

// gamesOf returns the folder with the games of a match.
func (f *Forecasts) gamesOf(m *LeagueMatch) string {
	return filepath.Join(f.folder, gamesFolder, m.Game, strconv.Itoa(m.Number))
}

// complete returns an error unless a store has all games of the match.
func (m *LeagueMatch) complete(s *store.Store) error {
	games := 0
	for _, err := range s.Outcomes(run.FirstRound) {
		if err != nil {
			return err
		}
		games++
	}
	if games < 2*m.Pairs {
		return fmt.Errorf("%d of %d games; locked matches are opened when all are played", games, 2*m.Pairs)
	}
	return nil
}

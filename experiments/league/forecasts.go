package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/tuning"
)

// The files of a league in its folder.
const (
	ForecastsFile = "forecasts.json"
	HashFile      = "forecasts.sha256" // of ForecastsFile, in the format of sha256sum
	valuesFolder  = "values"           // what the forecasts follow from, a folder for each game
	gamesFolder   = "games"
)

// level is the confidence level of all limits.
const level = 0.95

// Match is a match with its forecast. The names in its JSON cannot change: the hashes of published
// forecasts are over them.
type Match struct {
	Game   string `json:"game"`
	Number int    `json:"number"` // in the game, from 1
	Class  Class  `json:"class"`
	// Exchange is as in bestiary odds. In a removal each side gives up what only the other is
	// to have.
	Exchange string `json:"exchange"`
	Player   string `json:"player"`
	Unseen   bool   `json:"unseen"` // the values are from games of other players
	Locked   bool   `json:"locked"`
	Pairs    int    `json:"pairs"`
	// Predicted is the score of the side with the left of the exchange, 0 to 1, with
	// predictive limits; LogOdds is its log-odds, and Errors what it may be wrong by.
	Predicted stat.Interval `json:"foretold"`
	LogOdds   float64       `json:"log-odds"`
	Errors    logit.Parts   `json:"errors"`
}

// Forecasts are all matches of a league.
type Forecasts struct {
	Settings Settings `json:"settings"`
	Revision int      `json:"revision"` // of the engine
	// Values gives, for each game, the SHA-256 of its files in the folder of values.
	Values  map[string]map[string]string `json:"values"`
	Matches []Match                      `json:"matches"`

	hash   string
	folder string
	models map[string]*estimate.Model
}

// Hash returns the SHA-256 of the file, in hexadecimal.
func (f *Forecasts) Hash() string { return f.hash }

// Predict reads the forecasts of a folder or, if it has none, draws the matches of a league
// and writes them. The values of a game are in the folder of its name inside results or, if that
// is "", come with the program.
func Predict(s *Settings, folder, results string) (*Forecasts, error) {
	_, err := os.Stat(filepath.Join(folder, ForecastsFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = predict(s, folder, results)
	}
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	f, err := read(s, folder)
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	return f, nil
}

// predict writes forecasts, their hash and what they follow from.
func predict(s *Settings, folder, results string) error {
	f := &Forecasts{Settings: *s, Revision: search.Revision, Values: map[string]map[string]string{}}
	var list []files.File
	for _, g := range s.games {
		name := g.Variant.Name
		model, data, weights, err := valuesOf(g, results)
		if err != nil {
			return err
		}
		f.Values[name] = map[string]string{estimate.ModelFile: files.SHA256(data), estimate.WeightsFile: files.SHA256(weights)}
		list = append(list, files.File{Name: filepath.Join(valuesFolder, name, estimate.ModelFile), Data: data},
			files.File{Name: filepath.Join(valuesFolder, name, estimate.WeightsFile), Data: weights})
		matches, err := newDrawer(g, model, s).all()
		if err != nil {
			return err
		}
		f.Matches = append(f.Matches, matches...)
	}
	file, err := files.JSON(ForecastsFile, f)
	if err != nil {
		return err
	}
	_, err = files.Write(folder, append(list, files.Sealed(file)...)...) // the forecasts last: with them all is there
	return err
}

// valuesOf reads the values of a game in results or, if that is "", those that come with the
// program.
func valuesOf(g *rules.Game, results string) (m *estimate.Model, data, weights []byte, err error) {
	name := g.Variant.Name
	if results == "" {
		if m, data, weights, err = estimate.Bundled(g); m == nil && err == nil {
			err = fmt.Errorf("no values of %s come with the program; --results DIR names a folder with those of all games", name)
		}
		return m, data, weights, err
	}
	if m, data, err = estimate.ReadModel(filepath.Join(results, name), g); err == nil {
		weights, err = os.ReadFile(filepath.Join(results, name, estimate.WeightsFile))
	}
	return m, data, weights, err
}

// predict sets the forecast of a match by its player.
func (m *Match) predict(model *estimate.Model, f tuning.Predicted) {
	short := func(x float64) float64 { return math.Round(1e4*x) / 1e4 }
	logOdds, p := model.By(m.Player, f, 2*m.Pairs)
	m.LogOdds, m.Errors = short(logOdds), logit.Parts{Sampling: short(p.Sampling), Exchange: short(p.Exchange), Player: short(p.Player), Chance: short(p.Chance)}
	m.Predicted = m.Errors.Score(m.LogOdds, level)
}

// maxFile is the largest size of a file of forecasts or values in bytes.
const maxFile = 64 << 20

// read reads forecasts and checks that nothing has been changed since they were made.
func read(s *Settings, folder string) (*Forecasts, error) {
	path := filepath.Join(folder, ForecastsFile)
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	noted, err := files.Read(filepath.Join(folder, HashFile), 1<<10)
	if err != nil {
		return nil, err
	}
	f := &Forecasts{hash: files.SHA256(data), folder: folder, models: map[string]*estimate.Model{}}
	if want, _, _ := strings.Cut(string(noted), " "); want != f.hash {
		return nil, fmt.Errorf("%s has the SHA-256 %s, but %s says %s: forecasts are not changed after they are made", path, f.hash, HashFile, want)
	}
	if err := json.Unmarshal(data, f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	before, err1 := json.Marshal(f.Settings)
	now, err2 := json.Marshal(s)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if string(before) != string(now) {
		return nil, fmt.Errorf("%s is of a league with other settings (%s, now %s); choose another folder with --out DIR", path, before, now)
	}
	f.Settings.games = s.games
	return f, f.readValues()
}

// readValues reads the models and checks the hashes of all values.
func (f *Forecasts) readValues() error {
	for _, g := range f.Settings.games {
		folder := filepath.Join(f.folder, valuesFolder, g.Variant.Name)
		for name, want := range f.Values[g.Variant.Name] {
			data, err := files.Read(filepath.Join(folder, name), maxFile)
			if err != nil {
				return err
			}
			if got := files.SHA256(data); got != want {
				return fmt.Errorf("%s has the SHA-256 %s, but the forecasts are from values with %s", filepath.Join(folder, name), got, want)
			}
		}
		model, _, err := estimate.ReadModel(folder, g)
		if err != nil {
			return err
		}
		f.models[g.Variant.Name] = model
	}
	return nil
}

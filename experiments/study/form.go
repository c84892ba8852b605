package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bestiary/experiments/page"
	runs "bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// Study is a file that has been read: its games and its questions.
type Study interface {
	About() About
	// Show describes the games and questions in lines of width characters, and Plan returns the
	// same as a value for JSON.
	Show(width int) (string, error)
	Plan() (any, error)
	// Games returns how many games are played at most, with those from which players learn.
	Games(*Session) (int, error)
	// Run plays the games that the folder of the session lacks, and answers the questions. After
	// an interruption the same call continues. It returns match.ErrPartial, perhaps wrapped, if games
	// of other shards are missing.
	Run(context.Context, *Session) (Outcome, error)
}

// About identifies the study.
type About struct {
	// ID names the folder of the page. It is the name of the file without its suffix.
	ID    string
	Title string
	// Asks describes the study in a list.
	Asks string
	Form *Form
}

// Outcome is what games say about a study. It is written as JSON for programs.
type Outcome interface {
	About() About
	// Finding states the answer in a sentence.
	Finding() string
	// Text returns the answer for a terminal, in lines of width characters.
	Text(width int) string
	// Write writes the page into a folder, with the files that programs read, and returns the path of
	// the page; "" if there is none.
	Write(folder string, run page.Run) (string, error)
	// Time is how long the games took to play, 0 if that is not known.
	Time() time.Duration
}

// Form is a kind of study file. A new one is an entry of forms with a function that reads it.
type Form struct {
	// Table is the table that only files of this form have; "" is the form of claims. The
	// catalogue has a file of the same name.
	Table string
	// Article is the article before Table.
	Article string
	// Title and Asks are as in About, except for claims, each of which has its own.
	Title, Asks string
	// Takes lists the options that have a meaning for the form.
	Takes []string
	// Open reads a file. Error messages call it name. Options that are not in Takes are not set.
	Open func(l *Library, name string, data []byte, o Options) (Study, error)
	// Plan and Answer are zero values of what Study.Plan returns and of the outcome, as JSON has them.
	Plan, Answer any
}

// about identifies the study of the form.
func (f *Form) about(id string) About { return About{id, f.Title, f.Asks, f} }

// forms lists the forms of study files, claims first.
var forms = []*Form{&claimForm, &leagueForm, &retrodictionForm, &atlasForm}

// Options specify how much is played and how the games are used. The zero value plays what the
// files ask for.
type Options struct {
	// Scale is taken as quick, pairs and precision.
	Scale
	// Until plays until all is decided, or the time is up.
	Until  bool
	Budget time.Duration
	// Forecast writes forecasts without playing, and Open opens what is locked, once.
	Forecast, Open bool
	// Values are the paths of tables of values to compare with, and Results is a folder with runs
	// whose values predict; "" means those that come with the program.
	Values  []string
	Results string
}

// given lists the names of the options that are set.
func (o *Options) given() (names []string) {
	for _, one := range []struct {
		name string
		set  bool
	}{
		{"quick", o.Quick}, {"pairs", o.Pairs != 0}, {"precision", o.Precision != 0}, {"until-decided", o.Until}, {"budget", o.Budget != 0},
		{"forecast", o.Forecast}, {"open", o.Open}, {"values", len(o.Values) > 0}, {"results", o.Results != ""},
	} {
		if one.set {
			names = append(names, one.name)
		}
	}
	return names
}

// Misuse is an error of the caller: studies or options that cannot be combined.
type Misuse string

func (m Misuse) Error() string { return string(m) }

// refuse returns an error if the form has no meaning for an option.
func (f *Form) refuse(o *Options) error {
	for _, name := range o.given() {
		if slices.Contains(f.Takes, name) {
			continue
		}
		if slices.Contains(claimForm.Takes, name) {
			return Misuse(fmt.Sprintf("--%s is not for %s %s, whose file says how much is played", name, f.Article, f.Table))
		}
		var takers []string
		for _, other := range forms {
			if slices.Contains(other.Takes, name) {
				takers = append(takers, other.Article+" "+other.Table)
			}
		}
		return Misuse(fmt.Sprintf("--%s needs %s", name, format.List(takers, "or")))
	}
	return nil
}

// Forms lists the forms of study files, claims first.
func Forms() []*Form { return forms }

// formOf returns the form of a file, and reports a table that resembles a form's.
func formOf(f *toml.File) (*Form, error) {
	var tables []string
	for _, form := range forms[1:] {
		if f.Root().Has(form.Table) {
			return form, nil
		}
		tables = append(tables, form.Table)
	}
	for _, key := range f.Root().Keys() {
		if near := toml.Nearest(key, tables); near != "" && !slices.Contains(claimTables, key) {
			f.Root().Report(key, "unknown table", "one of "+strings.Join(append(claimTables, tables...), ", "), near)
		}
	}
	return forms[0], f.Err()
}

// claimTables are the tables of a file of claims.
var claimTables = []string{"title", "claim", "method", "truths", "place", "level", "source", "run", "hypothesis", "table", "chart", "goal"}

// Session runs studies.
type Session struct {
	// Folder has a folder for each study, and the runs that claims share.
	Folder string
	Crew   match.Crew
	Events match.Events
	Options

	runner *Runner
}

// Own returns the folder of a study.
func (s *Session) Own(about About) string { return filepath.Join(s.Folder, about.ID) }

// Games returns how many games studies play at most. Claims share runs.
func (s *Session) Games(list []Study) (total int, err error) {
	var claims []*Experiment
	for _, one := range list {
		if e, ok := one.(*Experiment); ok {
			claims = append(claims, e)
			continue
		}
		games, err := one.Games(s)
		if err != nil {
			return 0, err
		}
		total += games
	}
	return total + s.claims().Games(claims), nil
}

// Run runs studies and returns their answers, with an error also those from before. A study that
// lacks games of other shards does not hold back the others. With Options.Until step is called with the
// number of undecided hypotheses.
func (s *Session) Run(ctx context.Context, list []Study, step func(undecided int)) (answers []Outcome, err error) {
	if s.Until {
		var claims []*Experiment
		for _, one := range list {
			claims = append(claims, one.(*Experiment)) // no other form takes the option
		}
		results, err := s.claims().Until(ctx, claims, cmp.Or(s.Budget, usualBudget), step)
		for _, r := range results {
			answers = append(answers, r)
		}
		return answers, err
	}
	err = runs.Each(ctx, list, func(one Study) error {
		a, err := one.Run(ctx, s)
		if err == nil {
			answers = append(answers, a)
		}
		return err
	})
	return answers, err
}

// usualBudget is the time of play until all is decided.
const usualBudget = 3 * time.Hour

// Loop plays the parts of a study that have these names, in order. A part that lacks games of other
// shards, or that fails, does not hold back the others: failures that are final, which the page
// reports as permanent, are returned, and other errors come at the end.
func Loop(ctx context.Context, names []string, play func(i int) error, final func(error) bool) (failed []page.Failure, err error) {
	i := -1
	err = runs.All(ctx, names, func(name string) error {
		i++
		err := play(i)
		switch {
		case err == nil || ctx.Err() != nil || errors.Is(err, match.ErrPartial):
			return err
		case final(err):
			failed = append(failed, page.Failure{Name: name, Why: err.Error()})
			return nil
		}
		return fmt.Errorf("%s: %w", name, err)
	})
	return failed, err
}

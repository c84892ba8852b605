package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// LeagueAnswer is the JSON output of a league. It omits locked matches until they are opened.
type LeagueAnswer struct {
	Folder    string        `json:"folder"`
	Forecasts string        `json:"forecasts"` // SHA-256 of the forecasts
	Settings  League        `json:"settings"`
	Games     int           `json:"games"`  // of the matches that are shown
	Known     int           `json:"known"`  // earlier matches from which the values have learned
	Locked    int           `json:"locked"` // matches
	Opened    bool          `json:"opened"` // the locked matches are shown, too
	Standing  Standing      `json:"standing"`
	Matches   []PlayedMatch `json:"matches"`
}

// Answer returns the result for programs, compared with some tables of values.
func (r *Scored) Answer(tables []*ValueTable) *LeagueAnswer {
	out := &LeagueAnswer{Folder: r.folder, Forecasts: r.hash, Settings: r.Settings, Opened: r.Opened}
	out.Matches, out.Standing = r.Shown(), r.Standing(tables)
	for _, p := range out.Matches {
		out.Games += 2 * p.Pairs
	}
	for _, from := range r.from {
		out.Known += from.model.Learned
	}
	for _, m := range r.Matches {
		if m.Locked {
			out.Locked++
		}
	}
	return out
}

// Write writes the page of the figures into a folder, with matches.csv, league.json and, so that
// they can be checked, the forecasts with their hash. It returns the path of the page.
func (f *LeagueAnswer) Write(folder string, run page.Run) (string, error) {
	list := []files.File{f.sheet()}
	if from, to := filepath.Clean(f.Folder), filepath.Clean(folder); from != to {
		for _, name := range []string{forecastsFile, hashFile} {
			data, err := files.Read(filepath.Join(from, name), maxFile)
			if err != nil {
				return "", fmt.Errorf("league: %w", err)
			}
			list = append(list, files.File{Name: name, Data: data})
		}
	}
	return writePage(folder, leagueName+".json", figures[*LeagueAnswer]{Run: run, Figures: f}, f.page(), list...)
}

// sheet has a row for each match.
func (f *LeagueAnswer) sheet() files.File {
	const head = "game,match,class,exchange,player,unseen,locked,pairs,predicted,predicted_lo,predicted_hi," +
		"sampling,exchange_sd,player_sd,chance,wins,draws,losses,score,score_lo,score_hi,inside,level"
	return page.Sheet("matches.csv", head, f.Matches, func(p *PlayedMatch) []any {
		return []any{p.Game, p.Number, p.Class, p.Exchange, p.Player, p.Unseen, p.Locked, p.Pairs, p.Predicted,
			p.Errors.Sampling, p.Errors.Exchange, p.Errors.Player, p.Errors.Chance, p.Wins, p.Draws, p.Losses, p.Score, p.Inside, usualLevel}
	})
}

// About identifies the league.
func (f *LeagueAnswer) About() About { return f.Settings.About() }

// Time returns 0: the games of a league are not timed.
func (f *LeagueAnswer) Time() time.Duration { return 0 }

// Finding states the result in a sentence.
func (f *LeagueAnswer) Finding() string { return texts.Text("league finding", f).String() }

// Text returns the standing for a terminal, in lines of width characters.
func (f *LeagueAnswer) Text(width int) string {
	short := leagueTables{f, false}
	tables := []doc.Table{texts.Table("standing", short), texts.Table("beside", short)}
	if len(f.Standing.Rest) > 0 {
		tables = append(tables, texts.Table("rest", short))
	}
	return screen(f.Finding(), width, tables...)
}

func (f *LeagueAnswer) page() *page.Page {
	figure := page.Figure{Name: "predicted", Chart: f.chart(),
		Caption: "Each mark shows a match's score as predicted before the games, with predictive limits, and as found."}
	all := leagueTables{f, true}
	body := append(page.Figures(figure), doc.Heading("The league"), texts.Table("standing", all))
	if len(f.Standing.Rest) > 0 {
		body = append(body, doc.Heading("When the exchange is played"), texts.Table("rest", all))
	}
	return &page.Page{
		Body:     body,
		Appendix: texts.Sections("league appendix", all),
		Facts: []page.Fact{{Name: "seed", Value: f.Settings.Seed}, {Name: "SHA-256 of the forecasts", Value: f.Forecasts},
			{Name: "games", Value: format.Count(f.Games)}},
	}
}

// leagueTables are the tables of a league, with the limits of all their numbers or of the first alone.
type leagueTables struct {
	*LeagueAnswer
	limits bool
}

// Parts are the parts of the league table.
func (t leagueTables) Parts() [][]LeagueScores {
	st := t.Standing
	return [][]LeagueScores{{st.All}, st.Classes, st.Games, st.Players, st.Locked}
}

func (t leagueTables) Off(v stat.Interval) string   { return one.Interval(v) }
func (t leagueTables) Ours(v stat.Interval) string  { return number(one, v, t.limits) }
func (t leagueTables) Slope(v stat.Interval) string { return number(format.Value, v, t.limits) }
func (t leagueTables) Share(v stat.Interval) string { return number(format.Percent, v, t.limits) }
func (t leagueTables) Skill(v stat.Interval) string {
	return number(format.Percent, v, t.limits && narrow(v))
}

// one writes numbers of points.
var one = format.Unit{Scale: 1, Digits: 1}

// number writes a number with or without limits; where there are none it is not told.
func number(u format.Unit, v stat.Interval, limits bool) string {
	switch {
	case !v.Bounded():
		return format.Unknown
	case limits:
		return u.Interval(v)
	}
	return u.Number(v.Estimate)
}

// narrow reports whether the limits of a skill are at most 100 % apart.
func narrow(v stat.Interval) bool { return v.HalfWidth() < 0.5 }

func (f *LeagueAnswer) chart() *chart.Chart {
	if len(f.Matches) == 0 {
		return nil
	}
	in := chart.ScatterInput{
		About: chart.About{Game: format.Plural(len(f.Standing.Games), "game variant"), Games: f.Games},
		Name:  "Predicted and found", X: "predicted score", Y: "found score", Share: true, Off: "outside the predicted limits",
	}
	for _, c := range MatchClasses {
		in.Kinds = append(in.Kinds, string(c))
	}
	for _, p := range f.Matches {
		in.Points = append(in.Points, chart.ScatterPoint{Kind: slices.Index(MatchClasses, p.Class), X: p.Predicted, Y: p.Score, Off: !p.Inside})
	}
	return chart.Scatter(in)
}

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

// LeagueAnswer is the JSON output of a league. It leaves out locked matches until they are opened.
type LeagueAnswer struct {
	Folder    string        `json:"folder"`
	Forecasts string        `json:"forecasts"` // SHA-256 of the forecasts
	Settings  League        `json:"settings"`
	Games     int           `json:"games"`  // of the matches that are shown
	Locked    int           `json:"locked"` // matches
	Opened    bool          `json:"opened"` // the locked matches are shown, too
	Standing  Standing      `json:"standing"`
	Matches   []PlayedMatch `json:"matches"`
}

// Answer returns what programs read of the result, beside some tables of values.
func (r *Scored) Answer(tables []*ValueTable) *LeagueAnswer {
	out := &LeagueAnswer{Folder: r.folder, Forecasts: r.hash, Settings: r.Settings, Opened: r.Opened}
	out.Matches, out.Standing = r.Shown(), r.Standing(tables)
	for _, p := range out.Matches {
		out.Games += 2 * p.Pairs
	}
	for _, m := range r.Matches {
		if m.Locked {
			out.Locked++
		}
	}
	return out
}

// Write writes the page of the figures into a folder, with matches.csv, league.json and, for
// whoever checks them, the forecasts with their hash. It returns the path of the page.
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
	return sheet("matches.csv", head, f.Matches, func(p *PlayedMatch) []any {
		return []any{p.Game, p.Number, p.Class, p.Exchange, p.Player, p.Unseen, p.Locked, p.Pairs, p.Predicted,
			p.Errors.Sampling, p.Errors.Exchange, p.Errors.Player, p.Errors.Chance, p.Wins, p.Draws, p.Losses, p.Score, p.Inside, usualLevel}
	})
}

// About says which league it is.
func (f *LeagueAnswer) About() About { return f.Settings.About() }

// Time returns 0: the games of a league are not timed.
func (f *LeagueAnswer) Time() time.Duration { return 0 }

// Finding states the result in a sentence.
func (f *LeagueAnswer) Finding() string { return texts.Text("league finding", f).String() }

// Text returns the standing for a terminal, in lines of width characters.
func (f *LeagueAnswer) Text(width int) string {
	return screen(f.Finding(), width, f.standing(false), f.beside(false))
}

func (f *LeagueAnswer) page() *page.Page {
	figure := page.Figure{Name: "predicted", Chart: f.chart(),
		Caption: "Each mark is a match: its score as predicted before the games, with predictive limits, and as found."}
	return &page.Page{
		Body:     append(page.Figures(figure), doc.Heading("The league"), f.standing(true)),
		Appendix: texts.Sections("league appendix", leagueAppendix{f, f.beside(true), f.matches()}),
		Facts: []page.Fact{{Name: "seed", Value: f.Settings.Seed}, {Name: "SHA-256 of the forecasts", Value: f.Forecasts},
			{Name: "games", Value: format.Count(f.Games)}},
	}
}

type leagueAppendix struct {
	*LeagueAnswer
	Others, All doc.Table
}

// standing is the league table, with the limits of all its numbers or of the first alone.
func (f *LeagueAnswer) standing(limits bool) doc.Table {
	t := doc.Table{Foot: texts.Text("standing", nil)}
	st := f.Standing
	for _, part := range [][]LeagueScores{{st.All}, st.Classes, st.Games, st.Players, st.Locked} {
		if n := len(t.Rows); n > 0 && len(part) > 0 {
			t.Breaks = append(t.Breaks, n)
		}
		t = tabulate(t, ";matches;off;expected;slope;inside;skill", part, func(s *LeagueScores) []any {
			return []any{s.Of, s.Matches, one.Interval(s.Off), format.Fixed(s.Expected.All(), 1), number(format.Value, s.Slope, limits),
				number(format.Percent, s.Inside, limits), number(format.Percent, s.Skill, limits && narrow(s.Skill))}
		})
	}
	return t
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

func (f *LeagueAnswer) beside(limits bool) doc.Table {
	t := doc.Table{Caption: texts.Text("beside", nil).String(), Foot: texts.Text("scale of a rival", nil)}
	return tabulate(t, "values;matches;ours off;theirs off;skill over them", f.Standing.Beside, func(b *Beside) []any {
		return []any{b.Table, b.Matches, number(one, b.Off, limits), one.Interval(b.Rival),
			number(format.Percent, b.Skill, limits && narrow(b.Skill))}
	})
}

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

// matches is the table of all matches.
func (f *LeagueAnswer) matches() doc.Table {
	t := doc.Table{Foot: texts.Text("scores of matches", nil)}
	return tabulate(t, "game;exchange;class;player;predicted in %;found in %", f.Matches, func(p *PlayedMatch) []any {
		var found any = format.Percent.Bare().Interval(p.Score)
		if !p.Inside {
			found = doc.Bold(found.(string))
		}
		return []any{p.Game, p.Exchange, p.Class, p.Player, format.Percent.Bare().Interval(p.Predicted), found}
	})
}

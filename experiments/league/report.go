package league

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Figures is the JSON output of a league. It leaves out locked matches until they are opened.
type Figures struct {
	Folder    string   `json:"folder"`
	Forecasts string   `json:"forecasts"` // SHA-256 of the forecasts
	Settings  Settings `json:"settings"`
	Games     int      `json:"games"`  // of the matches that are shown
	Locked    int      `json:"locked"` // matches
	Opened    bool     `json:"opened"` // the locked matches are shown, too
	Standing  Standing `json:"standing"`
	Matches   []Played `json:"matches"`
}

// Figures returns what programs read of the result, beside some tables of values.
func (r *Result) Figures(tables []*Table) Figures {
	out := Figures{Folder: r.folder, Forecasts: r.hash, Settings: r.Settings, Opened: r.Opened, Matches: r.Matches(), Standing: r.Standing(tables)}
	for _, p := range out.Matches {
		out.Games += 2 * p.Pairs
	}
	for _, m := range r.Forecasts.Matches {
		if m.Locked {
			out.Locked++
		}
	}
	return out
}

// figuresFile has the Figures in the folder of a page.
const figuresFile = "league.json"

// Write writes the page of the figures into a folder, with matches.csv, league.json and, for
// whoever checks them, the forecasts with their hash. It returns the path of the page.
func (f *Figures) Write(folder string, run page.Run) (string, error) {
	data, err := run.JSON(figuresFile, f)
	if err != nil {
		return "", fmt.Errorf("league: %w", err)
	}
	list := []files.File{data, files.CSV("matches.csv", f.rows())}
	if from, to := filepath.Clean(f.Folder), filepath.Clean(folder); from != to {
		for _, name := range []string{ForecastsFile, HashFile} {
			data, err := files.Read(filepath.Join(from, name), maxFile)
			if err != nil {
				return "", fmt.Errorf("league: %w", err)
			}
			list = append(list, files.File{Name: name, Data: data})
		}
	}
	return f.page().Write(folder, run, list...)
}

// Finding states the result in a sentence.
func (f *Figures) Finding() string {
	all := f.Standing.All
	if all.Matches == 0 {
		return "All matches are locked; nothing is shown before they are opened."
	}
	return fmt.Sprintf("The values predicted the scores of matches with other exchanges to %s percentage points (%s to %s; root mean square, apart from sampling error); %s of %s lie inside the predicted limits.",
		format.Fixed(all.Off.Estimate, 1), format.Fixed(all.Off.Lo, 1), format.Fixed(all.Off.Hi, 1),
		format.Percent.Number(all.Inside.Estimate), format.Plural(all.Matches, "match"))
}

// Text returns the standing for a terminal, in lines of width characters.
func (f *Figures) Text(width int) string {
	parts := []string{strings.Join(format.Wrap(f.Finding()+f.lock(), width), "\n") + "\n"}
	for _, t := range []doc.Table{f.standing(false), f.beside(false)} {
		if len(t.Rows) > 0 {
			parts = append(parts, t.Text(width))
		}
	}
	return strings.Join(parts, "\n")
}

// lock says how many matches are locked.
func (f *Figures) lock() string {
	switch {
	case f.Locked == 0:
		return ""
	case f.Opened:
		return fmt.Sprintf(" %d of the matches were locked until all had been played.", f.Locked)
	}
	return fmt.Sprintf(" %s more are locked.", format.Plural(f.Locked, "match"))
}

func (f *Figures) page() *page.Page {
	p := &page.Page{
		Title:  "How well the values predict matches",
		Answer: []doc.Paragraph{doc.P(f.Finding() + f.lock())},
		Body:   append(page.Figures(page.Figure{Name: "predicted", Caption: "Each mark is a match: its score as predicted before the games, with predictive limits, and as found.", Chart: f.chart()}), doc.Heading("The league"), f.standing(true)),
		Appendix: []doc.Section{
			{Title: "Beside other values", Blocks: []doc.Block{f.beside(true)}},
			{Title: "How it was predicted and played", Blocks: f.method()},
			{Title: "All matches", Blocks: []doc.Block{f.matches()}},
		},
		Facts: []page.Fact{{Name: "seed", Value: f.Settings.Seed}, {Name: "SHA-256 of the forecasts", Value: f.Forecasts}, {Name: "games", Value: format.Count(f.Games)}},
	}
	return p
}

// standing is the league table, with the limits of all its numbers or of the first alone.
func (f *Figures) standing(limits bool) doc.Table {
	t := doc.Table{
		Head: []string{"", "matches", "off", "expected", "slope", "inside", "skill"},
		Foot: doc.T(doc.Italic("off"), ": root mean square of found minus predicted, in percentage points, after subtracting sampling error. ",
			doc.Italic("expected"), ": what the forecasts themselves allow for. ", doc.Italic("slope"), ": what predicted log-odds are multiplied by to give those found. ", doc.Italic("inside"), ": share inside the predicted limits, of which 95 % should be. ",
			doc.Italic("skill"), ": how much smaller the squared error is than that of values by mobility alone, on the scale that suits these best; its limits are left out where they are more than 100 % apart."),
	}
	st := f.Standing
	for _, part := range [][]Scores{{st.All}, st.Classes, st.Games, st.Players, st.Locked} {
		if len(part) > 0 {
			t.Breaks = append(t.Breaks, len(t.Rows))
		}
		for _, s := range part {
			if s.Matches > 0 {
				t.Rows = append(t.Rows, doc.Row(s.Of, s.Matches, one.Interval(s.Off), format.Fixed(s.Expected.All(), 1), number(format.Value, s.Slope, limits), number(format.Percent, s.Inside, limits), number(format.Percent, s.Skill, limits && s.Skill.HalfWidth() < 0.5)))
			}
		}
	}
	t.Breaks = t.Breaks[min(1, len(t.Breaks)):]
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

func (f *Figures) beside(limits bool) doc.Table {
	t := doc.Table{
		Caption: "The forecasts beside those by other tables of values, for the matches all of whose pieces the table has.",
		Head:    []string{"values", "matches", "ours off", "theirs off", "skill over them"},
		Foot:    doc.T("A table gets, in each game, the scale on which it predicts these matches best; our forecasts were made before the games."),
	}
	for _, b := range f.Standing.Beside {
		t.Rows = append(t.Rows, doc.Row(b.Table, b.Matches, number(one, b.Off, limits), one.Interval(b.Their), number(format.Percent, b.Skill, limits && b.Skill.HalfWidth() < 0.5)))
	}
	return t
}

func (f *Figures) chart() *chart.Chart {
	if len(f.Matches) == 0 {
		return nil
	}
	in := chart.ScatterInput{
		About: chart.About{Game: format.Plural(len(f.Standing.Games), "game variant"), Games: f.Games}, Name: "Predicted and found",
		X: "predicted score", Y: "found score", Share: true, Off: "outside the predicted limits",
	}
	for _, c := range Classes {
		in.Kinds = append(in.Kinds, string(c))
	}
	for _, p := range f.Matches {
		in.Points = append(in.Points, chart.ScatterPoint{Kind: slices.Index(Classes, p.Class), X: p.Predicted, Y: p.Score, Off: !p.Inside})
	}
	return chart.Scatter(in)
}

func (f *Figures) method() []doc.Block {
	s, e := f.Settings, f.Standing.All.Expected
	return []doc.Block{doc.List{
		doc.T("Small removals (of one or two officers of one side, and up to two of the other), large ones (three to five, and two to five) and replacements (one or two) were drawn by the seed, with up to three pawns for one side. Exchanges that were fitted, and those whose predicted score lay outside of 15 to 85 %, were drawn again."),
		doc.T("In a removal each side gives up what only the other is to have; in a replacement one side gives up pieces and gets others in their place. All other pieces stand as in the array. Two random moves follow. Each opening is played with both colours."),
		doc.T("A forecast follows from the published model of the values. Its limits allow for the error of the fit, for the deviation of an exchange from the sum of its pieces, for a player who was not fitted, and for sampling error. It was written with its hash before the games."),
		doc.T(fmt.Sprintf("Root mean squares of what the forecasts allow for, in percentage points: %s for the sampling error of the fit, %s for the exchange and %s for the player.", format.Fixed(e.Sampling, 1), format.Fixed(e.Exchange, 1), format.Fixed(e.Player, 1))),
		doc.T("What was played: " + s.String() + "."),
	}}
}

// matches is the table of all matches.
func (f *Figures) matches() doc.Table {
	t := doc.Table{Head: []string{"game", "exchange", "class", "player", "predicted in %", "found in %"}, Foot: doc.T("Scores of the side with the left of the exchange; in bold those outside the predicted limits.")}
	for _, p := range f.Matches {
		var found any = format.Percent.Bare().Interval(p.Score)
		if !p.Inside {
			found = doc.Bold(found.(string))
		}
		t.Rows = append(t.Rows, doc.Row(p.Game, p.Exchange, string(p.Class), p.Player, format.Percent.Bare().Interval(p.Predicted), found))
	}
	return t
}

// rows are those of matches.csv.
func (f *Figures) rows() [][]string {
	rows := [][]string{{"game", "match", "class", "exchange", "player", "unseen", "locked", "pairs", "predicted", "predicted_lo", "predicted_hi",
		"sampling", "exchange_sd", "player_sd", "chance", "wins", "draws", "losses", "score", "score_lo", "score_hi", "inside", "level"}}
	for _, p := range f.Matches {
		row := []string{p.Game, strconv.Itoa(p.Number), string(p.Class), p.Exchange, p.Player, strconv.FormatBool(p.Unseen), strconv.FormatBool(p.Locked), strconv.Itoa(p.Pairs)}
		for _, x := range []float64{p.Predicted.Estimate, p.Predicted.Lo, p.Predicted.Hi, p.Errors.Sampling, p.Errors.Exchange, p.Errors.Player, p.Errors.Chance,
			float64(p.Wins), float64(p.Draws), float64(p.Losses), p.Score.Estimate, p.Score.Lo, p.Score.Hi} {
			row = append(row, format.Cell(x))
		}
		rows = append(rows, append(row, strconv.FormatBool(p.Inside), format.Cell(level)))
	}
	return rows
}

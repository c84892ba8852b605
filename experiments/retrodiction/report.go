package retrodiction

import (
	"fmt"
	"math"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Figures is what programs read of a result.
type Figures struct {
	SHA256   string         `json:"sha256"` // of the settings
	Settings *Settings      `json:"settings"`
	Games    int            `json:"games"` // that were played, without those from which players learned
	Goals    []Goal         `json:"goals"`
	Fates    []Fate         `json:"fates"`
	Failed   []page.Failure `json:"failed"` // games that could not be played
}

// Figures returns what programs read of the result.
func (r *Result) Figures() *Figures {
	f := &Figures{SHA256: r.Settings.Hash(), Settings: r.Settings, Goals: r.Goals(), Fates: r.Fates, Failed: append([]page.Failure{}, r.Failed...)}
	for _, fate := range r.Fates {
		f.Games += fate.Balance.Games
	}
	return f
}

// Write writes the page into a folder, with retrodiction.json, retrodiction.csv and what the games
// follow from with its hashes, and returns the path of the page.
func (f *Figures) Write(folder string, run page.Run) (string, error) {
	data, err := run.JSON(Name+".json", f)
	if err != nil {
		return "", fmt.Errorf("retrodiction: %w", err)
	}
	sealed, err := f.Settings.sealed()
	if err != nil {
		return "", fmt.Errorf("retrodiction: %w", err)
	}
	return f.page().Write(folder, run, append(files.Sealed(sealed...), data, files.CSV(Name+".csv", f.rows()))...)
}

// Finding states the result in a sentence.
func (f *Figures) Finding() string {
	met, parts := 0, []string(nil)
	for _, g := range f.Goals {
		if g.Met {
			met++
		}
		if !g.Points {
			parts = append(parts, g.Asks+": "+g.found())
		}
	}
	text := fmt.Sprintf("%d of %s met. %s.", met, format.Plural(len(f.Goals), "goal"), format.Title(strings.Join(parts, "; ")))
	if f.Settings.Short {
		text = "A short run, with a twentieth of the games: it says nothing of the full one. " + text
	}
	return text + page.NotPlayed(f.Failed)
}

// found says what was found, of how many games.
func (g Goal) found() string {
	if g.Points {
		return fmt.Sprintf("%.1f in %s", g.Found, format.Plural(g.Of, "game"))
	}
	return fmt.Sprintf("%v of %d", g.Found, g.Of)
}

func (g Goal) bound() string {
	if g.Most {
		return "at most"
	}
	return "at least"
}

// Text returns the goals and the games for a terminal, in lines of width characters.
func (f *Figures) Text(width int) string {
	games := f.games()
	for i := range games.Rows {
		games.Rows[i] = games.Rows[i][:5]
	}
	games.Head, games.Foot = games.Head[:5], nil
	return f.goals().Text(width) + "\n" + games.Text(width)
}

func (f *Figures) page() *page.Page {
	return &page.Page{
		Title:  "Does the balance of a game tell its fate?",
		Answer: []doc.Paragraph{doc.P(f.Finding())},
		Body: append([]doc.Block{f.goals()}, append(page.Figures(page.Figure{
			Name: "curves", Caption: "Each panel is a game. Published scores are marked.", Chart: f.chart(),
		}), f.games())...),
		Appendix: []doc.Section{{Title: "What is known, and how it was judged", Blocks: []doc.Block{f.known(), f.method()}}},
		Facts:    []page.Fact{{Name: "seed", Value: f.Settings.Seed}, {Name: "SHA-256 of the settings", Value: f.SHA256}, {Name: "games", Value: format.Count(f.Games)}},
	}
}

func (f *Figures) goals() doc.Table {
	t := doc.Table{Head: []string{"goal", "wanted", "found", ""}}
	for _, g := range f.Goals {
		met := doc.Span{Text: doc.Good.Sign() + " met", Mark: doc.Good}
		if !g.Met {
			met = doc.Span{Text: doc.Bad.Sign() + " missed", Mark: doc.Bad}
		}
		t.Rows = append(t.Rows, doc.Row(g.Asks, fmt.Sprint(g.bound(), " ", g.Want), g.found(), met))
	}
	return t
}

// breaks returns the rows at which groups begin, without the first.
func (f *Figures) breaks() (list []int) {
	for i := range f.Fates {
		if i > 0 && f.Fates[i].Group != f.Fates[i-1].Group {
			list = append(list, i)
		}
	}
	return list
}

// mark returns a verdict with its sign.
func (v Verdict) mark() doc.Span {
	mark, ok := map[Verdict]doc.Mark{AsKnown: doc.Good, Otherwise: doc.Bad, CannotTell: doc.Open}[v]
	if !ok {
		return doc.Span{Text: string(v)}
	}
	return doc.Span{Text: mark.Sign() + " " + string(v), Mark: mark}
}

// games is the table of all games: what is known and what was found.
func (f *Figures) games() doc.Table {
	t := doc.Table{
		Head: []string{"game", "known", "found", "verdict", "strongest", "slope", "revision"}, Breaks: f.breaks(),
		Foot: doc.T(doc.Italic("strongest"), ": the score of the side that moves first between the strongest players, by the curve; ", doc.Italic("slope"), ": its change in points for four times the nodes. An edge is found at the highest strength where a side is ahead, which need not be the strongest."),
	}
	for _, k := range f.Fates {
		found := "not flagged"
		switch {
		case k.Group == Edge && k.Found != "":
			found = k.side(k.Found) + " ahead"
		case k.Group == Edge:
			found = "neither ahead"
		case k.Flagged:
			found = "leans to " + k.side(k.Leans)
		}
		c := k.Balance.Main()
		t.Rows = append(t.Rows, doc.Row(k.Title, k.known(), found, k.Verdict.mark(), format.Percent.Interval(c.Strongest().Curve), points.Interval(c.Slope), k.Revision))
	}
	return t
}

// points writes differences of shares.
var points = format.Unit{Scale: 100, Digits: 1}

// known says in a few words what is known.
func (k *Known) known() string {
	switch {
	case k.Score > 0:
		return format.Percent.Number(k.Score) + ", " + k.By
	case k.Ahead != "":
		return k.side(k.Ahead)
	}
	return map[Group]string{Original: "not even", Control: "even", Edge: format.None}[k.Group]
}

// known lists what was published.
func (f *Figures) known() doc.Table {
	t := doc.Table{Head: []string{"game", "what was published", "rules"}, Breaks: f.breaks()}
	for _, k := range f.Fates {
		t.Rows = append(t.Rows, doc.Row(k.Title, doc.Span{Text: k.Says, Link: k.Source}, doc.Span{Text: k.Hash, Mark: doc.Literal}))
	}
	return t
}

func (f *Figures) method() doc.Block {
	s := f.Settings
	return doc.List{
		doc.T("All games begin as designed: the score is that of the side that moves first. bestiary balance GAME --of first plays the same."),
		doc.T(fmt.Sprintf("A game is flagged if the whole interval lies outside %[2]s to %[3]s at any strength of %[1]s or more, or at four times the strongest.", format.Plural(s.From, "node"), format.Percent.Number(0.5-s.Margin), format.Percent.Number(0.5+s.Margin))),
		doc.T("As known means: an original is flagged, for the right side if one is named; a fair design is not flagged, and its interval lies inside at all of these strengths; an edge has its side ahead at the highest of them where the interval excludes 50 %."),
		doc.T("Published scores are compared with the estimates between the strongest players: the better side is found if the estimate lies on the same side of one half, and the distance is the root mean square of the differences, which include sampling error."),
		doc.T(s.power()),
		doc.T("The settings, and what else the games follow from (rules, weights, seeds and the revision of the engine), were written with their hashes before the first game. Games without tuned weights were learned first, where that is possible. What was played: " + s.String() + "."),
	}
}

// power says how large a lean must be to be flagged.
func (s *Settings) power() string {
	plan, err := s.Plan()
	if err != nil {
		return "How large a lean these games can show is not known: " + err.Error() + "."
	}
	least := math.Inf(1)
	for _, r := range plan.Rungs {
		if r.Nodes >= s.From {
			least = min(least, float64(r.HalfWidth))
		}
	}
	return fmt.Sprintf("Before the games the interval was expected to be ±%s points where it is narrowest, so that a lean of %s points would be flagged about half of the time. Where players differ it is wider.", points.Bare().Number(least), points.Bare().Number(s.Margin+least))
}

func (f *Figures) chart() *chart.Chart {
	in := chart.CurvesInput{X: "nodes a move", About: chart.About{Game: format.Plural(len(f.Fates), "game variant"), Games: f.Games}, Y: "score of the side that moves first", Mark: "original that was revised", Margin: f.Settings.Margin}
	for _, k := range f.Fates {
		in.Level = k.Balance.Level
		c := k.Balance.Main().Drawn(k.Title)
		c.Group, c.Known, c.Marked = format.Title(words[k.Group]+"s"), k.Score, k.Group == Original
		in.Curves = append(in.Curves, c)
	}
	if len(in.Curves) == 0 {
		return nil
	}
	return chart.Strengths(in)
}

// rows are those of retrodiction.csv: one for each game and strength.
func (f *Figures) rows() [][]string {
	rows := [][]string{{"group", "game", "rules", "known_ahead", "known_score", "known_by", "flagged", "leans", "ahead_found", "verdict", "nodes", "games", "score", "score_lo", "score_hi", "curve", "curve_lo", "curve_hi", "level"}}
	for _, k := range f.Fates {
		c := k.Balance.Main()
		for _, r := range append(c.Rungs[:len(c.Rungs):len(c.Rungs)], c.Beyond) {
			score := stat.Exact(k.Score)
			if k.Score == 0 {
				score = stat.Unknown()
			}
			row := []string{string(k.Group), k.Name, k.Hash, k.Ahead, format.Cell(score.Estimate), k.By, fmt.Sprint(k.Flagged), k.Leans, k.Found, string(k.Verdict), fmt.Sprint(r.Nodes), fmt.Sprint(r.Games)}
			raw := r.Score
			if r.Games == 0 {
				raw = stat.Unknown()
			}
			for _, v := range []stat.Interval{raw, r.Curve} {
				row = append(row, format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi))
			}
			rows = append(rows, append(row, format.Cell(k.Balance.Level)))
		}
	}
	return rows
}

// Positions returns how many positions are searched in all games together, if each has a hundred
// plies.
func (s *Settings) Positions() (sum float64, err error) {
	for _, k := range s.Known {
		p, err := balance.NewPlan(k.game, s.config(k.Name))
		if err != nil {
			return 0, err
		}
		sum += p.Positions
	}
	return sum, nil
}

// Plan says what a game will cost and how well its score will be known.
func (s *Settings) Plan() (*balance.Plan, error) {
	return balance.NewPlan(s.Known[0].game, s.config(""))
}

package study

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

// Write writes the page into a folder, with retrodiction.json, retrodiction.csv and the inputs of
// the games with their hashes, and returns the path of the page.
func (r *Retrodicted) Write(folder string, run page.Run) (string, error) {
	sealed, err := r.Settings.sealed()
	if err != nil {
		return "", fmt.Errorf("retrodiction: %w", err)
	}
	return writePage(folder, "retrodiction.json", figures[*Retrodicted]{Run: run, Figures: r}, &page.Page{
		Body: texts.Blocks("retrodiction-body", r), Appendix: texts.Sections("retrodiction-appendix", r),
		Facts: []page.Fact{
			{Name: "seed", Value: r.Settings.Seed}, {Name: "SHA-256 of the settings", Value: r.SHA256},
			{Name: "games", Value: format.Count(r.Games)},
		},
	}, append(files.Sealed(sealed...), r.sheet())...)
}

// Finding states the result in a sentence.
func (r *Retrodicted) Finding() string {
	return texts.Text("retrodiction-finding", r).String() + page.NotPlayed(r.Failed)
}

// Met is the number of goals that are met, and Counts the results of those that count.
func (r *Retrodicted) Met() (met int) {
	for _, g := range r.Goals {
		if g.Met {
			met++
		}
	}
	return met
}

func (r *Retrodicted) Counts() string {
	var parts []string
	for _, g := range r.Goals {
		if !g.Points {
			parts = append(parts, g.Asks+": "+g.InWords())
		}
	}
	return format.Title(strings.Join(parts, "; "))
}

// Text returns the goals and the games for a terminal, in lines of width characters.
func (r *Retrodicted) Text(width int) string {
	games := texts.Table("games", r)
	games.Foot = nil
	return texts.Table("goals", r.Goals).Text(width) + "\n" + narrowed(games, 5).Text(width)
}

// The values and blocks of the page.

func (r *Retrodicted) Low() float64  { return 0.5 - r.Settings.Margin }
func (r *Retrodicted) High() float64 { return 0.5 + r.Settings.Margin }

// points writes differences of shares.
var points = format.Unit{Scale: 100, Digits: 1}

// Power states how narrow the intervals are and how large a lean must be to be flagged.
func (r *Retrodicted) Power() map[string]string {
	plan, err := r.Settings.plan()
	if err != nil {
		return nil
	}
	least := math.Inf(1)
	for _, rung := range plan.Each.Rungs {
		if rung.Nodes >= r.Settings.From {
			least = min(least, float64(rung.HalfWidth))
		}
	}
	return map[string]string{"Width": points.Bare().Number(least), "Lean": points.Bare().Number(r.Settings.Margin + least)}
}

// Begins reports whether a group begins with a game, and not with the first.
func (r *Retrodicted) Begins(i int) bool { return i > 0 && r.Fates[i].Group != r.Fates[i-1].Group }

// FoundOut returns the result in a few words.
func (f *Fate) FoundOut() string {
	switch {
	case f.Group == Edge && f.Found != "":
		return f.side(f.Found) + " ahead"
	case f.Group == Edge:
		return "neither ahead"
	case f.Flagged:
		return "leans to " + f.side(f.Leans)
	}
	return "not flagged"
}

// Judged returns the verdict.
func (f *Fate) Judged() doc.Span {
	if f.Verdict == NotJudged {
		return doc.Span{Text: string(f.Verdict)}
	}
	return doc.Verdict(string(f.Verdict))
}

// Slope returns how the score changes with strength, in points.
func (f *Fate) Slope() string { return points.Interval(f.Balance.Main().Slope) }

// KnownAs returns what is known, in a few words.
func (k *Known) KnownAs() string {
	switch {
	case k.Score > 0:
		return format.Percent.Number(k.Score) + ", " + k.By
	case k.Ahead != "":
		return k.side(k.Ahead)
	}
	return map[Group]string{Original: "not even", Fair: "even", Edge: format.None}[k.Group]
}

// Curves draws the curve of each game.
func (r *Retrodicted) Curves() []doc.Block {
	about := chart.About{Game: format.Plural(len(r.Fates), "game variant"), Games: r.Games}
	in := chart.CurvesInput{
		X: "nodes a move", About: about, Y: "score of the side that moves first", Mark: "original that was revised", Margin: r.Settings.Margin,
	}
	for _, f := range r.Fates {
		in.Level = f.Balance.Level
		c := f.Balance.Main().Drawn(f.Title)
		c.Group, c.Known, c.Marked = format.Title(groupName[f.Group]+"s"), f.Score, f.Group == Original
		in.Curves = append(in.Curves, c)
	}
	if len(in.Curves) == 0 {
		return nil
	}
	const caption = "Each panel shows a game. Published scores are marked."
	return page.Figures(page.Figure{Name: "curves", Caption: caption, Chart: chart.Strengths(in)})
}

// sheet has a row for each game and strength.
func (r *Retrodicted) sheet() files.File {
	type row struct {
		fate *Fate
		rung balance.Rung
	}
	var rows []row
	for _, f := range r.Fates {
		c := f.Balance.Main()
		for _, rung := range append(c.Rungs[:len(c.Rungs):len(c.Rungs)], c.Beyond) {
			rows = append(rows, row{f, rung})
		}
	}
	const head = "group,game,rules,known_ahead,known_score,known_by,flagged,leans,ahead_found,verdict," +
		"nodes,games,score,score_lo,score_hi,curve,curve_lo,curve_hi,level"
	return page.Sheet("retrodiction.csv", head, rows, func(one *row) []any {
		f, rung, published := one.fate, one.rung, one.fate.Score
		if published == 0 {
			published = math.NaN()
		}
		if rung.Games == 0 {
			rung.Score = stat.Unknown()
		}
		return []any{f.Group, f.Name, f.Hash, f.Ahead, published, f.By, f.Flagged, f.Leans, f.Found, f.Verdict,
			rung.Nodes, rung.Games, rung.Score, rung.Curve, f.Balance.Level}
	})
}

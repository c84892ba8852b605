package retrodiction

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"bestiary/experiments/balance"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
)

// Verdict says whether a game was found as it is known.
type Verdict string

// The verdicts.
const (
	AsKnown    Verdict = "as known"
	Otherwise  Verdict = "otherwise"
	CannotTell Verdict = "cannot tell"
	NotJudged  Verdict = "not judged" // nothing is known of it that a verdict could be about
)

// Fate is a game with what was found.
type Fate struct {
	Known
	Title string `json:"title"`
	Hash  string `json:"hash"` // of the rules
	// Flagged reports whether the score lies beyond the margin at a strength that counts, and
	// Leans the side that is then ahead: first, second or "". An edge is found from one half on.
	Flagged bool    `json:"flagged"`
	Leans   string  `json:"leans"`
	Verdict Verdict `json:"verdict"`
	// Balance is the curve with its rungs.
	Balance *balance.Result `json:"balance"`
}

// Result holds the games of a retrodiction in the order of the file.
type Result struct {
	Settings *Settings
	Fates    []Fate
}

// Games returns how many games a crew plays at most.
func (s *Settings) Games(crew match.Crew) (games int) {
	for _, k := range s.Known {
		c := s.config(k.Name)
		games += c.Games(crew) + c.LearningGames(k.game)
	}
	return games
}

// Run plays the games that the folder lacks. After an interruption the same call continues.
func Run(ctx context.Context, s *Settings, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	sealed, err := s.sealed()
	if err == nil {
		err = files.Seal(folder, sealed...)
	}
	if err != nil {
		return nil, fmt.Errorf("retrodiction: %w", err)
	}
	res := &Result{Settings: s}
	var partial error
	for _, k := range s.Known {
		part := ev.Parts(func(p *match.Part) { p.Label = k.Name + ", " + p.Label })
		b, err := balance.Run(ctx, k.game, s.config(k.Name), filepath.Join(folder, "games", k.Name), crew, part)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("retrodiction: %s: %w", k.Name, err)
		}
		res.Fates = append(res.Fates, s.judge(k, b))
	}
	if partial != nil {
		return nil, partial
	}
	return res, nil
}

// judge compares what was found with what is known.
func (s *Settings) judge(k Known, b *balance.Result) Fate {
	f := Fate{Known: k, Title: k.Name, Hash: k.game.Variant.Hash(), Balance: b}
	b.Folder = ""
	if k.Name == k.game.Variant.Name {
		f.Title = k.game.Variant.Title
	}
	var played, all []stat.Interval
	even := true
	for _, r := range b.Main().Rungs {
		if r.Nodes >= s.From {
			played = append(played, r.Curve)
			even = even && r.Verdict == balance.Fair
		}
	}
	all = append(played, b.Main().Beyond.Curve)
	f.Leans = ahead(all, s.Margin)
	f.Flagged = f.Leans != ""
	edge := ahead(played, 0)
	switch {
	case k.Group == Edge && k.Ahead == "":
		f.Verdict = NotJudged
	case k.Group == Edge:
		f.Verdict = verdict(edge == k.Ahead, edge != "")
	case k.Group == Original:
		f.Verdict = verdict(f.Flagged && (k.Ahead == "" || f.Leans == k.Ahead), f.Flagged || even)
	default:
		f.Verdict = verdict(even && !f.Flagged, f.Flagged)
	}
	return f
}

// verdict returns that of a game that was found as it is known, or else otherwise.
func verdict(asKnown, otherwise bool) Verdict {
	switch {
	case asKnown:
		return AsKnown
	case otherwise:
		return Otherwise
	}
	return CannotTell
}

// ahead returns the side ahead by more than a margin, for certain, at the highest strength where
// one is; "" if none is at any.
func ahead(scores []stat.Interval, margin float64) (side string) {
	for _, v := range scores {
		switch {
		case v.Lo > 0.5+margin:
			side = first
		case v.Hi < 0.5-margin:
			side = second
		}
	}
	return side
}

// Goal is one of the goals of the file.
type Goal struct {
	Asks   string  `json:"asks"`
	Want   float64 `json:"want"`
	Most   bool    `json:"most"`   // Want is a most, not a least
	Points bool    `json:"points"` // Want and Found are points of score, not games
	Found  float64 `json:"found"`
	Of     int     `json:"of"` // games
	Met    bool    `json:"met"`
}

// Goals counts what the goals ask for.
func (r *Result) Goals() []Goal {
	list := []Goal{
		{Asks: "revised originals flagged", Want: float64(r.Settings.Originals)},
		{Asks: "fair designs flagged", Want: float64(r.Settings.Controls), Most: true},
		{Asks: "known edges found on their side", Want: float64(r.Settings.Edges)},
		{Asks: "better side as published", Want: float64(r.Settings.Sides)},
		{Asks: "distance from published scores in points", Want: r.Settings.Points, Most: true, Points: true},
	}
	for _, f := range r.Fates {
		g, counts := &list[0], f.Verdict == AsKnown
		switch f.Group {
		case Control:
			g, counts = &list[1], f.Flagged
		case Edge:
			g = &list[2]
		}
		if f.Verdict != NotJudged {
			g.Of++
		}
		if counts {
			g.Found++
		}
		if f.Score > 0 {
			compare(f, &list[3], &list[4])
		}
	}
	list[4].Found = math.Sqrt(list[4].Found / float64(max(list[4].Of, 1)))
	for i := range list {
		g := &list[i]
		if g.Met = g.Found >= g.Want; g.Most {
			g.Met = g.Found <= g.Want
		}
	}
	return slices.DeleteFunc(list, func(g Goal) bool { return g.Of == 0 || g.Points && g.Want == 0 })
}

// compare adds a game to the goals about published scores: whether the estimate between the strongest
// players lies on the same side of one half, and the square of the distance in points, which includes
// the luck of the games.
func compare(f Fate, sides, points *Goal) {
	found := f.Balance.Main().Strongest().Curve.Estimate
	sides.Of++
	points.Of++
	if (found-0.5)*(f.Score-0.5) > 0 {
		sides.Found++
	}
	points.Found += math.Pow(100*(found-f.Score), 2)
}

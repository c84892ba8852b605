package retrodiction

import (
	"context"
	"errors"
	"fmt"
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

// Games returns how many games of play a crew plays.
func (s *Settings) Games(crew match.Crew) int { return len(s.Known) * s.config().Games(crew) }

// Run plays the games that the folder lacks. After an interruption the same call continues.
func Run(ctx context.Context, s *Settings, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := files.Seal(folder, s.sealed()); err != nil {
		return nil, fmt.Errorf("retrodiction: %w", err)
	}
	res := &Result{Settings: s}
	var partial error
	for _, k := range s.Known {
		part := ev.Parts(func(p *match.Part) { p.Label = k.Name + ", " + p.Label })
		b, err := balance.Run(ctx, k.game, s.config(), filepath.Join(folder, "games", k.Name), crew, part)
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

// sealed is the file with the settings, which lies beside the games.
func (s *Settings) sealed() files.File { return files.File{Name: Name + suffix, Data: s.data} }

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
	Asks  string `json:"asks"`
	Want  int    `json:"want"`
	Most  bool   `json:"most"` // Want is a most, not a least
	Found int    `json:"found"`
	Of    int    `json:"of"`
	Met   bool   `json:"met"`
}

// Goals counts what the goals ask for.
func (r *Result) Goals() []Goal {
	list := []Goal{
		{Asks: "revised originals flagged", Want: r.Settings.Originals},
		{Asks: "fair designs flagged", Want: r.Settings.Controls, Most: true},
		{Asks: "known edges found on their side", Want: r.Settings.Edges},
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
	}
	for i := range list {
		g := &list[i]
		if g.Met = g.Found >= g.Want; g.Most {
			g.Met = g.Found <= g.Want
		}
	}
	return slices.DeleteFunc(list, func(g Goal) bool { return g.Of == 0 })
}

package retrodiction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
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
	// Leans the side that is then ahead: first, second or "".
	Flagged bool   `json:"flagged"`
	Leans   string `json:"leans"`
	// Found is the side that is ahead, by whatever margin, at the highest strength that was played at
	// which one is. An edge is judged by it.
	Found   string  `json:"ahead-found"`
	Verdict Verdict `json:"verdict"`
	// Balance is the curve with its rungs.
	Balance *balance.Result `json:"balance"`
}

// Result holds the games of a retrodiction in the order of the file.
type Result struct {
	Settings *Settings
	Fates    []Fate
	Failed   []page.Failure
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
	return run(ctx, s, folder, crew, ev, balance.Run)
}

// measure measures the balance of a game, as balance.Run does.
type measure func(context.Context, *rules.Game, balance.Config, string, match.Crew, match.Events) (*balance.Result, error)

func run(ctx context.Context, s *Settings, folder string, crew match.Crew, ev match.Events, play measure) (*Result, error) {
	sealed, err := s.sealed()
	if err == nil {
		err = files.Seal(folder, sealed...)
	}
	if err != nil {
		return nil, fmt.Errorf("retrodiction: %w", err)
	}
	res := &Result{Settings: s}
	var partial error
	var failed []error
	for _, k := range s.Known {
		part := ev.Parts(func(p *match.Part) { p.Label = k.Name + ", " + p.Label })
		b, err := play(ctx, k.game, s.config(k.Name), filepath.Join(folder, "games", k.Name), crew, part)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		switch {
		case ctx.Err() != nil:
			return nil, cmp.Or(err, ctx.Err())
		case errors.As(err, new(*opening.Unbalanced)): // nothing will help; the page says so
			res.Failed = append(res.Failed, page.Failure{Name: k.Name, Why: err.Error()})
		case err != nil: // the other games are played all the same
			failed = append(failed, fmt.Errorf("retrodiction: %s: %w", k.Name, err))
		default:
			res.Fates = append(res.Fates, s.judge(k, b))
		}
	}
	if err := cmp.Or(errors.Join(failed...), partial); err != nil {
		return nil, err
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
	f.Found = ahead(played, 0)
	switch {
	case k.Group == Edge && k.Ahead == "":
		f.Verdict = NotJudged
	case k.Group == Edge:
		f.Verdict = verdict(f.Found == k.Ahead, f.Found != "")
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
		{Asks: "better side as in games of people", Want: float64(r.Settings.Sides)},
		{Asks: "distance from scores of people in points", Want: r.Settings.Points, Most: true, Points: true},
		{Asks: "better side as in games of engines", Want: float64(r.Settings.EngineSides)},
		{Asks: "distance from scores of engines in points", Want: r.Settings.EnginePoints, Most: true, Points: true},
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
		switch {
		case f.By == People:
			compare(f, &list[3], &list[4])
		case f.Score > 0:
			compare(f, &list[5], &list[6])
		}
	}
	for i := range list {
		g := &list[i]
		if g.Points {
			g.Found = math.Sqrt(g.Found / float64(max(g.Of, 1)))
		}
		if g.Met = g.Found >= g.Want; g.Most {
			g.Met = g.Found <= g.Want
		}
	}
	return slices.DeleteFunc(list, func(g Goal) bool { return g.Of == 0 || g.Points && g.Want == 0 })
}

// compare adds a game to the goals about published scores: whether the estimate between the strongest
// players lies on the same side of one half, and the square of the distance in points, which includes
// sampling error.
func compare(f Fate, sides, points *Goal) {
	found := f.Balance.Main().Strongest().Curve.Estimate
	sides.Of++
	points.Of++
	if (found-0.5)*(f.Score-0.5) > 0 {
		sides.Found++
	}
	points.Found += math.Pow(100*(found-f.Score), 2)
}

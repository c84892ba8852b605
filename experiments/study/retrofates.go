package study

import (
	"time"

	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/internal/stat"
)

// The verdicts on games: whether they were found as they are known, or CannotTell.
const (
	AsKnown   Verdict = "as known"
	Otherwise Verdict = "otherwise"
	NotJudged Verdict = "not judged" // nothing known about it can be judged
)

// Fate is a game with its result.
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

// judge compares the results with what is known.
func (s *Retrodiction) judge(k Known, b *balance.Result) *Fate {
	v := k.Run.Game.Variant
	f := &Fate{Known: k, Title: k.Name, Hash: v.Hash(), Balance: b}
	b.Folder = ""
	if k.Name == v.Name {
		f.Title = v.Title
	}
	var played []stat.Interval
	even := true
	for _, r := range b.Main().Rungs {
		if r.Nodes >= s.From {
			played = append(played, r.Curve)
			even = even && r.Verdict == balance.Fair
		}
	}
	f.Found = ahead(played, 0)
	f.Leans = ahead(append(played, b.Main().Beyond.Curve), s.Margin)
	f.Flagged = f.Leans != ""
	asKnown, otherwise := even && !f.Flagged, f.Flagged
	switch k.Group {
	case Edge:
		asKnown, otherwise = f.Found == k.Ahead, f.Found != ""
	case Original:
		asKnown, otherwise = f.Flagged && (k.Ahead == "" || f.Leans == k.Ahead), f.Flagged || even
	}
	switch {
	case k.Group == Edge && k.Ahead == "":
		f.Verdict = NotJudged
	case asKnown:
		f.Verdict = AsKnown
	case otherwise:
		f.Verdict = Otherwise
	default:
		f.Verdict = CannotTell
	}
	return f
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

// goals evaluates the goals of the file. Published scores are compared with the estimates between
// the strongest players.
func (s *Retrodiction) goals(fates []*Fate) []Goal {
	counts := map[Group]*Goal{
		Original: {Asks: "revised originals flagged", Want: float64(s.Originals)},
		Fair:     {Asks: "fair designs flagged", Want: float64(s.Controls), Most: true},
		Edge:     {Asks: "known edges found on their side", Want: float64(s.Edges)},
	}
	sides := map[string]*Goal{
		people:  {Asks: "better side as in games between people", Want: float64(s.Sides)},
		engines: {Asks: "better side as in games between engines", Want: float64(s.EngineSides)},
	}
	points := map[string]*Goal{
		people:  {Asks: "distance from scores of people in points", Want: s.Points, Most: true, Points: true},
		engines: {Asks: "distance from scores of engines in points", Want: s.EnginePoints, Most: true, Points: true},
	}
	for _, f := range fates {
		if f.Verdict != NotJudged {
			counts[f.Group].count(f.Group == Fair && f.Flagged || f.Group != Fair && f.Verdict == AsKnown)
		}
		if f.Score > 0 {
			found := f.Balance.Main().Strongest().Curve.Estimate
			sides[f.By].count((found-0.5)*(f.Score-0.5) > 0)
			points[f.By].distance(100 * (found - f.Score))
		}
	}
	return settled(counts[Original], counts[Fair], counts[Edge], sides[people], points[people], sides[engines], points[engines])
}

// Retrodicted is the result of a retrodiction.
type Retrodicted struct {
	SHA256   string         `json:"sha256"` // of the settings
	Settings *Retrodiction  `json:"settings"`
	Games    int            `json:"games"` // that were played, without those from which players learned
	Goals    []Goal         `json:"goals"`
	Fates    []*Fate        `json:"fates"`
	Failed   []page.Failure `json:"failed"` // games that could not be played
}

// About identifies the retrodiction.
func (r *Retrodicted) About() About { return r.Settings.About() }

// Time is not known.
func (r *Retrodicted) Time() time.Duration { return 0 }

package compare

import (
	"bestiary/engine/rules"
	"bestiary/internal/stat"
)

// Figures are the numbers of a result for programs.
type Figures struct {
	Folder    string          `json:"folder,omitempty"` // empty in compare.json
	Pairs     int             `json:"pairs"`
	Nodes     int             `json:"nodes"`
	Level     float64         `json:"level"`
	Sides     []SideFigures   `json:"sides"`
	Measures  []MeasureFigure `json:"measures"`
	Tests     []TestFigure    `json:"tests"`
	Same      []ClaimFigure   `json:"same"`
	Identical int             `json:"identical"`
	Beyond    *BeyondFigure   `json:"beyond"`
}

// SideFigures are those of one side; medians are in plies.
type SideFigures struct {
	Label    string            `json:"label"`
	Game     string            `json:"game"`
	Rules    string            `json:"rules-hash"`
	Weights  string            `json:"weights"`
	Options  map[string]string `json:"options"`
	Games    int               `json:"games"`
	White    int               `json:"white"`
	Draws    int               `json:"draws"`
	Black    int               `json:"black"`
	Reasons  map[string]int    `json:"reasons"`
	Median   stat.Interval     `json:"median-length"`
	Decision stat.Interval     `json:"median-decision"`
}

// MeasureFigure is a Measure.
type MeasureFigure struct {
	Name       string        `json:"name"`
	Label      string        `json:"label"`
	Unit       Unit          `json:"unit"`
	First      stat.Interval `json:"first"`
	Second     stat.Interval `json:"second"`
	Difference stat.Interval `json:"difference"`
	Size       stat.Interval `json:"size"`
	P          stat.Number   `json:"p"`
	Holm       stat.Number   `json:"holm"`
	Gain       stat.Number   `json:"gain"`
}

// TestFigure is a Test.
type TestFigure struct {
	Name      string        `json:"name"`
	Label     string        `json:"label"`
	Statistic stat.Number   `json:"statistic"`
	P         stat.Number   `json:"p"`
	Holm      stat.Number   `json:"holm"`
	Ratio     stat.Interval `json:"ratio"`
}

// ClaimFigure is a Claim.
type ClaimFigure struct {
	Name      string        `json:"name"`
	Margin    stat.Number   `json:"margin"`
	Narrow    stat.Interval `json:"narrow"`
	P         stat.Number   `json:"p"`
	Holm      stat.Number   `json:"holm"`
	Supported bool          `json:"supported"`
}

// BeyondFigure is a Beyond; side counts from 1.
type BeyondFigure struct {
	Side    int `json:"side"`
	Limit   int `json:"limit"`
	Games   int `json:"games"`
	Decided int `json:"decided"`
	Stopped int `json:"stopped"`
}

// Figures are the numbers of the result.
func (res *Result) Figures() Figures {
	out := Figures{
		Folder: res.Folder, Pairs: res.Config.Play.Pairs, Nodes: res.Config.Play.Nodes, Level: res.Config.Level,
		Same: []ClaimFigure{}, Identical: res.Identical,
	}
	for i := range res.Sides {
		out.Sides = append(out.Sides, res.Sides[i].figures())
	}
	for i := range res.Measures {
		m := &res.Measures[i]
		out.Measures = append(out.Measures, MeasureFigure{
			m.Name, m.Label, m.Unit, m.First, m.Second, m.Difference, m.Size,
			stat.Number(m.P), stat.Number(m.Holm), stat.Number(m.Gain),
		})
	}
	for _, t := range res.Tests {
		out.Tests = append(out.Tests, TestFigure{t.Name, t.Label, stat.Number(t.Statistic), stat.Number(t.P), stat.Number(t.Holm), t.Ratio})
	}
	for _, c := range res.Claims {
		out.Same = append(out.Same, ClaimFigure{
			c.Measure.Name, stat.Number(c.Margin), c.Narrow, stat.Number(c.P), stat.Number(c.Holm), c.Supported(res.Config.Level),
		})
	}
	if b := res.Beyond; b != nil {
		out.Beyond = &BeyondFigure{b.Side + 1, b.Limit, b.Games, b.Decided, b.Stopped}
	}
	return out
}

func (s *SideResult) figures() SideFigures {
	v := s.Game.Variant
	out := SideFigures{
		Label: s.Label, Game: v.Name, Rules: v.Hash(), Weights: s.Weights, Options: map[string]string{}, Games: len(s.Games),
		White: s.Won(rules.WhiteWins), Draws: s.Won(rules.Draw), Black: s.Won(rules.BlackWins), Reasons: map[string]int{},
		Median: s.Median, Decision: s.Decision,
	}
	for _, o := range v.Settings() {
		out.Options[o.Name] = o.Value
	}
	for i := range s.Games {
		out.Reasons[string(s.Games[i].Reason)]++
	}
	return out
}

package balance

import (
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/store"
)

// Result says who wins a game, by strength.
type Result struct {
	Game   *rules.Game `json:"-"`
	Config Config      `json:"-"` // with the question
	Name   string      `json:"game"`
	Folder string      `json:"folder"`
	// Of is the question: first or army. Whose is the name of the side whose score is given.
	Of    Question `json:"of"`
	Whose string   `json:"whose"`
	// Answer is the result in words.
	Answer string `json:"answer"`
	// Margin is how far from one half a fair score may be. Level is the confidence level of each interval or, if
	// the run has grown since it was looked at first, of all intervals of a curve together, at any look.
	Margin float64 `json:"margin"`
	Level  float64 `json:"level"`
	Grown  bool    `json:"grown"`
	Pairs  int     `json:"pairs"` // at the lowest rung
	Games  int     `json:"games"` // of the panel
	// Copies counts the games that repeat others.
	Copies store.Copies `json:"-"`
	// Curves has the curve of the panel, then one for each further player.
	Curves []Curve `json:"curves"`
	// Arrays holds the results of searches before the first move.
	Arrays []Array `json:"arrays"`
}

// Curve is the score by strength of some players.
type Curve struct {
	Players []string `json:"players"`
	Rungs   []Rung   `json:"rungs"`
	// Verdict is the verdict of the strongest rung.
	Verdict Verdict `json:"verdict"`
	// Slope is the mean change of the score per rung, a factor of four.
	Slope stat.Interval `json:"slope"`
	// Beyond is the extrapolation to four times the nodes of the strongest rung. Nobody has
	// played there.
	Beyond Rung `json:"extrapolation"`
	// Widened is the factor by which limits are wider because players differ by more than chance; 1 if they do not.
	Widened float64 `json:"widened"`

	fit *fitted
}

// Rung is a number of nodes a move.
type Rung struct {
	Nodes int `json:"nodes"`
	Games int `json:"games"`
	// Score is the mean score of these games alone; Curve is the score by these games and the curve
	// through all rungs together, which the verdict is about.
	Score   stat.Interval `json:"score"`
	Curve   stat.Interval `json:"curve"`
	Verdict Verdict       `json:"verdict"`
	// Designed is the score in the game as designed, with the side in question moving first,
	// by the curve; Move is what moving first is worth. Only for the question of an army.
	Designed stat.Interval `json:"as-designed,omitzero"`
	Move     stat.Interval `json:"move,omitzero"`
	Draws    stat.Interval `json:"draws,omitzero"`
	Length   stat.Interval `json:"length,omitzero"` // in plies
	// Players are the scores of single players, in the order of the curve.
	Players []float64 `json:"players,omitempty"`
}

// Verdict is the answer at a strength.
type Verdict string

// The verdicts.
const (
	Fair       Verdict = "fair"   // the interval lies within the margin
	Leans      Verdict = "leans"  // it lies beyond the margin
	Behind     Verdict = "behind" // it lies beyond the margin on the other side
	CannotTell Verdict = "cannot tell"
)

// judge compares a score with one half.
func judge(v stat.Interval, margin float64) Verdict {
	switch {
	case v.Lo > 0.5+margin:
		return Leans
	case v.Hi < 0.5-margin:
		return Behind
	case v.Lo >= 0.5-margin && v.Hi <= 0.5+margin:
		return Fair
	}
	return CannotTell
}

// Main returns the curve of the panel.
func (r *Result) Main() *Curve { return &r.Curves[0] }

// WithGames returns the half-width that the score between the strongest players would have with a number of times as many
// games, after this look.
func (r *Result) WithGames(times float64) float64 {
	top, next := r.Main().Strongest(), r.Config
	own, now := math.Pow(top.Score.HalfWidth(), -2), top.Curve.HalfWidth()
	next.Looked, next.Play.Pairs = true, int(times*float64(next.Play.Pairs))
	wider := stat.Quantile(criticalLevel(next)) / stat.Quantile(criticalLevel(r.Config))
	return wider / math.Sqrt(times*own+max(0, math.Pow(now, -2)-own))
}

// Strongest returns the strongest rung.
func (c *Curve) Strongest() *Rung { return &c.Rungs[len(c.Rungs)-1] }

// newCurve fits the curve of some players.
func newCurve(c Config, names []string, list []sample) (*Curve, error) {
	f, err := fit(c, list)
	if err != nil {
		return nil, err
	}
	out := &Curve{Players: names, Widened: f.widen, Slope: f.slope(c), fit: f}
	for _, nodes := range c.Strengths {
		rung := f.rung(c, nodes)
		own := cells(list, nodes)
		rung.describe(slices.Concat(own...), f)
		for _, some := range own {
			mean, _ := scoreOf(some)
			rung.Players = append(rung.Players, mean)
		}
		out.Rungs = append(out.Rungs, rung)
	}
	out.Verdict = out.Strongest().Verdict
	out.Beyond = f.rung(c, Factor*out.Strongest().Nodes)
	return out, nil
}

// rung returns the curve at a number of nodes.
func (f *fitted) rung(c Config, nodes int) Rung {
	r := Rung{Nodes: nodes, Curve: f.score(float64(nodes), 0)}
	r.Verdict = judge(r.Curve, c.Margin)
	if f.signs {
		r.Designed, r.Move = f.score(float64(nodes), 1), f.move(float64(nodes))
	}
	return r
}

// describe adds the results of a rung's own games.
func (r *Rung) describe(list []sample, f *fitted) {
	r.Games = len(list)
	mean, se := scoreOf(list)
	r.Score = share(mean, se, len(list)/2, f.level)
	mean, se = meanOfPairs(list, func(s sample) float64 {
		if s.drawn {
			return 1
		}
		return 0
	})
	r.Draws = share(mean, se, len(list)/2, f.level)
	mean, se = meanOfPairs(list, func(s sample) float64 { return float64(s.plies) })
	r.Length = stat.Normal(mean, se, f.level)
}

// Points returns a curve for a chart: the score at numbers of nodes that rise evenly.
func (c *Curve) Points(perRung int) (nodes []float64, scores []stat.Interval) {
	lo, hi := float64(c.Rungs[0].Nodes), float64(c.Beyond.Nodes)
	n := perRung * max(2, int(math.Ceil(c.fit.steps(hi))))
	for i := range n + 1 {
		x := lo * math.Pow(hi/lo, float64(i)/float64(n))
		nodes, scores = append(nodes, x), append(scores, c.fit.curve(x))
	}
	return nodes, scores
}

package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"bestiary/internal/stat"
)

// PlayersConfig says how to rate the players of a table.
type PlayersConfig struct {
	// Model of draws; HalfPoints if zero. A model without a draw in the table is
	// the same as HalfPoints.
	Model DrawModel
	// NoAdvantage leaves out the advantage of White, which is otherwise estimated.
	NoAdvantage bool
	// Mean is the mean of the ratings, in Elo; default 0.
	Mean float64
	// PriorSD is the standard deviation, in Elo, of a normal prior distribution of
	// each rating about the mean, and of the advantage of White about 0. It makes
	// ratings finite whatever the results. 0 is no prior; otherwise positive.
	PriorSD float64
	// Level is the confidence level of intervals, above 0 and below 1; 0.95 if zero.
	Level float64
}

// Validate reports settings outside their range.
func (c PlayersConfig) Validate() error {
	switch {
	case c.Model < HalfPoints || c.Model > Davidson:
		return fmt.Errorf("rating: draw model %d, expected one from %d to %d", c.Model, HalfPoints, Davidson)
	case math.IsNaN(c.Mean) || math.IsInf(c.Mean, 0):
		return fmt.Errorf("rating: mean %v of the ratings, expected a finite number", c.Mean)
	case !(c.PriorSD >= 0) || math.IsInf(c.PriorSD, 1):
		return fmt.Errorf("rating: prior standard deviation %v, expected a finite number of at least 0", c.PriorSD)
	case c.Level != 0 && !(c.Level > 0 && c.Level < 1):
		return fmt.Errorf("rating: confidence level %v, expected one between 0 and 1", c.Level)
	}
	return nil
}

func (c PlayersConfig) level() float64 { return cmp.Or(c.Level, Level95) }

// Player is a player with a rating.
type Player struct {
	Name string
	// Elo is the rating, in the Elo of the model.
	Elo stat.Interval
	// Games played, and the mean Score in them, 0 to 1, or NaN if there are none.
	Games int
	Score float64
}

// Ratings is the strength of the players of a table.
type Ratings struct {
	// Players, the strongest first; equals by name.
	Players []Player
	// Advantage of White in the Elo of the model; exactly 0 with NoAdvantage.
	Advantage stat.Interval
	// Draws is the parameter of the draw model: drawelo in Elo for RaoKupper, ν for
	// Davidson. It is exactly 0 if no game is drawn, and unknown for HalfPoints.
	Draws stat.Interval
	// Scale is the factor by which BayesElo multiplies ratings; 1 for other models
	// than RaoKupper.
	Scale float64
	// LogLikelihood of the results at the maximum, natural, without the prior and
	// without constants of the counts.
	LogLikelihood float64
}

// Rate finds the ratings of maximum likelihood, or of maximum posterior density
// with a prior. Limits of intervals follow from the observed information, which
// takes all games for independent; see Bootstrap for pairs. With HalfPoints, draws
// are taken to vary like wins and losses, so that its limits are too wide when
// there are many. If there is no finite answer, the error says why.
func Rate(t Table, c PlayersConfig) (*Ratings, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	f, err := fitPlayers(t, c, t.names())
	if err != nil {
		return nil, err
	}
	return f.ratings(t, c), nil
}

// ratings puts a fit in Elo.
func (f *playerFit) ratings(t Table, c PlayersConfig) *Ratings {
	out := &Ratings{Scale: 1, LogLikelihood: f.logLikelihood, Advantage: stat.Exact(0), Draws: stat.Unknown()}
	score, games := t.scores(f.names)
	for i, name := range f.names {
		elo := f.interval(f.contrast(i), c.level())
		elo = elo.Map(func(x float64) float64 { return x + c.Mean })
		out.Players = append(out.Players, Player{Name: name, Elo: elo, Games: games[i], Score: score[i] / float64(games[i])})
	}
	slices.SortStableFunc(out.Players, func(a, b Player) int { return cmp.Compare(b.Elo.Estimate, a.Elo.Estimate) })
	if f.advantage >= 0 {
		out.Advantage = f.interval(f.unit(f.advantage), c.level())
	}
	switch draws := f.drawInterval(c.level()); c.Model {
	case RaoKupper:
		out.Draws = draws
		out.Scale = BayesScale(draws.Estimate)
	case Davidson:
		out.Draws = draws
	}
	return out
}

// scores counts the points and games of each player.
func (t Table) scores(names []string) (score []float64, games []int) {
	score, games = make([]float64, len(names)), make([]int, len(names))
	for _, m := range t {
		n, points := m.Result.Games(), float64(m.Result.Wins)+float64(m.Result.Draws)/2
		white, _ := slices.BinarySearch(names, m.White)
		black, _ := slices.BinarySearch(names, m.Black)
		score[white] += points
		score[black] += float64(n) - points
		games[white] += n
		games[black] += n
	}
	return score, games
}

// connected reports why ratings have no finite maximum of the likelihood: by
// Ford's condition, however the players are divided in two groups, someone of
// each must have scored against someone of the other.
func connected(games []encounter, names []string) error {
	scored := simple.NewDirectedGraph()
	for i := range names {
		scored.AddNode(simple.Node(i))
	}
	for _, g := range games {
		if g.win+g.draw > 0 {
			scored.SetEdge(simple.Edge{F: simple.Node(g.white), T: simple.Node(g.black)})
		}
		if g.loss+g.draw > 0 {
			scored.SetEdge(simple.Edge{F: simple.Node(g.black), T: simple.Node(g.white)})
		}
	}
	groups := topo.TarjanSCC(scored)
	if len(groups) == 1 {
		return nil
	}
	return lonely(scored, groups, names)
}

// lonely names the first group, by name, that did not score against the others.
func lonely(scored *simple.DirectedGraph, groups [][]graph.Node, names []string) error {
	var group []string
	what := ""
	for _, nodes := range groups {
		var members []string
		for _, node := range nodes {
			members = append(members, fmt.Sprintf("%q", names[node.ID()]))
		}
		slices.Sort(members)
		if leaves(nodes, scored.From) || group != nil && group[0] < members[0] {
			continue
		}
		group, what = members, "played nobody else"
		if leaves(nodes, scored.To) {
			what = "scored nothing against anybody else"
		}
	}
	return fmt.Errorf("rating: no finite ratings, as %s %s; a prior (PriorSD) makes them finite", strings.Join(group, ", "), what)
}

// leaves reports whether an edge leads from a group to a node that is not in it,
// or, with the edges reversed, into it.
func leaves(group []graph.Node, next func(int64) graph.Nodes) bool {
	for _, node := range group {
		for others := next(node.ID()); others.Next(); {
			if !slices.Contains(group, others.Node()) {
				return true
			}
		}
	}
	return false
}

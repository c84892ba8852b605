package rating

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Match is a row of a table of results: games between two players with given
// colours.
type Match struct {
	White, Black string // names of the players, different and not empty
	// Result counts the games from the point of view of White.
	Result WDL
}

// Table holds the results of a tournament, in any order.
type Table []Match

// Validate reports the first invalid row, or a table without games.
func (t Table) Validate() error {
	games := 0
	for i, m := range t {
		row := func(err error) error { return fmt.Errorf("rating: row %d of the table: %w", i+1, err) }
		if m.White == "" || m.Black == "" || m.White == m.Black {
			return row(fmt.Errorf("%q against %q, expected two different names", m.White, m.Black))
		}
		if err := m.Result.Validate(); err != nil {
			return row(err)
		}
		games += m.Result.Games()
	}
	if games == 0 {
		return ErrNoGames
	}
	return nil
}

// Player is a player with a rating.
type Player struct {
	Name string `json:"name"`
	// Elo is the rating; the mean of all ratings is 0.
	Elo stat.Interval `json:"elo"`
	// Games is the number of games played; Score is the mean score, 0 to 1, or NaN without
	// games.
	Games int         `json:"games"`
	Score stat.Number `json:"score"`
}

// Ratings holds the strengths of the players of a table.
type Ratings struct {
	// Players lists the strongest first; equally strong players are sorted by name.
	Players []Player
	// Advantage of White in Elo.
	Advantage stat.Interval
}

// Rate returns the maximum-likelihood ratings and advantage of White, with intervals of level 0.95.
// A draw is half a win and half a loss. The limits follow from the observed information, which
// treats all games as independent and draws as if they varied like wins and losses, so the limits
// are too wide if there are many draws. If there is no finite answer, the error gives the reason.
//
// A priorSD above 0 is the standard deviation, in Elo, of a normal prior about 0 for each
// rating and for the advantage; it makes them finite for any results. 0 means no prior.
func Rate(t Table, priorSD float64) (*Ratings, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if !(priorSD >= 0) || math.IsInf(priorSD, 1) {
		return nil, fmt.Errorf("rating: prior standard deviation %v, expected a finite number of at least 0", priorSD)
	}
	names := t.names()
	if priorSD == 0 {
		if err := connected(t, names); err != nil {
			return nil, err
		}
	}
	f, err := t.fit(names, priorSD)
	if err != nil {
		return nil, err
	}
	if priorSD == 0 && slices.Min(f.WeightOfData) < 1 {
		return nil, errFlat
	}
	return t.ratings(names, f.Information()), nil
}

// errFlat is the error for a likelihood without a maximum.
var errFlat = errors.New("rating: the results do not determine the ratings and the advantage of White, " +
	"which grow without limit or cannot be told apart; a prior helps")

// names lists the players in the order of their names.
func (t Table) names() []string {
	var names []string
	for _, m := range t {
		names = append(names, m.White, m.Black)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fit fits the ratings in logits, in the order of names, and the advantage of White. The likelihood
// does not change if all ratings change by the same amount; if there is no prior, the last player's
// is 0.
func (t Table) fit(names []string, priorSD float64) (*logit.Result, error) {
	d, prior := &logit.Design{Columns: len(names) + 1}, logit.Prior{}
	if priorSD > 0 {
		prior.Precision = slices.Repeat([]float64{math.Pow(stat.EloPerLogit/priorSD, 2)}, d.Columns)
	} else {
		d.Columns--
	}
	last := d.Columns - 1
	for i, m := range t {
		idx, val := []uint16{uint16(last)}, []float64{1}
		for k, name := range []string{m.White, m.Black} {
			if j, _ := slices.BinarySearch(names, name); j < last {
				idx, val = append(idx, uint16(j)), append(val, float64(1-2*k))
			}
		}
		games := float64(m.Result.Games())
		d.Add(idx, val, m.points()/math.Max(games, 1), games, int32(i))
	}
	return logit.Fit(d, prior, logit.Settings{Workers: 1, Exact: true})
}

// points returns the points of White.
func (m Match) points() float64 { return float64(m.Result.Wins) + float64(m.Result.Draws)/2 }

// ratings converts a fit to Elo.
func (t Table) ratings(names []string, inf logit.Inference) *Ratings {
	last := len(inf.Coef) - 1
	out := &Ratings{Advantage: inf.Coefficient(last, Level95).Elo()}
	for i, name := range names {
		contrast := make([]float64, last) // the rating minus the mean of all
		for k := range contrast {
			contrast[k] = -1 / float64(len(names))
		}
		if i < last {
			contrast[i]++
		}
		p, points := Player{Name: name, Elo: inf.Linear(contrast, Level95).Elo()}, 0.0
		for _, m := range t {
			switch name {
			case m.White:
				points, p.Games = points+m.points(), p.Games+m.Result.Games()
			case m.Black:
				points, p.Games = points+float64(m.Result.Games())-m.points(), p.Games+m.Result.Games()
			}
		}
		p.Score = stat.Number(points / float64(p.Games))
		out.Players = append(out.Players, p)
	}
	slices.SortStableFunc(out.Players, func(a, b Player) int { return cmp.Compare(b.Elo.Estimate, a.Elo.Estimate) })
	return out
}

// connected returns an error if the likelihood has no finite maximum. By Ford's condition,
// for each division of the players into two groups, each group must have scored against the
// other.
func connected(t Table, names []string) error {
	scored := simple.NewDirectedGraph()
	for i := range names {
		scored.AddNode(simple.Node(i))
	}
	for _, m := range t {
		white, _ := slices.BinarySearch(names, m.White)
		black, _ := slices.BinarySearch(names, m.Black)
		if m.points() > 0 {
			scored.SetEdge(simple.Edge{F: simple.Node(white), T: simple.Node(black)})
		}
		if m.points() < float64(m.Result.Games()) {
			scored.SetEdge(simple.Edge{F: simple.Node(black), T: simple.Node(white)})
		}
	}
	groups := topo.TarjanSCC(scored)
	if len(groups) == 1 {
		return nil
	}
	return lonely(scored, groups, names)
}

// lonely returns the first group, by name, that did not score against the others.
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
			what = "scored nothing against all others"
		}
	}
	return fmt.Errorf("rating: no finite ratings, because %s %s; a prior makes them finite", strings.Join(group, ", "), what)
}

// leaves reports whether an edge leads from the group to a node outside it or, with
// reversed edges, into it.
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

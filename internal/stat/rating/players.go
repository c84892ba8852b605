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

// Rate returns the maximum-likelihood ratings and advantage of White, with intervals of
// level 0.95. A draw is half a win and half a loss. The limits follow from the observed
// information, which treats all games as independent and draws as if they varied like wins
// and losses, so the limits are too wide if there are many draws. If there is no finite
// answer, the error says why.
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
	f := newPlayerFit(t)
	if priorSD > 0 {
		f.precision = math.Pow(stat.EloPerLogit/priorSD, 2)
	} else if err := connected(f.rows, f.names); err != nil {
		return nil, err
	}
	if err := f.maximize(); err != nil {
		return nil, err
	}
	return f.ratings(), nil
}

// ratings converts a fit to Elo.
func (f *playerFit) ratings() *Ratings {
	advantage := make([]float64, len(f.parameters))
	advantage[len(f.names)] = 1
	out := &Ratings{Advantage: f.interval(advantage)}
	for i, name := range f.names {
		p := Player{Name: name, Elo: f.interval(f.contrast(i))}
		points, games := 0.0, 0.0
		for _, r := range f.rows {
			switch i {
			case r.white:
				points, games = points+r.points, games+r.games
			case r.black:
				points, games = points+r.games-r.points, games+r.games
			}
		}
		p.Games, p.Score = int(games), stat.Number(points/games)
		out.Players = append(out.Players, p)
	}
	slices.SortStableFunc(out.Players, func(a, b Player) int { return cmp.Compare(b.Elo.Estimate, a.Elo.Estimate) })
	return out
}

// connected returns an error if the likelihood has no finite maximum. By Ford's condition,
// for each division of the players into two groups, each group must have scored against the
// other.
func connected(rows []row, names []string) error {
	scored := simple.NewDirectedGraph()
	for i := range names {
		scored.AddNode(simple.Node(i))
	}
	for _, g := range rows {
		if g.points > 0 {
			scored.SetEdge(simple.Edge{F: simple.Node(g.white), T: simple.Node(g.black)})
		}
		if g.points < g.games {
			scored.SetEdge(simple.Edge{F: simple.Node(g.black), T: simple.Node(g.white)})
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

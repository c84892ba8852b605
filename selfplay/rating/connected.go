package rating

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

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

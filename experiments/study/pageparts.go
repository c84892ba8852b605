package study

import (
	"cmp"
	"slices"
	"strconv"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// FoundBy writes what a player finds by itself, "" if it has no games.
func (a *Answer) FoundBy(player string) string {
	for _, p := range a.Players {
		if p.Player == player {
			return doc.Verdict(a.Hypothesis.Word(p.Verdict)).Mark.Sign() + " " + a.Bare(p.Effect)
		}
	}
	return ""
}

// PlayerNames lists the players of the hypotheses that count.
func (r draft) PlayerNames() (list []string) {
	for _, a := range r.Counting() {
		list = append(list, distinct(a.Players, func(p PlayerAnswer) string { return p.Player })...)
	}
	return distinct(list, func(name string) string { return name })
}

// mean is a hierarchical mean that several hypotheses may be about.
type mean struct {
	*Answer
	List []*Answer
}

// Of names the hypotheses.
func (m *mean) Of() string {
	var list []string
	for _, a := range m.List {
		list = append(list, strconv.Itoa(a.Number))
	}
	if len(list) == 1 {
		return "hypothesis " + list[0]
	}
	return "hypotheses " + format.List(list, "and")
}

// Means lists the hierarchical means of the hypotheses that count.
func (r draft) Means() (list []*mean) {
	for _, a := range r.Counting() {
		if len(a.Members) == 0 {
			continue
		}
		i := slices.IndexFunc(list, func(m *mean) bool { return m.Unit == a.Unit && slices.Equal(m.Members, a.Members) })
		if i < 0 {
			i, list = len(list), append(list, &mean{Answer: a})
		}
		list[i].List = append(list[i].List, a)
	}
	return list
}

// Who names the player of a run.
func (run *RunResult) Who() string { return cmp.Or(run.Run.Player, nodesName(run.Nodes)) }

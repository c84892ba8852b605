package study

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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

// Played lists the players of a run and its peers; PairsBy and GamesBy list their pairs and games.
func (run *RunResult) Played() string {
	return run.each(func(p *RunResult) string { return cmp.Or(p.Run.Player, nodesName(p.Nodes)) })
}
func (run *RunResult) PairsBy() string {
	return run.each(func(p *RunResult) string { return format.Count(p.Pairs) })
}
func (run *RunResult) GamesBy() string {
	return run.each(func(p *RunResult) string { return format.Count(p.Games) })
}

func (run *RunResult) each(of func(*RunResult) string) string {
	var list []string
	for _, p := range run.WithPeers() {
		list = append(list, of(p))
	}
	return strings.Join(list, " · ")
}

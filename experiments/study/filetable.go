package study

import (
	"math"

	"bestiary/internal/check"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// Limits on what a file may hold.
const (
	maxRuns       = 64
	maxHypotheses = 100
	maxShown      = 50
	lastPlace     = 1000
)

// Defaults of a run.
const (
	quickShare = 20 // a quick run plays one in 20 pairs
	minPairs   = 2
	usualSeed  = 1
)

// The fields below are all keys of an experiment file, section by section, in the order in
// which messages list them. What a hypothesis can be about is in subjects, what a table or a
// chart can show in tableKinds and chartKinds.

func (e *Experiment) fields() []field {
	return []field{
		{key: "title", at: &e.Title, required: true},
		{key: "claim", at: &e.Claim, required: true},
		{key: "method", at: &e.Method},
		{key: "truths", at: &e.Truths},
		{key: "place", at: &e.Place, lo: 1, hi: lastPlace},
		{key: "level", at: &e.Level, lo: 0.5, hi: 0.999},
	}
}

func (s *Source) fields() []field {
	return []field{
		{key: "author", at: &s.Author, required: true},
		{key: "page", at: &s.Page, required: true},
		{key: "link", at: &s.Link},
	}
}

// runSection is a [[run]], from which one run is made for each game.
type runSection struct {
	Run
	game    string
	games   []string
	seed    int
	further []float64
}

func newRunSection() *runSection {
	return &runSection{Run: Run{Play: match.SelfPlay()}, seed: usualSeed}
}

func (r *runSection) fields() []field {
	only := func(kind Kind) func() string {
		return func() string { return unless(r.Kind == kind, "in a run of "+string(r.Kind)) }
	}
	panel := func() string {
		return unless(r.Kind != ValuesRun, "in a run of values, which has a panel of its own")
	}
	return []field{
		{key: "name", at: &r.Name},
		{key: "play", at: (*string)(&r.Kind), words: []string{string(GamesRun), string(ValuesRun), string(OddsRun)}},
		{key: "game", at: &r.game},
		{key: "games", at: &r.games},
		{key: "rules", at: &r.Rules},
		{key: "array", at: &r.Array},
		{key: "exchanges", at: &r.Exchanges, refused: only(OddsRun)},
		{key: "give-up", at: &r.Play.GiveUp, refused: only(OddsRun)},
		{key: "pairs", at: &r.Play.Pairs, lo: minPairs, hi: check.MaxPairs},
		{key: "quick-pairs", at: &r.QuickPairs, lo: minPairs, hi: check.MaxPairs},
		{key: "nodes", at: &r.Play.Nodes, lo: 1, hi: check.MaxNodes},
		{key: "further-nodes", at: &r.further, refused: panel},
		{key: "max-plies", at: &r.Play.MaxPlies, lo: float64(match.SelfPlay().RandomPlies + 1), hi: check.MaxPlies},
		{key: "seed", at: &r.seed, lo: 0, hi: math.MaxInt32},
		{key: "units", at: &r.Play.Units, lo: 1, hi: 20, refused: only(ValuesRun)},
		{key: "max-imbalance", at: &r.Play.MaxImbalance, hi: 1000, refused: only(ValuesRun)},
	}
}

// unless returns the reason why a key has no meaning, "" if it has one.
func unless(meaningful bool, where string) string {
	if meaningful {
		return ""
	}
	return where
}

// hypothesisSection is a [[hypothesis]].
type hypothesisSection struct {
	Hypothesis
	against, per, in string
	otherValue       Sum
	between          []float64

	ours, superseded, blind bool
}

func (h *hypothesisSection) fields(s *toml.Section, truths bool) []field {
	quoted := func() string { return unless(!h.ours, "with ours, a question that nobody is quoted for") }
	known := func() string { return unless(h.Since != "" && !h.blind, "without since or with blind") }
	published := func() string { return unless(truths, "without truths") }
	compared := func() string { return unless(s.Has("against"), "without against") }
	list := []field{
		{key: "says", at: &h.Says, required: true},
		{key: "ours", at: &h.ours},
		{key: "superseded", at: &h.superseded, refused: quoted},
		{key: "blind", at: &h.blind, refused: func() string { return unless(!h.ours && !h.superseded, "with ours or superseded") }},
		{key: "quote", at: &h.Quote, refused: quoted},
		{key: "reading", at: &h.Reading, refused: quoted},
		{key: "since", at: &h.Since, refused: quoted},
		{key: "known", at: &h.Known, refused: known},
		{key: "finds", at: &h.Finds},
		{key: "form", at: &h.Form, refused: published},
		{key: "phase", at: &h.Phase, refused: published},
		{key: "nodes", at: &h.Nodes, refused: published},
		{key: "across", at: (*string)(&h.Across), words: []string{string(Each), string(Mean), string(Hierarchical)}},
		{key: "change", at: (*string)(&h.Change), words: []string{string(Difference), string(Ratio)}, refused: compared},
		{key: "against", at: &h.against},
		{key: "per", at: &h.per},
		{key: "times", at: &h.Statistic.Times, lo: 1, hi: 10},
		{key: "against-value", at: &h.otherValue, refused: compared},
		{key: "in", at: &h.in, words: []string{"score", "pawns"}},
		{key: "above", at: &h.Rule.Lo},
		{key: "below", at: &h.Rule.Hi},
		{key: "between", at: &h.between},
		{key: "margin", at: &h.Rule.Margin, refused: func() string { return unless(s.Has("between"), "without between") }},
	}
	for _, about := range subjects {
		list = append(list, field{key: about.key, at: about.at(&h.Statistic)})
	}
	return list
}

func (t *Table) fields() []field {
	list := []field{
		{key: "title", at: &t.Title, required: true},
		{key: "players", at: &t.Players, refused: func() string { return unless(len(t.Measures) > 0, "without measures") }},
		{key: "published", at: &t.Published, refused: func() string { return unless(!t.Placements, "with placements") }},
	}
	for _, kind := range tableKinds {
		list = append(list, field{key: kind.key, at: kind.at(t)})
	}
	return list
}

func (c *Chart) fields() []field {
	curve := func() string { return unless(c.Kind == curveChart, "in a chart of "+c.Kind) }
	return []field{
		{key: "kind", at: &c.Kind, words: ChartKinds()},
		{key: "title", at: &c.Title},
		{key: "measure", at: &c.Measure, refused: curve},
		{key: "from", at: &c.From, lo: 1, hi: 10_000, refused: curve},
		{key: "to", at: &c.To, lo: 1, hi: 10_000, refused: curve},
		{key: "players", at: &c.Players, refused: curve},
	}
}

package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/present/format"
	"bestiary/selfplay"
)

// page is the content of a report, independent of its form.
type page struct {
	Title    string
	Summary  []string // sentences for a reader in a hurry
	Warnings []string
	Level    string
	Labels   [2]string
	Measures []row
	Tests    []row
	Claims   []row
	Pictures []picture
	Method   []string
	Facts    []row
	Command  string
}

// row is a line of a table.
type row []string

func (res *Result) newPage(run RunInfo, pictures []picture) *page {
	p := &page{
		Title:   fmt.Sprintf("%s: %s against %s", res.gameTitle(), res.Sides[0].Label, res.Sides[1].Label),
		Summary: res.Summary(), Warnings: res.warnings(), Level: fmt.Sprintf("%g %%", 100*res.Config.Level),
		Labels: [2]string{res.Sides[0].Label, res.Sides[1].Label}, Pictures: pictures,
		Method: res.method(), Facts: res.facts(run), Command: run.Command,
	}
	for i := range res.Measures {
		m := &res.Measures[i]
		first, second, difference := m.Figures()
		p.Measures = append(p.Measures, row{m.Heading(), first, second, difference, format.Probability(m.P), format.Probability(m.Holm)})
	}
	for _, t := range res.Tests {
		ratio := ""
		if t.Ratio.Known() {
			ratio = format.Value.Interval(t.Ratio)
		}
		p.Tests = append(p.Tests, row{t.Label, format.Fixed(t.Statistic, 2), ratio, format.Probability(t.P), format.Probability(t.Holm)})
	}
	for _, c := range res.Claims {
		p.Claims = append(p.Claims, row{c.Measure.Heading(), c.margin(), c.narrow(), format.Probability(c.P), format.Probability(c.Holm), c.Verdict(res.Config.Level)})
	}
	return p
}

// margin and narrow are the figures of a claim in the unit of its measure.
func (c Claim) margin() string { return "±" + c.Measure.Unit.Format().Bare().Number(c.Margin) }

func (c Claim) narrow() string { return c.Measure.Unit.Format().Bare().Interval(c.Narrow) }

// Verdict is what the tests say about the claim.
func (c Claim) Verdict(level float64) string {
	if c.Supported(level) {
		return "the same within the margin"
	}
	return "not shown"
}

// Summary says the result in sentences.
func (res *Result) Summary() []string {
	first, second := res.Sides[0].Label, res.Sides[1].Label
	out := []string{fmt.Sprintf("%s with %s and as many with %s, from the same seeds, %s a move.",
		format.Plural(len(res.Sides[0].Games), "game"), first, second, format.Plural(res.Config.Play.Nodes, "node"))}
	var certain []string
	for _, m := range res.bySize() {
		if m.Certain(res.Config.Level) && len(certain) < mostNamed {
			a, b, _ := m.Figures()
			certain = append(certain, fmt.Sprintf("%s %s → %s", m.Heading(), a, b))
		}
	}
	if len(certain) == 0 {
		out = append(out, fmt.Sprintf("No measure differs with certainty after Holm's adjustment for %s; that does not show that they are the same.", format.Plural(res.tested(), "test")))
	} else {
		out = append(out, fmt.Sprintf("From %s to %s these change with certainty, the largest change first: %s.", first, second, strings.Join(certain, "; ")))
	}
	certain = nil
	for _, t := range res.Tests {
		if t.Certain(res.Config.Level) {
			certain = append(certain, fmt.Sprintf("%s, p %s", t.Label, format.Probability(t.Holm)))
		}
	}
	if len(certain) > 0 {
		out = append(out, fmt.Sprintf("Tests of the games as a whole find a difference with certainty: %s.", strings.Join(certain, "; ")))
	}
	for _, c := range res.Claims {
		if c.Supported(res.Config.Level) {
			out = append(out, fmt.Sprintf("The claim holds that %s differs by less than %s.", c.Measure.Heading(), strings.TrimPrefix(c.margin(), "±")))
		} else {
			out = append(out, fmt.Sprintf("It is not shown that %s differs by less than %s.", c.Measure.Heading(), strings.TrimPrefix(c.margin(), "±")))
		}
	}
	if res.Identical > 0 {
		out = append(out, fmt.Sprintf("%s of %d went the same way on both sides, move for move.", format.Plural(res.Identical, "game"), len(res.Sides[0].Games)))
	}
	if b := res.Beyond; b != nil {
		out = append(out, fmt.Sprintf("With %s, %s of %d passed the %d moves at which the other side is drawn: %d decided later, %d stopped at its own limit, %d drawn otherwise.",
			res.Sides[b.Side].Label, format.Plural(b.Games, "game"), len(res.Sides[b.Side].Games), b.Limit, b.Decided, b.Stopped, b.Games-b.Decided-b.Stopped))
	}
	return out
}

// mostNamed is how many measures the summary names.
const mostNamed = 6

// bySize lists the measures from the largest size to the smallest, those without
// one last.
func (res *Result) bySize() []*Measure {
	var list []*Measure
	for i := range res.Measures {
		list = append(list, &res.Measures[i])
	}
	slices.SortStableFunc(list, func(a, b *Measure) int {
		x, y := math.Abs(a.Size.Estimate), math.Abs(b.Size.Estimate)
		switch {
		case math.IsNaN(y) && !math.IsNaN(x) || x > y:
			return -1
		case math.IsNaN(x) && !math.IsNaN(y) || x < y:
			return 1
		}
		return 0
	})
	return list
}

// warnings are what a reader must know before believing the figures.
func (res *Result) warnings() []string {
	var out []string
	if n := res.Config.Play.Pairs; n < fewPairs {
		out = append(out, fmt.Sprintf("With %s a side, intervals and probabilities are rough.", format.Plural(n, "pair")))
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		cut := s.Count(func(g *Game) bool { return g.Reason == selfplay.LengthLimit })
		if share := float64(cut) / float64(len(s.Games)); share > 0.01 {
			out = append(out, fmt.Sprintf("With %s, %.1f %% of the games were cut after %d plies and count as draws; a greater max-plies would say how they end.",
				s.Label, 100*share, res.Config.Play.MaxPlies))
		}
		if kinds := len(newFrequencies(res.Config.Play.Pairs, s.Games).counts); 2*kinds > len(s.Games) {
			out = append(out, fmt.Sprintf("With %s, %d games have %s: the variety of openings is more than their number can show.",
				s.Label, len(s.Games), format.Plural(kinds, "different opening")))
		}
	}
	return out
}

// fewPairs is a number of pairs below which normal theory is rough.
const fewPairs = 30

func (res *Result) method() []string {
	cfg := res.Config
	openings := "from the array of the game"
	if cfg.Play.Openings == selfplay.ArmyOpenings {
		openings = "from armies that differ by chance, exchanged within a pair"
	}
	return []string{
		fmt.Sprintf("Both sides play the same numbers of pairs of games with the same seed, %s, %s first. The random moves are the same wherever the rules allow the same moves, and the engine is deterministic, so that games differ only where the rules made a difference.",
			openings, format.Plural(max(cfg.Play.RandomPlies, 0), "random ply")),
		fmt.Sprintf("Differences are second minus first. The unit is the pair: interval and test are Student's t over the %d differences of pairs with the same seed. Standard deviations are those of a game, the variances of the sides averaged.", cfg.Play.Pairs),
		"Shares have Wilson's limits for as many independent games as would be as good as these. The limits of their differences have two pairs added, with a game that differs each way (Agresti and Min): where few games differ, the usual interval is too short. A difference that is 0 in every pair has the limits of Clopper and Pearson for a difference in some pair.",
		fmt.Sprintf("p holm is adjusted by Holm's method for all %d tests here, whatever their dependence. A measure that follows from another (decided games from draws) is not tested again.", res.tested()),
		"Claims that a measure is the same are tested by two one-sided tests (Schuirmann) against the margin, with Holm's adjustment among the claims.",
		"Length: Kaplan–Meier over all games, those stopped at the greatest length counted as cut. Pace of decisions: only wins are ends, draws of any kind are cut; this compares the rates of winning among games still going, not the shares that are won. The log-rank statistic is the ordinary one; its p and the limits of the ratio of hazards (second over first, Cox's model) come from a variance over pairs, as do the bands of the curves.",
		"A quantity that a game has several times or never, such as the ply of castling, is the ratio of two sums over all games, with errors by linearisation over pairs; it says nothing about games without it. Of waiting pieces, the ply of entry is that of those that enter.",
		fmt.Sprintf("Material is by the values of the mobility prior, waiting pieces included. The side ahead has at least %d pawn more than the other in the middle of the game, at its first quiet ply. Explained by material is the share of the variance of results that a logistic curve of that difference explains (Efron's R²), errors by jackknife.", leadOfMaterial),
		fmt.Sprintf("A change of the lead is one from an expectation of %d centipawns for one side to as much for the other, by the score of the side that moved. The branching factor is taken in up to %d positions of a game, evenly spread.", cfg.LeadMargin, cfg.SampledPlies),
		fmt.Sprintf("The variety of openings is the entropy of the engine's first %d plies behind the random ones, with the Miller–Madow correction; its errors are by jackknife over pairs.", cfg.OpeningPlies),
		fmt.Sprintf("No game is adjudicated by score: all are played to the end by the rules, or to a draw after %d plies.", cfg.Play.MaxPlies),
	}
}

func (res *Result) facts(run RunInfo) []row {
	out := []row{
		{"games on each side", fmt.Sprintf("%d in %d pairs", len(res.Sides[0].Games), res.Config.Play.Pairs)},
		{"nodes a move", fmt.Sprint(res.Config.Play.Nodes)},
		{"seed", fmt.Sprint(res.Config.Play.Seed)},
		{"games with the same moves on both sides", fmt.Sprint(res.Identical)},
	}
	if m := res.measure("white-score"); !math.IsNaN(m.Gain) {
		out = append(out, row{"games needed without shared seeds, for White's score", fmt.Sprintf("%.1f times as many", m.Gain)})
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		out = append(out,
			row{s.Label, fmt.Sprintf("White +%d =%d −%d", s.Won(rules.WhiteWins), s.Won(rules.Draw), s.Won(rules.BlackWins))},
			row{"median length, plies", format.Unit{Scale: 1}.Interval(s.Median)},
			row{"median length to a decision, plies", format.Unit{Scale: 1}.Interval(s.Decision)},
			row{"hash of the rules", s.Game.Variant.Hash()},
			row{"weights of the engine", s.Weights})
	}
	return append(out, row{"version", run.Version})
}

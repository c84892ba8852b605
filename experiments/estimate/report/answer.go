package report

import (
	"fmt"
	"math"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// answer returns the result in a few sentences: the values and what remains unknown, the
// pawn, the tiers, the certainty, the share of the prior, whether values depend on the
// depth of play, and the games it rests on.
func (p *page) answer() []string {
	var out []string
	for _, sentence := range []string{p.values(), p.untold(), p.pawns(), p.tiers(), p.certainty(), p.fromPrior(), p.movement()} {
		if sentence != "" {
			out = append(out, sentence)
		}
	}
	return append(out, fmt.Sprintf("This rests on %s that %s played against itself at %s a move, from armies that differ %s.",
		p.sample(), p.whoPlayed(), p.nodes(), p.differ()))
}

// differ says how the armies differ.
func (p *page) differ() string {
	if len(p.Differences) > 0 {
		return "by one exchange"
	}
	return "at random"
}

// whoPlayed names the players of the games.
func (p *page) whoPlayed() string {
	n := 0
	for _, x := range p.Players {
		if x.Pairs > 0 {
			n++
		}
	}
	if n > 1 {
		return "each of " + number(n) + " players"
	}
	return "the engine"
}

// nodes describes the players' numbers of nodes a move.
func (p *page) nodes() string {
	lo, hi := p.Config.Play.Nodes, p.Config.Play.Nodes
	for _, x := range p.Players {
		if x.Nodes > 0 && x.Pairs > 0 {
			lo, hi = min(lo, x.Nodes), max(hi, x.Nodes)
		}
	}
	if lo == hi {
		return format.Plural(lo, "node")
	}
	return format.Count(lo) + " to " + format.Plural(hi, "node")
}

// includes names the sources of error in the intervals.
func (p *page) includes() string {
	switch {
	case p.Panel == nil:
		return "the luck of the games alone"
	case p.Panel.Players > 1:
		return "the luck of the games and the choice of players"
	}
	return fmt.Sprintf("the luck of the games and an assumed spread of %.0f %% between players", 100*p.Panel.Spread)
}

// valued returns the pieces with a value, from strong to weak, without the unit.
func (p *page) valued() []estimate.RankedValue {
	var out []estimate.RankedValue
	for _, v := range p.Ranking {
		if !v.Total.Exact() && v.Total.Bounded() {
			out = append(out, v)
		}
	}
	return out
}

// told returns the pieces whose values the games alone determine, from strong to weak,
// without the unit.
func (p *page) told() []estimate.RankedValue {
	var out []estimate.RankedValue
	for _, v := range p.ranked {
		if !v.Total.Exact() && v.Tier > 0 {
			out = append(out, v)
		}
	}
	return out
}

// values lists the values.
func (p *page) values() string {
	var list []string
	for _, v := range p.valued() {
		text := fmt.Sprintf("the %s %s", format.Words(v.Piece), format.Fixed(v.Total.Estimate, 1))
		if len(list) == 0 {
			text = fmt.Sprintf("the %s is worth about %s", format.Words(v.Piece), format.Fixed(v.Total.Estimate, 1)) + unitName(p.Result)
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return "The games are too few to tell what the pieces are worth."
	}
	text := format.List(list, "and") + "."
	if unitName(p.Result) == "" {
		return format.Title(p.inUnits()) + ", " + text
	}
	return format.Title(text)
}

// untold names the pieces whose values the games alone do not determine.
func (p *page) untold() string {
	var list []string
	for _, v := range p.ranked {
		if !v.Total.Exact() && v.Tier == 0 {
			list = append(list, "the "+format.Words(v.Piece))
		}
	}
	switch {
	case len(list) == 0 || len(p.valued()) == 0:
		return ""
	case len(p.told()) == 0:
		return "The games alone are too few to tell any of these values."
	}
	return fmt.Sprintf("The games alone are too few to tell what %s %s worth.", format.List(list, "and"), isOrAre(len(list)))
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// tiers says which pieces the games separate.
func (p *page) tiers() string {
	var tiers []string
	var names []string
	last := 0
	flush := func() {
		if len(names) > 0 {
			tiers = append(tiers, format.List(names, "and"))
		}
		names = nil
	}
	for _, v := range p.ranked {
		if !v.Total.Exact() && v.Tier == 0 {
			continue
		}
		if v.Tier != last {
			flush()
			last = v.Tier
		}
		names = append(names, format.Words(v.Piece))
	}
	flush()
	switch {
	case len(p.told()) < 2:
		return ""
	case len(tiers) == 1:
		return "The games do not tell which of them is the stronger."
	}
	return fmt.Sprintf("From strong to weak there are %s tiers: %s.", number(len(tiers)), strings.Join(tiers, ", then "))
}

// number writes a small number in words.
func number(n int) string {
	if names := strings.Fields("no one two three four five six seven eight nine ten"); n < len(names) {
		return names[n]
	}
	return format.Count(n)
}

// certainty says how wide the intervals are.
func (p *page) certainty() string {
	lo, hi := math.Inf(1), 0.0
	for _, v := range p.valued() {
		share := v.Total.HalfWidth() / v.Total.Estimate
		lo, hi = min(lo, share), max(hi, share)
	}
	if hi == 0 {
		return ""
	}
	return fmt.Sprintf("These values are known to within about %s either way (%s confidence).", percents(lo, hi), format.Level(p.Measurement.Level))
}

// percents formats a range of shares in percent, without decimals: "5 to 8 %".
func percents(lo, hi float64) string {
	from, to := fmt.Sprintf("%.0f", 100*lo), fmt.Sprintf("%.0f %%", 100*hi)
	if from+" %" == to {
		return to
	}
	return from + " to " + to
}

// mostlyGames is the games' share in all values above which the prior is not mentioned.
const mostlyGames = 0.9

// fromPrior says how much the prior contributes to the values.
func (p *page) fromPrior() string {
	lo, hi := 1.0, 0.0
	for _, v := range p.valued() {
		lo, hi = min(lo, v.FromGames), max(hi, v.FromGames)
	}
	if lo >= mostlyGames {
		return ""
	}
	return fmt.Sprintf("They combine the games, which decided %s of them, with the mobility prior, which is taken to be right within %.0f %% (one standard deviation).",
		percents(lo, hi), 100*tuning.PosteriorSpread)
}

// warnings returns what a designer must know before using the values.
func (p *page) warnings() []string {
	var out, failed []string
	for _, c := range p.checks {
		if c.Status == estimate.CheckFailed {
			failed = append(failed, fmt.Sprintf("%s is %s, expected %s", c.Name, c.Found, c.Wanted))
		}
	}
	if len(failed) > 0 {
		out = append(out, fmt.Sprintf("Not every check of this measurement passed: %s.", strings.Join(failed, "; ")))
	}
	for _, text := range []string{p.disagreements(), p.foreigners()} {
		if text != "" {
			out = append(out, text)
		}
	}
	if x := p.Measurement.Examination; x != nil {
		if says := x.Additivity.Says(); len(says) > 0 {
			out = append(out, "Values do not simply add up: "+strings.Join(says, "; ")+".")
		}
	}
	if text := p.oddMatches(); text != "" {
		out = append(out, text)
	}
	return out
}

// disagreements says where a second estimate from the same games differs significantly.
func (p *page) disagreements() string {
	if p.Measurement.Examination == nil {
		return ""
	}
	m := p.Measurement
	var pieces []string
	for i, c := range p.Measurement.Examination.Comparisons {
		if c.Disagree {
			pieces = append(pieces, fmt.Sprintf("the %s (%s instead of %s)", format.Words(c.Piece),
				format.Value.Number(m.Texel.Values[i].Worth.Estimate), format.Value.Number(m.Design.Values[i].Worth.Estimate)))
		}
	}
	if len(pieces) == 0 {
		return ""
	}
	return fmt.Sprintf("A second estimate, from positions during the same games, differs significantly for %s.", format.List(pieces, "and"))
}

// oddMatches names exchanges whose worth in matches differs from the sum of their pieces.
func (p *page) oddMatches() string {
	var list []string
	for _, c := range p.matches {
		if c.Disagree {
			list = append(list, fmt.Sprintf("%s is worth %s in matches and %s by the values", c.Exchange,
				format.Value.Number(c.Pawns.Estimate), format.Value.Number(c.Design.Estimate)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("Army against army, some exchanges are not worth what their pieces add up to: %s (%s).", strings.Join(list, "; "), tuning.NewScale(p.Game, tuning.Pawn).In())
}

// Text returns the body of the report for a terminal, in lines of width characters: the
// answer, the values, and the results of the checks.
func Text(res *estimate.Result, width int) (string, error) {
	p, err := newPage(res)
	if err != nil {
		return "", err
	}
	p.published = nil // too wide for a terminal
	var b strings.Builder
	for _, line := range format.Wrap(strings.Join(p.answer(), " "), width) {
		b.WriteString(line + "\n")
	}
	b.WriteString("\n" + p.valuesTable().Text(width) + "\n")
	count := map[estimate.CheckStatus]int{}
	failed := doc.Table{}
	for _, c := range p.checks {
		count[c.Status]++
		if c.Status == estimate.CheckFailed {
			failed.Rows = append(failed.Rows, doc.Row("- "+c.Name+":", fmt.Sprintf("%s, expected %s; %s", c.Found, c.Wanted, c.Note)))
		}
	}
	var parts []string
	for _, status := range []estimate.CheckStatus{estimate.CheckPassed, estimate.CheckFailed, estimate.CheckCannotTell} {
		if n := count[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	b.WriteString("Checks: " + strings.Join(parts, ", ") + ".\n" + failed.Text(width))
	return b.String(), nil
}

package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// answer returns the sentence above the values, of at most forty words.
func (p *draft) answer() string {
	intervals := fmt.Sprintf("the %s intervals allow for %s", format.Level(p.Measurement.Level), p.includes())
	if len(p.told()) == 0 {
		return fmt.Sprintf("%s are too few to tell what the pieces are worth %s; %s.", format.Title(p.sample()), p.inUnits(), intervals)
	}
	return fmt.Sprintf("What the pieces are worth %s, from %s; %s.", p.inUnits(), p.sample(), intervals)
}

// summary returns what else most readers want to know: how precise the values are, whether
// they depend on the depth of play, and what the games were.
func (p *draft) summary() string {
	var out []string
	for _, sentence := range []string{p.certainty(), p.predicts(), p.edge(), p.movement()} {
		if sentence != "" {
			out = append(out, sentence)
		}
	}
	differ := "at random"
	if len(p.Differences) > 0 {
		differ = "by one exchange"
	}
	return strings.Join(append(out, fmt.Sprintf("In the games %s played against itself at %s a move, from armies that differ %s.", p.whoPlayed(), p.nodes(), differ)), " ")
}

// whoPlayed names the players of the games.
func (p *draft) whoPlayed() string {
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
func (p *draft) nodes() string {
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
func (p *draft) includes() string {
	parts := []string{"sampling error"}
	if p.Measurement.Exchanges > 0 {
		parts = append(parts, "the choice of exchanges")
	}
	switch {
	case p.Panel == nil:
	case p.Panel.Players > 1:
		parts = append(parts, "differences between players")
	default:
		parts = append(parts, fmt.Sprintf("an assumed spread of %.0f %% between players", 100*p.Panel.Spread))
	}
	return format.List(parts, "and")
}

// told returns the pieces whose values the games tell, from strong to weak, without the
// unit.
func (p *draft) told() []estimate.RankedValue {
	var out []estimate.RankedValue
	for _, v := range p.ranked {
		if !v.Total.Exact() && v.Tier > 0 {
			out = append(out, v)
		}
	}
	return out
}

// untold names the pieces whose values the games do not tell, and says why.
func (p *draft) untold() string {
	var guesses, open []string
	for _, v := range p.ranked {
		switch name := "the " + format.Words(v.Piece); {
		case v.IsGuess():
			guesses = append(guesses, name)
		case v.Tier == 0:
			open = append(open, name)
		}
	}
	text, all := "", len(p.ranked)
	if n := len(guesses); n == all {
		text = "The games tell no value: the numbers in the table are guesses from the pieces' moves."
	} else if n > 0 {
		text = fmt.Sprintf("The games do not tell what %s %s worth: the %s in the table %s.", format.List(guesses, "and"), isOrAre(n),
			plural(n, "number", "numbers"), plural(n, "is a guess from its moves", "are guesses from their moves"))
	}
	if n := len(open); n == all {
		text = "The games leave all values open."
	} else if n > 0 {
		text += fmt.Sprintf(" The games leave open what %s %s worth.", format.List(open, "and"), isOrAre(n))
	}
	return strings.TrimSpace(text)
}

func isOrAre(n int) string { return plural(n, "is", "are") }

func plural(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// unchecked names the pieces unlike those by which the prior was checked.
func (p *draft) unchecked() string {
	var list []string
	for _, v := range p.Ranking {
		if v.Unchecked != "" {
			list = append(list, fmt.Sprintf("the %s %s", format.Words(v.Piece), v.Unchecked))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("%s, unlike the pieces by which the mobility prior was checked. So the prior counts for little there: it is taken to be right within %.0f %%, or a pawn if that is more (one standard deviation).",
		format.Title(format.List(list, "and")), 100*tuning.UncheckedSpread)
}

// priors says what is assumed of the values before the games.
func (p *draft) priors() string {
	const formula, mobility, unchecked = 0, 1, 2
	var kinds [3][]string
	lo, hi := math.Inf(1), 0.0
	for _, v := range p.Ranking {
		which := mobility
		if prior, ok := p.Config.Fit.Priors[v.Type]; ok {
			which, lo, hi = formula, min(lo, prior.Spread), max(hi, prior.Spread)
		} else if v.Unchecked != "" {
			which = unchecked
		}
		kinds[which] = append(kinds[which], "the "+format.Words(v.Piece))
	}
	what := [3]string{
		formula:   "what bestiary piece predicts, taken to be right within " + percents(lo, hi),
		mobility:  "the mobility prior, taken to be right within " + percents(tuning.PosteriorSpread, tuning.PosteriorSpread),
		unchecked: "the mobility prior, taken to be right within " + percents(tuning.UncheckedSpread, tuning.UncheckedSpread) + " or a pawn, if that is more",
	}
	var parts []string
	for i, list := range kinds {
		switch {
		case len(list) == len(p.Ranking):
			parts = append(parts, what[i])
		case len(list) > 0:
			parts = append(parts, fmt.Sprintf("for %s %s", format.List(list, "and"), what[i]))
		}
	}
	return strings.Join(parts, "; ") + " (one standard deviation)"
}

// against names the pieces whose values by the games differ from the prior.
func (p *draft) against() string {
	var list []string
	for _, v := range p.ranked {
		if v.AgainstPrior {
			list = append(list, fmt.Sprintf("the %s: %s by the games alone, %s by the prior", format.Words(v.Piece),
				format.Value.Interval(v.Sampling), format.Value.Number(float64(v.Prior))))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("Games and prior differ beyond chance for %s. The table combines both; more games move it towards theirs.", strings.Join(list, "; "))
}

// number writes a small number in words.
func number(n int) string {
	if names := strings.Fields("no one two three four five six seven eight nine ten"); n < len(names) {
		return names[n]
	}
	return format.Count(n)
}

// certainty says how precise the values are that the games tell, and how much of them the
// prior decided.
func (p *draft) certainty() string {
	lo, hi := math.Inf(1), 0.0
	least, most := 1.0, 0.0
	told := p.told()
	for _, v := range told {
		share := v.Total.HalfWidth() / math.Abs(v.Total.Estimate)
		lo, hi = min(lo, share), max(hi, share)
		least, most = min(least, v.FromGames), max(most, v.FromGames)
	}
	if hi == 0 {
		return ""
	}
	which := "The values"
	if len(told) < len(p.ranked) {
		which = "The values that the games tell"
	}
	text := fmt.Sprintf("%s are known to within about %s either way", which, percents(lo, hi))
	if least < mostlyGames {
		text += fmt.Sprintf("; the games decided %s of them, the prior the rest", percents(least, most))
	}
	return text + "."
}

// predicts says how well the values predict other matches.
func (p *draft) predicts() string {
	f := p.Predicted
	if f == nil || !f.Off.Known() {
		return ""
	}
	one := format.Unit{Scale: 1, Digits: 1}
	if f.Off.Estimate < 0.05 {
		return fmt.Sprintf("In %s with exchanges that were not fitted, no error of the predictions was seen beyond sampling error; it may be as large as %s percentage points.", format.Plural(f.Matches, "match"), one.Number(f.Off.Hi))
	}
	return fmt.Sprintf("In %s with exchanges that were not fitted, these values predicted the scores to %s percentage points (%s; root mean square, apart from sampling error).",
		format.Plural(f.Matches, "match"), one.Number(f.Off.Estimate), one.Limits(f.Off))
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

// notes returns what a designer must know before using the values.
func (p *draft) notes() []string {
	list := []string{p.untold(), p.against(), p.unchecked(), p.Game.Variant.Approximation()}
	for _, c := range p.checks {
		if c.Status == estimate.CheckFailed {
			list = append(list, fmt.Sprintf("Check of this measurement: %s is %s, expected %s. %s.", c.Name, c.Found, c.Wanted, format.Title(c.Advice)))
		}
	}
	list = append(list, p.disagreements(), p.foreigners())
	if x := p.Measurement.Examination; x != nil {
		if x.Bending.Excludes(0) {
			size := "more"
			if x.Bending.Estimate < 0 {
				size = "less"
			}
			list = append(list, "Values do not simply add up: a large difference between armies is worth "+size+" than the values of its pieces add up to.")
		}
	}
	list = append(list, p.oddMatches())
	return slices.DeleteFunc(list, func(text string) bool { return text == "" })
}

// disagreements says where a second estimate from the same games differs significantly.
func (p *draft) disagreements() string {
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
	return fmt.Sprintf("A second estimate, from positions during the same games, differs significantly from the armies alone for %s.", format.List(pieces, "and"))
}

// oddMatches names exchanges whose worth in matches differs from the sum of their pieces.
func (p *draft) oddMatches() string {
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

// Text returns the body of the report for a terminal, in lines of width characters.
func Text(res *estimate.Result, width int) (string, error) {
	p, err := newPage(res)
	if err != nil {
		return "", err
	}
	p.published, p.stages = nil, false // too wide for a terminal
	var b strings.Builder
	write := func(text, indent string) {
		b.WriteString(strings.Join(format.Wrap(text, width-len(indent)), "\n"+indent) + "\n")
	}
	write(p.answer(), "")
	b.WriteString("\n" + p.valuesTable().Text(width) + "\n")
	for _, text := range p.notes() {
		write("- "+text, "  ")
	}
	write(p.summary(), "")
	write(p.checkCounts(), "")
	return b.String(), nil
}

// checkCounts counts the checks by their outcome and names those that did not pass.
func (p *draft) checkCounts() string {
	names := map[estimate.CheckStatus][]string{}
	for _, c := range p.checks {
		names[c.Status] = append(names[c.Status], c.Name)
	}
	var parts []string
	for _, status := range []estimate.CheckStatus{estimate.CheckPassed, estimate.CheckFailed, estimate.CheckCannotTell} {
		list := names[status]
		if len(list) == 0 {
			continue
		}
		part := fmt.Sprintf("%d %s", len(list), status)
		if status != estimate.CheckPassed {
			part += " (" + strings.Join(list, "; ") + ")"
		}
		parts = append(parts, part)
	}
	return "Checks: " + strings.Join(parts, ", ") + "."
}

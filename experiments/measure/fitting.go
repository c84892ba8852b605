package measure

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// fitting omits measures that have no meaning in either game, unless they are claimed to be the
// same, and labels the others by what they are in both.
func fitting(games [2]*rules.Game, list []Quantity, same map[string]float64) []Quantity {
	var out []Quantity
	for _, q := range list {
		_, claimed := same[q.Name]
		if !claimed && !has(games[0], q.Name) && !has(games[1], q.Name) {
			continue
		}
		if label := labelIn(games[0], q); label == labelIn(games[1], q) {
			q.Label = label
		}
		out = append(out, q)
	}
	return out
}

// has reports whether a measure means something in a game.
func has(g *rules.Game, name string) bool {
	rule := &g.Variant.Rules
	switch {
	case name == "counter" || name == "end-counter":
		return rule.NMove > 0
	case name == "checks" || strings.HasPrefix(name, "mates-by-"):
		return rule.Royals != variant.NoRoyals && !rule.ChecksForbidden
	case name == "officers" || strings.HasPrefix(name, "material-at"):
		return !rule.Hand.Captures.Any() // where material comes back
	}
	return true
}

// labelIn returns the label of a measure in a game.
func labelIn(g *rules.Game, q Quantity) string {
	for c, prefix := range []string{"white-", "black-"} {
		if strings.HasPrefix(q.Name, prefix) && len(g.Variant.Armies) > c {
			return fmt.Sprintf("%s (%s)", q.Label, g.ArmyName(rules.Color(c)))
		}
	}
	for _, reason := range []rules.Reason{rules.GoalReached, rules.ChecksGiven, rules.Extinction} {
		if how, ok := strings.CutSuffix(q.Label, ": "+string(reason)); ok {
			return how + ": " + Reason(g, reason)
		}
	}
	switch {
	case q.Name == "captures" && g.Variant.Rules.Hand.Captures.Any():
		if !g.Variant.Rules.Hand.Captures.All {
			return "captures, some into hand"
		}
		return "captures into hand"
	case q.Name == "entries" && g.Drops():
		return "pieces dropped"
	case q.Name == "officers" && !slices.ContainsFunc(g.Types(), g.IsPawn):
		return "pieces left"
	}
	return q.Label
}

// lineMade says by which pieces a line or a square ends a game.
func lineMade(l *variant.Line) string {
	var made []string
	for _, n := range []int{l.Count, l.OnLine} {
		if n > 0 {
			made = append(made, format.Plural(n, "piece")+" in line")
		}
	}
	if l.Square > 0 {
		made = append(made, fmt.Sprintf("a square of %d by %d", l.Square, l.Square))
	}
	return format.List(made, "or")
}

// Reason names how a game ended. A goal is named after its condition.
func Reason(g *rules.Game, reason rules.Reason) string {
	rule := &g.Variant.Rules
	switch {
	case reason == rules.LineMade:
		return lineMade(&rule.Line)
	case reason == rules.ChecksGiven:
		return format.Plural(rule.Checks, "check")
	case reason == rules.Extinction && len(rule.Extinction.Pieces) > 0:
		return "loss of the " + words(rule.Extinction.Pieces)
	case reason == rules.Extinction && rule.Extinction.Count == 0:
		return "loss of all pieces"
	case reason != rules.GoalReached:
		return string(reason)
	}
	who := "piece"
	if len(rule.Goal.Pieces) > 0 {
		who = words(rule.Goal.Pieces)
	}
	if rule.Goal.Count > 1 {
		who = format.Plural(rule.Goal.Count, who)
	}
	if slices.Equal(rule.Goal.White, rule.Goal.Black) {
		return who + " on " + format.List(rule.Goal.White, "or")
	}
	return who + " on its goal"
}

// words lists the names of kinds of pieces.
func words(names []string) string {
	return format.Words(format.List(names, "or"))
}

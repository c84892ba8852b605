package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bestiary/experiments/compare"
	"bestiary/selfplay/rating"
)

// style is how figures are written: times scale, with so many digits, and their unit.
type style struct {
	scale  float64
	digits int
	unit   string
}

// styleOf is that of a unit of measures.
func styleOf(unit compare.Unit) style {
	switch unit {
	case compare.Share, compare.Part:
		return style{100, 1, "%"}
	case compare.Bits:
		return style{1, 2, "bits"}
	case compare.PerGame:
		return style{1, 2, "a game"}
	}
	return style{1, 1, string(unit)}
}

// style is that of the number that a hypothesis is about.
func (h *Hypothesis) style() style {
	s := h.Statistic
	switch {
	case len(h.Against) > 0 && h.Change == Ratio:
		return style{1, 2, "times"}
	case s.Exchange != "":
		if s.InPawns {
			return style{1, 2, "pawns"}
		}
		return style{100, 1, "%"}
	case s.Measure != "":
		return styleOf(s.unit)
	case len(s.Per) == 0:
		return style{1, 2, "logits"}
	case len(s.Per) == 1 && s.Per[0].Times == 1:
		return style{1, 2, s.Per[0].Piece + "s"}
	}
	return style{1, 2, "× (" + s.Per.String() + ")"}
}

// number writes a number in the unit, without it.
func (s style) number(x float64) string {
	x *= s.scale
	switch {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	text := strconv.FormatFloat(x, 'f', s.digits, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.Replace(text, "-", "−", 1)
}

// short is a number of a file, with as many digits as it has.
func (s style) short(x float64) string {
	return strings.Replace(strconv.FormatFloat(x*s.scale, 'g', 6, 64), "-", "−", 1)
}

// span writes an interval. One that is open on both sides says so.
func (s style) span(v rating.Interval) string {
	if math.IsInf(v.Lo, 0) && math.IsInf(v.Hi, 0) {
		return s.number(v.Estimate) + " (not bounded)"
	}
	return fmt.Sprintf("%s (%s to %s)", s.number(v.Estimate), s.number(v.Lo), s.number(v.Hi))
}

// EffectText is the number that decides with its interval and unit.
func (a *Answer) EffectText() string {
	s := a.Hypothesis.style()
	return s.span(a.Effect) + " " + s.unit
}

// What says in a few words which number a hypothesis is about.
func (e *Experiment) What(h *Hypothesis) string {
	s := h.Statistic
	text := ""
	switch {
	case len(s.Order) > 0:
		var groups []string
		for _, g := range s.Order {
			groups = append(groups, strings.Join(g, ", "))
		}
		text = strings.Join(groups, " > ")
	case len(s.Value) > 0:
		text = s.Value.String()
	case s.Exchange != "" && s.InPawns:
		text = "worth of " + s.Exchange
	case s.Exchange != "":
		text = "score of " + s.Exchange
	default:
		text = s.label
	}
	switch {
	case len(h.Against) > 0:
		word := " minus "
		if h.Change == Ratio {
			word = " over "
		}
		other := e.runNames(h.Against, h.Across)
		if sum := h.Other.Value.String(); sum != h.Statistic.Value.String() {
			other = sum + ", " + other
		}
		text += ", " + e.runNames(h.Runs, h.Across) + word + other
	case len(e.Runs) > 1 && len(e.Runs) > len(h.Runs) || len(h.Runs) > 1:
		text += ", " + e.runNames(h.Runs, h.Across)
	}
	return text
}

// runNames are runs in words.
func (e *Experiment) runNames(runs []int, across Across) string {
	switch {
	case len(runs) == 1:
		return e.Runs[runs[0]].Name
	case across == Mean:
		return fmt.Sprintf("mean of %d runs", len(runs))
	}
	return fmt.Sprintf("each of %d runs", len(runs))
}

// Wanted says the range of a hypothesis.
func (h *Hypothesis) Wanted() string {
	s, r := h.style(), h.Rule
	switch {
	case math.IsInf(r.Hi, 1):
		return fmt.Sprintf("above %s %s", s.short(r.Lo), s.unit)
	case math.IsInf(r.Lo, -1):
		return fmt.Sprintf("below %s %s", s.short(r.Hi), s.unit)
	case r.Margin > 0 && r.Lo+r.Margin == r.Hi-r.Margin:
		return fmt.Sprintf("%s ± %s %s", s.short(r.Lo+r.Margin), s.short(r.Margin), s.unit)
	case r.Margin > 0:
		return fmt.Sprintf("%s to %s, ± %s %s", s.short(r.Lo+r.Margin), s.short(r.Hi-r.Margin), s.short(r.Margin), s.unit)
	}
	return fmt.Sprintf("%s to %s %s", s.short(r.Lo), s.short(r.Hi), s.unit)
}

// Cost says what it would take to decide an undecided hypothesis; "" for others.
func (a *Answer) Cost() string {
	switch {
	case a.Verdict != Undecided:
		return ""
	case math.IsInf(a.Needed, 0) || math.IsNaN(a.Needed):
		return "these games do not tell how many would decide it"
	case a.Needed > 1e8:
		return "it is too close to the border to be decided by games"
	case a.Needed <= 1.05*float64(a.Games):
		return "a few more games would decide it"
	}
	return fmt.Sprintf("about %s games would decide it, if the estimate is right", rounded(a.Needed))
}

// rounded writes a number of games with two digits.
func rounded(x float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return thousands(int(math.Round(x/unit) * unit))
}

// thousands writes a number with a comma every three digits.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return thousands(n) + " " + thing + "s"
}

// Summary counts the verdicts in words, those of the claim before our own.
func (r *Result) Summary() string {
	var parts []string
	for _, ours := range []bool{false, true} {
		var list []string
		for _, v := range []Verdict{Supported, Contradicted, Undecided} {
			if n := r.Count(v, ours); n > 0 {
				list = append(list, fmt.Sprintf("%d %s", n, v))
			}
		}
		words := "of the claim: "
		if ours {
			words = "of our own questions: "
		}
		if len(list) > 0 {
			parts = append(parts, words+strings.Join(list, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// printElo prints a table.
func printElo(w io.Writer, a eloAnswer) {
	s := a.summary
	fmt.Fprint(w, format.Plural(s.Games, "game"))
	if s.Pairs > 0 {
		fmt.Fprintf(w, " in %s", format.Plural(s.Pairs, "pair"))
	}
	fmt.Fprintf(w, ": +%d =%d -%d\n\n", s.Total.Wins, s.Total.Draws, s.Total.Losses)
	fmt.Fprintf(w, "%-27s%10s  %s\n", "", "", "95 % interval")
	printEloRow(w, "score per game", s.Score, 4, "")
	printEloRow(w, "Elo (logistic)", s.Elo, 2, halfWidth(s.Elo))
	printEloRow(w, "normalized Elo", s.NormalizedElo, 2, halfWidth(s.NormalizedElo))
	printEloRow(w, "Elo (BayesElo, unscaled)", s.BayesElo.Elo, 2, parameter("drawelo", s.BayesElo.Draws, 1))
	printEloRow(w, "Elo (Davidson)", s.Davidson.Elo, 2, parameter("nu", s.Davidson.Draws, 3))
	fmt.Fprintf(w, "%-27s%8.2f %%\n", "likelihood of superiority", 100*s.LOS)
	fmt.Fprintf(w, "%-27s%8.2f %%\n", "draws", 100*s.DrawRate)
	if s.Pairs > 0 {
		fmt.Fprintf(w, "%-27s%10s\n", "pairs won per pair lost", rounded(s.PairRatio, 2))
	}
	if a.test != nil {
		fmt.Fprintf(w, "\nSPRT in %s Elo: H0 %g, H1 %g, alpha %g, beta %g\n", a.test.Model, a.test.Elo0, a.test.Elo1, a.test.Alpha, a.test.Beta)
		fmt.Fprintf(w, "log-likelihood ratio %.2f, bounds %.2f and %.2f: %s\n", a.state.LLR, a.state.Lower, a.state.Upper, a.state.Decision)
	}
	if notes := a.notes(); len(notes) > 0 {
		fmt.Fprintln(w)
		for _, note := range notes {
			printLabelled(w, "", 0, note)
		}
	}
}

// printEloRow prints an estimate, its limits and a remark.
func printEloRow(w io.Writer, name string, v stat.Interval, digits int, remark string) {
	limits := fmt.Sprintf("%s to %s", rounded(v.Lo, digits), rounded(v.Hi, digits))
	if math.IsNaN(v.Lo) {
		limits = ""
	}
	line := fmt.Sprintf("%-27s%10s  %-20s %s", name, rounded(v.Estimate, digits), limits, remark)
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func halfWidth(v stat.Interval) string {
	if !finite(v.Estimate) || !finite(v.HalfWidth()) {
		return ""
	}
	return fmt.Sprintf("± %.2f", v.HalfWidth())
}

func parameter(name string, x float64, digits int) string {
	if !finite(x) {
		return ""
	}
	return name + " " + rounded(x, digits)
}

// rounded writes a number with so many digits behind the point, and what does not
// exist as a hyphen. There is no negative zero.
func rounded(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "-"
	case math.IsInf(x, 1):
		return "infinite"
	case math.IsInf(x, -1):
		return "-infinite"
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

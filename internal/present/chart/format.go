package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// formatCount writes a number with commas between thousands.
func formatCount(n int) string {
	digits := strconv.Itoa(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return typographic(b.String())
}

// formatShort writes a count in at most four characters, such as 950, 1.2k or
// 34k.
func formatShort(n int) string {
	v := float64(n)
	for _, unit := range []string{"", "k", "M", "G"} {
		switch {
		case unit == "" && n < 1000:
			return strconv.Itoa(n)
		case v < 9.95:
			return strconv.FormatFloat(v, 'f', 1, 64) + unit
		case v < 999.5:
			return strconv.FormatFloat(v, 'f', 0, 64) + unit
		}
		v /= 1000
	}
	return fmt.Sprintf("%.0fT", v)
}

// plural writes a count and its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return formatCount(n) + " " + many
}

// formatPercent writes a share between 0 and 1 as a percentage.
func formatPercent(share float64) string {
	switch {
	case share == 0 || share == 1:
		return strconv.Itoa(int(100*share)) + " %"
	case share < 0.0005:
		return "<0.1 %"
	case share > 0.9995:
		return ">99.9 %"
	}
	return strconv.FormatFloat(100*share, 'f', 1, 64) + " %"
}

// formatValue writes a value with about three significant digits.
func formatValue(v float64) string { return formatAs(v, v) }

// formatRange writes an interval with the decimals that suit like. A dash
// beside a minus sign would be misread, so such intervals use a word.
func formatRange(lo, hi, like float64) string {
	if lo < 0 || math.IsInf(hi, 1) {
		return formatAs(lo, like) + " to " + formatAs(hi, like)
	}
	return formatAs(lo, like) + "–" + formatAs(hi, like)
}

// formatAs writes v with as many decimals as suit the size of like; from a
// hundred on, with none.
func formatAs(v, like float64) string {
	abs := math.Abs(v)
	switch {
	case math.IsInf(v, 0):
		return strings.TrimPrefix(typographic(strconv.FormatFloat(v, 'f', 0, 64)), "+")
	case abs >= 1e7:
		return typographic(strconv.FormatFloat(v, 'g', 2, 64))
	case abs >= 99.95 || math.Abs(like) >= 99.95:
		return formatCount(int(math.Round(v)))
	case math.Abs(like) >= 9.995:
		return typographic(strconv.FormatFloat(v, 'f', 1, 64))
	}
	return typographic(strconv.FormatFloat(v, 'f', 2, 64))
}

// formatLevel writes a confidence level, 0.95 as "95 %".
func formatLevel(level float64) string {
	return strconv.FormatFloat(100*level, 'g', 4, 64) + noBreak + "%"
}

// typographic uses the signs for minus and infinity, and no sign for zero.
func typographic(number string) string {
	if strings.Trim(number, "-0.") == "" {
		number = strings.TrimPrefix(number, "-")
	}
	return strings.NewReplacer("-", "−", "Inf", "∞").Replace(number)
}

// noBreak is a space at which wrap does not break.
const noBreak = "\u00a0"

// wrap breaks text into lines of at most the given width, between words where
// it can.
func wrap(s textStyle, text string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' }) {
		joined := strings.TrimPrefix(line+" "+word, " ")
		if s.width(joined) <= width {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for s.width(word) > width {
			n := fittingRunes(s, word, width)
			lines = append(lines, string([]rune(word)[:n]))
			word = string([]rune(word)[n:])
		}
		line = word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fittingRunes counts the leading runes of a word that fit, at least one.
func fittingRunes(s textStyle, word string, width vg.Length) int {
	runes := []rune(word)
	n := 1
	for n < len(runes) && s.width(string(runes[:n+1])) <= width {
		n++
	}
	return n
}

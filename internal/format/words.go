package format

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words replaces the hyphens of a name with spaces: "ninja pawn".
func Words(name string) string { return strings.ReplaceAll(name, "-", " ") }

// Plural formats a number of things: "1 move", "2 moves", "2,000 plies", "2 kinds of
// pieces", "2 rooks in hand".
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if head, of, ok := strings.Cut(thing, " of "); ok {
		return Plural(n, head) + " of " + of + "s"
	}
	if head, in, ok := strings.Cut(thing, " in "); ok {
		return Plural(n, head) + " in " + in
	}
	if stem, ok := strings.CutSuffix(thing, "ply"); ok {
		return Count(n) + " " + stem + "plies"
	}
	if stem, ok := strings.CutSuffix(thing, "thesis"); ok {
		return Count(n) + " " + stem + "theses"
	}
	if strings.HasSuffix(thing, "ss") || strings.HasSuffix(thing, "ch") {
		return Count(n) + " " + thing + "es"
	}
	return Count(n) + " " + thing + "s"
}

// Article puts "a" or "an" before a name.
func Article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}

// List joins names: "a, b and c". The word before the last name is last, such as "and".
func List[T ~string](names []T, last string) string {
	var out strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			out.WriteString(" " + last + " ")
		case i > 0:
			out.WriteString(", ")
		}
		out.WriteString(string(name))
	}
	return out.String()
}

// Ordinal formats a number as 1st, 2nd, 3rd, 4th and so on.
func Ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 && n%10 >= 1 && n%10 <= 3 {
		suffix = []string{"st", "nd", "rd"}[n%10-1]
	}
	return strconv.Itoa(n) + suffix
}

// Title capitalizes the first letter of a text.
func Title(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// maxExcerpt is the largest size of an Excerpt in bytes.
const maxExcerpt = 1000

// Excerpt returns a message without its middle if it is long, as one may be that quotes a
// foreign text.
func Excerpt(message string) string {
	const end = maxExcerpt / 4
	if len(message) <= maxExcerpt {
		return message
	}
	return strings.ToValidUTF8(message[:maxExcerpt-end], "") + "…" + strings.ToValidUTF8(message[len(message)-end:], "")
}

// Wrap breaks text into lines of at most width characters. A longer word gets a line
// of its own.
func Wrap(text string, width int) []string {
	var lines []string
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Results formats wins, draws and losses: "+136 =111 −96".
func Results(wins, draws, losses int) string {
	return "+" + Count(wins) + " =" + Count(draws) + " −" + Count(losses)
}

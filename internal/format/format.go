package format

import (
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/internal/stat"
)

// Texts for a missing number.
const (
	Unknown    = "?"           // the data do not determine it
	CannotTell = "cannot tell" // the same in words
	None       = "–"           // there is no such number
)

// NotBounded follows an estimate that the data bound on neither side.
const NotBounded = " (not bounded)"

// Unit is the format of the numbers of a unit.
type Unit struct {
	// Scale is the factor from the stored number to the written one, such as 100
	// for a share in per cent.
	Scale float64
	// Digits after the decimal point.
	Digits int
	// Name follows the number; it may be empty.
	Name string
}

// The units used by most tables.
var (
	Percent = Unit{100, 1, "%"}
	Value   = Unit{1, 2, ""} // the value of a piece
	Elo     = Unit{1, 0, "Elo"}
)

// Bare returns the unit without its name, for columns whose heading has it.
func (u Unit) Bare() Unit { return Unit{u.Scale, u.Digits, ""} }

// Number formats a number with the name of its unit: "62.7 %".
func (u Unit) Number(x float64) string {
	number := Fixed(u.Scale*x, u.Digits)
	if u.Name == "" || number == Unknown {
		return number
	}
	return number + " " + u.Name
}

// Interval formats an estimate with its limits: "62.7 % (60.8 to 64.7)". An exact number
// has no limits; NotBounded follows a number that the data bound on neither side. An
// infinite estimate, such as the median length of games that were mostly cut short, is
// known if one of its limits is finite.
func (u Unit) Interval(v stat.Interval) string {
	open := math.IsInf(v.Lo, -1) && math.IsInf(v.Hi, 1)
	switch {
	case v.Exact():
		return u.Number(v.Estimate)
	case !v.Known() && (open || !math.IsInf(v.Estimate, 0)):
		return Unknown
	case open:
		return u.Number(v.Estimate) + NotBounded
	}
	return u.Number(v.Estimate) + " (" + u.Limits(v) + ")"
}

// Bounds is like Interval, but an estimate that the data bound on neither side is written without
// limits.
func (u Unit) Bounds(v stat.Interval) string {
	if math.IsInf(v.Lo, 0) && math.IsInf(v.Hi, 0) {
		return u.Number(v.Estimate)
	}
	return u.Interval(v)
}

// Estimate formats an estimate without its limits.
func (u Unit) Estimate(v stat.Interval) string {
	if !v.Known() {
		return Unknown
	}
	return u.Number(v.Estimate)
}

// Limits formats only the limits: "60.8 to 64.7".
func (u Unit) Limits(v stat.Interval) string {
	return Fixed(u.Scale*v.Lo, u.Digits) + " to " + Fixed(u.Scale*v.Hi, u.Digits)
}

// Difference formats a number with its sign: "+0.12".
func (u Unit) Difference(x float64) string {
	text := u.Number(x)
	if x > 0 && strings.ContainsAny(text, "123456789∞") {
		return "+" + text
	}
	return text
}

// Fixed formats a number with the given number of digits after the point, with commas
// between thousands and a minus sign (−).
func Fixed(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return Unknown
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', digits, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if digits > 0 {
		whole += "." + fraction
	}
	if x < 0 && strings.ContainsAny(text, "123456789") {
		return "−" + whole
	}
	return whole
}

// Count formats a whole number with commas between thousands: "16,000".
func Count(n int) string { return Fixed(float64(n), 0) }

// Short formats a count in about five characters: 9999, 12.3k, 4.56M.
func Short(n uint64) string {
	x, unit := float64(n), ""
	for _, u := range []string{"k", "M", "G", "T"} {
		if x < 10000 && unit == "" || x < 1000 {
			break
		}
		x, unit = x/1000, u
	}
	if unit == "" {
		return strconv.FormatUint(n, 10)
	}
	digits := max(2-int(math.Log10(max(x, 1))), 0)
	return strconv.FormatFloat(x, 'f', digits, 64) + unit
}

// Significant formats a number with at most the given number of significant digits and no
// trailing zeros.
func Significant(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Fixed(x, 0)
	}
	return strings.Replace(strconv.FormatFloat(x, 'g', digits, 64), "-", "−", 1)
}

// Level formats a confidence level: "95 %".
func Level(level float64) string { return Significant(100*level, 4) + " %" }

// Probability formats a p-value.
func Probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return Fixed(p, 3)
}

// Cell formats a number of a table for programs. Unknown and infinite numbers are empty.
func Cell(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

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

// Title capitalizes the first letter of a string.
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

// SafeWriter passes on text for a terminal. Text from foreign files may contain control
// characters that move the cursor or change the window's title; all but newline and tab
// become question marks.
type SafeWriter struct {
	to io.Writer
	// held reports whether the last byte written was leadC1, so that its character is not
	// yet known.
	held bool
}

// The control characters from U+0080 to U+009F are encoded as leadC1 and a byte up to
// lastC1.
const leadC1, lastC1 = 0xC2, 0x9F

// Safe returns a SafeWriter that writes to another writer.
func Safe(to io.Writer) *SafeWriter { return &SafeWriter{to: to} }

// Unwrap returns the underlying writer.
func (s *SafeWriter) Unwrap() io.Writer { return s.to }

// Write passes on text. A character may be split between two calls.
func (s *SafeWriter) Write(text []byte) (int, error) {
	safe := make([]byte, 0, len(text)+1)
	for _, b := range text {
		held := s.held
		s.held = b == leadC1
		switch {
		case held && b >= 0x80 && b <= lastC1:
			b = '?'
		case held:
			safe = append(safe, leadC1)
		}
		switch {
		case s.held:
		case b < ' ' && b != '\n' && b != '\t', b == 0x7F:
			safe = append(safe, '?')
		default:
			safe = append(safe, b)
		}
	}
	if _, err := s.to.Write(safe); err != nil {
		return 0, err
	}
	return len(text), nil
}

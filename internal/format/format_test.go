package format

import (
	"io"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"bestiary/internal/stat"
)

func TestFormats(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Plural(0, "game"), "0 games"},
		{Plural(1, "game"), "1 game"},
		{Plural(1, "random ply"), "1 random ply"},
		{Plural(1, "kind of piece"), "1 kind of piece"},
		{Plural(6, "kind of piece"), "6 kinds of pieces"},
		{Plural(5, "loss"), "5 losses"},
		{Plural(2000, "random ply"), "2,000 random plies"},
		{Article("alfil"), "an alfil"},
		{Article("rook"), "a rook"},
		{List([]string{"a", "b", "c"}, "and"), "a, b and c"},
		{List([]string{"a"}, "and"), "a"},
		{Title("undecided"), "Undecided"},
		{Ordinal(1), "1st"}, {Ordinal(2), "2nd"}, {Ordinal(3), "3rd"}, {Ordinal(4), "4th"}, {Ordinal(10), "10th"},
		{Ordinal(11), "11th"}, {Ordinal(13), "13th"}, {Ordinal(21), "21st"}, {Ordinal(102), "102nd"}, {Ordinal(112), "112th"},
		{Probability(0.00049), "<0.001"},
		{Probability(0.25), "0.250"},
		{Probability(math.NaN()), "?"},
		{Cell(2.0 / 3), "0.666667"},
		{Cell(math.Inf(1)), ""},
		{Count(-1234567), "−1,234,567"},
		{Count(100), "100"},
		{Fixed(-0.004, 2), "0.00"},
		{Fixed(-0.006, 2), "−0.01"},
		{Fixed(1234.56, 1), "1,234.6"},
		{Fixed(math.Inf(-1), 1), "−∞"},
		{Level(0.95), "95 %"},
		{Level(0.999), "99.9 %"},
		{Percent.Interval(stat.Interval{Estimate: 0.627, Lo: 0.608, Hi: 0.647}), "62.7 % (60.8 to 64.7)"},
		{Value.Interval(stat.Interval{Estimate: 3.2, Lo: -0.5, Hi: math.Inf(1)}), "3.20 (−0.50 to ∞)"},
		{Value.Interval(stat.Unbounded(3.2, 0.95)), "3.20 (not bounded)"},
		{Value.Interval(stat.Unknown()), "?"},
		{Value.Interval(stat.Exact(1)), "1.00"},
		{Value.Interval(stat.Unbounded(math.Inf(1), 0.95)), "?"},
		{Value.Interval(stat.Interval{Estimate: math.Inf(1), Lo: 103, Hi: math.Inf(1)}), "∞ (103.00 to ∞)"},
		{Elo.Number(math.NaN()), "?"},
		{Elo.Difference(12), "+12 Elo"},
		{Value.Difference(0.001), "0.00"},
		{Percent.Bare().Number(0.5), "50.0"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 8, "one two|three"},
		{"a verylongword b", 4, "a|verylongword|b"},
		{"  blanks \n and\tlines ", 80, "blanks and lines"},
		{"größe über", 5, "größe|über"},
	} {
		if got := strings.Join(Wrap(test.text, test.width), "|"); got != test.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
}

func TestShort(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 9999: "9999", 10000: "10.0k", 123456: "123k", 999_600: "1000k", 1_234_567: "1.23M", 45_678_901_234: "45.7G", 1 << 60: "1152922T",
	} {
		if got := Short(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}

func TestSafeWriter(t *testing.T) {
	var b strings.Builder
	w := Safe(&b)
	for _, part := range []string{"a\x1b[31m\tb\r\n", "\xc2", "\x9b31m", " \xc2", "\xbd é\x7f\x00\n"} {
		if n, err := io.WriteString(w, part); n != len(part) || err != nil {
			t.Error(n, err)
		}
	}
	if got, want := b.String(), "a?[31m\tb?\n?31m ½ é??\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestExcerpt(t *testing.T) {
	long := "file.toml:3: " + strings.Repeat("é9", 1<<20) + ", expected a number"
	got := Excerpt(long)
	if len(got) > maxExcerpt+len("…") || !utf8.ValidString(got) || !strings.HasPrefix(got, "file.toml:3: é9é") || !strings.HasSuffix(got, "é9, expected a number") || !strings.Contains(got, "…") {
		t.Errorf("got %q", got)
	}
	if got := Excerpt(long[:maxExcerpt]); got != long[:maxExcerpt] {
		t.Errorf("a short message became %q", got)
	}
}

func TestSentences(t *testing.T) {
	type end string
	data := &struct {
		Count int
		End   end
		Kinds []string
		Inner struct{ On bool }
	}{Count: 2, End: "draw", Kinds: []string{"rook", "queen"}}
	s := ParseSentences(`
{{define "count"}}{{with .Count}}After
	{{plural . "move"}}{{else}}Never{{end}}.{{end}}
{{define "end"}}{{if eq .End "win" "draw"}}A {{.End}}{{end}}{{if ne .End "draw"}} more{{end}}{{end}}
{{define "range"}}{{range .Kinds}}{{.}};{{end}}{{end}}
{{define "both"}}{{if and .Count (not .Inner.On)}}{{template "range" .}}{{end}}{{if or .Inner.On (gt .Count 2)}}no{{end}}{{end}}
{{define "variable"}}{{$x := "a"}}{{if .Count}}{{$x = printf "%s%d" $x .Count}}{{$x := "hidden"}}{{end}}{{$x}}{{end}}`,
		map[string]any{"plural": Plural})
	for name, want := range map[string]string{
		"count": "After 2 moves.", "end": "A draw", "range": "rook;queen;", "both": "rook;queen;", "variable": "a2", "unknown": "",
	} {
		if got := s.Write(name, data); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	data.Count, data.End = 0, "win"
	for name, want := range map[string]string{"count": "Never.", "end": "A win more", "both": ""} {
		if got := s.Write(name, data); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

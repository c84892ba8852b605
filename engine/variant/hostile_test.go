package variant_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// hostileFile is a file that a reader must refuse or accept at low cost.
type hostileFile struct {
	name, text string
	// want is part of the error; "" if the game is accepted and compiled.
	want string
	// most is the maximum total allocation, in MB.
	most int
}

// check reads and compiles the game of a hostile file and measures the allocation. Time is
// not measured, since it depends on the machine.
func (h hostileFile) check(t *testing.T, read func(data []byte) (*variant.Variant, error)) {
	t.Helper()
	data := []byte(h.text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v, err := read(data)
	if err == nil {
		_, err = rules.Compile(v)
	}
	runtime.ReadMemStats(&after)
	if spent := int((after.TotalAlloc - before.TotalAlloc) >> 20); !raceDetector && spent > h.most {
		t.Errorf("allocated %d MB, want at most %d", spent, h.most)
	}
	switch {
	case h.want == "" && err != nil:
		t.Errorf("error %.300v, want none", err)
	case h.want != "" && (err == nil || !strings.Contains(err.Error(), h.want)):
		t.Errorf("error %.300v, want one with %q", err, h.want)
	}
	if err != nil && len(err.Error()) > 4<<20 {
		t.Errorf("the error has %d bytes", len(err.Error()))
	}
}

const (
	megabytes10 = 10 << 20
	soundHead   = "name = \"x\"\n[board]\nfiles = 2\nranks = 4\narray = \"k1/2/2/K1\"\n"
	soundKing   = "[[piece]]\nname = \"king\"\nsymbol = \"K\"\nroyal = true\nmove = \"K\"\n"
)

// gameWithMoves returns a game on the largest board with the maximum number of pieces and
// of moves per piece. move returns the n-th move.
func gameWithMoves(move func(n int) string) string {
	var b strings.Builder
	b.WriteString("name = \"x\"\n[board]\nfiles = 16\nranks = 16\narray = \"k15" + strings.Repeat("/16", 14) + "/K15\"\n")
	for i, n := 0, 0; i < 26; i++ {
		fmt.Fprintf(&b, "[[piece]]\nname = \"piece-%d\"\nsymbol = %q\nroyal = %v\nmove = %q\nmore-moves = [\n", i, string(rune('A'+i)), i == 10, move(n))
		n++
		for range 15 {
			fmt.Fprintf(&b, "{ move = %q, ranks = \"1-16\" },\n", move(n))
			n++
		}
		b.WriteString("]\n")
	}
	return b.String()
}

// spread writes a number in the letters m, c and d, which are modes of a move, to make any
// number of distinct strings.
func spread(n int) string {
	s := ""
	for range 6 {
		s += "mcd"[n%3 : n%3+1]
		n /= 3
	}
	return s
}

func TestHostileGameFiles(t *testing.T) {
	moved := func(move string) string {
		return soundHead + soundKing + "[[piece]]\nname = \"rook\"\nsymbol = \"R\"\nmove = \"" + move + "\"\n"
	}
	for _, h := range []hostileFile{
		{"large board", "name = \"x\"\n[board]\nfiles = 999\nranks = 999\narray = \"" + strings.Repeat("999/", 998) + "999\"\n" + soundKing, "board.files: 999; expected 2 to 16", 1},
		{"huge numbers", "name = \"x\"\n[board]\nfiles = 9223372036854775807\nranks = 99999999999999999999\n", "is too large", 1},
		{"many rows", strings.Replace(soundHead, "/2/2", strings.Repeat("/2", 300_000), 1) + soundKing, "300,002 rows for 4 ranks", 32},
		{"row without end", strings.Replace(soundHead, "/2/2", "/"+strings.Repeat("16", 400_000), 1) + soundKing, "3 rows for 4 ranks", 8},
		{"one long line", "title = \"" + strings.Repeat("a", megabytes10), "the file is too long; expected at most 1048576 bytes", 1},
		{"many lines", strings.Repeat("a = 1\n", megabytes10/6), "the file is too long", 1},
		{"long title", "title = \"" + strings.Repeat("a", 1_000_000) + "\"\n" + soundHead + soundKing, "", 16},
		{"many comments", soundHead + soundKing + strings.Repeat("#\n", 500_000), "", 16},
		{"many pieces", soundHead + strings.Repeat(soundKing, 1800), "piece: 1800 entries; expected at most 26", 24},
		{"many more", soundHead + strings.Repeat(soundKing, 9000), "too many fields", 16},
		{"many unknown keys", soundHead + soundKing + strings.Repeat("[rules.gatting]\n", 1) + keys("king-%d = 1\n", 9900), "rules.gatting: unknown key", 24},
		{"many unknown fields", keys("unknown-key-%d = 1\n", 9900) + soundHead + soundKing, "unknown-key-9: unknown key", 64},
		{"lists in lists", "x = " + strings.Repeat("[", 1_000_000), "is too long; expected at most 200 characters", 8},
		{"tables in tables", "x = " + strings.Repeat("{a=", 300_000), "is too long; expected at most 200 characters", 8},
		{"dotted header", "[" + strings.Repeat("a.", 500_000) + "a]", "is too long; expected at most 200 characters", 8},
		{"long range", moved("R999999999"), "column 4: found '9', expected a number from 0 to 99", 1},
		{"deep brackets", moved(strings.Repeat("[", 200)), "brackets stand neither inside brackets", 1},
		{"deep parentheses", moved(strings.Repeat("(", 200)), "repeated groups in parentheses", 1},
		{"long move", moved(strings.Repeat("W", 1_000_000)), "expected at most 256", 16},
		{"NUL", moved("R\x00"), "not valid TOML", 1},
		{"NUL bytes", strings.Repeat("\x00", 1_000_000), "is too long; expected at most 200 characters", 24},
		{"not UTF-8", strings.Repeat("\xff", 1_000_000), "the file is not text in UTF-8", 1},
		{"lines of other systems", strings.ReplaceAll(moved("R"), "\n", "\r\n"), "", 2},
		{"byte order mark", "\ufeff" + moved("R"), "", 2},
		{"repeated paths", gameWithMoves(func(n int) string { return strings.Repeat("aaaK", 2+n%60) }), "number of paths over 4096", 32},
		{"one move with many paths", gameWithMoves(func(int) string { return "aaaK" }), "brings the number of paths of all moves to 8232; expected at most 8192", 32},
		{"moves with many paths", gameWithMoves(func(n int) string { return spread(n) + "aaaK" }), "number of paths of this move string and those before it over 8192", 32},
		{"faults behind many paths", gameWithMoves(func(n int) string { return fmt.Sprintf("aaaKW%d?", n%99) }), "column 7: found '?'", 48},
		{"long walks", gameWithMoves(func(n int) string { return []string{"zR", "K"}[min(n%48, 1)] }), "pass over more than 1048576 squares", 700},
		{"many ways", gameWithMoves(func(n int) string { return []string{"pacaR", "K"}[min(n, 1)] }), "different ways between squares", 700},
		{"ways to the same squares", gameWithMoves(func(n int) string { return []string{"masmasR", "K"}[min(n, 1)] }), "too many paths to the same squares", 700},
		{"options", soundHead + soundKing + ownOptions(16, 16, 26), "too many fields", 24},
		{"values", soundHead + soundKing + ownOptions(16, 16, 8), "change the moves of king, and so does option[1]", 200},
	} {
		t.Run(h.name, func(t *testing.T) {
			h.check(t, func(data []byte) (*variant.Variant, error) { return variant.Parse("hostile.toml", data) })
		})
	}
}

// keys writes numbered lines.
func keys(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// ownOptions writes options whose values change the moves of the king.
func ownOptions(options, values, moves int) string {
	var b strings.Builder
	for o := range options {
		fmt.Fprintf(&b, "[[option]]\nname = \"option-%d\"\ndoc = \"x\"\ndefault = \"v0\"\n", o)
		for v := range values {
			fmt.Fprintf(&b, "[[option.values.v%d.piece]]\nname = \"king\"\nmove = \"K\"\nmore-moves = [", v)
			for m := range moves {
				fmt.Fprintf(&b, "{ move = \"%sK%d\", ranks = \"1\" },", spread(o*values+v), m+2)
			}
			b.WriteString("]\n")
		}
	}
	return b.String()
}

package gamefile

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

var (
	sweepINI   = flag.String("ini", "", "a variants.ini whose sections TestSweep reads; \"builtin\" for the games of the program")
	sweepPerft = flag.String("perft", "", "what the program knows of it: section, FEN, and depth and count of moves, or \"next\" and a FEN after a move, or \"result\" and that of the side to move")
	sweepNodes = flag.Uint64("nodes", 100_000, "the largest of these counts that is compared")
)

// count is what the program knows of a position: a number of moves, a position after one
// of them, or the result.
type count struct {
	fen          string
	depth        int
	nodes        uint64
	next, result string
}

// ofBuiltins are the files with counts of the built-in games.
var ofBuiltins = []string{"../../rules/testdata/perft/fairy-stockfish.tsv", "../../rules/testdata/perft/fairy-stockfish-ends.tsv", "testdata/builtin.tsv"}

// readCounts reads what the program knows, grouped by section.
func readCounts(t testing.TB, paths ...string) map[string][]count {
	t.Helper()
	var text []byte
	for _, path := range paths {
		text = append(text, testkit.Must(os.ReadFile(path))(t)...)
	}
	counts := map[string][]count{}
	for _, row := range tableRows(string(text)) {
		depth, err1 := strconv.Atoi(row[2])
		nodes, err2 := strconv.ParseUint(row[3], 10, 64)
		c := count{fen: row[1], depth: depth, nodes: nodes}
		switch {
		case row[2] == "next":
			c.next = row[3]
		case row[2] == "result":
			c.result = row[3]
		case err1 != nil || err2 != nil:
			continue
		}
		counts[row[0]] = append(counts[row[0]], c)
	}
	return counts
}

// A verdict is the outcome of reading a section.
type verdict string

const (
	complete    verdict = "complete and equal"
	uncounted   verdict = "complete, no counts"
	approximate verdict = "approximate only"
	outOfReach  verdict = "out of reach"
	different   verdict = "SILENTLY DIFFERENT"
)

// judge reads a section and compares its counts.
func judge(file string, data []byte, section string, counts []count) (verdict, string) {
	v, _, err := ParseINI(file, data, section, false)
	if err == nil {
		return compareCounts(v, counts)
	}
	v, _, lossy := ParseINI(file, data, section, true)
	if lossy == nil {
		_, lossy = rules.Compile(v)
	}
	if lossy != nil {
		first, _, _ := strings.Cut(lossy.Error(), "\n")
		return outOfReach, first
	}
	return approximate, strings.Join(v.Approximates, "; ")
}

// compareCounts compares the move counts of a game that was read completely.
func compareCounts(v *variant.Variant, counts []count) (verdict, string) {
	g, err := rules.Compile(v)
	if err != nil {
		return outOfReach, err.Error()
	}
	compared := 0
	for _, c := range counts {
		if c.nodes > *sweepNodes {
			continue
		}
		p, err := g.ParseFEN(ownFEN(g, c.fen))
		if err != nil {
			return different, err.Error()
		}
		compared++
		switch {
		case c.next != "":
			if why := reaches(v, p, ownFEN(g, c.next)); why != "" {
				return different, fmt.Sprintf("%s: %s", c.fen, why)
			}
		case c.result != "":
			if got := resultOf(p); got != c.result {
				return different, fmt.Sprintf("result of %s = %s, want %s", c.fen, got, c.result)
			}
		case p.Perft(c.depth) != c.nodes:
			return different, fmt.Sprintf("perft(%d) of %s = %d, want %d", c.depth, c.fen, p.Perft(c.depth), c.nodes)
		}
	}
	if compared == 0 {
		return uncounted, ""
	}
	return complete, fmt.Sprintf("%d counts", compared)
}

// reaches explains why no move leads to a position with the same pieces and the same clock,
// or returns "".
func reaches(v *variant.Variant, p *rules.Position, fen string) string {
	parts := func(fen string) (pieces, clock string) {
		fields := strings.Fields(strings.ReplaceAll(fen, "~", ""))
		board, hand, _ := strings.Cut(fields[0], "[")
		return board + " " + sorted(hand) + " " + fields[1], fields[len(fields)-2]
	}
	pieces, clock := parts(fen)
	why := "no move leads to " + fen
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if own, its := parts(p.FEN()); own == pieces && (its == clock || v.Rules.NMove == 0) {
			why = ""
		} else if own == pieces && why != "" {
			why = fmt.Sprintf("a clock of %s after %s, want %s", its, fen, clock)
		}
		p.Unmake()
	}
	return why
}

// resultOf returns the result of the side to move in the program's terms: it does not end
// the game of bare kings, and the n-move rule and repetitions are those of a search.
func resultOf(p *rules.Position) string {
	result, reason := p.Outcome()
	switch {
	case result == rules.Ongoing, reason == rules.InsufficientMaterial, reason == rules.NMoveRule:
		return "-"
	case result == rules.Draw:
		return "draw"
	case (result == rules.WhiteWins) == (p.Turn() == rules.White):
		return "win"
	}
	return "loss"
}

// ownFEN converts a FEN of the program to the form used for a game.
func ownFEN(g *rules.Game, fen string) string {
	fields := strings.Fields(fen)
	placement, hand, hasHand := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	array, holes, problems := variant.ReadArrayWithHoles(strings.ReplaceAll(placement, "~", ""), g.Files(), g.Ranks())
	if len(problems) > 0 {
		return fen // ParseFEN reports the error
	}
	if len(holes) > 0 && g.Variant.Rules.Capture.Then != variant.Petrifies { // which has walls where the program has
		placement = array.String()
	}
	own := strings.Fields(g.NewPosition().FEN())
	if hasHand && strings.Contains(own[0], "[") {
		placement += "[" + hand + "]"
	}
	if len(fields) > 3 && strings.ContainsAny(fields[2], "0123456789") { // no rights and squares
		fields = slices.Insert(fields, 2, "-", "-")
	}
	fields[0] = placement
	if len(fields) > 3 {
		fields[3] = emptySquares(g, placement, fields[3])
	}
	if len(fields) > 2 && own[2] == "-" {
		fields[2] = "-"
	}
	return strings.Join(fields, " ")
}

// emptySquares returns the empty squares of an en-passant field: the program also lists
// squares of pieces that arrived by a first move.
func emptySquares(g *rules.Game, placement, field string) string {
	board, _, _ := strings.Cut(placement, "[")
	array, _ := variant.ReadArray(board, g.Files(), g.Ranks())
	kept := ""
	for _, name := range regexp.MustCompile(`[a-p]\d+`).FindAllString(field, -1) {
		if sq, ok := variant.ParseSquare(name); ok && array != nil && array[sq.Rank][sq.File] == 0 {
			kept += name
		}
	}
	return cmp.Or(kept, "-")
}

// TestSweep prints the verdict on every section of a file, and fails if a section differs
// from the program's game although no rule is reported as lost. See make sweep.
func TestSweep(t *testing.T) {
	if *sweepINI == "" {
		t.Skip("no -ini")
	}
	var data []byte
	var names []string
	counts := map[string][]count{}
	if *sweepPerft != "" {
		counts = readCounts(t, *sweepPerft)
	} else if *sweepINI == "builtin" {
		counts = readCounts(t, ofBuiltins...)
	}
	if *sweepINI == "builtin" {
		names = namesOf(builtins())
	} else {
		data = testkit.Must(os.ReadFile(*sweepINI))(t)
		names = Sections(data)
	}
	totals := map[verdict]int{}
	for _, name := range names {
		v, why := judge("", data, name, counts[name])
		totals[v]++
		fmt.Printf("%-24s %-20s %s\n", name, v, why)
		if v == different {
			t.Errorf("%s: %s", name, why)
		}
	}
	for _, v := range []verdict{complete, uncounted, approximate, outOfReach, different} {
		fmt.Printf("%4d of %d %s\n", totals[v], len(names), v)
	}
}

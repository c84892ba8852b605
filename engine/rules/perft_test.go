package rules

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// shortNodes bounds the rows that run under -short, deepNodes those that run
// without -long.
const (
	shortNodes = 100_000
	deepNodes  = 1_500_000
)

type perftRow struct {
	game, fen string
	depth     int
	nodes     uint64
}

// Every game of the reference counts is either played here or listed with the
// reason in unreached.tsv.
func TestPerftAgainstReferenceCounts(t *testing.T) {
	unreached := unreachedGames(t)
	listed := map[string]bool{}
	for _, file := range []string{"fairy-stockfish.tsv", "fairy-stockfish-large.tsv", "fairy-stockfish-ends.tsv", "fairy-stockfish-x.tsv"} {
		byGame := map[string][]perftRow{}
		for _, r := range readTSV(t, file) {
			byGame[r["variant"]] = append(byGame[r["variant"]], perftRow{r["variant"], r["fen"], atoi(t, r["depth"]), believed(t, r)})
		}
		for _, name := range slices.Sorted(maps.Keys(byGame)) {
			t.Run(name, func(t *testing.T) {
				if why := unreached[name]; why != "" {
					listed[name] = true
					t.Skip(why)
				}
				t.Parallel()
				d := dialects[name]
				g := gameWith(t, cmp.Or(d.game, name))
				for _, r := range byGame[name] {
					r.fen = d.fen(r.fen)
					checkPerft(t, g, r)
				}
			})
		}
	}
	for name := range unreached {
		if !listed[name] {
			t.Errorf("unreached.tsv lists %s, which has no counts", name)
		}
	}
}

// unreachedGames gives the reason why the rules do not cover a game.
func unreachedGames(t testing.TB) map[string]string {
	t.Helper()
	reasons := map[string]string{}
	for _, r := range readTSV(t, "unreached.tsv") {
		if r["reason"] == "" || reasons[r["variant"]] != "" {
			t.Errorf("unreached.tsv: %s must have one reason", r["variant"])
		}
		reasons[r["variant"]] = r["reason"]
	}
	return reasons
}

// settled are rows where the reference counts contradict each other or are
// known to be doubtful. The count here is the one that the step programs and
// the slow generator of these tests agree on.
var settled = map[string]uint64{
	// The two published counts are 22527 and 22526.
	"r6bbr/f2p2n1pp/10/1p1P2kp2/1P7P/P1F2p2fN/5PPB1R/RN3KFB2 w Q - 1 31 3": 22527,
	// 429921 by the program that overlooks blocks of a manticore's check.
	"rmebqkbefr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RMEBQKBEFR w KQkq - 0 1 4": 429923,
	// 443202 by a program that, after j3-j5, takes the step i4-j4 of the gold
	// general, which captures sideways, for an en-passant capture and removes the
	// pawn on j5. Its moves j5-j6 and j5xi6 are the difference. Only pawns capture
	// en passant.
	"rc2qkbdcr/2el2len1/pppp2p2p/1dn2D4/7pp1/1s5P2/E1P1p2bg1/PP1PPPP1PP/SN1L1BLEN1/RCDBQK2CR w - - 0 16 3": 443204,
}

// believed is the count to trust: the independent one where there is one.
func believed(t *testing.T, r map[string]string) uint64 {
	if n, ok := settled[r["fen"]+" "+r["depth"]]; ok {
		return n
	}
	n := uint64(atoi(t, r["nodes"]))
	if own := r["own_check"]; own != "" && own != "-" {
		n = uint64(atoi(t, own))
	}
	return n
}

func checkPerft(t *testing.T, g *Game, r perftRow) {
	t.Helper()
	if testing.Short() && r.nodes > shortNodes || !testkit.Long() && r.nodes > deepNodes {
		return
	}
	p, err := g.ParseFEN(r.fen)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	if got := p.Perft(r.depth); got != r.nodes {
		t.Errorf("perft(%d) of %s = %d, want %d", r.depth, r.fen, got, r.nodes)
	}
	if err := p.checkInvariants(); err != nil {
		t.Error(err)
	}
}

// behindNothing is a reference position in which pieces wait behind empty
// squares. Play never leads there, and from its third ply on the counts depend
// on what a program does with them.
const behindNothing = "**d***s*/r3k2r/"

func TestMusketeerGatingAgainstReferenceCounts(t *testing.T) {
	for _, r := range readTSV(t, "musketeer.tsv") {
		t.Run(r["fen"]+" "+r["depth"], func(t *testing.T) {
			if strings.HasPrefix(r["fen"], behindNothing) && atoi(t, r["depth"]) > 2 {
				t.Skip("pieces wait behind empty squares, which play never leads to")
			}
			t.Parallel()
			v := testkit.Must(variant.Load("testdata/games/musketeer-all.toml"))(t)
			allowPromotionTo(v, r["fen"])
			g := testkit.Must(Compile(v))(t)
			checkPerft(t, g, perftRow{"musketeer", r["fen"], atoi(t, r["depth"]), uint64(atoi(t, r["nodes"]))})
		})
	}
}

// allowPromotionTo adds the selected pieces of a FEN to the promotion choices:
// they can be promoted to whether or not they have entered.
func allowPromotionTo(v *variant.Variant, fen string) {
	board, _, _ := strings.Cut(fen, " ")
	pr := &v.Rules.Promotions[0]
	for _, p := range v.Pieces {
		selected := strings.Contains(strings.ToUpper(board), p.Symbol) && !p.Royal && !p.Pawn
		known := false
		for _, c := range pr.Choices {
			known = known || c == p.Name
		}
		if selected && !known {
			pr.Choices = append(pr.Choices, p.Name)
		}
	}
}

func readTSV(t testing.TB, name string) []map[string]string {
	t.Helper()
	return testkit.TSV(t, "testdata", "perft", name)
}

func atoi(t testing.TB, s string) int {
	t.Helper()
	return testkit.Must(strconv.Atoi(s))(t)
}

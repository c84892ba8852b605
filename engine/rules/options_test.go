package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Each option of variant's table changes what a game does. An option that this package
// ignores fails, and so does one without a case.
func TestEveryOptionMatters(t *testing.T) {
	var names []string
	for _, c := range testkit.TSV(t, "testdata", "options.tsv") {
		names = append(names, c["option"])
		t.Run(c["option"], func(t *testing.T) {
			t.Parallel()
			g := gameWith(t, fmt.Sprintf("%s %s=%s", c["game"], c["option"], c["value"]))
			other := gameWith(t, fmt.Sprintf("%s %s=%s", c["game"], c["option"], c["other"]))
			if !differ(t, g, other, c["position"]) {
				t.Errorf("%s %s: the same games with %s and %s", c["game"], c["option"], c["value"], c["other"])
			}
		})
	}
	own := ownOptions(t)
	for _, o := range variant.Options() {
		// Who starts a game shuffles the array, see package opening.
		if o.Name != "shuffle" && !slices.Contains(names, o.Name) && !slices.Contains(own, o.Name) {
			t.Errorf("option %s is in no case", o.Name)
		}
	}
}

// ownOptions returns the names of the options that single games of the catalogue have.
func ownOptions(t *testing.T) (names []string) {
	t.Helper()
	for _, game := range variant.Catalogue() {
		for _, o := range loaded(t, game).OwnOptions {
			names = append(names, o.Name)
		}
	}
	return names
}

// differ plays random games by the rules of two games at once, and reports whether their
// positions, moves or outcomes ever differ.
func differ(t *testing.T, a, b *Game, fen string) bool {
	const games, plies = 40, 100
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p, q := a.NewPosition(), b.NewPosition()
		if fen != "" {
			p, q = parsed(t, a, fen), parsed(t, b, fen)
		}
		for range plies {
			moves := moveTexts(p, p.Moves(nil))
			if stateText(p) != stateText(q) || !slices.Equal(moves, moveTexts(q, q.Moves(nil))) {
				return true
			}
			if result, _ := p.Outcome(); result != Ongoing {
				break
			}
			text := moves[rng.IntN(len(moves))]
			for _, p := range []*Position{p, q} {
				m := testkit.Must(p.ParseMove(text))(t)
				p.Make(m)
			}
		}
	}
	return false
}

func stateText(p *Position) string {
	result, reason := p.Outcome()
	return strings.Join([]string{p.FEN(), fmt.Sprint(result, reason)}, " ")
}

// countedElsewhere are the options of rules that Fairy-Stockfish has, whose counts are in oracle.tsv of
// package gamefile, and those that change no count of moves.
const countedElsewhere = `castling-king-steps captures-to-hand hand-keeps-promotion drop-promoted drop-check n-move
	repetition repetition-result perpetual-check stalemate checkmate checks must-capture checks-forbidden turn symmetry
	extinction-count extinction-opponent-count extinction-claim goal-count goal-blocked goal-safe goal-reply
	insufficient-material shuffle promotion-resets-n-move gate-resets-n-move`

// Each other option has two values with different counts in counted.tsv, for one question about one position.
func TestOptionsAreCounted(t *testing.T) {
	first, counted := map[string]string{}, map[string]bool{}
	for _, r := range testkit.TSV(t, "testdata", "positions", "counted.tsv") {
		for _, word := range strings.Fields(r["game"])[1:] {
			option, _, _ := strings.Cut(word, "=")
			question := option + r["position"] + r["asks"]
			counted[option] = counted[option] || first[question] != "" && first[question] != r["answer"]
			first[question] = r["answer"]
		}
	}
	elsewhere := append(strings.Fields(countedElsewhere), ownOptions(t)...)
	for _, o := range variant.Options() {
		if !counted[o.Name] && !slices.Contains(elsewhere, o.Name) {
			t.Errorf("counted.tsv has no two counts that option %s changes", o.Name)
		}
	}
}

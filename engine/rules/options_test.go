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

// optionCases has for each option a game, two values and a position from which some
// random games go differently; without a position, the array.
var optionCases = []struct{ option, game, value, other, fen string }{
	{"n-move", "chess", "1", "50", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
	{"repetition", "chess", "2", "off", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
	{"stalemate", "chess", "draw", "win", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
	{"checkmate", "chess", "loss", "draw", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"},
	{"insufficient-material", "chess", "bare-kings", "none", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	{"symmetry", "legan", "mirror", "rotate", ""},
	{"castling", "chess", "orthodox", "flexible", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
	{"castling-king-steps", "chess", "2", "3", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
	{"fast-castling-between", "gustav3 castling=fast", "true", "false", "4k5/10/10/10/10/10/10/1R3K2R1 w KQ - 0 1"},
	{"swap-out-of-check", "chess castling=swap", "true", "false", "4r2k/8/8/8/8/8/8/R3K3 w A - 0 1"},
	{"promotion-zone", "chess", "1", "2", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"},
	{"promotion-optional", "chess", "true", "false", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"},
	{"promotion-compulsory", "chess promotion-optional=true", "0", "1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"},
	{"promotion-captured", "chess", "true", "false", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"},
	{"empty-pool", "chess promotion-captured=true", "loss", "forbidden", "3q3k/4P3/8/8/8/8/8/7K[] w - - 0 1"},
	{"promotion-choices", "chess", "queen", "rook", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"},
	{"promotion-resets-n-move", "shogi n-move=50", "true", "false", ""},
	{"turn", "chess", "white", "black", ""},
	{"turn", "musketeer", "white", "black", ""},
	{"wraps", "chess", "files", "none", ""},
	{"wraps", "torus", "files", "both", ""},
	{"placement-order", "musketeer", "white-first", "alternating", ""},
	{"gate-king-file", "musketeer", "true", "false", ""},
	{"gate-king-and-partner", "musketeer", "true", "false", ""},
	{"gate-blocks-check", "hannibal-manticore", "true", "false", "**********/5k4/10/10/10/10/10/10/10/r2N1K4/***M****** w - - 0 1"},
	{"gate-resets-n-move", "hannibal-manticore", "true", "false", ""},
	{"captures-to-hand", "kyotoshogi", "true", "false", ""},
	{"captures-to-hand", "crazyhouse", "true", "pawn,knight", ""},
	{"hand-keeps-promotion", "crazyhouse", "true", "false", "k7/7P/8/8/8/8/8/K7[] w - - 0 1"},
	{"drop-promoted", "kyotoshogi", "true", "false", ""},
	{"drop-check", "crazyhouse", "true", "false", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"},
	{"capture-then", "chess", "none", "stay", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1"},
	{"capture-then", "chess", "change-sides", "petrify", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1"},
	{"capture-then", "chess", "none", "reborn", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1"},
	{"explosion-alone", "al-ces", "true", "false", "9k/10/10/10/10/4A5/10/10/10/K9 w - - 0 1"},
	{"repetition-result", "chess repetition=2 insufficient-material=none", "win", "loss", "k7/8/8/8/8/8/8/7K w - - 0 1"},
	{"perpetual-check", "chess repetition=2", "loss", "as-repetition", "k7/7R/1K6/8/8/8/8/8 w - - 0 1"},
	{"checks", "chess", "1", "off", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
	{"must-capture", "chess", "true", "false", ""},
	{"checks-forbidden", "chess", "true", "false", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"},
	{"extinction-count", "shatranj-bare", "1", "2", "4k3/8/8/8/8/8/r7/R2KN3 w - - 0 1"},
	{"extinction-opponent-count", "shatranj-bare", "2", "4", "4k3/8/8/8/8/8/r7/R2KN3 w - - 0 1"},
	{"extinction-claim", "shatranj-bare", "true", "false", "8/8/8/8/8/8/kr6/1R1K4 w - - 0 1"},
	{"goal-count", "breakthrough", "1", "2", ""},
	{"goal-blocked", "kono", "true", "false", "P1P1P/PP2P/5/4P/ppppp w - - 0 1"},
	{"goal-safe", "squatter", "true", "false", "4k3/8/8/8/8/8/R7/4K3 w - - 0 1"},
	{"goal-reply", "racing-kings", "none", "any", "8/k5K1/8/8/8/8/8/8 w - - 0 1"},
}

// Each option of variant's table changes what a game does. An option that this package
// ignores fails, and so does one without a case.
func TestEveryOptionMatters(t *testing.T) {
	var names []string
	for _, c := range optionCases {
		names = append(names, c.option)
		t.Run(c.option, func(t *testing.T) {
			t.Parallel()
			g := gameWith(t, fmt.Sprintf("%s %s=%s", c.game, c.option, c.value))
			other := gameWith(t, fmt.Sprintf("%s %s=%s", c.game, c.option, c.other))
			if !differ(t, g, other, c.fen) {
				t.Errorf("%s %s: the same games with %s and %s", c.game, c.option, c.value, c.other)
			}
		})
	}
	var own []string
	for _, game := range variant.Catalogue() {
		for _, o := range loaded(t, game).OwnOptions {
			own = append(own, o.Name)
		}
	}
	for _, o := range variant.Options() {
		// Who starts a game shuffles the array, see package opening.
		if o.Name != "shuffle" && !slices.Contains(names, o.Name) && !slices.Contains(own, o.Name) {
			t.Errorf("option %s is in no case", o.Name)
		}
	}
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

package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
)

// The rule by which middle.txt was drawn. Game i of a game of the catalogue has randomPlies
// random moves, then the engine moves for both sides. The position after the ply that is
// drawn for it is taken; if the game is over by then, the next seed is tried.
const (
	middlePositions = 10 // of each game
	middleNodes     = 500
	randomPlies     = 4
	firstMiddlePly  = 10
	lastMiddlePly   = 60
)

func TestMiddle(t *testing.T) {
	if testkit.Update() && testkit.Long() {
		testkit.Write(t, "middle.txt", drawMiddle(t))
	}
	seen := map[string]bool{}
	for _, name := range middleGames {
		for _, p := range testkit.Must(Middle(rulestest.Game(t, name)))(t) {
			result, _ := p.Outcome()
			ply := 2 * (p.Fullmove() - 1)
			if p.Turn() == rules.Black {
				ply++
			}
			if result != rules.Ongoing || ply < firstMiddlePly || ply > lastMiddlePly || seen[p.FEN()] {
				t.Errorf("%s: %s is no use", name, p.FEN())
			}
			seen[p.FEN()] = true
		}
	}
	if len(seen) != middlePositions*len(middleGames) {
		t.Errorf("%d positions, want %d", len(seen), middlePositions*len(middleGames))
	}
	testkit.Fails(t, testkit.Error(Middle(rulestest.Game(t, "shogi"))), "no positions of the middle game of shogi, expected one of chess, capablanca")
}

func drawMiddle(t *testing.T) string {
	var text strings.Builder
	for _, name := range middleGames {
		g := rulestest.Game(t, name)
		s := search.New(eval.New(g, eval.Default(g)), search.Options{})
		for i := range uint64(middlePositions) {
			for seed := uint64(1); ; seed++ {
				if p := playOn(g, s, rand.New(rand.NewPCG(seed, i))); p != nil {
					fmt.Fprintf(&text, "%s %s\n", name, p.FEN())
					break
				}
			}
		}
	}
	return text.String()
}

// playOn plays a game as far as the ply that it draws. It returns nil if the game ends earlier.
func playOn(g *rules.Game, s *search.Searcher, rng *rand.Rand) *rules.Position {
	plies := firstMiddlePly + rng.IntN(lastMiddlePly-firstMiddlePly+1)
	p := wander(g, randomPlies, rng)
	s.Reset()
	for p != nil && p.Plies() < plies {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			return nil
		}
		p.Make(s.Search(p, search.Limits{Nodes: middleNodes}).Move)
	}
	if p == nil {
		return nil
	}
	if result, _ := p.Outcome(); result != rules.Ongoing {
		return nil
	}
	return p
}

package web

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Games are played at random to their ends by clicking, by touch, with the keyboard and by
// dragging, and the page has the position of the engine after every move.
func TestGamesByHand(t *testing.T) {
	ways := []hand{byClicks, byTouch, byKeys, byDragging}
	names := testkit.Choose([]string{"minishogi", "racing-kings"}, variant.Catalogue())
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			p := browse(t)
			p.playAtRandom(name, ways[i%len(ways)], testkit.Choose(40, 1000))
		})
	}
}

// playAtRandom plays a game to its end, or for a number of plies.
func (p *page) playAtRandom(name string, by hand, plies int) {
	p.Helper()
	a, place := &API{}, Place{Game: GameRef{Name: name}}
	seed := fnv.New64()
	seed.Write([]byte(name))
	rng := rand.New(rand.NewPCG(seed.Sum64(), 1))
	p.play(name, "")
	for len(place.Moves) < plies {
		position := call[Position](p.T, a, "position", place)
		p.await(fmt.Sprintf(`document.querySelector('#panel-play .board-frame').dataset.fen === %q`, position.FEN))
		if position.Result != "*" {
			p.await(ended)
			break
		}
		m := position.Legal[rng.IntN(len(position.Legal))]
		place.Moves = append(place.Moves, m.Text)
		p.make(m, by)
	}
	p.Logf("%d plies", len(place.Moves))
}

// make makes a move by hand.
func (p *page) make(m Move, by hand) {
	p.Helper()
	from, to := onSquare(m.From), onSquare(m.To)
	switch {
	case m.Kind == "pass":
		p.press("Pass")
		return
	case m.Held >= 0:
		from = inHand(m.Held)
	case m.From == m.To:
		by = byClicks // there is no way to drag a piece to its own square
	}
	by(p, from, to)
	p.await(fmt.Sprintf(`document.querySelector('#panel-play .moves [aria-current]')?.dataset.move === %q || document.querySelector('dialog button[data-move=%q]')?.click()`, m.Text, m.Text))
}

package web

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// way is a way to move by hand: by choosing two elements, or by dragging one to the other.
type way struct {
	name   string
	choose func(p *page, selector string)
	drag   hand
}

// A game played at random goes from one way to the next with every move.
var ways = []way{{"click", clickOn, nil}, {"touch", tapOn, nil}, {"keyboard", keyOn, nil}, {"drag", clickOn, byDragging}, {"finger", tapOn, byFinger}}

// Games are played at random to their ends by clicking, by touch, with the keyboard and by
// dragging, and the page shows what the engine says after every move.
func TestGamesByHand(t *testing.T) {
	for _, name := range testkit.Choose([]string{"minishogi", "hannibal-manticore", "janggi"}, variant.Catalogue()) {
		t.Run(name, func(t *testing.T) { browse(t).playAtRandom(name, testkit.Choose(16, 5000)) })
	}
}

// playAtRandom plays a game to its end, or for a number of plies.
func (p *page) playAtRandom(name string, plies int) {
	p.Helper()
	a, place := &API{}, Place{Game: GameRef{Name: name}}
	g := call[Game](p.T, a, "game", place.Game)
	seed := fnv.New64()
	seed.Write([]byte(name))
	rng := rand.New(rand.NewPCG(seed.Sum64(), 1))
	p.prefer("prefers-reduced-motion", "reduce")
	p.play(name, "")
	moves, lit, last := map[string]int{}, 0, ""
	for {
		position := call[Position](p.T, a, "position", PositionRequest{place, len(place.Moves)})
		want := wanted(g, position, last)
		got := value[shown](p, fmt.Sprintf("(%s)(%q, %q)", readBoard, position.FEN, last))
		if diff := cmp.Diff(want, got); diff != "" {
			p.look("differs")
			p.Fatalf("after %d plies the page differs from the engine (-engine +page):\n%s", len(place.Moves), diff)
		}
		if position.Result != "*" || len(place.Moves) == plies {
			p.Logf("%s: %d plies by %v, compared after each, with the squares lit for %d; %s %s", name, len(place.Moves), moves, lit, position.Result, position.Reason)
			if position.Result == "*" && testkit.Long() {
				p.Errorf("no end after %d plies", plies)
			}
			return
		}
		m := position.Legal[rng.IntN(len(position.Legal))]
		way := ways[len(place.Moves)%len(ways)]
		lit += p.make(m, position.Legal, way)
		moves[way.name]++
		place.Moves, last = append(place.Moves, m.Text), m.SAN
	}
}

// shown is what the page shows of a position.
type shown struct {
	FEN, Status, Last  string
	Stones, Held, Mine []string
	Pass               bool
}

// readBoard waits for a position and a last move, and returns what the page shows.
const readBoard = `async (fen, last) => {
	const panel = document.getElementById('panel-play'), frame = panel.querySelector('.board-frame');
	const made = () => panel.querySelector('.moves [aria-current]')?.textContent ?? '';
	for (const end = performance.now() + 60000; (frame.dataset.fen !== fen || made() !== last) && performance.now() < end;) await new Promise((done) => setTimeout(done, 2));
	const texts = (selector, text) => [...panel.querySelectorAll(selector)].map(text).sort();
	return {
		FEN: frame.dataset.fen, Status: panel.querySelector('.status').textContent.match(/White wins|Black wins|Drawn|(White|Black) (to move, in check|to move|places)/)?.[0] ?? '', Last: made(), Pass: document.getElementById('pass').checkVisibility(),
		Stones: texts('.stone', (g) => (g.classList.contains('black') ? 'black ' : 'white ') + g.dataset.symbol + ' ' + g.dataset.at),
		Held: texts('.held', (b) => b.ariaLabel), Mine: texts('.held:not(:disabled)', (b) => b.ariaLabel),
	};
}`

// wanted returns what the page has to show of a position after a move.
func wanted(g Game, p Position, last string) shown {
	side := map[bool]string{false: "white", true: "black"}
	name := map[bool]string{false: "White", true: "Black"}
	out := shown{FEN: p.FEN, Last: last, Stones: []string{}, Held: []string{}, Mine: []string{}}
	for _, s := range append(slices.Clone(p.Pieces), p.Behind...) {
		out.Stones = append(out.Stones, fmt.Sprintf("%s %s %s", side[s.Black], g.Pieces[s.Piece].Symbol, s.Square))
	}
	for _, h := range p.Hand {
		text := fmt.Sprintf("%s %s × %d, in hand", name[h.Black], strings.ReplaceAll(g.Pieces[h.Piece].Name, "-", " "), h.Count)
		out.Held = append(out.Held, text)
		if side[h.Black] == p.Turn && p.Result == "*" {
			out.Mine = append(out.Mine, text)
		}
	}
	for _, list := range [][]string{out.Stones, out.Held, out.Mine} {
		slices.Sort(list)
	}
	mover := name[p.Turn == "black"]
	switch {
	case p.Result != "*":
		out.Status = map[string]string{"1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Drawn"}[p.Result]
	case p.Placing:
		out.Status = mover + " places"
	case p.Check:
		out.Status = mover + " to move, in check"
	default:
		out.Status = mover + " to move"
	}
	out.Pass = slices.ContainsFunc(p.Legal, func(m Move) bool { return m.Kind == "pass" })
	return out
}

// litSquares lists the squares that are lit as targets.
const litSquares = `(() => {
	const all = (selector) => [...document.querySelectorAll('#panel-play ' + selector)], number = (e, name) => Number(e.getAttribute(name));
	const at = new Map(all('[data-square]').map((r) => [number(r, 'x') + 20 + ' ' + (number(r, 'y') + 20), r.dataset.square]));
	return [...new Set(all('.target').map((c) => at.get(number(c, 'cx') + ' ' + number(c, 'cy'))))].sort().join(' ');
})()`

// make makes a move by hand, and returns for how many sources it has compared the squares that
// are lit.
func (p *page) make(m Move, legal []Move, w way) (lit int) {
	p.Helper()
	if m.Kind == "pass" {
		w.choose(p, "#pass")
		return 0
	}
	from, to := onSquare(m.From), onSquare(m.To)
	if m.Held >= 0 {
		from = inHand(m.Held)
	}
	var targets []string
	same := 0 // moves with the same source and target
	for _, other := range legal {
		if other.Held != m.Held || m.Held < 0 && other.From != m.From || other.Kind == "pass" {
			continue
		}
		targets = append(targets, other.To)
		if other.To == m.To {
			same++
		}
	}
	if w.drag != nil && from != to {
		w.drag(p, from, to)
	} else {
		w.choose(p, from)
		slices.Sort(targets)
		p.await(litSquares + " === " + strconv.Quote(strings.Join(slices.Compact(targets), " ")))
		lit = 1
		w.choose(p, to)
	}
	if same > 1 || m.Kind == "explosion" {
		entry := fmt.Sprintf("dialog button[data-move=%q]", m.Text)
		w.choose(p, entry)
		if w.drag != nil { // Chromium sometimes takes a touch after a drag for no tap
			time.Sleep(300 * time.Millisecond)
			if value[bool](p, `document.querySelector('dialog[open]') !== null`) {
				w.choose(p, entry)
			}
		}
	}
	return lit
}

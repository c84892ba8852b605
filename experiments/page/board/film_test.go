package board

import (
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/page/doc"
	"bestiary/internal/testkit"
)

// The shots of random games turn each position into the next.
func TestFilm(t *testing.T) {
	man := regexp.MustCompile(`class="man" data-at="([^"]+)" href="([^"]+)"`)
	for _, name := range []string{"chess", "hannibal-manticore", "musketeer", "al-ces", "chess capture-then=petrify"} {
		g := rulestest.Game(t, name)
		rng := rand.New(rand.NewPCG(1, 2))
		start := g.NewPosition()
		for start.Placing() {
			moves := start.Moves(nil)
			start.Make(moves[rng.IntN(len(moves))])
		}
		p := start.Clone()
		var moves []rules.Move
		for result, _ := p.Outcome(); result == rules.Ongoing && len(moves) < 120; result, _ = p.Outcome() {
			legal := p.Moves(nil)
			m := legal[rng.IntN(len(legal))]
			moves = append(moves, m)
			p.Make(m)
		}
		film := Shoot("f", start, moves)
		if n := strings.Count(string(film.SVG), waitingGround); n > 0 != g.Places() || n%2 > 0 {
			t.Errorf("%s: %d grounds of waiting pieces", name, n)
		}
		shown := map[string]string{}
		for _, m := range man.FindAllStringSubmatch(string(film.SVG), -1) {
			shown[m[1]] = m[2]
		}
		p = start.Clone()
		for i, shot := range film.Shots {
			p.Make(moves[i])
			for at, symbol := range shot.Puts {
				if symbol == "" {
					delete(shown, at)
				} else {
					shown[at] = symbol
				}
			}
			if want := standing(p); !maps.Equal(shown, want) {
				t.Fatalf("%s: after %s the film shows %v, want %v", name, shot.Move, shown, want)
			}
			for _, symbol := range shown {
				if !strings.Contains(string(film.SVG), `<symbol id="`+symbol[1:]+`"`) {
					t.Fatalf("%s: no symbol %s", name, symbol)
				}
			}
		}
	}
}

// standing maps addresses to the symbols of a position, with waiting pieces in separate rows
// if the game has any.
func standing(p *rules.Position) map[string]string {
	g, list, edge := p.Game(), map[string]string{}, 0
	if len(g.Waiting()) > 0 {
		edge = 1
	}
	for sq := range g.Squares() {
		sq := rules.Square(sq)
		if code := p.At(sq); code != 0 {
			list[fmt.Sprintf("%d,%d", g.File(sq), g.Ranks()-1-g.Rank(sq)+edge)] = fmt.Sprintf("#f-%d", code)
		}
		if code := p.Behind(sq); code != 0 {
			row := map[rules.Color]int{rules.White: g.Ranks() + 1, rules.Black: 0}[code.Color()]
			list[fmt.Sprintf("%d,%d", g.File(sq), row)] = fmt.Sprintf("#f-%d", code)
		}
	}
	return list
}

// A card shows the captions and the lines and has them in its alternative text.
func TestCard(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	g := testkit.Must(rules.Compile(v))(t)
	card := Card(g, Options{Width: 358, Captions: map[string]string{"rook": "<5>"}}, []doc.Text{doc.T(doc.Verdict("passes"), ", <3"), doc.T("White scores 52 %")})
	for _, want := range []string{">Rook &lt;5&gt;<", ">White scores 52 %<", `<tspan class="good" fill="#007d5a">✓ passes</tspan>, &lt;3<`, ".good{fill:#3fbf97}"} {
		if !strings.Contains(string(card.SVG), want) {
			t.Errorf("no %s in the card", want)
		}
	}
	if !strings.Contains(card.Alt, "✓ passes, <3 White scores 52 %") {
		t.Errorf("the text says %q", card.Alt)
	}
}

// A wall is drawn as a square that is not part of the board.
func TestWalls(t *testing.T) {
	p := rulestest.Position(t, rulestest.Game(t, "chess capture-then=petrify"), "4k3/8/8/8/3*4/8/8/4K3 b - - 0 1")
	if lines := Text(p); lines[9] != "  4 |   |   |   |###|   |   |   |   |" {
		t.Errorf("%q", lines)
	}
}

// A link holds the game and the moves, as the page reads them.
func TestLink(t *testing.T) {
	v := rulestest.Game(t, "shatranj").Variant
	packed, ok := strings.CutPrefix(Link(v, "some FEN", []string{"e2e3", "d7d6"}), "/#g=")
	if !ok {
		t.Fatal("the address is not one of the page")
	}
	data := testkit.Must(base64.RawURLEncoding.DecodeString(packed))(t)
	var got struct {
		Game    struct{ Text string }
		FEN     string
		Moves   []string
		Players []string
	}
	testkit.OK(t, json.NewDecoder(flate.NewReader(strings.NewReader(string(data)))).Decode(&got))
	if got.Game.Text != string(v.Encode()) || got.FEN != "some FEN" || strings.Join(got.Moves, " ") != "e2e3 d7d6" ||
		strings.Join(got.Players, " ") != "person person" {
		t.Errorf("%+v", got)
	}
}

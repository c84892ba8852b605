//go:build invariants

package rules

import (
	"bestiary/internal/testkit"
	"fmt"
	"strings"
	"testing"
)

// A position that is not as a move should leave it is reported with the move,
// the position before it and what is wrong.
func TestSelfChecksPanic(t *testing.T) {
	const fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	move := func(text string) func(t *testing.T, p *Position) {
		return func(t *testing.T, p *Position) {
			m := testkit.Must(p.ParseMove(text))(t)
			p.Make(m)
		}
	}
	takeBack := func(spoil func(*Position)) func(t *testing.T, p *Position) {
		return func(t *testing.T, p *Position) {
			move("e1g1")(t, p)
			spoil(p)
			p.Unmake()
		}
	}
	for _, c := range []struct {
		what, want string
		do         func(t *testing.T, p *Position)
	}{
		{"nothing wrong", "", takeBack(func(*Position) {})},
		{"an illegal move", `Make of e1e3 in "` + fen + `": the move is not legal`, func(_ *testing.T, p *Position) {
			p.Make(makeMove(p.king[White], p.king[White]+16, Ordinary, NoType, 0))
		}},
		{"a null move in check", `MakeNull of`, func(t *testing.T, p *Position) {
			move("a1a8")(t, p)
			p.MakeNull()
		}},
		{"nothing to take back", "Unmake of 0000", func(_ *testing.T, p *Position) { p.Unmake() }},
		{"a hash that was wrong before", `Make of a1a2 in "` + fen + `": the hash is not`, func(t *testing.T, p *Position) {
			p.hash ^= 1
			move("a1a2")(t, p)
		}},
		{"a piece too many after taking back", `Unmake of e1g1 in "` + fen + `": d4 holds N, expected nothing`,
			takeBack(func(p *Position) { p.put(CodeOf(p.g.TypeNamed("knight"), White), p.g.SquareAt(3, 3)) })},
		{"a right too few after taking back", "the castling rights", takeBack(func(p *Position) { p.history[0].rights = 0 })},
		{"another number of the move after taking back", "the number of the move", takeBack(func(p *Position) { p.fullmove++ })},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := parsed(t, gameWith(t, "chess"), fen)
			defer func() {
				got := recover()
				if (got != nil) != (c.want != "") || !strings.Contains(fmt.Sprint(got), c.want) {
					t.Errorf("panic %v, want %q", got, c.want)
				}
			}()
			c.do(t, p)
		})
	}
}

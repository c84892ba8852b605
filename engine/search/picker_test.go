package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
)

// A picker hands out every legal move once, the hash move first, and in quiescence the
// captures and promotions alone that may raise alpha. It knows which moves give check.
func TestPickerHandsOutEveryMoveOnce(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g, e := compile(t, name)
		s := New(e, Options{})
		rng := rand.New(rand.NewPCG(5, 5))
		p := g.NewPosition()
		for range 40 {
			legal := p.Moves(nil)
			if len(legal) == 0 {
				break
			}
			hash := rules.Move(0)
			if rng.IntN(3) > 0 {
				hash = legal[rng.IntN(len(legal))]
			}
			check := p.InCheck()
			pk := s.newPicker(p, hash, 1, check)
			got := drain(t, s, &pk)
			if hash != 0 && got[0] != hash {
				t.Fatalf("%s %s: %s comes first, want %s", name, p.FEN(), g.MoveText(got[0]), g.MoveText(hash))
			}
			same(t, p, got, legal)
			if !check && !p.Placing() {
				pk = s.newPicker(p, 0, 1, false)
				pk.quiesce = true
				got = drain(t, s, &pk)
				same(t, p, got, slices.DeleteFunc(slices.Clone(legal), func(m rules.Move) bool {
					return !isNoisy(p, m) || s.loses(p, m)
				}))
				const alpha = 300
				pk = s.newPicker(p, 0, 1, false)
				pk.quiesce, pk.alpha = true, alpha
				got = drain(t, s, &pk)
				same(t, p, got, slices.DeleteFunc(slices.Clone(legal), func(m rules.Move) bool {
					return !isNoisy(p, m) || s.loses(p, m) || s.deltaPrunes(p, m, 0, alpha)
				}))
				for _, m := range legal {
					if want := p.GivesCheck(m); !isNoisy(p, m) && pk.givesCheck(m) != want {
						t.Fatalf("%s: %s gives check: %v, want %v", p.FEN(), g.MoveText(m), !want, want)
					}
				}
				pk = s.newPicker(p, 0, 1, false)
				pk.quiesce, pk.checks = true, true
				got = drain(t, s, &pk)
				same(t, p, got, slices.DeleteFunc(slices.Clone(legal), func(m rules.Move) bool {
					if isNoisy(p, m) {
						return s.loses(p, m)
					}
					return m.Kind() > rules.Passing && m.Kind() != rules.Placing || !p.ChecksDirectly(m)
				}))
			}
			p.Make(legal[rng.IntN(len(legal))])
		}
	}
}

// drain takes all moves of a picker and checks their classes.
func drain(t *testing.T, s *Searcher, k *picker) []rules.Move {
	t.Helper()
	var out []rules.Move
	for {
		m, kind := k.pick()
		if kind == noMove {
			return out
		}
		noisy := isNoisy(k.p, m)
		if kind == quietClass && noisy || kind == goodNoisy && (!noisy || s.loses(k.p, m)) || kind == badNoisy && !(noisy && s.loses(k.p, m)) {
			t.Errorf("%s: %s has class %d", k.p.FEN(), k.p.Game().MoveText(m), kind)
		}
		out = append(out, m)
	}
}

func same(t *testing.T, p *rules.Position, got, want []rules.Move) {
	t.Helper()
	got, want = slices.Clone(got), slices.Clone(want)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %d moves handed out, want %d", p.FEN(), len(got), len(want))
	}
}

func TestQuietMovesStopWhenNotWanted(t *testing.T) {
	g, e := compile(t, "chess")
	s := New(e, Options{})
	// White can take with the rook, at a loss, and with the pawn.
	p := rulestest.Position(t, g, "4k3/8/2p5/3p4/4P3/8/8/3RK3 w - - 0 1")
	pk := s.newPicker(p, 0, 1, false)
	pk.noQuiets = true
	var got []string
	for m, kind := pk.pick(); kind != noMove; m, kind = pk.pick() {
		got = append(got, g.MoveText(m))
	}
	if want := []string{"e4d5", "d1d5"}; !slices.Equal(got, want) {
		t.Errorf("moves %v, want %v", got, want)
	}
}

package rules

import (
	"math/rand/v2"
	"testing"
)

// A copy is a position of its own: moves on it leave the original alone, and
// the other way round.
func TestCopiesAreIndependent(t *testing.T) {
	copies := map[string]func(*Position) *Position{
		"clone":  (*Position).Clone,
		"mirror": (*Position).Mirror,
	}
	for name, duplicate := range copies {
		for _, game := range []string{"chess", "hannibal-manticore"} {
			rng := rand.New(rand.NewPCG(1, 2))
			p := gameWith(t, game).NewPosition()
			playRandom(p, rng, 20)
			q := duplicate(p)
			plies, hash := q.Plies(), q.Hash()
			before := p.Clone()
			playRandom(q, rng, 30)
			if diff := diffPositions(before, p); diff != "" {
				t.Errorf("%s of %s: moves on the copy change the original: %s", name, game, diff)
			}
			for q.Plies() > plies {
				q.Unmake()
			}
			if q.Hash() != hash {
				t.Errorf("%s of %s: the copy does not come back to where it was", name, game)
			}
			after := q.Clone()
			playRandom(p, rng, 30)
			if diff := diffPositions(after, q); diff != "" {
				t.Errorf("%s of %s: moves on the original change the copy: %s", name, game, diff)
			}
		}
	}
}

func playRandom(p *Position, rng *rand.Rand, plies int) {
	for range plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			return
		}
		p.Make(moves[rng.IntN(len(moves))])
	}
}

// A clone keeps the history: it counts repetitions and can be taken back.
func TestCloneKeepsHistory(t *testing.T) {
	p := gameWith(t, "chess").NewPosition()
	play(t, p, "g1f3 g8f6 f3g1 f6g8")
	q := p.Clone()
	play(t, q, "g1f3 g8f6 f3g1 f6g8")
	if _, why := q.Outcome(); why != Repetition {
		t.Errorf("the clone's third occurrence ends with %q", why)
	}
	if _, why := p.Outcome(); why != NoReason {
		t.Errorf("the original ends with %q", why)
	}
	for q.Plies() > 0 {
		q.Unmake()
	}
	if want := q.g.NewPosition().FEN(); q.FEN() != want {
		t.Errorf("taken back to %s, want %s", q.FEN(), want)
	}
}

// A mirror image and a position whose history is forgotten start to count anew.
func TestMirrorAndForgetDropHistory(t *testing.T) {
	p := gameWith(t, "chess").NewPosition()
	play(t, p, "g1f3 g8f6 f3g1 f6g8")
	if n := p.Occurrences(3); n != 2 {
		t.Errorf("the position has occurred %d times, want 2", n)
	}
	if q := p.Mirror(); q.Plies() != 0 || q.Occurrences(3) != 1 {
		t.Errorf("the mirror image has %d plies and %d occurrences", q.Plies(), q.Occurrences(3))
	}
	p.Forget()
	if p.Plies() != 0 || p.Occurrences(3) != 1 || p.LastMove() != 0 {
		t.Errorf("after Forget: %d plies, %d occurrences, last move %v", p.Plies(), p.Occurrences(3), p.LastMove())
	}
}

// The mirror image knows which pawn the en-passant capture takes.
func TestMirrorOfEnPassantCaptures(t *testing.T) {
	q := parsed(t, gameWith(t, "chess"), "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1").Mirror()
	play(t, q, "e5d6")
	if want := "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"; q.FEN() != want {
		t.Errorf("the capture leads to %s, want %s", q.FEN(), want)
	}
}

func TestMirrorOfEveryField(t *testing.T) {
	for _, c := range []struct{ what, game, fen, want string }{
		{"pieces, turn and rights", "chess", "r3k3/8/8/8/8/8/1P6/4K2R b Kq - 3 9", "4k2r/1p6/8/8/8/8/8/R3K3 w Qk - 3 9"},
		{"en passant", "chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
		{"waiting pieces", "hannibal-manticore", "f*********/r3k5/10/10/10/10/10/10/10/4KN4/*****M**** w - - 0 1", "*****m****/4kn4/10/10/10/10/10/10/10/R3K5/F********* b - - 0 1"},
		{"hands", "hannibal-manticore", "**********/r3k3r1/10/10/10/10/10/10/10/R3K5/**********[Mfm] w - - 0 1", "**********/r3k5/10/10/10/10/10/10/10/R3K3R1/**********[MFm] b - - 0 1"},
	} {
		p := parsed(t, gameWith(t, c.game), c.fen)
		q := p.Mirror()
		if got := q.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if err := q.checkInvariants(); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

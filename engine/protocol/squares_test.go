package protocol

import "testing"

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		ranks        Ranks
		ours, theirs string
	}{
		{10, "a1j10", "a0j9"},
		{10, "c9c10q", "c8c9q"},
		{10, "c9c10=Q", "c8c9=Q"},
		{10, "e2e3xe4", "e1e2xe3"},
		{10, "f1~i1", "f0~i0"},
		{10, "e5*", "e4*"},
		{10, "A@b1", "A@b0"},
		{10, "O-O-O", "O-O-O"},
		{10, "0-0", "0-0"},
		{10, "a99999999999999999999", "a99999999999999999999"},
		{0, "a1j10", "a1j10"},
		{8, "e7e8q", "e7e8q"},
		{9, "a1a9", "a1a9"},
		{11, "a1a11", "a1a11"},
	} {
		if got := c.ranks.ToCECP(c.ours); got != c.theirs {
			t.Errorf("%d ranks: %s becomes %s, want %s", c.ranks, c.ours, got, c.theirs)
		}
		if got := c.ranks.FromCECP(c.theirs); got != c.ours {
			t.Errorf("%d ranks: %s was %s, want %s", c.ranks, c.theirs, got, c.ours)
		}
	}
}

func TestFENs(t *testing.T) {
	for _, c := range []struct {
		ranks        Ranks
		ours, theirs string
	}{
		{10, "b1b7/10 w KQkq e4 1 10", "b1b7/10 w KQkq e3 1 10"},
		{10, "b1b7/10 w KQkq - 0 1", "b1b7/10 w KQkq - 0 1"},
		{10, "b1b7/10 w", "b1b7/10 w"},
		{8, "b1b5/8 w - e3 0 1", "b1b5/8 w - e3 0 1"},
	} {
		if got := c.ranks.FENToCECP(c.ours); got != c.theirs {
			t.Errorf("%d ranks: %s becomes %s, want %s", c.ranks, c.ours, got, c.theirs)
		}
		if got := c.ranks.FENFromCECP(c.theirs); got != c.ours {
			t.Errorf("%d ranks: %s was %s, want %s", c.ranks, c.theirs, got, c.ours)
		}
	}
}

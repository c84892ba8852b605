package betza_test

import (
	"errors"
	"testing"

	"bestiary/engine/betza"
)

// FuzzParse checks that every string gives an error with a position in it, or a
// well-formed expression that never leads off the board.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "K", "fmWfceFifmnD", "KispO5", "mRcpR", "gQ", "jjB", "zB", "WzR9", "nNN", "hrN", "fhNbhCX",
		"WyafsW", "aflafrKafraflKafafsKafsafK", "afafsKafsafzfK", "cpadafcabK", "aaaaaaaK", "[[[[", "[W-W-F]",
		"v[F?fqR]", "c[K?K?K?K]", "im[F-DD]R99", "mpvyasWafsF", "gmafyasafQ", "U@Iuxotk()", "W\xff", "UqNmdU", "qNN3", "iqN5",
	} {
		f.Add(s, uint64(0x9e3779b97f4a7c15))
	}
	f.Fuzz(func(t *testing.T, s string, seed uint64) {
		e, err := betza.Parse(s)
		if err != nil {
			var syntax *betza.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(s) || syntax.Source != s || syntax.Error() == "" {
				t.Fatalf("%q: error %#v, want a SyntaxError with a place in the string", s, err)
			}
			return
		}
		if len(e.Paths) > betza.MaxPaths || len(e.Paths)+len(e.Castlings) == 0 || e.Source != s {
			t.Fatalf("%q: %d paths, %d castlings, source %q", s, len(e.Paths), len(e.Castlings), e.Source)
		}
		for _, p := range e.Paths {
			checkPath(t, s, p)
		}
		b := scatteredBoard(seed)
		for _, v := range union(e.Destinations(b.at)) {
			if _, ok := b.at(v.DX, v.DY); !ok {
				t.Fatalf("%q: destination %v is off the board", s, v)
			}
		}
	})
}

// checkPath checks the invariants of a path.
func checkPath(t *testing.T, s string, p betza.Path) {
	t.Helper()
	if len(p.Legs) == 0 || p.At < 0 || p.At >= len(s) {
		t.Fatalf("%q: path %+v", s, p)
	}
	for i, l := range p.Legs {
		last := i == len(p.Legs)-1
		switch {
		case l.Step == betza.Vec{},
			l.Min < 1 || l.Max != 0 && l.Max < l.Min,
			l.Through == 0 || l.Through&^betza.Anything != 0,
			l.End&^betza.Anything != 0,
			l.End == 0 && !(last && p.EnPassant),
			l.Takes && l.End&betza.Occupied == 0,
			last && !l.Takes && l.End&betza.Occupied != 0:
			t.Fatalf("%q: leg %d of path %+v", s, i, p)
		}
	}
}

// scatteredBoard fills a board with about as many empty as occupied squares.
func scatteredBoard(seed uint64) board {
	b := board{reach: 7, pieces: map[betza.Vec]betza.Occupancy{}}
	for dx := -b.reach; dx <= b.reach; dx++ {
		for dy := -b.reach; dy <= b.reach; dy++ {
			seed = seed*6364136223846793005 + 1442695040888963407
			switch seed >> 62 {
			case 1:
				b.pieces[betza.Vec{DX: dx, DY: dy}] = betza.Enemy
			case 2:
				b.pieces[betza.Vec{DX: dx, DY: dy}] = betza.Friend
			}
		}
	}
	return b
}

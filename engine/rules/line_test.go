package rules

import (
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// A line ends the game for the side that has just made it, along the lines that count.
func TestLines(t *testing.T) {
	all := variant.Line{Count: 4, Horizontal: true, Vertical: true, Diagonal: true, Result: variant.EndWin}
	with := func(change func(*variant.Line)) variant.Line {
		l := all
		change(&l)
		return l
	}
	apart, square := with(func(l *variant.Line) { l.Count, l.OnLine, l.Pieces = 0, 3, []string{"knight"} }), with(func(l *variant.Line) { l.Count, l.Square = 0, 2 })
	const rank, file, rising, falling = "4k3/8/8/8/8/5N2/NNN5/4K3 w - - 0 1", "4k3/8/8/2N5/8/N7/N7/N3K3 w - - 0 1",
		"4k3/8/2N5/8/3N4/2N5/1N6/7K w - - 0 1", "4k3/8/2N5/8/1N6/2N5/3N4/7K w - - 0 1"
	for _, test := range []struct {
		line      variant.Line
		fen, move string
		want      Result
	}{
		{all, rank, "f3d2", WhiteWins},
		{all, rank, "f3d4", Ongoing},
		{with(func(l *variant.Line) { l.Horizontal = false }), rank, "f3d2", Ongoing},
		{with(func(l *variant.Line) { l.Result = variant.EndLoss }), rank, "f3d2", BlackWins},
		{with(func(l *variant.Line) { l.Result = variant.EndDraw }), rank, "f3d2", Draw},
		{with(func(l *variant.Line) { l.Pieces = []string{"queen"} }), rank, "f3d2", Ongoing},
		{with(func(l *variant.Line) { l.Count = 5 }), rank, "f3d2", Ongoing},
		{all, file, "c5a4", WhiteWins},
		{with(func(l *variant.Line) { l.Vertical = false }), file, "c5a4", Ongoing},
		{all, rising, "c6e5", WhiteWins},
		{with(func(l *variant.Line) { l.Diagonal = false }), rising, "c6e5", Ongoing},
		{all, falling, "c6a5", WhiteWins},
		{apart, "4k3/8/8/8/4N3/8/8/N1N4K w - - 0 1", "e4g3", Ongoing},
		{apart, "4k3/8/8/8/8/4N3/8/N1N4K w - - 0 1", "e3f1", WhiteWins},
		{apart, "4k3/8/1N6/8/8/N7/8/N6K w - - 0 1", "b6a8", WhiteWins},
		{apart, "4k3/1N6/8/4N3/8/8/1N6/N6K w - - 0 1", "e5g4", Ongoing},
		{apart, "4k3/1N6/8/8/8/8/1N6/N6K w - - 0 1", "b7d6", Ongoing},
		{apart, "4k3/8/4N3/8/8/2N5/8/N6K w - - 0 1", "e6g7", WhiteWins},
		{square, "4k3/8/8/8/3N4/1N6/1NN5/7K w - - 0 1", "d4c6", Ongoing},
		{square, "4k3/8/8/1N6/8/1N6/1NN5/7K w - - 0 1", "b5c3", WhiteWins},
		{square, "4k3/8/8/1N6/3N4/6N1/6NN/7K w - - 0 1", "d4f5", Ongoing},
	} {
		v := testkit.Must(variant.Find("chess"))(t)
		v.Rules.Line = test.line
		p := parsed(t, testkit.Must(Compile(v))(t), test.fen)
		p.Make(testkit.Must(p.ParseMove(test.move))(t))
		if got, _ := p.Outcome(); got != test.want {
			t.Errorf("%+v: %s after %s: %s, want %s", test.line, test.fen, test.move, got, test.want)
		}
	}
}

// A move that a pawn could take back resets the half-move clock unless returns count.
func TestReturnsCount(t *testing.T) {
	for _, counts := range []bool{false, true} {
		v := gameWith(t, "pawnback").Variant.Clone()
		v.Rules.ReturnsCount = counts
		p := parsed(t, testkit.Must(Compile(v))(t), "4k3/8/8/8/4P3/8/4P3/4K3 w - - 7 1")
		for move, want := range map[string]int{"e4e5": 0, "e4e3": 0, "e2e3": 0} {
			if counts {
				want = 8
			}
			p.Make(testkit.Must(p.ParseMove(move))(t))
			if got := p.Halfmove(); got != want {
				t.Errorf("returns count %v: a clock of %d after %s, want %d", counts, got, move, want)
			}
			p.Unmake()
		}
	}
}

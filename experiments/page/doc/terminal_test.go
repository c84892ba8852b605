package doc

import "testing"

func TestTerminal(t *testing.T) {
	table := Table{
		Caption: "95 % intervals.", Head: []string{"piece", "value", "Elo", "published"},
		Rows: [][]Text{
			Row("queen", "10.71 (8.39 to 14.55)", 495, "9.75 (Kaufman 1999), 9.5 (AlphaZero 2020)"),
			Row("R rook", Bold("4.64 (3.54 to 6.38)"), "?", ""),
			Row("ninja-pawn", "cannot tell", 5),
		},
		Breaks: []int{1},
		Foot:   T("The value of a ", Italic("pawn"), " is 1."),
	}
	for _, test := range []struct {
		width int
		want  string
	}{
		{100, `95 % intervals.

piece                       value  Elo  published
queen       10.71 (8.39 to 14.55)  495  9.75 (Kaufman 1999), 9.5 (AlphaZero 2020)

R rook        4.64 (3.54 to 6.38)    ?
ninja-pawn            cannot tell    5

The value of a pawn is 1.
`},
		{70, `95 % intervals.

piece                       value  Elo  published
queen       10.71 (8.39 to 14.55)  495  9.75 (Kaufman 1999), 9.5
                                        (AlphaZero 2020)

R rook        4.64 (3.54 to 6.38)    ?
ninja-pawn            cannot tell    5

The value of a pawn is 1.
`},
		{36, `95 % intervals.

queen
  value: 10.71 (8.39 to 14.55)
  Elo: 495
  published: 9.75 (Kaufman 1999),
    9.5 (AlphaZero 2020)
R rook
  value: 4.64 (3.54 to 6.38)
  Elo: ?
ninja-pawn
  value: cannot tell
  Elo: 5

The value of a pawn is 1.
`},
	} {
		if got := table.Text(test.width); got != test.want {
			t.Errorf("width %d:\n%s", test.width, got)
		}
	}
	if got := (Table{}).Text(80); got != "" {
		t.Errorf("an empty table is %q", got)
	}
}

package estimate

import (
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// The answer about exchanges is one or two sentences, however many there are.
func TestOddsAnswers(t *testing.T) {
	unit := OddsLine{Exchange: "pawn=", Score: around(0.63, 0.01), Logit: around(0.5, 0.05), Pawns: around(1, 0)}
	better := OddsLine{Exchange: "rook=knight", Score: around(0.7, 0.01), Logit: around(0.9, 0.1), Pawns: around(1.8, 0.1)}
	even := OddsLine{Exchange: "knight=bishop", Score: around(0.5, 0.02), Logit: around(0, 0.1), Pawns: around(0, 0.2)}
	weak := unit
	weak.Logit = around(0.1, 0.1)
	for _, tc := range []struct {
		lines []OddsLine
		want  string
	}{
		{[]OddsLine{unit}, "The side with a pawn more scores 63.0 % (62.0 to 64.0)."},
		{[]OddsLine{weak, better}, "The side with a pawn more scores 63.0 % (62.0 to 64.0), which is not significantly above 50 %, so nothing can be measured in that unit."},
		{[]OddsLine{unit, better}, "A rook is worth more than a knight, by 1.80 pawns."},
		{[]OddsLine{unit, better, even}, "A rook is worth more than a knight, by 1.80 pawns. The games do not tell whether a knight or a bishop is worth more."},
		{[]OddsLine{unit, better, even, better}, "Of 3 exchanges the games tell in 2 which side is worth more."},
	} {
		res := &OddsResult{Game: rulestest.Game(t, "chess"), Unit: "pawn", Config: DefaultOdds(), Lines: tc.lines}
		if got := testkit.Must(res.answer())(t).String(); got != tc.want || len(strings.Fields(got)) > 40 {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

package report

import (
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
)

// The answer about exchanges is one or two sentences, however many there are.
func TestOddsAnswers(t *testing.T) {
	unit := estimate.OddsLine{Exchange: "pawn=", Score: around(0.63, 0.01), Logit: around(0.5, 0.05), Pawns: around(1, 0)}
	better := estimate.OddsLine{Exchange: "rook=knight", Score: around(0.7, 0.01), Logit: around(0.9, 0.1), Pawns: around(1.8, 0.1)}
	even := estimate.OddsLine{Exchange: "knight=bishop", Score: around(0.5, 0.02), Logit: around(0, 0.1), Pawns: around(0, 0.2)}
	weak := unit
	weak.Logit = around(0.1, 0.1)
	for _, tc := range []struct {
		lines []estimate.OddsLine
		want  string
	}{
		{[]estimate.OddsLine{unit}, "The side with a pawn more scores 63.0 % (62.0 to 64.0)."},
		{[]estimate.OddsLine{weak, better}, "The side with a pawn more scores 63.0 % (62.0 to 64.0), which is not significantly above 50 %, so nothing can be measured in that unit."},
		{[]estimate.OddsLine{unit, better}, "A rook is worth more than a knight, by 1.80 pawns."},
		{[]estimate.OddsLine{unit, better, even}, "A rook is worth more than a knight, by 1.80 pawns. The games do not tell whether a knight or a bishop is worth more."},
		{[]estimate.OddsLine{unit, better, even, better}, "Of 3 exchanges the games tell in 2 which side is worth more."},
	} {
		got, err := oddsAnswers(&estimate.OddsResult{Game: rulestest.Game(t, "chess"), Unit: "pawn", Config: estimate.DefaultOdds(), Lines: tc.lines})
		if err != nil || got != tc.want || len(strings.Fields(got)) > 40 {
			t.Errorf("%q, %v, want %q", got, err, tc.want)
		}
	}
}

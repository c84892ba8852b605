package estimate

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// The report shows the worth of pairs and edges, which are also in its answer; it leaves out
// what the games do not tell.
func TestPlaces(t *testing.T) {
	res := synthetic(t)
	e := &res.Measurement.Design
	pawn, bishop, rook := res.Game.TypeNamed("pawn"), res.Game.TypeNamed("bishop"), res.Game.TypeNamed("rook")
	e.Places = []tuning.Place{
		{Type: pawn, Piece: "pawn", Kind: tuning.Edge, Worth: around(-0.2, 0.1), All: around(0.8, 0.1), Support: 9},
		{Type: bishop, Piece: "bishop", Kind: tuning.Pair, Worth: around(0.4, 0.5), All: around(3.3, 0.4), Support: 7},
		{Type: rook, Piece: "rook", Kind: tuning.Pair, Worth: around(0.4, 0.5), All: stat.Unknown()},
	}
	luck := slices.Clone(e.Places)
	luck[1].Worth = around(0.4, 0.3)
	res.Measurement.Luck.Places = luck
	files := written(t, res)
	for _, want := range []string{
		"A pawn of the outer files is worth 0.80 (0.70 to 0.90), by 0.20 (0.10 to 0.30) less than another: beyond chance.",
		"Two bishops on squares of both colours are worth 0.40 (−0.10 to 0.90) more than two single ones: within chance. The value of the bishop has its share of that; a single one is worth 3.30 (2.90 to 3.70).",
		" the prior the rest. A pawn of the outer files is worth 0.80 (0.70 to 0.90). ",
	} {
		if !strings.Contains(files["report.md"], want) {
			t.Errorf("report.md lacks %q", want)
		}
	}
	if strings.Contains(files["report.md"], "Two rooks") {
		t.Error("report.md has a pair that no game had")
	}
	rows := testkit.Must(csv.NewReader(strings.NewReader(files["values.csv"])).ReadAll())(t)
	last := strings.Join(rows[len(rows)-2], ",")
	if want := "chess,pair,bishop,B,,points,0.400,-0.100,0.900,0.100,0.700,"; !strings.HasPrefix(last, want) {
		t.Errorf("row %s, want %s…", last, want)
	}
}

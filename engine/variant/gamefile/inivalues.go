package gamefile

import (
	"fmt"
	"math"
	"strings"

	"bestiary/engine/variant"
)

// phaseValue is a key of Fairy-Stockfish for the values of pieces, and the worth of a point in its units.
type phaseValue struct {
	key   string
	point float64
}

// phaseValues lists the keys for the middle game and the endgame. Fairy-Stockfish values a knight at
// 781 and 854, a bishop at 825 and 915, a rook at 1276 and 1380, and a queen at 2538 and 2682. A point
// is defined by the geometric mean of these four pieces, which makes it 252.3 and 273.7.
var phaseValues = []phaseValue{{"pieceValueMg", 252.3}, {"pieceValueEg", 273.7}}

// largestValue is the largest value of a piece that is written, a third of a mate.
const largestValue = 10000

// INIValues returns lines with the values of pieces, given in points by name, for the end of the section
// that WriteINI writes. It leaves some pieces to Fairy-Stockfish's own values: those without a value,
// royal pieces, which are never exchanged, promoted forms, which may have another letter in the section,
// and pawns, whose other terms were tuned together with their value.
func INIValues(v *variant.Variant, points map[string]float64) string {
	var text strings.Builder
	for _, phase := range phaseValues {
		var list []string
		for _, p := range v.Pieces {
			value := math.Round(points[p.Name] * phase.point)
			if p.Royal || p.Pawn || p.PromotedFrom != "" || !(value >= 1) { // 0 means no value
				continue
			}
			list = append(list, fmt.Sprintf("%s:%.0f", strings.ToLower(p.Symbol), min(value, largestValue)))
		}
		if len(list) > 0 {
			fmt.Fprintf(&text, "%s = %s\n", phase.key, strings.Join(list, " "))
		}
	}
	return text.String()
}

package gamefile

import (
	"fmt"
	"math"
	"strings"

	"bestiary/engine/variant"
)

// phaseValue is a key of Fairy-Stockfish for the values of pieces and what the program has for a point.
type phaseValue struct {
	key   string
	point float64
}

// phaseValues has the keys for the middle game and the endgame. The program values a knight at 781
// and 854, a bishop at 825 and 915, a rook at 1276 and 1380, and a queen at 2538 and 2682. For a
// point they have 252.3 and 273.7: the geometric mean, as points are defined by that of the pieces.
var phaseValues = []phaseValue{{"pieceValueMg", 252.3}, {"pieceValueEg", 273.7}}

// largestValue is the largest value of a piece, a third of a mate in the program.
const largestValue = 10000

// INIValues returns the lines that end the section which WriteINI writes for a game and give the
// pieces values, in points by name. The program keeps its own values of the others, of royal
// pieces, which are never exchanged, of promoted forms, which may have another letter in
// the section, and of pawns, since its other terms for pawns were tuned with them.
func INIValues(v *variant.Variant, points map[string]float64) string {
	var text strings.Builder
	for _, phase := range phaseValues {
		var list []string
		for _, p := range v.Pieces {
			value := math.Round(points[p.Name] * phase.point)
			if p.Royal || p.Pawn || p.PromotedFrom != "" || !(value >= 1) {
				continue // the program takes 0 for no value
			}
			list = append(list, fmt.Sprintf("%s:%.0f", strings.ToLower(p.Symbol), min(value, largestValue)))
		}
		if len(list) > 0 {
			fmt.Fprintf(&text, "%s = %s\n", phase.key, strings.Join(list, " "))
		}
	}
	return text.String()
}

package chart

import (
	"bestiary/experiments/page/pieces"
	"strings"
)

// maxDrawn is the largest number of pieces of an exchange that are drawn.
const maxDrawn = 4

// drawn returns the drawings of a piece or of an exchange, such as rook=knight+pawn: a Face
// without a picture stands for "=". It returns none if a piece has none.
func (a About) drawn(label string) (list []pieces.Face) {
	for i, side := range strings.Split(strings.TrimSuffix(label, "="), "=") {
		if i > 0 {
			list = append(list, pieces.Face{})
		}
		for name := range strings.SplitSeq(side, "+") {
			f := a.Faces[name]
			if f.Picture == "" {
				return nil
			}
			list = append(list, f)
		}
	}
	if len(list) > maxDrawn+1 {
		return nil
	}
	return list
}

package endgame

import "bestiary/engine/rules"

// Mates says how many pieces of a kind win against a bare king.
type Mates string

const (
	Alone       Mates = "alone"
	InPairs     Mates = "in pairs"
	Never       Mates = "never"        // neither alone nor in pairs
	NotAlone    Mates = "not alone"    // what two of them do is not known
	Promotes    Mates = "promotes"     // and is not classified
	NotComputed Mates = "not computed" // since SolveLone does not solve the ending
)

// An ending counts as won when the side with the pieces wins at least this share of the
// positions where it is to move. Two bishops win half of them: those where they stand on
// different colours.
const (
	Enough      = 1.0 / 2 // one piece
	EnoughPairs = 1.0 / 3
)

// MatesOf returns how many pieces of a kind it takes to win. It solves the ending of a
// single piece; for pairs it relies on the table of known pairs.
func MatesOf(g *rules.Game, t rules.Type) Mates {
	if g.Promotes(t) {
		return Promotes
	}
	l, ok := SolveLone(g, t)
	if !ok {
		return NotComputed
	}
	if l.Share() >= Enough {
		return Alone
	}
	share, ok := PairShare(g, t)
	switch {
	case !ok:
		return NotAlone
	case share >= EnoughPairs:
		return InPairs
	}
	return Never
}

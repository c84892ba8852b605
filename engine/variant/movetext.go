package variant

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/format"
)

func castlingInWords(v *Variant) string {
	c, king := v.Rules.Castling, v.royalName()
	free := fmt.Sprintf("Neither has moved, all squares between them are empty, and the %s does not leave, cross or reach an attacked square.", king)
	partner, piece := oneOf(v.present(c.Partners(false))), c.Partner
	if len(c.MorePartners) > 0 {
		piece = "piece"
	}
	switch c.Kind {
	case OrthodoxCastling:
		text := fmt.Sprintf("The %[1]s moves %[2]d squares towards the outermost %[3]s and the %[4]s lands on the square that the %[1]s crossed last. %[5]s",
			king, c.KingSteps, partner, piece, free)
		if bound := v.present(c.SameColour); len(bound) > 0 {
			text += fmt.Sprintf(" Where %s would land on a square of the other colour, the %s moves one square more.", format.Article(oneOf(bound)), king)
		}
		if left := c.TowardsA(); c.ASidePartner != "" || c.ASideKingSteps != 0 {
			text += fmt.Sprintf(" Towards the a-file it moves %d squares and the other piece is the %s.", left.KingSteps, left.Partner)
		}
		return text
	case FlexibleCastling, FreeCastling:
		steps := "any number of squares"
		if c.Kind == FreeCastling {
			steps = "two or more squares"
		}
		return fmt.Sprintf("The %[1]s moves %[2]s towards the outermost %[3]s on either side, at most to the square before it, "+
			"and the %[3]s lands next to the %[1]s on the side that the %[1]s came from. %[4]s", king, steps, partner, free)
	case FastCastling:
		where := "square of its rank on that side"
		if c.Between {
			where = "square between the two"
		}
		return fmt.Sprintf("The %[1]s jumps towards the outermost %[2]s on either side to any empty %[3]s that is not attacked, and the %[2]s lands where the %[1]s stood. "+
			"Neither has moved and the %[1]s is not in check; what stands between does not matter.", king, partner, where)
	case Chess960Castling:
		return fmt.Sprintf("The %[1]s goes to the c-file or the last file but one and the %[2]s to the square next to it on the inner side, wherever the two stand on their rank. "+
			"Neither has moved, all other squares that they cross or reach are empty, and the %[1]s does not leave, cross or reach an attacked square.", king, partner)
	case SwapCastling:
		check := "not in check and not attacked on its new square"
		if c.OutOfCheck {
			check = "not attacked on its new square; it may be in check before"
		}
		return fmt.Sprintf("The %[1]s exchanges places with any piece of its own first rank but a pawn. Neither has moved, and the %[1]s is %[2]s. What stands between does not matter.", king, check)
	}
	return "There is none."
}

// present returns the names that belong to pieces of the game.
func (v *Variant) present(names []string) []string {
	var list []string
	for _, name := range names {
		if slices.ContainsFunc(v.Pieces, func(p Piece) bool { return p.Name == name }) {
			list = append(list, name)
		}
	}
	return list
}

// promotionsInWords explains each promotion rule.
func promotionsInWords(v *Variant) string {
	var texts []string
	captured := false
	for _, p := range v.Rules.Promotions {
		texts = append(texts, promotionInWords(p))
		captured = captured || p.Captured
	}
	switch {
	case len(texts) == 0:
		return "There is none."
	case captured:
		texts = append(texts, "A piece that is captured can be chosen once, as what it was when it was captured.")
	}
	return strings.Join(texts, " ")
}

func promotionInWords(p Promotion) string {
	who := format.Article(oneOf(p.Pieces))
	if p.Zone == 0 {
		return format.Title(who) + " does not promote."
	}
	to := oneOf(p.Choices)
	if p.Captured {
		to = "a piece of its side that has been captured: " + to
	}
	must := "must"
	if p.Optional {
		must = "may"
	}
	switch p.Side {
	case WhitePromote:
		who = "White's " + oneOf(p.Pieces)
	case BlackPromote:
		who = "Black's " + oneOf(p.Pieces)
	}
	where := "On " + lastRanks(p.Zone)
	if len(p.Squares) > 0 {
		where = "On " + strings.Join(p.Squares, ", ")
	}
	if p.Leaving {
		where = "When it enters or leaves the zone of " + lastRanks(p.Zone) + " or moves in it,"
	}
	if p.OnCapture {
		to += ", only by a capture"
	}
	if p.Limit > 0 {
		to += fmt.Sprintf(", unless its side has %d of it on the board", p.Limit)
	}
	text := fmt.Sprintf("%s %s %s promote to %s.", where, who, must, to)
	if p.Optional && p.Compulsory > 0 {
		text += fmt.Sprintf(" On %s it must.", lastRanks(p.Compulsory))
	}
	if p.Captured && (!p.Optional || p.Compulsory > 0) {
		empty := "the move loses the game at once, whatever else it does"
		if p.EmptyPool == EmptyPoolForbidden {
			empty = "the move is not legal"
		}
		text += fmt.Sprintf(" When it must and there is nothing to choose from, %s.", empty)
	}
	return text
}

func lastRanks(n int) string {
	if n == 1 {
		return "the last rank"
	}
	return fmt.Sprintf("the last %d ranks", n)
}

// oneOf joins names to "a, b or c".
func oneOf(names []string) string { return format.List(names, "or") }

// allOf joins names to "a, b and c".
func allOf(names []string) string { return format.List(names, "and") }

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

// rightsInWords says which castlings the array allows, if not all.
func rightsInWords(v *Variant) string {
	if v.Rules.Castling.Rights == "" {
		return ""
	}
	return fmt.Sprintf("At the start there are only the rights to castle %s, as in a FEN.", v.Rules.Castling.Rights)
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

// promotionsInWords explains all promotion rules.
func promotionsInWords(v *Variant) string {
	if len(v.Rules.Promotions) == 0 {
		return "There is none."
	}
	text := promotionInWords(v.Rules.Promotions...)
	if slices.ContainsFunc(v.Rules.Promotions, func(p Promotion) bool { return p.Captured }) {
		text += " A piece that is captured can be chosen once, as what it was when it was captured."
	}
	return text
}

// promotionInWords explains promotions. Those under the same conditions share a sentence.
func promotionInWords(list ...Promotion) string {
	text, last := "", [4]string{} // the last sentence: its beginning, its subject, its verb and what follows
	for _, p := range list {
		part := [4]string{promotionPlace(p), promotionPieces(p), "must", promotionDuty(p)}
		to := promotionChoices(p)
		if p.Optional {
			part[2] = "may"
		}
		same := p.Zone > 0 && part[0] == last[0] && part[2] == last[2] && part[3] == last[3]
		switch {
		case p.Zone == 0:
			text += fmt.Sprintf("%s %s does not promote.", last[3], format.Title(part[1]))
			part = [4]string{}
		case same && part[1] == last[1]:
			text += ", or to " + to
		case same:
			text += fmt.Sprintf(", %s to %s", part[1], to)
		default:
			text += fmt.Sprintf("%s %s %s %s promote to %s", last[3], part[0], part[1], part[2], to)
		}
		last = part
	}
	return strings.TrimSpace(text + last[3])
}

// promotionPieces names the pieces that promote.
func promotionPieces(p Promotion) string {
	switch p.Side {
	case WhitePromote:
		return "White's " + oneOf(p.Pieces)
	case BlackPromote:
		return "Black's " + oneOf(p.Pieces)
	}
	return format.Article(oneOf(p.Pieces))
}

// promotionPlace says where a piece promotes.
func promotionPlace(p Promotion) string {
	where := lastRanks(p.Zone)
	if len(p.Squares) > 0 {
		where = strings.Join(p.Squares, ", ")
	}
	if p.Leaving {
		return "With a move into, out of or within " + where
	}
	return "On " + where
}

// promotionChoices says what a piece can become.
func promotionChoices(p Promotion) string {
	to := oneOf(p.Choices)
	if p.Captured {
		to = "a piece of its side that has been captured: " + to
	}
	if p.OnCapture {
		to += ", only by a capture"
	}
	if p.Limit > 0 {
		to += fmt.Sprintf(", unless its side has %d of that kind on the board", p.Limit)
	}
	return to
}

// promotionDuty says when a piece must promote that otherwise may, and what happens if it
// cannot. It begins with the end of the sentence before.
func promotionDuty(p Promotion) string {
	text := "."
	if p.Optional && p.Compulsory > 0 {
		text += fmt.Sprintf(" On %s it must.", lastRanks(p.Compulsory))
	}
	if p.EnPassantStays {
		text += " A capture en passant does not promote."
	}
	if p.ResetsNMove {
		text += " That resets the count of the n-move rule."
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

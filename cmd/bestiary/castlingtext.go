package main

import (
	"fmt"

	"bestiary/engine/variant"
)

func castlingInWords(v *variant.Variant) sentence {
	c, king := v.Rules.Castling, royalName(v)
	s := sentence{"castling", "There is none.", []string{"castling"}}
	switch c.Kind {
	case variant.OrthodoxCastling:
		s.Text = fmt.Sprintf("The %[1]s moves %[2]d squares towards the outermost %[3]s and the %[3]s lands on the square that the %[1]s crossed last. "+
			"%[4]s", king, c.KingSteps, c.Partner, freePath(king))
		if left := c.TowardsA(); left != c {
			s.Text += fmt.Sprintf(" Towards the a-file it moves %d squares and the other piece is the %s.", left.KingSteps, left.Partner)
		}
		s.Options = append(s.Options, "castling-king-steps")
	case variant.FlexibleCastling, variant.FreeCastling:
		steps := "any number of squares"
		if c.Kind == variant.FreeCastling {
			steps = "two or more squares"
		}
		s.Text = fmt.Sprintf("The %[1]s moves %[2]s towards the outermost %[3]s on either side, at most to the square before it, and the %[3]s lands next to the %[1]s on the side that the %[1]s came from. "+
			"%[4]s", king, steps, c.Partner, freePath(king))
	case variant.FastCastling:
		where := "square of its rank on that side"
		if c.Between {
			where = "square between the two"
		}
		s.Text = fmt.Sprintf("The %[1]s jumps towards the outermost %[2]s on either side to any empty %[3]s that is not attacked, and the %[2]s lands where the %[1]s stood. "+
			"Neither has moved and the %[1]s is not in check; what stands between does not matter.", king, c.Partner, where)
		s.Options = append(s.Options, "fast-castling-between")
	case variant.SwapCastling:
		check := "not in check and not attacked on its new square"
		if c.OutOfCheck {
			check = "not attacked on its new square; it may be in check before"
		}
		s.Text = fmt.Sprintf("The %[1]s exchanges places with any piece of its own first rank but a pawn. Neither has moved, and the %[1]s is %[2]s. What stands between does not matter.", king, check)
		s.Options = append(s.Options, "swap-out-of-check")
	}
	return s
}

// freePath is what the kinds of castling have in common in which the king
// travels.
func freePath(king string) string {
	return fmt.Sprintf("Neither has moved, all squares between them are empty, and the %s does not leave, cross or reach an attacked square.", king)
}

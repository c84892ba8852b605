package main

import (
	"fmt"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// sentence is a rule in words, with the options that change it.
type sentence struct {
	Topic   string   `json:"topic"`
	Text    string   `json:"text"`
	Options []string `json:"options"`
}

// rulesInWords explains the rules of a game.
func rulesInWords(v *variant.Variant) []sentence {
	list := []sentence{{Topic: "goal", Text: fmt.Sprintf("Checkmate of the %s wins.", royalName(v))}}
	list = append(list, gatingInWords(v)...)
	list = append(list, castlingInWords(v))
	list = append(list, promotionInWords(v))
	if text := enPassantInWords(v); text != "" {
		list = append(list, sentence{Topic: "en passant", Text: text})
	}
	list = append(list, endsInWords(v)...)
	for i := range list {
		if list[i].Options == nil {
			list[i].Options = []string{}
		}
	}
	return list
}

func gatingInWords(v *variant.Variant) []sentence {
	g := v.Rules.Gating
	if g.Kind != variant.MusketeerGating {
		return nil
	}
	turns := "White puts all of its pieces first, then Black."
	if g.Order == variant.Alternating {
		turns = "The sides take turns, White first."
	}
	behind := "behind pieces of its own first rank, no two behind the same one"
	if !g.KingFile {
		behind += fmt.Sprintf(" and none behind the %s", royalName(v))
	}
	legality := "Whether the move is legal is judged without it: a pinned piece may not leave its line even if the one behind it would enter in between."
	if g.BlocksCheck {
		legality = "It counts when the legality of the move is judged."
	}
	counter := "Its entry does not reset the count of the n-move rule."
	if g.ResetsNMove {
		counter = "Its entry resets the count of the n-move rule."
	}
	return []sentence{
		{"placing", fmt.Sprintf("Before the first move each side puts its %s %s. %s", joinWords(g.Pieces, "and"), behind, turns),
			[]string{"placement-order", "gate-king-file"}},
		{"entering", "A waiting piece enters on the square that the piece in front of it leaves, in the same move. It is lost when that piece is captured there. " +
			legality + " " + counter, []string{"gate-blocks-check", "gate-resets-n-move"}},
	}
}

func castlingInWords(v *variant.Variant) sentence {
	c, king := v.Rules.Castling, royalName(v)
	s := sentence{"castling", "There is none.", []string{"castling"}}
	switch c.Kind {
	case variant.OrthodoxCastling:
		s.Text = fmt.Sprintf("The %[1]s moves %[2]d squares towards the outermost %[3]s and the %[3]s lands on the square that the %[1]s crossed last. "+
			"Neither has moved, all squares between them are empty, and the %[1]s does not leave, cross or reach an attacked square.",
			king, c.KingSteps, c.Partner)
		s.Options = append(s.Options, "castling-king-steps")
	case variant.FastCastling:
		where := "square of its rank on that side"
		if c.Between {
			where = "square between the two"
		}
		s.Text = fmt.Sprintf("The %[1]s jumps towards the outermost %[2]s on either side to any empty %[3]s that is not attacked, and the %[2]s lands where the %[1]s stood. "+
			"Neither has moved and the %[1]s is not in check; what stands between does not matter.", king, c.Partner, where)
		s.Options = append(s.Options, "fast-castling-between")
	}
	return s
}

func promotionInWords(v *variant.Variant) sentence {
	if len(v.Rules.Promotions) == 0 {
		return sentence{Topic: "promotion", Text: "There is none."}
	}
	var texts []string
	for _, p := range v.Rules.Promotions {
		zone, must := "the last rank", "must"
		if p.Zone > 1 {
			zone = fmt.Sprintf("the last %d ranks", p.Zone)
		}
		if p.Optional {
			must = "may"
		}
		texts = append(texts, fmt.Sprintf("On %s %s %s promote to %s.", zone, article(joinWords(p.Pieces, "or")), must, joinWords(p.Choices, "or")))
	}
	return sentence{"promotion", strings.Join(texts, " "), []string{"promotion-zone", "promotion-optional", "promotion-choices"}}
}

// enPassantInWords is "" if no piece can capture another en passant.
func enPassantInWords(v *variant.Variant) string {
	var leave, catch []string
	for _, p := range v.Pieces {
		leaves, catches := false, false
		for _, set := range p.Moves {
			leaves = leaves || set.LeavesEnPassant
			e, err := betza.Parse(set.Betza)
			if err != nil {
				continue // a game that was loaded has only valid move strings
			}
			for _, path := range e.Paths {
				leaves, catches = leaves || path.LeavesEnPassant, catches || path.EnPassant
			}
		}
		if leaves {
			leave = append(leave, p.Name)
		}
		if catches {
			catch = append(catch, p.Name)
		}
	}
	if len(leave) == 0 || len(catch) == 0 {
		return ""
	}
	return fmt.Sprintf("When %s has passed over squares, %s of the other side may capture it there, as if it had stopped, with the very next move.",
		article(joinWords(leave, "or")), article(joinWords(catch, "or")))
}

func endsInWords(v *variant.Variant) []sentence {
	r := v.Rules
	stalemate := "It is a draw when the side to move has no legal move and is not in check."
	if r.Stalemate == variant.StalemateLoss {
		stalemate = "A side that has no legal move loses, whether in check or not."
	}
	repetition := "A position may occur any number of times."
	if r.Repetition > 0 {
		repetition = fmt.Sprintf("A position that occurs for the %s time is a draw.", ordinal(r.Repetition))
	}
	nMove := "There is no limit to moves without progress."
	if r.NMove > 0 {
		nMove = fmt.Sprintf("%d moves by each side without a capture%s are a draw.", r.NMove, pawnMoves(v))
	}
	material := fmt.Sprintf("It is a draw when only the two %ss are left.", royalName(v))
	if r.InsufficientMaterial == variant.NoMaterialRule {
		material = "The game goes on however little material is left."
	}
	return []sentence{
		{"stalemate", stalemate, []string{"stalemate"}},
		{"repetition", repetition, []string{"repetition"}},
		{"n-move rule", nMove, []string{"n-move"}},
		{"material", material, []string{"insufficient-material"}},
	}
}

// pawnMoves is " or a move of a …" with the pieces whose moves are progress.
func pawnMoves(v *variant.Variant) string {
	var pawns []string
	for _, p := range v.Pieces {
		if p.Pawn {
			pawns = append(pawns, p.Name)
		}
	}
	if len(pawns) == 0 {
		return ""
	}
	return " or a move of " + article(joinWords(pawns, "or"))
}

func royalName(v *variant.Variant) string {
	for _, p := range v.Pieces {
		if p.Royal {
			return p.Name
		}
	}
	return "king"
}

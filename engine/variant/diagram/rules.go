package diagram

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bestiary/engine/variant"
)

// promotion makes the promotion rule: the first maxPromote pieces of the list
// promote.
func (r *reader) promotion(v *variant.Variant, royal int) {
	count := r.number("maxPromote", 1, 0, len(r.pieces))
	zone := r.number("promoZone", 1, 1, r.board.ranks) - r.board.offset()
	if zone < 1 {
		zone = 1
		r.Warn("promotion-zone", r.parameters["promoZone"].line, "promoZone", "the zone holds only the rank of the waiting pieces; taken as the last rank of the board")
	}
	if count == 0 {
		return
	}
	promotion := variant.Promotion{Zone: min(zone, v.Ranks)}
	for i := range r.pieces[:count] {
		if i == royal {
			r.Warn("promotion", r.pieces[i].line, r.pieces[i].name, "is among the first %d pieces, but royal; it does not promote here", count)
			continue
		}
		promotion.Pieces = append(promotion.Pieces, r.pieces[i].name)
	}
	if p, ok := r.parameters["promoChoice"]; ok {
		r.promotionChoices(&promotion, p)
	} else {
		for i, piece := range r.pieces {
			if i >= count && i != royal && !v.Pieces[i].Pawn {
				promotion.Choices = append(promotion.Choices, piece.name)
			}
		}
	}
	if len(promotion.Choices) == 0 || len(promotion.Pieces) == 0 {
		if len(r.Errors) == 0 {
			r.Warn("promotion", r.parameters["promoChoice"].line, "promoChoice", "there is nothing to promote to; promotion is left out")
		}
		return
	}
	v.Rules.Promotions = []variant.Promotion{promotion}
}

// promotionChoices reads the list of letters: * before a letter means captured
// pieces only; ! before the letter of a promoting piece means that its promotion
// is optional except on the last rank.
func (r *reader) promotionChoices(promotion *variant.Promotion, p parameter) {
	captured, free := 0, 0
	for rest := strings.ReplaceAll(p.value, ",", ""); rest != ""; {
		mark := strings.TrimLeft(rest, "*!")
		marks := rest[:len(rest)-len(mark)]
		piece := r.byID(mark)
		if piece == nil {
			_, size := utf8.DecodeRuneInString(mark)
			r.Fault(p.line, "promoChoice", variant.Quote(marks+mark[:size])+" is no piece's ID", "the IDs of pieces, each perhaps after * or !", "")
			rest = mark[size:]
			continue
		}
		rest = mark[len(piece.id):]
		if slices.Contains(promotion.Pieces, piece.name) {
			if marks != "!" {
				r.Warn("promotion", p.line, "promoChoice", "%s promotes to itself; left out", piece.name)
				continue
			}
			promotion.Optional = true
			continue
		}
		switch marks {
		case "":
			free++
		case "*":
			captured++
		default:
			r.Warn("promotion", p.line, "promoChoice", "the mark %s before %s is not understood; left out", variant.Quote(marks), piece.id)
			free++
		}
		promotion.Choices = append(promotion.Choices, piece.name)
	}
	if promotion.Optional {
		promotion.Compulsory = 1
	}
	if captured > 0 && free > 0 {
		r.Warn("promotion", p.line, "promoChoice", "only some of the choices have to be captured before; all are free here")
	} else if captured > 0 {
		promotion.Captured = true
		promotion.EmptyPool = variant.EmptyPoolForbidden
	}
}

// byID finds the piece with the longest ID that a text begins with.
func (r *reader) byID(text string) *piece {
	var found *piece
	for i := range r.pieces {
		p := &r.pieces[i]
		if strings.HasPrefix(text, p.id) && (found == nil || len(p.id) > len(found.id)) {
			found = p
		}
	}
	return found
}

// gating makes the rule for pieces that wait outside the board.
func (r *reader) gating(v *variant.Variant) {
	var waiting []string
	for _, p := range r.pieces {
		for range p.waiting {
			waiting = append(waiting, p.name)
		}
		if p.waiting > 0 && !r.board.gated {
			r.Warn("hand", p.line, p.name, "%d in hand on each side, but nothing says how they come on the board; left out", p.waiting)
		}
	}
	switch {
	case !r.board.gated:
	case len(waiting) == 0:
		r.Warn("gating", r.parameters["autoGate"].line, "autoGate", "no piece waits; the outer ranks were taken off all the same")
	default:
		v.Rules.Gating = variant.Gating{Kind: variant.MusketeerGating, Pieces: waiting, Order: variant.WhiteFirst}
	}
	if len(waiting) > v.Files {
		r.Fault(r.parameters["autoGate"].line, "autoGate", fmt.Sprintf("%d waiting pieces on each side", len(waiting)), fmt.Sprintf("at most %d", v.Files), "")
	}
}

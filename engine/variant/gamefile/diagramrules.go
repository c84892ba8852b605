package gamefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// promotion makes the promotion rule: the first maxPromote pieces of the list promote.
func (r *diagramReader) promotion(v *variant.Variant, royal int) {
	count := r.number("maxPromote", 1, 0, len(r.pieces))
	zone := r.number("promoZone", 1, 1, r.board.ranks) - r.board.offset
	if zone < 1 {
		zone = 1
		r.Warn("promotion-zone", r.parameters["promoZone"].line, "promoZone", "the zone holds only the rank of the waiting pieces; taken as the last rank of the board")
	}
	if count == 0 {
		return
	}
	promotion := variant.Promotion{Zone: min(zone, v.Ranks)}
	for i := range r.pieces[:count] {
		if i == royal && r.parameters["maxPromote"].value == "" {
			continue // it does not promote by default
		}
		if i == royal {
			r.Lose(r.pieces[i].line, "maxPromote", fmt.Sprint(count), r.pieces[i].name+" is among the first pieces, but royal", "it does not promote")
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
		if p, ok := r.parameters["promoChoice"]; !ok {
			r.Warn("promotion", 0, "", "there is nothing to promote to; no piece promotes")
		} else if len(r.Errors) == 0 {
			r.Lose(p.line, "promoChoice", p.value, "there is nothing to promote to", "no promotion")
		}
		return
	}
	v.Rules.Promotions = []variant.Promotion{promotion}
}

// promotionChoices reads the list of letters: * before a letter limits it to captured
// pieces; the letter of the promoting piece makes its promotion optional, with ! except on the last
// rank.
func (r *diagramReader) promotionChoices(promotion *variant.Promotion, p parameter) {
	captured, free, deferred := 0, 0, false
	for rest := strings.ReplaceAll(p.value, ",", ""); rest != ""; {
		mark := strings.TrimLeft(rest, "*!")
		marks := rest[:len(rest)-len(mark)]
		piece := r.byID(mark)
		if piece == nil {
			_, size := utf8.DecodeRuneInString(mark)
			r.Fault(p.line, "promoChoice", toml.Quote(marks+mark[:size])+" is no piece's ID", "the IDs of pieces, each perhaps after * or !", "")
			rest = mark[size:]
			continue
		}
		rest = mark[len(piece.id):]
		if slices.Contains(promotion.Pieces, piece.name) {
			if marks != "!" && (marks != "" || len(promotion.Pieces) > 1) {
				r.Lose(p.line, "promoChoice", p.value, piece.name+" promotes to itself or to others that promote", "it may stay what it is")
			}
			promotion.Optional = true
			deferred = deferred || marks == "!"
			continue
		}
		switch marks {
		case "":
			free++
		case "*":
			captured++
		default:
			r.Lose(p.line, "promoChoice", p.value, fmt.Sprintf("the mark %s before %s is not understood", toml.Quote(marks), piece.id), "left out")
			free++
		}
		promotion.Choices = append(promotion.Choices, piece.name)
	}
	if deferred {
		promotion.Compulsory = 1
	}
	if captured > 0 && free > 0 {
		r.Lose(p.line, "promoChoice", p.value, "only some of the choices have to be captured before", "all are free")
	} else if captured > 0 {
		promotion.Captured = true
		promotion.EmptyPool = variant.EmptyPoolForbidden
	}
}

// byID returns the piece with the longest ID that is a prefix of a text.
func (r *diagramReader) byID(text string) *piece {
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
func (r *diagramReader) gating(v *variant.Variant) {
	var waiting []string
	for _, p := range r.pieces {
		for range p.waiting {
			waiting = append(waiting, p.name)
		}
		if p.waiting > 0 && r.board.offset == 0 {
			r.Lose(p.line, p.name, fmt.Sprint(p.waiting), "pieces in hand, but nothing says how they come on the board", "left out")
		}
	}
	switch {
	case r.board.offset == 0:
	case len(waiting) == 0:
		r.Warn("gating", r.parameters["autoGate"].line, "autoGate", "no piece waits; the outer ranks were taken off all the same")
	default:
		v.Rules.Gating = variant.Gating{Kind: variant.MusketeerGating, Pieces: waiting, Order: variant.WhiteFirst}
	}
	if len(waiting) > v.Files {
		r.Fault(r.parameters["autoGate"].line, "autoGate", fmt.Sprintf("%d waiting pieces on each side", len(waiting)), fmt.Sprintf("at most %d", v.Files), "")
	}
}

// castling makes the castling rule from the atoms O in the king's move. Castling that no
// rule describes exactly is dropped with a warning; the partner is kept, so that an option
// can choose a rule.
func (r *diagramReader) castling(king *piece) variant.Castling {
	none := variant.Castling{Kind: variant.NoCastling}
	if len(king.castlings) == 0 {
		return none
	}
	ranks := len(r.board.array)
	white := r.room(king, 0)
	black := r.room(king, ranks-1)
	if white.partner == "" || white != black && !(black.turned() == white && goesBothWays(king.castlings)) {
		r.Lose(king.line, king.name, king.move, "the pieces that castle are not two of a kind at the ends of the first rank, the same for both sides", "no castling")
		return none
	}
	castling := variant.Castling{Partner: white.partner}
	if !castlingKind(&castling, king, white) {
		r.Lose(king.line, king.name, king.move, "no castling rule of a game file has just these moves", "no castling")
		return variant.Castling{Kind: variant.NoCastling, Partner: white.partner}
	}
	return castling
}

// room describes the pieces at the ends of the king's rank: their names and their
// distances from the king, 0 if there is no piece.
type room struct {
	partner     string
	left, right int
}

// turned returns the room of a side whose array is rotated by 180 degrees.
func (r room) turned() room { return room{r.partner, r.right, r.left} }

// goesBothWays reports whether all castlings go to the left as to the right.
func goesBothWays(list []betza.Castling) bool {
	return !slices.ContainsFunc(list, func(c betza.Castling) bool { return !c.Left || !c.Right })
}

func (r *diagramReader) room(king *piece, rank int) room {
	row := strings.ToUpper(string(r.board.array[rank]))
	at := strings.Index(row, king.symbol)
	if at < 0 {
		return room{}
	}
	first := strings.IndexFunc(row, func(c rune) bool { return c != 0 })
	last := strings.LastIndexFunc(row, func(c rune) bool { return c != 0 })
	var symbol byte
	switch {
	case first == at && last == at:
		return room{}
	case first == at:
		symbol = row[last]
	case last == at || row[first] == row[last]:
		symbol = row[first]
	default:
		return room{}
	}
	i := slices.IndexFunc(r.pieces, func(p piece) bool { return p.symbol[0] == symbol })
	return room{r.pieces[i].name, at - first, last - at}
}

// castlingKind chooses the rule with exactly the given moves. It reports whether there is
// one.
func castlingKind(castling *variant.Castling, king *piece, room room) bool {
	var steps [2][]int // to the left and to the right
	jumps := 0
	for _, c := range king.castlings {
		for side, wanted := range []bool{c.Left, c.Right} {
			if distance := []int{room.left, room.right}[side]; wanted && distance > 0 && !slices.Contains(steps[side], c.Steps) {
				steps[side] = append(steps[side], c.Steps)
			}
		}
		if c.Jumps {
			jumps++
		}
	}
	slices.Sort(steps[0])
	slices.Sort(steps[1])
	longest, list := max(room.left, room.right)-1, steps[0]
	if room.left == 0 {
		list = steps[1]
	}
	if len(list) == 0 || room.left > 0 && room.right > 0 && !slices.Equal(steps[0], steps[1]) || jumps != 0 && jumps != len(king.castlings) {
		return false
	}
	from, to := list[0], list[len(list)-1]
	unbroken := to-from+1 == len(list)
	switch {
	case jumps > 0:
		// The number is the maximum distance.
		castling.Kind, castling.Between = variant.FastCastling, true
		return to >= longest
	case len(list) == 1 && from >= 2:
		castling.Kind, castling.KingSteps = variant.OrthodoxCastling, from
		return from <= 6 && (room.left == 0 || from <= room.left) && (room.right == 0 || from <= room.right)
	case unbroken && from == 1 && to >= longest:
		castling.Kind = variant.FlexibleCastling
		return true
	case unbroken && from == 2 && to >= longest:
		castling.Kind = variant.FreeCastling
		return true
	}
	return false
}

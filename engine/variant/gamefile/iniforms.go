package gamefile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// form is the promoted form of a piece.
type form struct{ from, to, name string }

// promoted lists the pieces that have a promoted form, each with its form.
func (r *iniReader) promoted() [][2]string {
	var list [][2]string
	for _, from := range slices.Sorted(maps.Keys(r.model.forms)) {
		if to := r.model.forms[from]; r.model.letters[from] != "" && r.model.letters[to] != "" {
			list = append(list, [2]string{from, to})
		}
	}
	return list
}

// addForms adds the pairs of a promotedPieceType. A section lists only new ones.
func (m *model) addForms(value string) {
	for _, pair := range strings.Fields(strings.ReplaceAll(value, " :", ":")) {
		if len(pair) < 3 || pair[1] != ':' {
			continue
		}
		from, to := m.pieceOf(rune(pair[0])), m.pieceOf(rune(pair[2]))
		switch {
		case from == "":
		case to == "":
			delete(m.forms, from)
		default:
			m.forms[from] = to
		}
	}
}

// addLimits adds the limits of a promotionLimit.
func (m *model) addLimits(value string) {
	for _, pair := range strings.Fields(value) {
		letter, number, _ := strings.Cut(pair, ":")
		n, err := strconv.Atoi(number)
		if piece := m.pieceOf([]rune(letter + " ")[0]); err == nil && piece != "" {
			m.limits[piece] = n
		}
	}
}

// onlyForm reports whether a piece is in the game only as a promoted form.
func (r *iniReader) onlyForm(piece string) bool {
	is := slices.ContainsFunc(r.promoted(), func(p [2]string) bool { return p[1] == piece })
	letter := r.model.letters[piece]
	return is && !r.start.has(letter, false) && !r.start.has(letter, true) && !strings.Contains(strings.ToUpper(r.start.fen), "+"+letter) &&
		!r.isChoice("White", piece) && !r.isChoice("Black", piece) && piece != kingKey
}

// isChoice reports whether the pawns of a side promote to a piece.
func (r *iniReader) isChoice(side, piece string) bool {
	pawns, choices := r.peek("promotionPawnTypes"+side).pieces, r.peek("promotionPieceTypes"+side).pieces
	promotes := slices.ContainsFunc(pawns, func(p string) bool { return r.model.letters[p] != "" })
	return promotes && (slices.Contains(choices, piece) || slices.Contains(choices, everyPiece))
}

// addForms adds the promoted forms of pieces to the game.
func (r *iniReader) addForms(v *variant.Variant) {
	r.get("promotedPieceType")
	for _, pair := range r.promoted() {
		if r.names[pair[0]] == "" {
			continue // no piece has this form
		}
		if r.royals()[pair[0]] || r.royals()[pair[1]] {
			r.lose("promotedPieceType", "a form of a royal piece, or a royal form", "without it")
			continue
		}
		names := v.NamesOf(func(variant.Piece) bool { return true })
		f := form{pair[0], pair[1], uniqueName("promoted-"+r.names[pair[0]], names)}
		r.forms = append(r.forms, f)
		v.Pieces = append(v.Pieces, variant.Piece{
			Name: f.name, Symbol: "+" + r.model.letters[f.from], Moves: r.moveSets(f.to), PromotedFrom: r.names[f.from],
		})
	}
}

// formPromotions makes the rules for promotion to promoted forms. A pawn chooses its form
// like any other piece.
func (r *iniReader) formPromotions(v *variant.Variant) {
	if len(r.forms) == 0 {
		return
	}
	rule := variant.Promotion{Leaving: true, Optional: !r.flag("mandatoryPiecePromotion"), OnCapture: r.flag("piecePromotionOnCapture"), ResetsNMove: !r.is("pieceDemotion")}
	for _, f := range r.forms {
		promotion := rule
		promotion.Limit = r.model.limits[f.to]
		if promotion.Limit > 0 && r.names[f.to] != "" {
			r.lose("promotionLimit", "a limit for a piece that is also a promoted form", "for the forms alone")
		}
		if f.from == pawnKey {
			continue // see pawnForm
		}
		if slices.Contains(r.peek("promotionPawnTypesWhite").pieces, f.from) && len(r.peek("promotionPieceTypesWhite").pieces) > 0 {
			r.lose("promotedPieceType", "a form of a piece that promotes to others, too", "without it")
			continue
		}
		promotion.Pieces, promotion.Choices = []string{r.names[f.from]}, []string{f.name}
		v.Rules.Promotions = append(v.Rules.Promotions, r.inZones(promotion)...)
		if r.flag("pieceDemotion") {
			promotion.Pieces, promotion.Choices = promotion.Choices, promotion.Pieces
			promotion.Limit = 0
			v.Rules.Promotions = append(v.Rules.Promotions, r.inZones(promotion)...)
		}
	}
}

// inZones returns a promotion with its zone, or one for each side that has a zone if their
// zones differ or are not the last ranks.
func (r *iniReader) inZones(p variant.Promotion) []variant.Promotion {
	white, black := p, p
	own, other := r.promotionZone(&white, false), r.promotionZone(&black, true)
	if own.equal(other) && !own.empty() && len(white.Squares) == 0 {
		return []variant.Promotion{white}
	}
	white.Side, black.Side = variant.WhitePromote, variant.BlackPromote
	var list []variant.Promotion
	if !own.empty() {
		list = append(list, white)
	}
	if !other.empty() {
		list = append(list, black)
	}
	return list
}

// promotionZone sets the zone of a side in a promotion, and returns it from the side's view.
func (r *iniReader) promotionZone(p *variant.Promotion, black bool) region {
	own := r.region("promotionRegion" + sides[black])
	squares := own.dropArea()
	if black {
		slices.Reverse(own)
	}
	if n, ok := own.lastRanks(); ok {
		p.Zone = max(n, 1)
	} else {
		p.Zone, p.Squares = 1, squares
	}
	return own
}

// pawnForm returns the name of the pawn's promoted form, or "" if it has none.
func (r *iniReader) pawnForm() string {
	for _, f := range r.forms {
		if f.from == pawnKey {
			return f.name
		}
	}
	return ""
}

// kinds returns the names of the pieces that the program treats as one: the piece itself
// and the promoted forms that move like it.
func (r *iniReader) kinds(piece string) []string {
	var names []string
	if name := r.names[piece]; name != "" {
		names = append(names, name)
	}
	for _, f := range r.forms {
		if f.to == piece {
			names = append(names, f.name)
		}
	}
	return names
}

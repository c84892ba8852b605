package gamefile

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// promoting describes how the pawns of a side promote.
type promoting struct {
	pawns, choices []string // keys of pieces, in the order of the game
	region         region   // from the side's view
	stays          bool     // a pawn may promote to what it is
}

// promotingSide reads how the pawns of a side promote.
func (r *iniReader) promotingSide(side string, black bool) promoting {
	p := promoting{region: r.region("promotionRegion" + side)}
	if black {
		slices.Reverse(p.region)
	}
	pawns, choices := r.get("promotionPawnTypes"+side), r.get("promotionPieceTypes"+side)
	for _, piece := range r.list {
		if slices.Contains(pawns.pieces, piece) && r.owns(piece, black) {
			p.pawns = append(p.pawns, piece)
		}
		switch in := slices.Contains(choices.pieces, piece) || slices.Contains(choices.pieces, everyPiece); {
		case in && piece == kingKey && len(p.pawns) > 0 && !slices.Contains(choices.pieces, everyPiece):
			r.lose("promotionPieceTypes"+side, "the royal piece", "without it")
		case in && slices.Contains(p.pawns, piece):
			p.stays = true
		case in && piece != kingKey:
			p.choices = append(p.choices, piece)
		}
	}
	if p.stays {
		r.staying(side, &p)
	}
	return p
}

// staying checks that a promotion of pawns to themselves is a promotion that is optional.
func (r *iniReader) staying(side string, p *promoting) {
	name := "promotionPieceTypes" + side
	switch {
	case len(p.pawns) > 1:
		r.lose(name, "pieces that promote to one another", "they may stay what they are")
	case !r.flag("mandatoryPawnPromotion"):
		r.lose(name, "a piece that may promote to itself, and may also not promote", "it may stay what it is, in one way")
	case r.flag("immobilityIllegal"):
		r.lose(name, "a piece that promotes to itself, where it could never move again", "it stays what it is only where it could move")
	}
}

// promotion makes the rules for the last ranks. The choices are in the order of the
// pieces, since the file gives a set.
func (r *iniReader) promotion(v *variant.Variant) {
	r.get("promotionLimit")
	r.formPromotions(v)
	white, black := r.promotingSide("White", false), r.promotingSide("Black", true)
	optional, immobile := !r.flag("mandatoryPawnPromotion"), r.flag("immobilityIllegal")
	both := slices.ContainsFunc(white.pawns, func(p string) bool { return slices.Contains(black.pawns, p) })
	_, ranks := white.region.lastRanks()
	same := ranks && slices.Equal(white.pawns, black.pawns) && slices.Equal(white.choices, black.choices) && white.stays == black.stays && white.region.equal(black.region)
	sides := []promoting{white, black}
	if same {
		sides = sides[:1]
	}
	for i, side := range sides {
		if len(side.pawns) == 0 || side.region.empty() {
			continue
		}
		optional := optional || side.stays
		promotion := variant.Promotion{Pieces: r.namesOf(side.pawns), Optional: optional, EnPassantStays: r.zoneEnPassant(side), ResetsNMove: true}
		r.promotionZone(&promotion, i == 1)
		groups := r.byLimit(side.choices)
		if form := r.pawnForm(); form != "" && slices.Contains(side.pawns, pawnKey) {
			groups = addForm(groups, form)
		}
		if both && !same {
			promotion.Side = []variant.PromotionSide{variant.WhitePromote, variant.BlackPromote}[i]
		}
		if optional && immobile {
			promotion.Compulsory = 1
		}
		switch {
		case len(groups) > 0:
			for _, g := range groups {
				promotion.Limit, promotion.Choices = g.limit, g.choices
				v.Rules.Promotions = append(v.Rules.Promotions, promotion)
			}
		case !optional && both && !same:
			r.lose("promotionPieceTypesBlack", "nothing to promote to for one side alone", "no promotion")
		case !optional && len(promotion.Squares) > 0:
			r.lose("promotionPieceTypesWhite", "nothing to promote to on squares other than the last ranks", "no promotion")
		case !optional:
			if promotion.EnPassantStays {
				r.lose("promotionRegionWhite", "captures en passant into a zone that pawns do not enter otherwise", "none")
			}
			r.bar(v, r.withoutForm(promotion.Pieces), promotion.Zone)
		}
	}
}

// zoneEnPassant reports whether pawns can capture en passant within their promotion zone,
// where the program does not let them promote.
func (r *iniReader) zoneEnPassant(side promoting) bool {
	captures := slices.ContainsFunc(side.pawns, r.capturesEnPassant)
	for _, run := range r.doubleSteps().runs() {
		passed := r.ranks - 2 - run.rank // from the other side's view
		if captures && passed > 0 && slices.Contains(side.region[passed], true) && r.leavesEnPassant(run, 2) {
			return true
		}
	}
	return false
}

// limited holds choices with the number of each that a side may have, 0 for no limit.
type limited struct {
	limit   int
	choices []string // names
}

// byLimit groups choices by limit, in order of first occurrence.
func (r *iniReader) byLimit(choices []string) []limited {
	var groups []limited
	for _, piece := range choices {
		limit := r.model.limits[piece]
		i := slices.IndexFunc(groups, func(g limited) bool { return g.limit == limit })
		if i < 0 {
			i, groups = len(groups), append(groups, limited{limit: limit})
		}
		groups[i].choices = append(groups[i].choices, r.names[piece])
	}
	return groups
}

// addForm adds the promoted form of pawns, which has no limit, to their choices.
func addForm(groups []limited, form string) []limited {
	for i := range groups {
		if groups[i].limit == 0 {
			groups[i].choices = append(groups[i].choices, form)
			return groups
		}
	}
	return append(groups, limited{choices: []string{form}})
}

// namesOf returns the names of pieces in the game.
func (r *iniReader) namesOf(pieces []string) []string {
	var names []string
	for _, piece := range pieces {
		names = append(names, r.names[piece])
	}
	return names
}

// withoutForm returns the pieces that do not promote to forms of their own, which lets them
// into the zone.
func (r *iniReader) withoutForm(names []string) []string {
	hasForm := func(name string) bool {
		return slices.ContainsFunc(r.forms, func(f form) bool { return r.names[f.from] == name })
	}
	if slices.ContainsFunc(names, hasForm) && !r.flag("mandatoryPiecePromotion") {
		r.lose("mandatoryPiecePromotion", "pieces that may not stay what they are in the zone although their promotion is optional", "they may")
	}
	return slices.DeleteFunc(slices.Clone(names), hasForm)
}

// bar keeps pieces out of the zone if they would have to promote but have no choices. They
// still attack royal pieces there.
func (r *iniReader) bar(v *variant.Variant, names []string, zone int) {
	area := ""
	if zone < r.ranks {
		area = rectangle(0, 0, r.files-1, r.ranks-1-zone)
	}
	for i := range v.Pieces {
		p := &v.Pieces[i]
		if !slices.Contains(names, p.Name) {
			continue
		}
		attacks := ""
		for j := range p.Moves {
			m := &p.Moves[j]
			if m.Area != "" || m.Flying || area == "" {
				r.lose("promotionPieceTypesWhite", "nothing to promote to where promotion is compulsory, for a piece with other limits", "no promotion")
				return
			}
			m.Area = area
			if m.FirstRank == 0 {
				attacks += captures(m.Betza)
			}
		}
		if attacks != "" {
			p.Moves = append(p.Moves, variant.MoveSet{Betza: attacks, RoyalOnly: true})
		}
	}
}

// captures returns the captures among the moves of a string.
func captures(move string) string {
	var out strings.Builder
	for _, group := range groupsOf(move) {
		modifiers := modifiersOf(group)
		switch {
		case strings.Contains(modifiers, "a"), strings.Contains(modifiers, "m"):
		case strings.Contains(modifiers, "c"):
			out.WriteString(strings.ReplaceAll(group, "e", ""))
		default:
			out.WriteString(modifiers + "c" + group[len(modifiers):])
		}
	}
	return out.String()
}

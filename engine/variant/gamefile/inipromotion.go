package gamefile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// promoting describes how the pawns of a side promote.
type promoting struct {
	pawns, choices []string // keys of pieces, in the order of the game
	region         region   // from the side's view
	stays          bool     // a pawn may promote to its own kind
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
			r.loseIf(promotion.EnPassantStays,
				"promotionRegionWhite", "captures en passant into a zone that pawns do not enter otherwise", "none")
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
	r.loseIf(slices.ContainsFunc(names, hasForm) && !r.flag("mandatoryPiecePromotion"),
		"mandatoryPiecePromotion", "pieces that may not stay what they are in the zone although their promotion is optional", "they may")
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
	for _, group := range betza.Groups(move) {
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
		r.loseIf(promotion.Limit > 0 && r.names[f.to] != "",
			"promotionLimit", "a limit for a piece that is also a promoted form", "for the forms alone")
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

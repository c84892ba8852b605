package fsfini

import (
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// rules reads the rules of the game.
func (r *reader) rules(v *variant.Variant) {
	v.Rules = variant.DefaultRules()
	v.Rules.Symmetry = variant.RotateSymmetry
	v.Rules.NMove = r.number("nMoveRule", 0, variant.MaxNMove)
	v.Rules.Repetition = r.number("nFoldRule", 0, variant.MaxRepetition)
	v.Rules.Royals = r.royalRule()
	v.Rules.Castling = r.castling(v)
	r.ends(v)
	r.promotion(v)
	r.gating(v)
	r.hand(v)
	v.Rules.ImmobilityIllegal = r.flag("immobilityIllegal") && (v.Rules.Hand.Used() || r.couldStick(v))
	r.moot()
}

// couldStick says whether a piece that does not have to promote on the last rank has only
// moves ahead.
func (r *reader) couldStick(v *variant.Variant) bool {
	for _, p := range v.Pieces {
		compulsory := slices.ContainsFunc(v.Rules.Promotions, func(o variant.Promotion) bool {
			return slices.Contains(o.Pieces, p.Name) && (!o.Optional || o.Compulsory > 0)
		})
		ahead := !slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool {
			expression, err := betza.Parse(m.Betza)
			return err != nil || slices.ContainsFunc(expression.Paths, notForward)
		})
		if ahead && !compulsory {
			return true
		}
	}
	return false
}

// moot notes keys that mean nothing because of the values of others.
func (r *reader) moot() {
	ignore := func(prefixes ...string) {
		for _, k := range keys() {
			for _, prefix := range prefixes {
				if strings.HasPrefix(k.name, prefix) {
					r.followed[k.name] = true
				}
			}
		}
	}
	if !r.is("castling") || r.start.rights == "" {
		ignore("castlingR", "castlingK", "castlingQ", "castlingD", "oppositeCastling", "chess960")
	}
	if r.squares(r.peek("flagRegionWhite")).empty() && r.squares(r.peek("flagRegionBlack")).empty() {
		ignore("flag")
	}
	if r.peek("extinctionValue").value == "none" && !r.is("extinctionPseudoRoyal") {
		ignore("extinction")
	}
	if !r.is("pieceDrops") {
		ignore("drop", "firstRankPawnDrops", "promotionZonePawnDrops", "mustDrop", "sittuyinRookDrop", "shogiPawnDropMateIllegal")
		if !r.is("seirawanGating") {
			ignore("capturesToHand")
		}
	}
	if r.peek("connectN").value == "0" && r.peek("connectNxN").value == "0" && r.peek("collinearN").value == "0" &&
		r.squares(r.peek("connectRegion1White")).empty() && r.squares(r.peek("connectRegion1Black")).empty() {
		ignore("connect")
	}
	if !r.is("doubleStep") {
		ignore("doubleStep")
	}
	if len(r.promoted()) == 0 {
		ignore("piecePromotionOnCapture", "mandatoryPiecePromotion", "pieceDemotion")
	}
	if r.peek("nFoldRule").value == "0" {
		ignore("nFold", "perpetualCheckIllegal", "moveRepetitionIllegal", "chasingRule")
	}
	if !r.hasKing() {
		ignore("perpetualCheckIllegal")
	}
	if r.peek("nFoldValue").value == "draw" {
		ignore("nFoldValueAbsolute")
	}
	if r.peek("wallingRule").value == "none" {
		ignore("walling")
	}
	if r.peek("nMoveRule").value == "0" {
		ignore("nMoveRuleTypes")
	}
	if !slices.Contains(r.list, soldierKey) {
		ignore("soldierPromotionRank")
	}
	if !slices.Contains(r.list, kingKey) {
		ignore("flyingGeneral")
	}
}

// entersAtChoice reports whether both sides have the same pieces in hand, which may enter
// on all squares that the pieces of the first ranks leave, and are not dropped.
func (r *reader) entersAtChoice() bool {
	if !r.is("seirawanGating") || r.is("pieceDrops") || r.is("capturesToHand") || !slices.Equal(r.inHand(false), r.inHand(true)) || r.start.hand == "" {
		return false
	}
	return r.start.array != nil && r.allEnter(r.start.array[0], 'A') && r.allEnter(r.start.array[r.ranks-1], 'a')
}

// allEnter reports whether the rights of startFen let a piece enter on the squares of all
// pieces of a first rank: castling rights speak for one king and two rooks.
func (r *reader) allEnter(row []byte, first byte) bool {
	castle, rights := first+'K'-'A', r.start.rights
	spoken := map[byte]int{castle: 1, first + 'R' - 'A': 2}
	if strings.IndexByte(rights, castle) < 0 || strings.IndexByte(rights, first+'Q'-'A') < 0 {
		spoken = nil
	}
	for file, letter := range row {
		if letter == 0 || strings.IndexByte(rights, first+byte(file)) >= 0 {
			continue
		}
		if spoken[letter] == 0 {
			return false
		}
		spoken[letter]--
	}
	return true
}

// gating makes the rule for pieces that wait behind the first rank.
func (r *reader) gating(v *variant.Variant) {
	if !r.flag("commitGates") {
		if r.is("gating") && r.entersAtChoice() {
			r.flag("gating")
			r.flag("seirawanGating")
			v.Rules.Gating = variant.Gating{Kind: variant.SeirawanGating, Pieces: r.inHand(false)}
			return
		}
		if r.flag("gating") {
			r.lose("gating", "gating without commitGates, where a player may choose whether and what to gate", "no gating")
		}
		return
	}
	r.flag("gating")
	if r.start.waiting == "" {
		r.lose("commitGates", "no piece waits in startFen", "no gating")
		return
	}
	var waiting []string
	for _, letter := range r.start.waiting {
		waiting = append(waiting, r.names[r.model.pieceOf(letter)])
	}
	v.Rules.Gating = variant.Gating{Kind: variant.MusketeerGating, Pieces: waiting, Order: variant.Alternating, KingFile: true, BlocksCheck: true}
}

package fsfini

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// pawnSteps gives the pawn its double and triple steps.
func (r *reader) pawnSteps(v *variant.Variant) {
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Pawn })
	if i < 0 {
		return
	}
	pawn := &v.Pieces[i]
	var double []int
	if r.flag("doubleStep", true) {
		double = r.bothRegions("doubleStepRegionWhite", "*2", "doubleStepRegionBlack", "*"+strconv.Itoa(min(7, r.ranks)))
	}
	triple := r.bothRegions("tripleStepRegionWhite", "-", "tripleStepRegionBlack", "-")
	step := func(move string, ranks []int) {
		for _, run := range importing.Runs(ranks) {
			pawn.Moves = append(pawn.Moves, variant.MoveSet{Betza: move, FirstRank: run[0], LastRank: run[1], LeavesEnPassant: true})
		}
	}
	if len(double) > 0 && slices.Equal(double, triple) {
		step("fmW3", double)
		return
	}
	step("fmnD", double)
	step("fmnH", triple)
}

// firstMoves limits moves with the modifier i to the ranks of the array.
func (r *reader) firstMoves(v *variant.Variant) {
	for i := range v.Pieces {
		p := &v.Pieces[i]
		if p.Pawn || !strings.Contains(p.Moves[0].Betza, "i") {
			continue
		}
		starts := r.start.array.Ranks(p.Symbol, false)
		sets, exact := importing.LimitFirstMoves(p.Moves[0].Betza, starts)
		if !exact || !slices.Equal(starts, r.start.array.Ranks(p.Symbol, true)) {
			r.Lose(r.lines[i+1], p.Name, p.Moves[0].Betza, "a piece that has moved may make the first moves again, since a game file limits them to the ranks where White's start", "first moves from those ranks")
		}
		if p.Moves = append(sets, p.Moves[1:]...); len(p.Moves) == 0 {
			r.Fault(r.lines[i+1], p.Name, "no move other than first moves", "a move", "")
		}
	}
}

// rules reads the rules of the game.
func (r *reader) rules(v *variant.Variant) {
	v.Rules = variant.DefaultRules()
	v.Rules.Symmetry = variant.RotateSymmetry
	v.Rules.NMove = r.number("nMoveRule", 50, 0, variant.MaxNMove)
	v.Rules.Repetition = r.number("nFoldRule", 3, 0, variant.MaxRepetition)
	v.Rules.Castling = r.castling(v)
	switch r.choice("stalemateValue", "draw", "win", "draw", "loss") {
	case "loss":
		v.Rules.Stalemate = variant.StalemateLoss
	case "win":
		r.Lose(r.settings["stalemateValue"].line, "stalemateValue", "win", "no game file can say that stalemate wins", "a draw")
	}
	if r.flag("chess960", false) {
		r.Lose(r.settings["chess960"].line, "chess960", "true", "castling from shuffled arrays", "left out")
	}
	r.promotion(v)
	r.gating(v)
}

// castling makes the rule from the files on which the king starts and lands.
func (r *reader) castling(v *variant.Variant) variant.Castling {
	none := variant.Castling{Kind: variant.NoCastling}
	if !r.flag("castling", true) || !r.start.castles {
		return none
	}
	king := r.file("castlingKingFile", "e")
	left, right := king-r.file("castlingQueensideFile", "c"), r.file("castlingKingsideFile", "g")-king
	letters, line := r.value("castlingRookPieces", "r")
	if letters == "" {
		r.Fault(line, "castlingRookPieces", "no letter", "the letters of pieces", "")
		return none
	}
	aSide, partner, ok := r.castlingPartners(v, king, letters)
	if partner == nil {
		r.Lose(line, "castlingRookPieces", letters, "no piece of the game", "no castling")
		return none
	}
	rule := variant.Castling{Kind: variant.OrthodoxCastling, Partner: partner.Name, KingSteps: right}
	reason := ""
	switch {
	case !ok:
		reason = "the king is not on its file of the first rank with the pieces that it castles with on either side"
	case min(left, right) < variant.MinKingSteps || max(left, right) > variant.MaxKingSteps:
		reason = "the king goes " + strconv.Itoa(left) + " squares to one side and " + strconv.Itoa(right) + " to the other"
	case left != right:
		rule.ASideKingSteps = left
	}
	if reason != "" {
		r.Lose(r.settings["castlingKingFile"].line, "castling", "true", reason, "no castling")
		return variant.Castling{Kind: variant.NoCastling, Partner: partner.Name}
	}
	if aSide != partner {
		rule.ASidePartner = aSide.Name
	}
	return rule
}

// castlingPartners finds the pieces that castle towards the a-file and towards the
// other side: the outermost with one of the letters on the first rank. ok is false
// if there are none, the king is not on its file or the sides differ; partner may
// be a piece all the same.
func (r *reader) castlingPartners(v *variant.Variant, king int, letters string) (aSide, partner *variant.Piece, ok bool) {
	for i := range letters {
		if partner = byLetter(v, letters[i]); partner != nil {
			break
		}
	}
	royal := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Royal })
	letters = strings.ToUpper(letters)
	white := strings.ToUpper(string(r.start.array[0]))
	black := strings.ToUpper(string(r.start.array[r.ranks-1]))
	left, right := strings.IndexAny(white, letters), strings.LastIndexAny(white, letters)
	if partner == nil || royal < 0 || white[king:king+1] != v.Pieces[royal].Symbol || left < 0 || left > king || right < king ||
		black[king] != white[king] || strings.IndexAny(black, letters) != left || strings.LastIndexAny(black, letters) != right ||
		black[left] != white[left] || black[right] != white[right] {
		return nil, partner, false
	}
	return byLetter(v, white[left]), byLetter(v, white[right]), true
}

// promotion makes the rule for the last ranks. The choices are in the order of
// the pieces, since the file gives a set.
func (r *reader) promotion(v *variant.Variant) {
	pawns := r.letters(v, "promotionPawnTypes", r.settings["pawn"].value)
	choices := r.letters(v, "promotionPieceTypes", "qrbn")
	last := strconv.Itoa(min(8, r.ranks))
	ranks := r.bothRegions("promotionRegionWhite", "*"+last, "promotionRegionBlack", "*1")
	_, line := r.value("promotionRegionWhite", "")
	if len(pawns) == 0 || len(ranks) == 0 {
		return
	}
	zone := r.ranks - ranks[0] + 1
	if len(ranks) != zone {
		text, _ := r.value("promotionRegionWhite", "")
		r.Lose(line, "promotionRegionWhite", text, "not made of the last ranks", fmt.Sprintf("the last %d", zone))
	}
	promotion := variant.Promotion{Pieces: pawns, Zone: zone, Optional: !r.flag("mandatoryPawnPromotion", true)}
	if promotion.Optional && r.flag("immobilityIllegal", false) {
		promotion.Compulsory = 1
	}
	for _, name := range choices {
		if !slices.Contains(pawns, name) {
			promotion.Choices = append(promotion.Choices, name)
		}
	}
	if len(promotion.Choices) == 0 {
		if text, line := r.value("promotionPieceTypes", ""); text != "-" {
			r.Lose(line, "promotionPieceTypes", text, "nothing to promote to", "no promotion")
		}
		return
	}
	v.Rules.Promotions = []variant.Promotion{promotion}
}

// letters reads a set of pieces, and returns their names in the order of the
// pieces. Letters that no piece has are faults if the key was set in the file.
func (r *reader) letters(v *variant.Variant, key, standard string) []string {
	text, line := r.value(key, standard)
	text = strings.ReplaceAll(text, " ", "")
	if text == "-" {
		return nil
	}
	for i := range len(text) {
		if text[i] != '*' && byLetter(v, text[i]) == nil && line > 0 {
			r.Fault(line, key, variant.Quote(text[i:i+1])+" is no piece's letter", "letters of pieces", "")
		}
	}
	var names []string
	for _, p := range v.Pieces {
		if !p.Royal && strings.Contains(strings.ToUpper(text), p.Symbol) || strings.Contains(text, "*") && !p.Royal && !p.Pawn {
			names = append(names, p.Name)
		}
	}
	return names
}

// gating makes the rule for pieces that wait behind the first rank.
func (r *reader) gating(v *variant.Variant) {
	on := r.flag("gating", false)
	if !r.flag("commitGates", false) {
		if on {
			r.Lose(r.settings["gating"].line, "gating", "true", "gating without commitGates, where a player may choose whether and what to gate", "no gating")
		}
		return
	}
	if r.start.waiting == "" {
		r.Lose(r.settings["commitGates"].line, "commitGates", "true", "no piece waits in startFen", "no gating")
		return
	}
	var waiting []string
	for i := range len(r.start.waiting) {
		waiting = append(waiting, byLetter(v, r.start.waiting[i]).Name)
	}
	v.Rules.Gating = variant.Gating{Kind: variant.MusketeerGating, Pieces: waiting, Order: variant.Alternating, KingFile: true, BlocksCheck: true}
}

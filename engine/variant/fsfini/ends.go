package fsfini

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// royals are the keys of the royal pieces.
func (r *reader) royals() map[string]bool {
	set := map[string]bool{kingKey: r.model.letters[kingKey] != ""}
	if r.is("extinctionPseudoRoyal") {
		for _, piece := range r.peek("extinctionPieceTypes").pieces {
			set[piece] = r.model.letters[piece] != ""
		}
	}
	return set
}

// hasKing says whether the game has a king. Only to a king does the program give check:
// other royal pieces may not be left attacked, but rules about checks leave them out.
func (r *reader) hasKing() bool { return r.model.letters[kingKey] != "" }

// royalRule says which royal pieces must not be attacked. The program takes the pieces of
// extinctionPieceTypes for royal while a side has few enough of them.
func (r *reader) royalRule() variant.RoyalsRule {
	pseudo := r.flag("extinctionPseudoRoyal")
	letter := r.model.letters[kingKey]
	white, black := r.start.count(letter, false), r.start.count(letter, true)
	switch {
	case !pseudo && letter == "":
		return variant.NoRoyals
	case !pseudo && white == 1 && black == 1:
		return variant.OneRoyal
	case max(white, black) > 1:
		r.lose("king", "several kings", "all of them royal")
		return variant.AllRoyals
	case !pseudo:
		return variant.AllRoyals
	}
	if slices.Contains(r.peek("extinctionPieceTypes").pieces, everyPiece) {
		r.lose("extinctionPieceTypes", "all pieces together are royal", "none is")
	}
	few := r.number("extinctionPieceCount", 0, variant.MaxPieceCount) + 1
	r.get("extinctionPieceTypes")
	r.get("extinctionOpponentPieceCount")
	if !r.flag("extinctionClaim") && few > 1 && r.mostRoyals() <= few {
		return variant.AllRoyals
	}
	switch {
	case r.flag("dupleCheck"):
		return variant.AnyRoyal
	case few == 1 && r.mostRoyals() == 1 && letter == "" && r.eachHasOne():
		return variant.OneRoyal
	case few > 1:
		r.lose("extinctionPieceCount", "royal only while a side has so many", "only the last")
	}
	return variant.LastRoyal
}

// mostRoyals is the number of pseudo-royal pieces of a kind that a side can have, at most
// as many as the board has squares.
func (r *reader) mostRoyals() int {
	most := 0
	for _, piece := range r.peek("extinctionPieceTypes").pieces {
		letter := r.model.letters[piece]
		if r.isChoice("White", piece) || r.isChoice("Black", piece) {
			return r.files * r.ranks
		}
		most = max(most, r.start.count(letter, false), r.start.count(letter, true))
	}
	return most
}

// eachHasOne says whether each side has one pseudo-royal piece in all.
func (r *reader) eachHasOne() bool {
	white, black := 0, 0
	for _, piece := range r.peek("extinctionPieceTypes").pieces {
		white += r.start.count(r.model.letters[piece], false)
		black += r.start.count(r.model.letters[piece], true)
	}
	return white == 1 && black == 1
}

// ends reads how games end, besides by mate.
func (r *reader) ends(v *variant.Variant) {
	rules := &v.Rules
	rules.Checkmate = map[string]variant.CheckmateRule{"win": variant.CheckmateWin, "draw": variant.CheckmateDraw,
		"loss": variant.CheckmateLoss}[r.choice("checkmateValue", "win", "draw", "loss")]
	rules.Stalemate = map[string]variant.StalemateRule{"win": variant.StalemateWin, "draw": variant.StalemateDraw,
		"loss": variant.StalemateLoss}[r.choice("stalemateValue", "win", "draw", "loss")]
	if r.is("stalematePieceCount") && rules.Stalemate == variant.StalemateWin {
		r.flag("stalematePieceCount")
		rules.Stalemate = variant.StalemateFewer
	}
	rules.InsufficientMaterial = variant.BareKings
	if rules.Royals != variant.OneRoyal {
		rules.InsufficientMaterial = variant.NoMaterialRule
	}
	rules.MustCapture = r.flag("mustCapture")
	rules.ChecksForbidden = !r.flag("checking") && r.hasKing()
	r.repetition(rules)
	r.pass(rules)
	r.checks(rules)
	r.extinction(rules)
	r.goal(rules)
	r.blast(rules)
}

// repetition reads the results of repetitions.
func (r *reader) repetition(rules *variant.Rules) {
	rules.RepetitionResult, rules.PerpetualCheck = variant.RepetitionDraw, variant.PerpetualAsRepetition
	if rules.Repetition == 0 {
		return
	}
	value := r.choice("nFoldValue", "win", "draw", "loss")
	rules.RepetitionResult = variant.RepetitionResult(value)
	if r.flag("nFoldValueAbsolute") && value != "draw" {
		rules.RepetitionResult = variant.RepetitionWhite
		if value == "loss" {
			rules.RepetitionResult = variant.RepetitionBlack
		}
	}
	if r.flag("perpetualCheckIllegal") && r.hasKing() {
		rules.PerpetualCheck = variant.PerpetualLoss
	}
}

// pass reads when a side may pass.
func (r *reader) pass(rules *variant.Rules) {
	rule := func(side string) variant.PassRule {
		switch {
		case r.flag("passOnStalemate" + side):
			return variant.PassOnStalemate
		case r.flag("pass" + side):
			return variant.AnyPass
		}
		return variant.NoPass
	}
	white, black := rule("White"), rule("Black")
	if white != black {
		r.lose("passBlack", "not the same for Black as for White", "White's for both")
	}
	rules.Pass = white
}

// checks reads the number of checks that win, which stands in startFen; without it the
// first one does.
func (r *reader) checks(rules *variant.Rules) {
	if !r.flag("checkCounting") || !r.hasKing() {
		return
	}
	white, black, ok := strings.Cut(r.start.checks, "+")
	if !ok {
		white, black = "1", "1"
	}
	s := r.get("startFen")
	if white != black {
		r.lose("startFen", "not the same number of checks for both sides", "White's for both")
	}
	rules.Checks = r.Number(s.line, "startFen", white, 1, 1, variant.MaxChecks)
}

// blast reads the rule of captures that explode. Pawns of the program's own kind next to
// them survive.
func (r *reader) blast(rules *variant.Rules) {
	if !r.flag("blastOnCapture") {
		return
	}
	rules.Blast.OnCapture = true
	if name := r.names[pawnKey]; name != "" {
		rules.Blast.Spared = []string{name}
	}
	for _, piece := range r.get("blastImmuneTypes").pieces {
		rules.Blast.Immune = append(rules.Blast.Immune, r.kinds(piece)...)
	}
	if slices.Contains(r.get("blastImmuneTypes").pieces, everyPiece) {
		r.lose("blastImmuneTypes", "all pieces", "none")
	}
}

// extinction reads the end by the loss of pieces. Royal pieces cannot be lost.
func (r *reader) extinction(rules *variant.Rules) {
	value := r.choice("extinctionValue", "win", "draw", "loss", "none")
	if value == "none" || r.is("extinctionPseudoRoyal") && (!r.is("blastOnCapture") || rules.Royals == variant.OneRoyal) {
		return
	}
	rules.Extinction = variant.Extinction{
		Result: variant.EndResult(value), Claim: r.flag("extinctionClaim"),
		Count:         r.number("extinctionPieceCount", 0, variant.MaxPieceCount),
		OpponentCount: r.number("extinctionOpponentPieceCount", 0, variant.MaxPieceCount),
	}
	pieces := r.get("extinctionPieceTypes").pieces
	if slices.Contains(pieces, everyPiece) {
		return
	}
	for _, piece := range pieces {
		kinds := r.kinds(piece)
		if len(kinds) > 1 {
			r.lose("extinctionPieceTypes", "a kind that counts together with promoted forms", "each by itself")
		}
		rules.Extinction.Pieces = append(rules.Extinction.Pieces, kinds...)
	}
}

// goal reads the squares that win.
func (r *reader) goal(rules *variant.Rules) {
	white, black := r.region("flagRegionWhite"), r.region("flagRegionBlack")
	if white.empty() && black.empty() {
		return
	}
	own, other := r.get("flagPieceWhite").pieces, r.get("flagPieceBlack").pieces
	if !slices.Equal(own, other) && !white.empty() && !black.empty() {
		r.lose("flagPieceBlack", "not the same for Black as for White", "White's for both")
	}
	if white.empty() {
		own = other
	}
	rules.Goal = variant.Goal{
		White: white.squareList(), Black: black.squareList(), Count: r.number("flagPieceCount", 1, variant.MaxPieceCount),
		Blocked: r.flag("flagPieceBlockedWin"), Safe: r.flag("flagPieceSafe"), Reply: variant.NoReply,
	}
	if r.flag("flagMove") {
		rules.Goal.Reply = variant.AnyReply
		if slices.Equal(own, []string{kingKey}) {
			rules.Goal.Reply = variant.BlackReply
		}
	}
	if !slices.Contains(own, everyPiece) {
		for _, piece := range own {
			rules.Goal.Pieces = append(rules.Goal.Pieces, r.kinds(piece)...)
		}
	}
}

// squareList writes a region as squares and rectangles, nil for none.
func (r region) squareList() []string {
	if r.empty() {
		return nil
	}
	if list := r.areas(); list != nil {
		return list
	}
	return []string{rectangle(0, 0, len(r[0])-1, len(r)-1)}
}

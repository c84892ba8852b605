package gamefile

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// royals returns the keys of the royal pieces.
func (r *iniReader) royals() map[string]bool {
	set := map[string]bool{kingKey: r.model.letters[kingKey] != ""}
	if r.is("extinctionPseudoRoyal") {
		for _, piece := range r.peek("extinctionPieceTypes").pieces {
			set[piece] = r.model.letters[piece] != ""
		}
	}
	return set
}

// hasKing reports whether the game has a king. The program gives check only to kings:
// other royal pieces may not be left attacked, but rules about checks ignore them.
func (r *iniReader) hasKing() bool { return r.model.letters[kingKey] != "" }

// royalRule returns which royal pieces must not be attacked. The program treats the pieces
// of extinctionPieceTypes as royal while a side has few enough of them.
func (r *iniReader) royalRule() variant.RoyalsRule {
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
	if !r.flag("extinctionClaim") && few > 1 && r.maxRoyals() <= few {
		return variant.AllRoyals
	}
	switch {
	case r.flag("dupleCheck"):
		return variant.AnyRoyal
	case few == 1 && r.maxRoyals() == 1 && letter == "" && r.eachHasOne():
		return variant.OneRoyal
	case few > 1:
		r.lose("extinctionPieceCount", "royal only while a side has so many", "only the last")
	}
	return variant.LastRoyal
}

// maxRoyals returns the maximum number of pseudo-royal pieces of one kind that a side can
// have.
func (r *iniReader) maxRoyals() int {
	n := 0
	for _, piece := range r.peek("extinctionPieceTypes").pieces {
		letter := r.model.letters[piece]
		if r.isChoice("White", piece) || r.isChoice("Black", piece) {
			return r.files * r.ranks
		}
		n = max(n, r.start.count(letter, false), r.start.count(letter, true))
	}
	return n
}

// eachHasOne reports whether each side has exactly one pseudo-royal piece.
func (r *iniReader) eachHasOne() bool {
	white, black := 0, 0
	for _, piece := range r.peek("extinctionPieceTypes").pieces {
		white += r.start.count(r.model.letters[piece], false)
		black += r.start.count(r.model.letters[piece], true)
	}
	return white == 1 && black == 1
}

// canBeExtinct reports whether a side can lose by losing its pieces. Royal pieces cannot
// be lost unless they are blown up.
func (r *iniReader) canBeExtinct() bool {
	return r.peek("extinctionValue").value != "none" && (!r.is("extinctionPseudoRoyal") || r.is("blastOnCapture") && r.royalRule() != variant.OneRoyal)
}

// ends reads the rules about the end of the game that depend on several keys.
func (r *iniReader) ends(v *variant.Variant) {
	rules := &v.Rules
	if r.is("stalematePieceCount") && rules.Stalemate == variant.StalemateWin {
		r.flag("stalematePieceCount")
		rules.Stalemate = variant.StalemateFewer
	}
	rules.InsufficientMaterial = variant.BareKings
	if r.flag("nFoldValueAbsolute") {
		switch rules.RepetitionResult {
		case variant.RepetitionWin:
			rules.RepetitionResult = variant.RepetitionWhite
		case variant.RepetitionLoss:
			rules.RepetitionResult = variant.RepetitionBlack
		}
	}
	if r.goal("White") || r.goal("Black") {
		rules.Goal.Reply = variant.NoReply
		if r.flag("flagMove") {
			rules.Goal.Reply = variant.AnyReply
			if pieces := r.get(r.ofBothSides(keyNamed("flagPieceWhite"))).pieces; slices.Equal(pieces, []string{kingKey}) {
				rules.Goal.Reply = variant.BlackReply
			}
		}
	}
	// The program's own pawns survive next to a blast.
	if name := r.names[pawnKey]; rules.Blast.OnCapture && name != "" {
		rules.Blast.Spared = []string{name}
	}
	if rules.Royals != variant.OneRoyal || r.kingsCanWin(v) {
		rules.InsufficientMaterial = variant.NoMaterialRule
	}
	if rules.Line.OnLine > 0 && len(v.Holes) > 0 {
		r.lose("collinearN", "lines that go on beyond holes", "they end there")
	}
	r.checks(rules)
}

// kingsCanWin reports whether a side may win with its king alone: by a goal, a repetition
// or a stalemate. A king that steps to all sides of a plain board is never stalemated by
// another. Where captured pieces come back there are no bare kings.
func (r *iniReader) kingsCanWin(v *variant.Variant) bool {
	rules := &v.Rules
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Royal })
	king := &v.Pieces[i]
	plain := slices.Equal(king.Moves, []variant.MoveSet{{Betza: "K"}}) && len(v.Holes) == 0 && min(v.Files, v.Ranks) > 2
	goal := (r.goal("White") || r.goal("Black")) && (len(rules.Goal.Pieces) == 0 || slices.Contains(rules.Goal.Pieces, king.Name))
	again := !r.is("capturesToHand") && rules.RepetitionResult != variant.RepetitionDraw
	return goal || again || rules.Stalemate != variant.StalemateDraw && !plain
}

// checks reads the number of checks that win from startFen. By default the first check
// wins.
func (r *iniReader) checks(rules *variant.Rules) {
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

package gamefile

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// rules reads the rules of the game.
func (r *iniReader) rules(v *variant.Variant) {
	v.Rules = variant.DefaultRules()
	v.Rules.Turn = r.start.turn
	v.Rules.Symmetry = variant.RotateSymmetry
	v.Rules.Royals = r.royalRule()
	r.readFields(v)
	v.Rules.ReturnsCount = r.returns
	opposite := v.Rules.Castling.Opposite
	v.Rules.Castling = r.castling(v)
	v.Rules.Castling.Opposite = opposite && v.Rules.Castling.Kind != variant.NoCastling
	r.ends(v)
	r.promotion(v)
	r.captures(v)
	r.gating(v)
	r.hand(v)
	v.Rules.ImmobilityIllegal = r.flag("immobilityIllegal") && (v.Rules.Hand.Used() || r.couldStick(v))
}

// couldStick reports whether some piece has only forward moves and need not promote on the
// last rank.
func (r *iniReader) couldStick(v *variant.Variant) bool {
	for _, p := range v.Pieces {
		compulsory := slices.ContainsFunc(v.Rules.Promotions, func(o variant.Promotion) bool {
			return slices.Contains(o.Pieces, p.Name) && (!o.Optional || o.Compulsory > 0)
		})
		goesBack := slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return !onlyForward(m.Betza) })
		if !goesBack && !compulsory {
			return true
		}
	}
	return false
}

// entersAtChoice reports whether both sides have the same pieces in hand, which cannot be
// dropped but may enter on any square that a first-rank piece leaves.
func (r *iniReader) entersAtChoice() bool {
	if !r.is("seirawanGating") || r.is("pieceDrops") || r.is("capturesToHand") || !slices.Equal(r.inHand(false), r.inHand(true)) || r.start.hand == "" {
		return false
	}
	return r.start.array != nil && r.allEnter(r.start.array[0], 'A') && r.allEnter(r.start.array[r.ranks-1], 'a')
}

// allEnter reports whether the rights in startFen let a piece enter on the square of every
// piece of a first rank: castling rights cover one king and two rooks.
func (r *iniReader) allEnter(row []byte, first byte) bool {
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
func (r *iniReader) gating(v *variant.Variant) {
	if !r.flag("commitGates") {
		if r.is("gating") && r.entersAtChoice() {
			r.flag("gating")
			r.flag("seirawanGating")
			v.Rules.Gating = variant.Gating{Kind: variant.SeirawanGating, Pieces: r.inHand(false)}
			return
		}
		r.loseIf(r.flag("gating"),
			"gating", "gating without commitGates, where a player may choose whether and what to gate", "no gating")
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

// The diagonal lines of palaces: diagonalLines lists the corners and the centre of
// each, and pieces that go straight also go along these lines there.

const linesKey = "diagonalLines"

// palaces returns the lower left corners of the palaces, file and rank from 0.
func (r *iniReader) palaces() (list [][2]int) {
	lines, turned := r.region(linesKey), r.region(linesKey)
	turned.turn()
	squares := 0
	for y := range lines {
		for x := range lines[y] {
			if lines[y][x] {
				squares++
			}
			if lines.has(x, y) && lines.has(x+2, y) && lines.has(x+1, y+1) && lines.has(x, y+2) && lines.has(x+2, y+2) {
				list = append(list, [2]int{x, y})
			}
		}
	}
	if squares != 5*len(list) || !lines.equal(turned) {
		r.lose(linesKey, "not the corners and the centre of palaces of three by three squares, the same for both sides", "none")
		return nil
	}
	return list
}

// onLines returns the moves of a piece along the lines of palaces. A line from a corner to
// the centre becomes a set of moves limited to the two by two squares around it.
func (r *iniReader) onLines(piece string) (sets []variant.MoveSet) {
	rising, falling, across := "", "", ""
	switch {
	case piece == "wazir" || piece == kingKey && r.model.moves[piece] == "W":
		rising, falling = "frblF", "flbrF"
	case piece == soldierKey:
		rising, falling = "frF", "flF"
	case piece == "rook":
		rising, falling, across = "frblF", "flbrF", "nA"
	case piece == cannonKey:
		across = "pB"
	default:
		return nil
	}
	reach := r.mobility("White", piece)
	add := func(betza string, x, y, size int) {
		if betza != "" && reach.has(x, y) && reach.has(x+size, y) && reach.has(x, y+size) && reach.has(x+size, y+size) {
			sets = append(sets, variant.MoveSet{Betza: betza, Area: rectangle(x, y, x+size, y+size)})
		}
	}
	for _, at := range r.lines {
		x, y := at[0], at[1]
		add(rising, x, y, 1)
		add(rising, x+1, y+1, 1)
		add(falling, x+1, y, 1)
		add(falling, x, y+1, 1)
		add(across, x, y, 2)
	}
	return sets
}

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
	r.loseIf(slices.Contains(r.peek("extinctionPieceTypes").pieces, everyPiece),
		"extinctionPieceTypes", "all pieces together are royal", "none is")
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
	if len(r.peek("extinctionPieceTypes").pieces) == 0 {
		return false
	}
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
	r.loseIf(rules.Line.OnLine > 0 && len(v.Holes) > 0, "collinearN", "lines that go on beyond holes", "they end there")
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
	r.loseIf(white != black, "startFen", "not the same number of checks for both sides", "White's for both")
	rules.Checks = r.Number(s.line, "startFen", white, 1, 1, variant.MaxChecks)
}

// ends writes the rules about the end of the game that need several keys.
func (w *iniWriter) ends() {
	r := &w.Game.Rules
	if r.Stalemate == variant.StalemateFewer {
		w.set("stalemateValue", "win")
		w.set("stalematePieceCount", true)
	}
	switch r.RepetitionResult {
	case variant.RepetitionWhite:
		w.set("nFoldValue", "win")
		w.set("nFoldValueAbsolute", true)
	case variant.RepetitionBlack:
		w.set("nFoldValue", "loss")
		w.set("nFoldValueAbsolute", true)
	}
	w.flag("checkCounting", r.Checks > 0)
	w.flag("flagMove", r.Goal.Reply != "" && r.Goal.Reply != variant.NoReply)
	w.royals(r.Royals)
}

// pseudoRoyal reports whether the file must describe royal pieces as pieces whose loss
// loses the game, because there may be several or because they may be blown up.
func (w *iniWriter) pseudoRoyal() bool {
	r := &w.Game.Rules
	switch r.Royals {
	case variant.OneRoyal, "":
		return r.Blast.OnCapture
	case variant.NoRoyals:
		return false
	case variant.AllRoyals:
		symbol := w.Royal().Symbol
		return len(w.royalNames()) > 1 || max(len(w.Array.Squares(symbol, false)), len(w.Array.Squares(symbol, true))) > 1
	}
	return true
}

// royals writes which royal pieces must not be left attacked.
func (w *iniWriter) royals(rule variant.RoyalsRule) {
	if !w.pseudoRoyal() {
		return
	}
	w.set("extinctionPseudoRoyal", true)
	if w.Game.Rules.Extinction.Result == "" || w.Game.Rules.Extinction.Result == variant.NoEnd {
		w.set("extinctionValue", "loss")
		w.set("extinctionPieceTypes", w.letters(w.royalNames()))
	}
	switch rule {
	case variant.AnyRoyal:
		w.set("dupleCheck", true)
	case variant.AllRoyals:
		w.set("extinctionPieceCount", variant.MaxHand)
	}
}

// royalNames returns the names of the royal pieces.
func (w *iniWriter) royalNames() []string {
	return w.Game.NamesOf(func(p variant.Piece) bool { return p.Royal })
}

// squares formats squares and rectangles for the file.
func (w *iniWriter) squares(list []string) string {
	return w.covered(list).String()
}

// covered returns the region of squares and rectangles.
func (w *iniWriter) covered(list []string) region {
	covered := make(region, w.Game.Ranks)
	for y := range covered {
		covered[y] = make([]bool, w.Game.Files)
		for x := range covered[y] {
			for _, text := range list {
				if a, ok := variant.ParseArea(text); ok && a.Holds(x, y) {
					covered[y][x] = true
				}
			}
		}
	}
	return covered
}

package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// hand reads the rule of drops.
func (r *iniReader) hand(v *variant.Variant) {
	if !r.flag("pieceDrops") {
		r.loseIf(r.start.hand != "" && !r.is("seirawanGating"), "startFen", "pieces in hand that are never dropped", "left out")
		return
	}
	if !r.flag("capturesToHand") && r.start.hand == "" {
		return
	}
	h := &v.Rules.Hand
	h.DropCheck = h.DropCheck || !r.hasKing()
	h.Pieces, h.BlackPieces = r.inHand(false), r.inHand(true)
	if slices.Equal(h.Pieces, h.BlackPieces) {
		h.BlackPieces = nil
	} else if len(h.BlackPieces) == 0 {
		h.BlackPieces = []string{"none"}
	}
	if r.flag("dropOnTop") || r.peek("enclosingDrop").value == "top" {
		r.get("enclosingDrop")
		h.DropOnTop = true
	}
	if r.names["shogiPawn"] != "" && r.hasKing() && r.flag("shogiPawnDropMateIllegal") {
		h.MateLoses = []string{r.names["shogiPawn"]}
	}
	for i, piece := range r.list {
		r.dropAreas(&v.Pieces[i], piece, v.Canonical().Rules.Symmetry != "")
	}
}

// inHand lists the pieces that a side has in hand at the start.
func (r *iniReader) inHand(black bool) []string {
	var names []string
	for _, letter := range r.start.hand {
		if (letter >= 'a') != black {
			continue
		}
		piece := r.model.pieceOf(letter)
		if piece == "" {
			s := r.get("startFen")
			r.Fault(s.line, "startFen", toml.Quote(string(letter))+" in hand is no piece's letter", "the letters of pieces", "")
			return nil
		}
		names = append(names, r.names[piece])
	}
	return names
}

// dropAreas limits the drops of a piece. Turned means that Black sees the board rotated
// rather than mirrored.
func (r *iniReader) dropAreas(p *variant.Piece, piece string, turned bool) {
	if piece == kingKey {
		return
	}
	own, other := r.dropRegion(piece, "White", false), r.dropRegion(piece, "Black", true)
	if turned {
		for _, row := range other {
			slices.Reverse(row)
		}
	}
	if !own.full() {
		p.DropArea = own.dropArea()
	}
	if !own.equal(other) {
		p.BlackDropArea = other.dropArea()
	}
	if slices.Contains(r.get("dropNoDoubled").pieces, piece) {
		p.DropPerFile = r.number("dropNoDoubledCount", 0, variant.MaxSide)
		if p.DropPerFile == 0 {
			p.DropArea, p.BlackDropArea = []string{"none"}, nil
		}
	}
}

// dropRegion returns where a side may drop a piece, as seen by that side.
func (r *iniReader) dropRegion(piece, side string, black bool) region {
	to := r.region("dropRegion" + side)
	to.limit(r.mobility(side, piece), true)
	if piece == pawnKey {
		if !r.flag("promotionZonePawnDrops") {
			to.limit(r.region("promotionRegion"+side), false)
		}
		if !r.flag("firstRankPawnDrops") {
			first := 1
			if black {
				first = r.ranks
			}
			to.limit(r.squares(setting{value: "*" + strconv.Itoa(first)}), false)
		}
	}
	if black {
		slices.Reverse(to)
	}
	return to
}

// mobility returns the region that a side's piece may move in, by default the whole board.
func (r *iniReader) mobility(side, piece string) region {
	if region := r.region(mobilityKey(side, piece)); !region.empty() {
		return region
	}
	return r.squares(setting{value: "**"})
}

// captures reads which pieces do not capture their own kind, and which become walls as they
// capture.
func (r *iniReader) captures(v *variant.Variant) {
	const immune, petrifies = "mutuallyImmuneTypes", "petrifyOnCaptureTypes"
	for _, piece := range r.get(immune).pieces {
		kinds := r.kinds(piece)
		if piece == everyPiece || len(kinds) > 1 {
			r.lose(immune, "kinds that count together", "each may capture its own")
			continue
		}
		for i := range v.Pieces {
			switch p := &v.Pieces[i]; {
			case !slices.Contains(kinds, p.Name):
			case p.Royal:
				r.lose(immune, "royal pieces, which the program keeps apart all the same", "they give check to each other")
			case slices.ContainsFunc(p.Moves, takesPassing):
				r.lose(immune, "a piece that captures its own kind en passant alone", "it may capture its own kind")
			default:
				p.MayNotCapture = []string{p.Name}
			}
		}
	}
	walls := r.get(petrifies).pieces
	if len(walls) == 0 {
		return
	}
	if r.is("capturesToHand") || r.is("gating") {
		r.lose(petrifies, "walls together with captured or waiting pieces in hand", "no walls")
		return
	}
	v.Rules.Capture.Then = variant.Petrifies
	for i := range v.Pieces {
		p := &v.Pieces[i]
		switch in := r.petrifies(v, p.Name); {
		case in && p.Royal:
			r.lose(petrifies, "the royal piece, which may not become a wall and so captures nothing", "without it")
		case in:
			v.Rules.Capture.Pieces = append(v.Rules.Capture.Pieces, p.Name)
		}
		for _, pr := range v.Rules.Promotions {
			other := func(name string) bool { return r.petrifies(v, name) != r.petrifies(v, p.Name) }
			r.loseIf(slices.Contains(pr.Pieces, p.Name) && slices.ContainsFunc(pr.Choices, other) && (r.petrifies(v, p.Name) || v.Rules.Blast.OnCapture),
				petrifies, "a piece that is removed without a wall as it promotes, or becomes one only then", "what it was before counts")
		}
	}
	if len(v.Rules.Capture.Pieces) == 0 {
		v.Rules.Capture.Then = variant.NoSequel
	}
}

// petrifies reports whether a piece of the game is among those that become walls.
func (r *iniReader) petrifies(v *variant.Variant, name string) bool {
	return slices.ContainsFunc(r.peek("petrifyOnCaptureTypes").pieces, func(piece string) bool {
		return piece == everyPiece || slices.Contains(r.kinds(piece), name)
	})
}

// takesPassing reports whether a move captures en passant.
func takesPassing(m variant.MoveSet) bool {
	expression, _ := betza.Parse(m.Betza)
	return slices.ContainsFunc(expression.Paths, func(p betza.Path) bool { return p.EnPassant })
}

// captures writes what captures reads.
func (w *iniWriter) captures() {
	immune := ""
	for _, p := range w.Game.Pieces {
		if slices.Equal(p.MayNotCapture, []string{p.Name}) {
			immune += w.letters(p.MayNotCapture)
		}
	}
	w.setIf(immune != "", "mutuallyImmuneTypes", immune)
	w.setIf(w.Game.Rules.Capture.Then == variant.Petrifies, "petrifyOnCaptureTypes", w.letters(w.Game.SequelKinds()))
}

// hand writes the rule of drops.
func (w *iniWriter) hand() {
	h := &w.Game.Rules.Hand
	if !h.Used() {
		return
	}
	w.set("pieceDrops", true)
	w.setIf(h.DropOnTop, "enclosingDrop", "top")
	w.flag("shogiPawnDropMateIllegal", len(h.MateLoses) > 0)
	w.dropRegions()
}

// dropRegions writes where pieces may be dropped, with the exceptions for pawns.
func (w *iniWriter) dropRegions() {
	var single []string
	count := 0
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.DropPerFile > 0 {
			single, count = append(single, p.Name), p.DropPerFile
		}
	}
	if len(single) > 0 {
		w.set("dropNoDoubled", w.letters(single))
		w.set("dropNoDoubledCount", count)
	}
	if pawn := w.standardPawn(); pawn != nil {
		w.flag("firstRankPawnDrops", w.dropsOn(pawn, 0))
		w.flag("promotionZonePawnDrops", w.dropsOn(pawn, w.Game.Ranks-1))
	}
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.Royal || p.PromotedFrom != "" || len(p.DropArea) == 0 || standardKey(p) == pawnKey || p.DropArea[0] == "none" {
			continue
		}
		black := w.covered(p.DropArea)
		if len(p.BlackDropArea) > 0 {
			black = w.covered(p.BlackDropArea)
		}
		slices.Reverse(black)
		w.set("dropRegionWhite", w.squares(p.DropArea))
		w.set("dropRegionBlack", black.String())
		return
	}
}

// dropsOn reports whether White may drop a piece on a rank, from 0.
func (w *iniWriter) dropsOn(p *variant.Piece, rank int) bool {
	if len(p.DropArea) == 0 {
		return true
	}
	return slices.Contains(w.covered(p.DropArea)[rank], true)
}

// standardPawn returns the program's own pawn, or nil if the game lacks it.
func (w *iniWriter) standardPawn() *variant.Piece {
	i := slices.IndexFunc(w.Game.Pieces, func(p variant.Piece) bool { return standardKey(&p) == pawnKey })
	if i < 0 {
		return nil
	}
	return &w.Game.Pieces[i]
}

// held returns the letters of the pieces in hand in the form of startFen.
func (w *iniWriter) held() string {
	h := &w.Game.Rules.Hand
	if !h.Used() {
		return ""
	}
	var out strings.Builder
	for _, black := range []bool{false, true} {
		for _, name := range h.Start(black) {
			out.WriteString(sided(w.Game.Piece(name).Symbol, black))
		}
	}
	return fmt.Sprintf("[%s]", out.String())
}

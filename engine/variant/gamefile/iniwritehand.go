package gamefile

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// hand writes the rule of drops.
func (w *iniWriter) hand() {
	h := &w.Game.Rules.Hand
	if !h.Used() {
		return
	}
	w.set("pieceDrops", true)
	w.flag("dropOnTop", h.DropOnTop)
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
			out.WriteString(sided(w.Piece(name).Symbol, black))
		}
	}
	return fmt.Sprintf("[%s]", out.String())
}

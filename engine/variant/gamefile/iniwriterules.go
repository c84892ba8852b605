package gamefile

import (
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

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

// String lists the region square by square, with whole ranks as single entries, or "-" if
// it is empty.
func (r region) String() string {
	var entries []string
	for y, row := range r {
		if !slices.Contains(row, false) {
			entries = append(entries, "*"+strconv.Itoa(y+1))
			continue
		}
		for x, on := range row {
			if on {
				entries = append(entries, variant.Square{File: x, Rank: y}.String())
			}
		}
	}
	if len(entries) == 0 {
		return "-"
	}
	return strings.Join(entries, " ")
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

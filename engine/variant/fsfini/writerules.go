package fsfini

import (
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// ends writes how games end.
func (w *writer) ends() {
	r := &w.Game.Rules
	w.set("nMoveRule", r.NMove)
	w.set("nFoldRule", r.Repetition)
	w.repetition(r)
	if r.Checkmate != "" && r.Checkmate != variant.CheckmateLoss {
		w.set("checkmateValue", r.Checkmate)
	}
	switch r.Stalemate {
	case variant.StalemateFewer:
		w.set("stalemateValue", "win")
		w.set("stalematePieceCount", true)
	case variant.StalemateWin, variant.StalemateLoss:
		w.set("stalemateValue", r.Stalemate)
	}
	w.flag("mustCapture", r.MustCapture)
	if r.ChecksForbidden {
		w.set("checking", false)
	}
	w.flag("checkCounting", r.Checks > 0)
	switch r.Pass {
	case variant.AnyPass:
		w.set("pass", true)
	case variant.PassOnStalemate:
		w.set("passOnStalemate", true)
	}
	w.royals(r.Royals)
	w.extinction(&r.Extinction)
	w.goal(&r.Goal)
}

// repetition writes the results of repetitions.
func (w *writer) repetition(r *variant.Rules) {
	switch r.RepetitionResult {
	case variant.RepetitionWin, variant.RepetitionLoss:
		w.set("nFoldValue", r.RepetitionResult)
	case variant.RepetitionWhite, variant.RepetitionBlack:
		value := "win"
		if r.RepetitionResult == variant.RepetitionBlack {
			value = "loss"
		}
		w.set("nFoldValue", value)
		w.set("nFoldValueAbsolute", true)
	}
	w.flag("perpetualCheckIllegal", r.PerpetualCheck == variant.PerpetualLoss)
}

// pseudoRoyal says whether the royal pieces are kings by the loss of pieces alone, since
// there can be several of them, or since they can be blown up.
func (w *writer) pseudoRoyal() bool {
	r := &w.Game.Rules
	switch r.Royals {
	case variant.OneRoyal, "":
		return r.Blast.OnCapture
	case variant.NoRoyals:
		return false
	case variant.AllRoyals:
		return len(w.royalNames()) > 1 || w.most(w.Royal()) > 1
	}
	return true
}

// most is the greater number of pieces of a kind that a side has in the array.
func (w *writer) most(p *variant.Piece) int {
	n := [2]int{}
	for _, row := range w.Array {
		n[0] += strings.Count(string(row), p.Symbol)
		n[1] += strings.Count(string(row), strings.ToLower(p.Symbol))
	}
	return max(n[0], n[1])
}

// royals writes which royal pieces must be safe.
func (w *writer) royals(rule variant.RoyalsRule) {
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

// royalNames are the names of the royal pieces.
func (w *writer) royalNames() []string {
	var names []string
	for _, p := range w.Game.Pieces {
		if p.Royal {
			names = append(names, p.Name)
		}
	}
	return names
}

// extinction writes the end by the loss of pieces.
func (w *writer) extinction(e *variant.Extinction) {
	if e.Result == "" || e.Result == variant.NoEnd {
		return
	}
	w.set("extinctionValue", e.Result)
	w.set("extinctionPieceTypes", w.lettersOrAll(e.Pieces))
	w.set("extinctionPieceCount", e.Count)
	w.set("extinctionOpponentPieceCount", e.OpponentCount)
	w.flag("extinctionClaim", e.Claim)
}

// lettersOrAll are the letters of some pieces, or * for all of them.
func (w *writer) lettersOrAll(names []string) string {
	if len(names) == 0 {
		return everyPiece
	}
	return w.letters(names)
}

// goal writes the squares that win.
func (w *writer) goal(g *variant.Goal) {
	if len(g.White)+len(g.Black) == 0 {
		return
	}
	w.set("flagPiece", w.lettersOrAll(g.Pieces))
	w.set("flagRegionWhite", w.squares(g.White))
	w.set("flagRegionBlack", w.squares(g.Black))
	w.set("flagPieceCount", max(g.Count, 1))
	w.flag("flagPieceBlockedWin", g.Blocked)
	w.flag("flagPieceSafe", g.Safe)
	w.flag("flagMove", g.Reply != "" && g.Reply != variant.NoReply)
}

// squares lists squares and rectangles square by square, whole ranks as one entry; - for
// none.
func (w *writer) squares(list []string) string {
	return w.squaresOf(w.covered(list))
}

func (w *writer) squaresOf(covered region) string {
	var entries []string
	for y, row := range covered {
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

// covered is the region of squares and rectangles.
func (w *writer) covered(list []string) region {
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

// blast writes the rule of captures that explode.
func (w *writer) blast() {
	b := &w.Game.Rules.Blast
	if !b.OnCapture {
		return
	}
	w.set("blastOnCapture", true)
	if len(b.Immune) > 0 {
		w.set("blastImmuneTypes", w.letters(b.Immune))
	}
}

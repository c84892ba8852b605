package gamefile

import (
	"bestiary/internal/toml"
	"slices"
	"strconv"

	"bestiary/engine/variant"
)

// hand reads the rule of drops.
func (r *iniReader) hand(v *variant.Variant) {
	if !r.flag("pieceDrops") {
		if r.start.hand != "" && !r.is("seirawanGating") {
			r.lose("startFen", "pieces in hand that are never dropped", "left out")
		}
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

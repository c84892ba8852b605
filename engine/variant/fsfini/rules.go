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

// entersAtChoice reports whether both sides have the same pieces in hand, which cannot be
// dropped but may enter on any square that a first-rank piece leaves.
func (r *reader) entersAtChoice() bool {
	if !r.is("seirawanGating") || r.is("pieceDrops") || r.is("capturesToHand") || !slices.Equal(r.inHand(false), r.inHand(true)) || r.start.hand == "" {
		return false
	}
	return r.start.array != nil && r.allEnter(r.start.array[0], 'A') && r.allEnter(r.start.array[r.ranks-1], 'a')
}

// allEnter reports whether the rights in startFen let a piece enter on the square of every
// piece of a first rank: castling rights cover one king and two rooks.
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

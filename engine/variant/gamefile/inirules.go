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

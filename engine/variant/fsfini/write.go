package fsfini

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Write writes the game as a section without a parent. The warnings list what
// the file cannot say, except for texts for people and options of the game's
// own, which are left out in silence: where there are none, Parse gives a game
// with the same hash. The error is that of v.Validate.
func Write(v *variant.Variant) ([]byte, []Warning, error) {
	if err := v.Validate(); err != nil {
		return nil, nil, err
	}
	array, err := importing.ReadArray(v.Array, v.Files, v.Ranks)
	if err != nil {
		return nil, nil, err
	}
	w := &writer{v: v, array: array}
	w.line("[%s]", v.Name)
	w.set("maxRank", v.Ranks)
	w.set("maxFile", v.Files)
	w.pieces()
	w.pawnSteps()
	w.promotion()
	castles := w.castling()
	w.start(castles)
	w.ends()
	w.selfCheck()
	return w.out.Bytes(), w.Warnings, nil
}

// writer writes one section.
type writer struct {
	importing.Report
	v     *variant.Variant
	array importing.Array
	out   bytes.Buffer
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.out, format+"\n", args...)
}

func (w *writer) set(key string, value any) {
	w.line("%s = %v", key, value)
}

// letter is the letter of a piece as the file has it.
func (w *writer) letter(name string) string {
	i := slices.IndexFunc(w.v.Pieces, func(p variant.Piece) bool { return p.Name == name })
	return strings.ToLower(w.v.Pieces[i].Symbol)
}

func (w *writer) letters(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(w.letter(name))
	}
	return b.String()
}

// pawnSteps writes from where pawns may go two or three squares.
func (w *writer) pawnSteps() {
	i := slices.IndexFunc(w.v.Pieces, func(p variant.Piece) bool { return p.Pawn })
	if i < 0 {
		return
	}
	regions := map[int][]int{}
	for _, set := range w.v.Pieces[i].Moves[1:] {
		n := map[string]int{"fmnD": 2, "fmnH": 3, "fmW3": 3}[set.Betza]
		if n == 0 || !set.LeavesEnPassant || set.FirstRank == 0 {
			w.Warn("moves", 0, w.v.Pieces[i].Name, "the moves %s of pawns are left out; pawns have only double and triple steps from some ranks", variant.Quote(set.Betza))
			continue
		}
		for rank := set.FirstRank; rank <= set.LastRank; rank++ {
			regions[n] = append(regions[n], rank)
			if set.Betza == "fmW3" {
				regions[2] = append(regions[2], rank)
			}
		}
	}
	if len(regions[2]) == 0 {
		w.set("doubleStep", false)
	} else {
		w.region("doubleStepRegion", regions[2])
	}
	if len(regions[3]) > 0 {
		w.region("tripleStepRegion", regions[3])
	}
}

// region writes ranks, from 1 from their owner's side, for both sides.
func (w *writer) region(key string, ranks []int) {
	var white, black []string
	for _, rank := range ranks {
		white = append(white, "*"+strconv.Itoa(rank))
		black = append(black, "*"+strconv.Itoa(w.v.Ranks+1-rank))
	}
	w.set(key+"White", strings.Join(white, " "))
	w.set(key+"Black", strings.Join(black, " "))
}

func (w *writer) promotion() {
	if len(w.v.Rules.Promotions) == 0 {
		w.set("promotionPieceTypes", "-")
		return
	}
	p := w.v.Rules.Promotions[0]
	if len(w.v.Rules.Promotions) > 1 {
		w.Warn("promotion", 0, "rules.promotion[2]", "the file has one promotion rule; the others are left out")
	}
	if p.Captured {
		w.Warn("promotion", 0, "rules.promotion[1].captured", "promotion to captured pieces only is left out")
	}
	w.set("promotionPawnTypes", w.letters(p.Pieces))
	w.set("promotionPieceTypes", w.letters(p.Choices))
	var ranks []int
	for rank := w.v.Ranks - p.Zone + 1; rank <= w.v.Ranks; rank++ {
		ranks = append(ranks, rank)
	}
	w.region("promotionRegion", ranks)
	if p.Optional {
		w.set("mandatoryPawnPromotion", false)
	}
	switch {
	case p.Optional && p.Compulsory == 1:
		w.set("immobilityIllegal", true)
	case p.Compulsory > 0:
		w.Warn("promotion", 0, "rules.promotion[1].compulsory", "only on the last rank can an optional promotion be compulsory")
	}
}

// castling writes the castling rule and says whether there is one.
func (w *writer) castling() bool {
	c := w.v.Rules.Castling
	if c.Kind != variant.OrthodoxCastling {
		w.set("castling", false)
		if c.Kind != variant.NoCastling && c.Kind != "" {
			w.Warn("castling", 0, "rules.castling.kind", "castling of the kind %s is left out", c.Kind)
		}
		return false
	}
	royal := slices.IndexFunc(w.v.Pieces, func(p variant.Piece) bool { return p.Royal })
	king := strings.IndexByte(string(w.array[0]), w.v.Pieces[royal].Symbol[0])
	left := c.TowardsA()
	if king < 0 {
		w.Warn("castling", 0, "rules.castling", "castling of a king that is not on the first rank is left out")
	} else if king-left.KingSteps < 0 || king+c.KingSteps >= w.v.Files {
		w.Warn("castling", 0, "rules.castling", "castling to one side only is left out")
		king = -1
	}
	if king < 0 {
		w.set("castling", false)
		return false
	}
	for _, square := range []struct {
		key  string
		file int
	}{{"castlingKingFile", king}, {"castlingKingsideFile", king + c.KingSteps}, {"castlingQueensideFile", king - left.KingSteps}} {
		w.set(square.key, string(rune('a'+square.file)))
	}
	if left.Partner == c.Partner {
		w.set("castlingRookPieces", w.letter(c.Partner))
	} else {
		w.Warn("castling", 0, "rules.castling.a-side-partner", "either piece can castle to either side in the file")
		w.set("castlingRookPieces", w.letter(c.Partner)+w.letter(left.Partner))
	}
	return true
}

// start writes the array, with the waiting pieces behind the first pieces that
// they may wait behind.
func (w *writer) start(castles bool) {
	if len(w.v.Holes) > 0 {
		w.Warn("holes", 0, "board.holes", "holes are left out")
	}
	placement, rights := w.array.String(), "-"
	if castles {
		rights = "KQkq"
	}
	if w.v.Rules.Gating.Kind == variant.MusketeerGating {
		w.set("gating", true)
		w.set("commitGates", true)
		placement = w.gates(w.v.Ranks-1) + "/" + placement + "/" + w.gates(0)
	}
	w.set("startFen", placement+" w "+rights+" - 0 1")
}

// gates is the row of waiting pieces of the side with a first rank.
func (w *writer) gates(rank int) string {
	row := bytes.Repeat([]byte{'*'}, w.v.Files)
	waiting := w.v.Rules.Gating.Pieces
	for file, letter := range w.array[rank] {
		if len(waiting) == 0 {
			break
		}
		if letter == 0 || rank == 0 && letter >= 'a' || rank > 0 && letter < 'a' {
			continue
		}
		royal := slices.ContainsFunc(w.v.Pieces, func(p variant.Piece) bool {
			return p.Royal && strings.EqualFold(p.Symbol, string(letter))
		})
		if royal && !w.v.Rules.Gating.KingFile {
			continue
		}
		row[file] = w.letter(waiting[0])[0]
		if rank == 0 {
			row[file] -= 'a' - 'A'
		}
		waiting = waiting[1:]
	}
	return string(row)
}

// ends writes how games end, and warns of the rules that are left.
func (w *writer) ends() {
	r := &w.v.Rules
	w.set("nMoveRule", r.NMove)
	w.set("nFoldRule", r.Repetition)
	if r.Stalemate == variant.StalemateLoss {
		w.set("stalemateValue", "loss")
	}
	differs := func(field string, value, standard any) {
		if value != standard {
			w.Warn("rules", 0, field, "the file cannot say %v; it is read as %v", value, standard)
		}
	}
	if r.InsufficientMaterial == variant.NoMaterialRule {
		differs("rules.insufficient-material", r.InsufficientMaterial, variant.BareKings)
	}
	if g := r.Gating; g.Kind == variant.MusketeerGating {
		if g.Order != variant.Alternating {
			differs("rules.gating.order", variant.WhiteFirst, variant.Alternating)
		}
		differs("rules.gating.king-file", g.KingFile, true)
		differs("rules.gating.king-and-partner", g.KingAndPartner, false)
		differs("rules.gating.blocks-check", g.BlocksCheck, true)
		differs("rules.gating.resets-n-move", g.ResetsNMove, false)
	}
}

// selfCheck reads the section back and warns if another game comes out.
func (w *writer) selfCheck() {
	if len(w.Warnings) > 0 {
		return
	}
	again, warnings, err := Parse("", w.out.Bytes(), w.v.Name)
	warnings = slices.DeleteFunc(warnings, func(w Warning) bool { return w.Kind == "placement" })
	switch {
	case err != nil:
		w.Warn("not-kept", 0, "", "the section cannot be read back: %v", err)
	case again.Hash() != w.v.Hash() && len(warnings) > 0:
		w.Warn("not-kept", 0, "", "the section is read back as another game: %s", warnings[0])
	case again.Hash() != w.v.Hash():
		w.Warn("not-kept", 0, "", "the section is read back as another game, in the order of pieces, of choices in a promotion or of waiting pieces")
	}
}

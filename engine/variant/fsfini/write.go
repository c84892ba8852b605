package fsfini

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Write writes the game as a section without a parent. The warnings list what
// the file cannot say; texts for people and the game's own options are left out
// without one. If there are no warnings but of the kind fairy-stockfish-x, Parse
// gives a game with the same hash.
// The error comes from v.Validate.
func Write(v *variant.Variant) ([]byte, []Warning, error) {
	frame, err := importing.NewWriter("section", v)
	if err != nil {
		return nil, nil, err
	}
	w := &writer{frame}
	w.Line("[%s]", v.Name)
	w.set("maxRank", v.Ranks)
	w.set("maxFile", v.Files)
	w.pieces()
	w.pawnSteps()
	w.promotion()
	castles := w.castling()
	w.start(castles)
	w.ends()
	return w.Finish("pieces, of choices in a promotion or of waiting pieces", func(text []byte) (*variant.Variant, []Warning, error) {
		again, warnings, err := Parse("", text, v.Name)
		return again, slices.DeleteFunc(warnings, func(w Warning) bool { return w.Kind == "placement" }), err
	})
}

// writer writes one section.
type writer struct{ *importing.Writer }

func (w *writer) set(key string, value any) {
	w.Line("%s = %v", key, value)
}

// letter is the letter of a piece as the file has it.
func (w *writer) letter(name string) string {
	return strings.ToLower(w.Piece(name).Symbol)
}

func (w *writer) letters(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if w.Piece(name).PromotedFrom != "" {
			continue
		}
		b.WriteString(w.letter(name))
	}
	return b.String()
}

// pawnSteps writes from where pawns may go two or three squares.
func (w *writer) pawnSteps() {
	i := slices.IndexFunc(w.Game.Pieces, func(p variant.Piece) bool { return standardKey(&p) == "pawn" })
	if i < 0 {
		return
	}
	regions := map[int][]int{}
	for _, set := range w.Game.Pieces[i].Moves[1:] {
		n := map[string]int{"fmnD": 2, "fmnH": 3, "fmW3": 3}[set.Betza]
		if n == 0 || !set.LeavesEnPassant || set.FirstRank == 0 {
			w.Warn("moves", 0, w.Game.Pieces[i].Name, "the moves %s of pawns are left out; pawns have only double and triple steps from some ranks", variant.Quote(set.Betza))
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
		black = append(black, "*"+strconv.Itoa(w.Game.Ranks+1-rank))
	}
	w.set(key+"White", strings.Join(white, " "))
	w.set(key+"Black", strings.Join(black, " "))
}

func (w *writer) promotion() {
	p := w.Promotion()
	if p == nil {
		w.set("promotionPieceTypes", "-")
		w.set("promotionPawnTypes", "-")
		return
	}
	if p.Captured {
		w.Warn("promotion", 0, "rules.promotion[1].captured", "promotion to captured pieces only is left out")
	}
	w.set("promotionPawnTypes", w.letters(p.Pieces))
	w.set("promotionPieceTypes", w.letters(p.Choices))
	var ranks []int
	for rank := w.Game.Ranks - p.Zone + 1; rank <= w.Game.Ranks; rank++ {
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

// castling writes the castling rule and reports whether there is one.
func (w *writer) castling() bool {
	c := w.Game.Rules.Castling
	if c.Kind != variant.OrthodoxCastling {
		w.set("castling", false)
		if c.Kind != variant.NoCastling && c.Kind != "" {
			w.Warn("castling", 0, "rules.castling.kind", "castling of the kind %s is left out", c.Kind)
		}
		return false
	}
	king := strings.IndexByte(string(w.Array[0]), w.Royal().Symbol[0])
	left := c.TowardsA()
	if king < 0 {
		w.Warn("castling", 0, "rules.castling", "castling of a king that is not on the first rank is left out")
	} else if king-left.KingSteps < 0 || king+c.KingSteps >= w.Game.Files {
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
	letters := w.letter(c.Partner)
	if left.Partner != c.Partner {
		letters += w.letter(left.Partner)
	}
	w.set("castlingRookPieces", letters)
	return true
}

// start writes the array, with the waiting pieces behind the first pieces that
// they may wait behind.
func (w *writer) start(castles bool) {
	if len(w.Game.Holes) > 0 {
		w.Warn("holes", 0, "board.holes", "holes are left out")
	}
	placement, rights := w.Array.String(), "-"
	if castles {
		rights = "KQkq"
	}
	if w.Game.Rules.Gating.Kind == variant.MusketeerGating {
		w.set("gating", true)
		w.set("commitGates", true)
		placement = w.gates(w.Game.Ranks-1) + "/" + placement + "/" + w.gates(0)
	}
	w.set("startFen", placement+" w "+rights+" - 0 1")
}

// gates is the row of waiting pieces of the side with a first rank.
func (w *writer) gates(rank int) string {
	row := bytes.Repeat([]byte{'*'}, w.Game.Files)
	waiting := w.Game.Rules.Gating.Pieces
	for file, letter := range w.Array[rank] {
		if len(waiting) == 0 {
			break
		}
		if letter == 0 || rank == 0 && letter >= 'a' || rank > 0 && letter < 'a' {
			continue
		}
		if strings.EqualFold(w.Royal().Symbol, string(letter)) && !w.Game.Rules.Gating.KingFile {
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
	r := w.Game.Rules
	w.set("nMoveRule", r.NMove)
	w.set("nFoldRule", r.Repetition)
	switch r.Stalemate {
	case variant.StalemateLoss:
		w.set("stalemateValue", "loss")
	case variant.StalemateWin:
		w.set("stalemateValue", "win")
	case variant.StalemateFewer:
		w.set("stalemateValue", "win")
		w.set("stalematePieceCount", "true")
	}
	standard := variant.DefaultRules()
	standard.NMove, standard.Repetition, standard.Stalemate = r.NMove, r.Repetition, r.Stalemate
	standard.Symmetry = variant.RotateSymmetry
	standard.Castling, standard.Promotions, standard.Explosion = r.Castling, r.Promotions, r.Explosion
	standard.Gating = variant.Gating{Kind: r.Gating.Kind, Pieces: r.Gating.Pieces, Order: variant.Alternating, KingFile: true, BlocksCheck: true}
	w.CompareRules(standard)
}

package gamefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// The size limits of the program, built with largeboards.
const maxFiles, maxRanks = 12, 10

// WriteINI writes the game as a section without a parent. The warnings list what the file
// cannot express; descriptive texts and the game's own options are dropped without a
// warning. If the only warnings are of the kind fairy-stockfish-x, ParseINI returns a game
// with the same hash. The error is the result of v.Validate.
func WriteINI(v *variant.Variant) ([]byte, []Warning, error) {
	frame, err := newWriter("section", v)
	if err != nil {
		return nil, nil, err
	}
	w := &iniWriter{writer: frame, immobile: v.Rules.ImmobilityIllegal, spares: map[string]string{}, written: map[string]bool{}}
	if v.Files > maxFiles || v.Ranks > maxRanks {
		w.Warn(TooLarge, 0, "board", "Fairy-Stockfish has boards of at most %d files and %d ranks", maxFiles, maxRanks)
	}
	w.Line("[%s]", v.Name)
	w.set("maxRank", v.Ranks)
	w.set("maxFile", v.Files)
	w.pieces()
	w.pawnSteps()
	w.clock()
	w.promotions()
	w.start(w.castling())
	w.fields()
	w.ends()
	w.hand()
	w.captures()
	w.flag("immobilityIllegal", w.immobile)
	return w.Finish(func(text []byte, approximate bool) (*variant.Variant, []Warning, error) {
		return ParseINI("", text, v.Name, approximate)
	})
}

// iniWriter writes one section.
type iniWriter struct {
	*writer
	customs  int // custom pieces so far
	immobile bool
	written  map[string]bool
	steps    int               // the rank of first moves, 0 for none
	spares   map[string]string // letters of pieces that are only in the file as promoted forms, by their moves
}

func (w *iniWriter) set(key string, value any) {
	w.Line("%s = %v", key, value)
}

// flag writes a flag that is false by default.
func (w *iniWriter) flag(key string, on bool) {
	if on {
		w.set(key, true)
	}
}

// letter returns the letter of a piece in the file.
func (w *iniWriter) letter(name string) string {
	return strings.ToLower(w.Piece(name).Symbol)
}

func (w *iniWriter) letters(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if !w.has(name) || w.Piece(name).PromotedFrom != "" {
			continue // in reserve, or written with another letter
		}
		b.WriteString(w.letter(name))
	}
	return b.String()
}

// pawnSteps writes where pawns may step two or three squares.
func (w *iniWriter) pawnSteps() {
	pawn := w.standardPawn()
	if pawn == nil {
		if w.steps > 0 {
			w.region("doubleStepRegion", []int{w.steps})
		}
		return
	}
	regions := map[string][]int{}
	for _, set := range pawn.Moves[1:] {
		for rank := max(set.FirstRank, 1); rank <= set.LastRank; rank++ {
			regions[set.Betza] = append(regions[set.Betza], rank)
		}
	}
	if pawn.Moves[0].Betza == plainPawn {
		w.set("enPassantRegion", "-")
	}
	either := regions["fmW3"]
	if double := append(regions["fmnD"], either...); len(double) > 0 {
		w.region("doubleStepRegion", double)
	} else {
		w.set("doubleStep", false)
	}
	if triple := append(regions["fmnH"], either...); len(triple) > 0 {
		w.region("tripleStepRegion", triple)
	}
}

// region writes ranks, counted from 1 from the owner's side, for both sides.
func (w *iniWriter) region(key string, ranks []int) {
	own := w.covered(nil)
	for _, rank := range ranks {
		for file := range own[rank-1] {
			own[rank-1][file] = true
		}
	}
	w.set(key+"White", own.String())
	own.turn()
	w.set(key+"Black", own.String())
}

// start writes the array. Waiting pieces go behind the first pieces that they may wait
// behind.
func (w *iniWriter) start(rights string) {
	placement := w.placement()
	if w.Game.Rules.Gating.Kind == variant.MusketeerGating {
		w.set("gating", true)
		w.set("commitGates", true)
		placement = w.gates(w.Game.Ranks-1) + "/" + placement + "/" + w.gates(0)
	}
	if w.Game.Rules.Gating.Kind == variant.SeirawanGating {
		w.set("gating", true)
		w.set("seirawanGating", true)
		hand := ""
		for _, name := range w.Game.Rules.Gating.Pieces {
			hand += w.letter(name)
		}
		placement += "[" + strings.ToUpper(hand) + hand + "]"
		rights = strings.Trim(rights, "-") + w.files(0, 'A') + w.files(w.Game.Ranks-1, 'a')
	}
	checks := ""
	if n := w.Game.Rules.Checks; n > 0 {
		checks = fmt.Sprintf(" %d+%d", n, n)
	}
	turn := "w"
	if w.Game.Rules.Turn == variant.BlackMovesFirst {
		turn = "b"
	}
	w.set("startFen", placement+w.held()+" "+turn+" "+rights+" -"+checks+" 0 1")
}

// placement writes the array with holes as asterisks.
func (w *iniWriter) placement() string {
	array := slices.Clone(w.Array)
	for _, name := range w.Game.Holes {
		hole, _ := variant.ParseSquare(name) // squares of a valid game are valid
		array[hole.Rank] = slices.Clone(array[hole.Rank])
		array[hole.Rank][hole.File] = variant.Hole
	}
	return array.String()
}

// files returns the letters of the files of a first rank on which a side has pieces other
// than pawns.
func (w *iniWriter) files(rank int, first byte) string {
	var files []byte
	for file, letter := range w.Array[rank] {
		if letter != 0 && letter&32 == first&32 && !w.isPawn(letter) {
			files = append(files, first+byte(file))
		}
	}
	return string(files)
}

// isPawn reports whether a letter of the array, in either case, belongs to a pawn.
func (w *iniWriter) isPawn(letter byte) bool {
	return slices.ContainsFunc(w.Game.Pieces, func(p variant.Piece) bool { return p.Pawn && strings.EqualFold(p.Symbol, string(letter)) })
}

// gates returns the row of waiting pieces of the side with a first rank.
func (w *iniWriter) gates(rank int) string {
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

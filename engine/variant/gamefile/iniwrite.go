package gamefile

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
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
	pawns := w.Game.NamesOf(func(p variant.Piece) bool { return p.Pawn })
	if pawn := w.standardPawn(); pawn == nil && len(pawns) > 0 || len(pawns) > 1 {
		w.set("nMoveRuleTypes", w.letters(pawns)) // of others than the program's own pawns
	}
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

// setIf is set if something holds.
func (w *iniWriter) setIf(holds bool, key string, value any) {
	if holds {
		w.set(key, value)
	}
}

// flag writes a flag that is false by default.
func (w *iniWriter) flag(key string, on bool) { w.setIf(on, key, true) }

// letter returns the letter of a piece in the file.
func (w *iniWriter) letter(name string) string {
	return strings.ToLower(w.Game.Piece(name).Symbol)
}

func (w *iniWriter) letters(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if w.Game.Piece(name) == nil || w.Game.Piece(name).PromotedFrom != "" {
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
	w.setIf(pawn.Moves[0].Betza == plainPawn, "enPassantRegion", "-")
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

// pieces writes a line for every piece.
func (w *iniWriter) pieces() {
	w.steps = w.firstRank()
	for i := range w.Game.Pieces {
		p := &w.Game.Pieces[i]
		if p.PromotedFrom != "" {
			continue // see forms
		}
		letter := strings.ToLower(p.Symbol)
		switch key := standardKey(p); {
		case key != "":
			w.set(key, letter)
		case p.Pawn && slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fW"}}) && (p.Name == "shogi-pawn" || w.Game.Piece("shogi-pawn") == nil):
			w.set("shogiPawn", letter)
		case !p.Royal && w.soldier(p) > 0 && !w.written[soldierKey]:
			w.written[soldierKey] = true
			w.set(soldierKey, letter)
			w.set("soldierPromotionRank", w.soldier(p))
		case p.Royal && w.pseudoRoyal() && slices.Equal(p.Moves, []variant.MoveSet{{Betza: "K"}}) && w.Game.Piece("commoner") == nil:
			w.set("commoner", letter)
		case p.Royal && !w.pseudoRoyal():
			w.royal(p, letter)
		default:
			w.customs++
			key := customKey + strconv.Itoa(w.customs)
			w.set(key, letter+":"+w.moves(w.mobility(p, key)))
		}
	}
}

// soldier returns the rank from which a piece that steps straight ahead also steps
// sideways, or 0 for other pieces.
func (w *iniWriter) soldier(p *variant.Piece) int {
	if slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fsW"}}) {
		return 1
	}
	for rank := 2; rank <= w.Game.Ranks; rank++ {
		if slices.Equal(p.Moves, []variant.MoveSet{{Betza: "fW"}, {Betza: "sW", FirstRank: rank, LastRank: w.Game.Ranks}}) {
			return rank
		}
	}
	return 0
}

// firstRank returns the rank of first moves, or 0 if there is none or more than one.
func (w *iniWriter) firstRank() int {
	rank := 0
	for _, p := range w.Game.Pieces {
		for _, set := range p.Moves {
			switch {
			case set.FirstRank == 0 || set.FirstRank != set.LastRank || !p.Pawn:
			case rank != 0 && rank != set.FirstRank:
				return 0
			default:
				rank = set.FirstRank
			}
		}
	}
	return rank
}

// plainPawn is the move of a pawn without en-passant captures.
const plainPawn = "fmWfcF"

// standardKey returns the key of the program's own piece with the same name and move, or
// "" if there is none.
func standardKey(p *variant.Piece) string {
	for _, s := range standardPieces() {
		plain := s.key == pawnKey && p.Moves[0].Betza == plainPawn
		if p.Name != s.name || p.Royal || p.Pawn != (s.key == pawnKey) || p.Moves[0] != (variant.MoveSet{Betza: s.move}) && !plain {
			continue
		}
		if len(p.Moves) == 1 || p.Pawn {
			return s.key
		}
	}
	return ""
}

func (w *iniWriter) royal(p *variant.Piece, letter string) {
	own := *p
	if n := len(own.Moves) - 1; n > 0 && own.Moves[n].RoyalOnly && own.Moves[n].Area == "" && strings.Contains("cR cfR", own.Moves[n].Betza) {
		own.Moves = own.Moves[:n]
		w.set("flyingGeneral", true)
	}
	if len(own.Moves) == 1 && own.Moves[0] == (variant.MoveSet{Betza: "K"}) {
		w.set(kingKey, letter)
		return
	}
	w.set(kingKey, letter+":"+w.moves(w.mobility(&own, kingKey)))
}

// mobility writes the area that limits all moves of a piece, and returns the piece without
// the limit.
func (w *iniWriter) mobility(p *variant.Piece, key string) *variant.Piece {
	area := p.Moves[0].Area
	if area == "" || slices.ContainsFunc(p.Moves, func(m variant.MoveSet) bool { return m.Area != area }) {
		return p
	}
	own := *p
	own.Moves = slices.Clone(p.Moves)
	for i := range own.Moves {
		own.Moves[i].Area = ""
	}
	black := w.covered(strings.Split(area, ","))
	black.turn()
	w.set(mobilityKey("White", key), w.squares(strings.Split(area, ",")))
	w.set(mobilityKey("Black", key), black.String())
	return &own
}

// moves returns the moves of a piece in the program's notation.
func (w *iniWriter) moves(p *variant.Piece) string {
	var out strings.Builder
	for _, set := range p.Moves {
		switch {
		case set.Flying && slices.Contains([]string{"mQ", "mR", "mB"}, set.Betza) && set.FirstRank == 0 && set.Area == "":
			reach := strconv.Itoa(max(w.Game.Files, w.Game.Ranks))
			w.Warn(Dialect, 0, p.Name, "its flying moves are written as hops, which Fairy-Stockfish-X reads but Fairy-Stockfish does not")
			out.WriteString(set.Betza + "m{hurdles:1," + reach + ";pre:1," + reach + ";post:1," + reach + "}" + set.Betza[1:])
		case set == variant.MoveSet{Betza: set.Betza}:
			out.WriteString(w.notation(p, set.Betza))
		case set.FirstRank > 0 && set.FirstRank == w.steps && set.LastRank == w.steps && set.Area == "" && !set.Flying && !set.RoyalOnly:
			for _, group := range betza.Groups(w.notation(p, set.Betza)) {
				out.WriteString("i" + group)
			}
		}
	}
	if move := withoutLimits(p); out.Len() == 0 && move != "" {
		return w.notation(p, move)
	}
	return out.String()
}

// foreign rewrites an XBetza move string with the additions of Fairy-Stockfish-X.
func foreign(move string) string {
	return strings.NewReplacer(falconMove, anyPathFalcon, gryphonMove, "O", manticoreMove, "M").Replace(move)
}

// readable reports whether the program reads a move string as XBetza does.
func readable(move string) bool {
	var p parts
	if p.translate(move, strings.Contains(move, "e")) != nil || p.initial != "" {
		return false
	}
	return samePaths(p.always, strings.NewReplacer(anyPathFalcon, falconMove, "O", gryphonMove, "M", manticoreMove).Replace(move))
}

// samePaths reports whether two move strings have the same paths in any order.
func samePaths(a, b string) bool {
	first, err := betza.Parse(a)
	second, err2 := betza.Parse(b)
	return err == nil && err2 == nil && first.Key() == second.Key()
}

// notation returns a move string in the program's notation. Groups that it cannot express
// are dropped, or lose their en-passant captures.
func (w *iniWriter) notation(p *variant.Piece, move string) string {
	own := foreign(move)
	if groups := unplayedGroups(own); groups != "" {
		w.Warn(Unplayed, 0, p.Name, "%s is written, but Fairy-Stockfish plays other moves or none", toml.Quote(groups))
	}
	if readable(own) {
		if own != move {
			w.Warn(Dialect, 0, p.Name, "%s is written as %s, which Fairy-Stockfish-X reads but Fairy-Stockfish does not; without pieceValueMg and pieceValueEg it plays as if these moves were worth nothing", toml.Quote(move), toml.Quote(own))
		}
		return own
	}
	var kept strings.Builder
	for _, group := range betza.Groups(own) {
		for _, part := range []string{group, strings.ReplaceAll(group, "e", "")} {
			if readable(part) {
				kept.WriteString(part)
				break
			}
		}
	}
	return cmp.Or(kept.String(), move)
}

func sorted(text string) string {
	letters := []byte(text)
	slices.Sort(letters)
	return string(letters)
}

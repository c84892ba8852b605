package gamefile

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// standardPiece is a piece built into Fairy-Stockfish.
type standardPiece struct {
	key, name, move string
}

//go:embed pieces.tsv
var piecesTable string

// piecesWhere returns a function that returns the rows of the table: with custom, the rows
// with the key -, otherwise all others.
func piecesWhere(custom bool) func() []standardPiece {
	return sync.OnceValue(func() []standardPiece {
		var list []standardPiece
		for _, row := range tableRows(piecesTable) {
			if (row[0] == "-") == custom {
				list = append(list, standardPiece{row[0], row[1], row[2]})
			}
		}
		return list
	})
}

// standardPieces is in the order in which a game lists its pieces. knownNames gives names
// for the moves of custom pieces, without keys.
var standardPieces, knownNames = piecesWhere(false), piecesWhere(true)

const (
	pawnKey    = "pawn"
	kingKey    = "king"
	soldierKey = "soldier"

	cannonKey  = "janggiCannon"
	customKey  = "customPiece"
	maxCustoms = 100
)

// pieceKeys lists the keys of all pieces in the order in which the program reads them.
var pieceKeys = sync.OnceValue(func() []string {
	var list []string
	for _, p := range standardPieces() {
		list = append(list, p.key)
	}
	for n := range maxCustoms {
		list = append(list, customKey+strconv.Itoa(n+1))
	}
	return append(list, kingKey)
})

// standard returns the program's piece with a key, or nil.
func standard(key string) *standardPiece {
	list := standardPieces()
	if i := slices.IndexFunc(list, func(p standardPiece) bool { return p.key == key }); i >= 0 {
		return &list[i]
	}
	return nil
}

// readPieces lists the pieces of the game.
func (r *iniReader) readPieces(v *variant.Variant) {
	r.lines = r.palaces()
	r.list = slices.DeleteFunc(slices.Clone(pieceKeys()), func(p string) bool { return r.model.letters[p] == "" || r.onlyForm(p) })
	for _, piece := range r.list {
		r.piece(v, piece)
	}
	r.addForms(v)
}

// piece adds a piece.
func (r *iniReader) piece(v *variant.Variant, piece string) {
	line := r.model.lines[piece]
	sets := r.moveSets(piece)
	name := r.nameFor(piece, sets)
	names := v.NamesOf(func(variant.Piece) bool { return true })
	if name == "" {
		name = "piece-" + strings.ToLower(r.model.letters[piece])
		r.Warn("name", line, piece, "the file has no name for it; called %s here", name)
	}
	name = uniqueName(name, names)
	r.names[piece] = name
	v.Pieces = append(v.Pieces, variant.Piece{
		Name: name, Symbol: r.model.letters[piece], Moves: sets,
		Royal: r.royals()[piece], Pawn: r.resetsClock(piece, sets), AvoidsOwnKind: piece == cannonKey,
	})
}

// nameFor returns the program's name of a piece or the usual name for its move, or "" if
// there is none.
func (r *iniReader) nameFor(piece string, sets []variant.MoveSet) string {
	if p := standard(piece); p != nil {
		return p.name
	}
	if piece == kingKey {
		return "king"
	}
	for _, known := range knownNames() {
		if len(sets) == 1 && sets[0] == (variant.MoveSet{Betza: known.move}) {
			return known.name
		}
	}
	return ""
}

// moveSets returns the moves of a piece.
func (r *iniReader) moveSets(piece string) []variant.MoveSet {
	line := r.model.lines[piece]
	move := "K"
	if p := standard(piece); p != nil {
		move = p.move
	}
	if own, ok := r.model.moves[piece]; ok {
		move = own
	}
	var sets []variant.MoveSet
	switch {
	case piece == soldierKey:
		sets = r.soldier()
	case piece == cannonKey:
		sets = []variant.MoveSet{{Betza: move}}
	case move == "":
		// A move to nowhere.
		return []variant.MoveSet{{Betza: "W", Area: "a1-a1"}}
	default:
		parts, err := r.moves(move, r.capturesEnPassant(piece))
		if r.MoveFault(line, piece, move, err) {
			return nil
		}
		if groups := unplayedGroups(move); groups != "" {
			r.Warn(Unplayed, line, piece, "%s is read as in Betza's notation; Fairy-Stockfish plays other moves or none", toml.Quote(groups))
		}
		if parts.always != "" {
			sets = append(sets, variant.MoveSet{Betza: parts.always})
		}
		for _, flight := range parts.flights {
			sets = append(sets, variant.MoveSet{Betza: flight, Flying: true})
		}
		sets = append(sets, r.firstMoves(piece, parts.initial)...)
	}
	if piece == pawnKey {
		sets = append(sets, r.pawnSteps()...)
	}
	if piece == kingKey && r.flag("flyingGeneral") {
		sets = append(sets, variant.MoveSet{Betza: "cR", RoyalOnly: true})
	}
	return append(r.within(piece, sets), r.onLines(piece)...)
}

// soldier returns moves straight ahead and, from some rank on, sideways.
func (r *iniReader) soldier() []variant.MoveSet {
	rank := r.number("soldierPromotionRank", 1, variant.MaxSide)
	switch {
	case rank == 1:
		return []variant.MoveSet{{Betza: "fsW"}}
	case rank > r.ranks:
		return []variant.MoveSet{{Betza: "fW"}}
	}
	return []variant.MoveSet{{Betza: "fW"}, {Betza: "sW", FirstRank: rank, LastRank: r.ranks}}
}

// within limits the moves of a piece to its mobility region.
func (r *iniReader) within(piece string, sets []variant.MoveSet) []variant.MoveSet {
	white := mobilityKey("White", piece)
	own, other := r.mobility("White", piece), r.mobility("Black", piece)
	other.turn()
	if !r.owns(piece, false) {
		own = other // White has no piece of this kind
	} else if !r.owns(piece, true) {
		other = own
	}
	area := ""
	if !own.full() {
		area = strings.Join(own.rectangles(), ",")
	}
	if !own.equal(other) {
		r.lose(white, "not the same for Black as for White", "no limit")
		return sets
	}
	if area == "" {
		return sets
	}
	for i := range sets {
		if m := &sets[i]; m.Area != "" && m.Area != area {
			r.lose(white, "other moves of the piece have a limit of their own", "no limit to these")
		} else if !m.RoyalOnly {
			m.Area = area
		}
	}
	return sets
}

// resetsClock reports whether the moves of a piece reset the clock of the n-move rule.
func (r *iniReader) resetsClock(piece string, sets []variant.MoveSet) bool {
	const white, black = "nMoveRuleTypesWhite", "nMoveRuleTypesBlack"
	if r.get("nMoveRule").value == "0" { // pawns are pawns all the same
		own := append(slices.Clone(r.get("promotionPawnTypesWhite").pieces), r.get("promotionPawnTypesBlack").pieces...)
		return slices.Contains(own, piece) || piece == "shogiPawn" || piece == soldierKey
	}
	if !r.agree(piece, white, black) {
		return false
	}
	r.returns = r.returns || canReturn(sets)
	return true
}

// canReturn reports whether a piece can take back one of its moves without capture.
func canReturn(sets []variant.MoveSet) bool {
	steps := map[betza.Vec][][2]int{} // with the ranks from first to last where each is possible
	for _, set := range sets {
		expression, err := betza.Parse(set.Betza)
		if err != nil || set.RoyalOnly {
			continue
		}
		for _, p := range expression.Paths {
			var to betza.Vec
			for _, leg := range p.Legs {
				to.DX, to.DY = to.DX+leg.Step.DX, to.DY+leg.Step.DY
			}
			if p.Legs[len(p.Legs)-1].End&betza.Empty != 0 {
				steps[to] = append(steps[to], [2]int{max(set.FirstRank, 1), cmp.Or(set.LastRank, variant.MaxSide)})
			}
		}
	}
	for step, from := range steps {
		for _, back := range steps[betza.Vec{DX: -step.DX, DY: -step.DY}] {
			if slices.ContainsFunc(from, func(r [2]int) bool { return max(r[0]+step.DY, back[0]) <= min(r[1]+step.DY, back[1]) }) {
				return true
			}
		}
	}
	return false
}

// owns reports whether a side can have a piece: from the start, by promotion or by capture.
func (r *iniReader) owns(piece string, black bool) bool {
	if r.start.has(r.model.letters[piece], black) || r.is("capturesToHand") && r.start.has(r.model.letters[piece], !black) {
		return true
	}
	choices := r.peek("promotionPieceTypes" + sides[black]).pieces
	if slices.Contains(choices, piece) || slices.Contains(choices, everyPiece) {
		return true
	}
	return slices.ContainsFunc(r.promoted(), func(p [2]string) bool {
		return p[1] == piece && p[0] != piece && r.start.has(r.model.letters[p[0]], black)
	})
}

// agree reports whether a piece is in each side's set. If the sides differ about a piece
// that both can have, the rule is lost.
func (r *iniReader) agree(piece, white, black string) bool {
	in := func(name string) bool {
		list := r.get(name).pieces
		return slices.Contains(list, piece) || slices.Contains(list, everyPiece)
	}
	own, other := in(white), in(black)
	switch {
	case own == other:
		return own
	case r.owns(piece, false) && r.owns(piece, true):
		r.lose(black, "not the same for Black as for White", "White's for both")
		return own
	case r.owns(piece, false):
		return own
	}
	return other
}

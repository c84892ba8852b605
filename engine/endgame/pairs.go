package endgame

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// pairsText has the share of positions that two pieces of a kind win against a bare king,
// with their side to move, for some pieces that do not win alone: the size of the board,
// the result of a stalemate, the move in Betza notation, and the share. The kings are
// those of chess.
//
//go:embed pairs.csv
var pairsText string

// pair is a pair of pieces on a board.
type pair struct{ board, stalemate, move string }

// pairs is the table of known pairs.
var pairs = sync.OnceValues(func() (map[pair]float64, error) { return readPairs(pairsText) })

func readPairs(text string) (map[pair]float64, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	known := map[pair]float64{}
	for _, row := range rows[1:] {
		if known[pair{row[0], row[1], row[2]}], err = strconv.ParseFloat(row[3], 64); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// PairShare is the share of positions that two pieces of a kind win with their side to
// move, if it is known.
func PairShare(g *rules.Game, t rules.Type) (share float64, ok bool) {
	key, ok := pairOf(g, t)
	known, err := pairs()
	if !ok || err != nil {
		return 0, false
	}
	share, ok = known[key]
	return share, ok
}

// pairOf is how the table has two pieces of a kind. It reports false for games and pieces
// that it cannot have.
func pairOf(g *rules.Game, t rules.Type) (pair, bool) {
	v := g.Variant
	plain := func(t rules.Type) (string, bool) {
		i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == g.TypeName(t) })
		p := v.Pieces[i]
		return p.Moves[0].Betza, len(p.Moves) == 1 && p.Moves[0] == variant.MoveSet{Betza: p.Moves[0].Betza} && !p.Explodes && !p.Pawn
	}
	if !v.Rules.OnlyMates() {
		return pair{}, false
	}
	king, ok1 := plain(g.Royal())
	move, ok2 := plain(t)
	ok := ok1 && ok2 && king == "K" && len(v.Holes) == 0 && !g.Promotes(t)
	return pair{fmt.Sprintf("%dx%d", g.Files(), g.Ranks()), string(v.Rules.Stalemate), move}, ok
}

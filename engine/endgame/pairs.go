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

// pairsText lists the share of positions that two pieces of a kind win against a bare king
// when their side is to move, for some pieces that do not win alone. Its columns are the
// size of the board, the result of a stalemate, the move in Betza notation, and the share.
// The kings are orthodox.
//
//go:embed pairs.csv
var pairsText string

// pair is a pair of pieces on a board.
type pair struct{ board, stalemate, move string }

// pairs returns the table of known pairs.
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

// PairShare returns the share of positions that two pieces of a kind win when their side
// is to move. It reports false if the share is not known.
func PairShare(g *rules.Game, t rules.Type) (share float64, ok bool) {
	key, ok := pairOf(g, t)
	known, err := pairs()
	if !ok || err != nil {
		return 0, false
	}
	share, ok = known[key]
	return share, ok
}

// pairOf returns the key of two pieces of a kind in the table. It reports false for games
// and pieces that the table cannot hold.
func pairOf(g *rules.Game, t rules.Type) (pair, bool) {
	v := g.Variant
	plain := func(t rules.Type) (string, bool) {
		i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == g.TypeName(t) })
		p := v.Pieces[i]
		return p.Moves[0].Betza, len(p.Moves) == 1 && p.Moves[0] == variant.MoveSet{Betza: p.Moves[0].Betza} && !p.Explodes && !p.Pawn
	}
	if !v.OnlyMates() {
		return pair{}, false
	}
	king, ok1 := plain(g.Royal())
	move, ok2 := plain(t)
	ok := ok1 && ok2 && king == "K" && len(v.Holes) == 0 && v.Rules.Wraps == variant.NoWrap && !g.Promotes(t)
	return pair{fmt.Sprintf("%dx%d", g.Files(), g.Ranks()), string(v.Rules.Stalemate), move}, ok
}

package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// The arrays are those in the descriptions of the games.
func TestCatalogueArrays(t *testing.T) {
	rows := testkit.TSV(t, "testdata", "arrays.tsv")
	for _, row := range rows {
		v := mustFind(t, row["game"])
		got := fmt.Sprint(v.Files, v.Ranks, len(v.Pieces))
		if want := row["files"] + " " + row["ranks"] + " " + row["kinds"]; got != want {
			t.Errorf("%s: files, ranks and kinds of pieces are %s, want %s", v.Name, got, want)
		}
		array := strings.Fields(row["array"])
		want := slices.Repeat([]string{strings.Repeat(".", v.Files)}, v.Ranks)
		for i, rank := range array {
			want[i] = rank
			if len(array) < v.Ranks {
				want[v.Ranks-1-i] = strings.ToLower(rank)
			}
		}
		if diff := gocmp.Diff(want, rowsOf(t, v)); diff != "" {
			t.Errorf("%s: ranks from the first (-want +got):\n%s", v.Name, diff)
		}
	}
	if names := Catalogue(); len(names) != len(rows) {
		t.Errorf("%d games in the catalogue, %d in this test", len(names), len(rows))
	}
}

// rowsOf returns the rows of the array, first rank first, with points for empty squares.
func rowsOf(t *testing.T, v *Variant) []string {
	board, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		t.Fatal(v.Name, problems)
	}
	rows := make([]string, len(board))
	for i, row := range board {
		rows[i] = strings.ReplaceAll(string(row), "\x00", ".")
	}
	return rows
}

// Each of the fifteen unions of rook, bishop, knight and falcon is one piece.
func TestCompletePermutation(t *testing.T) {
	const falcon = "afafsKafsafzfK"
	v := mustFind(t, "complete-permutation")
	seen := map[string]bool{}
	for _, p := range v.Pieces {
		if p.Royal || p.Pawn {
			continue
		}
		move := p.Moves[0].Betza
		winged := strings.HasSuffix(move, falcon)
		rest := strings.Replace(strings.TrimSuffix(move, falcon), "Q", "RB", 1)
		if strings.Trim(rest, "RBN") != "" || seen[move] || winged != (p.Name == "falcon" || strings.HasPrefix(p.Name, "winged-")) {
			t.Errorf("%s moves %s", p.Name, move)
		}
		seen[move] = true
		if !slices.Contains(v.Rules.Promotions[0].Choices, p.Name) {
			t.Errorf("no promotion to %s", p.Name)
		}
	}
	if len(seen) != 15 || len(v.Rules.Promotions[0].Choices) != 15 {
		t.Errorf("%d different pieces, %d choices", len(seen), len(v.Rules.Promotions[0].Choices))
	}
}

// Destinations of pieces, from a given rank and with other pieces around. Flying sets are
// left out.
func TestCatalogueMoves(t *testing.T) {
	const enemies, friends = betza.Enemy, betza.Friend
	for _, test := range []struct {
		game, piece     string
		rank            int
		others          map[betza.Vec]betza.Occupancy
		quiet, captures string
	}{
		{"herculean", "pawn", 3, nil, "0,1 0,2 0,3", ""},
		{"herculean", "pawn", 4, nil, "0,1 0,2", ""},
		{"herculean", "pawn", 5, nil, "0,1", ""},
		{"herculean", "pawn", 3, around(enemies, betza.Vec{DX: 0, DY: 2}, betza.Vec{DX: 1, DY: 1}), "0,1", "1,1"},
		{"herculean", "ninja-pawn", 2, nil, "-1,0 0,1 0,2 0,3 0,4 1,0", ""},
		{"herculean", "ninja-pawn", 3, nil, "-1,0 0,1 0,2 0,3 1,0", ""},
		{"herculean", "ninja-pawn", 4, nil, "-1,0 0,1 0,2 1,0", ""},
		{"herculean", "ninja-pawn", 5, nil, "-1,0 0,1 1,0", ""},
		{"herculean", "ninja-pawn", 6, nil, "-1,0 0,1 1,0", ""},
		{"herculean", "ninja-pawn", 7, nil, "-1,0 0,1 1,0", ""},
		{"herculean", "ninja-pawn", 6, neighbours(enemies), "", "-1,1 1,1"},
		{"herculean", "ninja-pawn", 7, neighbours(enemies), "", "-1,0 -1,1 1,0 1,1"},
		{"herculean", "ninja-pawn", 3, around(friends, betza.Vec{DX: 0, DY: 3}), "-1,0 0,1 0,2 1,0", ""},
		{"herculean", "flying-chariot", 6, neighbours(friends), "-2,0 0,-2 0,2 2,0", ""},
		{"herculean", "flying-chariot", 6, within3(enemies), "", "-3,0 -2,0 -1,0 0,-3 0,-2 0,-1 0,1 0,2 0,3 1,0 2,0 3,0"},
		{"herculean", "flying-bishop", 6, neighbours(friends), "-2,-2 -2,2 2,-2 2,2", ""},
		{"herculean", "ferz-sorcerer", 6, neighbours(friends), "-3,-2 -3,2 -2,-3 -2,3 2,-3 2,3 3,-2 3,2", ""},
		{"herculean-2", "sorcerer-knight", 6, neighbours(friends), "-3,-2 -3,2 -2,-3 -2,-1 -2,1 -2,3 -1,-2 -1,2 1,-2 1,2 2,-3 2,-1 2,1 2,3 3,-2 3,2", ""},
		{"herculean-2-weak", "sorcerer-knight", 6, neighbours(friends), "", ""},
		{"al-ces", "gold-general", 5, neighbours(enemies), "", "-1,0 -1,1 0,-1 0,1 1,0 1,1"},
		{"al-ces", "silver-general", 5, neighbours(enemies), "", "-1,-1 -1,1 0,1 1,-1 1,1"},
		{"al-ces", "assassin", 5, neighbours(enemies), "", "-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1"},
		{"al-ces", "lion", 5, neighbours(friends), "-2,-2 -2,0 -2,2 0,-2 0,2 2,-2 2,0 2,2", ""},
		{"al-ces", "pawn", 3, nil, "0,1 0,2", ""},
		{"musketeer", "leopard", 4, neighbours(friends), "-2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1", ""},
		{"musketeer", "cannon", 4, neighbours(friends), "-2,-1 -2,0 -2,1 0,-2 0,2 2,-1 2,0 2,1", ""},
		{"cannon-chess", "cannon", 4, within3(enemies), "", "-2,0 0,-2 0,2 2,0"},
		{"frog-gryphon", "frog", 5, neighbours(friends), "-3,0 0,-3 0,3 3,0", ""},
		{"waffle-gryphon", "waffle", 5, neighbours(friends), "-2,-2 -2,2 2,-2 2,2", ""},
		{"shatranj", "pawn", 2, neighbours(enemies), "", "-1,1 1,1"},
		{"shatranj", "pawn", 2, nil, "0,1", ""},
		{"shogi", "knight", 5, neighbours(enemies), "-1,2 1,2", ""},
		{"shogi", "gold", 5, neighbours(enemies), "", "-1,0 -1,1 0,-1 0,1 1,0 1,1"},
		{"shogi", "silver", 5, neighbours(enemies), "", "-1,-1 -1,1 0,1 1,-1 1,1"},
		{"makruk", "khon", 4, neighbours(enemies), "", "-1,-1 -1,1 0,1 1,-1 1,1"},
		{"xiangqi", "soldier", 5, neighbours(enemies), "", "0,1"},
		{"xiangqi", "soldier", 6, neighbours(enemies), "", "-1,0 0,1 1,0"},
		{"xiangqi", "horse", 5, around(friends, betza.Vec{DX: 0, DY: 1}), "-2,-1 -2,1 -1,-2 1,-2 2,-1 2,1", ""},
	} {
		quiet, captures := destinations(t, mustFind(t, test.game), test.piece, test.rank, test.others)
		if quiet != test.quiet || captures != test.captures {
			t.Errorf("%s: %s on rank %d among %v goes to %s and captures on %s\nwant %s and %s",
				test.game, test.piece, test.rank, test.others, quiet, captures, test.quiet, test.captures)
		}
	}
}

func around(o betza.Occupancy, squares ...betza.Vec) map[betza.Vec]betza.Occupancy {
	others := map[betza.Vec]betza.Occupancy{}
	for _, sq := range squares {
		others[sq] = o
	}
	return others
}

// neighbours occupies the eight adjacent squares.
func neighbours(o betza.Occupancy) map[betza.Vec]betza.Occupancy {
	return allWithin(o, 1)
}

// within3 occupies all squares up to three away.
func within3(o betza.Occupancy) map[betza.Vec]betza.Occupancy {
	return allWithin(o, 3)
}

func allWithin(o betza.Occupancy, reach int) map[betza.Vec]betza.Occupancy {
	others := map[betza.Vec]betza.Occupancy{}
	for dx := -reach; dx <= reach; dx++ {
		for dy := -reach; dy <= reach; dy++ {
			others[betza.Vec{DX: dx, DY: dy}] = o
		}
	}
	return others
}

// destinations returns offsets by file and rank from a square with the given rank, far
// from the other edges.
func destinations(t *testing.T, v *Variant, piece string, rank int, others map[betza.Vec]betza.Occupancy) (quiet, captures string) {
	board := func(dx, dy int) (betza.Occupancy, bool) {
		if dx < -5 || dx > 5 || rank+dy < 1 || rank+dy > v.Ranks {
			return 0, false
		}
		return cmp.Or(others[betza.Vec{DX: dx, DY: dy}], betza.Empty), true
	}
	var q, c []betza.Vec
	for _, m := range pieceIn(v, piece).Moves {
		if m.Flying || m.FirstRank != 0 && (rank < m.FirstRank || rank > m.LastRank) {
			continue
		}
		e := testkit.Must(betza.Parse(m.Betza))(t)
		q1, c1 := e.Destinations(board)
		q, c = append(q, q1...), append(c, c1...)
	}
	return written(q), written(c)
}

func written(list []betza.Vec) string {
	slices.SortFunc(list, func(a, b betza.Vec) int { return cmp.Or(cmp.Compare(a.DX, b.DX), cmp.Compare(a.DY, b.DY)) })
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = fmt.Sprintf("%d,%d", v.DX, v.DY)
	}
	return strings.Join(texts, " ")
}

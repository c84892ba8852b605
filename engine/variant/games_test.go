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

// White's rows in the arrays, first rank first, and other numbers from the descriptions of
// the games. Black's pieces mirror White's.
func TestCatalogueArrays(t *testing.T) {
	const row10, row12, row16 = "PPPPPPPPPP", "PPPPPPPPPPPP", "PPPPPPPPPPPPPPPP"
	const h, e, row11, e11 = "PPPPPPPP", "........", "PPPPPPPPPPP", "..........."
	fide := []string{"RNBQKBNR", h}
	games := 0
	for _, test := range []struct {
		game         string
		files, ranks int
		rows         []string // White's rows, or all rows
		kinds        int
	}{
		{"al-ces", 10, 10, []string{"RCDBQKBDCR", "ANELSGLENA", row10}, 13},
		{"antichess", 8, 8, fide, 6},
		{"atomic", 8, 8, fide, 6},
		{"cannon-chess", 10, 8, []string{"RNCBQKBCNR", row10}, 7},
		{"capablanca", 10, 8, []string{"RNABQKBCNR", row10}, 8},
		{"chess", 8, 8, fide, 6},
		{"chess960", 8, 8, fide, 6},
		{"complete-permutation", 16, 8, []string{"VFBEMQDZKAHTCNRL", row16}, 17},
		{"courier", 12, 8, []string{"RNEBMK.WBENR", ".PPPPP.PPPP.", "......F.....", "P.....P....P"}, 9},
		{"crazyhouse", 8, 8, fide, 6},
		{"different-armies", 8, 8, []string{"RNBQKBNR", h, e, e, e, e, "pppppppp", "dwfakfwd"}, 10},
		{"falcon-chess", 10, 8, []string{"RNBFQKFBNR", row10}, 7},
		{"frog-gryphon", 10, 9, []string{"RNZBQKBZNR", row10}, 9},
		{"frog-manticore", 10, 9, []string{"RNZBQKBZNR", row10}, 9},
		{"grand", 10, 10, []string{"R........R", ".NBQKCABN.", row10}, 8},
		{"gross", 12, 12, []string{"MAVWC..CWVAM", ".RSNBQKBNSR.", row12}, 12},
		{"hannibal-gryphon", 10, 9, []string{"RNEBQKBENR", row10}, 9},
		{"hannibal-manticore", 10, 9, []string{"RNEBQKBENR", row10}, 9},
		{"herculean", 12, 12, []string{"RZCFNQKHFCSR", "JJJJJBBJJJJJ", row12}, 12},
		{"herculean-2", 12, 12, []string{"RSCFNQKHFCSR", "JJJJJBBJJJJJ", row12}, 11},
		{"herculean-2-weak", 12, 12, []string{"RSCFNQKHFCSR", "JJJJJBBJJJJJ", row12}, 11},
		{"horde", 8, 8, []string{h, h, h, h, ".PP..PP.", "........", "pppppppp", "rnbqkbnr"}, 6},
		{"janggi", 9, 10, []string{"RNBA.ABNR", "....K....", ".C.....C.", "P.P.P.P.P"}, 7},
		{"king-of-the-hill", 8, 8, fide, 6},
		{"makruk", 8, 8, []string{"RNSKMSNR", e, h, e, e, "pppppppp", e, "rnsmksnr"}, 6},
		{"minishogi", 5, 5, []string{"KGSBR", "P....", ".....", "....p", "rbsgk"}, 10},
		{"musketeer", 8, 8, fide, 8},
		{"omega", 12, 12, []string{"W..........W", ".CRNBQKBNRC.", ".PPPPPPPPPP."}, 8},
		{"seirawan", 8, 8, fide, 8},
		{"shako", 10, 10, []string{"C........C", "ERNBQKBNRE", row10}, 8},
		{"racing-kings", 8, 8, []string{"qrbnNBRQ", "krbnNBRK", e, e, e, e, e, e}, 5},
		{"shatranj", 8, 8, []string{"RNBKQBNR", "PPPPPPPP"}, 6},
		{"shogi", 9, 9, []string{"LNSGKGSNL", ".B.....R.", "PPPPPPPPP", e + ".", e + ".", e + ".", "ppppppppp", ".r.....b.", "lnsgkgsnl"}, 14},
		{"bent-riders", 8, 8, []string{"RNBQKBNR", "PPPPPPPP"}, 9},
		{"short-rooks", 8, 8, []string{"RNBQKBNR", "PPPPPPPP"}, 10},
		{"spartan", 8, 8, []string{"RNBQKBNR", h, e, e, e, e, "hhhhhhhh", "lgkcckwl"}, 11},
		{"three-check", 8, 8, fide, 6},
		{"waffle-gryphon", 10, 9, []string{"RNWBQKBWNR", row10}, 9},
		{"waffle-manticore", 10, 9, []string{"RNWBQKBWNR", row10}, 9},
		{"wildebeest", 11, 10, []string{"RNBBQKWCCNR", row11, e11, e11, e11, e11, e11, e11, strings.ToLower(row11), "rnccwkqbbnr"}, 8},
		{"xiangqi", 9, 10, []string{"RNBAKABNR", ".........", ".C.....C.", "P.P.P.P.P"}, 7},
	} {
		games++
		v := mustFind(t, test.game)
		if v.Files != test.files || v.Ranks != test.ranks || len(v.Pieces) != test.kinds {
			t.Errorf("%s: %d x %d squares, %d kinds of pieces", test.game, v.Files, v.Ranks, len(v.Pieces))
		}
		want := slices.Repeat([]string{strings.Repeat(".", test.files)}, test.ranks)
		if len(test.rows) == test.ranks {
			want = test.rows
		} else {
			for i, row := range test.rows {
				want[i], want[test.ranks-1-i] = row, strings.ToLower(row)
			}
		}
		if diff := gocmp.Diff(want, rowsOf(t, v)); diff != "" {
			t.Errorf("%s: ranks from the first (-want +got):\n%s", test.game, diff)
		}
	}
	if names := Catalogue(); len(names) != games {
		t.Errorf("%d games in the catalogue, %d in this test", len(names), games)
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

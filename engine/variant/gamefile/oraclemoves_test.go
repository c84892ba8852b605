package gamefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// oracleMoves lists the moves that are counted: each atom with each of its ranges, each direction and
// each kind of move and hop, as far as they are written without a warning; pairs of groups that could
// disturb each other; and those of the tables of pieces.
func oracleMoves() []string {
	all, few := []string{""}, []string{"", "f", "bl", "rf", "ss", "v"}
	letters := strings.Split(verticals+strings.TrimSuffix(horizontals, "h"), "")
	for _, a := range letters {
		all = append(all, a)
		for _, b := range letters {
			all = append(all, a+b)
		}
	}
	var list []string
	add := func(move string) {
		if readable(move) && unplayedGroups(move) == "" && !slices.Contains(list, move) {
			list = append(list, move)
		}
	}
	for _, atom := range strings.Split(knownAtoms, "") {
		for _, end := range []string{"", "0", "1", "2", "3", atom} {
			for _, kind := range strings.Fields(". m c n mn cn p mp cp g mg cg") {
				directions := few
				if kind == "." && (end == "" || end == "2") {
					directions = all
				}
				for _, direction := range directions {
					add(direction + strings.Trim(kind, ".") + atom + end)
				}
			}
		}
	}
	groups := strings.Fields("W3 R R2 pR gR fpR bgR mR cR D nD bnD N nN mN cN fNN bnN K Q2 B blpB gB nA")
	for _, a := range groups {
		for _, b := range groups {
			if a != b {
				add(a + b)
			}
		}
	}
	for _, row := range tableRows(piecesTable) {
		add(strings.ReplaceAll(row[2], "e", "")) // which only pawns capture
	}
	return list
}

// oracleLetters are those of the pieces whose moves are counted: all but king and pawn.
const oracleLetters = "ABCDEFGHIJLMNOQRSTUVWXYZ"

// oracleBoard has a piece X of each side among pawns of both sides that do not surround it evenly.
const oracleBoard = "9k/1Pp1P1p3/1p1pP1P1p1/2P2p1P2/pP1X1p1p2/1p2P1x1Pp/P1p2P2p1/1p1P1p1P1p/2p1p1P1p1/K9"

// gameOfMoves returns a game in which pieces have the moves.
func gameOfMoves(name string, moves []string) *variant.Variant {
	v := &variant.Variant{Name: name, Files: 10, Ranks: 10, Rules: variant.DefaultRules()}
	v.Array = strings.NewReplacer("1X1", "3", "1x1", "3").Replace(oracleBoard)
	v.Rules.Symmetry = variant.RotateSymmetry
	v.Rules.Castling = variant.Castling{Kind: variant.NoCastling}
	v.Pieces = []variant.Piece{
		{Name: "king", Symbol: "K", Royal: true, Moves: []variant.MoveSet{{Betza: "K"}}},
		{Name: "piece-p", Symbol: "P", Pawn: true, Moves: []variant.MoveSet{{Betza: plainPawn}}},
	}
	for i, move := range moves {
		letter := oracleLetters[i : i+1]
		v.Pieces = append(v.Pieces, variant.Piece{Name: "piece-" + strings.ToLower(letter), Symbol: letter, Moves: []variant.MoveSet{{Betza: move}}})
	}
	return v.Canonical()
}

// Pieces with the moves that the writer of sections accepts have as many moves in Fairy-Stockfish. The
// table has for each game the hash of its section, and for each move the counts of White, of Black, and
// of White with the replies.
func TestOracleOfMoves(t *testing.T) {
	moves := oracleMoves()
	var sections []byte
	var games []*variant.Variant
	var names []string
	for part := range slices.Chunk(moves, len(oracleLetters)) {
		v := gameOfMoves(fmt.Sprintf("moves%d", len(games)), part)
		text, warnings, err := WriteINI(v)
		testkit.OK(t, err)
		for _, w := range warnings {
			if w.Kind != Renamed && w.Kind != Reordered {
				t.Errorf("%q: %v", part, w)
			}
		}
		sections = append(sections, text...)
		games, names = append(games, v), append(names, v.Name+"\t"+hashOf(text))
	}
	var own, its strings.Builder
	var o *oracle
	if *fairy != "" && testkit.Update() {
		o = ask(t, sections)
	}
	counts := map[string]string{}
	for i, v := range games {
		if o == nil && i%testkit.Choose(4, 1) != 0 {
			continue
		}
		g := testkit.Must(rules.Compile(v))(t)
		if o != nil {
			o.choose(v.Name)
		}
		for _, b := range []*strings.Builder{&own, &its} {
			fmt.Fprintf(b, "%s\t", names[i])
		}
		for j, p := range v.Pieces[2:] {
			move := moves[i*len(oracleLetters)+j]
			board := strings.NewReplacer("X", p.Symbol, "x", strings.ToLower(p.Symbol)).Replace(oracleBoard)
			var cells, asked []string
			for _, c := range []struct {
				turn  string
				depth int
			}{{"w", 1}, {"b", 1}, {"w", 2}} {
				fen := board + " " + c.turn + " - - 0 1"
				cells = append(cells, fmt.Sprint(testkit.Must(g.ParseFEN(fen))(t).Perft(c.depth)))
				if o != nil {
					asked = append(asked, o.perft("fen "+fen, c.depth))
				}
			}
			counts[move] = strings.Join(cells, "/")
			fmt.Fprintf(&own, "%s:%s ", move, counts[move])
			fmt.Fprintf(&its, "%s:%s ", move, strings.Join(asked, "/"))
		}
		own.WriteByte('\n')
		its.WriteByte('\n')
	}
	head := oracleHead + "game\tsection\tmoves\n"
	if o != nil {
		testkit.Write(t, "testdata/oraclemoves.tsv", head+its.String())
	}
	rows := map[string]string{}
	for _, row := range testkit.TSV(t, "testdata/oraclemoves.tsv") {
		rows[row["game"]+"\t"+row["section"]] = row["moves"]
	}
	if len(rows) != len(games) {
		t.Errorf("%d games in the table, want %d: run make sweep FAIRY=PROGRAM", len(rows), len(games))
	}
	for _, name := range names {
		if rows[name] == "" {
			t.Errorf("the table has not %s, a game and its section: run make sweep FAIRY=PROGRAM", name)
		}
	}
	for row := range strings.Lines(own.String()) {
		cells := strings.Split(strings.TrimSpace(row), "\t")
		counted := strings.Fields(rows[cells[0]+"\t"+cells[1]])
		for i, move := range strings.Fields(cells[2]) {
			if i < len(counted) && counted[i] != move {
				t.Errorf("%s, Fairy-Stockfish has %s", move, counted[i])
			}
		}
	}
	matters(t, counts)
}

// matters fails if a modifier or a range makes no difference to the counts though it does to the moves.
func matters(t *testing.T, counts map[string]string) {
	for move, n := range counts {
		modifiers := modifiersOf(move)
		plain := move[len(modifiers):][:1]
		if len(betza.Groups(move)) > 1 || move == plain || counts[plain] == "" || samePaths(move, plain) {
			continue
		}
		if n == counts[plain] {
			t.Errorf("%s and %s have the same counts", move, plain)
		}
	}
}

package gamefile

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// oracleChanges make games that no test of a field needs.
var oracleChanges = map[string]func(v *variant.Variant){
	"two kings": func(v *variant.Variant) {
		v.Rules.Royals = variant.LastRoyal
		v.Array = "rnbkqbkr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBKR"
	},
	"three on a line": lineOf(variant.Line{OnLine: 3, Horizontal: true, Vertical: true, Diagonal: true, Result: variant.EndWin}),
	"hoplites of White": func(v *variant.Variant) {
		v.Array = "rnbqkbnr/pppppppp/8/8/8/8/HHHHHHHH/LGKCCKWL"
		v.Rules.Castling = variant.Castling{Kind: variant.NoCastling}
	},
	"pawns in line":   lineOf(variant.Line{Horizontal: true, Vertical: true, Diagonal: true, Result: variant.EndWin, Pieces: []string{"pawn"}}),
	"line that loses": lineOf(variant.Line{Horizontal: true, Result: variant.EndLoss}),
	"line that draws": lineOf(variant.Line{Horizontal: true, Result: variant.EndDraw}),
	"pawns on any rank but the first": func(v *variant.Variant) {
		v.Pieces[0].DropArea = []string{"a2-h8"}
	},
	"knights that promote": func(v *variant.Variant) {
		p := &v.Rules.Promotions[0]
		p.Pieces, p.Choices, p.ResetsNMove = []string{"knight"}, []string{"rook", "queen"}, true
	},
	"a clock": func(v *variant.Variant) {
		v.Rules.NMove = 50
		for i := range v.Rules.Promotions {
			v.Rules.Promotions[i].ResetsNMove = true
		}
	},
	"pawns with three steps": func(v *variant.Variant) {
		v.Pieces[0].Moves[1].Betza = "fmW3"
	},
}

// oracleGame returns the game of a row.
func oracleGame(t *testing.T, all []*variant.Variant, row map[string]string) *variant.Variant {
	t.Helper()
	i := slices.IndexFunc(all, func(v *variant.Variant) bool { return v.Name == row["game"] })
	if i < 0 {
		t.Fatalf("no game %s", row["game"])
	}
	v := all[i].Clone()
	v.Approximates = nil
	change, named := strings.CutPrefix(row["with"], "@")
	field, value, set := strings.Cut(row["with"], "=")
	switch {
	case named && oracleChanges[change] != nil:
		oracleChanges[change](v)
	case named:
		changes[change].value(v)
	case set:
		testkit.OK(t, v.SetRule(field, value))
	}
	testkit.OK(t, v.Validate())
	return v.Canonical()
}

// without removes the line of a key from a section.
func without(text []byte, key string) []byte {
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, key+" = ") {
			kept.WriteString(line)
		}
	}
	return []byte(kept.String())
}

// answer returns what our rules say to the question of a row.
func answer(t *testing.T, v *variant.Variant, row map[string]string) string {
	t.Helper()
	g := testkit.Must(rules.Compile(v))(t)
	p := g.NewPosition()
	fen, moves, _ := strings.Cut(row["position"], " moves ")
	if fen != "" {
		own, err := g.ParseFEN(ownFEN(g, fen))
		if err != nil {
			return "! " + err.Error()
		}
		p = own
	}
	for _, text := range strings.Fields(moves) {
		p.Make(testkit.Must(p.ParseMove(text))(t))
	}
	depth, err := strconv.Atoi(row["ask"])
	if err == nil {
		return fmt.Sprint(p.Perft(depth))
	}
	switch result, reason := p.Outcome(); {
	case result == rules.Ongoing || reason == rules.InsufficientMaterial:
		return "-"
	case result == rules.Draw:
		return "draw"
	case (result == rules.WhiteWins) == (p.Turn() == rules.White):
		return "win"
	}
	return "loss"
}

// answer returns what the program says.
func (o *oracle) answer(row map[string]string) string {
	o.t.Helper()
	fen, moves, _ := strings.Cut(row["position"], " moves ")
	position := "startpos"
	if fen != "" {
		position = "fen " + fen
	}
	if depth, err := strconv.Atoi(row["ask"]); err == nil {
		return o.perft(position, depth)
	}
	list := strings.Fields(moves)
	last := len(list) - 1
	o.send("position %s moves %s\ngo depth 2 searchmoves %s", position, strings.Join(list[:last], " "), list[last])
	score := ""
	for o.out.Scan() && !strings.HasPrefix(o.out.Text(), "bestmove "+list[last]) {
		if strings.HasPrefix(o.out.Text(), "bestmove ") {
			o.t.Fatalf("%v: %s", row, o.out.Text())
		}
		if _, rest, ok := strings.Cut(o.out.Text(), " score "); ok {
			fields := strings.Fields(rest)
			score = fields[0] + " " + fields[1]
		}
	}
	switch {
	case score == "mate 1":
		return "loss" // of the side that is to move then
	case score == "mate -1" || score == "mate 0" || score == "mate -0":
		return "win"
	case score == "cp 0":
		return "draw"
	case score == "":
		o.t.Fatalf("%v: no score", row)
	}
	return "-"
}

// unseen are fields that change no count.
var unseen = []string{"rules.insufficient-material", "rules.shuffle"}

// TestOracleOfRules compares the counts and results of the table with ours: of the game, and of the game
// that we read from its section without the line of the key, where we read it and its position. The two differ.
func TestOracleOfRules(t *testing.T) {
	rows, all := testkit.TSV(t, "testdata", "oracle.tsv"), games(t)
	var sections []byte
	covered := map[string]bool{"maxRank": true, "maxFile": true, "startFen": true}
	for i, row := range rows {
		what := fmt.Sprintf("%s = %s of %s %s", row["key"], row["value"], row["game"], row["with"])
		covered[row["key"]] = true
		v := oracleGame(t, all, row)
		v.Name = fmt.Sprintf("row%d", i)
		text, warnings, err := WriteINI(v)
		testkit.OK(t, err)
		for _, w := range warnings {
			if w.Kind != Renamed && w.Kind != Reordered && !slices.Contains(unseen, w.Item) {
				t.Errorf("%s: %v", what, w)
			}
		}
		if !strings.Contains(string(text), fmt.Sprintf("\n%s = %s\n", row["key"], row["value"])) {
			t.Errorf("%s: the line is not in\n%s", what, text)
		}
		rest := without(text, row["key"])
		sections = append(sections, text...)
		sections = append(sections, strings.Replace(string(rest), v.Name, v.Name+less, 1)...)
		row["hash"] = hashOf([]byte(strings.TrimPrefix(string(text), "["+v.Name+"]")))
		row["own"] = answer(t, v, row)
		if other, _, err := ParseINI("", rest, v.Name, false); err == nil && row["key"] != "castling" { // whose FEN has rights
			row["other"] = answer(t, other, row)
		}
	}
	if *fairy != "" && testkit.Update() {
		table := oracleHead + "key\tvalue\tgame\twith\tposition\task\tsection\tcounts\twithout\n"
		o := ask(t, sections)
		for i, row := range rows {
			o.choose(fmt.Sprintf("row%d", i))
			row["section"], row["counts"] = row["hash"], o.answer(row)
			o.choose(fmt.Sprintf("row%d%s", i, less))
			row["without"] = o.answer(row)
			cells := []string{}
			for _, column := range strings.Fields("key value game with position ask section counts without") {
				cells = append(cells, row[column])
			}
			table += strings.Join(cells, "\t") + "\n"
		}
		testkit.Write(t, "testdata/oracle.tsv", table)
	}
	for _, row := range rows {
		what := fmt.Sprintf("%s = %s of %s %s", row["key"], row["value"], row["game"], row["with"])
		if row["section"] != row["hash"] {
			t.Errorf("%s: the section is another: run make sweep FAIRY=PROGRAM", what)
		}
		if row["own"] != row["counts"] {
			t.Errorf("%s: %s, Fairy-Stockfish has %s", what, row["own"], row["counts"])
		}
		if other := row["other"]; other != "" && !strings.HasPrefix(other, "! ") && other != row["without"] {
			t.Errorf("%s: %s without the line, Fairy-Stockfish has %s", what, other, row["without"])
		}
		if row["counts"] == row["without"] {
			t.Errorf("%s makes no difference", what)
		}
	}
	written := writtenKeys(t, all)
	for _, k := range keys() {
		name := k.name
		if side, ok := strings.CutSuffix(name, "White"); ok && !covered[name] && !written[name] {
			name = side
		}
		if (k.field.path != "" || written[k.name]) && !covered[name] && uncountedKeys[name] == "" {
			t.Errorf("the table oracle.tsv has no row for the key %s", k.name)
		}
	}
}

// writtenKeys returns the keys of the sections of all games and of games that differ in a field.
func writtenKeys(t *testing.T, all []*variant.Variant) map[string]bool {
	t.Helper()
	list := slices.Clone(all)
	for _, field := range slices.Sorted(maps.Keys(changes)) {
		i := slices.IndexFunc(all, func(v *variant.Variant) bool { return v.Name == changes[field].game })
		v := all[i].Clone()
		v.Approximates = nil
		changes[field].value(v)
		testkit.OK(t, v.Validate())
		list = append(list, v.Canonical())
	}
	written := map[string]bool{}
	for _, v := range list {
		text, _, err := WriteINI(v)
		if err != nil {
			continue // a fault of the game, not a warning
		}
		for line := range strings.Lines(string(text)) {
			key, _, _ := strings.Cut(line, " = ")
			written[key] = true
		}
	}
	return written
}

// uncountedKeys are keys without a row, with the reason.
var uncountedKeys = map[string]string{
	"chess960":    "it changes only how castlings are written",
	"commitGates": "only Fairy-Stockfish-X has it",
}

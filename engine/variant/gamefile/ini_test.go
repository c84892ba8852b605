package gamefile

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

var iniFiles = []string{"seeds-variants.ini", "fsx-seeds.ini"}

func read(t testing.TB, file string) []byte {
	t.Helper()
	return testkit.Must(os.ReadFile("testdata/" + file))(t)
}

// allowed maps sections to their warnings, not counting the warnings about the places of
// waiting pieces in all gated games.
var allowed = map[string][]string{
	"hannibalschess": {"lost"},
	"xalces":         {"name"},
}

// differences lists where hand-written game files differ because the ini files cannot
// express it.
var differences = map[string]struct {
	names, order bool
	reason       string
}{
	"alcespart":     {true, true, "the camel is called deve; the promotion choices are in another order"},
	"wide12x10":     {false, true, "the promotion choices are in another order"},
	"xalces":        {true, true, "the generals and the camel have names of their own; the promotion choices are in another order"},
	"xfrog-gated":   {false, true, "customPiece1 and 2 are inherited, so that the frog comes last"},
	"xwaffle-gated": {false, true, "customPiece1 and 2 are inherited, so that the waffle comes last"},
}

// withoutFile lists the sections without a game file.
var withoutFile = []string{"hannibalschess"}

func TestSections(t *testing.T) {
	compared := 0
	for _, file := range iniFiles {
		data := read(t, file)
		for _, name := range Sections(data) {
			v, warnings, err := ParseINI(file, data, name, slices.Contains(allowed[name], "lost"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			for _, w := range warnings {
				if w.Kind != "placement" && !slices.Contains(allowed[name], w.Kind) {
					t.Errorf("%s: %s", name, w)
				}
			}
			compared += compare(t, name, v)
		}
	}
	if compared != 16 {
		t.Errorf("%d sections compared, want 16", compared)
	}
}

// compare compares a section with the game file of the same name.
func compare(t *testing.T, name string, v *variant.Variant) int {
	path := filepath.Join("..", "..", "rules", "testdata", "games", name+".toml")
	want, err := variant.Load(path)
	if errors.Is(err, os.ErrNotExist) && slices.Contains(withoutFile, name) {
		return 0
	}
	if err != nil {
		t.Error(err)
		return 0
	}
	d, different := differences[name]
	if same := v.Hash() == want.Hash(); same == different {
		t.Errorf("%s: the same game: %v; %s\ngot\n%s\nwant\n%s", name, same, d.reason, v.Encode(), want.Encode())
	}
	if d.names {
		v = renamed(v, want)
	}
	if d.order {
		v, want = ordered(v), ordered(want)
	}
	if v.Hash() != want.Hash() {
		t.Errorf("%s: another game\ngot\n%s\nwant\n%s", name, v.Encode(), want.Encode())
	}
	return 1
}

// renamed returns v with pieces named as in want, matched by symbol.
func renamed(v, want *variant.Variant) *variant.Variant {
	names := map[string]string{}
	c := v.Clone()
	for i, p := range c.Pieces {
		for _, other := range want.Pieces {
			if other.Symbol == p.Symbol {
				names[p.Name] = other.Name
				c.Pieces[i].Name = other.Name
			}
		}
	}
	for _, p := range c.Rules.Promotions {
		for i, name := range p.Choices {
			p.Choices[i] = names[name]
		}
	}
	return c
}

// ordered returns v with pieces and promotion choices sorted.
func ordered(v *variant.Variant) *variant.Variant {
	c := v.Clone()
	slices.SortFunc(c.Pieces, func(a, b variant.Piece) int { return strings.Compare(a.Symbol, b.Symbol) })
	for _, p := range c.Rules.Promotions {
		slices.Sort(p.Choices)
	}
	return c
}

func TestFlyingGenerals(t *testing.T) {
	v, _, err := ParseINI("x", read(t, "fsx-seeds.ini"), "xalces", false)
	testkit.OK(t, err)
	gold := &v.Pieces[slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Symbol == "G" })]
	want := []variant.MoveSet{{Betza: "cWcfF"}, {Betza: "mQ", Flying: true}}
	if !slices.Equal(gold.Moves, want) {
		t.Errorf("%+v, want %+v", gold.Moves, want)
	}
}

func TestBuiltin(t *testing.T) {
	chess, warnings, err := ParseINI("x", []byte("[mine:chess]"), "mine", false)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if chess.Hash() != catalogued(t, "chess").Hash() {
		t.Errorf("%s", chess.Encode())
	}
	capablanca, _, err := ParseINI("x", nil, "capablanca", false)
	testkit.OK(t, err)
	if capablanca.Hash() != catalogued(t, "capablanca").Hash() {
		t.Errorf("%s", capablanca.Encode())
	}
}

// TestBuiltinGames records the results for the built-in games: complete games match the
// program's counts of moves.
func TestBuiltinGames(t *testing.T) {
	counts := readCounts(t, ofBuiltins...)
	var out strings.Builder
	for _, s := range builtins() {
		v, why := judge("", nil, s.name, counts[s.name])
		if v == different {
			t.Errorf("%s: %s", s.name, why)
		}
		fmt.Fprintln(&out, strings.TrimSpace(fmt.Sprintf("%s: %s; %s", s.name, v, why)))
	}
	testkit.Golden(t, "builtin.golden", out.String())
}

// Moves are read as the program reads them. Groups with the same meaning keep their
// spelling.
func TestMoves(t *testing.T) {
	r := &iniReader{files: 8, ranks: 8}
	for move, want := range map[string]string{
		"NB2": "NB2", "L": "L", "O": "FyafsF", "MN": "WyafsWN", "KN": "KN", "fK": "fWfF", "mvQ": "vmRmB", "fmQ3": "fmR3fmB3",
		"n{path:anypath}Cn{path:anypath}ZR": "afafsKafsafzfKR",
		"mNcB":                              "mNcB", "nN": "nN", "pR": "pR", "NN": "NN",
		"frlR": "frlR", "fhN": "fhN", "ffN": "ffN", "fsN": "fsN", "hrN": "hrN", "fsW": "fsW", "lfrbB": "lfrbB",
		"nZ": "mafsmafW", "nC": "mafmafsW", "fnZ": "fmafsmafW", "lfcnC": "fmafmaflcW", "frmnZ": "rmaflmafmW", "nW": "W",
		"mQ2cQ2": "mQ2cQ2", "fmWfceF": "fmWfcF", "KbRfBbF2": "KbRfBbF2",
	} {
		p, err := r.moves(move, false)
		if err != nil || p.always != want || p.initial != "" {
			t.Errorf("%s: %+v %v, want %s", move, p, err, want)
		}
	}
	if p, err := r.moves("fmWfceFifmnD", true); err != nil || p.always != "fmWfceF" || p.initial != "fmnD" {
		t.Errorf("%+v %v", p, err)
	}
	for move, want := range map[string]string{
		"": "no move", "afsK": "modifier 'a'", "mO": "bent rider", "n{path:x}C": "braces", "R10": "two digits",
		"[W-F]": "brackets", "E": "expected an atom", "mQm{hurdles:1,2;pre:1,12;post:1,12}Q": "only hops",
		"mRm{hurdles:1,9;pre:1,12;post:1,12}B": "only hops", strings.Repeat("W", 300): "at most 256",
	} {
		if p, err := r.moves(move, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v %v, want %q", move, p, err, want)
		}
	}
}

// Black's pieces are White's rotated by 180 degrees. The counts come from the program.
func TestINIBlackIsRotated(t *testing.T) {
	v, _, err := ParseINI("x", []byte("[legan:chess]\npawn = -\ncustomPiece1 = p:mflFcflW\npromotionPawnTypes = p\n"+
		"startFen = knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1\n"), "legan", false)
	testkit.OK(t, err)
	g := testkit.Must(rules.Compile(v))(t)
	for depth, want := range []uint64{1, 8, 64, 724} {
		if got := g.NewPosition().Perft(depth); got != want {
			t.Errorf("perft(%d) = %d, want %d", depth, got, want)
		}
	}
}

func TestINIWarnings(t *testing.T) {
	for _, test := range []struct{ text, kind, says string }{
		{"pieceValueMg = 3", "", ""},
		{"blastOnCapture = false", "", ""},
		{"customPiece1 = a:NWD", "name", "piece-a"},
		{"nMoveRule = 40 # forty", "", ""},
		{"castling = true\nstartFen = 4k3/8/8/8/8/8/8/NB2K2N w KQ - 0 1", "castling", "x:2: castling: \"true\" is read, but no king has a piece"},
		{"startFen = 4k3/8/8/8/8/8/8/NB2K2N w KQ - 0 1", "castling", "x:2: startFen:"},
		{"castling = true\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "castling", "startFen gives no right to castle"},
		{"castlingRookPieces = n\nstartFen = 4k3/8/8/8/8/8/8/4K2N w K - 0 1", "", ""},
		{"castling = false\nstartFen = 4k3/8/8/8/8/8/8/4K2N w - - 0 1", "", ""},
	} {
		_, warnings, err := ParseINI("x", []byte("[a:chess]\n"+test.text+"\n"), "a", false)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		found := slices.ContainsFunc(warnings, func(w Warning) bool {
			return w.Kind == test.kind && strings.Contains(w.String(), test.says)
		})
		if test.kind == "" && len(warnings) > 0 || test.kind != "" && !found {
			t.Errorf("%s: %v, want one of kind %s with %q", test.text, warnings, test.kind, test.says)
		}
	}
}

// Pieces that become walls as they capture, and pieces that do not capture their own kind,
// are rules of a game file; a written section has them.
func TestCaptures(t *testing.T) {
	v, _, err := ParseINI("x", []byte("[a:chess]\npetrifyOnCaptureTypes = qrn\nmutuallyImmuneTypes = nb\n"), "a", false)
	testkit.OK(t, err)
	testkit.Same(t, "sequel", variant.Capture{Then: variant.Petrifies, Pieces: []string{"knight", "rook", "queen"}}, v.Rules.Capture)
	text, warnings, err := WriteINI(v)
	testkit.OK(t, err)
	again, _, err := ParseINI("x", text, "a", false)
	testkit.OK(t, err)
	if len(warnings) > 0 || again.Hash() != v.Hash() {
		t.Errorf("%v\n%s", warnings, text)
	}
	p := testkit.Must(testkit.Must(rules.Compile(v))(t).ParseFEN("4k3/8/8/2nn4/1N6/8/5R2/4KR2 w - - 0 1"))(t)
	if n := p.Perft(1); n != 23 {
		t.Errorf("%d moves", n)
	}
}

// A rule that a game file cannot express is an error, or part of an approximation and its
// hash.
func TestLost(t *testing.T) {
	chess := catalogued(t, "chess")
	for _, test := range []struct{ text, lost, says string }{
		{"petrifyBlastPieces = true", "", `x:2: petrifyBlastPieces: "true"`},
		{"nMovRule = 3", "", `nMovRule: unknown name`},
		{"gating = true", "", "without commitGates"},
		{"doubleStepRegionBlack = *6", "", "not the same for Black"},
		{"petrifyOnCaptureTypes = qk", "", "the royal piece"},
		{"petrifyOnCaptureTypes = p", "", "removed without a wall"},
		{"mutuallyImmuneTypes = nk", "", "royal pieces"},
		{"mutuallyImmuneTypes = np", "", "en passant alone"},
		{"castlingWins = q", "", "castlingWins"},
		{"startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1", "", "pieces in hand"},
		{"promotionPieceTypes = k", "", "the royal piece"},
	} {
		data := []byte("[a:chess]\n" + test.text + "\n")
		if _, _, err := ParseINI("x", data, "a", false); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want an error with %q", test.text, err, test.says)
		}
		v, warnings, err := ParseINI("x", data, "a", true)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if !slices.ContainsFunc(warnings, func(w Warning) bool { return w.Kind == "lost" }) {
			t.Errorf("%s: warnings %v", test.text, warnings)
		}
		if want := cmp.Or(test.lost, test.text); !slices.Contains(v.Approximates, want) || v.Hash() == chess.Hash() {
			t.Errorf("%s: lost %q, want %q; hash %s", test.text, v.Approximates, want, v.Hash())
		}
	}
}

// The side that moves first is read and written.
func TestBlackMovesFirst(t *testing.T) {
	v, warnings, err := ParseINI("x", []byte("[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n"), "a", false)
	if err != nil || len(warnings) > 0 || v.Rules.Turn != variant.BlackMovesFirst {
		t.Fatalf("%s moves first, warnings %v, error %v", v.Rules.Turn, warnings, err)
	}
	text, warnings, err := WriteINI(v)
	if err != nil || len(warnings) > 0 || !strings.Contains(string(text), "RNBQKBNR b KQkq - 0 1") {
		t.Errorf("written with warnings %v, error %v:\n%s", warnings, err, text)
	}
}

// Promotion squares that are not ranks are mirrored for Black, and each choice has its
// limit.
func TestPromotionSquaresAndLimits(t *testing.T) {
	v, _, err := ParseINI("x", []byte("[a:chess]\npromotionRegionWhite = a8 b7\npromotionRegionBlack = h1\npromotionLimit = q:1\n"), "a", false)
	testkit.OK(t, err)
	var got []string
	for _, p := range v.Rules.Promotions {
		got = append(got, fmt.Sprint(p.Side, p.Squares, p.Limit, p.Choices))
	}
	want := []string{"white[b7-b7 a8-a8] 0 [knight bishop rook]", "white[b7-b7 a8-a8] 1 [queen]", "black[h1-h1] 0 [knight bishop rook]", "black[h1-h1] 1 [queen]"}
	testkit.Same(t, "promotions", want, got)
}

// Every section written without warnings reads back as the same game.
func TestINIWrite(t *testing.T) {
	kept := 0
	for _, file := range iniFiles {
		data := read(t, file)
		for _, name := range Sections(data) {
			v, _, err := ParseINI(file, data, name, true)
			testkit.OK(t, err)
			text, warnings, err := WriteINI(v)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if slices.ContainsFunc(warnings, func(w Warning) bool { return w.Kind != Dialect }) {
				t.Logf("%s: %v", name, warnings)
				continue
			}
			kept++
			again, _, err := ParseINI("x", text, name, false)
			if err != nil || again.Hash() != v.Hash() {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
	}
	if kept < 15 {
		t.Errorf("%d sections kept, want 15", kept)
	}
}

// Complete built-in games survive a round trip with the same counts, unless a warning
// names the loss.
func TestWriteBuiltins(t *testing.T) {
	kept, counts := 0, readCounts(t, ofBuiltins...)
	for _, s := range builtins() {
		v, _, err := ParseINI("", nil, s.name, false)
		if err != nil {
			continue
		}
		text, warnings, err := WriteINI(v)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		if i := slices.IndexFunc(warnings, func(w Warning) bool {
			return w.Kind != Dialect && w.Kind != Renamed && w.Kind != Reordered && w.Kind != Unreadable
		}); i >= 0 {
			t.Logf("%s: %s", s.name, warnings[i])
			continue
		}
		again, _, err := ParseINI("x", text, v.Name, false)
		if err != nil {
			if !strings.Contains(fmt.Sprint(warnings), "cannot be read back") {
				t.Errorf("%s: %v\n%s", s.name, err, text)
			}
			continue
		}
		kept++
		if got, why := compareCounts(again, counts[s.name]); got == different {
			t.Errorf("%s: %s\n%s", s.name, why, text)
		}
	}
	if kept < 70 {
		t.Errorf("%d games kept, want at least 70", kept)
	}
}

func TestINIWriteWarnings(t *testing.T) {
	for _, test := range []struct {
		change     func(v *variant.Variant)
		kind, item string
	}{
		{func(v *variant.Variant) { v.Rules.Castling.Kind, v.Rules.Castling.Between = variant.FastCastling, true }, "lost", "rules.castling.kind"},
		{func(v *variant.Variant) { v.Rules.InsufficientMaterial = variant.NoMaterialRule }, "lost", "rules.insufficient-material"},
		{func(v *variant.Variant) { v.Pieces[1].Moves[0].Betza = "fK" }, "lost", "knight"},
		{func(v *variant.Variant) { v.Rules.Castling.MorePartners = []string{"queen"} }, "lost", "rules.castling.more-partners"},
		{func(v *variant.Variant) { v.Rules.Promotions[0].OnCapture = true }, "lost", "rules.promotion"},
		{func(v *variant.Variant) {
			v.Rules.Goal = variant.Goal{White: []string{"a8"}, Reply: variant.BlackReply, Count: 1}
		}, "lost", "rules.goal.reply"},
		{func(v *variant.Variant) { v.Files, v.Array = 13, "r3k7r/ppppp8/13/13/13/13/PPPPP8/R3K7R" }, "board", "board"},
		{func(v *variant.Variant) { v.Pieces[1].Name, v.Rules.Promotions[0].Choices[0] = "horse", "horse" }, "name", "horse"},
		{func(v *variant.Variant) { slices.Reverse(v.Rules.Promotions[0].Choices) }, "order", ""},
		{func(v *variant.Variant) { v.Pieces[0].Moves[1].Betza = "fmA" }, "lost", "pawn"},
		{func(v *variant.Variant) { v.Rules.Hand.Captures.List = []string{"pawn"} }, "lost", "rules.hand.captures"},
	} {
		v := catalogued(t, "chess")
		test.change(v)
		_, warnings, err := WriteINI(v)
		found := slices.ContainsFunc(warnings, func(w Warning) bool { return w.Kind == test.kind && w.Item == test.item })
		if err != nil || !found {
			t.Errorf("%s %s: %v %v", test.kind, test.item, err, warnings)
		}
	}
	if _, _, err := WriteINI(&variant.Variant{}); err == nil {
		t.Error("an empty game was written")
	}
}

func FuzzINI(f *testing.F) {
	f.Add([]byte("[a:chess]\ncustomPiece1 = a:NB2\nstartFen = a*******/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/A******* w KQkq - 0 1\ngating = true\ncommitGates = true\n"))
	f.Add([]byte("[a:grand]\ncustomPiece3 = g:cWcfFmQm{hurdles:1,9;pre:1,12;post:1,12}Q\n[b:a]"))
	f.Add([]byte("[a]\nmaxRank=5\nmaxFile=5\nking=k:KifD\npawn=p\nstartFen=k4/p4/5/P4/K4 w - -\ntripleStepRegionWhite=*2\ntripleStepRegionBlack=*4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for i, name := range Sections(data) {
			if i == 4 {
				break
			}
			if v, _, err := ParseINI("fuzz", data, name, true); err == nil {
				isKept(t, v, INI)
			}
		}
	})
}

// What sections read otherwise once, with the counts of moves by Fairy-Stockfish.
func TestCounts(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata", "counts.tsv") {
		v, _, err := ParseINI("counts.ini", read(t, "counts.ini"), row["section"], false)
		if err != nil {
			t.Errorf("%s: %v", row["section"], err)
			continue
		}
		g := testkit.Must(rules.Compile(v))(t)
		p := g.NewPosition()
		if row["position"] != "" {
			p = testkit.Must(g.ParseFEN(row["position"]))(t)
		}
		depth := testkit.Must(strconv.Atoi(row["depth"]))(t)
		if got := fmt.Sprint(p.Perft(depth)); got != row["nodes"] {
			t.Errorf("%s: perft(%d) of %s = %s, want %s", row["section"], depth, p.FEN(), got, row["nodes"])
		}
	}
}

// Two kings go on where one of them may win alone.
func TestBareKings(t *testing.T) {
	for section, want := range map[string]variant.InsufficientMaterialRule{
		"[x:chess]":         variant.BareKings,
		"[x:kingofthehill]": variant.NoMaterialRule,
		"[x:chess]\nflagRegion = *8\nflagPiece = k":    variant.NoMaterialRule,
		"[x:chess]\nflagRegion = *8\nflagPiece = q":    variant.BareKings,
		"[x:chess]\nnFoldValue = loss":                 variant.NoMaterialRule,
		"[x:chess]\nstalemateValue = loss":             variant.BareKings,
		"[x:chess]\nstalemateValue = loss\nking = k:W": variant.NoMaterialRule,
	} {
		v, _, err := ParseINI("x.ini", []byte(section), "x", false)
		if err != nil {
			t.Errorf("%s: %v", section, err)
		} else if v.Rules.InsufficientMaterial != want {
			t.Errorf("%s: %s, want %s", section, v.Rules.InsufficientMaterial, want)
		}
	}
}

// Promotions of pieces reset the clock, those of games with demotion do not.
func TestPromotionsResetTheClock(t *testing.T) {
	for _, demotes := range []bool{false, true} {
		v, _, err := ParseINI("x.ini", []byte(fmt.Sprintf("[x:shogi]\nnMoveRule = 50\npieceDemotion = %v", demotes)), "x", false)
		testkit.OK(t, err)
		for _, p := range v.Rules.Promotions {
			if p.Pieces[0] == "silver" && p.ResetsNMove == demotes {
				t.Errorf("with demotion %v: %+v", demotes, p)
			}
		}
	}
}

var (
	sweepINI   = flag.String("ini", "", "a variants.ini whose sections TestSweep reads; \"builtin\" for the games of the program")
	sweepPerft = flag.String("perft", "", "what the program knows of it: section, FEN, and depth and count of moves, or \"next\" and a FEN after a move, or \"result\" and that of the side to move")
	sweepNodes = flag.Uint64("nodes", 100_000, "the largest of these counts that is compared")
)

// count is what the program knows of a position: a number of moves, a position after one
// of them, or the result.
type count struct {
	fen          string
	depth        int
	nodes        uint64
	next, result string
}

// ofBuiltins are the files with counts of the built-in games.
var ofBuiltins = []string{"../../rules/testdata/perft/fairy-stockfish.tsv", "../../rules/testdata/perft/fairy-stockfish-ends.tsv", "testdata/builtin.tsv"}

// readCounts reads what the program knows, grouped by section.
func readCounts(t testing.TB, paths ...string) map[string][]count {
	t.Helper()
	var text []byte
	for _, path := range paths {
		text = append(text, testkit.Must(os.ReadFile(path))(t)...)
	}
	counts := map[string][]count{}
	for _, row := range tableRows(string(text)) {
		depth, err1 := strconv.Atoi(row[2])
		nodes, err2 := strconv.ParseUint(row[3], 10, 64)
		c := count{fen: row[1], depth: depth, nodes: nodes}
		switch {
		case row[2] == "next":
			c.next = row[3]
		case row[2] == "result":
			c.result = row[3]
		case err1 != nil || err2 != nil:
			continue
		}
		counts[row[0]] = append(counts[row[0]], c)
	}
	return counts
}

// A verdict is the outcome of reading a section.
type verdict string

const (
	complete    verdict = "complete and equal"
	uncounted   verdict = "complete, no counts"
	approximate verdict = "approximate only"
	outOfReach  verdict = "out of reach"
	different   verdict = "SILENTLY DIFFERENT"
)

// judge reads a section and compares its counts.
func judge(file string, data []byte, section string, counts []count) (verdict, string) {
	v, _, err := ParseINI(file, data, section, false)
	if err == nil {
		return compareCounts(v, counts)
	}
	v, _, lossy := ParseINI(file, data, section, true)
	if lossy == nil {
		_, lossy = rules.Compile(v)
	}
	if lossy != nil {
		first, _, _ := strings.Cut(lossy.Error(), "\n")
		return outOfReach, first
	}
	return approximate, strings.Join(v.Approximates, "; ")
}

// compareCounts compares the move counts of a game that was read completely.
func compareCounts(v *variant.Variant, counts []count) (verdict, string) {
	g, err := rules.Compile(v)
	if err != nil {
		return outOfReach, err.Error()
	}
	compared := 0
	for _, c := range counts {
		if c.nodes > *sweepNodes {
			continue
		}
		p, err := g.ParseFEN(ownFEN(g, c.fen))
		if err != nil {
			return different, err.Error()
		}
		compared++
		switch {
		case c.next != "":
			if why := reaches(v, p, ownFEN(g, c.next)); why != "" {
				return different, fmt.Sprintf("%s: %s", c.fen, why)
			}
		case c.result != "":
			if got := resultOf(p); got != c.result {
				return different, fmt.Sprintf("result of %s = %s, want %s", c.fen, got, c.result)
			}
		case p.Perft(c.depth) != c.nodes:
			return different, fmt.Sprintf("perft(%d) of %s = %d, want %d", c.depth, c.fen, p.Perft(c.depth), c.nodes)
		}
	}
	if compared == 0 {
		return uncounted, ""
	}
	return complete, fmt.Sprintf("%d counts", compared)
}

// reaches explains why no move leads to a position with the same pieces and the same clock,
// or returns "".
func reaches(v *variant.Variant, p *rules.Position, fen string) string {
	parts := func(fen string) (pieces, clock string) {
		fields := strings.Fields(strings.ReplaceAll(fen, "~", ""))
		board, hand, _ := strings.Cut(fields[0], "[")
		return board + " " + sorted(hand) + " " + fields[1], fields[len(fields)-2]
	}
	pieces, clock := parts(fen)
	why := "no move leads to " + fen
	for _, m := range p.Moves(nil) {
		p.Make(m)
		if own, its := parts(p.FEN()); own == pieces && (its == clock || v.Rules.NMove == 0) {
			why = ""
		} else if own == pieces && why != "" {
			why = fmt.Sprintf("a clock of %s after %s, want %s", its, fen, clock)
		}
		p.Unmake()
	}
	return why
}

// resultOf returns the result of the side to move in the program's terms: it does not end
// the game of bare kings, and the n-move rule and repetitions are those of a search.
func resultOf(p *rules.Position) string {
	result, reason := p.Outcome()
	switch {
	case result == rules.Ongoing, reason == rules.InsufficientMaterial, reason == rules.NMoveRule:
		return "-"
	case result == rules.Draw:
		return "draw"
	case (result == rules.WhiteWins) == (p.Turn() == rules.White):
		return "win"
	}
	return "loss"
}

// ownFEN converts a FEN of the program to the form used for a game.
func ownFEN(g *rules.Game, fen string) string {
	fields := strings.Fields(fen)
	placement, hand, hasHand := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	array, holes, problems := variant.ReadArrayWithHoles(strings.ReplaceAll(placement, "~", ""), g.Files(), g.Ranks())
	if len(problems) > 0 {
		return fen // ParseFEN reports the error
	}
	if len(holes) > 0 && g.Variant.Rules.Capture.Then != variant.Petrifies { // which has walls where the program has
		placement = array.String()
	}
	own := strings.Fields(g.NewPosition().FEN())
	if hasHand && strings.Contains(own[0], "[") {
		placement += "[" + hand + "]"
	}
	if len(fields) > 3 && strings.ContainsAny(fields[2], "0123456789") { // no rights and squares
		fields = slices.Insert(fields, 2, "-", "-")
	}
	fields[0] = placement
	if len(fields) > 3 {
		fields[3] = emptySquares(g, placement, fields[3])
	}
	if len(fields) > 2 && own[2] == "-" {
		fields[2] = "-"
	}
	return strings.Join(fields, " ")
}

// emptySquares returns the empty squares of an en-passant field: the program also lists
// squares of pieces that arrived by a first move.
func emptySquares(g *rules.Game, placement, field string) string {
	board, _, _ := strings.Cut(placement, "[")
	array, _ := variant.ReadArray(board, g.Files(), g.Ranks())
	kept := ""
	for _, name := range regexp.MustCompile(`[a-p]\d+`).FindAllString(field, -1) {
		if sq, ok := variant.ParseSquare(name); ok && array != nil && array[sq.Rank][sq.File] == 0 {
			kept += name
		}
	}
	return cmp.Or(kept, "-")
}

// TestSweep prints the verdict on every section of a file, and fails if a section differs
// from the program's game although no rule is reported as lost. See make sweep.
func TestSweep(t *testing.T) {
	if *sweepINI == "" {
		t.Skip("no -ini")
	}
	var data []byte
	var names []string
	counts := map[string][]count{}
	if *sweepPerft != "" {
		counts = readCounts(t, *sweepPerft)
	} else if *sweepINI == "builtin" {
		counts = readCounts(t, ofBuiltins...)
	}
	if *sweepINI == "builtin" {
		names = namesOf(builtins())
	} else {
		data = testkit.Must(os.ReadFile(*sweepINI))(t)
		names = Sections(data)
	}
	totals := map[verdict]int{}
	for _, name := range names {
		v, why := judge("", data, name, counts[name])
		totals[v]++
		fmt.Printf("%-24s %-20s %s\n", name, v, why)
		if v == different {
			t.Errorf("%s: %s", name, why)
		}
	}
	for _, v := range []verdict{complete, uncounted, approximate, outOfReach, different} {
		fmt.Printf("%4d of %d %s\n", totals[v], len(names), v)
	}
}

// Moves that Fairy-Stockfish reads and does not play as they are written are named in both directions.
func TestUnplayedMoves(t *testing.T) {
	for move, want := range map[string]string{
		"DDfmW": "DD", "AAF": "AA", "HH": "HH", "D2WC0": "D2 C0", "ZZ": "ZZ", "nHnG": "nH nG", "mnCN": "mnC", "U": "U", "NX": "NX", "fDY": "fDY",
		"gR3": "gR3", "mgB0K": "mgB0", "pNN": "pNN", "fgN2": "fgN2",
		"RW3": "RW3", "pRgR": "pRgR", "fRbpR": "fRbpR", "DnD": "DnD", "pRbnD": "pRbnD", "fNNbnN": "fNNbnN", "RgRW3mB": "RgRW3mB",
		"W3R": "", "gRpR": "", "fR2sR": "", "fRspR": "", "RpR": "", "mR2cpR": "", "fnDbD": "", "NNDAHCGLZJ": "", "N0W2F3R4": "", "nNnDnAnZ": "", "fmWfceFifmnD": "", "KNRBQ": "", "mRpcR": "", "OM": "",
	} {
		testkit.Same(t, move, want, unplayedGroups(move))
	}
	v := testkit.Must(variant.Find("chess"))(t)
	v.Piece("knight").Moves[0].Betza = "DD"
	text, warnings, err := Encode(v, INI)
	testkit.OK(t, err)
	if all := strings.Join(warnings, "\n"); !strings.Contains(all, `"DD" is written, but Fairy-Stockfish plays other moves or none [fairy-stockfish]`) {
		t.Errorf("written with the warnings %s", all)
	}
	_, read, err := ParseINI("v.ini", text, "chess", false)
	testkit.OK(t, err)
	if len(read) == 0 || !strings.Contains(read[0].String(), `"DD" is read as in Betza's notation`) {
		t.Errorf("read with the warnings %v", read)
	}
}

// Old files give ranks as numbers, counted from the side; each fault is told once.
func TestRanksAsNumbers(t *testing.T) {
	read := func(text string) (*variant.Variant, error) {
		v, _, err := ParseINI("v.ini", []byte("[x:chess]\n"+text), "x", false)
		return v, err
	}
	for old, now := range map[string]string{
		"promotionRank = 7\n":                         "promotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1\n",
		"doubleStepRank = 3\ndoubleStepRankMin = 2\n": "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n",
		"doubleStepRank = 3\n":                        "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n",
		"maxRank = 6\nstartFen = k7/8/8/8/8/K7 w - - 0 1\npromotionRank = 5\n": "maxRank = 6\nstartFen = k7/8/8/8/8/K7 w - - 0 1\npromotionRegionWhite = *5 *6\npromotionRegionBlack = *2 *1\n",
	} {
		testkit.Same(t, old, testkit.Must(read(now))(t).Hash(), testkit.Must(read(old))(t).Hash())
	}
	for text, want := range map[string]string{
		"promotionRank = q":                         `v.ini:2: promotionRank: "q"; expected a rank, 1 to 16`,
		"doubleStepRank = 30":                       `v.ini:2: doubleStepRank: "30"; expected a rank, 1 to 16`,
		"doubleStepRankMin = 0\ndoubleStepRank = 3": `v.ini:2: doubleStepRankMin: "0"; expected a rank, 1 to 16`,
		"promotionRegionWhite = q":                  `v.ini:2: promotionRegionWhite: "q"; expected squares or whole ranks, as in e4 or *8`,
	} {
		_, err := read(text)
		if err == nil || err.Error() != want {
			t.Errorf("%s: error is %v, want %s alone", text, err, want)
		}
	}
	_, _, err := ParseINI("v.ini", []byte("[alone]\ndoubleStep = false\n"), "alone", false)
	testkit.Fails(t, err, "v.ini:1: [alone]: no pieces, and no parent to inherit them from; expected [alone:PARENT], as in [alone:chess]")
}

// Where the side that has no partner comes first, with two kings, castling is written from the king
// of the other.
func TestWriteCastlingOfOneSide(t *testing.T) {
	v := catalogued(t, "spartan")
	v.Array = "rnbqkbnr/pppppppp/8/8/8/8/HHHHHHHH/LGKCCKWL"
	text, _, err := Encode(v, INI)
	testkit.OK(t, err)
	again, _, err := ParseINI("x.ini", []byte(text), "spartan", false)
	testkit.OK(t, err)
	testkit.Same(t, "king-steps", v.Rules.Castling.KingSteps, again.Rules.Castling.KingSteps)
}

func TestLinesAboveTheFirstSection(t *testing.T) {
	_, warnings, err := ParseINI("x.ini", []byte("queen = -\n[x:chess]\n[y:x]"), "y", false)
	testkit.OK(t, err)
	testkit.Same(t, "warnings", `[x.ini:1: "queen = -" is above the first section and is ignored, as in Fairy-Stockfish [no-section]]`,
		fmt.Sprint(warnings))
}

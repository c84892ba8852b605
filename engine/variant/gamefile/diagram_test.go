package gamefile

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func catalogued(t *testing.T, name string) *variant.Variant {
	t.Helper()
	return testkit.Must(variant.Find(name))(t)
}

// The published diagram gives the game of the catalogue. That a game is drawn
// after 75 moves stands in the prose of the page, so it is set here; all else
// that a diagram cannot say (repetition, stalemate, bare kings, the order of
// placement, no piece behind the king, checks judged without the entering
// piece, fast castling between king and rook) has the default of the catalogue.
func TestCatalogueGame(t *testing.T) {
	v, warnings, err := parseDiagram("hannibal-manticore.txt", read(t, "hannibal-manticore.txt"), false)
	testkit.OK(t, err)
	for _, w := range warnings {
		t.Errorf("unexpected warning: %s", w)
	}
	testkit.OK(t, v.Override("n-move", "75"))
	want := catalogued(t, "hannibal-manticore")
	if v.Hash() != want.Hash() {
		t.Errorf("got\n%s\nwant\n%s", v.Encode(), want.Encode())
	}
	if v.Name != want.Name {
		t.Errorf("name %q", v.Name)
	}
}

// The same diagram in the various forms found on pages.
func TestPages(t *testing.T) {
	block := strings.TrimSpace(string(read(t, "hannibal-manticore.txt")))
	lines := strings.ReplaceAll(block, " ", "\n")
	forms := map[string]string{
		"lines":          lines,
		"carriage":       strings.ReplaceAll(lines, "\n", "\r\n"),
		"byte order":     "\ufeff" + lines,
		"prose":          "Title: a game\n\nIts rules = those of chess.\n\n" + block + "\n\nSee: http://example.org/a:b:c:d\n",
		"div":            "<html><head><title>x=1</title><script>var files=3; a:b:c:d:e</script></head><body><p>files=9\n<div style='float:left' class=\"idiagram\">\n" + lines + "\n</div><p>ranks=3</body>",
		"pre and breaks": "<pre class='x idiagram'>" + strings.ReplaceAll(block, " ", "<br>") + "</pre>",
		"entities":       "<DIV CLASS=idiagram>" + strings.ReplaceAll(strings.ReplaceAll(lines, "=", "&#61;"), "\n", "&nbsp;\n") + "</DIV>",
		"nested":         "<div class=\"idiagram\"><div>" + lines + "</div></div><div>more:of:a:text:a1</div>",
		"comment":        "<div class=idiagram><!-- files=3\n -->" + lines + "</div>",
	}
	want, _, err := parseDiagram("x", []byte(block), false)
	testkit.OK(t, err)
	for name, page := range forms {
		v, warnings, err := parseDiagram(name, []byte(page), false)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v.Hash() != want.Hash() || len(warnings) > 0 {
			t.Errorf("%s: another game, or warnings %v", name, warnings)
		}
	}
}

// The title and the author of the game come from the page.
func TestTitleAndAuthor(t *testing.T) {
	block := "<div class=idiagram>" + head + array + "king::K::e1\n</div>"
	bare := head + array + "king::K::e1\n"
	for _, test := range []struct{ page, title, author string }{
		{block, "page-name", ""},
		{"<html><head><title>Elk &amp; Moose</title></head>" + block, "Elk & Moose", ""},
		{"<title>A site</title><h1>\nElk\n<em>Chess</em></h1><h1>More</h1>" + block, "Elk Chess", ""},
		{"<title></title><h1> </h1>" + block, "page-name", ""},
		{"<meta name='author' content='A. Author'><h1>Elk</h1><p>By B. Writer</p>" + block, "Elk", "A. Author"},
		{"<h1>Elk</h1><p>by <a href='x'>B. Writer</a>, 2020</p>" + block, "Elk", "B. Writer, 2020"},
		{"<h1>Elk</h1>" + block + "<p>Inventors: Anne Author and B. Writer.</p>", "Elk", "Anne Author and B. Writer"},
		{"<h1>Elk</h1><p>By moving an elk</p><p>Designed by nobody</p>" + block, "Elk", ""},
		{"<h1>" + strings.Repeat("Elk ", 50) + "</h1>" + block, "page-name", ""},
		{"Elk Chess\n\nInvented by C. Maker\n\n" + bare, "Elk Chess", "C. Maker"},
		{"A page about a game.\n\n" + bare, "page-name", ""},
		{"A page\nabout a game\n\n" + bare, "page-name", ""},
		{bare, "page-name", ""},
	} {
		v, _, err := parseDiagram("page-name", []byte(test.page), false)
		if err != nil {
			t.Errorf("%.60q: %v", test.page, err)
		} else if v.Title != test.title || v.Author != test.author || v.Name != "page-name" {
			t.Errorf("%.60q: title %q by %q, want %q by %q", test.page, v.Title, v.Author, test.title, test.author)
		}
	}
}

const (
	head  = "files=8\nranks=8\n"
	array = "pawn::::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\n"
)

func TestChess(t *testing.T) {
	v, warnings, err := parseDiagram("chess", []byte(head+"promoChoice=NBRQ\n"+array+"king::KisO2::e1\n"), false)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if want := catalogued(t, "chess"); v.Hash() != want.Hash() {
		t.Errorf("got\n%s\nwant\n%s", v.Encode(), want.Encode())
	}
}

func TestCastling(t *testing.T) {
	for _, test := range []struct {
		move string
		want variant.Castling
	}{
		{"K", variant.Castling{Kind: variant.NoCastling}},
		{"KisO2", variant.Castling{Kind: variant.OrthodoxCastling, Partner: "rook", KingSteps: 2}},
		{"KisO3", variant.Castling{Kind: variant.OrthodoxCastling, Partner: "rook", KingSteps: 3}},
		{"KilO2irO2", variant.Castling{Kind: variant.OrthodoxCastling, Partner: "rook", KingSteps: 2}},
		{"KisO2isO3", variant.Castling{Kind: variant.FreeCastling, Partner: "rook"}},
		{"KisO3isO2isO4", variant.Castling{Kind: variant.FreeCastling, Partner: "rook"}},
		{"KisO1isO2isO3", variant.Castling{Kind: variant.FlexibleCastling, Partner: "rook"}},
		{"KispO5", variant.Castling{Kind: variant.FastCastling, Partner: "rook", Between: true}},
		// With a warning:
		{"KispO2", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
		{"KilO3irO2", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
		{"KilO2", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
		{"KisO1isO2", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
		{"KisO2isO4", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
		{"KisO2ispO3", variant.Castling{Kind: variant.NoCastling, Partner: "rook"}},
	} {
		v, warnings, err := parseDiagram("x", []byte(head+array+"king::"+test.move+"::e1\n"), true)
		if err != nil {
			t.Errorf("%s: %v", test.move, err)
			continue
		}
		if !reflect.DeepEqual(v.Rules.Castling, test.want) {
			t.Errorf("%s: %+v, want %+v", test.move, v.Rules.Castling, test.want)
		}
		leftOut := test.move != "K" && test.want.Kind == variant.NoCastling
		if has(warnings, "lost") != leftOut {
			t.Errorf("%s: warnings %v", test.move, warnings)
		}
	}
}

func has(warnings []Warning, kind string) bool {
	for _, w := range warnings {
		if w.Kind == kind {
			return true
		}
	}
	return false
}

// Replacing sf by fs in a later leg does not change the move.
func TestTidy(t *testing.T) {
	for move, want := range map[string]string{
		"WyasfW": "WyafsW", "FyasfF": "FyafsF", "asfK": "afsK", "amsfW": "amfsW",
		"lfN": "lfN", "sfK": "sfK", "afsmafW": "afsmafW", "v[F?R]": "v[F?R]", "alW": "alW",
	} {
		if got := tidy(move); got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
		before := testkit.Must(betza.Parse(move))(t)
		if after, err := betza.Parse(want); err != nil || !reflect.DeepEqual(before.Paths, after.Paths) {
			t.Errorf("%s and %s differ: %v", move, want, err)
		}
	}
}

func TestSymmetry(t *testing.T) {
	for symmetry, want := range map[string]string{
		"":                  "3k/4/4/K3",
		"symmetry=mirror\n": "k3/4/4/K3",
		"symmetry=rotate\n": "3k/4/4/K3",
	} {
		squares := "a1"
		if symmetry == "" {
			squares = "a1,,d4"
		}
		v, _, err := parseDiagram("x", []byte("files=4\nranks=4\nmaxPromote=0\n"+symmetry+"king::K::"+squares+"\n"), false)
		if err != nil {
			t.Errorf("%q: %v", symmetry, err)
		} else if v.Array != want {
			t.Errorf("%q: %s, want %s", symmetry, v.Array, want)
		}
	}
}

// Where left and right differ, Black's pieces are White's rotated by 180 degrees, as in
// the script.
func TestDiagramBlackIsRotated(t *testing.T) {
	v, _, err := parseDiagram("x", []byte("files=4\nranks=4\nmaxPromote=0\nking::K::a1\nguard:G:frN:g:b1\n"), false)
	if err != nil || v.Rules.Symmetry != variant.RotateSymmetry {
		t.Errorf("symmetry %q, error %v", v.Rules.Symmetry, err)
	}
	if _, warnings, err := writeDiagram(v); err != nil || len(warnings) > 0 {
		t.Error(warnings, err)
	}
	v.Rules.Symmetry = variant.MirrorSymmetry
	if _, warnings, err := writeDiagram(v); err != nil || len(warnings) != 1 || warnings[0].Item != "rules.symmetry" {
		t.Error(warnings, err)
	}
}

func TestPromotion(t *testing.T) {
	v, warnings, err := parseDiagram("x", []byte(head+"maxPromote=2\npromoZone=3\npromoChoice=!P*N*B*R*Q\n"+
		"pawn::::a2-h2\nscout-pawn:S:fW::\n"+strings.TrimPrefix(array, "pawn::::a2-h2\n")+"king::K::e1\n"), false)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	p := v.Rules.Promotions[0]
	if p.Zone != 3 || !p.Optional || p.Compulsory != 1 || !p.Captured || strings.Join(p.Pieces, " ") != "pawn scout-pawn" ||
		strings.Join(p.Choices, " ") != "knight bishop rook queen" {
		t.Errorf("%+v", p)
	}
}

// A piece whose own letter is among the choices may stay what it is.
func TestOptionalPromotion(t *testing.T) {
	for choice, want := range map[string]variant.Promotion{
		"Q":   {Zone: 1},
		"PQ":  {Zone: 1, Optional: true},
		"!PQ": {Zone: 1, Optional: true, Compulsory: 1},
	} {
		want.Pieces, want.Choices = []string{"pawn"}, []string{"queen"}
		v, _, err := parseDiagram("x", []byte(head+"promoChoice="+choice+"\n"+array+"king::K::e1\n"), false)
		testkit.OK(t, err)
		testkit.Same(t, choice, v.Rules.Promotions, []variant.Promotion{want})
		text, warnings, err := writeDiagram(v)
		testkit.OK(t, err)
		if again, _, err := parseDiagram("x", text, false); err != nil || len(warnings) > 0 || again.Hash() != v.Hash() {
			t.Errorf("%s is written as %s: %v %v", choice, text, warnings, err)
		}
	}
}

// A fault in one of the choices names the line of all.
func TestLineOfAChoice(t *testing.T) {
	_, _, err := parseDiagram("x", []byte(head+"promoChoice=NBRQK\n"+array+"king::K::e1\n"), false)
	testkit.Fails(t, err, fmt.Sprintf("x:%d: rules.promotion[1].choices[5]", 1+strings.Count(head, "\n")))
}

// In an array that is turned the kings castle alike to both sides.
func TestTurnedCastling(t *testing.T) {
	v, _, err := parseDiagram("x", []byte("files=8\nranks=8\nsymmetry=rotate\nmaxPromote=0\nrook::::a1,h1\nking::KisO2::e1\n"), false)
	testkit.OK(t, err)
	testkit.Same(t, "castling", v.Rules.Castling, variant.Castling{Kind: variant.OrthodoxCastling, Partner: "rook", KingSteps: 2})
	if _, _, err := parseDiagram("x", []byte("files=8\nranks=8\nsymmetry=rotate\nmaxPromote=0\nrook::::a1,h1\nking::KilO2::e1\n"), false); err == nil {
		t.Error("castling to the left alone was read")
	}
}

// Captures of kings alone (k) are royal-only, and leaps may be given by coordinates.
func TestThreatsAndLeaps(t *testing.T) {
	v, _, err := parseDiagram("x", []byte("files=8\nranks=8\nmaxPromote=0\nguard::(1,2)f(0,4)mckB::b1\nking::KkfR::e1\n"), false)
	testkit.OK(t, err)
	testkit.Same(t, "guard", v.Pieces[0].Moves, []variant.MoveSet{{Betza: "NfWXmB"}, {Betza: "cB", RoyalOnly: true}})
	testkit.Same(t, "king", v.Pieces[1].Moves, []variant.MoveSet{{Betza: "K"}, {Betza: "fcR", RoyalOnly: true}})
	text, warnings, err := writeDiagram(v)
	testkit.OK(t, err)
	if again, _, err := parseDiagram("x", text, false); err != nil || len(warnings) > 0 || again.Hash() != v.Hash() {
		t.Errorf("%s: %v %v", text, warnings, err)
	}
}

// If all faults of a text say --approximate, it is read with it.
func TestApproximateReads(t *testing.T) {
	for _, text := range []string{
		"shuffle=BR\nroyal=N\n" + head + array + "king::K::e1\n",
		"shuffle=BR\n" + head + array + "king::K::e1,,d8,e8\n",
		"promoChoice=NK\nshuffle=BR\n" + head + array + "king::K::e1\n",
		"shuffle=BR\n" + head + array + "king::K::e1\n",
	} {
		_, _, strict := parseDiagram("x", []byte(text), false)
		_, _, err := parseDiagram("x", []byte(text), true)
		avoidable := true
		for line := range strings.Lines(strict.Error()) {
			avoidable = avoidable && strings.Contains(line, "--approximate")
		}
		if avoidable != (err == nil) {
			t.Errorf("%s: %v\nwith --approximate: %v", text, strict, err)
		}
	}
}

func TestDiagramWarnings(t *testing.T) {
	king := "king::K::e1\n"
	for _, test := range []struct{ text, kind, says string }{
		{head + "squareSize=30\n" + array + king, "", ""},
		{head + "colour=3\n" + array + king, "lost", "x:3: colour"},
		{head + "promozone=3\n" + array + king, "lost", "promozone"},
		{head + "shuffle=BR\n" + array + king, "lost", "shuffle"},
		{head + "holdingsType=0\n" + array + king, "", ""},
		{head + array + king + "Rules of the game\n" + "camel::::\n", "text", "x:9:"},
		{head + array + "king::::e1\n", "default-move", "KisO2"},
		{head + array + "king::KisO6::e1\n", "lost", "no castling"},
		{head + array + "monarch::K::e1\n", "royal", "monarch"},
		{head + array + king + "princess::BN::a4\n", "symbol", "letter is"},
		{head + array + king + "camel:CA:::a4\n", "symbol", `"CA"`},
		{head + array + king + "Général:G:N::a4\n", "name", "called g-n-ral"},
		{head + array + king + "guard::ifW::a4\n", "", ""},
		{head + array + king + "guard::WifD::a4\n", "", ""},
		{head + array + king + "camel::::::\n", "", "error"},
		{head + array + king + "camel:::::2\n", "lost", "pieces in hand"},
		{head + "autoGate=1\n" + array + king, "lost", "autoGate"},
		{head + "symmetry=mirror\n" + array + "king::K::e1,,e8\n", "symmetry", "list was taken"},
		{head + "promoChoice=*QN\n" + array + king, "lost", "all are free"},
		{head + "maxPromote=2\npromoChoice=PQ\n" + array + king, "lost", "promotes to itself"},
		{"firstRank=0\nfiles=4\nranks=4\nmaxPromote=0\nking::K::a0\n", "first-rank", "0 for the lowest"},
		{"<div class=idiagram>" + head + array + king + "</div><div class=idiagram>files=3</div>", "several-diagrams", "2 diagrams"},
		{"<p>A draw after 75 moves, and stalemate loses.</p><pre class=idiagram>" + head + array + king + "</pre><p>Stalemate!", "prose", "options n-move, stalemate"},
		{"A game.\n\n" + head + array + king + "\nBlack moves first.", "prose", "x:12: \"Black moves first.\""},
		{"<p>On 75 squares.</p><pre class=idiagram>" + head + array + king + "</pre>", "", ""},
	} {
		v, warnings, err := parseDiagram("x", []byte(test.text), true)
		if _, _, exact := parseDiagram("x", []byte(test.text), false); err == nil && (exact != nil) != (test.kind == "lost") || err == nil && (len(v.Approximates) > 0) != (test.kind == "lost") {
			t.Errorf("%q: error %v without approximation, %q lost with it", test.text, exact, v.Approximates)
		}
		if (err != nil) != (test.says == "error") {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if test.kind == "" {
			if len(warnings) > 0 && err == nil {
				t.Errorf("%q: %v", test.text, warnings)
			}
			continue
		}
		if len(warnings) != 1 || warnings[0].Kind != test.kind || !strings.Contains(warnings[0].String(), test.says) {
			t.Errorf("%q: %v, want one of kind %s with %q", test.text, warnings, test.kind, test.says)
		}
	}
}

// All faults are reported at once.
func TestErrorsComeAtOnce(t *testing.T) {
	_, _, err := parseDiagram("x", []byte("files=8\npromoZone=99\nmaxPromote=1\npromoChoice=NX\nroyal=J\nsymmetry=miror\n"+
		"pawn::::a2,a9\nknight::N%::b1\ncamel:K::e1,,e8\nrook::R::h1:x\nking:K:::e1\ncammel::::a3\n"), false)
	for _, want := range []string{"x:2: promoZone", `x:4: promoChoice: "X"`, `x:5: royal: "J"`, "x:6: symmetry", `x:7: pawn: "a9"`, "x:8: knight: move",
		`x:10: rook: count "x"`, `x:11: king: the ID "K" belongs`, "x:12: cammel: no move"} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A diagram written without warnings reads back as the same game.
func TestDiagramWrite(t *testing.T) {
	games := []*variant.Variant{catalogued(t, "chess"), catalogued(t, "hannibal-manticore")}
	free := catalogued(t, "chess")
	free.Rules.Castling = variant.Castling{Kind: variant.FreeCastling, Partner: "rook"}
	holes := catalogued(t, "chess")
	holes.Holes = []string{"d4", "e5"}
	games = append(games, free, holes)
	for i, v := range games {
		if v.Name == "hannibal-manticore" {
			v.Rules.NMove = 50
		}
		if v.Validate() != nil {
			t.Logf("game %d is not valid here", i)
			continue
		}
		text, warnings, err := writeDiagram(v)
		if err != nil || len(warnings) > 0 {
			t.Errorf("game %d: %v %v\n%s", i, err, warnings, text)
			continue
		}
		again, _, err := parseDiagram("x", text, false)
		if err != nil || again.Hash() != v.Hash() {
			t.Errorf("game %d: %v\n%s", i, err, text)
		}
	}
}

// A diagram loses the same parts of a game in whatever order its pieces are listed.
func TestDiagramOfPiecesInAnyOrder(t *testing.T) {
	ofLine := regexp.MustCompile(`:\d+:`)
	lost := func(v *variant.Variant) (list []string) {
		_, warnings, err := writeDiagram(v)
		testkit.OK(t, err)
		for _, w := range warnings {
			if w.Kind != Reordered {
				list = append(list, ofLine.ReplaceAllString(w.String(), ""))
			}
		}
		slices.Sort(list)
		return list
	}
	rng := rand.New(rand.NewPCG(58, 1))
	for _, name := range variant.Catalogue() {
		v := catalogued(t, name)
		want := lost(v)
		slices.Reverse(v.Pieces)
		testkit.Same(t, name+" from the last piece on", want, lost(v))
		rng.Shuffle(len(v.Pieces), func(i, j int) { v.Pieces[i], v.Pieces[j] = v.Pieces[j], v.Pieces[i] })
		testkit.Same(t, name+" shuffled", want, lost(v))
	}
}

func TestDiagramWriteWarnings(t *testing.T) {
	for _, test := range []struct {
		change func(v *variant.Variant)
		want   string
	}{
		{func(v *variant.Variant) { v.Rules.NMove = 75 }, `rules.n-move: a diagram cannot say "75"; it is read as "50" [lost]`},
		{func(v *variant.Variant) { v.Pieces[0].Pawn = false }, `pawn: a diagram cannot say "pawn = false"; it is read as "pawn = true" [lost]`},
		{func(v *variant.Variant) { v.Pieces[4].Explodes = true }, `queen: a diagram cannot say "explodes = true"; it is read as "explodes = false" [lost]`},
		{func(v *variant.Variant) { v.Pieces[0].Moves[1].FirstRank = 1 }, `pawn: a diagram cannot say "fmWfceF; fmnD, only from its ranks 1 to 2`},
		{func(v *variant.Variant) { v.Pieces[1].Name, v.Rules.Promotions[0].Choices[0] = "hole", "hole" }, "hole: a diagram has no place for the name; it is read as hole-piece [name]"},
		{func(v *variant.Variant) { v.Rules.Promotions[0].OnCapture = true }, `rules.promotion: a diagram cannot say "On the last rank a pawn must promote`},
		{func(v *variant.Variant) {
			v.Rules.Promotions[0].Pieces, v.Rules.Promotions[0].Choices = []string{"knight"}, []string{"queen"}
		}, `the diagram is read back with its pieces, or those of a list, in another order`},
		{func(v *variant.Variant) { v.Rules.Castling.Kind = variant.SwapCastling }, `rules.castling.kind: a diagram cannot say "swap"; it is read as "none" [lost]`},
		{func(v *variant.Variant) { v.Rules.Castling.ASideKingSteps = 3 }, `rules.castling`},
	} {
		v := catalogued(t, "chess")
		test.change(v)
		_, warnings, err := writeDiagram(v)
		if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0].String(), test.want) {
			t.Errorf("%v %v, want %s", err, warnings, test.want)
		}
	}
	uneven := catalogued(t, "chess")
	uneven.Rules.Castling.ASideKingSteps = 3
	if text, _, err := writeDiagram(uneven); err != nil || !strings.Contains(string(text), "KisO2") {
		t.Errorf("%v: castling by 3 squares towards the a-file does not read as by 2:\n%s", err, text)
	}
	if _, _, err := writeDiagram(&variant.Variant{}); err == nil {
		t.Error("an empty game was written")
	}
}

func FuzzDiagram(f *testing.F) {
	block := testkit.Must(os.ReadFile("testdata/hannibal-manticore.txt"))(f)
	f.Add(block)
	f.Add([]byte("<div class=idiagram>" + head + "promoChoice=!P*N\nshuffle=BR\n" + array + "king::KisO2isO3::e1,,d8\nlion::::a4-b6:2\n</div>"))
	f.Add([]byte(head + array + "king:K:K:k:e1\nhole::::d4,e5\ncamel:+C:WifDinN:c:a3"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if v, _, err := parseDiagram("fuzz", data, true); err == nil {
			isKept(t, v, Diagram)
		}
	})
}

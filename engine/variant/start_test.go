package variant

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// Every size gives a game whose file is valid and says the same, with every comment that
// belongs to one of its tables.
func TestPlain(t *testing.T) {
	for files := MinPlain; files <= MaxSide; files++ {
		for ranks := MinPlain; ranks <= MaxSide; ranks++ {
			v := testkit.Must(Plain(files, ranks))(t)
			text := testkit.Must(Begin("my-game", v, nil))(t)
			again, err := Parse("my-game.toml", text)
			if err != nil || again.Files != files || again.Ranks != ranks || again.Hash() != v.Hash() || again.Title != "My game" {
				t.Fatalf("%d x %d: %v\n%s", files, ranks, err, text)
			}
			for _, c := range comments {
				if has, want := strings.Contains(string(text), c.text+"\n"+c.header), c.header != "[rules.castling]" || files >= 8; has != want {
					t.Errorf("%d x %d: comment on %s: %v, want %v", files, ranks, c.header, has, want)
				}
			}
		}
	}
	for size, want := range map[[2]int]string{
		{4, 4}:  "rqkr/pppp/PPPP/RQKR",
		{5, 6}:  "rnqkr/ppppp/5/5/PPPPP/RNQKR",
		{10, 8}: "rnbnqknbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBNQKNBNR",
	} {
		v := testkit.Must(Plain(size[0], size[1]))(t)
		testkit.Same(t, fmt.Sprint(size), want, v.Array)
	}
	chess := testkit.Must(Find("chess"))(t)
	testkit.Same(t, "8 x 8", chess.Hash(), testkit.Must(Plain(8, 8))(t).Hash())
	for _, size := range [][2]int{{3, 8}, {8, 3}, {17, 8}, {8, 17}} {
		_, err := Plain(size[0], size[1])
		testkit.Fails(t, err, "expected 4 to 16 files")
	}
}

// A file begun from a game of the catalogue keeps its comments and its rules.
func TestBeginFromCatalogue(t *testing.T) {
	for _, name := range Catalogue() {
		v := testkit.Must(Find(name))(t)
		text := string(testkit.Must(Begin("my-game", v, CatalogueFile(name)))(t))
		again := testkit.Must(Parse("my-game.toml", []byte(text)))(t)
		_, tables, _ := strings.Cut(string(CatalogueFile(name)), "\n[board]")
		if again.Hash() != v.Hash() || again.Name != "my-game" || again.Author != "" || !strings.HasSuffix(text, tables) {
			t.Errorf("%s begins\n%s", name, text)
		}
	}
	omega := testkit.Must(Find("omega"))(t)
	if text := testkit.Must(Begin("my-game", omega, CatalogueFile("omega")))(t); !strings.Contains(string(text), "\n# The board in the middle") {
		t.Errorf("the comment of the board is lost:\n%s", text)
	}
	// A text that is of another game is not used.
	text := testkit.Must(Begin("my-game", omega, CatalogueFile("chess")))(t)
	testkit.Same(t, "hash", omega.Hash(), testkit.Must(Parse("my-game.toml", text))(t).Hash())
}

func TestBeginNames(t *testing.T) {
	v := testkit.Must(Find("chess"))(t)
	for name, want := range map[string]string{
		"":                      `the name "": expected lower-case words joined by hyphens, at most 40 characters`,
		"zoo.toml":              `the name "zoo.toml": expected lower-case words`,
		"../zoo":                `the name "../zoo": expected lower-case words`,
		strings.Repeat("a", 41): "at most 40 characters",
		"shogi":                 `the name "shogi": a game of the catalogue has it; expected another one`,
	} {
		_, err := Begin(name, v, nil)
		testkit.Fails(t, err, want)
	}
}

func TestSplit(t *testing.T) {
	find := func(name string) *Variant { return testkit.Must(Find(name))(t) }
	v := find("chess")
	for _, test := range []struct{ piece, name, array string }{
		{"knight", "black-knight", "rabqkbar/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"rook", "black-rook", "cabqkbac/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"pawn", "black-pawn", "cabqkbac/dddddddd/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	} {
		name := testkit.Must(v.Split(test.piece, true))(t)
		testkit.Same(t, "name", test.name, name)
		testkit.Same(t, "array", test.array, v.Array)
		testkit.OK(t, v.Validate())
	}
	testkit.Same(t, "partners", []string{"rook", "black-rook"}, v.Rules.Castling.Partners(false))
	testkit.Same(t, "promotions", []Promotion{
		{Pieces: []string{"pawn"}, Side: WhitePromote, Zone: 1, Choices: []string{"knight", "bishop", "rook", "queen"}},
		{Pieces: []string{"black-pawn"}, Side: BlackPromote, Zone: 1, Choices: []string{"black-knight", "bishop", "black-rook", "queen"}},
	}, v.Rules.Promotions)
	again := testkit.Must(Parse("again.toml", v.Encode()))(t)
	testkit.Same(t, "game read again", v.Hash(), again.Hash())

	for _, test := range []struct{ game, piece, text string }{
		{"chess", "king", "it is royal"},
		{"chess", "nite", `chess has no piece "nite"`},
		{"shogi", "silver", "it is a promoted form or has one"},
		{"musketeer", "leopard", "it waits outside the board"},
	} {
		_, err := find(test.game).Split(test.piece, false)
		testkit.Fails(t, err, test.text)
	}
}

// In the catalogue only short-rooks and bent-riders keep kinds that stand nowhere, to be valued
// beside the others.
func TestUnused(t *testing.T) {
	for _, name := range Catalogue() {
		v, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		notes := v.Unused()
		if want := map[string]int{"short-rooks": 4, "bent-riders": 3}[name]; len(notes) != want {
			t.Errorf("%s: %q, want %d", name, notes, want)
		}
		v.Pieces = append(v.Pieces, Piece{Name: "ghost", Symbol: "+@"})
		if want := "ghost: stands nowhere in the array, and nothing promotes to it"; !slices.Contains(v.Unused(), want) {
			t.Errorf("%s: %q, want %s", name, v.Unused(), want)
		}
	}
}

// Each line of names.tsv leads to a game of the catalogue, and no name to two.
func TestForeignNames(t *testing.T) {
	seen := map[string]string{}
	for _, f := range foreignNames() {
		if CatalogueFile(f.game) == nil {
			t.Errorf("%s: there is no game %s", f.name, f.game)
		}
		plain := plainName(f.name)
		if other, ok := seen[plain]; ok {
			t.Errorf("%s stands for %s and %s", f.name, other, f.game)
		}
		seen[plain] = f.game
	}
	for name, want := range map[string]string{
		"kingofthehill": "king-of-the-hill", "King of the Hill": "king-of-the-hill", "3check": "three-check", "Three-check": "three-check",
		"racingkings": "racing-kings", "Racing Kings": "racing-kings", "fischerandom": "chess960", "Fischerandom": "chess960", "Chess960": "chess960",
		"normal": "chess", "Standard": "chess", "From Position": "chess", "falcon": "falcon-chess", "s-chess": "seirawan", "Crazyhouse": "crazyhouse",
		"giveaway": "", "suicide": "", "bughouse": "", "": "",
	} {
		if got, _ := CatalogueName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct{ protocol, game, want string }{
		{"uci", "three-check", "3check"}, {"uci", "chess", "chess"}, {"xboard", "chess", "normal"}, {"xboard", "chess960", "fischerandom"},
		{"uci", "shogi", "shogi"}, {"xboard", "falcon-chess", "falcon"},
	} {
		if got := NameIn(c.protocol, c.game); got != c.want {
			t.Errorf("%s is sent %q for %s, want %q", c.protocol, got, c.game, c.want)
		}
	}
}

// Every move of piecenames.tsv is valid, and names lead to moves.
func TestPieceNames(t *testing.T) {
	for _, cells := range tableRows(pieceNamesTable) {
		if _, err := betza.Parse(cells[1]); err != nil {
			t.Errorf("%s: %v", cells[0], err)
		}
		if _, err := betza.Parse(cells[0]); err == nil {
			t.Errorf("%s is a move string itself", cells[0])
		}
	}
	for name, want := range map[string]string{
		"grasshopper": "gQ", "griffin": "FyafsF", "Dragon Horse": "BW", "falcon": "afafsKafsafzfK", "WAD": "WAD", "manticore": "WyafsW", "Nightrider": "NN",
	} {
		move, _, err := ReadMove(name)
		testkit.OK(t, err)
		testkit.Same(t, name, want, move)
	}
	_, _, err := ReadMove("grashopper")
	testkit.Fails(t, err, `did you mean "grasshopper"?`)
}

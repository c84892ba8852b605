package variant

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// mustParse returns the game in a file of testdata.
func mustParse(t testing.TB, name string) *Variant {
	t.Helper()
	return testkit.Must(Load(filepath.Join("testdata", name)))(t)
}

// mustFind returns a game of the catalogue.
func mustFind(t testing.TB, name string) *Variant {
	t.Helper()
	return testkit.Must(Find(name))(t)
}

func TestParseReadsEveryField(t *testing.T) {
	want := &Variant{
		Name: "every-field", Title: "Every Field", Author: "A. Uthor", Source: "https://example.org",
		Description: "First line.\n\"Second\" line\t\\.\x01\r",
		Files:       10, Ranks: 6, Holes: []string{"a2", "j5"},
		Array: "rmk6r/10/10/10/10/RMK6R", Armies: []string{"Hoplites", "Persians"},
		Look: Look{Points: true, Palaces: []string{"d1-f3"}, River: 3, Men: Discs},
		Pieces: []Piece{
			{Name: "king", Symbol: "K", Moves: []MoveSet{{Betza: "K"}}, Royal: true},
			{Name: "rook", Symbol: "R", MayNotCapture: []string{"king", "queen"}, Moves: []MoveSet{{Betza: "R"}}, Note: "straight", Picture: "siege-tower", Characters: []string{"R", "♜"}},
			{Name: "foot-soldier", Symbol: "M", Pawn: true, Moves: []MoveSet{
				{Betza: "fmW", FirstRank: 1, LastRank: 3},
				{Betza: "fmnD", FirstRank: 2, LastRank: 2, LeavesEnPassant: true},
				{Betza: "fceF"},
			}},
			{Name: "queen", Symbol: "Q", Explodes: true, Moves: []MoveSet{{Betza: "cK"}, {Betza: "mQ", Flying: true}}},
		},
		Rules: Rules{
			NMove: 0, Turn: BlackMovesFirst, Wraps: FilesWrap, Repetition: 5, Stalemate: StalemateLoss, Checkmate: CheckmateDraw, Royals: OneRoyal, InsufficientMaterial: NoMaterialRule, Pass: NoPass,
			Castling: Castling{Kind: SwapCastling, Partner: "rook", OutOfCheck: true},
			Promotions: []Promotion{
				{Pieces: []string{"foot-soldier"}, Side: BlackPromote, Squares: []string{"c1-d1", "a2"}, Zone: 2, Optional: true, Compulsory: 1, Captured: true,
					EmptyPool: EmptyPoolForbidden, Choices: []string{"rook", "queen"}},
				{Pieces: []string{"rook"}, Zone: 1, Choices: []string{"queen"}},
			},
			Gating: Gating{Kind: MusketeerGating, Pieces: []string{"queen"}, Order: Alternating,
				KingFile: true, KingAndPartner: true, BlocksCheck: true, ResetsNMove: true},
			Explosion:        Explosion{Alone: true},
			Capture:          Capture{Then: NoSequel},
			Extinction:       Extinction{Result: EndDraw, Pieces: []string{"rook"}, Count: 1, OpponentCount: 2, Claim: true},
			RepetitionResult: RepetitionWhite, PerpetualCheck: PerpetualLoss, Checks: 5, MustCapture: true,
			Goal: Goal{White: []string{"d6-f6", "a1"}, Black: []string{"e1"}, Pieces: []string{"king", "rook"}, Count: 2,
				Blocked: true, Safe: true, Reply: AnyReply},
		},
		OwnOptions: []OwnOption{{Name: "rook-power", Doc: "How strong the rook is.", Values: []OwnValue{
			{Name: "full", Array: "rmk6r/10/10/10/10/RMK6R",
				Moves:      []PieceMoves{{"rook", []MoveSet{{Betza: "R"}}}},
				Promotions: []Promotion{{Pieces: []string{"rook"}, Zone: 1, Choices: []string{"queen"}}}},
			{Name: "half", Array: "r1k6r/10/10/10/10/R1K6R",
				Moves:      []PieceMoves{{"rook", []MoveSet{{Betza: "R4", FirstRank: 1, LastRank: 3}}}},
				Promotions: []Promotion{{Pieces: []string{"rook"}, Zone: 0, Choices: []string{"queen"}}}},
		}}},
	}
	testkit.Same(t, "every-field.toml", want, mustParse(t, "every-field.toml"))
}

func TestParseFillsInDefaults(t *testing.T) {
	v := mustParse(t, "defaults.toml")
	want := Rules{
		NMove: 50, Turn: WhiteMovesFirst, Wraps: NoWrap, Repetition: 3, Stalemate: StalemateDraw, Checkmate: CheckmateLoss, Royals: OneRoyal, Pass: NoPass, Capture: Capture{Then: NoSequel}, Extinction: Extinction{Result: NoEnd}, RepetitionResult: RepetitionDraw, PerpetualCheck: PerpetualAsRepetition, InsufficientMaterial: BareKings,
		Castling:   Castling{Kind: FastCastling, Partner: "rook", Between: true},
		Promotions: []Promotion{{Pieces: []string{"rook"}, Zone: 1, Choices: []string{"queen"}}},
		Gating:     Gating{Kind: MusketeerGating, Pieces: []string{"queen"}, Order: WhiteFirst},
	}
	testkit.Same(t, "rules", want, v.Rules)
	testkit.Same(t, "king's moves", []MoveSet{{Betza: "K"}}, v.Pieces[0].Moves)
}

func TestParseReadsCastlingThatDiffersBySide(t *testing.T) {
	v := mustParse(t, "a-side-castling.toml")
	want := Castling{Kind: OrthodoxCastling, Partner: "rook", KingSteps: 2, ASidePartner: "queen", ASideKingSteps: 3}
	if got := v.Rules.Castling; !reflect.DeepEqual(got, want) {
		t.Errorf("castling %+v, want %+v", got, want)
	}
	want = Castling{Kind: OrthodoxCastling, Partner: "queen", KingSteps: 3}
	if got := v.Rules.Castling.TowardsA(); !reflect.DeepEqual(got, want) {
		t.Errorf("towards the a-file %+v, want %+v", got, want)
	}
	moves := []MoveSet{{Betza: "K", Area: "a1-h2"}, {Betza: "cvR", RoyalOnly: true}}
	testkit.Same(t, "king's moves", moves, v.Pieces[0].Moves)
}

func TestEncodeRoundTrip(t *testing.T) {
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, name := range Catalogue() {
		files = append(files, filepath.Join("catalogue", name+".toml"))
	}
	for _, file := range files {
		v, err := Load(file)
		if err != nil {
			t.Error(err)
			continue
		}
		checkRoundTrip(t, v)
	}
}

func checkRoundTrip(t *testing.T, v *Variant) {
	t.Helper()
	text := v.Encode()
	again, err := Parse("encoded", text)
	if err != nil {
		t.Fatalf("%v\nin:\n%s", err, text)
	}
	if diff := cmp.Diff(v, again); diff != "" {
		t.Errorf("after Encode and Parse (-before +after):\n%s\nin:\n%s", diff, text)
	}
	if string(again.Encode()) != string(text) {
		t.Error("the second Encode differs from the first")
	}
}

func TestEncodeGolden(t *testing.T) {
	for _, name := range []string{"hannibal-manticore", "al-ces"} {
		testkit.Golden(t, name+".encoded", string(mustFind(t, name).Encode()))
	}
}

func TestErrorsKeepTheirFields(t *testing.T) {
	_, err := Parse("game.toml", []byte("name = \"x\"\n[board]\nfiels = 8\n"))
	var first *toml.FieldError
	if !errors.As(err, &first) {
		t.Fatalf("no *toml.FieldError in %v", err)
	}
	all := err.(toml.Errors)
	at := func(field string) *toml.FieldError {
		for _, e := range all {
			if e.Field == field {
				return e
			}
		}
		t.Fatalf("nothing about %s in:\n%v", field, err)
		return nil
	}
	if e := at("board.fiels"); e.File != "game.toml" || e.Line != 3 || e.Nearest != "files" {
		t.Errorf("board.fiels: %+v", e)
	}
	if e := at("board.ranks"); e.Line != 2 {
		t.Errorf("missing board.ranks is on line %d, want the line of [board], 2", e.Line)
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	long := strings.Repeat("a", 500)
	for _, test := range []struct{ name, file, want string }{
		{"file size", strings.Repeat("#\n", toml.MaxFileSize/2+1), "the file is too long; expected at most 1048576 bytes"},
		{"not UTF-8", "name = \"\xff\"", "the file is not text in UTF-8"},
		{"nested lists", "x = " + deep, "is too long; expected at most 200 characters"},
		{"nested tables", "x = " + strings.Repeat("{a=", 100_000), "is too long; expected at most 200 characters"},
		{"dotted key", strings.Repeat("a.", 100_000) + "a = 1", "is too long; expected at most 200 characters"},
		{"long key", long + " = 1", "is too long; expected at most 200 characters"},
		{"long header", "[" + long + "]", "is too long; expected at most 200 characters"},
		{"many keys", numbered("a%d = 1\n", 10_000+1), ":10001: too many fields; expected at most 10000"},
		{"many tables", strings.Repeat("[[piece]]\n", 10_000+1), ":10000: too many fields"},
		{"many items", "x = [" + strings.Repeat("1,", 10_000+1) + "]", "too many fields"},
		{"pieces", strings.Repeat("[[piece]]\n", MaxPieces+1), "piece: 27 entries; expected at most 26"},
		{"move sets", "[[piece]]\nmore-moves = [" + strings.Repeat("{move=\"K\"},", maxMoveSets+1) + "]", "more-moves: 17 entries; expected at most 16"},
		{"options", strings.Repeat("[[option]]\n", maxOwnOptions+1), "option: 17 entries; expected at most 16"},
		{"values", "[[option]]\n" + numbered("[option.values.v%d]\n", maxOwnValues+1), "option[1].values: 17 values; expected 2 to 16"},
		{"holes", "[board]\nfiles = 2\nranks = 2\nholes = [" + strings.Repeat("\"a1\",", 5) + "]", "board.holes: 5 squares; expected at most 4"},
		{"choices", "[[rules.promotion]]\nchoices = [" + strings.Repeat("\"a\",", MaxPieces+1) + "]", "choices: 27 pieces; expected at most 26"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("big.toml", []byte(test.file))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %.300v\nwant an error with %q", err, test.want)
			}
		})
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestBoardSizeLimits(t *testing.T) {
	for _, side := range []int{2, 16} {
		v := mustParse(t, "smallest.toml")
		v.Files, v.Ranks = side, side
		rooks := strings.Repeat("r", side-1)
		v.Array = "k" + rooks + strings.Repeat(fmt.Sprintf("/%d", side), side-2) + "/K" + strings.ToUpper(rooks)
		if err := v.Validate(); err != nil {
			t.Errorf("%d x %d: %v", side, side, err)
		}
		checkRoundTrip(t, v.Canonical())
	}
}

func TestArray(t *testing.T) {
	const text = "k9/10/2P4N2/K8r"
	a, problems := ReadArray(text, 10, 4)
	if problems != nil || a.String() != text {
		t.Fatal(a, problems)
	}
	if white, black := a.Ranks("K", false), a.Ranks("R", true); !slices.Equal(white, []int{1}) || !slices.Equal(black, []int{4}) {
		t.Error(white, black)
	}
	for text, want := range map[string]string{
		"10/10/10": "3 rows", "10/10/10/9": "9 squares", "10/10/10/KKKKKKKKKKK": "11 squares", "10/10/10/*9": "letter or a number",
		"10/10/10/99999999999999999999": "not 1 to 16", "10/10/10/0K9": "not 1 to 16", "10/10/10/": "0 squares",
	} {
		if _, problems := ReadArray(text, 10, 4); !strings.Contains(strings.Join(problems, "; "), want) {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
}

// A picture beside a game file becomes part of the game; one that does not only draw is an
// error that names the file, its line and the reason.
func TestPictureFiles(t *testing.T) {
	folder := t.TempDir()
	text := testkit.Read(t, "testdata/smallest.toml")
	text = strings.Replace(text, "[[piece]]\n", "[[piece]]\npicture = \"own.svg\"\n", 1)
	path := filepath.Join(folder, "game.toml")
	testkit.Write(t, path, text)
	testkit.Fails(t, testkit.Error(Load(path)), "piece[1].picture", "own.svg", "no such file")
	own := filepath.Join(folder, "own.svg")
	testkit.Write(t, own, `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`)
	testkit.Fails(t, testkit.Error(Load(path)), "game.toml:", "piece[1].picture: "+own+": the element <script> is not allowed")
	testkit.Write(t, own, `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0L9 9"/></svg>`)
	v := testkit.Must(Load(path))(t)
	if !strings.HasPrefix(v.Pieces[0].Picture, "data:image/svg+xml;base64,") {
		t.Fatalf("picture %q", v.Pieces[0].Picture)
	}
	testkit.OK(t, os.Remove(own))
	again := testkit.Must(Parse("again.toml", v.Encode()))(t)
	testkit.Same(t, "picture", v.Pieces[0].Picture, again.Pieces[0].Picture)
	if plain := testkit.Must(Parse("plain.toml", []byte(text)))(t); plain.Pieces[0].Picture != "own.svg" || plain.Hash() != v.Hash() {
		t.Errorf("picture %q without a folder, hashes %s and %s", plain.Pieces[0].Picture, plain.Hash(), v.Hash())
	}
}

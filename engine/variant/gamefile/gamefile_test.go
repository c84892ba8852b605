package gamefile

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// games returns the catalogue, the games used to test the rules, and others of
// Fairy-Stockfish.
func games(t testing.TB) []*variant.Variant {
	t.Helper()
	var list []*variant.Variant
	for _, name := range variant.Catalogue() {
		v := testkit.Must(variant.Find(name))(t)
		list = append(list, v)
	}
	paths, err := filepath.Glob("../../rules/testdata/games/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		v := testkit.Must(variant.Load(path))(t)
		list = append(list, v)
	}
	for _, name := range Sections(testkit.Must(os.ReadFile("builtin.ini"))(t)) {
		if slices.ContainsFunc(list, func(v *variant.Variant) bool { return v.Name == name }) {
			continue
		}
		if v, _, err := ParseINI("", nil, name, false); err == nil {
			list = append(list, v)
		}
	}
	return list
}

// Every format preserves every game, or warns about each loss. The output can be read
// back, or a warning explains why not.
func TestFormatsKeepGamesOrSayWhatIsLost(t *testing.T) {
	for _, v := range games(t) {
		for _, format := range Formats() {
			if problem := roundTrip(v, Format(format)); problem != "" {
				t.Errorf("%s as %s: %s", v.Name, format, problem)
			}
		}
	}
}

// roundTrip writes a game in a format, reads it back and returns the losses that no
// warning mentions.
func roundTrip(v *variant.Variant, format Format) string {
	text, warnings, err := Encode(v, format)
	if err != nil {
		return err.Error()
	}
	f := &File{Path: v.Name, Format: format, data: text}
	again, _, err := f.Parse()
	if err != nil {
		if slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, "cannot be read back") }) {
			return ""
		}
		return fmt.Sprintf("cannot be read: %v\n%s", err, text)
	}
	lost := losses(v.Canonical(), again)
	if len(lost) == 0 && len(warnings) == 0 && again.Hash() != v.Hash() {
		lost = []string{"something: the hash is another"}
	}
	for _, what := range lost {
		named := func(w string) bool {
			item := numbers.ReplaceAllString(strings.Split(w, ": ")[0], "")
			return strings.Contains(w, "[not-kept]") || what == "rules.explosion" && strings.Contains(w, "explodes = true") || item == what || strings.HasPrefix(what+".", item+".") || strings.HasPrefix(item, what+".")
		}
		if !slices.ContainsFunc(warnings, named) {
			return fmt.Sprintf("no warning about %s; there are %q\n%s", what, warnings, text)
		}
	}
	return ""
}

// numbers matches the index of a list item.
var numbers = regexp.MustCompile(`\[\d+\]`)

// losses names the pieces and fields that differ after a round trip, in the terms of the
// warnings. Pieces are identified by their letters.
func losses(v, again *variant.Variant) []string {
	var lost []string
	names := map[string]string{}
	for _, p := range again.Pieces {
		names[p.Name] = p.Symbol
	}
	for i, p := range v.Pieces {
		names[p.Name+" "] = p.Symbol
		at := slices.IndexFunc(again.Pieces, func(q variant.Piece) bool { return q.Symbol == p.Symbol })
		if at < 0 {
			lost = append(lost, p.Name)
			continue
		}
		q := again.Pieces[at]
		q.Note, q.Picture, q.Characters = p.Note, p.Picture, p.Characters
		if !reflect.DeepEqual(q, p) {
			lost = append(lost, v.Pieces[i].Name)
		}
	}
	if again.Array != v.Array || again.Files != v.Files || again.Ranks != v.Ranks {
		lost = append(lost, "board.array")
	}
	if !slices.Equal(slices.Sorted(slices.Values(again.Holes)), slices.Sorted(slices.Values(v.Holes))) {
		lost = append(lost, "board.holes")
	}
	for _, s := range v.Settings() {
		value, ok := again.OptionValues()[s.Name]
		if s.Field == "" || ok && letters(value, names, "") == letters(s.Value, names, " ") {
			continue
		}
		if !ok { // lost with the rule it belongs to
			s.Field = s.Field[:strings.LastIndexByte(s.Field, '.')]
		}
		lost = append(lost, s.Field)
	}
	return lost
}

// letters replaces names of pieces in the value of an option by their letters, sorted:
// lists of choices and promotions are sets.
func letters(value string, names map[string]string, suffix string) string {
	words := strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	for i, word := range words {
		if symbol := names[word+suffix]; symbol != "" {
			words[i] = symbol
		}
	}
	slices.Sort(words)
	return strings.Join(words, ",")
}

// FuzzRoundTrip writes games with changed rules, arrays and moves in every format. All games
// are seeds of the fuzzer; as a test it takes some, because the test of the formats takes all.
func FuzzRoundTrip(f *testing.F) {
	all := testkit.Long() || flag.Lookup("test.fuzz").Value.String() != ""
	for i, v := range games(f) {
		if all || i%10 == 0 {
			f.Add(v.Encode())
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := variant.Parse("fuzz.toml", data)
		if err != nil {
			return
		}
		if _, err := rules.Compile(v); err != nil {
			return
		}
		for _, format := range Formats() {
			isKept(t, v, Format(format))
		}
	})
}

// isKept fails unless a game is valid and is read back as it was from a text that is written without
// warnings.
func isKept(t *testing.T, v *variant.Variant, format Format) {
	if err := v.Validate(); err != nil {
		t.Fatalf("not valid: %v", err)
	}
	text, warnings, err := Encode(v, format)
	testkit.OK(t, err)
	again, _, err := (&File{Path: v.Name, Format: format, Section: v.Name, data: text}).Parse()
	if len(warnings) == 0 && (err != nil || again.Hash() != v.Hash()) {
		t.Fatalf("%s is not kept: %v\n%s", format, err, text)
	}
	if game, err := rules.Compile(v); err == nil {
		game.NewPosition().Moves(nil)
	}
}

// A name denotes a game of the catalogue, a file, or a section of a file.
func TestRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "two.ini")
	testkit.OK(t, os.WriteFile(path, []byte("[a:chess]\nnMoveRule = 60\n[b:grand]\n"), 0o666))
	if v, _, err := Read("", path+"#a", false); err != nil || v.Rules.NMove != 60 {
		t.Error(v, err)
	}
	if _, _, err := Read("", path, false); err == nil || !strings.Contains(err.Error(), "which section") {
		t.Error(err)
	}
	if v, _, err := Read(folder, "two.ini#a", false); err != nil || v.Rules.NMove != 60 {
		t.Error(v, err)
	}
	if v, _, err := Read(folder, "grand", false); err != nil || v.Name != "grand" {
		t.Error(v, err)
	}
	if _, _, err := Read(folder, "gran", false); err == nil || !strings.Contains(err.Error(), "did you mean") {
		t.Error(err)
	}
	if v, _, err := Read("", "grand", false); err != nil || v.Name != "grand" {
		t.Error(v, err)
	}
	if _, _, err := Read("", "/dev/zero", false); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Error(err)
	}
}

// For these games a round trip through variants.ini preserves the rules, apart from names
// and the order of pieces and choices.
func TestGamesThatSectionsKeep(t *testing.T) {
	kept := strings.Fields(`antichess atomic cannon-chess capablanca chess courier crazyhouse minishogi shako short-rooks spartan three-check
		amazon atomiczh breakthrough centaur codrus coregal extinction giveaway kinglet kyotoshogi maharajah2 microshogi
		passing-chess perfect suicide threekings twokings`)
	for _, v := range games(t) {
		i := slices.Index(kept, v.Name)
		if i < 0 {
			continue
		}
		kept = slices.Delete(kept, i, i+1)
		text, warnings, err := Encode(v, INI)
		testkit.OK(t, err)
		for _, w := range warnings {
			if !strings.HasSuffix(w, "[name]") {
				t.Errorf("%s: %s\n%s", v.Name, w, text)
			}
		}
		again, _, err := (&File{Path: v.Name, Format: INI, data: text}).Parse()
		testkit.OK(t, err)
		if lost := losses(v.Canonical(), again); len(lost) > 0 && len(warnings) == 0 {
			t.Errorf("%s: lost %q\n%s", v.Name, lost, text)
		}
	}
	if len(kept) > 0 {
		t.Errorf("no games %q", kept)
	}
}

func TestOpen(t *testing.T) {
	const twoSections = "[one:chess]\n[two:chess]\n"
	for _, test := range []struct {
		file, text, section string
		format              Format
		gameFile            bool
		sections            []string
	}{
		{"game.toml", "nonsense", "", TOML, true, []string{""}},
		{"game", "nonsense", "", TOML, false, []string{""}},
		{"game", "# a comment\n[board]\n", "", TOML, false, []string{""}},
		{"page.html", "", "", Diagram, false, []string{""}},
		{"text", "files=8\n", "", Diagram, false, []string{""}},
		{"list", twoSections, "", INI, false, []string{"one", "two"}},
		{"list.ini", twoSections, "two", INI, false, []string{"two"}},
	} {
		path := filepath.Join(t.TempDir(), test.file)
		testkit.OK(t, os.WriteFile(path, []byte(test.text), 0o666))
		name := path
		if test.section != "" {
			name += "#" + test.section
		}
		f, err := Open(name)
		if err != nil {
			t.Errorf("%s: %v", test.file, err)
			continue
		}
		if f.Path != path || f.Format != test.format || f.IsGameFile() != test.gameFile || !slices.Equal(f.Sections(), test.sections) {
			t.Errorf("%s %q: path %s, format %s, game file %v, sections %q", test.file, test.text, f.Path, f.Format, f.IsGameFile(), f.Sections())
		}
	}
	for _, name := range []string{"", "chess", "/nowhere/x.toml"} {
		if _, err := Open(name); err == nil {
			t.Errorf("no error for %q", name)
		}
	}
}

// Texts that are no games of either format: the table and those that are too large for it.
func TestErrors(t *testing.T) {
	type faulty struct{ format, text, want string }
	list := []faulty{
		{"ini", strings.Repeat("[x]\n", 2001), "too many sections"},
		{"ini", "[a]\n" + strings.Repeat("k\n", 600), "too many lines"},
		{"ini", "[a]\n" + strings.Repeat("x", 10<<20), "x: the file is too long; expected at most 1048576 bytes"},
		{"ini", "[a]\n\xff", "not text in UTF-8"},
		{"diagram", strings.Repeat("a", 1<<20+1), "x: the file is too long; expected at most 1048576 bytes"},
		{"diagram", "\xff", "not text in UTF-8"},
		{"diagram", strings.Repeat("files=8\n", 300), "more than 200 parameters"},
	}
	for _, row := range testkit.TSV(t, "testdata", "errors.tsv") {
		list = append(list, faulty{row["format"], strings.ReplaceAll(row["text"], `\n`, "\n"), row["error"]})
	}
	for _, test := range list {
		v, _, err := parseDiagram("x", []byte(test.text), false)
		if test.format == "ini" {
			v, _, err = ParseINI("x", []byte(test.text), "a", false)
		}
		if err == nil || v != nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.60q: %v, want %q", test.format, test.text, err, test.want)
		}
	}
	if _, _, err := ParseINI("x", nil, "", false); err == nil {
		t.Error("no section is no fault")
	}
	if Sections([]byte(strings.Repeat("x", 10<<20))) != nil {
		t.Error("sections of a file that is too long")
	}
}

// A game file is recognised by its tables unless its name is that of a page or a variants.ini.
func TestFormatOf(t *testing.T) {
	game := "name = \"zoo\"\n[board]\nfiles=5\nranks=5\n"
	for _, c := range []struct {
		path, text string
		want       Format
	}{
		{"zoo.toml", "files=5", TOML}, {"zoo.toml.txt", game, TOML}, {"zoo", game, TOML}, {"", "[[ piece ]]\nfiles=5\n", TOML},
		{"zoo.txt", "files=5\nranks=5\n", Diagram}, {"", "files=5\n", Diagram}, {"zoo.html", game, Diagram}, {"zoo.ini", game, INI},
		{"", "[x:chess]\n", INI}, {"", "knight:N:N:knight:b1,g1\n", Diagram},
	} {
		testkit.Same(t, c.path+" "+c.text, c.want, formatOf(c.path, []byte(c.text)))
	}
}

package variant_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// FuzzParse checks that every file yields errors or a game that survives a round trip and
// can be compiled or is refused.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.toml")
	more, _ := filepath.Glob("catalogue/*.toml")
	for _, file := range append(files, more...) {
		data := testkit.Must(os.ReadFile(file))(f)
		f.Add(data)
	}
	f.Add([]byte("x = [{a = '''\n'''''}, \"\"\"\\\"\"\"\"\"] # end\n[[a.b]]\n[a.b.\"c d\"]\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := variant.Parse("fuzz.toml", data)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without a message")
			}
			return
		}
		if err := v.Validate(); err != nil {
			t.Fatalf("not valid: %v", err)
		}
		if v.Hash() != v.Clone().Hash() {
			t.Error("the hash of a copy differs")
		}
		text := v.Encode()
		again, err := variant.Parse("encoded", text)
		if err != nil {
			t.Fatalf("%v\nin:\n%s", err, text)
		}
		if diff := cmp.Diff(v, again); diff != "" {
			t.Fatalf("after Encode and Parse (-before +after):\n%s\nin:\n%s", diff, text)
		}
		game, err := rules.Compile(v)
		if err != nil {
			return
		}
		game.NewPosition().Moves(nil)
	})
}

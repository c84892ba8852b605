package variant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

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

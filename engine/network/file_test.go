package network

import (
	"bestiary/engine/rules/rulestest"
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func saved(t testing.TB, n *Network) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "net")
	if err := n.Save(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestFilesAreReadAsWritten(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		g := rulestest.Game(t, name)
		n := scribbled(t, g, 1)
		n.Origin = Origin{Command: "a", Seed: 1, Games: 2, Positions: 3, Epochs: 4}
		n.Terms = "0123456789ab"
		n, err := New(g, n.Parameters)
		if err != nil {
			t.Fatal(err)
		}
		data := saved(t, n)
		if !IsFile(data) || IsFile(data[1:]) {
			t.Errorf("%s: recognised: %v, from its second byte: %v", name, IsFile(data), IsFile(data[1:]))
		}
		again, err := Parse(data, g)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(n.Parameters, again.Parameters) || n.Hash() != again.Hash() {
			t.Errorf("%s: read otherwise than written", name)
		}
	}
}

// resigned replaces the checksum.
func resigned(data []byte) []byte { return signed(bytes.Clone(data[:len(data)-sha256.Size])) }

func TestFaultyFiles(t *testing.T) {
	g := rulestest.Game(t, "chess")
	good := saved(t, scribbled(t, g, 1))
	replaced := func(old, new string) []byte { return resigned(bytes.Replace(good, []byte(old), []byte(new), 1)) }
	weights := bytes.IndexByte(good[len(magic):], '\n') + len(magic) + 1
	high := bytes.Clone(good)
	high[weights+1] = 0x7F
	for _, c := range []struct {
		what string
		data []byte
		want string
	}{
		{"empty", nil, "first line"},
		{"another version", replaced("network 2", "network 1"), "first line"},
		{"no second line", good[:len(magic)+10], "cut short"},
		{"no JSON", replaced("{", "["), "second line"},
		{"another game", replaced(g.Variant.Hash(), "0123456789ab"), `made for chess with rules "0123456789ab"`},
		{"other sizes", replaced(`"hidden":32`, `"hidden":64`), "936 inputs and 64 accumulators, expected 936 and 32"},
		{"cut short", good[:len(good)-1], "bytes after the second line"},
		{"a flipped bit", high, "SHA-256"},
		{"too large a weight", resigned(high), "weight of inputs 0 is"},
		{"no scale", replaced(`"scale":300`, `"scale":0`), "scale is 0, expected 1 to 10000"},
	} {
		if _, err := Parse(c.data, g); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	g := rulestest.Game(f, "chess")
	good := saved(f, scribbled(f, g, 1))
	f.Add(good)
	f.Add(good[:200])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > sha256.Size {
			data = resigned(data) // the checksum must not be the reason for the error
		}
		n, err := Parse(data, g)
		if err != nil {
			return
		}
		if p := g.NewPosition(); n.NewAccumulators().Score(p, nil) != n.Score(p) {
			t.Error("two scores")
		}
	})
}

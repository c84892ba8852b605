package protocol

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Both protocols say once with which weights they play: again for another game, other weights or
// without the network.
func TestPlaying(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	testkit.OK(t, v.SetRule("rules.castling.kind", "none"))
	v.Name = "changed"
	changed, file := testkit.File(t, "changed.toml", string(v.Encode())), filepath.Join(t.TempDir(), "weights.toml")
	g := testkit.Must(rules.Compile(testkit.Must(variant.Find("chess"))(t)))(t)
	w := eval.Prior(g)
	w.SetMaterial(g.Types()[1], 1, 2)
	testkit.OK(t, w.Save(file, g))
	lines := regexp.MustCompile(`(?m)^(?:info string|#) the engine plays (.*)$`)
	network := "chess with a network and " + eval.TunedWords
	for _, c := range []struct {
		protocol Protocol
		changed  string
		first    []string // XBoard has no option for the network
		in       string
	}{
		{UCI, "", []string{network, "chess with " + eval.TunedWords}, "isready\nposition startpos\ngo depth 1\nsetoption name UCI_Variant value chess\nisready\n" +
			"setoption name Use NNUE value false\nisready\nsetoption name EvalFile value " + file + "\ngo depth 1\n" +
			"setoption name EvalFile value\nsetoption name VariantPath value " + changed + "\n" +
			"setoption name UCI_Variant value changed\nucinewgame\n"},
		{XBoard, "a network and ", []string{network}, "new\nsd 1\ngo\nnew\ngo\noption EvalFile=" + file + "\ngo\noption EvalFile=\n" +
			"option VariantPath=" + changed + "\nvariant changed\ngo\n"},
	} {
		var out bytes.Buffer
		testkit.OK(t, c.protocol.Run(strings.NewReader(c.in), &out, Config{}))
		var got []string
		for _, m := range lines.FindAllStringSubmatch(out.String(), -1) {
			got = append(got, m[1])
		}
		testkit.Same(t, c.protocol.Name, append(c.first, "chess with weights from another source", "changed with "+c.changed+"the tuned weights of chess, a game with all its pieces"), got)
	}
}

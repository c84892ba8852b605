package rules

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// Each form of other programs is read, and those with a name are written back.
func TestFENDialects(t *testing.T) {
	written := map[string]bool{}
	for _, row := range testkit.TSV(t, "testdata", "fendialects.tsv") {
		dialect, foreign, ours := row["dialect"], row["foreign"], row["ours"]
		p, err := gameWith(t, row["game"]).ParseFEN(foreign)
		if err != nil {
			t.Error(err)
			continue
		}
		testkit.Same(t, foreign, ours, p.FEN())
		if dialect != "-" {
			written[dialect] = true
			testkit.Same(t, ours+" in "+dialect, foreign, testkit.Must(p.FENIn(dialect))(t))
		}
	}
	for _, name := range FENDialects() {
		if !written[name] {
			t.Errorf("the dialect %s has no example", name)
		}
	}
	_, err := gameWith(t, "chess").NewPosition().FENIn("lichss")
	testkit.Fails(t, err, `unknown dialect "lichss", expected one of sfen, lichess, shredder; did you mean "lichess"?`)
}

func TestMoveDialects(t *testing.T) {
	for _, row := range testkit.TSV(t, "testdata", "movedialects.tsv") {
		g := gameWith(t, row["game"])
		p := g.NewPosition()
		if row["position"] != "-" {
			p = parsed(t, g, row["position"])
		}
		m, err := p.ReadMove(row["foreign"])
		if want, ok := strings.CutPrefix(row["ours"], "error: "); ok {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: error is %v, want one with %q", row["game"], row["foreign"], err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row["game"], err)
			continue
		}
		testkit.Same(t, row["game"]+" "+row["foreign"], row["ours"], p.Game().MoveText(m))
	}
}

package opening

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

const labelled = "# a comment\n" +
	"4k3/8/8/8/8/8/PP6/4K3 w - - 0 30 [1.0]\n\n" +
	"4k3/8/8/8/8/8/1P6/4K3 b - - 0 31 1-0\n" + // may follow the one before
	"4k3/8/8/8/8/8/1P6/4K3 b - - 4 40 0-1\n" + // the rules see the same position
	"4k3/8/8/8/8/8/8/3QK3 w - - 0 31 1-0\n" + // may follow
	"4k3/8/8/8/8/8/PPP5/4K3 w - - 0 32 1-0\n" + // more pieces
	"4k3/8/8/8/8/8/PP6/3K4 w - - 0 9 1-0\n" + // an earlier move
	"4k3/8/8/8/8/8/1P6/3K4 w - - 0 10 0-1\n" // another result

func TestLabelled(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := FromBook(filepath.Join(t.TempDir(), "set.epd"))
	read := func(text string) (list []store.Record, n Labels, fault error) {
		testkit.OK(t, os.WriteFile(cfg.Path, []byte(text), 0o600))
		for rec, err := range Labelled(g, &cfg, &n) {
			if fault = err; err == nil {
				list = append(list, rec)
			}
		}
		return list, n, fault
	}
	list, n, err := read("\ufeff" + labelled)
	testkit.OK(t, err)
	testkit.Same(t, "counts", Labels{Positions: 6, Repeated: 1}, n)
	var names []string
	for _, rec := range list {
		names = append(names, rec.Name()+" "+rec.Result.String())
	}
	testkit.Same(t, "records", "1.0.0 1-0, 1.0.1 1-0, 1.0.2 1-0, 1.1.0 1-0, 1.2.0 1-0, 1.3.0 0-1", strings.Join(names, ", "))
	if rec := list[1]; rec.Reason != store.Labelled || rec.Result != rules.WhiteWins || len(rec.Moves) > 0 ||
		rec.FEN != "4k3/8/8/8/8/8/1P6/4K3 b - - 0 31" {
		t.Errorf("the second record is %+v", rec)
	}
	for _, fault := range []struct{ line, want string }{
		{"4k3/8/8/8/8/8/4K3 w - - 0 1 1-0", ":10: FEN "},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", ":10: label: found none, expected"},
		{`4k3/8/8/8/8/8/8/4K3 w - - c9 "1-0"; [0.5]`, ":10: label: found 1-0 and 0.5, expected one"},
	} {
		cfg.SkipBad, cfg.Bad = false, nil
		_, _, err := read(labelled + fault.line + "\n" + labelled)
		testkit.Fails(t, err, cfg.Path+fault.want)
		var told error
		cfg.SkipBad, cfg.Bad = true, func(err error) { told = err }
		_, n, err := read(labelled + fault.line + "\n" + labelled)
		testkit.OK(t, err)
		testkit.Fails(t, told, cfg.Path+fault.want)
		testkit.Same(t, fault.line, Labels{Positions: 6, Repeated: 8, Bad: 1}, n)
	}
	cfg.Path += ".missing"
	for _, err := range Labelled(g, &cfg, &n) {
		testkit.Fails(t, err, "labelled positions: ")
	}
}

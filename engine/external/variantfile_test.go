//go:build unix

package external

import (
	"bestiary/engine/rules/rulestest"
	"context"
	"os"
	"strings"
	"testing"
)

func TestVariantFile(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "cannon-chess")
	config := fakeConfig(UCI, "")
	config.VariantFile = true
	var log transcript
	config.Log = &log
	e := start(t, config, g)
	path := e.ini
	sent := strings.Join(log.take(), "|")
	want := "uci|setoption name VariantPath value " + path + "|uci|setoption name UCI_Variant value bestiary-game|isready|position fen "
	if !strings.HasPrefix(sent, want) {
		t.Errorf("sent %s\nwant %s", sent, want)
	}
	if n := strings.Count(sent, "go perft 1"); n < 16 {
		t.Errorf("moves were compared in %d positions", n)
	}
	play(t, e, g, "", 20)
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the variant file is still there: %v", err)
	}
}

func TestVariantFileFaults(t *testing.T) {
	t.Parallel()
	config := fakeConfig(UCI, "misread")
	config.VariantFile = true
	_, err := Start(context.Background(), config, rulestest.Game(t, "cannon-chess"))
	checkFault(t, err, WrongGame, "reads the variant file as another game: in rncbqkbcnr/pppppppppp/", "")

	config = fakeConfig(UCI, "chess-only")
	config.VariantFile = true
	_, err = Start(context.Background(), config, rulestest.Game(t, "cannon-chess"))
	checkFault(t, err, WrongGame, "has no option VariantPath", "")

	_, err = Start(context.Background(), config, rulestest.Game(t, "falcon-chess"))
	want := ": a variants.ini cannot describe falcon-chess without loss of rules.castling.kind"
	if err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error is %v, want …%s", err, want)
	}
}

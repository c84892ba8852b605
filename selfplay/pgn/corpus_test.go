package pgn

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/testkit"
)

// corpusReaders read a text of each kind and return it in our spelling. A game may have a position
// behind its name. They are called as the commands call them.
var corpusReaders = map[string]func(t *testing.T, game, text string) (string, error){
	"move": func(t *testing.T, game, text string) (string, error) {
		p := corpusPosition(t, game)
		m, err := p.ReadMove(text)
		if err != nil {
			return "", err
		}
		return p.Game().MoveText(m), nil
	},
	"fen": func(t *testing.T, game, text string) (string, error) {
		return fenOf(rulestest.Game(t, game).ParseFEN(text))
	},
	"epd": func(t *testing.T, game, text string) (string, error) {
		return fenOf(rulestest.Game(t, game).ParseEPD(text))
	},
	"labelled": func(t *testing.T, game, text string) (string, error) {
		p, result, err := rulestest.Game(t, game).ParseLabelled(text)
		if err != nil {
			return "", err
		}
		return p.FEN() + " " + result.String(), nil
	},
	"pgn": readCorpusGame,
	"name": func(_ *testing.T, _, text string) (string, error) {
		if name, ok := variant.CatalogueName(text); ok {
			return name, nil
		}
		return "", fmt.Errorf("unknown name")
	},
	"piece":   sameMoves,
	"betza":   sameMoves,
	"ini":     differences,
	"diagram": differences,
}

func corpusPosition(t *testing.T, game string) *rules.Position {
	name, from, _ := strings.Cut(game, " ")
	p := rulestest.Game(t, name).NewPosition()
	if strings.HasPrefix(from, "moves ") {
		from = p.FEN() + " " + from
	}
	if from != "" {
		p = testkit.Must(p.Game().ParseFEN(from))(t)
	}
	return p
}

func fenOf(p *rules.Position, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return p.FEN(), nil
}

// readCorpusGame returns the name, the moves and the result of each game of a file.
func readCorpusGame(t *testing.T, _, text string) (string, error) {
	tag, err := Variant(strings.NewReader(text))
	if err != nil {
		return "", err
	}
	name := GameName(tag)
	if !slices.Contains(variant.Catalogue(), name) {
		return "", fmt.Errorf("the tag Variant is %q", name)
	}
	var games []string
	for reader := NewReader(strings.NewReader(text), "x.pgn", rulestest.Game(t, name)); ; {
		r, err := reader.Next()
		if err == io.EOF {
			return strings.Join(games, " | "), nil
		}
		if err != nil {
			return "", err
		}
		games = append(games, strings.Join(append(append([]string{name}, r.Moves...), r.Result.String()), " "))
	}
}

// sameMoves returns the move string in the column game if a text has the same moves, and otherwise the
// text's own.
func sameMoves(t *testing.T, ours, text string) (string, error) {
	move, _, err := variant.ReadMove(text)
	if err != nil {
		return "", err
	}
	if e, err := betza.Parse(ours); err == nil && e.Key() == testkit.Must(betza.Parse(move))(t).Key() {
		return ours, nil
	}
	return move, nil
}

// differences lists the fields in which the game of a file differs from one of the catalogue, and the
// kinds of warnings.
func differences(t *testing.T, game, text string) (string, error) {
	path := "x.html"
	if strings.HasPrefix(text, "[") {
		path = "x.ini"
	}
	f := gamefile.New(path, []byte(text))
	if path == "x.ini" {
		f.Section = f.Sections()[0]
	}
	v, warnings, err := f.Parse()
	if err != nil {
		return "", err
	}
	list := []string{}
	for _, d := range rulestest.Game(t, game).Variant.Differences(v) {
		list = append(list, d.Field+": "+d.Other)
	}
	for _, w := range warnings {
		list = append(list, w[strings.LastIndexByte(w, '['):])
	}
	return strings.Join(list, "; "), nil
}

// Texts of other programs and people come out right, or are refused with the reason.
func TestCorpus(t *testing.T) {
	n := 0
	for _, row := range testkit.TSV(t, "testdata", "corpus.tsv") {
		n++
		text := strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\ufeff`, "\ufeff").Replace(row["text"])
		got, err := corpusReaders[row["kind"]](t, row["game"], text)
		want, refused := strings.CutPrefix(row["ours"], "error: ")
		if refused && err != nil && strings.Contains(err.Error(), want) {
			continue
		}
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != row["ours"] {
			t.Errorf("%s\t%s\t%s\n\t got %s\n\twant %s", row["kind"], row["game"], row["text"], got, row["ours"])
		}
	}
	if n < 150 {
		t.Errorf("%d texts, want 150", n)
	}
}

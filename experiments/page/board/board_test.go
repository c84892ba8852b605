package board

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/betza"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/testkit"
)

// Every picture of the catalogue is well-formed and reproducible.
func TestCatalogueIsDrawn(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		pictures := map[string]func() []byte{"board": func() []byte { return Position(g, 0).SVG }}
		for _, p := range g.Variant.Pieces {
			pictures[p.Name] = func() []byte { return moves(t, g, p) }
		}
		for title, draw := range pictures {
			picture := draw()
			if !bytes.Equal(picture, draw()) {
				t.Errorf("%s: %s is drawn in two ways", name, title)
			}
			checkXML(t, name+" "+title, picture)
		}
	}
}

func TestGoldenPictures(t *testing.T) {
	shogi := rulestest.Game(t, "shogi")
	pictures := map[string][]byte{"hannibal-manticore.svg": Position(rulestest.Game(t, "hannibal-manticore"), 0).SVG,
		"xiangqi.svg":       Position(rulestest.Game(t, "xiangqi"), 0).SVG,
		"shogi-letters.svg": Card(shogi, Options{Faces: pieces.ByName(shogi.Variant, pieces.Letters(shogi.Variant))}, nil).SVG}
	for _, choice := range []struct{ game, piece string }{
		{"chess", "pawn"}, {"hannibal-manticore", "manticore"}, {"hannibal-manticore", "falcon"},
		{"al-ces", "cannon"}, {"al-ces", "assassin"}, {"al-ces", "gold-general"},
		{"herculean", "flying-chariot"}, {"herculean", "flying-bishop"}, {"herculean", "ninja-pawn"},
	} {
		g := rulestest.Game(t, choice.game)
		for _, p := range g.Variant.Pieces {
			if p.Name == choice.piece {
				pictures[p.Name+".svg"] = moves(t, g, p)
			}
		}
	}
	for name, picture := range pictures {
		testkit.Golden(t, name, picture)
	}
}

// Pictures for a phone fit its width, and letters on scaled boards stay legible.
func TestNarrowPictures(t *testing.T) {
	width := regexp.MustCompile(`^<svg [^>]*width="(\d+)"`)
	for _, name := range variant.Catalogue() {
		list := testkit.Must(Pictures(rulestest.Game(t, name), Options{Width: 358, Brief: true, Captions: map[string]string{"rook": "5.00 (4.80 to 5.20)"}}))(t)
		for _, p := range list {
			checkXML(t, name+" "+p.Name, p.SVG)
			if w, err := strconv.Atoi(string(width.FindSubmatch(p.SVG)[1])); err != nil || w > 358 {
				t.Errorf("%s, %s: %d pixels wide, error %v", name, p.Name, w, err)
			}
			if p.Name == "piece-rook" && (!bytes.Contains(p.SVG, []byte(">5.00 (4.80 to 5.20)<")) || !strings.Contains(p.Alt, "5.00 (4.80 to 5.20)")) {
				t.Errorf("%s: the rook's value is missing", name)
			}
		}
	}
}

// Text from a game file cannot break a picture.
// The title of a narrow picture wraps, and a description names both armies where they differ.
func TestTitlesAndDescriptions(t *testing.T) {
	long := testkit.Must(Moves(variant.Piece{Name: "wooden-horse", Symbol: "H", Moves: []variant.MoveSet{{Betza: "fN"}}}, 8, Options{Width: 166, Brief: true}))(t)
	if n := strings.Count(string(long.SVG), `font-weight="bold"`); n != 2 {
		t.Errorf("the title has %d lines, want 2", n)
	}
	for name, black := range map[string]bool{"chess": false, "spartan": true} {
		alt := Position(rulestest.Game(t, name), 0).Alt
		if !strings.Contains(alt, "White on rank 1: ") || strings.Contains(alt, "Black on rank 8: ") != black {
			t.Errorf("%s: %s", name, alt)
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	picture := moves(t, rulestest.Game(t, "chess"), variant.Piece{Name: "elk", Symbol: "E", Moves: []variant.MoveSet{{Betza: "W"}}, Note: `<script>"&'</script>`})
	checkXML(t, "elk", picture)
	if bytes.Contains(picture, []byte("<script>")) {
		t.Error("the note is not escaped")
	}
}

func TestMoveStringErrors(t *testing.T) {
	if _, err := Moves(variant.Piece{Name: "elk", Symbol: "E", Moves: []variant.MoveSet{{Betza: "W#"}}}, 8, Options{}); err == nil {
		t.Error("no error for a move string that is none")
	}
}

// The paths of bent moves, and only those, are drawn.
func TestBentSteps(t *testing.T) {
	for _, test := range []struct {
		betza string
		bent  int // steps up to two squares away
	}{
		{"Q", 0}, {"N", 0}, {"RpafW", 0},
		{"[W-F]", 12},  // four first steps with two second ones each
		{"WyafsW", 12}, // the same, and on
	} {
		e := testkit.Must(betza.Parse(test.betza))(t)
		bent := 0
		for s, is := range reachOf(nil, Move{Expression: e}).Steps {
			if is && Distance(s.To) <= 2 {
				bent++
			}
		}
		if bent != test.bent {
			t.Errorf("%s: %d steps of bent ways, want %d", test.betza, bent, test.bent)
		}
	}
}

func moves(t *testing.T, g *rules.Game, p variant.Piece) []byte {
	t.Helper()
	picture := testkit.Must(Moves(p, g.Ranks(), Options{}))(t)
	return picture.SVG
}

func checkXML(t *testing.T, name string, picture []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		switch _, err := d.Token(); err {
		case nil:
		case io.EOF:
			return
		default:
			t.Fatalf("%s: %v", name, err)
		}
	}
}

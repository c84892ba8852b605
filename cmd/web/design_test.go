package web

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// designOf returns a game as a design that changes nothing.
func designOf(t *testing.T, a *API, name string) Design {
	t.Helper()
	ref := GameRef{Name: name}
	g, p := call[Game](t, a, "game", ref), call[Position](t, a, "position", Place{Game: ref})
	d := Design{Game: ref, Title: g.Title, Files: g.Files, Ranks: g.Ranks, Holes: g.Holes, Pieces: p.Pieces}
	for i, piece := range g.Pieces {
		d.Kinds = append(d.Kinds, Kind{From: i, Name: piece.Name, Symbol: piece.Symbol, Royal: piece.Royal, Pawn: piece.Pawn, Waits: piece.Waits})
	}
	return d
}

// designed returns the game of a design.
func designed(t *testing.T, a *API, d Design) *variant.Variant {
	t.Helper()
	return testkit.Must(variant.Parse("game.toml", []byte(call[map[string]string](t, a, "design", d)["text"])))(t)
}

// A design that changes nothing has the rules of its game.
func TestDesignOfEveryGame(t *testing.T) {
	a := &API{}
	for _, name := range testkit.Choose([]string{"chess", "hannibal-manticore", "crazyhouse", "omega", "shogi", "herculean", "musketeer"}, variant.Catalogue()) {
		if got, want := designed(t, a, designOf(t, a, name)), testkit.Must(variant.Find(name))(t); got.Hash() != want.Hash() {
			t.Errorf("%s: other rules:\n%s", name, got.Encode())
		}
	}
}

// A board becomes larger, kinds come, go and get other names, and rules follow.
func TestDesign(t *testing.T) {
	a := &API{}
	d := designOf(t, a, "chess")
	d.Title, d.Files, d.Holes, d.Rules = "My Zoo", 10, []string{"j1", "p9"}, []string{"stalemate=loss"}
	d.Kinds[1].Name, d.Kinds[1].Symbol, d.Kinds[1].Betza = "camel", "C", "L"
	d.Kinds = append(d.Kinds, Kind{From: -1, Name: "champion", Symbol: "H", Betza: "WAD"})
	d.Pieces = append(d.Pieces, Stone{"i1", 6, false}, Stone{"i8", 6, true}, Stone{"j1", 6, false})
	v := designed(t, a, d)
	if v.Name != "my-zoo" || v.Array != "rcbqkbcrh1/pppppppp2/10/10/10/10/PPPPPPPP2/RCBQKBCRH1" || len(v.Holes) != 1 || v.Rules.Stalemate != variant.StalemateLoss ||
		v.Description != "Begun from Chess." {
		t.Errorf("%s", v.Encode())
	}
	if text := string(v.Encode()); strings.Contains(text, "knight") || !strings.Contains(text, `"camel"`) {
		t.Errorf("the rules do not follow the name:\n%s", text)
	}
	own := d // a game of one's own keeps what is said of it
	own.Game = GameRef{Text: strings.Replace(string(v.Encode()), `description = "Begun from Chess."`, `description = "Mine."`, 1)}
	own.Title, own.Kinds = "Other", designOf(t, a, "chess").Kinds
	own.Kinds = append(own.Kinds, Kind{From: 6, Name: "champion", Symbol: "H"})
	if v := designed(t, a, own); v.Title != "Other" || v.Description != "Mine." {
		t.Errorf("%q, %q", v.Title, v.Description)
	}
	d.Kinds[6].Waits, d.Pieces = 2, d.Pieces[:len(d.Pieces)-3]
	if v := designed(t, a, d); v.Rules.Gating.Kind != variant.MusketeerGating || strings.Join(v.Rules.Gating.Pieces, " ") != "champion champion" {
		t.Errorf("waiting: %+v", v.Rules.Gating)
	}
	d = designOf(t, a, "hannibal-manticore") // whose board shows where pieces wait
	for i := range d.Kinds {
		d.Kinds[i].Waits = 0
	}
	if v := designed(t, a, d); v.Rules.Gating.Kind != variant.NoGating {
		t.Errorf("nobody waits: %+v", v.Rules.Gating)
	}
	d = designOf(t, a, "chess") // without pawns nobody promotes
	d.Kinds = d.Kinds[1:]
	d.Pieces = slices.DeleteFunc(d.Pieces, func(s Stone) bool { return s.Piece == 0 })
	for i := range d.Pieces {
		d.Pieces[i].Piece--
	}
	if v := designed(t, a, d); len(v.Rules.Promotions) > 0 {
		t.Errorf("promotions without pawns: %+v", v.Rules.Promotions)
	}
	d = designOf(t, a, "chess") // without queens
	d.Kinds = append(d.Kinds[:4], d.Kinds[5])
	var left []Stone
	for _, s := range d.Pieces {
		if s.Piece == 5 {
			s.Piece = 4
		} else if s.Piece == 4 {
			continue
		}
		left = append(left, s)
	}
	d.Pieces = left
	if text := string(designed(t, a, d).Encode()); strings.Contains(text, "queen") || !strings.Contains(text, "1bk1bnr") && !strings.Contains(text, "rnb1kbnr") {
		t.Errorf("a queen is left:\n%s", text)
	}
	for want, change := range map[string]func(d *Design){
		"expected 2 to 16 each":     func(d *Design) { d.Files = 17 },
		"each once":                 func(d *Design) { d.Kinds[0].From = 1 },
		"kind 9, expected one of 6": func(d *Design) { d.Pieces[0].Piece = 9 },
		"royal":                     func(d *Design) { d.Pieces = d.Pieces[:2] },
		"expected 0 to 8":           func(d *Design) { d.Kinds[1].Waits = 9 },
		"e1 has no letter":          func(d *Design) { d.Kinds[5].Symbol = "" },
		"unknown option":            func(d *Design) { d.Rules = []string{"stalemat=loss"} },
		"piece[3].move: \"Z!\"":     func(d *Design) { d.Kinds[2].Betza = "Z!" },
		"is also the symbol of":     func(d *Design) { d.Kinds[2].Symbol = "N" },
	} {
		d := designOf(t, a, "chess")
		change(&d)
		f := fault(t, a, "design", d)
		text := f.Message
		for _, one := range f.Faults {
			text += " " + one.Message
		}
		if !strings.Contains(text, want) {
			t.Errorf("%s, want %q", text, want)
		}
	}
}

// Rules with few values are switches, with what they decide.
func TestSettings(t *testing.T) {
	want := map[string]string{"stalemate": "draw loss win fewer-pieces", "must-capture": "true false", "n-move": "", "captures-to-hand": "true false"}
	for _, s := range call[Game](t, &API{}, "game", GameRef{Name: "chess"}).Settings {
		if choices, ok := want[s.Name]; ok && strings.Join(s.Choices, " ") != choices || s.Doc == "" || s.Value == "" {
			t.Errorf("%+v", s)
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("there are no %v", want)
	}
}

// Kinds are found by name and by value.
func TestKinds(t *testing.T) {
	a := &API{}
	type reply struct{ Kinds []NamedKind }
	found := call[reply](t, a, "kinds", KindsRequest{Text: "camel r"}).Kinds
	if len(found) == 0 || !strings.HasPrefix(found[0].Name, "camel") || found[0].Betza == "" || !strings.HasPrefix(found[0].Face, "<") {
		t.Errorf("camel r: %+v", found)
	}
	if all := call[reply](t, a, "kinds", KindsRequest{}).Kinds; len(all) != mostKinds {
		t.Errorf("%d kinds", len(all))
	}
	for _, k := range call[reply](t, a, "kinds", KindsRequest{Points: 5, Board: "8x8"}).Kinds {
		if k.Value < "4" || k.Value > "6" || k.Betza == "" {
			t.Errorf("worth about 5 is %+v", k)
		}
	}
	fault(t, a, "kinds", KindsRequest{Points: 5, Board: "8"})
}

// A game is written for other programs, with what they cannot express.
func TestExport(t *testing.T) {
	a := &API{}
	whole := call[Export](t, a, "export", ExportRequest{GameRef{Name: "capablanca"}, "ini"})
	if !strings.Contains(whole.Text, "[capablanca") || whole.Lost != 0 {
		t.Errorf("%d things are lost in %s", whole.Lost, whole.Text)
	}
	part := call[Export](t, a, "export", ExportRequest{GameRef{Name: "hannibal-manticore"}, "diagram"})
	if !strings.Contains(part.Text, "files=10") || part.Lost > 0 && len(part.Warnings) == 0 {
		t.Errorf("%+v", part)
	}
	fault(t, a, "export", ExportRequest{GameRef{Name: "chess"}, "pgn"})
}

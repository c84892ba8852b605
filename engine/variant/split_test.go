package variant

import (
	"testing"

	"bestiary/internal/testkit"
)

func TestSplit(t *testing.T) {
	find := func(name string) *Variant { return testkit.Must(Find(name))(t) }
	v := find("chess")
	for _, test := range []struct{ piece, name, array string }{
		{"knight", "black-knight", "rabqkbar/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"rook", "black-rook", "cabqkbac/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
		{"pawn", "black-pawn", "cabqkbac/dddddddd/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	} {
		name := testkit.Must(v.Split(test.piece, true))(t)
		testkit.Same(t, "name", test.name, name)
		testkit.Same(t, "array", test.array, v.Array)
		testkit.OK(t, v.Validate())
	}
	testkit.Same(t, "partners", []string{"rook", "black-rook"}, v.Rules.Castling.Partners(false))
	testkit.Same(t, "promotions", []Promotion{
		{Pieces: []string{"pawn"}, Side: WhitePromote, Zone: 1, Choices: []string{"knight", "bishop", "rook", "queen"}},
		{Pieces: []string{"black-pawn"}, Side: BlackPromote, Zone: 1, Choices: []string{"black-knight", "bishop", "black-rook", "queen"}},
	}, v.Rules.Promotions)
	again := testkit.Must(Parse("again.toml", v.Encode()))(t)
	testkit.Same(t, "game read again", v.Hash(), again.Hash())

	for _, test := range []struct{ game, piece, text string }{
		{"chess", "king", "it is royal"},
		{"chess", "nite", `chess has no piece "nite"`},
		{"shogi", "silver", "it is a promoted form or has one"},
		{"musketeer", "leopard", "it waits outside the board"},
	} {
		_, err := find(test.game).Split(test.piece, false)
		testkit.Fails(t, err, test.text)
	}
}

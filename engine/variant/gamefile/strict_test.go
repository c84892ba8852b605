package gamefile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// changes has for each field of a game that is not for people alone a game of the
// catalogue or of the tests, and a value that changes its rules.
var changes = map[string]struct {
	game  string
	value func(v *variant.Variant)
}{
	"Files":                {"chess", func(v *variant.Variant) { v.Files, v.Array = 9, "rnbqkbnr1/ppppppppp/9/9/9/9/PPPPPPPPP/RNBQKBNR1" }},
	"Ranks":                {"chess", func(v *variant.Variant) { v.Ranks, v.Array = 9, "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR" }},
	"Holes":                {"chess", func(v *variant.Variant) { v.Holes = []string{"d4"} }},
	"Array":                {"chess", func(v *variant.Variant) { v.Array = "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR" }},
	"Pieces.PromotedFrom":  {"shogi", func(v *variant.Variant) { v.Rules.Hand.KeepsPromotion = true }},
	"Pieces.DropArea":      {"crazyhouse", func(v *variant.Variant) { v.Pieces[1].DropArea = []string{"a1-h4"} }},
	"Pieces.BlackDropArea": {"crazyhouse", func(v *variant.Variant) { v.Pieces[1].BlackDropArea = []string{"a1-h4"} }},
	"Pieces.DropPerFile":   {"crazyhouse", func(v *variant.Variant) { v.Pieces[1].DropPerFile = 1 }},
	"Pieces.Royal": {"chess", func(v *variant.Variant) {
		v.Pieces[1].Royal, v.Rules.Royals, v.Rules.Promotions = true, variant.AllRoyals, nil
	}},
	"Pieces.Pawn":            {"chess", func(v *variant.Variant) { v.Pieces[0].Pawn = false }},
	"Pieces.Explodes":        {"chess", func(v *variant.Variant) { v.Pieces[1].Explodes = true }},
	"Pieces.AvoidsOwnKind":   {"chess", func(v *variant.Variant) { v.Pieces[1].AvoidsOwnKind = true }},
	"Pieces.MayNotCapture":   {"chess", func(v *variant.Variant) { v.Pieces[1].MayNotCapture = []string{"knight"} }},
	"Pieces.Moves.Betza":     {"chess", func(v *variant.Variant) { v.Pieces[1].Moves[0].Betza = "[F?fsR]" }},
	"Pieces.Moves.FirstRank": {"chess", func(v *variant.Variant) { v.Pieces[0].Moves[1].FirstRank = 1 }},
	"Pieces.Moves.LastRank":  {"chess", func(v *variant.Variant) { v.Pieces[0].Moves[1].LastRank = 3 }},
	"Pieces.Moves.Area":      {"chess", func(v *variant.Variant) { v.Pieces[1].Moves[0].Area = "a1-h5,d6" }},
	"Pieces.Moves.Flying": {"chess", func(v *variant.Variant) {
		v.Pieces[4].Moves = append(v.Pieces[4].Moves, variant.MoveSet{Betza: "mB", Flying: true})
	}},
	"Pieces.Moves.RoyalOnly": {"chess", func(v *variant.Variant) {
		v.Pieces[4].Moves = append(v.Pieces[4].Moves, variant.MoveSet{Betza: "cN", RoyalOnly: true})
	}},
	"Pieces.Moves.LeavesEnPassant": {"chess", func(v *variant.Variant) {
		v.Pieces[0].Moves[1].Betza, v.Pieces[0].Moves[1].LeavesEnPassant = "fmD", true
	}},

	"NMove":                {"chess", func(v *variant.Variant) { v.Rules.NMove = 75 }},
	"ReturnsCount":         {"chess", func(v *variant.Variant) { v.Rules.ReturnsCount = true }},
	"Repetition":           {"chess", func(v *variant.Variant) { v.Rules.Repetition = 5 }},
	"Stalemate":            {"chess", func(v *variant.Variant) { v.Rules.Stalemate = variant.StalemateLoss }},
	"Checkmate":            {"chess", func(v *variant.Variant) { v.Rules.Checkmate = variant.CheckmateWin }},
	"Royals":               {"chess", func(v *variant.Variant) { v.Rules.Royals = variant.AnyRoyal }},
	"InsufficientMaterial": {"chess", func(v *variant.Variant) { v.Rules.InsufficientMaterial = variant.NoMaterialRule }},
	"Symmetry":             {"chess", func(v *variant.Variant) { v.Pieces[1].Moves[0].Betza, v.Rules.Symmetry = "frN", variant.MirrorSymmetry }},

	"Castling.Kind":           {"chess", func(v *variant.Variant) { v.Rules.Castling = variant.Castling{Kind: variant.SwapCastling} }},
	"Castling.Partner":        {"chess", func(v *variant.Variant) { v.Rules.Castling.Partner = "knight"; v.Rules.Castling.KingSteps = 1 }},
	"Castling.KingSteps":      {"chess", func(v *variant.Variant) { v.Rules.Castling.KingSteps = 3 }},
	"Castling.ASidePartner":   {"chess", func(v *variant.Variant) { v.Rules.Castling.ASidePartner = "knight" }},
	"Castling.ASideKingSteps": {"chess", func(v *variant.Variant) { v.Rules.Castling.ASideKingSteps = 3 }},
	"Castling.InnerKingSteps": {"chess", func(v *variant.Variant) { v.Rules.Castling.InnerKingSteps = 1 }},
	"Castling.MorePartners":   {"different-armies", func(v *variant.Variant) {}},
	"Castling.SameColour":     {"chess", func(v *variant.Variant) { v.Rules.Castling.SameColour = []string{"rook"} }},
	"Castling.King":           {"coregal", func(v *variant.Variant) { v.Rules.Castling.King = "queen" }},
	"Castling.Rights":         {"chess", func(v *variant.Variant) { v.Rules.Castling.Rights = "Kk" }},
	"Castling.Opposite":       {"chess", func(v *variant.Variant) { v.Rules.Castling.Opposite = true }},
	"Castling.OutOfCheck": {"chess", func(v *variant.Variant) {
		v.Rules.Castling = variant.Castling{Kind: variant.SwapCastling, OutOfCheck: true}
	}},
	"Castling.OntoPartner": {"chess", func(v *variant.Variant) {
		v.Rules.Castling = variant.Castling{Kind: variant.FreeCastling, Partner: "rook", OntoPartner: true}
	}},
	"Castling.Between": {"chess", func(v *variant.Variant) {
		v.Rules.Castling = variant.Castling{Kind: variant.FastCastling, Partner: "rook"}
	}},

	"Promotions.Pieces": {"chess", func(v *variant.Variant) {
		v.Rules.Promotions[0].Pieces, v.Rules.Promotions[0].Choices = []string{"knight"}, []string{"queen"}
	}},
	"Promotions.Side":           {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Side = variant.WhitePromote }},
	"Promotions.Squares":        {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Squares = []string{"a8-d8", "a1-d1"} }},
	"Promotions.Zone":           {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Zone = 2 }},
	"Promotions.Optional":       {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Optional = true }},
	"Promotions.Compulsory":     {"chess", func(v *variant.Variant) { p := &v.Rules.Promotions[0]; p.Optional, p.Zone, p.Compulsory = true, 3, 2 }},
	"Promotions.Leaving":        {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Leaving = true }},
	"Promotions.OnCapture":      {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].OnCapture = true }},
	"Promotions.EnPassantStays": {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].EnPassantStays = true }},
	"Promotions.ResetsNMove":    {"chess", func(v *variant.Variant) { v.Pieces[0].Pawn, v.Rules.Promotions[0].ResetsNMove = false, true }},
	"Promotions.Limit":          {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Limit = 2 }},
	"Promotions.Captured":       {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Captured = true }},
	"Promotions.EmptyPool": {"chess", func(v *variant.Variant) {
		p := &v.Rules.Promotions[0]
		p.Captured, p.EmptyPool = true, variant.EmptyPoolForbidden
	}},
	"Promotions.Choices": {"chess", func(v *variant.Variant) { v.Rules.Promotions[0].Choices = []string{"queen"} }},

	"Gating.Kind":           {"seirawan", func(v *variant.Variant) {}},
	"Gating.Pieces":         {"seirawan", func(v *variant.Variant) { v.Rules.Gating.Pieces = v.Rules.Gating.Pieces[:1] }},
	"Gating.Order":          {"hannibal-manticore", func(v *variant.Variant) { v.Rules.Gating.Order = variant.Alternating }},
	"Gating.KingFile":       {"hannibal-manticore", func(v *variant.Variant) { v.Rules.Gating.KingFile = true }},
	"Gating.KingAndPartner": {"hannibal-manticore", func(v *variant.Variant) { v.Rules.Gating.KingFile, v.Rules.Gating.KingAndPartner = true, true }},
	"Gating.BlocksCheck":    {"hannibal-manticore", func(v *variant.Variant) { v.Rules.Gating.BlocksCheck = true }},
	"Gating.ResetsNMove":    {"seirawan", func(v *variant.Variant) { v.Rules.Gating.ResetsNMove = !v.Rules.Gating.ResetsNMove }},

	"Hand.Captures": {"chess", func(v *variant.Variant) {
		v.Rules.Hand = variant.Hand{Captures: toml.Names{List: []string{"pawn"}}, DropCheck: true}
	}},
	"Hand.Pieces": {"chess", func(v *variant.Variant) { v.Rules.Hand = variant.Hand{Pieces: []string{"knight"}, DropCheck: true} }},
	"Hand.BlackPieces": {"chess", func(v *variant.Variant) {
		v.Rules.Hand = variant.Hand{BlackPieces: []string{"knight"}, DropCheck: true}
	}},
	"Hand.KeepsPromotion": {"crazyhouse", func(v *variant.Variant) { v.Rules.Hand.KeepsPromotion = true }},
	"Hand.DropPromoted":   {"shogi", func(v *variant.Variant) { v.Rules.Hand.DropPromoted = true }},
	"Hand.DropCheck":      {"crazyhouse", func(v *variant.Variant) { v.Rules.Hand.DropCheck = false }},
	"Hand.MustDrop":       {"crazyhouse", func(v *variant.Variant) { v.Rules.Hand.MustDrop = true }},
	"Hand.DropOnTop":      {"crazyhouse", func(v *variant.Variant) { v.Rules.Hand.DropOnTop = true }},
	"Hand.MateLoses":      {"crazyhouse", func(v *variant.Variant) { v.Rules.Hand.MateLoses = []string{"pawn"} }},

	"Capture.Then": {"chess", func(v *variant.Variant) { v.Rules.Capture.Then = variant.Reborn }},
	"Capture.Pieces": {"chess", func(v *variant.Variant) {
		v.Rules.Capture = variant.Capture{Then: variant.Petrifies, Pieces: []string{"knight", "rook"}}
	}},
	"Explosion.Alone": {"al-ces", func(v *variant.Variant) { v.Rules.Explosion.Alone = !v.Rules.Explosion.Alone }},
	"Blast.OnCapture": {"atomic", func(v *variant.Variant) {}},
	"Blast.Spared":    {"atomic", func(v *variant.Variant) { v.Rules.Blast.Spared = nil }},
	"Blast.Immune":    {"atomic", func(v *variant.Variant) { v.Rules.Blast.Immune = []string{"queen"} }},

	"Extinction.Result": {"chess", func(v *variant.Variant) {
		v.Rules.Extinction = variant.Extinction{Result: variant.EndLoss, Pieces: []string{"queen"}}
	}},
	"Extinction.Pieces": {"chess", func(v *variant.Variant) {
		v.Rules.Extinction = variant.Extinction{Result: variant.EndWin, Pieces: []string{"pawn"}}
	}},
	"Extinction.Count": {"chess", func(v *variant.Variant) { v.Rules.Extinction = variant.Extinction{Result: variant.EndLoss, Count: 3} }},
	"Extinction.OpponentCount": {"chess", func(v *variant.Variant) {
		v.Rules.Extinction = variant.Extinction{Result: variant.EndLoss, Count: 1, OpponentCount: 2}
	}},
	"Extinction.Claim": {"chess", func(v *variant.Variant) {
		v.Rules.Extinction = variant.Extinction{Result: variant.EndLoss, Count: 1, OpponentCount: 2, Claim: true}
	}},
	"Goal.White": {"chess", func(v *variant.Variant) { v.Rules.Goal = variant.Goal{White: []string{"a8"}, Count: 1} }},
	"Goal.Black": {"chess", func(v *variant.Variant) { v.Rules.Goal = variant.Goal{Black: []string{"a1"}, Count: 1} }},
	"Goal.Pieces": {"chess", func(v *variant.Variant) {
		v.Rules.Goal = variant.Goal{White: []string{"a8"}, Count: 1, Pieces: []string{"queen"}}
	}},
	"Goal.Count": {"chess", func(v *variant.Variant) { v.Rules.Goal = variant.Goal{White: []string{"a8-h8"}, Count: 2} }},
	"Goal.Blocked": {"chess", func(v *variant.Variant) {
		v.Rules.Goal = variant.Goal{White: []string{"a8-h8"}, Count: 2, Blocked: true}
	}},
	"Goal.Safe": {"chess", func(v *variant.Variant) { v.Rules.Goal = variant.Goal{White: []string{"a8"}, Count: 1, Safe: true} }},
	"Goal.Reply": {"chess", func(v *variant.Variant) {
		v.Rules.Goal = variant.Goal{White: []string{"a8"}, Count: 1, Reply: variant.AnyReply}
	}},

	"Line.Count":      {"chess", lineOf(variant.Line{})},
	"Line.OnLine":     {"chess", lineOf(variant.Line{OnLine: 3})},
	"Line.Square":     {"chess", lineOf(variant.Line{Square: 3})},
	"Line.Pieces":     {"chess", lineOf(variant.Line{Pieces: []string{"pawn"}})},
	"Line.Horizontal": {"chess", lineOf(variant.Line{Horizontal: true})},
	"Line.Vertical":   {"chess", lineOf(variant.Line{Vertical: true})},
	"Line.Diagonal":   {"chess", lineOf(variant.Line{Diagonal: true})},
	"Line.Result":     {"chess", lineOf(variant.Line{Diagonal: true, Result: variant.EndLoss})},

	"Turn":              {"chess", func(v *variant.Variant) { v.Rules.Turn = variant.BlackMovesFirst }},
	"Wraps":             {"chess", func(v *variant.Variant) { v.Rules.Wraps = variant.FilesWrap }},
	"RepetitionResult":  {"chess", func(v *variant.Variant) { v.Rules.RepetitionResult = variant.RepetitionLoss }},
	"PerpetualCheck":    {"chess", func(v *variant.Variant) { v.Rules.PerpetualCheck = variant.PerpetualLoss }},
	"Checks":            {"chess", func(v *variant.Variant) { v.Rules.Checks = 3 }},
	"MustCapture":       {"chess", func(v *variant.Variant) { v.Rules.MustCapture = true }},
	"ChecksForbidden":   {"chess", func(v *variant.Variant) { v.Rules.ChecksForbidden = true }},
	"Shuffle":           {"chess960", func(v *variant.Variant) {}},
	"Pass":              {"chess", func(v *variant.Variant) { v.Rules.Pass = variant.AnyPass }},
	"ImmobilityIllegal": {"crazyhouse", func(v *variant.Variant) { v.Rules.ImmobilityIllegal = true }},
}

// lineOf gives a game a line of five pieces.
func lineOf(l variant.Line) func(*variant.Variant) {
	l.Count = 5
	return func(v *variant.Variant) { v.Rules.Line = l }
}

// Each field of a game is written in the other formats, or a warning says that it is lost.
// A field without a case fails.
func TestStrictExports(t *testing.T) {
	for _, field := range leaves(reflect.TypeFor[variant.Variant](), "") {
		if _, ok := changes[field]; !ok {
			t.Errorf("no case for the field %s", field)
		}
	}
	byName := map[string]*variant.Variant{}
	for _, v := range games(t) {
		byName[v.Name] = v
	}
	for field, change := range changes {
		v := testkit.Must(byName[change.game], error(nil))(t).Clone()
		change.value(v)
		if err := v.Validate(); err != nil {
			t.Errorf("%s: %v", field, err)
			continue
		}
		v = v.Canonical()
		for _, format := range []Format{Diagram, INI} {
			text, warnings, err := Encode(v, format)
			testkit.OK(t, err)
			if Lost(warnings) > 0 {
				continue
			}
			again, _, err := (&File{Path: v.Name, Format: format, data: text}).Parse()
			if err != nil {
				t.Errorf("%s as %s: %v", field, format, err)
				continue
			}
			names := map[string]string{}
			for _, p := range again.Pieces {
				at := slices.IndexFunc(v.Pieces, func(q variant.Piece) bool { return q.Symbol == p.Symbol })
				names[p.Name] = v.Pieces[at].Name
			}
			again.Rename(names)
			own, its := valuesAt(reflect.ValueOf(*v), field), valuesAt(reflect.ValueOf(*again), field)
			if !slices.Equal(own, its) {
				t.Errorf("%s as %s: %q became %q without a warning\n%s", field, format, own, its, text)
			}
		}
	}
}

// valuesAt lists the values of a field of a game, those of all pieces or promotions, sorted.
func valuesAt(v reflect.Value, field string) []string {
	first, rest, nested := strings.Cut(field, ".")
	f := v.FieldByName(first)
	switch rules := v.FieldByName("Rules"); {
	case !f.IsValid():
		return valuesAt(rules, field)
	case f.Kind() != reflect.Slice && nested:
		return valuesAt(f, rest)
	case f.Kind() != reflect.Slice:
		return []string{fmt.Sprint(f.Interface())}
	}
	var list []string
	for i := range f.Len() {
		if nested {
			list = append(list, valuesAt(f.Index(i), rest)...)
		} else {
			list = append(list, fmt.Sprint(f.Index(i).Interface()))
		}
	}
	slices.Sort(list)
	return list
}

// leaves lists the fields of a game, those of its rules without a prefix.
func leaves(of reflect.Type, prefix string) (list []string) {
	for i := range of.NumField() {
		f := of.Field(i)
		if slices.Contains([]string{"Name", "Symbol", "Title", "Author", "Source", "Description", "Armies", "Approximates", "Note", "Look", "Picture", "Characters", "Reserve", "OwnOptions"}, f.Name) {
			continue
		}
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		switch {
		case inner.Kind() != reflect.Struct || inner == reflect.TypeFor[toml.Names]():
			list = append(list, prefix+f.Name)
		case f.Name == "Rules":
			list = append(list, leaves(inner, "")...)
		default:
			list = append(list, leaves(inner, fmt.Sprint(prefix, f.Name, "."))...)
		}
	}
	return list
}

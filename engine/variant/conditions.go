package variant

import (
	"fmt"
	"slices"
)

// condition is a requirement for a field of the rules to have a meaning.
type condition struct {
	holds func(scope) bool
	// without is the reason in terms of a file, such as "without optional = true"; "" if
	// the reason is the kind that the table states.
	without string
	// reason is the reason in terms of a game, such as "nothing promotes in it".
	reason string
}

// conditions has the conditions by the names that rules.toml gives them.
var conditions = map[string]*condition{
	"castles orthodox": castles(OrthodoxCastling),
	"castles fast":     castles(FastCastling),
	"castles by swap":  castles(SwapCastling),
	"castles with a kind": {func(s scope) bool { return s.Castling.Kind.hasPartner() && s.Castling.Kind != Chess960Castling },
		"", "no kind of piece castles with the king in it"},
	"castles":       {func(s scope) bool { return s.Castling.Kind.castles() }, "", "there is no castling in it"},
	"n-move rule":   {func(s scope) bool { return s.NMove > 0 }, "with n-move = 0", "it has no n-move rule"},
	"optional":      {func(s scope) bool { return s.Optional }, "without optional = true", "no promotion is optional in it"},
	"captured":      {func(s scope) bool { return s.Captured }, "without captured = true", "no promotion is to captured pieces in it"},
	"gated":         {func(s scope) bool { return s.Gating.Kind == MusketeerGating }, "", "no pieces wait to enter the board in it"},
	"waiting":       {func(s scope) bool { return s.Gating.exists() }, "", "no pieces wait to enter the board in it"},
	"gated by king": {func(s scope) bool { return s.Gating.KingFile }, "without king-file = true", "no piece may wait behind the king in it"},
	"officers": {func(s scope) bool { return s.v.Rules.NMove > 0 && s.v.anyOfficer(s.Promotion.Pieces) },
		"with n-move = 0 or pieces that are all pawns", "only pawns promote in it, or there is no n-move rule"},
	"room beyond": {func(s scope) bool { return s.v.roomBeyondPartner() },
		"", "the pieces that castle stand at the ends of the rank, so that the king always lands between"},
	"held":             {func(s scope) bool { return s.Hand.Used() }, "without captures = true or pieces", "no piece is ever in hand in it"},
	"captures to hand": {func(s scope) bool { return s.Hand.Captures.Any() }, "without captures = true", "captured pieces do not come into the hand in it"},
	"forms":            {func(s scope) bool { return s.v.anyForm() }, "when no piece is a promoted form", "no piece is the promoted form of another in it"},
	"blasts":           {func(s scope) bool { return s.Blast.OnCapture }, "without on-capture = true", "captures blow nothing up in it"},
	"sequel":           {func(s scope) bool { return s.Capture.exists() }, `with then = "none"`, "nothing follows a capture in it"},
	"explodes":         {func(s scope) bool { return s.v.anyExplodes() }, "when no piece explodes", "no piece explodes in it"},
	"lopsided":         {func(s scope) bool { return s.v.lopsided() }, "", "every piece moves to the left as it moves to the right in it"},
	"repeats":          {func(s scope) bool { return s.Repetition > 0 }, "with repetition = 0", "repetitions do not count in it"},
	"extinction":       {func(s scope) bool { return s.Extinction.exists() }, `with result = "none"`, "no loss of pieces ends it"},
	"line":             {func(s scope) bool { return s.Line.exists() }, "without count, on-line or square", "no line of pieces ends it"},
	"goal":             {func(s scope) bool { return s.Goal.exists() }, "without squares of white or black", "no squares win it"},
	"shuffleable":      isShuffleable,
}

func castles(kind CastlingKind) *condition {
	return &condition{func(s scope) bool { return s.Castling.Kind == kind }, "", fmt.Sprintf("its castling is not %s", kind)}
}

// exists reports whether a line or a square of pieces ends the game.
func (l *Line) exists() bool { return l.Count+l.OnLine+l.Square > 0 }

// exists reports whether there is a goal.
func (g *Goal) exists() bool { return len(g.White)+len(g.Black) > 0 }

// exists reports whether losing pieces ends the game.
func (e *Extinction) exists() bool { return e.Result != NoEnd && e.Result != "" }

// exists reports whether pieces wait outside the board.
func (g *Gating) exists() bool { return g.Kind != NoGating && g.Kind != "" }

// exists reports whether something follows a capture.
func (r *Capture) exists() bool { return r.Then != NoSequel && r.Then != "" }

func (k CastlingKind) castles() bool { return k != NoCastling && k != "" }

// anyExplodes reports whether some piece explodes.
func (v *Variant) anyExplodes() bool { return v.any(func(p Piece) bool { return p.Explodes }) }

// anyForm reports whether some piece is the promoted form of another.
func (v *Variant) anyForm() bool { return v.any(func(p Piece) bool { return p.PromotedFrom != "" }) }

// anyOfficer reports whether some piece of a list is no pawn.
func (v *Variant) anyOfficer(names []string) bool {
	return v.any(func(p Piece) bool { return !p.Pawn && slices.Contains(names, p.Name) })
}

func (v *Variant) any(such func(Piece) bool) bool { return slices.ContainsFunc(v.Pieces, such) }

// ShuffleRule says whether the array is shuffled before a game.
type ShuffleRule string

// The shuffles.
const (
	NoShuffle ShuffleRule = "none"
	// ShuffleFirstRank: before a game the pieces of the first rank, pawns aside,
	// exchange places at random, those of both sides in the same way. A kind that
	// never changes the colour of its squares and stands on both colours stays on
	// both; with the castling of Chess960 the king stays between its partners.
	ShuffleFirstRank ShuffleRule = "first-rank"
)

// isShuffleable is the condition of shuffles: other castlings know the squares of king
// and partner, and the shuffle is one for both sides.
var isShuffleable = &condition{func(s scope) bool {
	kind := s.Castling.Kind
	return (kind == Chess960Castling || kind == NoCastling || kind == "") && s.v.sameFirstRanks()
}, "without castling none or chess960 and the same pieces on the first ranks of both sides",
	fmt.Sprintf("its castling is not %s or %s, or the first ranks of the sides differ", NoCastling, Chess960Castling)}

// sameFirstRanks reports whether both sides have the same pieces on the same files of
// their first ranks, and two pieces other than pawns on them.
func (v *Variant) sameFirstRanks() bool {
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		return false
	}
	movable := 0
	for file, letter := range array[0] {
		other := array[v.Ranks-1][file]
		if upper(letter) != letter || upper(other) != letter || letter != 0 && other == letter {
			return false
		}
		for _, p := range v.Pieces {
			if letter != 0 && p.Symbol != "" && letter == LetterOf(p.Symbol, false) && !p.Pawn {
				movable++
			}
		}
	}
	return movable > 1
}

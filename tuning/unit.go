package tuning

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Unit is the unit of values.
type Unit string

// The units. Points is defined by the knight, bishop, rook and queen, as far as the game has them;
// in a game without any of them, by its officers according to the prior.
const (
	Points          Unit = "points"
	Pawn            Unit = "pawn" // or the cheapest piece of a game without pawns
	KnightAndBishop Unit = "N+B"
	Rook            Unit = "rook"
	Elo             Unit = "elo"
)

// Units lists the units, the default first.
func Units() []Unit { return []Unit{Points, Pawn, KnightAndBishop, Rook, Elo} }

// classical holds the moves of the chess pieces and their worth in points.
var classical = map[string]struct {
	betza string
	worth float64
}{"knight": {"N", 3.25}, "bishop": {"B", 3.25}, "rook": {"R", 5}, "queen": {"Q", 9.75}}

// BasketValue is the worth of a knight and a bishop together in the unit
// KnightAndBishop.
const BasketValue = 6.25

// Scale is a unit in a game: the geometric mean of the values of its reference pieces is the
// geometric mean of what these are worth by definition. It makes the reference pieces closest to
// their definition, in the least squares of logarithms.
//
// With weights w that add up to 1, one unit is the worth
//
//	u = Π (v_k/r_k)^w_k
//
// in logits. It is homogeneous, u = Σ d_k·v_k with d_k = w_k·u/v_k, so the value v_i/u has
// the interval of Fieller for that sum. On the Elo scale there are no reference pieces.
type Scale struct {
	Unit Unit
	// Piece is the only reference piece, whose value is a definition; empty if there are
	// several or none.
	Piece string
	// Reference names the reference pieces.
	Reference []string

	weights []float64 // by column
	worth   float64   // Π r_k^w_k
}

// scale returns a unit for a game, and false if the game lacks the pieces.
func (c columns) scale(u Unit) (Scale, bool) {
	s, worth := Scale{Unit: u}, make([]float64, len(c.types))
	switch u {
	case Pawn:
		worth[c.unit()] = 1
	case KnightAndBishop:
		c.addClassical(worth, "knight", "bishop")
		if priced(worth) < 2 {
			return s, false
		}
		for i, r := range worth {
			worth[i] = r / classical["knight"].worth * BasketValue / 2
		}
	case Rook:
		c.addClassical(worth, "rook")
		for i, r := range worth {
			worth[i] = r / classical["rook"].worth
		}
	case Points:
		if c.addClassical(worth, "knight", "bishop", "rook", "queen"); priced(worth) == 0 {
			c.addOfficers(worth)
		}
	}
	s.fix(c.names(), worth)
	return s, u == Elo || len(s.Reference) > 0
}

// NewScale returns the scale of a unit in a game, or the scale of points if the game lacks the
// pieces of the unit.
func NewScale(g *rules.Game, u Unit) Scale { return newColumns(g).scaleOrPoints(u) }

func (c columns) scaleOrPoints(u Unit) Scale {
	s, ok := c.scale(u)
	if !ok {
		s, _ = c.scale(Points)
	}
	return s
}

func (s *Sample) unitScale() Scale { return s.scaleOrPoints(s.settings.Unit) }

// priced counts the pieces that have a worth.
func priced(worth []float64) int {
	n := 0
	for _, x := range worth {
		if x > 0 {
			n++
		}
	}
	return n
}

// addClassical sets the worth of pieces that have these names and move as in chess.
func (c columns) addClassical(worth []float64, names ...string) {
	for i, t := range c.types {
		if opening.IsInHand(t) {
			continue
		}
		p := c.g.Variant.Pieces[slices.IndexFunc(c.g.Variant.Pieces, func(p variant.Piece) bool { return p.Name == c.g.TypeName(t) })]
		known, ok := classical[p.Name]
		if ok && slices.Contains(names, p.Name) && slices.Equal(p.Moves, []variant.MoveSet{{Betza: known.betza}}) {
			worth[i] = known.worth
		}
	}
}

// addOfficers sets the worth of the officers of the array by the prior, without those for which
// the prior was never checked if there are others.
func (c columns) addOfficers(worth []float64) {
	prior, start := opening.PriorValues(c.g), c.g.NewPosition()
	for _, all := range []bool{false, true} {
		for i, t := range c.types {
			if !c.isPawn(t) && owned(start, t, rules.White)+owned(start, t, rules.Black) > 0 && (all || SpreadOf(c.g, t) == PosteriorSpread) {
				worth[i] = prior[t] / eval.PawnValue
			}
		}
		if priced(worth) > 0 {
			return
		}
	}
}

// fix gives every piece with a worth the same weight.
func (s *Scale) fix(names []string, worth []float64) {
	s.weights = make([]float64, len(worth))
	n, sum := float64(priced(worth)), 0.0
	for i, r := range worth {
		if r > 0 {
			s.Reference = append(s.Reference, names[i])
			s.weights[i] = 1 / n
			sum += math.Log(r) / n
		}
	}
	s.worth = math.Exp(sum)
	if len(s.Reference) == 1 {
		s.Piece = s.Reference[0]
	}
}

// In returns the unit as it appears in a sentence: "in points", or "in units of a ferz".
func (s Scale) In() string {
	switch {
	case s.Unit == KnightAndBishop:
		return "with knight and bishop together as " + strconv.FormatFloat(BasketValue, 'g', -1, 64)
	case s.Unit == Elo:
		return "in Elo"
	case s.Unit == Pawn && s.Piece != "pawn":
		return "in units of " + format.Article(strings.ReplaceAll(s.Piece, "-", " "))
	case s.Unit == Points:
		return "in points"
	}
	return "in " + string(s.Unit) + "s"
}

// Factor returns the factor that converts values by piece, on any scale, to the unit. It
// returns false if a reference piece is missing.
func (s Scale) Factor(of func(piece string) (float64, bool)) (float64, bool) {
	sum := 0.0
	for _, piece := range s.Reference {
		x, ok := of(piece)
		if !ok {
			return 0, false
		}
		sum += math.Log(x) / float64(len(s.Reference))
	}
	return s.worth / math.Exp(sum), len(s.Reference) > 0
}

// over returns the combination of coefficients that equals one unit at these coefficients,
// or nil if a reference piece is worth nothing or there is no reference piece.
func (s Scale) over(coef []float64) []float64 {
	sum := 0.0
	for i, w := range s.weights {
		if w > 0 {
			sum += w * math.Log(coef[i])
		}
	}
	unit := math.Exp(sum) / s.worth
	if len(s.Reference) == 0 || !(unit > 0) {
		return nil
	}
	out := make([]float64, len(s.weights))
	for i, w := range s.weights {
		if w > 0 {
			out[i] = w * unit / coef[i]
		}
	}
	return out
}

// value returns the worth of a combination of coefficients in the unit.
func (s Scale) value(inf logit.Inference, c []float64, level float64) stat.Interval {
	return s.against(inf, c, s.over(inf.Coef), level)
}

// against is like value, given the combination that equals one unit.
func (s Scale) against(inf logit.Inference, c, one []float64, level float64) stat.Interval {
	switch {
	case s.Unit == Elo:
		return inf.Linear(c, level).Elo()
	case one == nil:
		return stat.Unknown()
	}
	return inf.Fieller(c, one, level)
}

// Logit returns the log-odds of one unit; unknown if the coefficients give it no positive worth.
func (s Scale) Logit(inf logit.Inference, level float64) stat.Interval {
	one := s.over(inf.Coef)
	if one == nil {
		return stat.Unknown()
	}
	return inf.Linear(one, level)
}

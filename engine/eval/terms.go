package eval

import (
	"slices"

	"bestiary/engine/rules"
)

// terms is the table of all terms of the evaluation. To add a term, add an entry
// and the function that counts it. Names and weights of the terms are kept in
// this order.
var terms = [...]term{
	{name: "material.", of: notRoyal, prior: material, piece: always},
	{name: "mobility.", of: officer, prior: mobility, reach: everywhere},
	{name: "king-attack.", needs: (*rules.Game).Crowned, of: officer, prior: kingAttack, reach: nearEnemyKing},
	{name: "centre.", of: anyKind, prior: centre, piece: stepsFromEdges},
	{name: "advance.", of: (*rules.Game).IsPawn, prior: fixed(2, 6), piece: homeRank},
	{name: "waiting.", of: waits, prior: share(-0.08, -0.15), piece: waiting},
	{name: "pair.", of: boundOfficer, prior: share(0.09, 0.12), side: onBothColours},
	{name: "passed", prior: fixed(5, 12), pawn: passed},
	{name: "passed-rank", prior: fixed(90, 230), passer: passedProgress},
	{name: "doubled", prior: fixed(-6, -12), pawn: doubled},
	{name: "isolated", prior: fixed(-4, -2), pawn: isolated},
	{name: "shelter", needs: (*rules.Game).Crowned, prior: fixed(20, -4), king: shelter},
	{name: "supported", prior: fixed(6, 5), pawn: supported},
	{name: "phalanx", prior: fixed(7, 1), pawn: phalanx},
	{name: "passed-supported", prior: fixed(25, 30), passer: passedSupported},
	{name: "passed-blocked", prior: fixed(-20, -65), passerNow: passedBlocked},
	{name: "pawn-threat", prior: fixed(57, 27), side: pawnThreats},
	{name: "unsafe-mobility", prior: fixed(-5, 0), reach: byEnemyPawns},
	{name: "king-danger", needs: (*rules.Game).Crowned, prior: fixed(12.5, -1), attack: kingDanger},
	{name: "hanging", prior: fixed(28, 8), attack: hanging},
	{name: "lesser-threat", prior: fixed(36, 16), attack: lesserThreat},
	{name: "tempo", prior: fixed(40, 8), side: toMove},
	{name: "rank.", of: anyKind, prior: fixed(0, 0), loose: 0.4, places: rankNames, place: rankOf},
	{name: "file.", of: anyKind, prior: fixed(0, 0), loose: 0.3, places: fileNames, place: fileOf},
	{name: "confined.", of: officer, prior: confinement, squares: confined},
	{name: "outpost.", of: officer, prior: outpost, on: outposts},
	{name: "half-open-file.", of: officer, prior: onFile(9, 3), on: withoutOwnPawns},
	{name: "open-file.", of: officer, prior: onFile(14, 2), on: withoutPawns},
	{name: "own-colour.", of: boundOfficer, prior: fixed(-3, -4), side: pawnsOfColour},
	{name: "backward", prior: fixed(-5, -8), pawn: backward},
	{name: "exposed", prior: fixed(-4, 0), pawn: exposed},
	{name: "king-half-open", needs: (*rules.Game).Crowned, prior: fixed(-4, 1), king: kingHalfOpen},
	{name: "king-open", needs: (*rules.Game).Crowned, prior: fixed(-10, -7), king: kingOpen},
	{name: "shelter-near", needs: (*rules.Game).Crowned, prior: fixed(12, -6), king: shelterNear},
	{name: "storm-near", needs: (*rules.Game).Crowned, prior: fixed(-14, 0), king: stormNear},
	{name: "passed-own-king", needs: (*rules.Game).Crowned, prior: fixed(5, 72), passerNow: passedOwnKing},
	{name: "passed-enemy-king", needs: (*rules.Game).Crowned, prior: fixed(10, -95), passerNow: passedEnemyKing},
	{name: "push-threat", prior: fixed(10, 9), side: pushThreats},
	{name: "check.", needs: (*rules.Game).Crowned, of: officer, prior: fixed(15, 3), attack: safeCheck},
	{name: "king-weak", needs: (*rules.Game).Crowned, prior: fixed(2, -4), attack: kingWeak},
	{name: "king-flank", needs: (*rules.Game).Crowned, prior: fixed(2.5, 0), attack: kingFlank},
	{name: "weak-officer", prior: fixed(7, 16), attack: weakOfficers},
	{name: "weak-pawn", prior: fixed(13, 21), attack: weakPawns},
	{name: "king-threat", needs: (*rules.Game).Crowned, prior: fixed(14, 36), attack: kingThreats},
	{name: "restricted", prior: fixed(2, 0), attack: restricted},
	{name: "passed-path", prior: fixed(20, 80), passerAttack: passedPath},
	{name: "passed-stop", prior: fixed(10, 50), passerAttack: passedStop},
	{name: "goal-near", needs: hasGoal, prior: fixed(14, 30), side: goalNear},
	{name: "checks-given", needs: (*rules.Game).CountsChecks, prior: fixed(80, 80), side: checksGiven},
	{name: "hand.", of: held, prior: inHand, piece: waiting},
}

// materialTerm is the index of the entry that holds the values of the pieces.
const materialTerm = 0

// handTerm is the index of the entry for pieces in hand.
var handTerm = slices.IndexFunc(terms[:], func(t term) bool { return t.name == "hand." })

// term is an entry of the table. One of the fields after prior is set: the
// function that counts how often the term holds for one side. Playing and tuning
// both call it.
type term struct {
	// name is the term's name in weight files. A name that ends with a dot is
	// followed by the name of a kind of piece: each kind has a weight of its own.
	name string
	// of selects the kinds that have the term; nil if the term is not by kind.
	of func(*rules.Game, rules.Type) bool
	// needs reports whether a game has the term; nil for all games.
	needs func(*rules.Game) bool
	// prior is the weight before tuning, in centipawns.
	prior func(kind) (mg, eg float64)

	// loose is how far tuning may move the weight, as a multiple of the usual distance;
	// 0 is 1.
	loose float64

	// piece counts a piece by its square.
	piece func(*rules.Game, place) int
	// places names the places that a kind of piece can stand in, each with a weight of its
	// own; place returns the number of a piece's place, or a negative number.
	places func(*rules.Game) []string
	place  func(*rules.Game, place) int
	// on selects squares; each officer on one of them counts 1.
	on func(*view, rules.Color) *rules.Set
	// squares counts an officer, in 1/part, by the number of squares that it reaches
	// and that no enemy pawn attacks.
	squares func(k kind, n int) int32
	// reach selects squares; each of them that an officer reaches counts 1.
	reach region
	// pawn counts once for a side, by the pawns alone.
	pawn func(*view, rules.Color) int
	// passer counts a passed pawn by the pawns alone, in 1/part.
	passer func(*view, rules.Color, rules.Square) int32
	// passerNow counts a passed pawn by all pieces, in 1/part.
	passerNow func(*view, rules.Color, rules.Square) int32
	// king counts once for a side, by the pawns and the square of its king.
	king func(*view, rules.Color) int
	// side counts once for a side, or once for each kind that has the term.
	side func(*view, rules.Code) int
	// attack selects a count that depends on the attacks of both sides.
	attack attackCount
	// passerAttack counts a passed pawn by the attacks of both sides, in 1/part.
	passerAttack func(*view, rules.Color, rules.Square) int32
}

// part is the number of parts into which counts of pawns and attacks are divided.
const part = 64

// place is a piece on a square, or one that waits to enter the board.
type place struct {
	code  rules.Code
	sq    rules.Square
	waits bool
}

func always(*rules.Game, place) int { return 1 }

func waiting(_ *rules.Game, at place) int {
	if at.waits {
		return 1
	}
	return 0
}

func homeRank(g *rules.Game, at place) int {
	if at.waits {
		return 0
	}
	return g.HomeRank(at.sq, at.code.Color())
}

// stepsFromEdges adds the distances from the nearest edges, by file and by rank. An edge that
// is joined is none.
func stepsFromEdges(g *rules.Game, at place) int {
	if at.waits {
		return 0
	}
	n, f, r := 0, g.File(at.sq), g.Rank(at.sq)
	files, ranks := g.Joined()
	if !files {
		n += min(f, g.Files()-1-f)
	}
	if !ranks {
		n += min(r, g.Ranks()-1-r)
	}
	return n
}

// region is a kind of set of squares that officers reach.
type region int

const (
	noRegion region = iota
	everywhere
	nearEnemyKing
	byEnemyPawns // squares that these attack
	regions
)

// squares returns the squares of a region as a side sees them.
func (r region) squares(v *view, c rules.Color) *rules.Set {
	switch r {
	case nearEnemyKing:
		return &v.e.geo.kingZone[v.p.King(c.Other())]
	case byEnemyPawns:
		return &v.pawns.attacks[c.Other()]
	}
	return &v.e.geo.board
}

func passed(v *view, c rules.Color) int { return v.pawns.passed[c].Count() }

// doubled counts pawns with another of their side ahead on the same file.
func doubled(v *view, c rules.Color) int {
	hit := v.pawns.of[c].And(&v.around[c].rear)
	return hit.Count()
}

// isolated counts pawns without others of their side on the adjacent files.
func isolated(v *view, c rules.Color) int {
	hit := v.pawns.of[c].AndNot(&v.around[c].neighbours)
	return hit.Count()
}

// supported counts pawns that another pawn protects.
func supported(v *view, c rules.Color) int {
	hit := v.pawns.of[c].And(&v.pawns.attacks[c])
	return hit.Count()
}

// phalanx counts pawns next to another of their side.
func phalanx(v *view, c rules.Color) int {
	hit := v.pawns.of[c].And(&v.around[c].beside)
	return hit.Count()
}

// passedProgress counts the squared share of the way to promotion.
func passedProgress(v *view, c rules.Color, sq rules.Square) int32 { return v.e.geo.progress[c][sq] }

func passedSupported(v *view, c rules.Color, sq rules.Square) int32 {
	if v.pawns.attacks[c].Has(sq) || v.around[c].beside.Has(sq) {
		return v.e.geo.progress[c][sq]
	}
	return 0
}

// passedBlocked counts the progress of passed pawns with an enemy in front.
func passedBlocked(v *view, c rules.Color, sq rules.Square) int32 {
	if side := v.p.Side(c.Other()); side.Meets(&v.e.geo.front[c][sq]) {
		return v.e.geo.progress[c][sq]
	}
	return 0
}

// onBothColours counts 1 for a side with pieces of a colour-bound kind on both
// colours of squares.
func onBothColours(v *view, code rules.Code) int {
	have := v.p.Pieces(code)
	if have.Meets(&v.e.geo.light) && have.Meets(&v.e.geo.dark) {
		return 1
	}
	return 0
}

// shelter counts the pawns in front of the king.
func shelter(v *view, c rules.Color) int {
	return v.common(&v.pawns.of[c], &v.e.geo.shelter[c][v.p.King(c)])
}

// pawnThreats counts the enemy pieces that pawns attack, pawns aside.
func pawnThreats(v *view, code rules.Code) int {
	return v.common(&v.pawns.attacks[code.Color()], &v.officers[code.Color().Other()])
}

func toMove(v *view, code rules.Code) int {
	if v.p.Turn() == code.Color() {
		return 1
	}
	return 0
}

package eval

import (
	"strconv"

	"bestiary/engine/rules"
)

// Terms by the place of a piece and by squares that pawns mark.

// rankNames number the ranks from the side's own first rank.
func rankNames(g *rules.Game) []string {
	return numbers(g.Ranks())
}

func numbers(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

func rankOf(g *rules.Game, at place) int {
	if at.waits {
		return -1
	}
	return g.HomeRank(at.sq, at.code.Color())
}

// fileNames number the files from the nearer edge.
func fileNames(g *rules.Game) []string {
	return numbers((g.Files() + 1) / 2)
}

func fileOf(g *rules.Game, at place) int {
	if at.waits {
		return -1
	}
	f := g.File(at.sq)
	return min(f, g.Files()-1-f)
}

// confined returns 1, in 1/part, for a piece without a safe square. It falls with the square of their
// number, to 0 at two thirds of the average mobility of the piece.
func confined(k kind, n int) int32 {
	enough := 2 * k.mobility / 3
	if float64(n) >= enough {
		return 0
	}
	lack := 1 - float64(n)/enough
	return int32(part * lack * lack)
}

func outposts(v *view, c rules.Color) *rules.Set { return &v.pawns.outposts[c] }

func withoutOwnPawns(v *view, c rules.Color) *rules.Set { return &v.pawns.bare[c] }

func withoutPawns(v *view, _ rules.Color) *rules.Set { return &v.pawns.open }

// pawnsOfColour counts for each piece the pawns of its side on squares of its colour.
func pawnsOfColour(v *view, code rules.Code) int {
	have, pawns := v.p.Pieces(code), &v.pawns.onColour[code.Color()]
	return v.common(&have, &v.e.geo.light)*pawns[0] + v.common(&have, &v.e.geo.dark)*pawns[1]
}

// backward counts pawns that no pawn can come to protect and whose next square an enemy
// pawn attacks.
func backward(v *view, c rules.Color) int {
	n := 0
	alone := v.pawns.of[c].AndNot(&v.around[c].assault)
	alone = alone.AndNot(&v.around[c].beside)
	alone.Squares(func(sq rules.Square) {
		if v.e.geo.front[c][sq].Meets(&v.pawns.attacks[c.Other()]) {
			n++
		}
	})
	return n
}

// exposed counts pawns that no pawn protects or stands beside, on files without enemy
// pawns.
func exposed(v *view, c rules.Color) int {
	weak := v.pawns.of[c].And(&v.pawns.bare[c.Other()])
	weak = weak.AndNot(&v.pawns.attacks[c])
	weak = weak.AndNot(&v.around[c].beside)
	return weak.Count()
}

// aroundKing counts the squares of a mask around the king that are in a set.
func aroundKing(v *view, c rules.Color, mask *[256]rules.Set, set *rules.Set) int {
	return v.common(&mask[v.p.King(c)], set)
}

// kingHalfOpen counts the files beside the king without own pawns, its own included.
func kingHalfOpen(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.abreast, &v.pawns.bare[c])
}

func kingOpen(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.abreast, &v.pawns.open)
}

func shelterNear(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.nearer[c], &v.pawns.of[c])
}

func stormNear(v *view, c rules.Color) int {
	return aroundKing(v, c, &v.e.geo.stormNear[c], &v.pawns.of[c.Other()])
}

// pushThreats counts the enemy officers that a pawn would attack after a step.
func pushThreats(v *view, code rules.Code) int {
	return v.common(&v.pawns.pushed[code.Color()], &v.officers[code.Color().Other()])
}

// nearness returns the progress of a passed pawn, less the further a king is away, and 0 from
// eight steps.
func nearness(v *view, c rules.Color, sq, king rules.Square) int32 {
	const far = 8
	away := min(int32(v.e.geo.distance[sq][king]), far)
	return v.e.geo.progress[c][sq] * (far - away) / far
}

func passedOwnKing(v *view, c rules.Color, sq rules.Square) int32 {
	return nearness(v, c, sq, v.p.King(c))
}

func passedEnemyKing(v *view, c rules.Color, sq rules.Square) int32 {
	return nearness(v, c, sq, v.p.King(c.Other()))
}

package measure

import (
	"maps"
	"slices"
	"strings"

	"bestiary/engine/rules"
)

// Game describes one finished game. Plies count from 1, random ones included; placing
// a piece before the first move is not a ply.
type Game struct {
	Pair, Index int
	// Dealt is the number of the pair when it was played. Pair is lower where pairs before it have
	// been left out because they repeat others.
	Dealt  int
	Result rules.Result
	Reason rules.Reason
	Plies  int
	// Captures are the plies that took something from the opponent.
	Captures []int
	// Material is the material of both sides at the start and after each ply that
	// changed it.
	Material []Balance
	// FirstRanks records how full the first ranks are with pieces of their own side, at the start
	// and after each change. Waiting pieces do not count.
	FirstRanks []Fill
	// Counter is the highest value of the counter of moves without a capture or
	// a pawn move, and EndCounter its last value, in moves of each side.
	Counter, EndCounter float64
	// EarlierCounter is the highest value before the last ply.
	EarlierCounter float64
	// Bare reports, by side, whether only the royal piece was left when the counter began
	// to rise to its highest value.
	Bare [2]bool
	// Opening is the engine's first plies.
	Opening string
	// Castlings and Explosions are in the order of their plies, Waits in the order of
	// their squares.
	Castlings  []Castling
	Waits      []Wait
	Explosions []Explosion
	// tally has the values of the measures that are collected in a replay.
	tally []float64
	// digest is equal for games with the same first position and moves.
	digest uint64
}

// Number numbers the pair of a game by the place of the game in a list of complete pairs.
func (g *Game) Number(place int) { g.Pair = place / gamesOfPair }

// common returns the pairs that both sides have, with the same numbers on both.
func common(sides [2][]Game) [2][]Game {
	var have [2]map[int]bool
	for i, games := range sides {
		have[i] = map[int]bool{}
		for k := range games {
			have[i][games[k].Dealt] = true
		}
	}
	if maps.Equal(have[0], have[1]) {
		return sides
	}
	var out [2][]Game
	for i, games := range sides {
		for _, g := range games {
			if have[1-i][g.Dealt] {
				g.Number(len(out[i]))
				out[i] = append(out[i], g)
			}
		}
	}
	return out
}

// Balance is the material of both sides from a ply on, waiting pieces included, in pawns
// by the mobility prior (eval.PriorValues).
type Balance struct {
	Ply          int
	White, Black float64
}

// Fill is the share of the squares of the first ranks that their own sides occupy, from a
// ply on.
type Fill struct {
	Ply   int
	Share float64
}

// Castling is a castling of any kind.
type Castling struct {
	Ply   int
	Color rules.Color
}

// Wait is a piece that waits behind another at the start. At most one of Entered
// and Lost is above 0.
type Wait struct {
	Color         rules.Color
	Piece, Square string
	Entered, Lost int // plies, 0 for never
	square        rules.Square
}

// Explosion is a piece that removed itself and all around it. Won and Lost are the losses of the
// enemy and of the exploding side, itself included, in pawns as in Balance.
type Explosion struct {
	Ply       int
	Color     rules.Color
	Won, Lost float64
}

// At returns the material after the given number of plies.
func (g *Game) At(ply int) Balance {
	k, _ := slices.BinarySearchFunc(g.Material, ply+1, func(b Balance, ply int) int { return b.Ply - ply })
	if k == 0 {
		return Balance{}
	}
	return g.Material[k-1]
}

// Middle returns a quiet ply of the middle of the game: the first in its second half that
// neither captures nor is followed by a capture, or half the length of the game without one.
func (g *Game) Middle() int {
	half := g.Plies / 2
	for ply := half; ply < g.Plies; ply++ {
		k, here := slices.BinarySearch(g.Captures, ply)
		next := k < len(g.Captures) && g.Captures[k] == ply+1
		if !here && !next {
			return ply
		}
	}
	return half
}

// CapturesBy counts the captures of the first plies.
func (g *Game) CapturesBy(ply int) int {
	k, _ := slices.BinarySearch(g.Captures, ply+1)
	return k
}

// MaterialLeft returns the share of both sides' initial material that is left after
// the given number of plies; it can exceed 1 after promotions.
func (g *Game) MaterialLeft(ply int) float64 {
	start, now := g.At(0), g.At(ply)
	if start.White+start.Black == 0 {
		return 0
	}
	return (now.White + now.Black) / (start.White + start.Black)
}

// FirstRank returns the share of the squares of the first ranks that are occupied by their own
// sides after the given number of plies.
func (g *Game) FirstRank(ply int) float64 {
	k, _ := slices.BinarySearchFunc(g.FirstRanks, ply+1, func(f Fill, ply int) int { return f.Ply - ply })
	if k == 0 {
		return 0
	}
	return g.FirstRanks[k-1].Share
}

// Passed reports whether a rule that draws after n moves would have ended the
// game earlier, or has ended it. A move that mates when the counter reaches n
// comes before the rule.
func (g *Game) Passed(n int) bool {
	limit := float64(n)
	if g.Result != rules.Draw && g.EndCounter == limit {
		return g.EarlierCounter >= limit
	}
	return g.Counter >= limit
}

// bareFrom reports whether the game was decided after the counter had passed n against a
// bare royal piece.
func (g *Game) bareFrom(n int) bool {
	loser := rules.White
	if g.Result == rules.WhiteWins {
		loser = rules.Black
	}
	return !isDrawn(g) && g.Passed(n) && g.Bare[loser]
}

// Score returns the score of a side: 1, ½ or 0.
func (g *Game) Score(c rules.Color) float64 {
	if c == rules.White {
		return g.Result.Score()
	}
	return 1 - g.Result.Score()
}

// Placement names the files on which the pieces of a side wait at the start, as in
// "falcon i, manticore b"; empty if no piece waits.
func (g *Game) Placement(c rules.Color) string {
	var list []string
	for _, w := range g.Waits {
		if w.Color == c {
			list = append(list, w.Piece+" "+strings.TrimRight(w.Square, "0123456789"))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// waitsAt reports whether a piece still waits after a ply.
func (w *Wait) waitsAt(ply int) bool {
	left := max(w.Entered, w.Lost)
	return left == 0 || left > ply
}

package estimate

import (
	"iter"
	"sort"

	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/store"
)

// GameCounts count the games of a round by how they ended.
type GameCounts struct {
	Games                       int
	WhiteWins, Draws, BlackWins int
	// Endings counts the reasons, most frequent first.
	Endings []Ending
	// Decided and Drawn are the lengths in moves, a move being one turn of each
	// side, rounded up.
	Decided, Drawn []int
	// ArmyA counts the complete pairs by the results of the army that was drawn
	// first.
	ArmyA rating.Pairs
}

// Ending is a reason why games ended.
type Ending struct {
	Reason rules.Reason
	Games  int
	Drawn  bool
}

func countGames(records iter.Seq2[store.Record, error]) (GameCounts, error) {
	var f GameCounts
	at := map[rules.Reason]int{}
	var first store.Record // of the pair
	for rec, err := range records {
		if err != nil {
			return f, err
		}
		f.Games++
		switch {
		case rec.Index == 0:
			first = rec
		case first.Round == rec.Round && first.Pair == rec.Pair:
			if err := f.ArmyA.Add(resultOfA(first.Result, 0), resultOfA(rec.Result, 1)); err != nil {
				return f, err
			}
		}
		moves := (rec.Plies() + 1) / 2
		switch rec.Result {
		case rules.WhiteWins:
			f.WhiteWins++
		case rules.BlackWins:
			f.BlackWins++
		default:
			f.Draws++
		}
		drawn := rec.Result == rules.Draw
		if drawn {
			f.Drawn = append(f.Drawn, moves)
		} else {
			f.Decided = append(f.Decided, moves)
		}
		i, ok := at[rec.Reason]
		if !ok {
			i = len(f.Endings)
			at[rec.Reason] = i
			f.Endings = append(f.Endings, Ending{Reason: rec.Reason, Drawn: drawn})
		}
		f.Endings[i].Games++
	}
	sort.Slice(f.Endings, func(i, j int) bool {
		a, b := f.Endings[i], f.Endings[j]
		if a.Games != b.Games {
			return a.Games > b.Games
		}
		return a.Reason < b.Reason
	})
	return f, nil
}

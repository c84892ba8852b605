package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/internal/format"
)

// fileGame is the name of a game in its variant file. It must be new to engines,
// because they do not let a file replace their own games.
const fileGame = "bestiary-game"

// writeVariantFile writes a game to a temporary variants.ini.
func writeVariantFile(v *variant.Variant) (path string, err error) {
	v = v.Clone()
	name := v.Name
	v.Name = fileGame
	text, warnings, err := gamefile.WriteINI(v)
	if err != nil {
		return "", err
	}
	var lost []string
	for _, w := range warnings {
		// The engine needs neither our names nor our order of pieces. That it reads a
		// piece that not all of the family read is seen when moves are compared.
		if !slices.Contains([]string{gamefile.Renamed, gamefile.Reordered, gamefile.Unreadable, gamefile.Dialect}, w.Kind) {
			lost = append(lost, w.Item)
		}
	}
	if len(lost) > 0 {
		slices.Sort(lost)
		return "", fmt.Errorf("a variants.ini cannot describe %s without loss of %s", name, format.List(slices.Compact(lost), "and"))
	}
	f, err := os.CreateTemp("", "bestiary-*.ini")
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// The positions of random games in which the engine's moves are compared.
const (
	comparedGames = 4
	comparedPlies = 40
	comparedEvery = 5
)

// compareMoves has the engine list its moves in a few positions. Programs silently
// skip what they do not understand in a variant file, and then play another game.
func (u *uci) compareMoves(ctx context.Context) error {
	random := rand.New(rand.NewPCG(1, 2))
	step := func(p *rules.Position) {
		moves := p.Moves(nil)
		p.Make(moves[random.IntN(len(moves))])
	}
	for range comparedGames {
		p := u.game.NewPosition()
		for p.Placing() {
			step(p)
		}
		for ply := range comparedPlies {
			if result, _ := p.Outcome(); result != rules.Ongoing {
				break
			}
			if ply%comparedEvery == 0 {
				if err := u.compareAt(ctx, p); err != nil {
					return err
				}
			}
			step(p)
		}
	}
	return nil
}

func (u *uci) compareAt(ctx context.Context, p *rules.Position) error {
	fen, err := foreignFEN(p)
	if err != nil {
		return err
	}
	theirs, err := u.listMoves(ctx, fen)
	if err != nil {
		return err
	}
	for _, m := range p.Moves(nil) {
		text, ok := u.moveText(p.Game(), m)
		if !ok {
			continue
		}
		if !theirs[text] {
			return u.fault(WrongGame, "reads the variant file as another game: in %s it does not know the move %s", fen, text)
		}
		delete(theirs, text)
	}
	if len(theirs) > 0 {
		return u.fault(WrongGame, "reads the variant file as another game: in %s it would allow %s", fen,
			strings.Join(slices.Sorted(maps.Keys(theirs)), " "))
	}
	return nil
}

// listMoves asks for perft to depth 1, which programs of the Stockfish family
// answer with a line "e2e4: 1" for each move.
func (u *uci) listMoves(ctx context.Context, fen string) (map[string]bool, error) {
	moves := map[string]bool{}
	deadline := u.soon()
	if err := u.tell(ctx, deadline, "position fen "+fen); err != nil {
		return nil, err
	}
	err := u.ask(ctx, deadline, "go perft 1", "list of moves (go perft 1)", func(line string) bool {
		if strings.HasPrefix(line, "Nodes searched") { // which is 1, too, for a single move
			return true
		}
		if text, ok := strings.CutSuffix(line, ": 1"); ok {
			moves[text] = true
		}
		return false
	})
	return moves, err
}

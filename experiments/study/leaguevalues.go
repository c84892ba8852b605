package study

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Mobility is the name of the table of the mobility prior.
const Mobility = "mobility"

// ValueTable is a table of values for some games, in any unit.
type ValueTable struct {
	Name   string
	values map[string]map[string]float64 // by game and piece
}

// set adds a value.
func (t *ValueTable) set(game, piece string, x float64) {
	if t.values == nil {
		t.values = map[string]map[string]float64{}
	}
	if t.values[game] == nil {
		t.values[game] = map[string]float64{}
	}
	t.values[game][piece] = x
}

// of returns by how much the left side of an exchange is worth more than the right,
// and false if the table lacks a piece.
func (t *ValueTable) of(g *rules.Game, exchange string) (sum float64, ok bool) {
	x, err := opening.ParseExchange(g, exchange)
	if err != nil {
		return 0, false
	}
	for i, piece := range slices.Concat(x.Left, x.Right) {
		v, known := t.values[g.Variant.Name][opening.NameOf(g, piece)]
		if !known {
			return 0, false
		}
		if i >= len(x.Left) {
			v = -v
		}
		sum += v
	}
	return sum, true
}

// children are the values that every beginner learns, of pieces that move as in chess.
var children = map[string]float64{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}

// Tables returns mobility, then the published values by source, those for the most games
// first.
func (d *League) Tables() ([]*ValueTable, error) {
	mobility, plain := &ValueTable{Name: Mobility}, &ValueTable{Name: "1-3-3-5-9"}
	var sources []*ValueTable
	for _, g := range d.games {
		name, prior := g.Variant.Name, opening.PriorValues(g)
		classical := append(tuning.NewScale(g, tuning.Points).Reference, "pawn")
		for _, t := range opening.Valued(g) {
			piece := opening.NameOf(g, t)
			mobility.set(name, piece, prior[t]/eval.PawnValue)
			if x, ok := children[piece]; ok && slices.Contains(classical, piece) {
				plain.set(name, piece, x)
			}
		}
		published, err := estimate.PublishedValues(g)
		if err != nil {
			return nil, err
		}
		for _, p := range published {
			i := slices.IndexFunc(sources, func(t *ValueTable) bool { return t.Name == p.Source })
			if i < 0 {
				i = len(sources)
				sources = append(sources, &ValueTable{Name: p.Source})
			}
			sources[i].set(name, "pawn", 1) // the unit of these
			for _, v := range p.Values {
				sources[i].set(name, v.Piece, v.Pawns)
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b *ValueTable) int { return cmp.Compare(len(b.values), len(a.values)) })
	return append([]*ValueTable{mobility, plain}, sources...), nil
}

// ReadTable reads a table of values from a CSV file with the columns piece and value, for the
// games that have all its pieces, or game, piece and value. The table is called as the file.
// It must have all pieces of a game.
func (d *League) ReadTable(path string) (*ValueTable, error) {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("%s:1: expected a header, piece,value or game,piece,value, and a row for each piece", path)
	}
	game, piece, value := slices.Index(rows[0], "game"), slices.Index(rows[0], "piece"), slices.Index(rows[0], "value")
	if piece < 0 || value < 0 {
		return nil, fmt.Errorf("%s:1: the header is %q, expected piece,value or game,piece,value", path, strings.Join(rows[0], ","))
	}
	t := &ValueTable{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	for i, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[value], 64)
		if err != nil || !(x >= -1e6 && x <= 1e6) {
			err = fmt.Errorf("value is %q, expected a number", row[value])
		} else if games := d.games; game < 0 {
			err = t.add(games, row[piece], x)
		} else if games, err = d.called(row[game]); err == nil {
			err = t.add(games, row[piece], x)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
	}
	return t, d.complete(t, path, game >= 0)
}

// called returns the game of a name.
func (d *League) called(name string) ([]*rules.Game, error) {
	var names []string
	for i, g := range d.games {
		if names = append(names, g.Variant.Name); g.Variant.Name == name {
			return d.games[i : i+1], nil
		}
	}
	return nil, fmt.Errorf("the league has no game %q%s", name, cmp.Or(toml.Hint(name, names), "; it has "+strings.Join(names, ", ")))
}

// add adds the value of a piece in the games that have it.
func (t *ValueTable) add(games []*rules.Game, piece string, x float64) error {
	found := false
	var pieces []string
	for _, g := range games {
		for _, kind := range opening.Valued(g) {
			pieces = append(pieces, opening.NameOf(g, kind))
		}
		if opening.Named(g, piece) == rules.NoType {
			continue
		}
		if _, twice := t.values[g.Variant.Name][piece]; twice {
			return fmt.Errorf("%s has the %s twice", g.Variant.Name, piece)
		}
		t.set(g.Variant.Name, piece, x)
		found = true
	}
	if !found {
		return fmt.Errorf("no game has a piece %q%s", piece, toml.Hint(piece, pieces))
	}
	return nil
}

// complete checks that a table has all pieces of the games that it names or, if it names none,
// of some game; others it loses.
func (d *League) complete(t *ValueTable, path string, named bool) error {
	var missing error
	for _, g := range d.games {
		name := g.Variant.Name
		for _, kind := range opening.Valued(g) {
			piece := opening.NameOf(g, kind)
			if _, ok := t.values[name][piece]; t.values[name] == nil || ok || opening.IsInHand(kind) || kind == g.Royal() {
				continue
			}
			missing = fmt.Errorf("%s lacks the %s of %s, expected all pieces of the game", path, piece, name)
			if named {
				return missing
			}
			delete(t.values, name)
		}
	}
	if len(t.values) > 0 {
		missing = nil
	}
	return missing
}

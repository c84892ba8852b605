package league

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

// Table is a table of values for some games, in any unit.
type Table struct {
	Name   string
	values map[string]map[string]float64 // by game and piece
}

// set adds a value.
func (t *Table) set(game, piece string, x float64) {
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
func (t *Table) of(g *rules.Game, exchange string) (sum float64, ok bool) {
	x, err := opening.ParseExchange(g, exchange)
	if err != nil {
		return 0, false
	}
	values := t.values[g.Variant.Name]
	for i, piece := range slices.Concat(x.Left, x.Right) {
		v, known := values[opening.NameOf(g, piece)]
		if !known {
			return 0, false
		}
		if i < len(x.Left) {
			sum += v
		} else {
			sum -= v
		}
	}
	return sum, true
}

// children are the values that every beginner learns, of pieces that move as in chess.
var children = map[string]float64{"pawn": 1, "knight": 3, "bishop": 3, "rook": 5, "queen": 9}

// Tables returns mobility, then the published values by source, those for the most games
// first.
func (s *Settings) Tables() ([]*Table, error) {
	mobility, plain := &Table{Name: Mobility}, &Table{Name: "1-3-3-5-9"}
	var sources []*Table
	for _, g := range s.games {
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
			i := slices.IndexFunc(sources, func(t *Table) bool { return t.Name == p.Source })
			if i < 0 {
				i = len(sources)
				sources = append(sources, &Table{Name: p.Source})
			}
			sources[i].set(name, "pawn", 1) // the unit of these
			for _, v := range p.Values {
				sources[i].set(name, v.Piece, v.Pawns)
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b *Table) int { return cmp.Compare(len(b.values), len(a.values)) })
	return append([]*Table{mobility, plain}, sources...), nil
}

// ReadTable reads a table of values from a CSV file with the columns piece and value, for the
// games that have all its pieces, or game, piece and value. The table is called as the file.
// It must have all pieces of a game.
func (s *Settings) ReadTable(path string) (*Table, error) {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return nil, err
	}
	t := &Table{Name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	r := csv.NewReader(bytes.NewReader(data))
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	fail := func(line int, format string, args ...any) (*Table, error) {
		return nil, fmt.Errorf("%s:%d: %s", path, line, fmt.Sprintf(format, args...))
	}
	if len(rows) < 2 {
		return fail(1, "expected a header, piece,value or game,piece,value, and a row for each piece")
	}
	columns := [3]int{slices.Index(rows[0], "game"), slices.Index(rows[0], "piece"), slices.Index(rows[0], "value")}
	if columns[1] < 0 || columns[2] < 0 {
		return fail(1, "the header is %q, expected piece,value or game,piece,value", strings.Join(rows[0], ","))
	}
	var named []string
	for _, g := range s.games {
		named = append(named, g.Variant.Name)
	}
	for i, row := range rows[1:] {
		line, piece := i+2, row[columns[1]]
		x, err := strconv.ParseFloat(row[columns[2]], 64)
		if err != nil || !(x >= -1e6 && x <= 1e6) {
			return fail(line, "value is %q, expected a number", row[columns[2]])
		}
		games := s.games
		if columns[0] >= 0 {
			k := slices.Index(named, row[columns[0]])
			if k < 0 {
				return fail(line, "the league has no game %q%s", row[columns[0]], cmp.Or(toml.Hint(row[columns[0]], named), "; it has "+strings.Join(named, ", ")))
			}
			games = games[k : k+1]
		}
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
				return fail(line, "%s has the %s twice", g.Variant.Name, piece)
			}
			t.set(g.Variant.Name, piece, x)
			found = true
		}
		if !found {
			return fail(line, "no game has a piece %q%s", piece, toml.Hint(piece, pieces))
		}
	}
	return t, s.complete(t, path, columns[0] >= 0)
}

// complete checks that a table has all pieces of the games that it names or, if it names none,
// of some game; others it loses.
func (s *Settings) complete(t *Table, path string, named bool) error {
	missing := ""
	for _, g := range s.games {
		name := g.Variant.Name
		for _, kind := range opening.Valued(g) {
			piece := opening.NameOf(g, kind)
			if _, ok := t.values[name][piece]; t.values[name] == nil || ok || opening.IsInHand(kind) || kind == g.Royal() {
				continue
			}
			missing = fmt.Sprintf("%s lacks the %s of %s, expected all pieces of the game", path, piece, name)
			if named {
				return fmt.Errorf("%s", missing)
			}
			delete(t.values, name)
		}
	}
	if len(t.values) == 0 {
		return fmt.Errorf("%s", missing)
	}
	return nil
}

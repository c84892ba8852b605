//go:build !js

package estimate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// ValuesTable holds what most readers want to know about each piece.
func (p *draft) ValuesTable() doc.Table {
	head := []string{"piece", "value", "games", "Elo", "mates"}
	if p.Stages {
		head = slices.Insert(head, 2, "over the game")
	}
	if len(p.Published) > 0 {
		head = append(head, "published")
	}
	var rows [][]doc.Text
	var breaks []int
	for i, v := range p.Ranked {
		value, games := doc.T(format.CannotTell), p.Whole(v.FromGames)
		switch total := values(v.Total); {
		case !v.Total.Bounded():
		case v.Tier > 0:
			value = doc.T(total)
		case v.IsGuess():
			value, games = doc.T(doc.Italic(total)), games+", a guess"
		default:
			value, games = doc.T(doc.Italic(total)), games+", left open"
		}
		elo := format.CannotTell
		if v.Elo.Bounded() && v.Elo.Excludes(0) {
			elo = format.Elo.Bare().Interval(v.Elo)
		}
		row := doc.Row(v.Symbol+" "+format.Words(v.Piece), value, games, elo, cmp.Or(string(v.Mates), format.None))
		if p.Stages {
			over := format.CannotTell
			if v.Over != nil && v.Over.Bounded() {
				over = values(*v.Over)
			}
			row = slices.Insert(row, 2, doc.T(over))
		}
		if len(p.Published) > 0 {
			row = append(row, doc.T(publishedValues(p.Published, v.Piece)))
		}
		if i > 0 && v.Tier != p.Ranked[i-1].Tier {
			breaks = append(breaks, i)
		}
		rows = append(rows, row)
	}
	return doc.Table{Head: head, Rows: rows, Breaks: breaks, Foot: texts.Text("values foot", p)}
}

// publishedValues lists the values of a piece with their sources.
func publishedValues(sources []Published, piece string) string {
	var list []string
	for _, s := range sources {
		if x, ok := s.Of(piece); ok {
			list = append(list, format.Significant(math.Round(100*x)/100, -1)+" ("+s.Source+")")
		}
	}
	return strings.Join(list, ", ")
}

// Stage is the share of a stage of the game in the quiet positions, and Left the share of the
// officers that are left on average.
func (p *draft) Stage(i int) string { return p.Whole(p.Measurement.Stages[i]) }
func (p *draft) Left() string       { return p.Whole(p.Measurement.Stages[0] + p.Measurement.Stages[1]/2) }

// DifferencesTable lists the exchanges.
func (p *draft) DifferencesTable() doc.Table {
	var rows [][]doc.Text
	for _, d := range p.Differences {
		rows = append(rows, doc.Row(d.Exchange, format.Fixed(100*d.Share, 1), format.Count(d.Pairs),
			format.Percent.Bare().Number(d.Expected), format.Percent.Bare().Interval(d.Score)))
	}
	return table("differences", p, []string{"exchange", "share in %", "pairs", "expected score in %", "score in %"}, rows)
}

// ChecksTable lists the checks that a sound measurement passes.
func (p *draft) ChecksTable() doc.Table {
	var rows [][]doc.Text
	for _, c := range p.Checked {
		rows = append(rows, doc.Row(c.Name, doc.Verdict(string(c.Status)), c.Found, c.Wanted, c.Note))
	}
	return table("checks", p, []string{"check", "status", "found", "expected", "note"}, rows)
}

// PartsTable shows of what the intervals consist.
func (p *draft) PartsTable() []doc.Block {
	if p.Panel == nil {
		return nil
	}
	others := "terms"
	if p.Measurement.Exchanges > 0 {
		others = "exchanges and terms"
	}
	var rows [][]doc.Text
	within := func(all, part float64) string {
		return "±" + format.Value.Number(math.Sqrt(max(0, all*all-part*part)))
	}
	for _, v := range p.Ranked {
		if v.Worth.Bounded() && !v.Worth.Exact() {
			total := p.Panel.Worth(v.Worth, indexOf(p.Measurement.Design.Values, v.Piece), p.Measurement.Scale).HalfWidth()
			sampled, luck := v.Worth.HalfWidth(), v.Sampling.HalfWidth()
			rows = append(rows, doc.Row(format.Words(v.Piece), format.Value.Number(v.Worth.Estimate), "±"+format.Value.Number(luck),
				within(sampled, luck), within(total, sampled), "±"+format.Value.Number(total)))
		}
	}
	return []doc.Block{table("parts", p, []string{"piece", "value", "games", others, "players", "together"}, rows)}
}

// PlayersTable shows how far the players differ.
func (p *draft) PlayersTable() []doc.Block {
	if len(p.Players) < 2 {
		return nil
	}
	var rows [][]doc.Text
	for i := range p.Players {
		x := &p.Players[i]
		nodes := format.None
		if x.Nodes > 0 {
			nodes = format.Count(x.Nodes)
		}
		rows = append(rows, p.row(doc.Row(x.Label(), nodes, format.Count(2*x.Pairs)), func(i int) doc.Text {
			if x.Estimate == nil {
				return doc.T(format.Unknown)
			}
			return doc.T(values(x.Estimate.Values[i].Worth))
		}))
	}
	list := []doc.Block{table("players", p, p.pieces("player", "nodes a move", "games"), rows)}
	for _, b := range p.Besides {
		rows = nil
		for i, d := range b.Differences {
			if own := b.Own.Values[i].Worth; !own.Exact() {
				rows = append(rows, doc.Row(format.Words(d.Piece), values(own), values(b.Theirs.Values[i].Worth),
					emphasised(d.Worth, d.Disagree), chance(d.Worth, d.Disagree)))
			}
		}
		about := struct{ Units, Player string }{p.InUnits(), b.Player}
		list = append(list, table("beside", about, []string{"piece", "engine", b.Player, "difference", ""}, rows))
	}
	return list
}

// pieces returns the header of a table with a column for each piece but the unit, and row a row of
// it.
func (p *draft) pieces(first ...string) []string {
	for _, v := range p.Measurement.Design.Values {
		if !v.Worth.Exact() {
			first = append(first, format.Words(v.Piece))
		}
	}
	return first
}

func (p *draft) row(first []doc.Text, cell func(i int) doc.Text) []doc.Text {
	for i, v := range p.Measurement.Design.Values {
		if !v.Worth.Exact() {
			first = append(first, cell(i))
		}
	}
	return first
}

// EstimatesTable compares the estimates from the same games.
func (p *draft) EstimatesTable() doc.Table {
	m := p.Measurement
	var rows [][]doc.Text
	for _, v := range p.Ranked {
		i := indexOf(m.Design.Values, v.Piece)
		data, texel, difference := format.None, stat.Unknown(), doc.T(format.None)
		if len(m.Texel.Values) > 0 {
			data, texel = p.Whole(m.Texel.Values[i].WeightOfData), m.Texel.Values[i].Worth
		}
		if x := m.Examination; x != nil && len(x.Comparisons) > 0 && !v.Worth.Exact() {
			difference = emphasised(x.Comparisons[i].Worth, x.Comparisons[i].Disagree)
		}
		rows = append(rows, doc.Row(format.Words(v.Piece), v.Count, format.Count(v.Support), values(v.Worth), values(texel),
			data, values(m.Prior.Values[i].Worth), difference, values(v.Pawns)))
	}
	head := []string{"piece", "a side", "pairs", "armies", "positions", "data", "mobility", "armies − positions", "in pawns"}
	return table("estimates", p, head, rows)
}

// values formats an interval of a value.
func values(v stat.Interval) string { return format.Value.Interval(v) }

func indexOf(values []tuning.Value, piece string) int {
	return slices.IndexFunc(values, func(v tuning.Value) bool { return v.Piece == piece })
}

// emphasised formats an interval, in bold if strong is set.
func emphasised(v stat.Interval, strong bool) doc.Text {
	if strong {
		return doc.T(doc.Bold(values(v)))
	}
	return doc.T(values(v))
}

// MatchesTable compares matches with sums of values.
func (p *draft) MatchesTable() []doc.Block {
	if len(p.Matches) == 0 {
		return nil
	}
	var rows [][]doc.Text
	for _, c := range p.Matches {
		name, difference := c.Exchange, doc.T(format.None)
		switch text := format.Value.Difference(c.Pawns.Estimate - c.Design.Estimate); {
		case c.Saturated:
			name += " *"
		case !c.Design.Bounded() || !c.Pawns.Bounded():
		case c.Disagree:
			difference = doc.T(doc.Bold(text))
		default:
			difference = doc.T(text)
		}
		rows = append(rows, doc.Row(name, format.Percent.Bare().Interval(c.Score), values(c.Pawns),
			values(c.Design), values(c.Texel), format.Value.Number(c.Prior), difference))
	}
	head := []string{"exchange", "score in %", "match", "armies", "positions", "mobility", "match − armies"}
	return []doc.Block{table("matches", p, head, rows)}
}

// LadderTables show the values at several numbers of nodes, and how they change.
func (p *draft) LadderTables() []doc.Block {
	if len(p.Ladder) == 0 {
		return nil
	}
	unit := tuning.UnitPiece(p.Game)
	var rows [][]doc.Text
	for _, rung := range p.Ladder {
		values, pawn := rung.Measurement.Design.Values, format.Unknown
		if i := slices.IndexFunc(values, func(v tuning.Value) bool { return v.Type == unit }); i >= 0 {
			pawn = format.Elo.Bare().Interval(values[i].Elo)
		}
		row := p.row(doc.Row(format.Count(rung.Nodes), format.Count(rung.Measurement.Games)),
			func(i int) doc.Text { return emphasised(values[i].Worth, rung.Differs[i]) })
		rows = append(rows, append(row, doc.Row(pawn, format.Percent.Bare().Interval(rung.PawnOdds))...))
	}
	list := []doc.Block{table("ladder", p, append(p.pieces("nodes a move", "games"), p.PawnPiece()+", Elo", "score in %"), rows)}
	if len(p.Slopes) == 0 {
		return list
	}
	rows = nil
	for _, s := range p.Slopes {
		moves := format.CannotTell
		switch {
		case s.Moves:
			moves = "yes"
		case s.Settled:
			moves = "no"
		}
		rows = append(rows, doc.Row(s.name(), values(s.Strongest), format.Percent.Bare().Interval(s.PerDoubling), moves, values(s.Beyond)))
	}
	last := p.Ladder[len(p.Ladder)-1].Nodes
	head := []string{"piece", "at " + format.Count(last), "% per doubling", "moves", "predicted for " + format.Count(foreseen*last)}
	return append(list, table("slopes", p, head, rows))
}

// PhasesTable shows the values by how full the board is.
func (p *draft) PhasesTable() []doc.Block {
	m := p.Measurement
	if len(m.Phases) == 0 {
		return nil
	}
	var rows [][]doc.Text
	for _, ph := range m.Phases {
		row := doc.Row(format.Words(ph.Piece))
		for _, v := range ph.Worth {
			row = append(row, doc.T(values(v)))
		}
		for _, v := range p.Ranked {
			if v.Piece == ph.Piece && v.Over != nil {
				row = append(row, doc.T(values(*v.Over)))
			}
		}
		rows = append(rows, row)
	}
	return []doc.Block{table("phases", p, []string{"piece", "full board", "half", "none left", "over the game"}, rows)}
}

// CorrelationsTable shows the correlations between the errors of the values in units.
func (p *draft) CorrelationsTable() []doc.Block {
	if p.Measurement.Examination == nil {
		return nil
	}
	var rows [][]doc.Text
	for i, v := range p.Measurement.Design.Values {
		if !v.Worth.Exact() {
			rows = append(rows, p.row(doc.Row(format.Words(v.Piece)), func(j int) doc.Text {
				if j > i {
					return nil
				}
				return doc.T(format.Value.Number(p.Measurement.Examination.Correlations[i][j]))
			}))
		}
	}
	return []doc.Block{table("correlations", p, p.pieces("piece"), rows)}
}

package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/endgame"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// valuesTable holds what most readers want to know about each piece.
func (p *draft) valuesTable() doc.Table {
	t := doc.Table{
		Head: []string{"piece", "value", "games", "Elo", "mates"},
		Foot: doc.T("Values combine the games with a prior: what the moves of a piece suggest. Pieces separated by a line differ significantly; below the last line are those whose value the games cannot tell. ", doc.Italic("games"), ": the share of the value that the games decided; the prior decided the rest. ", doc.Italic("a guess"), ": the games do not tell the value, and decided less than half of it. ",
			doc.Italic("Elo"), ": what one more piece of the kind is worth in rating points at the start of the game, by the games alone, where they can tell that it is worth anything. ",
			doc.Italic("mates"), ": whether one piece, or two of its kind, win against a bare king", p.notComputed(), "."),
	}
	if p.stages {
		t.Head = slices.Insert(t.Head, 2, "over the game")
		t.Foot = append(t.Foot, doc.T(" ", doc.Italic("Over the game"), fmt.Sprintf(": a value is the worth at the array; this is the mean over quiet positions of the same games, in which %s of the officers are left on average, with intervals that allow for sampling error and differences between players.",
			percent(p.Measurement.Stages[0]+p.Measurement.Stages[1]/2)))...)
	}
	if len(p.published) > 0 {
		t.Head = append(t.Head, "published")
		t.Foot = append(t.Foot, doc.T(" ", doc.Italic("Published"), ": values by others, in the same unit where they name the pieces that fix it, otherwise in their own pawns. They are opinions and measurements of different quality. The leaper rule is Muller's rule of thumb for a short leaper with n squares, (30 + 5n/8)·n centipawns.")...)
	}
	for i, v := range p.ranked {
		value, games := doc.T(format.CannotTell), percent(v.FromGames)
		switch {
		case !v.Total.Bounded():
		case v.Tier > 0:
			value = doc.T(format.Value.Interval(v.Total))
		case v.IsGuess():
			value, games = doc.T(doc.Italic(format.Value.Interval(v.Total))), games+", a guess"
		default:
			value, games = doc.T(doc.Italic(format.Value.Interval(v.Total))), games+", left open"
		}
		elo := format.CannotTell
		if v.Elo.Bounded() && v.Elo.Excludes(0) {
			elo = format.Elo.Bare().Interval(v.Elo)
		}
		row := append(append(doc.Row(v.Symbol+" "+format.Words(v.Piece)), value), doc.Row(games, elo, cmp.Or(string(v.Mates), format.None))...)
		if p.stages {
			over := format.CannotTell
			if v.Over != nil && v.Over.Bounded() {
				over = format.Value.Interval(*v.Over)
			}
			row = slices.Insert(row, 2, doc.T(over))
		}
		if len(p.published) > 0 {
			row = append(row, doc.T(publishedValues(p.published, v.Piece)))
		}
		if i > 0 && v.Tier != p.ranked[i-1].Tier {
			t.Breaks = append(t.Breaks, i)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// notComputed says why no ending was solved, "" if one was.
func (p *draft) notComputed() string {
	if !slices.ContainsFunc(p.ranked, func(v estimate.RankedValue) bool { return v.Mates == endgame.NotComputed }) {
		return ""
	}
	why := "in games whose kings are not leapers"
	switch {
	case p.Game.Drops():
		why = "where captured pieces come back"
	case !p.Game.Variant.OnlyMates():
		why = "where something else than mate decides, too"
	}
	return "; not computed " + why
}

// publishedValues lists the values of a piece with their sources.
func publishedValues(sources []estimate.Published, piece string) string {
	var list []string
	for _, s := range sources {
		if x, ok := s.Of(piece); ok {
			list = append(list, format.Significant(math.Round(100*x)/100, -1)+" ("+s.Source+")")
		}
	}
	return strings.Join(list, ", ")
}

// agreement compares the estimates from the same games.
func (p *draft) agreement() []doc.Block {
	m := p.Measurement
	positions := len(m.Texel.Values) > 0
	values := doc.Table{
		Caption: fmt.Sprintf("Values %s by three estimates, with %s intervals, from %s.", p.inUnits(), format.Level(m.Level), p.sample()),
		Head:    []string{"piece", "a side", "pairs", "armies", "positions", "data", "mobility", "armies − positions", "in pawns"},
		Foot: doc.T(doc.Italic("a side"), ": number at the start. ",
			doc.Italic("pairs"), ": pairs of games in which the armies differ in the piece. ",
			doc.Italic("armies"), ": by the armies at the start of the games, without the prior that is part of the value reported. ",
			doc.Italic("positions"), ": from quiet positions during the games, drawn towards the mobility prior, which may be wrong by "+ridge(m.Ridge)+". ",
			doc.Italic("data"), ": the share of that value that the games decided. ",
			doc.Italic("mobility"), ": from mobility alone, without playing a game. ",
			doc.Italic("armies − positions"), " allows for what the errors of the two estimates have in common; a difference in bold is significant even when all pieces are considered together. ",
			doc.Italic("in pawns"), ": the value by armies in units of "+format.Article(p.pawnPiece())+"."),
	}
	for _, v := range p.ranked {
		i := indexOf(m.Design.Values, v.Piece)
		prior, texel := m.Prior.Values[i], tuning.Value{Worth: stat.Unknown()}
		data, difference := format.None, doc.T(format.None)
		if positions {
			texel = m.Texel.Values[i]
			data = percent(texel.WeightOfData)
		}
		if x := p.Measurement.Examination; x != nil && len(x.Comparisons) > 0 && !v.Worth.Exact() {
			difference = emphasised(x.Comparisons[i].Worth, x.Comparisons[i].Disagree)
		}
		values.Rows = append(values.Rows, doc.Row(format.Words(v.Piece), v.Count, format.Count(v.Support), format.Value.Interval(v.Worth),
			format.Value.Interval(texel.Worth), data, format.Value.Interval(prior.Worth), difference, format.Value.Interval(v.Pawns)))
	}
	return []doc.Block{values}
}

// percent formats a share in percent, without decimals.
func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

func indexOf(values []tuning.Value, piece string) int {
	return slices.IndexFunc(values, func(v tuning.Value) bool { return v.Piece == piece })
}

// ridge says how far off the prior may be.
func ridge(r tuning.Ridge) string {
	text := fmt.Sprintf("%.0f %% (one standard deviation", 100*r.Spread)
	if r.Chosen {
		text += ", chosen by cross-validation over pairs"
	}
	return text + ")"
}

// emphasised formats an interval, in bold if strong is set.
func emphasised(v stat.Interval, strong bool) doc.Text {
	if strong {
		return doc.T(doc.Bold(format.Value.Interval(v)))
	}
	return doc.T(format.Value.Interval(v))
}

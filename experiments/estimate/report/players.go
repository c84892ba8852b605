package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// players shows the parts of the intervals, and how far the players differ.
func (p *draft) players() []doc.Block {
	if p.Panel == nil {
		return nil
	}
	parts := doc.Table{
		Caption: fmt.Sprintf("What the %s intervals of the values by the games alone are made of, %s: half-widths.", format.Level(p.Measurement.Level), p.inUnits()),
		Head:    []string{"piece", "value", "games", p.exchanges(), "players", "together"},
		Foot: doc.T(doc.Italic("games"), ": sampling error. ", doc.Italic("players"),
			fmt.Sprintf(": a player who is not among these finds other values; one standard deviation is %.1f %% of a value%s. ", 100*p.Panel.Spread, p.spreadSource()),
			doc.Italic(p.exchanges()), p.exchangesNote(), "They are added in squares."),
	}
	for _, v := range p.ranked {
		if v.Worth.Bounded() && !v.Worth.Exact() {
			i := indexOf(p.Measurement.Design.Values, v.Piece)
			total, sampled, luck := p.Panel.Worth(v.Worth, i, p.Measurement.Scale).HalfWidth(), v.Worth.HalfWidth(), v.Sampling.HalfWidth()
			parts.Rows = append(parts.Rows, doc.Row(format.Words(v.Piece), format.Value.Number(v.Worth.Estimate), "±"+format.Value.Number(luck),
				"±"+format.Value.Number(math.Sqrt(max(0, sampled*sampled-luck*luck))), "±"+format.Value.Number(math.Sqrt(max(0, total*total-sampled*sampled))), "±"+format.Value.Number(total)))
		}
	}
	if len(p.Players) < 2 {
		return []doc.Block{parts}
	}
	each := doc.Table{
		Caption: fmt.Sprintf("Values by armies %s in the games of each player, with sampling intervals.", p.inUnits()),
		Head:    p.otherPieces("player", "nodes a move", "games"),
		Foot:    p.playerNotes(),
	}
	for i := range p.Players {
		x := &p.Players[i]
		nodes := format.None
		if x.Nodes > 0 {
			nodes = format.Count(x.Nodes)
		}
		row := doc.Row(x.Label(), nodes, format.Count(2*x.Pairs))
		for i, v := range p.Measurement.Design.Values {
			if !v.Worth.Exact() {
				value := stat.Unknown()
				if x.Estimate != nil {
					value = x.Estimate.Values[i].Worth
				}
				row = append(row, doc.T(format.Value.Interval(value)))
			}
		}
		each.Rows = append(each.Rows, row)
	}
	return append([]doc.Block{parts, each}, p.besides()...)
}

// exchanges names the part of the intervals that comes neither from luck nor from players.
func (p *draft) exchanges() string {
	if p.Measurement.Exchanges == 0 {
		return "terms"
	}
	return "exchanges and terms"
}

func (p *draft) exchangesNote() string {
	const terms = "what the model assumes of second pieces, pairs and edges. "
	if p.Measurement.Exchanges == 0 {
		return ": " + terms
	}
	return fmt.Sprintf(": each of the %d exchanges is worth more or less than its pieces, by %.2f logits (one standard deviation), however many games it has; and %s",
		p.Measurement.Exchanges, p.Measurement.Exchange, terms)
}

// besides compares the values of foreign players with those of the engine.
func (p *draft) besides() []doc.Block {
	var out []doc.Block
	for _, b := range p.Besides {
		t := doc.Table{
			Caption: fmt.Sprintf("Values by armies %s by %s beside those by the engine of this program (all its players together), with sampling intervals.", p.inUnits(), b.Player),
			Head:    []string{"piece", "engine", b.Player, "difference", ""},
			Foot:    doc.T("A difference in bold is beyond chance for all pieces together."),
		}
		for i, d := range b.Differences {
			if b.Own.Values[i].Worth.Exact() {
				continue
			}
			t.Rows = append(t.Rows, append(doc.Row(format.Words(d.Piece), format.Value.Interval(b.Own.Values[i].Worth), format.Value.Interval(b.Theirs.Values[i].Worth)),
				emphasised(d.Worth, d.Disagree), doc.T(chance(d.Worth, d.Disagree))))
		}
		out = append(out, t)
	}
	return out
}

// foreigners warns of foreign players whose values differ.
func (p *draft) foreigners() string {
	var out []string
	for _, b := range p.Besides {
		var beyond []string
		for i, d := range b.Differences {
			if d.Disagree {
				beyond = append(beyond, fmt.Sprintf("the %s (%s instead of %s)", format.Words(d.Piece),
					format.Value.Number(b.Theirs.Values[i].Worth.Estimate), format.Value.Number(b.Own.Values[i].Worth.Estimate)))
			}
		}
		if len(beyond) > 0 {
			out = append(out, fmt.Sprintf("%s, from games of its own, differs beyond chance for %s.", b.Player, format.List(beyond, "and")))
		}
	}
	return strings.Join(out, " ")
}

func (p *draft) spreadSource() string {
	if p.Panel.Players > 1 {
		return ", from the players below and those of other games"
	}
	return ", assumed because the games do not tell"
}

// playerNotes says what each player plays with.
func (p *draft) playerNotes() doc.Text {
	var out doc.Text
	for i := range p.Players {
		x, space := &p.Players[i], ""
		if i > 0 {
			space = " "
		}
		out = append(out, doc.T(space, doc.Italic(x.Label()), " plays with "+x.Says+".")...)
		if x.Faults() > 0 {
			out = append(out, doc.T(fmt.Sprintf(" It lost %s by a fault, such as an illegal move or none.", format.Plural(x.Faults(), "game")))...)
		}
	}
	return out
}

// chance says whether a difference is significant, if the games bound it.
func chance(v stat.Interval, beyond bool) string {
	switch {
	case !v.Bounded():
		return "the games are too few to tell"
	case beyond:
		return "beyond chance"
	}
	return "within chance"
}

// correlations shows the correlations between the errors of the values in
// units.
func (p *draft) correlations() []doc.Block {
	if p.Measurement.Examination == nil {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Correlations of the errors of the values by armies %s. All values share the error of the unit, so they tend to be too high or too low together.", p.inUnits()),
		Head:    p.otherPieces("piece"),
	}
	values := p.Measurement.Design.Values
	for i, v := range values {
		if v.Worth.Exact() {
			continue
		}
		row := doc.Row(format.Words(v.Piece))
		for j := range values[:i+1] {
			if !values[j].Worth.Exact() {
				row = append(row, doc.T(format.Value.Number(p.Measurement.Examination.Correlations[i][j])))
			}
		}
		t.Rows = append(t.Rows, slices.Concat(row, make([]doc.Text, len(t.Head)-len(row))))
	}
	return []doc.Block{t}
}

// Worths returns the pieces of an estimate, strongest first, and captions with their
// values.
func Worths(res *estimate.Result) (order []string, captions map[string]string) {
	royal := res.Game.TypeName(res.Game.Royal())
	captions = map[string]string{royal: "royal, no value"}
	for _, v := range ranked(res) {
		order, captions[v.Piece] = append(order, v.Piece), worth(res, v)
	}
	return order, captions
}

// worth returns the caption of a piece with its value.
func worth(res *estimate.Result, v estimate.RankedValue) string {
	switch {
	case v.Total.Exact():
		return "the unit of the values"
	case !v.Total.Bounded():
		return format.CannotTell
	case v.IsGuess():
		return "a guess from its moves: " + format.Value.Number(v.Total.Estimate) + unitName(res)
	case v.Tier == 0:
		return "left open by the games"
	}
	return format.Value.Interval(v.Total) + unitName(res)
}

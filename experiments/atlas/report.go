package atlas

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/endgame"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// Figures is what programs read of a result. It leaves out locked pieces until they are opened.
type Figures struct {
	Hash     string  `json:"hash"` // of the settings and the list
	Revision int     `json:"revision"`
	Seed     int     `json:"seed"`
	Games    int     `json:"games"`
	Pieces   int     `json:"pieces"`
	Locked   int     `json:"locked"`
	Opened   bool    `json:"opened"`  // the locked pieces are shown, too
	Precise  float64 `json:"precise"` // the share of the shown values that are as precise as the settings ask
	Spread   float64 `json:"spread"`  // of players, as a share of a value
	// SpreadAgain is the spread of the players of the second measurement.
	SpreadAgain float64 `json:"spread-again"`
	// Unpooled counts the runs whose games do not tell the spread.
	Unpooled int `json:"unpooled"`
	// Unjudged counts the values by which the formula cannot be judged.
	Unjudged int            `json:"unjudged"`
	Formula  string         `json:"formula"`
	Judged   []Judged       `json:"judged"`
	Values   []Value        `json:"values"`
	Hosts    []HostPiece    `json:"hosts"`
	Failed   []page.Failure `json:"failed"` // runs that failed, whose pieces have no values

	settings *Settings
	list     []Piece
	time     time.Duration
}

// Figures returns what programs read of the result.
func (r *Result) Figures() *Figures {
	fitted := r.Formula()
	f := &Figures{Hash: r.Hash, Revision: r.Revision, Seed: r.Settings.Seed, Games: r.Games, Pieces: len(r.Pieces), Opened: r.Opened, Formula: fitted.String(), Judged: r.Judge(), Values: r.Values(), Spread: r.Spread[0], SpreadAgain: r.Spread[1], Unjudged: r.Unjudged(), Unpooled: r.Unpooled, Hosts: r.Hosts(), Failed: append([]page.Failure{}, r.Failed...), settings: r.Settings, list: r.Pieces, time: r.Time}
	for _, p := range r.Pieces {
		if p.Locked {
			f.Locked++
		}
	}
	for i := range f.Values {
		v := &f.Values[i]
		v.Predicted, v.apart = fitted.Value(v.Features), fitted.Doubt(v.Features)
	}
	for _, v := range f.Values {
		if v.Points.HalfWidth() <= r.Settings.Precision*v.Points.Estimate {
			f.Precise += 1 / float64(len(f.Values))
		}
	}
	slices.SortStableFunc(f.Values, func(a, b Value) int {
		return cmp.Or(slices.Index(f.boards(), a.Board)-slices.Index(f.boards(), b.Board), cmp.Compare(b.Points.Estimate, a.Points.Estimate))
	})
	return f
}

func (f *Figures) boards() (names []string) {
	for _, b := range f.settings.Boards {
		names = append(names, b.Name)
	}
	return names
}

// citation says how to cite the values, in the Citation File Format.
const citation = `cff-version: 1.2.0
message: To cite these values, name their hash.
type: dataset
title: What pieces are worth
authors:
  - name: The bestiary authors
version: "%s"
license: MIT
`

// Write writes the page into a folder, with atlas.json, atlas.csv, the settings and the list with their
// hashes and CITATION.cff, and returns the path of the page.
func (f *Figures) Write(folder string, run page.Run) (string, error) {
	data, err := run.JSON(Name+".json", f)
	if err != nil {
		return "", fmt.Errorf("atlas: %w", err)
	}
	sealed, err := f.settings.sealed(f.list)
	if err != nil {
		return "", fmt.Errorf("atlas: %w", err)
	}
	run.Time = f.time
	return f.page().Write(folder, run, append(files.Sealed(sealed...), data, files.CSV(Name+".csv", f.rows()), files.File{Name: "CITATION.cff", Data: fmt.Appendf(nil, citation, f.Hash)})...)
}

// Finding states the result in a sentence.
func (f *Figures) Finding() string {
	out := fmt.Sprintf("%s were measured; %s of the values are known to ± %s or better (goal: %s).", format.Plural(f.Pieces, "piece"), format.Percent.Number(f.Precise), format.Percent.Number(f.settings.Precision), format.Percent.Number(f.settings.PreciseShare))
	if len(f.Judged) > 0 {
		all := f.Judged[0]
		out += fmt.Sprintf(" The formula is off by %s (root mean square), mobility alone by %s; the ratio is %s (goal: %s or less).", format.Percent.Interval(all.Formula), format.Percent.Interval(all.Prior), format.Value.Interval(all.Ratio), format.Value.Number(ratioGoal))
	}
	switch {
	case f.Opened:
		out += fmt.Sprintf(" %d of the pieces were locked until it was fitted.", f.Locked)
	case f.Locked > 0:
		out += fmt.Sprintf(" %d of the pieces are locked.", f.Locked)
	}
	return out + page.NotPlayed(f.Failed)
}

// Text returns the errors and the values for a terminal, in lines of width characters.
func (f *Figures) Text(width int) string {
	values := f.table(f.Values)
	for i := range values.Rows {
		values.Rows[i] = values.Rows[i][:6]
	}
	values.Head = values.Head[:6]
	parts := []string{strings.Join(format.Wrap(f.Finding(), width), "\n") + "\n"}
	for _, t := range []doc.Table{f.errors(), values} {
		if len(t.Rows) > 0 {
			parts = append(parts, t.Text(width))
		}
	}
	return strings.Join(parts, "\n")
}

func (f *Figures) page() *page.Page {
	p := &page.Page{
		Title:  "What pieces are worth",
		Answer: []doc.Paragraph{doc.P(f.Finding()), doc.P(f.Formula)},
		Appendix: []doc.Section{{Title: "How it was measured", Blocks: []doc.Block{doc.List{
			doc.T("In each run up to " + format.Plural(f.settings.Guests, "piece") + " that the array lacks take the places of others. Values come from the games alone, and their intervals hold for a new player. Players are taken to differ by " + format.Percent.Number(f.Spread) + ", by " + f.pooled() + "; those who measured some pieces again by " + format.Percent.Number(f.SpreadAgain) + ". The least that is assumed is " + format.Percent.Number(tuning.MinSpread) + ". The players of a run share what its learning rounds found. Values are in points: knight, bishop, rook and queen have 3.25, 3.25, 5 and 9.75 on average."),
			doc.T("A guest stands on squares of the pieces that it takes the place of, chosen at random, and the side whose pieces are worth more gives up pawns. A single value of a colour-bound piece is that of one alone; the bishop of the unit is half of a pair."),
			doc.T("The locked pieces are measured like the others, and nothing shows their values before they are opened; whoever has the games could compute them."),
			doc.T("The settings determine the list, the boards and the locked third. They were fixed, with their hash, before the first game."),
		}}}},
		Facts: []page.Fact{{Name: "seed", Value: f.Seed}, {Name: "hash of the list", Value: f.Hash}, {Name: "games", Value: format.Count(f.Games)}},
	}
	p.Body = append(f.charts(), f.errors())
	p.Body = append(p.Body, doc.Heading("Where the formula is wrong"), f.families(), f.worst())
	p.Body = append(p.Body, f.answers()...)
	p.Body = append(p.Body, doc.Heading("All values"), f.table(f.Values), f.ofHosts())
	return p
}

// pooled says which runs tell how much players differ.
func (f *Figures) pooled() string {
	if f.Unpooled == 0 {
		return "all runs together"
	}
	return "all runs together without " + format.Count(f.Unpooled) + " whose games do not tell it"
}

// ratioGoal is the largest ratio of the formula's error to that of mobility that meets the goal.
const ratioGoal = 0.6

// errors is the table of the errors of forecasts.
func (f *Figures) errors() doc.Table {
	t := doc.Table{Head: []string{"", "values", "formula", "mobility", "mobility, scaled", "ratio", "inside"}, Foot: doc.T(fmt.Sprintf("Errors are root mean squares of logarithms, for pieces that the formula was not fitted to; they include sampling error, and their intervals are for other pieces drawn in the same way. Scaled, mobility is multiplied by the factor that fits the pieces of the formula best; the ratio is to mobility as it is (goal: %s or less); inside is the share of values within the predictive 95 %% limits (goal: 90 to 98 %%). The formula is not judged by %s that the games do not tell, or of pieces on which mobility was not checked, such as those that never come to half of the board; the last row has those that the games tell.", format.Value.Number(ratioGoal), format.Plural(f.Unjudged, "value")))}
	for _, j := range f.Judged {
		if j.Law != (stat.Interval{}) {
			t.Foot = append(t.Foot, doc.T(fmt.Sprintf(" Muller's law, on the scale that fits other leapers best, is off by %s for the %s, %s.", format.Percent.Interval(j.Law), Leapers, format.Plural(j.Values, "value")))...)
		}
		inside := format.None
		if x := float64(j.Inside); x == x {
			inside = format.Percent.Number(x)
		}
		t.Rows = append(t.Rows, doc.Row(cmp.Or(j.Board, "all"), j.Values, format.Percent.Interval(j.Formula), format.Percent.Interval(j.Prior), format.Percent.Interval(j.Scaled), format.Value.Interval(j.Ratio), inside))
	}
	return t
}

// table lists values.
func (f *Figures) table(list []Value) doc.Table {
	t := doc.Table{Head: []string{"moves", "board", "family", "value", "by the formula", "by mobility", "squares", "moves between squares", "mates"}}
	for _, v := range list {
		family := v.Family
		if v.Again {
			family += ", again"
		}
		t.Rows = append(t.Rows, doc.Row(doc.Span{Text: v.Betza, Mark: doc.Literal}, v.Board, family, format.Value.Interval(v.Points), format.Value.Number(v.Predicted.Estimate), format.Value.Number(v.Prior), format.Fixed(v.Mobility[1], 1), format.Fixed(v.Moves, 2), v.mates()))
	}
	return t
}

func (v *Value) mates() string {
	if v.Mates == endgame.NotComputed {
		return format.None
	}
	return string(v.Mates)
}

// role says whether the formula is fitted to a value or judged by it; "" if neither.
func (v *Value) role() formula.Role {
	switch {
	case !v.judges():
		return ""
	case v.Locked:
		return formula.Judged
	}
	return formula.Fitted
}

// orUnknown returns an interval, unknown if it is zero.
func orUnknown(v stat.Interval) stat.Interval {
	if v == (stat.Interval{}) {
		return stat.Unknown()
	}
	return v
}

// rows are those of atlas.csv: one for each piece and board.
func (f *Figures) rows() [][]string {
	rows := [][]string{{"betza", "family", "locked", "formula", "board", "host", "again", "value", "value_lo", "value_hi", "luck_lo", "luck_hi", "pair", "pair_lo", "pair_hi", "pair_weight", "second", "second_lo", "second_hi", "second_weight", "predicted", "predicted_lo", "predicted_hi", "full", "half", "empty", "pairs", "prior", "leaper", "mobility_tenth", "mobility_third", "mobility_six_tenths", "mobility_adjacent", "mobility_unit", "forward", "capture", "jumps", "reach", "moves", "adjacent", "two_away", "three_away", "far_away", "colour_bound", "unlike", "mates", "longest_mate", "level"}}
	for _, v := range f.Values {
		row := []string{v.Betza, v.Family, fmt.Sprint(v.Locked), string(v.role()), v.Size.String(), v.Board, fmt.Sprint(v.Again)}
		pair, second := orUnknown(v.Pair), orUnknown(v.Second)
		cells := []float64{v.Points.Estimate, v.Points.Lo, v.Points.Hi, v.Luck.Lo, v.Luck.Hi, pair.Estimate, pair.Lo, pair.Hi, v.PairWeight, second.Estimate, second.Lo, second.Hi, v.SecondWeight, v.Predicted.Estimate, v.Predicted.Lo, v.Predicted.Hi}
		for i := range 3 {
			x := stat.Unknown()
			if i < len(v.Fillings) {
				x = v.Fillings[i]
			}
			cells = append(cells, x.Estimate)
		}
		for _, x := range cells {
			row = append(row, format.Cell(x))
		}
		row = append(row, fmt.Sprint(v.Pairs))
		for _, x := range []float64{v.Prior, v.Leaper, v.Mobility[0], v.Mobility[1], v.Mobility[2], v.Adjacent, v.UnitMobility, v.Forward, v.Capture, v.Jumps, v.Reach, v.Moves} {
			row = append(row, format.Cell(x))
		}
		for _, n := range v.Squares {
			row = append(row, strconv.Itoa(n))
		}
		mates := string(v.Mates)
		if v.Mates == endgame.NotComputed {
			mates = ""
		}
		rows = append(rows, append(row, fmt.Sprint(v.ColourBound), v.Unchecked, mates, fmt.Sprint(v.LongestMate), format.Cell(formula.Level)))
	}
	return rows
}

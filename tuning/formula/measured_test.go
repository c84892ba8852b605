package formula

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// measured.tsv is made from published results (the values that the games alone give, in tables and
// charts, and the worth of exchanges in pawns) and from the models of six more games.
func TestMeasuredIsPublished(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Values in points, with 95 % intervals, made from results and the values of games by go test ./tuning/formula -update\n")
	b.WriteString("betza\tname\tboard\tvalue\tlo\thi\tsource\trole\n")
	line := func(betza, name, board, source string, role Role, v stat.Interval) {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%.4f\t%.4f\t%.4f\t%s\t%s\n", betza, name, board, v.Estimate, v.Lo, v.Hi, source, role)
	}
	add := func(game, name, source string, v stat.Interval) {
		g := testkit.Must(variant.Find(game))(t)
		p := g.Pieces[slices.IndexFunc(g.Pieces, func(p variant.Piece) bool { return p.Name == name })]
		if p.Pawn || p.Explodes || len(p.Moves) > 1 {
			return // not what its move string alone says
		}
		line(p.Moves[0].Betza, name, fmt.Sprintf("%dx%d", g.Files, g.Ranks), source, "", v)
	}
	for _, game := range []string{"chess", "capablanca", "falcon-chess", "hannibal-manticore"} {
		for _, row := range table(t, game) {
			add(game, row[2], "results/"+game, interval(t, row[6], row[7], row[8]))
		}
	}
	for _, game := range []string{"grand", "shako", "wildebeest", "al-ces", "herculean", "different-armies"} {
		names, values := modelValues(t, game)
		for i, v := range values {
			add(game, names[i], "values of "+game, v)
		}
	}
	for _, m := range charted.FindAllStringSubmatch(chartOfValues(t, "gryphon-manticore"), -1) {
		v := interval(t, m[2], m[3], m[4])
		switch name := m[1]; name { // the others stand in the table of hannibal-manticore
		case "gryphon":
			add("hannibal-gryphon", name, "results/gryphon-manticore", v)
		case "frog", "waffle":
			add(name+"-gryphon", name, "results/gryphon-manticore", v)
		}
	}
	chess := table(t, "chess")
	for _, row := range []struct{ piece, than string }{{"woody-rook", "knight"}, {"rook-of-two", "knight"}, {"rook-of-three", "knight"}, {"rook-of-four", "bishop"}} {
		x := effect(t, "truth", fmt.Sprintf("worth of %s+%[1]s=%s+%[2]s, short-rooks", row.piece, row.than), "pawns").Scale(0.5)
		pawn, than := inPoints(t, chess, "pawn"), inPoints(t, chess, row.than)
		add("short-rooks", row.piece, "results/truth", x.Scale(pawn).Map(func(y float64) float64 { return than + y }))
	}
	for _, row := range atlasRows(t) {
		if row["board"] == row["host"] && row["again"] == "false" && row["value_lo"] != "" {
			line(row["betza"], "", row["board"], "results/atlas", Role(row["formula"]), interval(t, row["value"], row["value_lo"], row["value_hi"]))
		}
	}
	testkit.GoldenFile(t, "measured.tsv", b.String())
}

// The values of a model are those of the table that was published with it, with its intervals.
func TestModelValues(t *testing.T) {
	for _, game := range []string{"chess", "falcon-chess"} {
		names, values := modelValues(t, game)
		for i, row := range tableOf(t, game, "posterior") {
			want := interval(t, row[6], row[7], row[8])
			off, wider := values[i].Estimate/want.Estimate-1, values[i].HalfWidth()/want.HalfWidth()-1
			if names[i] != row[2] || math.Abs(off) > 0.002 || math.Abs(wider) > 0.15 {
				t.Errorf("%s: %s %v, want %s %v", game, names[i], values[i], row[2], want)
			}
		}
	}
}

// charted matches a value in the description of a chart.
var charted = regexp.MustCompile(`([a-z-]+) ([0-9.]+) \(([0-9.]+) to ([0-9.]+)\)`)

func chartOfValues(t *testing.T, name string) string {
	report := testkit.Read(t, testkit.Root(t), "results", name, "report.md")
	return regexp.MustCompile(`!\[Values in .*\]`).FindString(report)
}

// The formula of the program is the one that the locked pieces of the atlas judged.
func TestFormulaIsTheJudgedOne(t *testing.T) {
	var judged struct {
		Figures struct {
			Opened  bool   `json:"opened"`
			Formula string `json:"formula"`
			Judged  []struct {
				Values         int
				Formula, Prior stat.Interval
			} `json:"judged"`
		} `json:"figures"`
	}
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, testkit.Root(t), "results", "atlas", "atlas.json")), &judged))
	if f := testkit.Must(Published())(t); !judged.Figures.Opened || f.String() != judged.Figures.Formula {
		t.Errorf("the formula is %s; judged (%t) is %s", f, judged.Figures.Opened, judged.Figures.Formula)
	} else if all := judged.Figures.Judged[0]; f.Judged != all.Values || math.Abs(f.Error-all.Formula.Estimate) > 2e-4 || math.Abs(f.PriorError-all.Prior.Estimate) > 2e-4 {
		t.Errorf("by %d values it is off by %.4f, mobility by %.4f; published is %+v", f.Judged, f.Error, f.PriorError, all)
	}
}

// atlasRows returns the rows of the published atlas, cells by column name.
func atlasRows(t *testing.T) (out []map[string]string) {
	rows := testkit.Must(csv.NewReader(strings.NewReader(testkit.Read(t, testkit.Root(t), "results", "atlas", "atlas.csv"))).ReadAll())(t)
	for _, cells := range rows[1:] {
		row := map[string]string{}
		for i, name := range rows[0] {
			row[name] = cells[i]
		}
		out = append(out, row)
	}
	return out
}

// table returns the rows of the estimate by armies of a published table.
func table(t *testing.T, game string) [][]string { return tableOf(t, game, "design") }

func tableOf(t *testing.T, game, method string) [][]string {
	file := testkit.Read(t, testkit.Root(t), "results", game, "values.csv")
	rows := testkit.Must(csv.NewReader(strings.NewReader(file)).ReadAll())(t)
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] != method })
}

func inPoints(t *testing.T, rows [][]string, piece string) float64 {
	i := slices.IndexFunc(rows, func(row []string) bool { return row[2] == piece })
	return interval(t, rows[i][6], rows[i][7], rows[i][8]).Estimate
}

// modelValues returns the values in points of a game's model, which bestiary trade uses. The
// intervals are for a new player.
func modelValues(t *testing.T, game string) (names []string, values []stat.Interval) {
	var m struct {
		tuning.Model
		Spread, Shares float64
	}
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, testkit.Root(t), "experiments", "estimate", "bundled", game, "model.json")), &m))
	scale := tuning.NewScale(testkit.Must(rules.Compile(testkit.Must(variant.Find(game))(t)))(t), tuning.Points)
	factor, _ := scale.Factor(func(piece string) (float64, bool) {
		return float64(m.Coefficients[slices.Index(m.Columns, piece)]), true
	})
	for i := range slices.Index(m.Columns, "first move") {
		slope := make([]float64, len(m.Columns)) // of the logarithm of the value
		slope[i] = 1 / float64(m.Coefficients[i])
		for _, piece := range scale.Reference {
			j := slices.Index(m.Columns, piece)
			slope[j] -= 1 / float64(len(scale.Reference)) / float64(m.Coefficients[j])
		}
		variance := m.Spread * m.Spread * (1 + m.Shares)
		for j, row := range m.Covariance {
			for k, x := range row {
				variance += slope[j] * slope[k] * float64(x)
			}
		}
		value := factor * float64(m.Coefficients[i])
		names, values = append(names, m.Columns[i]), append(values, stat.Normal(value, value*math.Sqrt(variance), Level))
	}
	return names, values
}

func interval(t *testing.T, estimate, lo, hi string) stat.Interval {
	var x [3]float64
	for i, text := range []string{estimate, lo, hi} {
		x[i] = testkit.Must(strconv.ParseFloat(text, 64))(t)
	}
	return stat.Interval{Estimate: x[0], Lo: x[1], Hi: x[2], Level: 0.95}
}

// effect returns what an experiment found for a number in a unit.
func effect(t *testing.T, name, what, unit string) stat.Interval {
	var e struct {
		Figures struct {
			Hypotheses []struct {
				What   string        `json:"what"`
				Unit   string        `json:"unit"`
				Effect stat.Interval `json:"effect"`
			} `json:"hypotheses"`
		} `json:"figures"`
	}
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, filepath.Join(testkit.Root(t), "results", name, "experiment.json"))), &e))
	for _, h := range e.Figures.Hypotheses {
		if h.What == what && h.Unit == unit {
			return h.Effect
		}
	}
	t.Fatalf("%s has no %q", name, what)
	return stat.Interval{}
}

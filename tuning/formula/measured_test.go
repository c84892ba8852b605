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

	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// measured.tsv is made from what results publishes: the values by the games alone of the pieces
// of tables and charts, and the worth of two exchanges in pawns or bishops.
func TestMeasuredIsPublished(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Values in points by games alone, with 95 % intervals, made from results by go test ./tuning/formula -update\n")
	b.WriteString("betza\tname\tboard\tvalue\tlo\thi\tsource\n")
	add := func(game, name, source string, v stat.Interval) {
		g := testkit.Must(variant.Find(game))(t)
		p := g.Pieces[slices.IndexFunc(g.Pieces, func(p variant.Piece) bool { return p.Name == name })]
		if p.Pawn || p.Explodes || len(p.Moves) > 1 {
			return // not what its move string alone says
		}
		fmt.Fprintf(&b, "%s\t%s\t%dx%d\t%.3f\t%.3f\t%.3f\t%s\n", p.Moves[0].Betza, name, g.Files, g.Ranks, v.Estimate, v.Lo, v.Hi, source)
	}
	for _, game := range []string{"chess", "capablanca", "falcon-chess", "hannibal-manticore"} {
		for _, row := range table(t, game) {
			add(game, row[2], game, interval(t, row[6], row[7], row[8]))
		}
	}
	for _, c := range []struct{ file, game, extra string }{{"gryphon-manticore", "hannibal-gryphon", "gryphon frog waffle"}, {"al-ces-pieces", "al-ces", ""}} {
		for _, m := range charted.FindAllStringSubmatch(chartOfValues(t, c.file), -1) {
			name, game := m[1], c.game
			if c.extra != "" && !strings.Contains(c.extra, name) {
				continue // stands in the table of hannibal-manticore
			}
			if name != "gryphon" && c.extra != "" {
				game = name + "-gryphon"
			}
			add(game, name, c.file, interval(t, m[2], m[3], m[4]))
		}
	}
	chess := table(t, "chess")
	for _, row := range []struct{ piece, than string }{{"woody-rook", "knight"}, {"rook-of-two", "knight"}, {"rook-of-three", "knight"}, {"rook-of-four", "bishop"}} {
		x := effect(t, "truth", fmt.Sprintf("worth of %s+%[1]s=%s+%[2]s, short-rooks", row.piece, row.than), "pawns").Scale(0.5)
		pawn, than := inPoints(t, chess, "pawn"), inPoints(t, chess, row.than)
		add("short-rooks", row.piece, "truth", x.Scale(pawn).Map(func(y float64) float64 { return than + y }))
	}
	// Herculean Chess has no knights that fix a point: its bishop is taken to be worth what those
	// of the tables above are on average, give or take a tenth.
	bishop := stat.Normal(meanBishop(t), meanBishop(t)/10, 0.95)
	for _, name := range []string{"ferz", "wazir"} {
		x := effect(t, "herculean-values", name+"-sorcerer, herculean", "bishops")
		y := effect(t, "herculean-values", name+"-sorcerer, herculean", name+"-knights")
		add("herculean", name+"-sorcerer", "herculean-values", times(x, bishop))
		add("herculean", name+"-knight", "herculean-values", times(y.Map(func(r float64) float64 { return 1 / r }), times(x, bishop)))
	}
	testkit.GoldenFile(t, "measured.tsv", b.String())
}

// charted matches a value in the description of a chart.
var charted = regexp.MustCompile(`([a-z-]+) ([0-9.]+) \(([0-9.]+) to ([0-9.]+)\)`)

func chartOfValues(t *testing.T, name string) string {
	report := testkit.Read(t, testkit.Root(t), "results", name, "report.md")
	return regexp.MustCompile(`!\[Values in .*\]`).FindString(report)
}

// table returns the rows of the estimate by armies of a published table.
func table(t *testing.T, game string) [][]string {
	file := testkit.Read(t, testkit.Root(t), "results", game, "values.csv")
	rows := testkit.Must(csv.NewReader(strings.NewReader(file)).ReadAll())(t)
	return slices.DeleteFunc(rows, func(row []string) bool { return row[1] != "design" })
}

func inPoints(t *testing.T, rows [][]string, piece string) float64 {
	i := slices.IndexFunc(rows, func(row []string) bool { return row[2] == piece })
	return interval(t, rows[i][6], rows[i][7], rows[i][8]).Estimate
}

func meanBishop(t *testing.T) float64 {
	sum, games := 0.0, []string{"chess", "capablanca", "falcon-chess", "hannibal-manticore"}
	for _, game := range games {
		sum += inPoints(t, table(t, game), "bishop")
	}
	return sum / float64(len(games))
}

// times returns the product of two numbers with independent errors.
func times(x, y stat.Interval) stat.Interval {
	product := x.Estimate * y.Estimate
	return stat.Symmetric(product, product*math.Hypot(x.HalfWidth()/x.Estimate, y.HalfWidth()/y.Estimate), x.Level)
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

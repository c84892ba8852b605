package atlas

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// tiny returns an atlas of seconds.
func tiny(t *testing.T, seed string) *Settings {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.toml")
	testkit.Write(t, path, strings.Replace(tinyText, "seed = 3", "seed = "+seed, 1))
	return testkit.Must(Open(path))(t)
}

const tinyText = `[atlas]
seed = 3
guests = 3
random-every = 100
locked-every = 3
panel = ["learned"]
nodes = 8
pairs = 12
rounds = 0
precision = 0.5
precise-share = 0.9

[again]
every = 4
panel = ["perturbed"]
nodes = 12

[[board]]
size = "8x8"
every = 1
seconds = 0.01

[[board]]
size = "8x8"
name = "8x8 with other minors"
knight = "WD"
bishop = "FA"
every = 4
seconds = 0.01

[[family]]
name = "classical"
moves = ["N", "R", "Q"]

[[family]]
name = "leapers"
unions = 2
moves = ["W", "F"]

[random]
groups = 1
directions = [""]
modes = [""]
atoms = ["N"]
ranges = [""]
`

// Boards are there, have names of their own, and the first is the one that others are compared with.
func TestFaults(t *testing.T) {
	for old, c := range map[string]struct{ new, want string }{
		`name = "8x8 with other minors"`: {``, `board[2].name: "8x8" again; expected another name for each board`},
		"size = \"8x8\"\nevery = 1":      {"size = \"8x8\"\nname = \"chess\"\nevery = 1", `board: no first board without a name of its own`},
		tinyText[strings.Index(tinyText, "[[board]]"):strings.Index(tinyText, "[[family]]")]: {"", `board: no first board`},
		"seed = 3":                {"seed = 4294967296", `atlas.seed: `},
		"pairs = 12":              {"pears = 12", `unknown key`},
		"rounds = 0\n":            {"", `atlas.rounds: missing; expected a number`},
		"precise-share = 0.9\n":   {"", `atlas.precise-share: missing; expected a number`},
		"precise-share = 0.9":     {"precise-share = 1.1", `atlas.precise-share: 1.1, expected 0 to 1`},
		`moves = ["N", "R", "Q"]`: {"", `family[1].moves: missing; expected at least one text`},
	} {
		path := filepath.Join(t.TempDir(), "faulty.toml")
		testkit.Write(t, path, strings.Replace(tinyText, old, c.new, 1))
		_, err := Open(path)
		testkit.Fails(t, err, c.want)
	}
}

func playAll(t *testing.T, s *Settings, folder string) *Result {
	t.Helper()
	return testkit.Must(Run(context.Background(), s, folder, match.Workers(2), match.Events{}))(t)
}

// Pieces are measured on each board, an interrupted run goes on where it was, and nothing shows
// locked pieces before they are opened, which happens once.
func TestRun(t *testing.T) {
	s, folder := tiny(t, "3"), t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	if _, err := Run(ctx, s, folder, match.Workers(1), match.Events{GameDone: func(match.Progress) {
		if games++; games == 20 {
			stop()
		}
	}}); err == nil {
		t.Fatal("an interrupted run returned a result")
	}
	res := testkit.Must(Run(context.Background(), s, folder, match.Workers(2), match.Events{Found: func(text string) { t.Errorf("a run tells %q of locked pieces", text) }}))(t)
	plan := testkit.Must(s.Plan())(t)
	if len(res.values) != 6+2+2 || res.Games != plan.Games || plan.Locked != 2 {
		t.Fatalf("%d values from %d games, expected 10 from %d; %d locked, expected 2", len(res.values), res.Games, plan.Games, plan.Locked)
	}
	whole := playAll(t, s, t.TempDir())
	if a, b := testkit.Must(json.Marshal(whole.values))(t), testkit.Must(json.Marshal(res.values))(t); string(a) != string(b) {
		t.Errorf("without an interruption the values are\n%s, with one\n%s", a, b)
	}
	for _, v := range res.Figures().Values {
		if v.Locked {
			t.Errorf("%s is locked and shown", v.Betza)
		}
	}
	testkit.OK(t, res.Open())
	testkit.Fails(t, res.Open(), "what is locked was opened before, as "+filepath.Join(folder, "opened.json"))
	if figures := playAll(t, s, folder).Figures(); len(figures.Values) != 10 || !figures.Opened {
		t.Errorf("opened: %d values", len(figures.Values))
	}
	opened := filepath.Join(folder, "opened.json")
	was := testkit.Read(t, opened)
	testkit.OK(t, os.WriteFile(opened, []byte(strings.Replace(was, "value = ", "value = 2", 1)), 0o666))
	_, err := Run(context.Background(), s, folder, match.Workers(1), match.Events{})
	testkit.Fails(t, err, `opened to judge the formula "value = 2`)
	testkit.OK(t, os.WriteFile(opened, []byte(was), 0o666))
	stores := testkit.Must(filepath.Glob(filepath.Join(folder, "games", "*", store.File)))(t)
	for _, path := range stores {
		testkit.OK(t, os.Remove(path))
	}
	kept := testkit.Must(Run(context.Background(), s, folder, match.Workers(1), match.Events{GameDone: func(match.Progress) { t.Error("a game of a measured run was played") }}))(t)
	if a, b := testkit.Must(json.Marshal(kept.Figures()))(t), testkit.Must(json.Marshal(playAll(t, s, folder).Figures()))(t); len(stores) != 4 || string(a) != string(b) || len(kept.values) != 10 {
		t.Errorf("without the games of %d runs the figures are\n%s, with them\n%s", len(stores), b, a)
	}
	if a, b := testkit.Must(json.Marshal(kept.values))(t), testkit.Must(json.Marshal(whole.values))(t); string(a) != string(b) {
		t.Errorf("without the games the values are\n%s, with them\n%s", a, b)
	}
	if names := kept.hosts; len(names) != 4*5 || names[0].Piece != "pawn" || names[19].Piece != "queen" || !names[19].again {
		t.Errorf("four runs measure their host's five pieces: %+v", names)
	}
	measuredPath := filepath.Join(filepath.Dir(stores[0]), measuredFile)
	good := testkit.Read(t, measuredPath)
	for says, change := range map[string]func(*measured){
		"follows from another list": func(m *measured) { m.Of = "another" },
		"of the engine, expected":   func(m *measured) { m.Revision = 1 },
	} {
		m := &measured{}
		testkit.OK(t, gob.NewDecoder(strings.NewReader(good)).Decode(m))
		change(m)
		var b bytes.Buffer
		testkit.OK(t, gob.NewEncoder(&b).Encode(m))
		testkit.OK(t, os.WriteFile(measuredPath, b.Bytes(), 0o666))
		_, err := Run(context.Background(), s, folder, match.Workers(1), match.Events{})
		testkit.Fails(t, err, says)
	}
	damaged := measuredPath
	testkit.OK(t, os.WriteFile(damaged, []byte("no"), 0o666))
	_, err = Run(context.Background(), s, folder, match.Workers(1), match.Events{})
	testkit.Fails(t, err, damaged+": ")
	other := tiny(t, "4")
	_, err = Run(context.Background(), other, folder, match.Workers(1), match.Events{})
	testkit.Fails(t, err, "settings are not changed after the first game")
}

// A run that fails does not hold back the others, and is tried again; where a file cannot be written
// there is no result.
func TestRunsThatFail(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a run")
	s, folder := tiny(t, "3"), t.TempDir()
	fails := func(err error, folders string) estimator {
		return func(ctx context.Context, g *rules.Game, c estimate.Config, folder string, crew match.Crew, ev match.Events) (*estimate.Result, error) {
			if strings.Contains(folder, folders) {
				return nil, err
			}
			return estimate.Run(ctx, g, c, folder, crew, ev)
		}
	}
	try := func(err error, folders string) (*Result, error) {
		return run(context.Background(), s, folder, match.Workers(2), match.Events{}, fails(err, folders))
	}
	_, err := try(errors.New("no draw will do"), "")
	testkit.Fails(t, err, "atlas: no run succeeded. Not played: 8x8-1 (no draw will do). Not played: 8x8-2 (")
	res := testkit.Must(try(errors.New("no draw will do"), "8x8-2"))(t)
	testkit.Same(t, "failed", []page.Failure{{Name: "8x8-2", Why: "no draw will do"}}, res.Failed)
	testkit.Same(t, "values", 7, len(res.values))
	_, err = try(&fs.PathError{Op: "write", Path: "games.db", Err: errors.New("no space left")}, "8x8-2")
	testkit.Fails(t, err, "atlas: 8x8-2: write games.db: no space left")
	testkit.Same(t, "values in the end", 10, len(playAll(t, s, folder).values))
}

// The locked pieces stay locked until all runs are finished.
func TestFailedRunsStayLocked(t *testing.T) {
	res := invented(t)
	res.Failed = []page.Failure{{Name: "8x8-3", Why: "none of 1000 draws will do"}}
	testkit.Fails(t, res.Open(), "stay locked", "Not played: 8x8-3 (none of 1000 draws will do).")
	if text := res.Figures().Finding(); !strings.HasSuffix(text, " Not played: 8x8-3 (none of 1000 draws will do).") {
		t.Errorf("the finding is %q", text)
	}
}

// invented returns a result with the values of a world in which adjacent squares count for less, and
// the formula is right but for a little.
func invented(t *testing.T) *Result {
	t.Helper()
	s := testkit.Must(Open(Name))(t)
	list := testkit.Must(Pieces(s))(t)
	res := &Result{Settings: s, Pieces: list, Hash: s.Hash(list)}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range s.Groups(list) {
		for _, p := range g.Pieces {
			v := Value{Piece: p, Board: g.Board.Name, Size: g.Board.Board, Again: g.Again, Known: testkit.Must(formula.Look(g.Board.Board, p.Betza))(t)}
			v.Points = stat.Unknown()
			if v.Prior > 0 {
				x := 5 * math.Pow((v.Mobility[1]-0.4*v.Adjacent)/v.UnitMobility, 1.4) * math.Exp(0.05*rng.NormFloat64())
				v.Points = stat.Normal(x, 0.03*x, formula.Level)
			}
			res.values = append(res.values, v)
		}
	}
	return res
}

// The formula is fitted to pieces that are not locked and judged by the others.
func TestJudge(t *testing.T) {
	res := invented(t)
	before := res.Figures()
	if all := before.Judged[0]; !(all.Formula.Hi < 0.1) || !(all.Ratio.Hi < 0.8) || !math.IsNaN(float64(all.Inside)) || all.Board != "" {
		t.Errorf("left out in turn: %+v", all)
	}
	// If all values are three times as large, mobility is further off, but not on its best scale.
	other := invented(t)
	for i := range other.values {
		other.values[i].Points = other.values[i].Points.Scale(3)
	}
	if was, is := before.Judged[0], other.Judge()[0]; math.Abs(is.Scaled.Estimate-was.Scaled.Estimate) > 1e-9 || !(is.Prior.Estimate > 2*was.Prior.Estimate) || !(was.Scaled.Estimate < was.Prior.Estimate) {
		t.Errorf("mobility %v and scaled %v; with larger values %v and %v", was.Prior, was.Scaled, is.Prior, is.Scaled)
	}
	// A piece does not help to fix the scale by which it is judged.
	i := slices.IndexFunc(other.values, func(v Value) bool { return v.fits() && !v.Locked && v.Unchecked == "" })
	kind := other.values[i].Betza
	was := other.scale(kind, (*Value).prior)
	for j := range other.values {
		if v := &other.values[j]; v.Betza == kind {
			v.Points = v.Points.Scale(5)
		}
	}
	if is := other.scale(kind, (*Value).prior); is != was || other.scale("", (*Value).prior) <= was {
		t.Errorf("the scale without %s is %v, and was %v before its value rose", kind, is, was)
	}
	res.Opened = true
	after := res.Figures()
	if after.Formula != before.Formula {
		t.Errorf("the formula is %s, before the locked pieces were opened %s", after.Formula, before.Formula)
	}
	locked := 0
	for _, v := range res.values {
		if v.Locked && !v.Again && v.Board == v.Size.String() {
			locked++
		}
	}
	if all, leapers, fresh := after.Judged[0], after.Judged[1], after.Judged[2]; after.Unjudged == 0 || all.Values+after.Unjudged != locked || fresh.Board != Fresh || leapers.Board != Leapers || !(leapers.Law.Lo > leapers.Formula.Hi) || !(fresh.Values < all.Values && 2*fresh.Values > all.Values) {
		t.Errorf("%d values are judged, %d of kinds not measured before, and %d are not judged, of %d", all.Values, fresh.Values, after.Unjudged, locked)
	}
	// 181 pieces stand on two boards and 61 on the third; four riders have no limit or the least.
	opened := filepath.Dir(testkit.Must(after.Write(t.TempDir(), page.Run{}))(t))
	for name, want := range map[string]int{"mobility": 181 + 181 + 61, "formula": 181 + 181 + 61, "riders": 10 + 4, "boards": 181 + 61} {
		if text := testkit.Read(t, opened, "charts", name+".svg"); !strings.Contains(text, strconv.Itoa(want)+" values") {
			t.Errorf("the chart %s is not of %d values", name, want)
		}
	}
	if text := testkit.Read(t, opened, "charts", "leapers.svg"); !strings.Contains(text, "(30 + 5n/8)·n") {
		t.Error("the chart of leapers lacks Muller's law")
	}
	if table := testkit.Read(t, opened, "atlas.csv"); strings.Count(table, ",true,judged,") != after.Judged[0].Values || strings.Count(table, ",false,fitted,") != res.Formula().Values {
		t.Errorf("atlas.csv has %d values that judge the formula and %d that it is fitted to", strings.Count(table, ",true,judged,"), strings.Count(table, ",false,fitted,"))
	}
	if last := after.Judged[len(after.Judged)-1]; last.Board != WithUnchecked || !(last.Values > after.Judged[0].Values && last.Values <= locked) {
		t.Errorf("with unchecked pieces: %+v, of %d", last, locked)
	}
	for _, j := range after.Judged {
		if !(j.Formula.Lo < 0.06 && j.Formula.Hi > 0.04) || !(j.Ratio.Hi < 0.8) || !(j.Inside > 0.9) {
			t.Errorf("%q: %+v", j.Board, j)
		}
	}
	for i := range res.values {
		if v := &res.values[i]; v.Locked {
			v.Points = v.Points.Scale(2)
		}
	}
	if wrong := res.Judge()[0]; !(wrong.Formula.Lo > 0.6) || wrong.Inside > 0.1 {
		t.Errorf("where locked pieces are worth twice as much: %+v", wrong)
	}
	res.Opened = false
	page := testkit.Must(before.Write(t.TempDir(), page.Run{Version: "v0", Command: "bestiary experiments run atlas"}))(t)
	if text := testkit.Read(t, filepath.Dir(page), "report.md"); !strings.Contains(text, before.Finding()) || !strings.Contains(text, "8x8 with other minors") {
		t.Error("the page lacks the finding or a board")
	}
	v := before.Values[0]
	row := fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s |", v.Betza, v.Board, v.Family, format.Value.Interval(v.Points), format.Value.Number(v.Predicted.Estimate), format.Value.Number(v.Prior))
	if text := testkit.Read(t, filepath.Dir(page), "report.md"); !strings.Contains(text, row) || !strings.Contains(text, " | by the formula | by mobility | squares |") || !strings.Contains(text, "(goal: 0.60 or less)") {
		t.Errorf("the page lacks the row %q, its head or the goal", row)
	}
	if text := testkit.Read(t, filepath.Dir(page), "CITATION.cff"); !strings.Contains(text, "\nversion: \""+before.Hash+"\"\n") {
		t.Errorf("the citation is\n%s", text)
	}
}

// In worlds of sixty kinds, as many as are locked, on up to three boards, the intervals of errors
// contain those of all kinds that there could be.
func TestErrorsCover(t *testing.T) {
	worlds, rng := testkit.Choose(2000, 20000), rand.New(rand.NewPCG(3, 4))
	covered := [3]int{}
	for range worlds {
		var list []residual
		for kind := range 60 {
			own, more := 0.08*rng.NormFloat64(), 0.1*rng.NormFloat64()
			for range 1 + kind%3 {
				formula := own + 0.05*rng.NormFloat64()
				list = append(list, residual{kind: strconv.Itoa(kind), formula: formula, prior: formula + more})
			}
		}
		j := judged("", list, false)
		formula, prior := math.Sqrt(0.08*0.08+0.05*0.05), math.Sqrt(0.08*0.08+0.05*0.05+0.1*0.1)
		for i, v := range []struct {
			found stat.Interval
			truth float64
		}{{j.Formula, formula}, {j.Prior, prior}, {j.Ratio, formula / prior}} {
			if !v.found.Excludes(v.truth) {
				covered[i]++
			}
		}
	}
	for i, name := range []string{"formula", "prior", "ratio"} {
		share := float64(covered[i]) / float64(worlds)
		t.Logf("%s: %.3f covered", name, share)
		if share < 0.92 || share > 0.98 {
			t.Errorf("the interval of the %s covers %.3f, want 0.95", name, share)
		}
	}
}

// Pieces that are measured again meet other players in other games; a second host has minor pieces
// that are no knights or bishops; a value includes what players differ by.
func TestGroups(t *testing.T) {
	s := testkit.Must(Open(Name))(t)
	seeds := map[uint64]bool{}
	for _, g := range s.Groups(testkit.Must(Pieces(s))(t)) {
		c := s.config(&g)
		if seeds[c.Play.Seed] {
			t.Errorf("%s has the seed of another run", g.name())
		}
		seeds[c.Play.Seed] = true
		if other := slices.Equal(c.Panel, []string{"perturbed", "deep"}); other != g.Again || c.Play.Nodes != 300 {
			t.Errorf("%s is played by %q at %d nodes", g.name(), c.Panel, c.Play.Nodes)
		}
	}
	last := s.Boards[len(s.Boards)-1]
	game := testkit.Must(last.game([]string{"gQ"}))(t)
	for name, moves := range map[string]string{"other-knight": "WD", "other-bishop": "FA", "guest-a": "gQ", "rook": "R"} {
		i := slices.IndexFunc(game.Variant.Pieces, func(p variant.Piece) bool { return p.Name == name })
		if i < 0 || game.Variant.Pieces[i].Moves[0].Betza != moves {
			t.Errorf("%s has no %s that moves %s", last.Name, name, moves)
		}
	}
	for _, b := range s.Boards {
		if g := testkit.Must(b.game(nil))(t); b.Array != "" && g.Variant.Array != b.Array {
			t.Errorf("%s begins with %s, want %s", b.Name, g.Variant.Array, b.Array)
		}
	}
	other := *s
	other.Boards = slices.Clone(s.Boards)
	other.Boards[len(s.Boards)-1].Knight = "WA"
	if s.Hash(nil) == other.Hash(nil) {
		t.Error("other knights of a host do not change the hash")
	}
	worth, second := stat.Normal(4, 0.1, formula.Level), stat.Normal(-0.3, 0.1, formula.Level)
	values := []tuning.Value{{Type: game.TypeNamed("rook"), Piece: "rook", Worth: worth}, {Type: game.TypeNamed("guest-a"), Worth: worth, Support: 7}}
	e := &estimate.Result{Panel: tuning.ExpectedPanel([]float64{1, 1}), Measurement: &tuning.Measurement{Scale: tuning.NewScale(game, tuning.Points), Design: tuning.Estimate{Values: values, Places: []tuning.Place{{Type: game.TypeNamed("guest-a"), Kind: tuning.Second, Support: 3, Worth: second, WeightOfData: 0.4}}}, Luck: tuning.Estimate{Values: values}}}
	res := &Result{}
	group := &Group{Board: last, Pieces: []Piece{{Betza: "gQ"}}}
	testkit.OK(t, res.add(group, newMeasured(group, game, e)))
	res.pool()
	if v := res.values[0]; v.Luck != worth || v.Pairs != 7 || !(v.Points.HalfWidth() > 1.5*worth.HalfWidth()) {
		t.Errorf("the value is %v, by luck alone %v, by %d pairs", v.Points, v.Luck, v.Pairs)
	} else if v.Second != second || v.SecondWeight != 0.4 {
		t.Errorf("a second is worth %v more, by a weight of %v", v.Second, v.SecondWeight)
	}
	res.hosts = append(res.hosts, hostValue{last.Name, false, measuredHost{"rook", stat.Exact(5)}})
	res.hosts = append(res.hosts, hostValue{last.Name, false, measuredHost{"rook", stat.Unknown()}}, hostValue{last.Name, false, measuredHost{"rook", stat.Symmetric(-1, 1, formula.Level)}})
	if h := res.Hosts(); len(h) != 1 || h[0].Runs != 2 || h[0].Points != 4.5 || math.Abs(float64(h[0].Differ)-math.Sqrt(0.5)/4.5) > 1e-9 {
		t.Errorf("rooks of 4 and 5 points: %+v", h)
	}
}

// A value that the games do not tell is neither fitted nor judged by.
func TestUntoldValuesDoNotCount(t *testing.T) {
	v := Value{Board: "8x8", Size: formula.Board{Files: 8, Ranks: 8}}
	for _, c := range []struct {
		points stat.Interval
		fits   bool
	}{{stat.Symmetric(1, 0.3, formula.Level), true}, {stat.Symmetric(1, 0.7, formula.Level), false}, {stat.Symmetric(0.08, 0.37, formula.Level), false}, {stat.Unknown(), false}} {
		if v.Points = c.points; v.fits() != c.fits {
			t.Errorf("%v counts: %v, want %v", c.points, v.fits(), c.fits)
		}
	}
}

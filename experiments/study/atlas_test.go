package study

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
	"sync"
	"testing"

	"bestiary/engine/eval"
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

// listed lists the pieces of the atlas of the program, once for all tests.
var listed = sync.OnceValues(func() (*Pieces, error) {
	s, err := (&Library{}).Open(atlasName, Options{})
	if err != nil {
		return nil, err
	}
	_, err = s.(*Pieces).deal()
	return s.(*Pieces), err
})

// ownAtlas returns the atlas of the program.
func ownAtlas(t *testing.T) (*Pieces, []Piece) {
	t.Helper()
	s := testkit.Must(listed())(t)
	return s, s.dealt.list
}

// smallAtlas returns an atlas of seconds.
func smallAtlas(t *testing.T, seed string) *Pieces {
	t.Helper()
	text := strings.Replace(tinyText, "seed = 3", "seed = "+seed, 1)
	return testkit.Must(openAtlas(nil, "tiny.toml", []byte(text), Options{}))(t).(*Pieces)
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
func TestAtlasFaults(t *testing.T) {
	for old, c := range map[string]struct{ new, want string }{
		`name = "8x8 with other minors"`: {``, `board[2].name: "8x8" again; expected another name for each board`},
		"size = \"8x8\"\nevery = 1":      {"size = \"8x8\"\nname = \"chess\"\nevery = 1", `board: no first board without a name of its own`},
		tinyText[strings.Index(tinyText, "[[board]]"):strings.Index(tinyText, "[[family]]")]: {"", `board: no first board`},
		"seed = 3":                {"seed = 4294967296", `atlas.seed: `},
		"pairs = 12":              {"pears = 12", `unknown key`},
		"rounds = 0\n":            {"", `atlas.rounds: missing; expected a number`},
		"precise-share = 0.9\n":   {"", `atlas.precise-share: missing; expected a number`},
		"precise-share = 0.9":     {"precise-share = 1.1", `atlas.precise-share: 1.1; expected a number above 0, at most 1`},
		`moves = ["N", "R", "Q"]`: {"", `family[1].moves: missing; expected at least one text`},
	} {
		_, err := openAtlas(nil, "faulty.toml", []byte(strings.Replace(tinyText, old, c.new, 1)), Options{})
		testkit.Fails(t, err, c.want)
	}
}

// runAtlas runs an atlas in a folder of its own.
func runAtlas(s *Pieces, folder string, ev match.Events) (*Atlas, error) {
	s.id = "."
	return s.run(context.Background(), &Session{Folder: folder, Crew: match.Workers(2), Events: ev})
}

func jsonOf(t *testing.T, v any) string { t.Helper(); return string(testkit.Must(json.Marshal(v))(t)) }

// Pieces are measured on each board, an interrupted run goes on where it was, and nothing shows
// locked pieces before they are opened, which happens once.
func TestAtlas(t *testing.T) {
	s, folder := smallAtlas(t, "3"), t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	s.id = "."
	stops := match.Events{GameDone: func(match.Progress) {
		if games++; games == 20 {
			stop()
		}
	}}
	if _, err := s.run(ctx, &Session{Folder: folder, Crew: match.Workers(1), Events: stops}); err == nil {
		t.Fatal("an interrupted run returned a result")
	}
	res := testkit.Must(runAtlas(s, folder, match.Events{Found: func(text string) { t.Errorf("a run tells %q of locked pieces", text) }}))(t)
	plan := testkit.Must(s.plan())(t)
	if len(res.all) != 6+2+2 || res.Games != plan.Games || plan.Locked != 2 {
		t.Fatalf("%d values from %d games, expected 10 from %d; %d locked, expected 2", len(res.all), res.Games, plan.Games, plan.Locked)
	}
	whole := jsonOf(t, testkit.Must(runAtlas(s, t.TempDir(), match.Events{}))(t).all)
	testkit.Same(t, "values with an interruption", whole, jsonOf(t, res.all))
	if slices.ContainsFunc(res.Answer().Values, func(v PieceValue) bool { return v.Locked }) {
		t.Error("a piece is locked and shown")
	}
	testkit.OK(t, res.open())
	testkit.Fails(t, res.open(), "what is locked was opened before, as "+filepath.Join(folder, "opened.json"))
	opened := testkit.Must(runAtlas(s, folder, match.Events{}))(t).Answer()
	if len(opened.Values) != 10 || !opened.Opened {
		t.Errorf("opened: %d values", len(opened.Values))
	}
	fails := func(s *Pieces, path, content, want string) {
		t.Helper()
		was := testkit.Read(t, path)
		testkit.Write(t, path, content)
		_, err := runAtlas(s, folder, match.Events{})
		testkit.Fails(t, err, want)
		testkit.Write(t, path, was)
	}
	lock := filepath.Join(folder, "opened.json")
	fails(s, lock, strings.Replace(testkit.Read(t, lock), "value = ", "value = 2", 1), `opened to judge the formula "value = 2`)
	fails(smallAtlas(t, "4"), lock, testkit.Read(t, lock), "settings are not changed after the first game")
	stores := testkit.Must(filepath.Glob(filepath.Join(folder, "games", "*", store.File)))(t)
	for _, path := range stores {
		testkit.OK(t, os.Remove(path))
	}
	kept := testkit.Must(runAtlas(s, folder, match.Events{GameDone: func(match.Progress) { t.Error("a game of a measured run was played") }}))(t)
	testkit.Same(t, "runs", 4, len(stores))
	testkit.Same(t, "without games", jsonOf(t, opened), jsonOf(t, kept.Answer()))
	testkit.Same(t, "values without games", whole, jsonOf(t, kept.all))
	if h := kept.hosts; len(h) != 4*5 || h[0].Piece != "pawn" || h[19].Piece != "queen" || !h[19].again {
		t.Errorf("four runs measure their host's five pieces: %+v", h)
	}
	path := filepath.Join(filepath.Dir(stores[0]), measuredFile)
	for says, change := range map[string]func(*measuredRun){
		"follows from another list": func(m *measuredRun) { m.Of = "another" },
		"of the engine, expected":   func(m *measuredRun) { m.Revision = 1 },
	} {
		m := &measuredRun{}
		testkit.OK(t, gob.NewDecoder(strings.NewReader(testkit.Read(t, path))).Decode(m))
		change(m)
		var b bytes.Buffer
		testkit.OK(t, gob.NewEncoder(&b).Encode(m))
		fails(s, path, b.String(), says)
	}
	fails(s, path, "no", path+": ")
}

// A run that fails does not hold back the others, and is tried again; where a file cannot be written
// there is no result.
func TestRunsThatFail(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a run")
	s, folder := smallAtlas(t, "3"), t.TempDir()
	plays := ValuesRun.plan()
	defer func(before plan) { *plays = before }(*plays)
	try := func(err error, names string) (*Atlas, error) {
		plays.play = func(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error) {
			if strings.Contains(out.Name, names) {
				return nil, err
			}
			return playValues(ctx, r, out, folder)
		}
		return runAtlas(s, folder, match.Events{})
	}
	_, err := try(errors.New("no draw will do"), "")
	testkit.Fails(t, err, "no run succeeded. Not played: 8x8-1 (no draw will do). Not played: 8x8-2 (")
	res := testkit.Must(try(errors.New("no draw will do"), "8x8-2"))(t)
	testkit.Same(t, "failed", []page.Failure{{Name: "8x8-2", Why: "no draw will do"}}, res.Failed)
	testkit.Same(t, "values", 7, len(res.all))
	_, err = try(&fs.PathError{Op: "write", Path: "games.db", Err: errors.New("no space left")}, "8x8-2")
	testkit.Fails(t, err, "8x8-2: write games.db: no space left")
	testkit.Same(t, "values in the end", 10, len(testkit.Must(try(nil, "none"))(t).all))
}

// The locked pieces stay locked until all runs are finished.
func TestFailedRunsStayLocked(t *testing.T) {
	res := invented(t)
	res.Failed = []page.Failure{{Name: "8x8-3", Why: "none of 1000 draws will do"}}
	testkit.Fails(t, res.open(), "stay locked", "Not played: 8x8-3 (none of 1000 draws will do).")
	if text := res.Answer().Finding(); !strings.HasSuffix(text, " Not played: 8x8-3 (none of 1000 draws will do).") {
		t.Errorf("the finding is %q", text)
	}
}

// invented returns a result with the values of a world in which adjacent squares count for less, and
// the formula is right but for a little.
func invented(t *testing.T) *Atlas {
	t.Helper()
	s, list := ownAtlas(t)
	res := &Atlas{settings: s, list: list, Pieces: len(list), Locked: locked(list), Hash: s.Hash(list)}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range testkit.Must(s.deal())(t).runs {
		for _, p := range g.Pieces {
			v := PieceValue{Piece: p, Board: g.Board.Name, On: g.Board.Board, Again: g.Again, Known: testkit.Must(formula.Look(g.Board.Board, p.Betza))(t)}
			v.Points = stat.Unknown()
			if v.Prior > 0 {
				x := 5 * math.Pow((v.Mobility[1]-0.4*v.Adjacent)/v.UnitMobility, 1.4) * math.Exp(0.05*rng.NormFloat64())
				v.Points = stat.Normal(x, 0.03*x, formula.Level)
			}
			res.all = append(res.all, v)
		}
	}
	return res
}

// The formula is fitted to pieces that are not locked and judged by the others.
func TestJudgement(t *testing.T) {
	res := invented(t)
	before := res.Answer()
	if all := before.Judged[0]; !(all.Formula.Hi < 0.1) || !(all.Ratio.Hi < 0.8) || !math.IsNaN(float64(all.Inside)) || all.Board != "" {
		t.Errorf("left out in turn: %+v", all)
	}
	// If all values are three times as large, mobility is further off, but not on its best scale.
	other := invented(t)
	for i := range other.all {
		other.all[i].Points = other.all[i].Points.Scale(3)
	}
	if was, is := before.Judged[0], other.judge(other.fitted())[0]; math.Abs(is.Scaled.Estimate-was.Scaled.Estimate) > 1e-9 || !(is.Prior.Estimate > 2*was.Prior.Estimate) || !(was.Scaled.Estimate < was.Prior.Estimate) {
		t.Errorf("mobility %v and scaled %v; with larger values %v and %v", was.Prior, was.Scaled, is.Prior, is.Scaled)
	}
	// A piece does not help to fix the scale by which it is judged.
	i := slices.IndexFunc(other.all, func(v PieceValue) bool { return v.fits() && !v.Locked && v.Unchecked == "" })
	kind := other.all[i].Betza
	was := other.scale(kind, overPrior)
	for j := range other.all {
		if v := &other.all[j]; v.Betza == kind {
			v.Points = v.Points.Scale(5)
		}
	}
	if is := other.scale(kind, overPrior); is != was || other.scale("", overPrior) <= was {
		t.Errorf("the scale without %s is %v, and was %v before its value rose", kind, is, was)
	}
	res.Opened = true
	after := res.Answer()
	if after.Formula != before.Formula {
		t.Errorf("the formula is %s, before the locked pieces were opened %s", after.Formula, before.Formula)
	}
	locked := 0
	for _, v := range res.all {
		if v.Locked && !v.Again && v.Board == v.On.String() {
			locked++
		}
	}
	if all, leapers, fresh := after.Judged[0], after.Judged[1], after.Judged[2]; after.Unjudged == 0 || all.Values+after.Unjudged != locked || fresh.Board != Fresh || leapers.Board != Leapers || !(leapers.Law.Lo > leapers.Formula.Hi) || !(fresh.Values < all.Values && 2*fresh.Values > all.Values) {
		t.Errorf("%d values are judged, %d of kinds not measured before, and %d are not judged, of %d", all.Values, fresh.Values, after.Unjudged, locked)
	}
	// 181 pieces stand on two boards and 61 on the third; four riders have no limit or the least.
	opened := filepath.Dir(testkit.Must(after.Write(t.TempDir(), page.Run{}))(t))
	for name, want := range map[string]string{
		"mobility": fmt.Sprintf(" of %d locked", 181+181+61), "formula": fmt.Sprintf(" of %d locked", 181+181+61),
		"riders": fmt.Sprintf("%d values", 10+4), "boards": fmt.Sprintf("%d values", 181+61),
	} {
		if text := testkit.Read(t, opened, "charts", name+".svg"); !strings.Contains(text, want) {
			t.Errorf("the chart %s lacks %q", name, want)
		}
	}
	if text := testkit.Read(t, opened, "charts", "leapers.svg"); !strings.Contains(text, "(30 + 5n/8)·n") {
		t.Error("the chart of leapers lacks Muller's law")
	}
	if table := testkit.Read(t, opened, "atlas.csv"); strings.Count(table, ",true,judged,") != after.Judged[0].Values || strings.Count(table, ",false,fitted,") != res.fitted().Values {
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
	for i := range res.all {
		if v := &res.all[i]; v.Locked {
			v.Points = v.Points.Scale(2)
		}
	}
	if wrong := res.judge(res.fitted())[0]; !(wrong.Formula.Lo > 0.6) || wrong.Inside > 0.1 {
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
				list = append(list, residual{kind: strconv.Itoa(kind), off: [4]float64{formula, formula + more}})
			}
		}
		j := judgement("", list, false)
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
func TestGuestRuns(t *testing.T) {
	s, _ := ownAtlas(t)
	seeds := map[uint64]bool{}
	for _, g := range testkit.Must(s.deal())(t).runs {
		c := g.config
		if seeds[c.Play.Seed] {
			t.Errorf("%s has the seed of another run", g.name())
		}
		seeds[c.Play.Seed] = true
		if other := slices.Equal(c.Panel, []string{"perturbed", "deep"}); other != g.Again || c.Play.Nodes != 300 {
			t.Errorf("%s is played by %q at %d nodes", g.name(), c.Panel, c.Play.Nodes)
		}
	}
	last := s.Boards[len(s.Boards)-1]
	game := testkit.Must(rules.Compile(testkit.Must(last.chess([]Piece{{Betza: "gQ"}}))(t)))(t)
	for name, moves := range map[string]string{"other-knight": "WD", "other-bishop": "FA", "guest-a": "gQ", "rook": "R"} {
		i := slices.IndexFunc(game.Variant.Pieces, func(p variant.Piece) bool { return p.Name == name })
		if i < 0 || game.Variant.Pieces[i].Moves[0].Betza != moves {
			t.Errorf("%s has no %s that moves %s", last.Name, name, moves)
		}
	}
	for _, b := range s.Boards {
		if v := testkit.Must(b.chess(nil))(t); b.Array != "" && v.Array != b.Array {
			t.Errorf("%s begins with %s, want %s", b.Name, v.Array, b.Array)
		}
	}
	other := *s
	other.Boards = slices.Clone(s.Boards)
	other.Boards[len(s.Boards)-1].Knight = "WA"
	if s.Hash(nil) == other.Hash(nil) {
		t.Error("other knights of a host do not change the hash")
	}
	worth, second := stat.Normal(4, 0.1, formula.Level), stat.Normal(-0.3, 0.1, formula.Level)
	values := []tuning.Value{{Type: game.TypeNamed("rook"), Piece: "rook", Worth: worth}, {Type: game.TypeNamed("guest-a"), Piece: "guest-a", Worth: worth, Support: 7}}
	e := &estimate.Result{Panel: tuning.ExpectedPanel([]float64{1, 1}), Measurement: &tuning.Measurement{Scale: tuning.NewScale(game, tuning.Points), Design: tuning.Estimate{Values: values, Places: []tuning.Place{{Piece: "guest-a", Kind: tuning.Second, Support: 3, Worth: second, WeightOfData: 0.4}}}, Luck: tuning.Estimate{Values: values}}}
	res := &Atlas{}
	group := &GuestRun{Board: last, Pieces: []Piece{{Betza: "gQ"}}}
	testkit.OK(t, res.add(group, group.measured(e)))
	res.pool()
	if v := res.all[0]; v.Luck != worth || v.Pairs != 7 || !(v.Points.HalfWidth() > 1.5*worth.HalfWidth()) {
		t.Errorf("the value is %v, by luck alone %v, by %d pairs", v.Points, v.Luck, v.Pairs)
	} else if v.Second != second || v.SecondWeight != 0.4 {
		t.Errorf("a second is worth %v more, by a weight of %v", v.Second, v.SecondWeight)
	}
	res.hosts = append(res.hosts, measuredHost{board: last.Name, Piece: "rook", Worth: stat.Exact(5)})
	res.hosts = append(res.hosts, measuredHost{board: last.Name, Piece: "rook", Worth: stat.Unknown()}, measuredHost{board: last.Name, Piece: "rook", Worth: stat.Symmetric(-1, 1, formula.Level)})
	if h := res.hostPieces(); len(h) != 1 || h[0].Runs != 2 || h[0].Points != 4.5 || math.Abs(float64(h[0].Differ)-math.Sqrt(0.5)/4.5) > 1e-9 {
		t.Errorf("rooks of 4 and 5 points: %+v", h)
	}
}

// A value that the games do not tell is neither fitted nor judged by.
func TestUntoldValuesDoNotCount(t *testing.T) {
	v := PieceValue{Board: "8x8", On: formula.Board{Files: 8, Ranks: 8}}
	for _, c := range []struct {
		points stat.Interval
		fits   bool
	}{{stat.Symmetric(1, 0.3, formula.Level), true}, {stat.Symmetric(1, 0.7, formula.Level), false}, {stat.Symmetric(0.08, 0.37, formula.Level), false}, {stat.Unknown(), false}} {
		if v.Points = c.points; v.fits() != c.fits {
			t.Errorf("%v counts: %v, want %v", c.points, v.fits(), c.fits)
		}
	}
}

//go:build unix

package external

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	own "bestiary/engine/search"
	"bestiary/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

func TestReadInfo(t *testing.T) {
	for _, c := range []struct {
		text string
		want Reply
	}{
		{"depth 5 seldepth 7 multipv 1 score cp 33 nodes 20000 nps 1000 pv e2e4 e7e5", Reply{Score: 33, HasScore: true, Depth: 5, Nodes: 20000}},
		{"score mate 1 depth 3", Reply{Score: 29999, HasScore: true, Depth: 3}},
		{"score mate 2", Reply{Score: 29997, HasScore: true}},
		{"score mate 0", Reply{Score: -30000, HasScore: true}},
		{"score mate -2", Reply{Score: -29996, HasScore: true}},
		{"score mate 99999", Reply{Score: 29101, HasScore: true}},
		{"score cp -99999", Reply{Score: -29000, HasScore: true}},
		{"depth 9 score cp 40 lowerbound nodes 7", Reply{Depth: 9, Nodes: 7}},
		{"depth 5 multipv 2 score cp 33 nodes 9", Reply{}},
		{"string depth 5 score cp 33", Reply{}},
		{"pv depth 5", Reply{}},
		{"depth score cp", Reply{}},
		{"depth x nodes -4 score cp 1e9", Reply{}},
		{"", Reply{}},
	} {
		var got Reply
		readInfo(c.text, &got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

func TestReadThinking(t *testing.T) {
	for _, c := range []struct {
		text string
		want Reply
	}{
		{" 6      7       56     367441 b1c3 d7d6", Reply{Score: 7, HasScore: true, Depth: 6, Nodes: 367441}},
		{"26 +996 100 5720000 Kf2", Reply{Score: 996, HasScore: true, Depth: 26, Nodes: 5720000}},
		{"4. -13 0 1146 Qh5", Reply{Score: -13, HasScore: true, Depth: 4, Nodes: 1146}},
		{"9 100003 0 12", Reply{Score: 29995, HasScore: true, Depth: 9, Nodes: 12}},
		{"9 -100003 0 12", Reply{Score: -29994, HasScore: true, Depth: 9, Nodes: 12}},
		{"9 -15999 0 12", Reply{Score: -15999, HasScore: true, Depth: 9, Nodes: 12}},
		{"1. e4 e5 2. Nf3", Reply{}},
		{"9 9 9", Reply{}},
	} {
		var got Reply
		readThinking(c.text, &got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
}

func TestReadOffer(t *testing.T) {
	all := cmp.AllowUnexported(offer{})
	for text, want := range map[string]offer{
		"name Hash type spin default 16 min 1 max 512":                                {name: "Hash", kind: "spin", min: "1", max: "512"},
		"name NullMove Pruning type combo default Fail High var Always var Fail High": {name: "NullMove Pruning", kind: "combo", choices: []string{"Always", "Fail High"}},
		"name Limit max nodes type spin default 1 min 0 max 9":                        {name: "Limit max nodes", kind: "spin", min: "0", max: "9"},
		"name Kind type of net type string default x type spin min 3":                 {name: "Kind type of net", kind: "string"},
		"name Clear Hash type button":                                                 {name: "Clear Hash", kind: "button"},
		"type check default true":                                                     {kind: "check"},
	} {
		testkit.Same(t, text, want, readOffer(strings.Fields(text)), all)
	}
	for text, want := range map[string]offer{
		"Resign Threshold -spin 800 200 1200": {name: "Resign Threshold", kind: "spin", min: "200", max: "1200"},
		"Level -combo Random /// *Normal":     {name: "Level", kind: "combo", choices: []string{"Random", "Normal"}},
		"Info -button":                        {name: "Info", kind: "button"},
		"Clear -reset":                        {name: "Clear", kind: "button"},
		"Ini File -file /a -b":                {name: "Ini File", kind: "file"},
		"no kind":                             {name: "no kind", kind: "string"},
	} {
		testkit.Same(t, text, want, readXBoardOffer(text), all)
	}
}

func TestSplitFeatures(t *testing.T) {
	got := splitFeatures(` ping=1 myname="A b" variants="normal,x" option="Level -spin 1 0 9" done=0 rest`)
	want := []feature{{"ping", "1"}, {"myname", "A b"}, {"variants", "normal,x"}, {"option", "Level -spin 1 0 9"}, {"done", "0"}}
	testkit.Same(t, "", want, got, cmp.AllowUnexported(feature{}))
}

func TestReadMove(t *testing.T) {
	faults := map[string]FaultKind{"": "", "IllegalMove": IllegalMove, "Unparsable": Unparsable}
	protocols := map[string]Protocol{"uci": UCI, "xboard": XBoard}
	for _, row := range testkit.TSV(t, "testdata", "answers.tsv") {
		g := rulestest.Game(t, row["game"])
		p := testkit.Must(g.ParseFEN(row["position"]))(t)
		m, kind, err := (&Engine{config: Config{Protocol: protocols[row["protocol"]]}, game: g}).readMove(p, row["answer"])
		got, why := "", ""
		if m != 0 {
			got = g.MoveText(m)
		}
		if err != nil {
			why = err.Error()
		}
		if got != row["move"] || kind != faults[row["fault"]] || !strings.HasPrefix(why, row["text"]) || (why == "") != (row["fault"] == "") {
			t.Errorf("%s: %q reads as %q, %q, %s", row["position"], row["answer"], got, kind, why)
		}
	}
}

func TestReadLines(t *testing.T) {
	long := strings.Repeat("z", maxLine+5)
	for _, reader := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader} {
		var tail tail
		var got []string
		readLines(reader(strings.NewReader("a\r\n\n"+long+"\nend")), &tail, "! ", func(l line) { got = append(got, l.text) })
		testkit.Same(t, "", []string{"a", "", long[:maxLine], "end"}, got)
		want := []string{"! a", "! ", "! " + long[:tailWidth-2] + "…", "! end"}
		testkit.Same(t, "", want, tail.last())
	}
}

func FuzzLines(f *testing.F) {
	for _, s := range []string{
		"info depth 5 multipv 1 score cp 33 upperbound nodes 20000 pv e2e4", "info score mate -3",
		"option name A b type combo default x var x var y", `feature ping=1 option="Level -combo a /// *b" done=1`,
		"White (1) : 9 100003 0 12 e4", "bestmove e7e8=Q", "move O-O", "Illegal move (why): e2e4", "1-0 {White mates}",
	} {
		f.Add(s)
	}
	g := rulestest.Game(f, "chess")
	f.Fuzz(func(t *testing.T, text string) {
		var r Reply
		readInfo(text, &r)
		readThinking(unprompted(text), &r)
		if r.Score > own.MateScore || r.Score < -own.MateScore {
			t.Errorf("score %d", r.Score)
		}
		readOffer(strings.Fields(text))
		readXBoardOffer(text)
		features := newFeatures()
		for _, x := range splitFeatures(text) {
			features.take(x)
		}
		objection(text, []string{"e2e4"})
		boardIn(text)
		p := g.NewPosition()
		m, kind, err := (&Engine{game: g}).readMove(p, text)
		if (m == 0) != (err != nil) || (m == 0) != (kind == IllegalMove || kind == Unparsable) {
			t.Errorf("%q reads as %d, %q, %v", text, m, kind, err)
		}
		if result, _ := p.Outcome(); result != rules.Ongoing || p.Plies() != 0 {
			t.Errorf("%q changes the position", text)
		}
	})
}

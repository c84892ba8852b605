package study

import (
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// Limits on what a file may hold.
const (
	maxRuns       = 64
	maxHypotheses = 100
	maxShown      = 50
	lastPlace     = 1000
)

// Defaults of a run.
const (
	quickShare = 20 // a quick run plays one in 20 pairs
	minPairs   = 2
	usualSeed  = 1
)

// Parse reads and checks an experiment file. Error messages call it name, whose last part
// without the suffix is the ID. The error is of type toml.Errors and holds every fault with
// its line and field.
func (l *Library) Parse(name string, data []byte) (*Experiment, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	e := &Experiment{ID: fileID(name), Place: lastPlace, Level: usualLevel, Hash: files.SHA256(data)[:12]}
	r := &reader{library: l, folder: filepath.Dir(name), e: e, known: true}
	r.experiment(f.Root())
	if err := f.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// reader builds an experiment from the sections of a file.
type reader struct {
	library *Library
	folder  string // of the file
	e       *Experiment
	known   bool // all runs could be read, so that names can be checked
}

func (r *reader) experiment(s *toml.Section) {
	e := r.e
	readFields(s, []field{
		{key: "title", at: &e.Title, required: true},
		{key: "claim", at: &e.Claim, required: true},
		{key: "method", at: &e.Method},
		{key: "truths", at: &e.Truths},
		{key: "place", at: &e.Place, lo: 1, hi: lastPlace},
		{key: "level", at: &e.Level, lo: 0.5, hi: 0.999},
	})
	if source := s.Section("source"); source != nil {
		readFields(source, []field{
			{key: "author", at: &e.Source.Author, required: true},
			{key: "page", at: &e.Source.Page, required: true},
			{key: "link", at: &e.Source.Link},
		})
		source.Close()
	} else if !s.Has("source") {
		s.Report("source", "missing", "who makes the claim: author and page", "")
	}
	for _, run := range s.Sections("run", maxRuns) {
		r.run(run)
	}
	hypotheses := s.Sections("hypothesis", maxHypotheses)
	for _, h := range hypotheses {
		r.hypothesis(h)
	}
	if len(hypotheses) == 0 {
		s.Report("hypothesis", "missing", "at least one [[hypothesis]]", "")
	}
	for _, t := range s.Sections("table", maxShown) {
		r.table(t)
	}
	for _, c := range s.Sections("chart", maxShown) {
		r.chart(c)
	}
	for _, g := range s.Sections("goal", maxShown) {
		r.goal(g)
	}
	s.Close()
}

// run reads a run, or one for each game of a list.
func (r *reader) run(s *toml.Section) {
	run, seed := Run{Play: match.SelfPlay(), Balance: balance.Default()}, usualSeed
	run.Balance.Of = balance.First
	var game string
	var games []string
	var further []int
	var kinds []string
	for _, p := range plans {
		kinds = append(kinds, string(p.kind))
	}
	readFields(s, []field{
		{key: "name", at: &run.Name},
		{key: "play", at: (*string)(&run.Kind), words: kinds},
		{key: "game", at: &game},
		{key: "games", at: &games},
		{key: "rules", at: &run.Rules},
		{key: "array", at: &run.Array},
		{key: "exchanges", at: &run.Exchanges},
		{key: "give-up", at: &run.Play.GiveUp},
		{key: "pairs", at: &run.Play.Pairs, lo: minPairs, hi: check.MaxPairs},
		{key: "quick-pairs", at: &run.QuickPairs, lo: minPairs, hi: check.MaxPairs},
		{key: "nodes", at: &run.Play.Nodes, lo: 1, hi: check.MaxNodes},
		{key: "further-nodes", at: &further},
		{key: "strengths", at: &run.Balance.Strengths},
		{key: "max-plies", at: &run.Play.MaxPlies, lo: float64(match.SelfPlay().RandomPlies + 1), hi: check.MaxPlies},
		{key: "seed", at: &seed, lo: 0, hi: math.MaxInt32},
		{key: "units", at: &run.Play.Units, lo: 1, hi: 20},
		{key: "max-imbalance", at: &run.Play.MaxImbalance, hi: 1000},
	})
	takes := run.Kind.plan().keys
	for _, p := range plans {
		for _, key := range p.keys {
			if !slices.Contains(takes, key) {
				refuse(s, "in a run of "+string(run.Kind), key)
			}
		}
	}
	s.Close()
	run.Play.Seed = uint64(seed)
	if !s.Has("quick-pairs") {
		run.QuickPairs = max(run.Play.Pairs/quickShare, minPairs)
	}
	further, err := furtherNodes(further, &run, s.Has("nodes"))
	if err != nil {
		s.Report("further-nodes", err.Error(), "", "")
	}
	key := "games"
	switch {
	case s.Has("game") == s.Has("games"):
		s.Report("game", "missing", "one of game and games: names of the catalogue or paths of game files", "")
		r.known = false
		return
	case s.Has("game"):
		key, games = "game", []string{game}
	}
	for _, name := range games {
		next := run
		next.GameName, next.Exchanges = name, slices.Clone(run.Exchanges)
		r.addRun(s, key, next, further)
	}
}

// addRun adds the run of one game, which the field key names.
func (r *reader) addRun(s *toml.Section, key string, run Run, further []int) {
	if run.Name == "" {
		run.Name = "*"
	}
	run.Name = strings.ReplaceAll(run.Name, "*", gameID(run.GameName))
	switch {
	case run.Name == "" || strings.ContainsAny(run.Name, "*?[]\\"):
		s.Report("name", fmt.Sprintf("%q", run.Name), `a name, in which * stands for the name of the game`, "")
	case slices.Contains(r.names(), run.Name):
		s.Report("name", fmt.Sprintf("%q is the name of two runs", run.Name), "names of their own, as in name = \"*-games\"", "")
	}
	g, place, err := r.library.game(&run, r.folder)
	if err != nil {
		if place == "" {
			place = key
		}
		reportEach(s, place, err)
		r.known = false
		return
	}
	run.Game = g
	if check := run.Kind.plan().check; check != nil {
		check(s, &run)
	}
	run.addPeers(further)
	r.e.Runs = append(r.e.Runs, &run)
}

// shownKind is a kind of table or chart.
type shownKind[F any] struct {
	key string
	// runs is the kind of runs that it needs, and maxRuns how many of them it tells apart.
	runs    Kind
	maxRuns int
	draw    F
}

// tableKinds lists what a table can show, and chartKinds the kinds of charts, the default first. A
// chart is nil if there is nothing to show.
var (
	tableKinds = []shownKind[func(draft, *Table) []doc.Block]{
		{measuresTable, GamesRun, maxRuns, draft.measures}, {"values", ValuesRun, maxRuns, draft.values},
		{"placements", GamesRun, maxRuns, draft.placements}, {"longest-wins", GamesRun, maxRuns, draft.longestWins},
	}
	chartKinds = []shownKind[func(draft, *Chart) *chart.Chart]{
		{curveChart, GamesRun, 6, draft.drawCurve}, {"pyramid", ValuesRun, 1, draft.drawPyramid}, {"values", ValuesRun, 6, draft.drawValues},
		{"outcomes", GamesRun, 30, draft.drawOutcomes}, {"endings", GamesRun, 1, draft.drawEndings},
		{"placements", GamesRun, 1, draft.drawPlacements},
	}
)

// The kinds that have keys of their own.
const (
	measuresTable = "measures"
	curveChart    = "curve"
)

// kindOf returns the kind of a key, the first for one that does not exist.
func kindOf[F any](kinds []shownKind[F], key string) shownKind[F] {
	return kinds[max(slices.Index(keysOf(kinds), key), 0)]
}

func keysOf[F any](kinds []shownKind[F]) (keys []string) {
	for _, kind := range kinds {
		keys = append(keys, kind.key)
	}
	return keys
}

// table reads a table.
func (r *reader) table(s *toml.Section) {
	var t Table
	var shows []string
	readFields(s, []field{
		{key: "title", at: &t.Title, required: true},
		{key: "players", at: &t.Players},
		{key: "published", at: &t.Published},
		{key: "measures", at: &t.Measures},
	})
	for _, key := range keysOf(tableKinds) {
		is := len(t.Measures) > 0
		if key != measuresTable {
			is = false
			s.Read(key, &is)
		}
		if is {
			shows = append(shows, key)
		}
	}
	t.Runs = r.runs(s)
	s.Close()
	for i, name := range t.Measures {
		checkMeasure(s, toml.Item("measures", i+1), name)
	}
	if len(shows) == 1 {
		t.Kind = shows[0]
		refuse(s, unless(t.Kind == measuresTable, "without measures"), "players")
		refuse(s, unless(t.Kind == measuresTable || t.Kind == "values", "with "+t.Kind), "published")
		r.checkKinds(s, "runs", t.Runs, kindOf(tableKinds, t.Kind).runs)
	} else {
		s.Report("measures", "missing", "one of "+format.List(keysOf(tableKinds), "and"), "")
	}
	r.checkPublished(s, &t)
	r.e.Tables = append(r.e.Tables, t)
}

// checkPublished reports rows of published numbers without a measure or piece.
func (r *reader) checkPublished(s *toml.Section, t *Table) {
	for i, row := range t.Published {
		key := toml.Item("published", i+1)
		switch {
		case len(row) != len(t.Runs)+1:
			s.Report(key, format.Plural(len(row), "text"), fmt.Sprintf("%d: what it is, and a number for each run", len(t.Runs)+1), "")
		case t.Kind == measuresTable && !slices.Contains(t.Measures, row[0]):
			s.Report(key, fmt.Sprintf("%q", row[0]), "a measure of the table", toml.Nearest(row[0], t.Measures))
		}
		for _, text := range row {
			checkLine(s, key, text)
		}
	}
}

// chart reads a picture.
func (r *reader) chart(s *toml.Section) {
	c := Chart{From: 1, To: 100}
	readFields(s, []field{
		{key: "kind", at: &c.Kind, words: keysOf(chartKinds)},
		{key: "title", at: &c.Title},
		{key: "measure", at: &c.Measure},
		{key: "from", at: &c.From, lo: 1, hi: 10_000},
		{key: "to", at: &c.To, lo: 1, hi: 10_000},
		{key: "players", at: &c.Players},
	})
	c.Runs = r.runs(s)
	s.Close()
	if c.Kind != curveChart {
		refuse(s, "in a chart of "+c.Kind, "measure", "from", "to", "players")
	} else {
		checkMeasure(s, "measure", fmt.Sprintf("%s-%d", c.Measure, c.From))
		if c.From >= c.To {
			s.Report("to", fmt.Sprint(c.To), fmt.Sprintf("a number above from = %d", c.From), "")
		}
	}
	curves := len(c.Runs)
	for _, i := range c.Runs {
		if c.Players {
			curves += len(r.e.Runs[i].Peers)
		}
	}
	kind := kindOf(chartKinds, c.Kind)
	if curves > kind.maxRuns {
		s.Report("runs", fmt.Sprintf("%d runs", curves), fmt.Sprintf("at most %d in such a chart", kind.maxRuns), "")
	}
	r.checkKinds(s, "runs", c.Runs, kind.runs)
	r.e.Charts = append(r.e.Charts, c)
}

// checkKinds reports the first run of another kind.
func (r *reader) checkKinds(s *toml.Section, key string, runs []int, kind Kind) bool {
	for _, i := range runs {
		if run := r.e.Runs[i]; run.Kind != kind {
			s.Report(key, fmt.Sprintf("run %q plays %q", run.Name, run.Kind), fmt.Sprintf("runs with play = %q", kind), "")
			return false
		}
	}
	return true
}

// runs reads the runs that a section is about: "run" names one, "runs" several, by patterns in
// which * stands for any letters.
func (r *reader) runs(s *toml.Section) []int {
	var patterns []string
	one := ""
	s.Read("run", &one)
	s.Read("runs", &patterns)
	switch {
	case s.Has("run"):
		refuse(s, "next to run", "runs")
		if i := slices.Index(r.names(), one); i >= 0 {
			return []int{i}
		}
		r.unknownRun(s, "run", one)
		return nil
	case !s.Has("runs") && len(r.e.Runs) == 1:
		return []int{0}
	case len(patterns) == 0:
		s.Report("runs", "missing", "run or runs: the names of one or more [[run]]", "")
	}
	var list []int
	for _, p := range patterns {
		for _, i := range r.matching(s, "runs", p) {
			if !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// matching returns the runs whose names match a pattern. It reports a fault if there are
// none.
func (r *reader) matching(s *toml.Section, key, pattern string) (list []int) {
	for i, name := range r.names() {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		r.unknownRun(s, key, pattern)
	}
	return list
}

func (r *reader) unknownRun(s *toml.Section, key, name string) {
	if r.known {
		s.Report(key, fmt.Sprintf("no run is called %q", name), "the name of a [[run]]", toml.Nearest(name, r.names()))
	}
}

func (r *reader) names() (list []string) {
	for _, run := range r.e.Runs {
		list = append(list, run.Name)
	}
	return list
}

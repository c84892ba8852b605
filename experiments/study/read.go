package study

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
)

// Parse reads and checks an experiment file. Error messages call it name, whose last part
// without the suffix is the ID. The error is of type toml.Errors and holds every fault with
// its line and field.
func (l *Library) Parse(name string, data []byte) (*Experiment, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	e := &Experiment{ID: strings.TrimSuffix(filepath.Base(name), suffix), Place: lastPlace, Level: usualLevel, Hash: files.SHA256(data)[:12]}
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
	known   bool // WithPeers runs could be read, so that names can be checked
}

func (r *reader) experiment(s *toml.Section) {
	readFields(s, r.e.fields())
	if source := s.Section("source"); source != nil {
		readFields(source, r.e.Source.fields())
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
	s.Close()
}

// run reads a run, or one for each game of a list.
func (r *reader) run(s *toml.Section) {
	run := newRunSection()
	readFields(s, run.fields())
	s.Close()
	run.Play.Seed = uint64(run.seed)
	if !s.Has("quick-pairs") {
		run.QuickPairs = max(run.Play.Pairs/quickShare, minPairs)
	}
	further, err := furtherNodes(run.further, &run.Run, s.Has("nodes"))
	if err != nil {
		s.Report("further-nodes", err.Error(), "", "")
	}
	key, games := "game", []string{run.game}
	switch {
	case s.Has("game") == s.Has("games"):
		s.Report("game", "missing", "one of game and games: names of the catalogue or paths of game files", "")
		r.known = false
		return
	case s.Has("games"):
		key, games = "games", run.games
	}
	for _, name := range games {
		next := run.Run
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
	checkExchanges(s, &run)
	run.addPeers(further)
	r.e.Runs = append(r.e.Runs, run)
}

// checkExchanges reports the exchanges that the game cannot have.
func checkExchanges(s *toml.Section, run *Run) {
	if run.Kind == OddsRun && len(run.Exchanges) == 0 {
		s.Report("exchanges", "missing", `exchanges of pieces, as in ["falcon=rook"]`, "")
	}
	for i, text := range run.Exchanges {
		x, err := opening.ParseExchange(run.Game, text)
		if err != nil {
			s.Report(toml.Item("exchanges", i+1), err.Error(), "", "")
			continue
		}
		run.Exchanges[i] = x.Text(run.Game)
	}
}

// table reads a table of measures.
func (r *reader) table(s *toml.Section) {
	var t Table
	readFields(s, t.fields())
	t.Runs = r.runs(s)
	s.Close()
	r.checkPublished(s, &t)
	var kinds []tableKind
	for _, kind := range tableKinds {
		if isSet(kind.at(&t)) {
			kinds = append(kinds, kind)
		}
	}
	for i, name := range t.Measures {
		checkMeasure(s, toml.Item("measures", i+1), name)
	}
	if len(kinds) == 1 {
		r.checkKinds(s, "runs", t.Runs, kinds[0].runs)
	} else {
		s.Report("measures", "missing", "one of "+format.List(TableKinds(), "and"), "")
	}
	r.e.Tables = append(r.e.Tables, t)
}

// checkPublished reports rows of published numbers that belong to nothing.
func (r *reader) checkPublished(s *toml.Section, t *Table) {
	for i, row := range t.Published {
		key := toml.Item("published", i+1)
		switch {
		case len(row) != len(t.Runs)+1:
			s.Report(key, format.Plural(len(row), "text"), fmt.Sprintf("%d: what it is, and a number for each run", len(t.Runs)+1), "")
		case !t.Values && !slices.Contains(t.Measures, row[0]):
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
	readFields(s, c.fields())
	c.Runs = r.runs(s)
	s.Close()
	kind := c.kind()
	if c.Kind == curveChart {
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
	if curves > kind.maxRuns {
		s.Report("runs", fmt.Sprintf("%d runs", curves), fmt.Sprintf("at most %d in such a chart", kind.maxRuns), "")
	}
	r.checkKinds(s, "runs", c.Runs, kind.runs)
	r.e.Charts = append(r.e.Charts, c)
}

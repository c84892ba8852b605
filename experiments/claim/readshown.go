package claim

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"bestiary/internal/format"
)

// table reads a table of measures.
func (r *reader) table(s *toml.Section) {
	var t Table
	required(s, "title", &t.Title)
	t.Runs = r.runs(s)
	s.Texts("measures", &t.Measures)
	s.Flag("values", &t.Values)
	s.Flag("placements", &t.Placements)
	s.Flag("longest-wins", &t.LongestWins)
	s.Flag("players", &t.Players)
	s.TextLists("published", &t.Published)
	if t.Players && len(t.Measures) == 0 {
		refuse(s, "without measures", "players")
	}
	if t.Placements {
		refuse(s, "with placements", "published")
	}
	checkPublished(s, &t)
	s.Close()
	kind, shown := GamesRun, 0
	for _, is := range []bool{t.Values, t.Placements, t.LongestWins, len(t.Measures) > 0} {
		if is {
			shown++
		}
	}
	switch {
	case shown != 1:
		s.Report("measures", "missing", "one of measures, values = true, placements = true and longest-wins = true", "")
	case t.Values:
		kind = ValuesRun
	}
	for i, name := range t.Measures {
		checkMeasure(s, fmt.Sprintf("measures[%d]", i+1), name)
	}
	r.checkKinds(s, "runs", t.Runs, kind)
	r.e.Tables = append(r.e.Tables, t)
}

// checkPublished reports rows of published numbers that belong to nothing.
func checkPublished(s *toml.Section, t *Table) {
	for i, row := range t.Published {
		key := fmt.Sprintf("published[%d]", i+1)
		switch {
		case len(row) != len(t.Runs)+1:
			s.Report(key, format.Plural(len(row), "text"), fmt.Sprintf("%d: what it is, and a number for each run", len(t.Runs)+1), "")
		case !t.Values && !slices.Contains(t.Measures, row[0]):
			s.Report(key, fmt.Sprintf("%q", row[0]), "a measure of the table", toml.Nearest(row[0], t.Measures))
		}
		for _, text := range row {
			if strings.ContainsFunc(text, unicode.IsControl) {
				s.Report(key, fmt.Sprintf("%q", text), "a text on one line, without control characters", "")
			}
		}
	}
}

// chart reads a picture.
func (r *reader) chart(s *toml.Section) {
	c := Chart{From: 1, To: 100}
	choice(s, "kind", &c.Kind, CurveChart, PyramidChart, ValuesChart, OutcomesChart, EndingsChart, LengthsChart, PlacementsChart)
	prose(s, "title", &c.Title)
	c.Runs = r.runs(s)
	s.Text("measure", &c.Measure)
	count(s, "from", &c.From, 1, 10_000)
	count(s, "to", &c.To, 1, 10_000)
	s.Flag("players", &c.Players)
	s.Close()
	kind := GamesRun
	switch c.Kind {
	case PyramidChart, ValuesChart:
		kind = ValuesRun
	case CurveChart:
		checkMeasure(s, "measure", fmt.Sprintf("%s-%d", c.Measure, c.From))
		if c.From >= c.To {
			s.Report("to", fmt.Sprint(c.To), fmt.Sprintf("a number above from = %d", c.From), "")
		}
	}
	if c.Kind != CurveChart {
		refuse(s, "in a chart of "+string(c.Kind), "measure", "from", "to", "players")
	}
	curves := len(c.Runs)
	for _, i := range c.Runs {
		if c.Players {
			curves += len(r.e.Runs[i].Peers)
		}
	}
	if most := mostRunsOf(c.Kind); curves > most {
		s.Report("runs", fmt.Sprintf("%d runs", curves), fmt.Sprintf("at most %d in such a chart", most), "")
	}
	r.checkKinds(s, "runs", c.Runs, kind)
	r.e.Charts = append(r.e.Charts, c)
}

// mostRunsOf is how many runs a chart can show.
func mostRunsOf(kind ChartKind) int {
	switch kind {
	case PyramidChart, LengthsChart, EndingsChart, PlacementsChart:
		return 1
	case OutcomesChart:
		return 30
	}
	return 6
}

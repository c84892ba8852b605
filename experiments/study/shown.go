package study

import "slices"

// tableKind is something that a table can show, with the kind of runs that it needs.
type tableKind struct {
	key  string           // of a [[table]]
	at   func(*Table) any // what the key sets
	runs Kind
}

// tableKinds lists what a table can show. A table shows one of them.
var tableKinds = []tableKind{
	{"measures", func(t *Table) any { return &t.Measures }, GamesRun},
	{"values", func(t *Table) any { return &t.Values }, ValuesRun},
	{"placements", func(t *Table) any { return &t.Placements }, GamesRun},
	{"longest-wins", func(t *Table) any { return &t.LongestWins }, GamesRun},
}

// TableKinds lists the keys of what a table can show.
func TableKinds() []string {
	var list []string
	for _, kind := range tableKinds {
		list = append(list, kind.key)
	}
	return list
}

// Kind returns the key of what the table shows.
func (t *Table) Kind() string {
	i := slices.IndexFunc(tableKinds, func(kind tableKind) bool { return isSet(kind.at(t)) })
	return tableKinds[max(i, 0)].key
}

// chartKind is a kind of chart with the kind of runs that it shows, and how many of them.
type chartKind struct {
	name    string
	runs    Kind
	maxRuns int
}

// curveChart is the kind of chart that has a measure with a number.
const curveChart = "curve"

// maxCurves is the number of runs that a chart tells apart.
const maxCurves = 6

// chartKinds lists the kinds of charts, the default first.
var chartKinds = []chartKind{
	{curveChart, GamesRun, maxCurves},
	{"pyramid", ValuesRun, 1},
	{"values", ValuesRun, maxCurves},
	{"outcomes", GamesRun, 30},
	{"endings", GamesRun, 1},
	{"placements", GamesRun, 1},
}

// ChartKinds lists the names of the kinds of charts, the default first.
func ChartKinds() []string {
	var list []string
	for _, kind := range chartKinds {
		list = append(list, kind.name)
	}
	return list
}

// kind returns the entry of the chart's kind, the default for an unknown one.
func (c *Chart) kind() chartKind {
	i := slices.IndexFunc(chartKinds, func(kind chartKind) bool { return kind.name == c.Kind })
	return chartKinds[max(i, 0)]
}

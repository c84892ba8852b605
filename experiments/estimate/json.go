package estimate

// Figures holds the parts of a result that are written as JSON.
type Figures struct {
	Game   string        `json:"game"`
	Folder string        `json:"folder"` // of the run
	Games  int           `json:"games"`  // of the last round
	Pairs  int           `json:"pairs"`
	Nodes  int           `json:"nodes"`  // searched a move
	Level  float64       `json:"level"`  // of intervals
	Unit   string        `json:"unit"`   // of values
	Values []RankedValue `json:"values"` // from strong to weak
	Checks []Check       `json:"checks"`
	// Predicted says how well the values predict matches of which they know nothing.
	Predicted *Predicted `json:"predicted,omitempty"`
}

// Figures returns the parts of the result that are written as JSON.
func (r *Result) Figures() (Figures, error) {
	m := r.Measurement
	checks, err := r.Checks()
	return Figures{
		Game: r.Game.Variant.Name, Folder: r.Folder, Games: m.Games, Pairs: m.Pairs, Nodes: r.Config.Play.Nodes,
		Level: m.Level, Unit: string(m.Scale.Unit), Values: r.Ranking, Checks: checks, Predicted: r.Predicted,
	}, err
}

// OddsFigures holds the results of odds matches that are written as JSON.
type OddsFigures struct {
	Game      string     `json:"game"`
	Folder    string     `json:"folder"` // of the run
	Pairs     int        `json:"pairs"`  // for each exchange
	Nodes     int        `json:"nodes"`  // searched a move
	Level     float64    `json:"level"`  // of intervals
	Unit      string     `json:"unit"`   // the piece whose odds are the unit
	Exchanges []OddsLine `json:"exchanges"`
}

// Figures returns the results of the matches that are written as JSON.
func (out *OddsResult) Figures() OddsFigures {
	return OddsFigures{out.Game.Variant.Name, out.Folder, out.Config.Pairs, out.Config.Play.Nodes, out.Config.Level, out.Unit, out.Lines}
}

package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/search"
	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
)

// A retrodiction asks whether the balance of a game, as package balance measures it, finds known
// properties of designs: originals that were revised, designs said to be fair, and edges known from
// counts of games. Its file makes a run of strengths and a question of each game.
//
// The question is always the score of the side that moves first, in the game as designed. Only
// strengths from Retrodiction.From on are judged, and four times the strongest: the authors speak of
// strong players. Each interval holds for itself, but all of a game are of one curve, so a fair game is hardly flagged more
// often than by one of them.
var retrodictionForm = Form{
	Table: "retrodiction", Article: "a",
	Title: "Does the balance of a game tell its fate?", Asks: "Whether the balance of a game tells its fate",
	Takes: []string{"quick"}, Open: openRetrodiction,
	Plan: RetrodictionPlan{}, Answer: Retrodicted{},
}

// Retrodiction specifies the games, how they are played, and the questions.
type Retrodiction struct {
	Seed      int     `json:"seed"`
	Pairs     int     `json:"pairs"`     // at the lowest strength
	Strengths []int   `json:"strengths"` // nodes a move, ascending; Half is that which gets half of the games
	Half      int     `json:"half,omitempty"`
	Margin    float64 `json:"margin"` // how far from one half a fair score may be
	From      int     `json:"judged-from"`
	// Rounds and RoundPairs specify how the players learn games without tuned weights, as in
	// balance.Config.
	Rounds     int `json:"rounds"`
	RoundPairs int `json:"round-pairs"`
	// Goals: the least numbers of originals flagged, of edges found, and of games with a published
	// score of people in which the better side is found; the largest number of controls flagged;
	// and the largest distance in points from these scores (root mean square); and the same for
	// scores of engines.
	Originals    int     `json:"originals"`
	Controls     int     `json:"controls"`
	Edges        int     `json:"edges"`
	Sides        int     `json:"sides"`
	Points       float64 `json:"points"`
	EngineSides  int     `json:"engine-sides"`
	EnginePoints float64 `json:"engine-points"`

	Known []Known `json:"games"`

	// Short reports whether a twentieth of the games is played.
	Short bool `json:"quick"`

	id   string
	data []byte // of the file
}

// Group is what is known of a game.
type Group string

// The groups. Each is the name of its tables in the file.
const (
	Original Group = "original" // revised because it was not even
	Fair     Group = "control"  // said to be fair
	Edge     Group = "edge"     // the better side is known
)

// groups lists the groups in the order of the page, and groupName names a game of a group.
var (
	groups    = []Group{Original, Fair, Edge}
	groupName = map[Group]string{Original: "revised original", Fair: "fair design", Edge: "known edge"}
)

// Known is a game with what was published about it.
type Known struct {
	Group Group  `json:"group"`
	Name  string `json:"name"`
	// GameName is the name of a file of this package or of the catalogue, or the path of a game file.
	GameName string      `json:"game"`
	Rules    []toml.Pair `json:"rules,omitempty"` // changed options
	// Revision is the game that took the place of an original.
	Revision string `json:"revision,omitempty"`
	// Ahead is the better side, "first" or "second" to move; "" if it is not known.
	Ahead string `json:"ahead,omitempty"`
	// Score is the published score of the side that moves first, 0 to 1; 0 if there is none.
	Score float64 `json:"published-score,omitempty"`
	// By is whose games Score comes from: people or engines; "" if there is none.
	By string `json:"by,omitempty"`
	// Says quotes the publication, and Source is its address.
	Says   string `json:"says"`
	Source string `json:"source"`

	Run Run `json:"-"`
}

// Whose games a score is of, and the sides, by who moves first in the game as designed.
const (
	people, engines = "people", "engines"
	first, second   = "first", "second"
)

// side names a side: the army, or the player if both have the same.
func (k *Known) side(side string) string {
	g := k.Run.Game
	c := g.First()
	switch {
	case !g.ArmiesDiffer():
		return side + " player"
	case side == second:
		c = c.Other()
	}
	return g.ArmyName(c)
}

func openRetrodiction(l *Library, name string, data []byte, o Options) (Study, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	root := f.Root()
	s := &Retrodiction{id: fileID(name), data: data}
	s.readPlay(root)
	if o.Quick { // another seed, so that it shows nothing of the full run
		s.id, s.Short, s.Pairs, s.Seed = s.id+"-quick", true, max(minPairs, s.Pairs/quickShare), s.Seed^1
	}
	for _, g := range groups {
		for _, game := range root.Sections(string(g), maxHypotheses) {
			s.Known = append(s.Known, s.readKnown(l, game, g, filepath.Dir(name)))
		}
	}
	root.Close()
	s.checkNames(root)
	return s, f.Err()
}

// readPlay reads how the games are played and judged.
func (s *Retrodiction) readPlay(root *toml.Section) {
	t := root.Section("retrodiction")
	if t == nil {
		return // which has been reported
	}
	c := balance.Default()
	s.Pairs, s.Strengths, s.Margin, s.Rounds, s.RoundPairs = c.Play.Pairs, c.Strengths, c.Margin, c.Rounds, c.RoundPairs
	readFields(t, []field{
		{key: "seed", at: &s.Seed, hi: 1 << 53, required: true},
		{key: "pairs", at: &s.Pairs, required: true},
		{key: "strengths", at: &s.Strengths},
		{key: "half", at: &s.Half},
		{key: "margin", at: &s.Margin},
		{key: "judged-from", at: &s.From, required: true},
		{key: "rounds", at: &s.Rounds}, {key: "round-pairs", at: &s.RoundPairs},
		{key: "originals", at: &s.Originals}, {key: "controls", at: &s.Controls}, {key: "edges", at: &s.Edges},
		{key: "sides", at: &s.Sides}, {key: "points", at: &s.Points},
		{key: "engine-sides", at: &s.EngineSides}, {key: "engine-points", at: &s.EnginePoints},
	})
	t.Close()
	run := s.run(Run{})
	err := Scale{}.balance(&run).Validate()
	if len(s.Strengths) > 0 {
		err = cmp.Or(err, check.Range("judged-from", s.From, 1, slices.Max(s.Strengths)))
	}
	if err != nil {
		t.Report("", err.Error(), "", "")
	}
}

// checkNames reports that there are no games, games that have the name of another, and revisions that
// are not there.
func (s *Retrodiction) checkNames(root *toml.Section) {
	if len(s.Known) == 0 {
		root.Report("", "no game", "at least one [[original]], [[control]] or [[edge]]", "")
	}
	var names []string
	for _, k := range s.Known {
		if slices.Contains(names, k.Name) {
			root.Report(string(k.Group), fmt.Sprintf("%q stands twice", k.Name), "each game once, with a name of its own", "")
		}
		names = append(names, k.Name)
	}
	for _, k := range s.Known {
		if k.Revision != "" && !slices.Contains(names, k.Revision) {
			found := fmt.Sprintf("revision %q of %s", k.Revision, k.Name)
			root.Report(string(k.Group), found, "the name of a game of the file", toml.Nearest(k.Revision, names))
		}
	}
}

// readKnown reads a game of a group; game files are relative to a folder.
func (s *Retrodiction) readKnown(l *Library, t *toml.Section, g Group, folder string) Known {
	k := Known{Group: g}
	readFields(t, []field{
		{key: "game", at: &k.GameName, required: true}, {key: "name", at: &k.Name}, {key: "rules", at: &k.Rules},
		{key: "revision", at: &k.Revision}, {key: "ahead", at: &k.Ahead}, {key: "score", at: &k.Score}, {key: "by", at: &k.By},
		{key: "says", at: &k.Says, required: true}, {key: "source", at: &k.Source, required: true},
	})
	t.Close()
	if k.Ahead != "" && k.Ahead != first && k.Ahead != second {
		t.Report("ahead", toml.Quote(k.Ahead), `"first" or "second"`, "")
	}
	if k.Score < 0 || k.Score >= 1 {
		t.Report("score", fmt.Sprint(k.Score), "a share between 0 and 1", "")
	}
	if (k.Score > 0) != (k.By == people || k.By == engines) {
		t.Report("by", toml.Quote(k.By), `"people" or "engines" beside a score, and nothing without one`, "")
	}
	if leads := map[bool]string{true: first, false: second}[k.Score > 0.5]; g == Edge && k.Score > 0 {
		if k.Score == 0.5 || k.Ahead != "" && k.Ahead != leads {
			t.Report("score", fmt.Sprint(k.Score), "the score of an edge, for the side that is ahead", "")
		}
		k.Ahead = leads
	}
	k.Run = Run{GameName: k.GameName, Rules: k.Rules}
	game, place, err := l.game(&k.Run, folder)
	if err != nil {
		t.Report(cmp.Or(place, "game"), err.Error(), "", "")
		return k
	}
	k.Name = cmp.Or(k.Name, game.Variant.Name)
	k.Run.Name, k.Run.Game = k.Name, game
	k.Run = s.run(k.Run)
	return k
}

// run completes the run of a game. Games with the same array have different openings.
func (s *Retrodiction) run(run Run) Run {
	c := balance.Default()
	c.Of, c.Strengths, c.Half, c.Margin, c.Rounds, c.RoundPairs = balance.First, s.Strengths, s.Half, s.Margin, s.Rounds, s.RoundPairs
	var place []int
	for _, r := range run.Name {
		place = append(place, int(r))
	}
	run.Kind, run.Balance, run.Play, run.Folder = StrengthsRun, c, c.Play, filepath.Join("games", run.Name)
	run.Play.Pairs, run.Play.Seed = s.Pairs, opening.Seed(uint64(s.Seed), place...)
	return run
}

// runs lists the runs of all games.
func (s *Retrodiction) runs() (list []*Run) {
	for i := range s.Known {
		list = append(list, &s.Known[i].Run)
	}
	return list
}

// sealed returns the files that are stored with their hashes before the first game: the study's,
// and the other inputs of its games.
func (s *Retrodiction) sealed() ([]files.File, error) {
	type playedGame struct {
		Name  string `json:"name"`
		Rules string `json:"rules"` // hash
		// Weights is the hash of the weights that the players begin with, and Network the hash of
		// the program's network for the game, if it has one.
		Weights string         `json:"weights"`
		Network string         `json:"network,omitempty"`
		Play    balance.Config `json:"play"`
	}
	var played struct {
		Revision int          `json:"revision"` // of the engine
		Games    []playedGame `json:"games"`
	}
	played.Revision = search.Revision
	for _, run := range s.runs() {
		g := playedGame{Name: run.Name, Rules: run.Game.Variant.Hash(), Play: Scale{}.balance(run)}
		g.Weights = player.HashWeights(eval.Default(run.Game))
		if w := eval.Strongest(run.Game); w.Network != nil {
			g.Network = player.HashWeights(w)
		}
		played.Games = append(played.Games, g)
	}
	f, err := files.JSON("played.json", played)
	return []files.File{{Name: "retrodiction" + suffix, Data: s.data}, f}, err
}

// About identifies the retrodiction.
func (s *Retrodiction) About() About { return retrodictionForm.about(s.id) }

// String describes the games in a sentence.
func (s *Retrodiction) String() string { return texts.Text("retrodiction-plays", s).String() }

// Groups counts the games of each group, with those of which nothing is known that could be judged.
func (s *Retrodiction) Groups() string {
	games, idle := map[Group]int{}, map[Group]int{}
	for _, k := range s.Known {
		if games[k.Group]++; k.Group == Edge && k.Ahead == "" {
			idle[k.Group]++
		}
	}
	var parts []string
	for _, g := range groups {
		text := format.Plural(games[g], groupName[g])
		if idle[g] > 0 {
			text += fmt.Sprintf(" (%d not judged)", idle[g])
		}
		parts = append(parts, text)
	}
	return format.List(parts, "and")
}

// RetrodictionPlan is the cost of a retrodiction.
type RetrodictionPlan struct {
	Settings *Retrodiction `json:"settings"`
	SHA256   string        `json:"sha256"`
	// Each is the plan of one game, with Games games; Positions is the number that is searched
	// for all games, if each has a hundred plies.
	Each      *balance.Plan `json:"each"`
	Positions float64       `json:"positions"`
}

func (s *Retrodiction) plan() (p RetrodictionPlan, err error) {
	p = RetrodictionPlan{Settings: s, SHA256: files.SHA256(s.data)}
	for i, run := range s.runs() {
		one, err := balance.NewPlan(run.Game, Scale{}.balance(run))
		if err != nil {
			return p, err
		}
		if i == 0 {
			p.Each = one
		}
		p.Positions += one.Positions
	}
	return p, nil
}

// Plan returns the games and their cost.
func (s *Retrodiction) Plan() (any, error) { return s.plan() }

// Show says the same in lines of width characters.
func (s *Retrodiction) Show(width int) (string, error) {
	p, err := s.plan()
	if err != nil {
		return "", err
	}
	out := &labelled{width: width}
	fmt.Fprintf(out, "%s\n\n", s.About().Title)
	out.add("", 2, s.String())
	for _, k := range s.Known {
		out.add("  - "+k.Name, 25, fmt.Sprintf("(%s) %s", k.Group, k.Says))
	}
	fmt.Fprintf(out, "\n%s\n", p.Each.Table().Text(width))
	fmt.Fprintf(out, "All games together search about %s positions.\nSHA-256 %s\n", format.Short(uint64(p.Positions)), p.SHA256)
	return out.String(), nil
}

// Games returns how many games are played at most.
func (s *Retrodiction) Games(session *Session) (int, error) {
	return (&Runner{Crew: session.Crew}).games(s.runs()), nil
}

// Run plays the games that the folder lacks and compares the results with what is known.
func (s *Retrodiction) Run(ctx context.Context, session *Session) (Outcome, error) {
	r := &Runner{Folder: session.Own(s.About()), Crew: session.Crew, Events: session.Events}
	sealed, err := s.sealed()
	if err == nil {
		err = files.Seal(r.Folder, sealed...)
	}
	if err != nil {
		return nil, fmt.Errorf("retrodiction: %w", err)
	}
	out := &Retrodicted{SHA256: files.SHA256(s.data), Settings: s, Failed: []page.Failure{}}
	var names []string
	for _, run := range s.runs() {
		names = append(names, run.Name)
	}
	failed, err := Loop(ctx, names, func(i int) error {
		played, err := r.playOne(ctx, &s.Known[i].Run)
		if err == nil {
			out.Fates = append(out.Fates, s.judge(s.Known[i], played.Balance))
			out.Games += played.Games
		}
		return err
	}, func(err error) bool { return errors.As(err, new(*opening.Unbalanced)) })
	if err != nil {
		return nil, fmt.Errorf("retrodiction: %w", err)
	}
	out.Failed = append(out.Failed, failed...)
	out.Goals = s.goals(out.Fates)
	return out, nil
}

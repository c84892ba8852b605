package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
)

// matchShow reports the progress and the result of a match, as text or as JSON.
type matchShow struct {
	c        *cli.Context
	run      *match.Run
	folder   string
	progress *progress
	live     *pgn.Live // nil without --pgn
	failed   error     // the first error of writing to live
}

// newMatchShow opens the file of --pgn and reports the start.
func newMatchShow(c *cli.Context, run *match.Run, folder string, p *progress, games *store.Store) (m *matchShow, err error) {
	p.SetTotal(run.Total())
	p.Next(match.Part{Label: "playing"})
	p.Open = run.Config().SPRT != nil
	m = &matchShow{c: c, run: run, folder: folder, progress: p}
	if c.IsSet("pgn") {
		if m.live, err = pgn.OpenLive(c.String("pgn"), games, c.Bool(pgnAppend)); err != nil {
			return nil, err
		}
	}
	if c.Bool("json") {
		var names []string
		for _, p := range run.Players {
			names = append(names, p.Name)
		}
		m.event(matchStart{"start", run.Game.Variant.Name, folder, names, run.Total()})
	}
	return m, nil
}

func (m *matchShow) event(value any) {
	if printJSON(m.c, value) == nil {
		flushOutput(m.c.App.Writer) // execute reports write errors
	}
}

// close closes the file of --pgn and returns the first error in writing it.
func (m *matchShow) close() error {
	if m.live == nil {
		return nil
	}
	return errors.Join(m.failed, m.live.Close())
}

func (m *matchShow) game(p match.Progress) {
	if m.live != nil && m.failed == nil {
		m.failed = m.live.Add(p.Record)
	}
	if m.c.Bool("json") {
		m.event(newMatchGame(p))
	}
	m.progress.Tick(p.Done, 1, func() string { return matchWords(p.Tally) })
}

func matchWords(t *match.Tally) string {
	f := t.Finished
	if len(t.Players) > 2 {
		return format.Plural(f.Games(), "game")
	}
	words := f.String()
	if s, err := rating.Summarize(t.Pairings[0].Pairs, rating.Level95); err == nil && finite(s.Elo.Estimate) {
		words += fmt.Sprintf(", Elo %s ± %s", format.Fixed(s.Elo.Estimate, 0), format.Fixed(s.Elo.HalfWidth(), 0))
	}
	if t.Test != nil {
		words += fmt.Sprintf(", LLR %s (%s to %s)", format.Fixed(t.Test.LLR, 2), format.Fixed(t.Test.Lower, 2), format.Fixed(t.Test.Upper, 2))
	}
	return words
}

func (m *matchShow) fault(t match.Trouble) {
	if m.c.Bool("json") {
		m.event(matchFault{"fault", t.Player, t.Key.Pair, t.Key.Index, string(t.Fault.Kind), t.Fault.Error(), string(t.Lost), t.Faults})
	}
	what := "tried again"
	if t.Lost != "" {
		what = "lost by " + string(t.Lost)
	}
	m.progress.Say("game %d.%d %s: %v", t.Key.Pair, t.Key.Index, what, t.Fault)
}

// matchText is the text printed at the end of a match or tournament.
type matchText struct {
	matchEnd
	Game, Folder, Note, Advantage string
	// Independent is the test as if games were independent, and Corrected is an estimate that allows for
	// an early stop; nil without a test or before its end.
	Independent *rating.State
	Corrected   *stat.Interval
	Late        int  // games that ended too late to count
	OnTime      bool // all games were lost on time
}

// result returns the answer at the end of a match or tournament: it compares two players or rates
// several.
func (m *matchShow) result(t *match.Tally) (answer, error) {
	out := matchText{Game: m.run.Game.Variant.Name, Folder: m.folder, Late: t.Finished.Games() - t.Games() - t.Copies}
	out.OnTime = t.Games() > 0 && t.Reasons[match.TimeForfeit] == t.Games()
	if len(t.Players) > 2 {
		ratings, note, err := t.Rate()
		if err != nil {
			return answer{}, err
		}
		out.matchEnd, out.Note = newMatchEnd(t, nil, ratings), note
		out.Advantage = format.Unit{Scale: 1, Digits: 1, Name: "Elo"}.Interval(ratings.Advantage)
	} else {
		pairs, test := t.Pairings[0].Pairs, m.run.Config().SPRT
		summary, err := rating.Summarize(pairs, rating.Level95)
		if err != nil {
			return answer{}, err
		}
		out.matchEnd = newMatchEnd(t, newEloAnswer(summary, test, t.Test), nil)
		if test != nil {
			if s, err := test.Evaluate(pairs.Total()); err == nil {
				out.Independent = &s
			}
			if e, err := test.Estimate(pairs, rating.Level95); err == nil && t.Decided() {
				out.Corrected = &e
			}
		}
	}
	return answer{Partial: true, Value: out.matchEnd, Text: printed("match", out)}, nil
}

// Events printed by match --json.
type (
	matchStart struct {
		Event   string   `json:"event"` // "start"
		Game    string   `json:"game"`
		Folder  string   `json:"folder"`
		Players []string `json:"players"`
		Total   int      `json:"total"` // games to play
	}
	matchGame struct {
		Event      string `json:"event"` // "game"
		Pair       int    `json:"pair"`
		Index      int    `json:"index"` // in the pair, 0 or 1
		White      string `json:"white"`
		Black      string `json:"black"`
		Result     string `json:"result"`
		Reason     string `json:"reason"`
		Detail     string `json:"detail"`
		Plies      int    `json:"plies"`
		Done       int    `json:"done"`
		Total      int    `json:"total"`
		rating.WDL        // from the first player's view, over all games so far
		// Elo is the rating difference of the first of two players.
		Elo *stat.Interval `json:"elo"`
		LLR *float64       `json:"llr"` // with --sprt
	}
	matchFault struct {
		Event  string `json:"event"` // "fault"
		Player string `json:"player"`
		Pair   int    `json:"pair"`
		Index  int    `json:"index"`
		Kind   string `json:"kind"`
		Detail string `json:"detail"`
		Lost   string `json:"lost"`   // how the game was lost by it; "" if it is tried again
		Faults int    `json:"faults"` // of the player so far
	}
	matchEnd struct {
		Event string `json:"event"` // "end"
		*match.Tally
		Games    int             `json:"games"`    // that the result rests on
		Finished int             `json:"finished"` // all games in the folder
		Pairings []matchPairing  `json:"pairings"`
		Match    *eloAnswer      `json:"match,omitempty"`   // of two players, as by bestiary engine elo
		Ratings  []rating.Player `json:"ratings,omitempty"` // of more players
	}
	matchPairing struct {
		A string `json:"a"`
		B string `json:"b"`
		rating.WDL
		// Pentanomial counts the pairs by their results LL,LD,WL,DD,WD,WW.
		Pentanomial []int `json:"pentanomial"`
	}
)

func newMatchGame(p match.Progress) matchGame {
	t, r := p.Tally, &p.Record
	out := matchGame{
		Event: "game", Pair: r.Pair, Index: r.Index, White: t.Players[r.White], Black: t.Players[r.Black],
		Result: r.Result.String(), Reason: string(r.Reason), Detail: r.Detail, Plies: r.Plies(),
		Done: p.Done, Total: p.Total, WDL: t.Finished,
	}
	if len(t.Players) == 2 {
		if s, err := rating.Summarize(t.Pairings[0].Pairs, rating.Level95); err == nil {
			out.Elo = &s.Elo
		}
	}
	if t.Test != nil {
		out.LLR = &t.Test.LLR
	}
	return out
}

func newMatchEnd(t *match.Tally, elo *eloAnswer, ratings *rating.Ratings) matchEnd {
	out := matchEnd{Event: "end", Tally: t, Games: t.Games(), Finished: t.Finished.Games(), Match: elo}
	for _, s := range t.Pairings {
		out.Pairings = append(out.Pairings, matchPairing{t.Players[s.A], t.Players[s.B], s.Pairs.Total(), s.Pairs.List()})
	}
	if ratings != nil {
		out.Ratings = ratings.Players
	}
	return out
}

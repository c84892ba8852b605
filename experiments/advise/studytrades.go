//go:build !js

package advise

import (
	"math"
	"path/filepath"
	"slices"

	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
)

// A study plays exchanges for playedTrades pieces. The first step plays each for firstTrades pairs. aimTrades is the aim for the
// half-width of a score.
const (
	playedTrades = 4
	firstTrades  = 20
	aimTrades    = 0.1
)

// TradesFolder returns the folder of the matches at exchanges in the home of a game.
func TradesFolder(home string) string { return filepath.Join(home, tradesFolder) }

// growValues takes a step of values. At the first one from tradesFrom that knows some pieces it chooses the exchanges to play.
func (s *studying) growValues(step int) (off float64, err error) {
	trades := s.part(tradesFolder)
	for k := tradesFrom; k <= step && trades.shut && s.Config.Asks(AskTrades); k++ {
		if _, err = s.playValues(k); err == nil && s.Values != nil {
			s.Trades, err = tradesOf(s.Values, nil)
		}
		if err != nil {
			return 0, err
		}
		s.Trades = s.Trades[:min(len(s.Trades), playedTrades)]
		trades.shut, trades.rate = len(s.Trades) == 0, s.part(valuesFolder).rate
	}
	if off, err = s.playValues(step); err == nil && !trades.shut {
		trades.off, err = s.foretell()
	}
	return off, err
}

// costOfTrades is the sum over all games of a step of the positions searched a move.
func (s *studying) costOfTrades(step int) float64 {
	return run.Effort(estimate.DefaultPanel(s.Game)) * float64(2*s.Config.Nodes*len(s.Trades)*pairs(firstTrades, step))
}

// playTrades plays the games of a step at the chosen exchanges.
func (s *studying) playTrades(step int) (float64, error) {
	m, err := s.Values.Model()
	if err != nil {
		return 0, err
	}
	how := TradePlay{
		Pairs: pairs(firstTrades, step), Weights: s.Values.Weights, Folder: TradesFolder(s.Folder), Seed: s.Config.Seed,
	}
	events := s.ev.Parts(func(p *match.Part) { p.Label = s.progress(tradesFolder, aimTrades) + ", " + p.Label })
	for _, t := range s.Trades {
		if err := t.Play(s.ctx, m, s.Game, how, s.crew, events); err != nil {
			return 0, err
		}
		if err := estimate.AddMatches(how.Folder, s.Game, t.Match.Matches); err != nil {
			return 0, err
		}
	}
	return s.foretell()
}

// foretell predicts the chosen exchanges by the values and by what was played, and returns how far the median half-width
// is from the aim.
func (s *studying) foretell() (float64, error) {
	m, err := s.Values.Model()
	if err == nil {
		err = m.Learn(s.Game, playedIn(s.Trades))
	}
	var widths []float64
	for i, was := range s.Trades {
		if err != nil {
			return 0, err
		}
		var t *Trade
		if t, err = NewTrade(m, s.Game, was.Exchange); err != nil {
			return 0, err
		}
		width := t.Predicted.HalfWidth()
		if t.Match = was.Match; t.Match != nil {
			err = t.together(m, s.Game)
			width = t.Match.These.HalfWidth()
		}
		s.Trades[i], widths = t, append(widths, width)
	}
	slices.Sort(widths)
	return widths[len(widths)/2] / aimTrades, err
}

// playedIn returns the matches at exchanges.
func playedIn(list []*Trade) (all []estimate.Played) {
	for _, t := range list {
		if t.Match != nil {
			all = append(all, t.Match.Matches...)
		}
	}
	return all
}

// tradesOf lists what to give for the pieces of an estimate: the exchanges that were played, then the best of each
// other piece from strong to weak, then the second of each, as far as they are near to even.
func tradesOf(res *estimate.Result, played []*Trade) ([]*Trade, error) {
	m, err := res.Model()
	if m == nil || err != nil {
		return nil, err
	}
	if err := m.Learn(res.Game, playedIn(played)); err != nil {
		return nil, err
	}
	played = slices.DeleteFunc(slices.Clone(played), func(t *Trade) bool { return t.Match == nil })
	each := [][]*Trade{}
	for _, v := range res.Told() {
		if res.Game.IsPawn(v.Type) || len(each) == maxTrades {
			continue
		}
		list, err := Fair(m, res.Game, v.Type)
		if err != nil {
			return nil, err
		}
		each = append(each, list)
	}
	return useful(played, each), nil
}

// maxTrades is the largest number of rows of the table in a report.
const maxTrades = 10

// maxOff is how far from one half a score in the table of a report may be.
const maxOff = 0.1

// useful adds the first of each list to some trades, then the second of each, without exchanges that are far from even or
// that are listed already, one way round or the other.
func useful(out []*Trade, each [][]*Trade) []*Trade {
	listed := func(t *Trade) bool {
		return slices.ContainsFunc(out, func(o *Trade) bool { return o.Exchange == t.Exchange || o.Exchange == reversed(t.Exchange) })
	}
	for k := range fairTrades {
		for _, list := range each {
			if k < len(list) && len(out) < maxTrades && math.Abs(list[k].Predicted.Estimate-0.5) <= maxOff && !listed(list[k]) {
				out = append(out, list[k])
			}
		}
	}
	return out
}

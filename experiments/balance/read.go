package balance

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// Rung returns the settings of the games at a strength.
func (c Config) Rung(nodes int) match.Config {
	play := c.Play
	play.Nodes, play.Seed = nodes, opening.Seed(c.Play.Seed, nodes) // rungs share no openings
	return play
}

// Read fits the curve of one player from its games at each strength, by a configuration that is resolved.
func (c Config) Read(g *rules.Game, games [][]store.Record) (*Result, error) {
	var list []sample
	for i, nodes := range c.Strengths {
		for j := range games[i] {
			list = append(list, c.sample(g, nodes, 0, &games[i][j]))
		}
	}
	r, err := analyse(g, c, c.Panel, list, "")
	if err != nil {
		return nil, err
	}
	top := r.Main().Strongest()
	says := ": " + r.Word(top.Verdict)
	if top.Verdict == CannotTell {
		says = "; more games would tell who is ahead"
	}
	r.Answer = format.Title(fmt.Sprintf("%s at %s a move%s.", r.scores(top.Curve), format.Plural(top.Nodes, "position"), says))
	return r, nil
}

// sample reads a game of a player at a rung, for the side in question.
func (c Config) sample(g *rules.Game, nodes, j int, o *store.Record) sample {
	s := sample{nodes: nodes, player: j, pair: o.Pair, drawn: o.Result == rules.Draw, plies: o.Plies(), score: o.Result.Score()}
	second := c.Play.Turned && o.Index == 1 // the other side has moved first
	if second {
		s.plies += c.Play.RandomPlies
	}
	if (g.First() == rules.Black) != (second && c.Of == First) {
		s.score = 1 - s.score
	}
	if c.Of == Army {
		if s.sign = 1; second {
			s.sign = -1
		}
	}
	return s
}

// analyse fits the curves.
func analyse(g *rules.Game, c Config, names []string, list []sample, folder string) (*Result, error) {
	r := &Result{
		Game: g, Config: c, Name: g.Variant.Name, Folder: folder, Of: c.Of, Margin: c.Margin,
		Level: c.Level, Grown: c.Looked, Pairs: c.Play.Pairs,
	}
	r.Whose = r.side(true)
	own := len(names) - len(c.Others)
	for j := own - 1; j < len(names); j++ {
		first := j
		if j == own-1 {
			first = 0
		}
		some := slices.DeleteFunc(slices.Clone(list), func(s sample) bool { return s.player < first || s.player > j })
		curve, err := newCurve(c, names[first:j+1], some)
		if err != nil {
			return nil, err
		}
		r.Curves = append(r.Curves, *curve)
	}
	for _, rung := range r.Main().Rungs {
		r.Games += rung.Games
	}
	return r, nil
}

// whole writes shares in whole per cent.
var whole = format.Unit{Scale: 100, Digits: 0, Name: "%"}

// side names the side in question, or the other one.
func (r *Result) side(ours bool) string {
	first := r.Game.First()
	switch {
	case r.Of == First && ours:
		return "the first player"
	case r.Of == First:
		return "the second player"
	case !ours:
		first = first.Other()
	}
	return r.Game.ArmyName(first)
}

// ahead returns the side that is ahead and its score.
func (r *Result) ahead(v stat.Interval) (side, score string) {
	ours := v.Estimate >= 0.5
	if !ours {
		v = stat.Interval{Estimate: 1 - v.Estimate, Lo: 1 - v.Hi, Hi: 1 - v.Lo, Level: v.Level}
	}
	return r.side(ours), whole.Interval(v)
}

// scores states the score of the side that is ahead: "the first player scores 58 % (55 to 61)".
func (r *Result) scores(v stat.Interval) string {
	side, score := r.ahead(v)
	return side + " " + verb(side, "score") + " " + score
}

// verb returns the verb for a side. The names of most armies are plurals: Persians, Bannermen.
func verb(side, does string) string {
	if strings.HasSuffix(side, "s") || strings.HasSuffix(side, "men") {
		return does
	}
	return does + "s"
}

// Word returns a verdict in words: "leans to the first player".
func (r *Result) Word(v Verdict) string {
	switch v {
	case Leans, Behind:
		return "leans to " + r.side(v == Leans)
	}
	return string(v)
}

func atNodes(nodes int) string { return "at " + format.Plural(nodes, "node") + " a move" }

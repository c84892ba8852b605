//go:build !js

package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Standing is a candidate in the race.
type Standing struct {
	*Candidate
	// Round is the last round that it played, from 1, and Games the number of its games.
	Round int `json:"round"`
	Games int `json:"games"`
	// Found is the measure of the target at the stronger of the two strengths, and Mean over the games
	// at both; Drawn is the share of drawn games at the stronger one.
	Found stat.Interval `json:"found"`
	Mean  stat.Number   `json:"mean"`
	Drawn stat.Number   `json:"drawn"`
	// Out is why it is out: "" if it is not.
	Out string `json:"out"`
}

// Reasons why a candidate is out of the race.
const (
	outMisses = "misses the target"
	outBehind = "others are nearer"
	outFar    = "does not seem to reach the target"
	outUneven = "no even openings"
	outDrawn  = "too many draws"
)

const (
	// leastRounds is the number of rounds of a race even where fewer would leave few enough, so that
	// the estimates of the last candidates are worth something.
	leastRounds = 4
	// lastRound is the last round that the unchanged game plays alone. With the default pairs, its
	// score is then known to about two points.
	lastRound = 8
)

// kept returns how many edits of n continue after a round, and whether the race is over. Few games
// have been played in the first round, so half continue.
func kept(n, round int) (int, bool) {
	part := (n + 2) / 3
	if round == 1 {
		part = (n + 1) / 2
	}
	n = min(n, max(keep, part))
	return n, n <= keep && round >= leastRounds
}

// race plays rounds of all candidates and returns those that are left, the nearest first. The
// unchanged game then continues alone until its interval shows whether it reaches the target.
func (m *Mending) race(ctx context.Context) (list []*Standing, err error) {
	list = slices.Clone(m.standings)
	for round, over := 1, false; len(list) > 0 && !over; round++ {
		if err := m.playRound(ctx, list, round); err != nil {
			return nil, err
		}
		list, over = m.survivors(list, round)
	}
	as := m.standings[0]
	unknown := func() bool { return as.Out == "" && m.judge(as.Found) == CannotTell }
	for as.Games > 0 && as.Out != outUneven && as.Round < lastRound && (as.Round < leastRounds || unknown()) {
		if err := m.playRound(ctx, m.standings[:1], as.Round+1); err != nil {
			return nil, err
		}
	}
	if as.Out == "" && m.judge(as.Found) == Misses {
		as.Out = outMisses
	}
	return list, nil
}

// judge compares an interval with the target.
func (m *Mending) judge(v stat.Interval) Verdict { return m.Target.judge(v, m.Balance.Margin) }

// playRound plays a round of candidates in turn.
func (m *Mending) playRound(ctx context.Context, list []*Standing, round int) error {
	total := len(list) * m.inRace(m.game, round).Games(m.crew)
	ev := run.AsOne(m.ev, fmt.Sprintf("round %d of the race, %s", round, format.Plural(len(list), "candidate")), total)
	for _, c := range list {
		r, err := m.play(ctx, c, "race", func(g *rules.Game) balance.Config { return m.inRace(g, round) }, ev)
		switch {
		case errors.As(err, new(*opening.Unbalanced)):
			c.Out = outUneven
		case err != nil:
			return fmt.Errorf("mend: %s: %w", c.Text, err)
		case r == nil:
			c.Round, c.Found, c.Mean = round, stat.Exact(0.5), 0.5
		default:
			c.Round, c.Games, c.Found, c.Mean = round, r.Games, m.Target.found(r), stat.Number(m.Target.pooled(r))
			c.Drawn = stat.Number(r.Main().Strongest().Draws.Estimate)
		}
	}
	return nil
}

// play plays the games of a candidate that its folder lacks; nil if it is even without games.
func (m *Mending) play(
	ctx context.Context, c *Standing, folder string, how func(*rules.Game) balance.Config, ev match.Events,
) (*balance.Result, error) {
	g, err := rules.Compile(c.Variant)
	if err != nil || m.even(g) {
		return nil, err
	}
	cfg := how(g)
	cfg.Weights = m.weights(g, cfg.Rounds > 0)
	return m.measure(ctx, g, cfg, filepath.Join(m.folder, folder, c.Hash), m.crew, ev)
}

// weights returns the panel's weights for a candidate: those of the unchanged game, but the prior's
// values for kinds that an edit has changed. It returns nil, for the candidate's own weights, if
// the players may learn these.
func (m *Mending) weights(g *rules.Game, learns bool) *eval.Weights {
	w, prior := m.transferred(g), eval.Prior(g)
	for _, t := range g.Types() {
		if t == g.Royal() || !m.changed(g, g.TypeName(t)) {
			continue
		}
		if learns && run.TunedWeights(g) == nil {
			return nil
		}
		mg, eg := prior.Material(t)
		w.SetMaterial(t, mg, eg)
	}
	return w
}

// transferred returns the weights of the unchanged game for another game. A kind that an edit has
// made for one side has the weights of the original kind, and a term that the unchanged game lacks
// has the prior's weights.
func (m *Mending) transferred(g *rules.Game) *eval.Weights {
	at := map[string]int{}
	for i, name := range m.known.Names() {
		at[name] = i
	}
	w := eval.Prior(g)
	for i, name := range w.Names() {
		was, ok := at[name]
		for _, own := range []side{white, black} {
			if !ok {
				was, ok = at[strings.Replace(name, own.prefix(), "", 1)]
			}
		}
		if ok {
			w.MG[i], w.EG[i] = m.known.MG[was], m.known.EG[was]
		}
	}
	return w
}

// changed reports whether a kind of piece moves otherwise than in the unchanged game.
func (m *Mending) changed(g *rules.Game, name string) bool {
	named := func(p variant.Piece) bool { return p.Name == name }
	was, is := m.game.Variant.Pieces, g.Variant.Pieces
	i, j := slices.IndexFunc(was, named), slices.IndexFunc(is, named)
	return i < 0 || j < 0 || !slices.Equal(was[i].Moves, is[j].Moves)
}

// survivors returns the candidates that continue, the nearest first, and whether the race is over.
// The unchanged game continues until its interval misses the target.
func (m *Mending) survivors(list []*Standing, round int) ([]*Standing, bool) {
	edited := 0
	for _, c := range list {
		switch {
		case c.Out != "":
		case m.judge(c.Found) == Misses:
			c.Out = outMisses
		case m.dull(c):
			c.Out = outDrawn
		case !c.original():
			edited++
		}
	}
	left, over := kept(edited, round)
	return m.nearest(list, left), over
}

// nearest returns candidates that are not out, the nearest first: as many edits as may continue,
// and perhaps the unchanged game.
func (m *Mending) nearest(list []*Standing, left int) []*Standing {
	isOut := func(c *Standing) bool { return c.Out != "" }
	list = slices.DeleteFunc(slices.Clone(list), isOut)
	slices.SortStableFunc(list, m.nearer)
	for _, c := range list {
		if c.original() {
			continue
		}
		if left--; left < 0 {
			c.Out = outBehind
		}
	}
	return slices.DeleteFunc(list, isOut)
}

// dull reports whether a candidate is even only because few of its games are decided: less than
// half as many as in the unchanged game. The numbers are those expected at an even score.
func (m *Mending) dull(c *Standing) bool {
	as := m.standings[0]
	return m.Target.Of == TargetScore && min(c.Games, as.Games) > 0 && c.decided() < as.decided()/2
}

// decided returns the share of decided games expected at an even score. The share of draws is
// assumed to be ν√(wl), with the shares w and l of games won and lost (Davidson, Journal of the
// American Statistical Association 65, 1970); ν is the same at every score.
func (c *Standing) decided() float64 {
	least, drawn := 0.5/float64(c.Games), float64(c.Drawn)
	won, lost := max(least, c.Found.Estimate-drawn/2), max(least, 1-c.Found.Estimate-drawn/2)
	nu := drawn / math.Sqrt(won*lost)
	return 2 / (2 + nu)
}

// nearer orders by the distance from the target, then by size and text.
func (m *Mending) nearer(a, b *Standing) int {
	return cmp.Or(cmp.Compare(m.Target.off(float64(a.Mean)), m.Target.off(float64(b.Mean))), a.compare(b.Candidate))
}

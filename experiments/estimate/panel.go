package estimate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// The players of a panel that are the engine of this program. All but Network use the values
// of pieces from the learning rounds.
const (
	// Learned plays with the weights of the learning rounds.
	Learned = "learned"
	// PriorTerms plays with the mobility prior except for the values of pieces.
	PriorTerms = "prior"
	// Perturbed plays with the weights of Learned, each multiplied by a random factor:
	// the values of pieces by about a tenth, all others by about a third.
	Perturbed = "perturbed"
	// Deep plays like Learned with deepFactor times the nodes.
	Deep = "deep"
	// Network plays with the network that comes with the program for the game and the weights
	// that it adds to. It learns nothing.
	Network = "network"
)

var ownPlayers = []string{Learned, PriorTerms, Perturbed, Deep, Network}

// DefaultPanel returns the players among which a game's values are measured by default: with
// Network, if the program has one for the game.
func DefaultPanel(g *rules.Game) []string {
	panel := Default().Panel
	if eval.Strongest(g).Network != nil {
		panel = append(panel, Network)
	}
	return panel
}

func ownPlayer(name string) bool { return slices.Contains(ownPlayers, name) }

// deepFactor is how many times as many nodes Deep has as the others; it gets half as many
// games.
const deepFactor = 4

// Spreads of the factors of Perturbed, in logarithms.
const (
	perturbedMaterial = 0.1
	perturbedTerm     = 0.3
)

// PanelPlayer is a player of the last round, with its share of the games.
type PanelPlayer struct {
	// Name is its text in Config.Panel.
	Name string
	// Says completes "It plays with …".
	Says string
	// Nodes is the number of nodes a move; 0 for another program with another limit.
	Nodes int
	// Foreign marks a player other than this program's engine with what it has learned.
	Foreign bool
	// Pairs is the number of pairs played, Faults the number of games lost by a fault,
	// such as an illegal move or no move at all; the estimate is the armies' estimate from
	// these games.
	Pairs, Faults int
	Estimate      *tuning.Estimate

	match.Player
	round, share int
}

// Label names the player in a report.
func (p *PanelPlayer) Label() string {
	if p.Foreign && p.Entrant != nil {
		return p.Entrant.Name
	}
	return p.Name
}

// Beside compares the values of a foreign player with the values of all other players that
// are not foreign.
type Beside struct {
	Player string
	// Own and Theirs are the estimates; Differences are Theirs minus Own, by piece.
	Own, Theirs *tuning.Estimate
	Differences []tuning.Comparison
}

// besides compares all foreign players. It leaves out values that the games do not
// determine.
func (e *estimation) besides(players []PanelPlayer) ([]Beside, error) {
	var own []PanelPlayer
	for _, p := range players {
		if !p.Foreign {
			own = append(own, p)
		}
	}
	if len(own) == 0 || len(own) == len(players) {
		return nil, nil
	}
	ours, err := tuning.Armies(e.g, e.panelGames(own), e.cfg.Fit)
	if errors.Is(err, tuning.ErrNoGames) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Beside
	for _, p := range players {
		if p.Foreign && p.Estimate != nil {
			out = append(out, Beside{p.Label(), ours, p.Estimate, tuning.Compare(p.Estimate, ours, e.cfg.Fit.Level)})
		}
	}
	return out, nil
}

// checkPanel reports the first text that names no player.
func checkPanel(panel []string) error {
	for i, text := range panel {
		if slices.Contains(panel[:i], text) {
			return fmt.Errorf("panel: %q stands twice", text)
		}
		if err := CheckPlayer(text); err != nil {
			return fmt.Errorf("panel: %w", err)
		}
	}
	return check.That(len(panel) > 0, "panel is empty, expected at least one player")
}

// CheckPlayer reports a text that names no player of a panel.
func CheckPlayer(text string) error {
	if ownPlayer(text) {
		return nil
	}
	spec, err := player.Parse(text, "")
	if err != nil && !strings.Contains(text, ":") {
		return check.OneOf("player", text, append(slices.Clone(ownPlayers), "engine:…", "uci:…", "xboard:…", "random")...)
	}
	if err != nil {
		return err
	}
	return spec.Validate()
}

// ExpectedPanel returns how much the players of a panel are expected to differ before they
// play.
func (c Config) ExpectedPanel() *tuning.Panel {
	var shares []float64
	for _, name := range c.Panel {
		shares = append(shares, float64(shareOf(name)))
	}
	return tuning.ExpectedPanel(shares)
}

// shareOf returns the share of a player in the games, relative to the others.
func shareOf(name string) int {
	if name == Deep {
		return 1
	}
	return 2
}

// enterPanel prepares the players of the last round. Each has its own round in the store,
// so that no two of them have the same openings.
func (e *estimation) enterPanel(round int, learned *eval.Weights) ([]PanelPlayer, error) {
	var openings *opening.Config
	if e.chosen != nil {
		openings = &e.openings
	}
	var out []PanelPlayer
	for j, name := range e.cfg.Panel {
		p, err := EnterPlayer(e.g, e.cfg.Play, name, learned)
		if err != nil {
			return nil, err
		}
		p.round, p.Seat, p.Openings = round+j, j, openings
		out = append(out, p)
	}
	if len(out) == 1 {
		return out, nil
	}
	list := make([]store.Player, len(out))
	for j, p := range out {
		list[j] = store.Player{Name: p.Name, Config: p.Config()}
		if j > 0 {
			out[j].Identity = string(p.Config())
		}
	}
	return out, e.store.AddPlayers(list)
}

// EnterPlayer prepares a player of a panel, given by its text. The engine's own play with what
// was learned, at the nodes and with the seed of a configuration.
func EnterPlayer(g *rules.Game, play match.Config, name string, learned *eval.Weights) (PanelPlayer, error) {
	p := PanelPlayer{Name: name, Nodes: play.Nodes, share: shareOf(name)}
	w, says, named := learned, "", "bestiary"
	switch name {
	case Learned:
	case PriorTerms:
		w = withMaterial(g, eval.Prior(g), learned)
	case Perturbed:
		w, says = perturbed(g, learned, play.Seed), "the learned weights, each multiplied by a random factor"
	case Deep:
		p.Nodes, says = deepFactor*p.Nodes, fmt.Sprintf("the learned weights, at %d times the nodes", deepFactor)
	case Network:
		if w = eval.Strongest(g); w.Network == nil {
			return p, fmt.Errorf("panel: %q: no network comes with the program for %s with these rules; bestiary tune --network makes one for engine:weights=FILE", Network, g.Variant.Name)
		}
		p.Foreign, named, says = true, "bestiary with its network", "the network that comes with the program"
	default:
		p.Foreign = true
		return p, p.enter(g)
	}
	if p.Says = says; says == "" {
		p.Says = Provenance(g, w)
	}
	spec := player.Spec{Name: named, Kind: player.Engine, Limit: player.Limit{Nodes: uint64(p.Nodes)}}
	p.Entrant, p.Identity = player.EnterEngine(spec, g, w), player.HashWeights(w)
	return p, nil
}

// enter prepares a player given by its text.
func (p *PanelPlayer) enter(g *rules.Game) error {
	spec, err := player.Parse(p.Name, "")
	if err == nil {
		p.Entrant, err = player.Enter(spec, g)
	}
	if err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	p.Nodes, p.Says, p.Identity = int(p.Limit.Nodes), "the settings "+p.Name, string(p.Config())
	return nil
}

// tryPanel runs the other programs of a panel once, so that one that is missing or does not
// know the game is noticed before the first game.
func tryPanel(ctx context.Context, g *rules.Game, panel []string, crew match.Crew) error {
	for _, name := range panel {
		if ownPlayer(name) {
			continue
		}
		p := PanelPlayer{Name: name}
		if err := p.enter(g); err != nil {
			return err
		}
		if err := p.try(ctx, crew); err != nil {
			return err
		}
	}
	return nil
}

// try runs the program of a player once.
func (p *PanelPlayer) try(ctx context.Context, crew match.Crew) error {
	var err error
	if crew.Hub != nil {
		err = match.Portable(p.Entrant)
	}
	if err == nil {
		trial := *p.Entrant // which gets the program's own name
		err = trial.Introduce(ctx, nil)
	}
	if err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	return nil
}

// perturbed multiplies each weight by a random factor.
func perturbed(g *rules.Game, w *eval.Weights, seed uint64) *eval.Weights {
	out := w.Clone()
	rng := rand.New(rand.NewPCG(seed, 0x70616e656c)) // a separate stream
	for i := range out.MG {
		factor := math.Exp(perturbedTerm * rng.NormFloat64())
		out.MG[i], out.EG[i] = factor*out.MG[i], factor*out.EG[i]
	}
	for _, t := range g.Types() {
		if t != g.Royal() {
			factor := math.Exp(perturbedMaterial * rng.NormFloat64())
			mg, eg := w.Material(t)
			out.SetMaterial(t, factor*mg, factor*eg)
		}
	}
	return out
}

// deal divides pairs among the players by their shares; the remainder goes to the first.
func deal(players []PanelPlayer, pairs int) {
	total := 0
	for _, p := range players {
		total += p.share
	}
	rest := pairs
	for j := range players {
		players[j].Pairs = pairs * players[j].share / total
		rest -= players[j].Pairs
	}
	players[0].Pairs += rest
}

// has reports whether a round has so many games.
func (e *estimation) has(round, games int) bool {
	for _, err := range e.store.Outcomes(round) {
		if err != nil {
			return false
		}
		if games--; games == 0 {
			return true
		}
	}
	return false
}

// playPanel plays each player's games and reports progress over all of them.
func (e *estimation) playPanel(ctx context.Context, players []PanelPlayer) (store.Summary, error) {
	var all store.Summary
	var partial error
	total := 0
	for _, p := range players {
		total += e.crew.Games(p.Pairs)
		if p.Foreign && p.Pairs > 0 && !e.has(p.round, e.crew.Games(p.Pairs)) {
			if err := p.try(e.ctx, e.crew); err != nil {
				return all, err
			}
		}
	}
	for i := range players {
		p := &players[i]
		if p.Pairs == 0 {
			continue
		}
		cfg := e.cfg.Play
		cfg.Pairs = p.Pairs
		sum, err := match.PlayWith(ctx, e.g, cfg, p.Player, p.round, e.crew, e.store, e.ev.After(all, total))
		all.Merge(sum)
		p.Faults = 0
		for reason, n := range sum.Reasons {
			if match.Faulty(reason) {
				p.Faults += n
			}
		}
		if errors.Is(err, match.ErrPartial) {
			partial = err // the other players also have games for this machine
		} else if err != nil {
			return all, err
		}
	}
	return all, partial
}

// comparePlayers fits the values of each player. If a player has too few games for that,
// the spread of players is assumed.
func (e *estimation) comparePlayers(players []PanelPlayer) (*tuning.Panel, error) {
	var list []*tuning.Estimate
	for j := range players {
		p := &players[j]
		fit, err := tuning.Armies(e.g, e.panelGames(players[j:j+1]), e.cfg.Fit)
		if err != nil && !errors.Is(err, tuning.ErrNoGames) {
			return nil, err
		}
		if p.Estimate = fit; fit != nil {
			list = append(list, fit)
		}
	}
	panel, err := tuning.NewPanel(list)
	if errors.Is(err, tuning.ErrPanel) {
		panel, err = tuning.NewPanel(list[:1])
	}
	return panel, err
}

// panelGames yields the games of all players, one player after the other.
func (e *estimation) panelGames(players []PanelPlayer) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for _, p := range players {
			for rec, err := range e.store.FirstGames(e.ctx, p.round, p.Pairs) {
				if !yield(rec, err) {
					return
				}
			}
		}
	}
}

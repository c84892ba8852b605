package run

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
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
	// Network plays with the network that comes with the program for the game and the weights that
	// it adds to. It does not learn.
	Network = "network"
)

var ownPlayers = []string{Learned, PriorTerms, Perturbed, Deep, Network}

// deepFactor is how many times as many nodes Deep has as the others; it gets half as many
// games.
const deepFactor = 4

// Spreads of the factors of Perturbed, in logarithms.
const (
	perturbedMaterial = 0.1
	perturbedTerm     = 0.3
)

// Player is a player that plays against itself, with its share of the games of a part.
type Player struct {
	match.Player
	// Name is its text in a panel.
	Name string
	// Says completes "It plays with …".
	Says string
	// Nodes is the number of nodes a move; 0 for another program with another limit.
	Nodes int
	// Foreign marks a player other than this program's engine with what it has learned.
	Foreign bool
	// Round is the round of the store that has its games. Each player of a folder has its own, so
	// that no two of them have the same openings. Pairs is the number of its pairs.
	Round, Pairs int
	// Summary counts its games. Play sets it.
	Summary store.Summary
}

// Label names the player in a report.
func (p *Player) Label() string {
	if p.Foreign && p.Entrant != nil {
		return p.Entrant.Name
	}
	return p.Name
}

// Faults returns the number of games lost by a fault, such as an illegal move or no move at all.
func (p *Player) Faults() (n int) {
	for reason, games := range p.Summary.Reasons {
		if match.Faulty(reason) {
			n += games
		}
	}
	return n
}

// CheckPanel reports the first text that names no player.
func CheckPanel(panel []string) error {
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

// Own reports whether a player of a panel is the engine of this program.
func Own(name string) bool { return slices.Contains(ownPlayers, name) }

// CheckPlayer returns an error if the string names no player of a panel.
func CheckPlayer(text string) error {
	if Own(text) {
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

// shareOf returns the share of a player in the games, relative to the others.
func shareOf(name string) int {
	if name == Deep {
		return 1
	}
	return 2
}

// Shares returns the shares of the players of a panel in the games.
func Shares(panel []string) []float64 {
	var out []float64
	for _, name := range panel {
		out = append(out, float64(shareOf(name)))
	}
	return out
}

// Effort returns the mean number of nodes a move over the games of a panel, as a multiple of the
// number for Learned.
func Effort(panel []string) float64 {
	nodes, games := 0, 0
	for _, name := range panel {
		n := shareOf(name)
		if games += n; name == Deep {
			n *= deepFactor
		}
		nodes += n
	}
	return float64(nodes) / float64(games)
}

// Deal divides pairs among players by their shares; the remainder goes to the first.
func Deal(players []Player, pairs int) {
	var panel []string
	for _, p := range players {
		panel = append(panel, p.Name)
	}
	for j, n := range Portions(panel, pairs) {
		players[j].Pairs = n
	}
}

// Portions returns the pairs of the players of a panel, as Deal divides them.
func Portions(panel []string, pairs int) []int {
	total := 0
	for _, name := range panel {
		total += shareOf(name)
	}
	out, rest := make([]int, len(panel)), pairs
	for j, name := range panel {
		out[j] = pairs * shareOf(name) / total
		rest -= out[j]
	}
	out[0] += rest
	return out
}

// Enter prepares a player of a panel, given by its string. The engine's own play with the learned
// weights, at the nodes and with the seed of a configuration.
func Enter(g *rules.Game, play match.Config, name string, learned *eval.Weights) (Player, error) {
	p := Player{Name: name, Nodes: play.Nodes, Round: FirstRound}
	w, says, named := learned, "", "bestiary"
	switch name {
	case Learned:
	case PriorTerms:
		w = WithMaterial(g, eval.Prior(g), learned)
	case Perturbed:
		w, says = perturbed(g, learned, play.Seed), "the learned weights, each multiplied by a random factor"
	case Deep:
		p.Nodes, says = deepFactor*p.Nodes, fmt.Sprintf("the learned weights, at %d times the nodes", deepFactor)
	case Network:
		if w = eval.Strongest(g); w.Network == nil {
			return p, fmt.Errorf("panel: %q: no network comes with the program for %s with these rules; "+
				"bestiary tune --network makes one for engine:weights=FILE", Network, g.Variant.Name)
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

// EnterPanel prepares the players of a panel for one folder: the first plays the given round, and
// each of the others has the next round and the next seat.
func EnterPanel(g *rules.Game, play match.Config, panel []string, learned *eval.Weights, round int) ([]Player, error) {
	var out []Player
	for j, name := range panel {
		p, err := Enter(g, play, name, learned)
		if err != nil {
			return nil, err
		}
		p.Round, p.Seat = round+j, j
		out = append(out, p)
	}
	return out, nil
}

// enter prepares a player given by its text.
func (p *Player) enter(g *rules.Game) error {
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

// TryPanel runs the other programs of a panel once, so that one that is missing or does not
// know the game is noticed before the first game.
func TryPanel(ctx context.Context, g *rules.Game, panel []string, crew match.Crew) error {
	for _, name := range panel {
		if Own(name) {
			continue
		}
		p := Player{Name: name}
		if err := p.enter(g); err != nil {
			return err
		}
		if err := Try(ctx, crew, p); err != nil {
			return err
		}
	}
	return nil
}

// Try runs the programs of players once.
func Try(ctx context.Context, crew match.Crew, list ...Player) error {
	for _, p := range list {
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

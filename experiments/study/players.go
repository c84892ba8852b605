package study

import (
	"fmt"
	"slices"

	"bestiary/engine/eval"
	runs "bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// Runs of games and odds are played by the engine with the weights and the nodes of the run,
// whose games decide, by the same with more nodes, and by the same with the weights of the
// prior. Each has a run of its own, with openings of the same seed. The pairs of a run of
// values are divided among the panel of estimate.Run instead.
const (
	// deeper is how many times the nodes of a run its deep player has by default.
	deeper = 5
	// priorShare is the part of the pairs that the weights of the prior play.
	priorShare = 0.5
)

// priorPlayer is the name of the player with the weights of the prior.
const priorPlayer = runs.PriorTerms

// addPeers adds the other players of a run. Players with more nodes get fewer games, which take
// the same time.
func (run *Run) addPeers(further []int) {
	run.Player, run.Share = nodesName(run.Play.Nodes), 1
	add := func(peer Run) {
		peer.Name, peer.Peers = run.Name+", "+peer.Player, nil
		run.Peers = append(run.Peers, &peer)
	}
	for _, n := range further {
		peer := *run
		peer.Play.Nodes, peer.Player, peer.Share = n, nodesName(n), min(1, float64(run.Play.Nodes)/float64(n))
		add(peer)
	}
	if len(further) > 0 && runs.TunedWeights(run.Game) != nil {
		peer := *run
		peer.Prior, peer.Player, peer.Share = true, priorPlayer, priorShare
		add(peer)
	}
}

func nodesName(n int) string { return format.Plural(n, "node") }

// furtherNodes returns the numbers of nodes that a run is also played with: those given in the
// file or, if it chooses no nodes at all, a larger number than the default.
func furtherNodes(given []int, run *Run, chosen bool) ([]int, error) {
	if !slices.Contains(run.Kind.plan().keys, "further-nodes") {
		return nil, nil
	}
	if given == nil && !chosen {
		return []int{deeper * run.Play.Nodes}, nil
	}
	for k, n := range given {
		if n == run.Play.Nodes || slices.Contains(given[:k], n) {
			return nil, fmt.Errorf("%d, expected numbers that differ from each other and from nodes = %d", n, run.Play.Nodes)
		}
		if err := check.Range("", n, 1, check.MaxNodes); err != nil {
			return nil, err
		}
	}
	return given, nil
}

// weights returns the weights of the player of a run of games or odds.
func (run *Run) weights() *eval.Weights {
	if run.Prior {
		return eval.Prior(run.Game)
	}
	return eval.Default(run.Game)
}

// PlayerAnswer is the answer of one player's games about a hypothesis.
type PlayerAnswer struct {
	Player  string        `json:"player"`
	Effect  stat.Interval `json:"effect"` // at the level of the experiment
	Verdict Verdict       `json:"verdict"`
	Games   int           `json:"games"`
}

// Players lists the players that have played all of some runs, given by their numbers. The
// players of the first run come in its order.
func (r *Result) Players(runs []int) []string {
	var names []string
	for k, i := range runs {
		here := r.Runs[i].playerNames()
		if k == 0 {
			names = here
		}
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(here, name) })
	}
	return names
}

// playerNames lists the players of a run, of values or with peers.
func (run *RunResult) playerNames() []string {
	var names []string
	if run.Values != nil {
		for _, p := range run.Values.Players {
			if p.Estimate != nil {
				names = append(names, p.Name)
			}
		}
	} else if len(run.Peers) > 0 {
		for _, one := range run.WithPeers() {
			names = append(names, one.Run.Player)
		}
	}
	return names
}

// by returns the result with the games of one player alone.
func (r *Result) by(player string) *Result {
	out := *r
	out.Runs = slices.Clone(r.Runs)
	for i := range out.Runs {
		out.Runs[i] = out.Runs[i].By(player)
	}
	return &out
}

// By returns the run of one player; "" and unknown names mean its own.
func (run *RunResult) By(player string) *RunResult {
	for _, peer := range run.Peers {
		if peer.Run.Player == player {
			return peer
		}
	}
	out := *run
	if run.Values != nil {
		for _, p := range run.Values.Players {
			if p.Name == player && p.Estimate != nil {
				out.alone, out.Pairs, out.Games = p.Estimate, p.Pairs, 2*p.Pairs
			}
		}
	}
	return &out
}

// luck returns the estimate of a run of values with sampling errors, and the
// panel whose choice is part of its error. One player has no panel.
func (run *RunResult) luck() (*tuning.Estimate, *tuning.Panel) {
	if run.alone != nil {
		return run.alone, nil
	}
	return &run.Values.Measurement.Luck, run.Values.Panel
}

// askPlayers answers a hypothesis by the games of each player. Each verdict gets an equal share
// of the probability of error, so that the whole of it holds for all of them together.
func (r *Result) askPlayers(a *Answer) {
	names := r.Players(slices.Concat(a.Runs, a.Against))
	if len(names) < 2 {
		return
	}
	level := 1 - (1-r.Experiment.Level)/float64(len(names))
	for _, name := range names {
		own := r.by(name).answer(&a.Hypothesis)
		judge([]*Answer{own}, level)
		a.Players = append(a.Players, PlayerAnswer{name, own.Effect, own.Verdict, own.Games})
	}
}

// disagree reports whether some players' games support a hypothesis and others' contradict it.
func (a *Answer) disagree() bool {
	says := func(v Verdict) bool {
		return slices.ContainsFunc(a.Players, func(p PlayerAnswer) bool { return p.Verdict == v })
	}
	return says(Supported) && says(Contradicted)
}

// By returns the result of one player, with its own verdict.
func (a *Answer) By(p PlayerAnswer) string {
	return fmt.Sprintf("%s (%s)", a.Hypothesis.Unit().Interval(p.Effect), a.Hypothesis.Word(p.Verdict))
}

// depends describes how a verdict depends on play, "" if it does not.
func (a *Answer) depends() string {
	if a.Verdict != DependsOnPlay {
		return ""
	}
	var list []string
	for _, p := range a.Players {
		if p.Verdict != Undecided {
			list = append(list, fmt.Sprintf("%s by %s", a.By(p), p.Player))
		}
	}
	return fmt.Sprintf("“%s” depends on play: %s.", a.Says, format.List(list, "and"))
}

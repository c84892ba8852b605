package web

import (
	"context"
	"fmt"

	"bestiary/engine/bench"
	"bestiary/internal/check"
)

// BenchRequest asks for the speed of the engine and the signature of its play.
type BenchRequest struct {
	Game GameRef `json:"game"`
	// Nodes is the number of nodes to search in each position, 1 to 100,000,000.
	Nodes int `json:"nodes"`
}

// Bench is the reply. The signature depends only on the game and the nodes.
type Bench struct {
	Nodes     uint64  `json:"nodes"`
	Rate      float64 `json:"rate"` // nodes a second
	Signature string  `json:"signature"`
}

func (a *API) bench(_ context.Context, r BenchRequest) (any, error) {
	if err := check.Range("nodes", r.Nodes, 1, maxNodes); err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	m, err := bench.Run(g.compiled, bench.Config{Nodes: uint64(r.Nodes)})
	return Bench{m.Nodes, m.NodesPerSecond(), fmt.Sprintf("%08x", m.Signature)}, err
}

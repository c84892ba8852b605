package eval

import (
	"sync"

	"bestiary/engine/network"
	"bestiary/engine/rules"
)

// shared reads the network for all games that comes with the program.
var shared = sync.OnceValue(func() *network.Shared {
	data, _ := shipped.ReadFile("weights/shared.net")
	s, _ := network.ParseShared(data) // a test reads it
	return s
})

// Adapt returns the network for all games in the form for a game with the weights w, to which it
// adds. It returns nil for a game that is not won by mate alone, the kind of game on which it is trained.
func Adapt(s *network.Shared, g *rules.Game, w *Weights) *network.Network {
	if s == nil || !g.Variant.OnlyMates() {
		return nil
	}
	n, _ := s.For(network.NewInputs(g, s.Attacks), PriorValues(g), w.Terms()) // cannot fail with a network that was read
	return n
}

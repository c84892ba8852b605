package web

import "bestiary/engine/rules"

// Game returns the game of a reference. An error is a *Fault.
func (a *API) Game(ref GameRef) (*rules.Game, error) {
	g, err := a.find(ref)
	if err != nil {
		return nil, err
	}
	return g.compiled, nil
}

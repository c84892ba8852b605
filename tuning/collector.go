package tuning

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Collector updates the design estimate as games come in.
type Collector struct{ samples *samples }

// NewCollector returns a collector without games.
func NewCollector(g *rules.Game, set Settings) (*Collector, error) {
	if err := set.Validate(); err != nil {
		return nil, err
	}
	return &Collector{newSamples(g, set)}, nil
}

// Add adds both games of the next pair.
func (c *Collector) Add(pair [2]store.Record) error {
	for _, rec := range pair {
		if _, err := c.samples.addStart(rec, int32(c.samples.pairs)); err != nil {
			return fmt.Errorf("game %s: %w", rec.Name(), err)
		}
		c.samples.games++
	}
	c.samples.pairs++
	return nil
}

// Pairs returns the number of pairs added.
func (c *Collector) Pairs() int { return c.samples.pairs }

// Design returns the same design estimate as Measure from the games so far, with intervals
// of the given level.
func (c *Collector) Design(level float64) (*Estimate, error) {
	if c.samples.pairs == 0 {
		return nil, ErrNoGames
	}
	f, err := c.samples.fitArmies(c.samples.start)
	if err != nil {
		return nil, err
	}
	c.samples.settings.Level = level
	e := c.samples.designEstimate(f.Result, f.Posterior(), c.samples.unitScale())
	return &e, nil
}

package network

import "bestiary/internal/check"

// Config says how to train. Use Default to make one.
type Config struct {
	// Attacks says whether the network has inputs for attacks.
	Attacks bool
	// Adds says whether the network adds to the terms of the evaluation or replaces them.
	Adds bool
	// Epochs is how many times every position is used; 1 to 10,000.
	Epochs int
	// Batch is the number of positions of a step; 1 to 1,000,000.
	Batch int
	// Rate is the initial learning rate; 0.000001 to 1.
	Rate float64
	// Blend is the weight of the search's expectation in the target, against the result of
	// the game; 0 to 1.
	Blend float64
	// HeldOut says that every HeldOut-th pair of games is held out; 0 for none, 2 to
	// 1,000,000.
	HeldOut int
	// Seed determines the first weights and the order of the positions.
	Seed uint64
}

// Default returns 5 epochs in batches of 4096 at a rate of 0.0007, with the scores alone as
// targets and every 20th pair held out, for a network with inputs by attacks that adds to the
// terms.
func Default() Config {
	return Config{Attacks: true, Adds: true, Epochs: 5, Batch: 4096, Rate: 0.0007, Blend: 1, HeldOut: 20, Seed: 1}
}

// Validate reports the first field outside its range.
func (c Config) Validate() error {
	return check.First(
		check.Range("epochs", c.Epochs, 1, 10_000),
		check.Range("batch", c.Batch, 1, 1_000_000),
		check.Range("rate", c.Rate, 1e-6, 1),
		check.Range("blend", c.Blend, 0, 1),
		check.That(c.HeldOut != 1, "held out is 1, expected 0 or 2 to 1000000"),
		check.Range("held out", c.HeldOut, 0, 1_000_000))
}

package network

import (
	"fmt"
	"math"
)

// Shared holds the weights of a network for all games. It has a row for each feature; For adds them up to the
// rows of a game, so a search costs as much as with a network of the game's own. Weights are in
// units of 1/(255·SharedUnit).
type Shared struct{ Parameters }

// SharedUnit is the integer that represents 1/255 in the rows of features.
const (
	SharedUnit = 1 << sharedBits
	sharedBits = 5
)

// sharedRules identifies the features in a file; it changes with their meaning.
const sharedRules = "features 1"

// Encode returns the content of a network file.
func (s *Shared) Encode() []byte { return signed(s.content("", sharedRules)) }

// IsShared reports whether a network file is for all games.
func IsShared(data []byte) bool {
	h, _, err := parseHeader(data)
	return err == nil && h.Game == ""
}

// ParseShared parses the file of a network for all games.
func ParseShared(data []byte) (*Shared, error) {
	h, rest, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	if h.Game != "" {
		return nil, fmt.Errorf("made for %s, not for all games", h.Game)
	}
	if h.Rules != sharedRules {
		return nil, fmt.Errorf("rules %q, expected %q", h.Rules, sharedRules)
	}
	p, err := h.parse(data, rest, FeatureCount)
	if err != nil {
		return nil, err
	}
	return &Shared{*p}, p.check(FeatureCount, math.MaxInt16)
}

// For returns the network for the game of the inputs, given the values of its types by the mobility
// formula, in centipawns, and the hash of the terms to which it adds.
func (s *Shared) For(in *Inputs, values []float64, terms string) (*Network, error) {
	p := s.Parameters
	p.Terms, p.Weights = terms, make([]int16, in.Rows()*Hidden)
	for row, list := range in.Features(values) {
		var sums [Hidden]int32
		for _, x := range list {
			times := int32(x >> 16)
			for j, w := range s.Weights[int(x&0xFFFF)*Hidden:][:Hidden] {
				sums[j] += times * int32(w)
			}
		}
		for j, sum := range sums {
			rounded := (sum + SharedUnit/2) >> sharedBits // to the nearest integer, also below 0
			p.Weights[row*Hidden+j] = int16(min(max(rounded, -MaxWeight), MaxWeight))
		}
	}
	return New(in.g, p)
}

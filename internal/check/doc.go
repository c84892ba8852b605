// Package check makes the errors for configuration fields that are out of range and holds
// the limits that several configurations share.
//
//	return check.All("self-play",
//		check.Range("pairs", c.Pairs, 1, check.MaxPairs),
//		check.OneOf("openings", c.Kind, Array, Armies))
package check

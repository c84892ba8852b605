//go:build race

package variant_test

// raceDetector is true if the race detector is on. It empties pools at random, so regular
// expressions allocate their caches again and again.
const raceDetector = true

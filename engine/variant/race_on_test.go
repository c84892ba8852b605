//go:build race

package variant_test

// raceDetector is true where pools are emptied at random, so that what regular
// expressions keep between calls is allocated again and again.
const raceDetector = true

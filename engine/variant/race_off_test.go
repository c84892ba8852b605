//go:build !race

package variant_test

const raceDetector = false

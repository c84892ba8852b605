//go:build !amd64 || purego

package network

func update(dst, src *[Hidden]int16, weights []int16, added, taken []uint32) {
	updateGo(dst, src, weights, added, taken)
}

func activate(us, them *[Hidden]int16, weights *[2 * Hidden]int16) int32 {
	return activateGo(us, them, weights)
}

//go:build !amd64 || purego

package network

func update(dst, src *[Hidden]int16, weights []int16, list []Change) {
	updateGo(dst, src, weights, list)
}

func activate(us, them *[Hidden]int16, weights *[2 * Hidden]int16) int32 {
	return activateGo(us, them, weights)
}

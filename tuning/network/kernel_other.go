//go:build !amd64 || purego

package network

import engine "bestiary/engine/network"

func sumBlock(sums, weights []float32, list []engine.Change, width int) {
	sumBlockGo(sums, weights, list, width)
}

func addBlock(weights, x []float32, list []engine.Change, width int) {
	addBlockGo(weights, x, list, width)
}

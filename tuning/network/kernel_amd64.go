//go:build amd64 && !purego

package network

import (
	"golang.org/x/sys/cpu"

	engine "bestiary/engine/network"
)

// fast reports whether the processor supports the assembly.
var fast = cpu.X86.HasAVX2

func sumBlock(sums, weights []float32, list []engine.Change, width int) {
	if fast {
		sumBlockAVX2(&sums[0], &weights[0], &list[0], len(list), 4*width)
	} else {
		sumBlockGo(sums, weights, list, width)
	}
}

func addBlock(weights, x []float32, list []engine.Change, width int) {
	if fast {
		addBlockAVX2(&weights[0], &x[0], &list[0], len(list), 4*width)
	} else {
		addBlockGo(weights, x, list, width)
	}
}

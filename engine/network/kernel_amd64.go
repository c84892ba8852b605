//go:build amd64 && !purego

package network

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// fast reports whether the processor supports the assembly.
var fast = cpu.X86.HasAVX2

func update(dst, src *[Hidden]int16, weights []int16, added, taken []uint32) {
	if fast {
		updateAVX2(&dst[0], &src[0], unsafe.SliceData(weights), unsafe.SliceData(added), len(added), unsafe.SliceData(taken), len(taken))
	} else {
		updateGo(dst, src, weights, added, taken)
	}
}

func activate(us, them *[Hidden]int16, weights *[2 * Hidden]int16) int32 {
	if fast {
		return activateAVX2(&us[0], &them[0], &weights[0])
	}
	return activateGo(us, them, weights)
}

//go:build amd64 && !purego

package network

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// fast reports whether the processor supports the assembly.
var fast = cpu.X86.HasAVX2

func update(dst, src *[Hidden]int16, weights []int16, list []Change) {
	if fast {
		updateAVX2(&dst[0], &src[0], unsafe.SliceData(weights), unsafe.SliceData(list), len(list))
	} else {
		updateGo(dst, src, weights, list)
	}
}

func activate(us, them *[Hidden]int16, weights *[2 * Hidden]int16) int32 {
	if fast {
		return activateAVX2(&us[0], &them[0], &weights[0])
	}
	return activateGo(us, them, weights)
}

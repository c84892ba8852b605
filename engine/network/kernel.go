package network

//go:generate go -C asm run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg network

// updateGo sets dst to src plus the added rows of weights minus the taken ones. It
// implements update on machines without the assembly.
func updateGo(dst, src *[Hidden]int16, weights []int16, added, taken []uint32) {
	*dst = *src
	for _, r := range added {
		row := (*[Hidden]int16)(weights[r*Hidden:])
		for j, w := range row {
			dst[j] += w
		}
	}
	for _, r := range taken {
		row := (*[Hidden]int16)(weights[r*Hidden:])
		for j, w := range row {
			dst[j] -= w
		}
	}
}

// activateGo returns the weighted sum of the squared accumulators, each clamped to the
// range from 0 to InputUnit.
func activateGo(us, them *[Hidden]int16, weights *[2 * Hidden]int16) (sum int32) {
	for half, values := range [2]*[Hidden]int16{us, them} {
		for j, x := range values {
			v := int32(min(max(x, 0), InputUnit))
			sum += v * v * int32(weights[half*Hidden+j])
		}
	}
	return sum
}

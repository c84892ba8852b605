package network

//go:generate go -C asm run . -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg network
//go:generate go -C asm run . -training -out ../../../tuning/network/kernel_amd64.s -stubs ../../../tuning/network/stubs_amd64.go -pkg network

// updateGo sets dst to src plus the rows of weights in the list. It implements update on
// machines without the assembly.
func updateGo(dst, src *[Hidden]int16, weights []int16, list []Change) {
	*dst = *src
	for _, c := range list {
		row, times := (*[Hidden]int16)(weights[int(c&0xFFFF)*Hidden:]), int16(c>>16)
		for j, w := range row {
			dst[j] += times * w
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

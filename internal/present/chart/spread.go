package chart

import "gonum.org/v1/plot/vg"

// run is a chain of labels that touch one another.
type run struct {
	first, last int
	length      vg.Length // of the whole chain
	sum         vg.Length // of the wished starts of the chain, one per member
	start       vg.Length
}

// spread moves labels apart along a line. wish holds the wished centres in
// ascending order, size the length of each label with the gap it needs. The
// result holds the centres that lie nearest to the wishes in the sense of
// least squares, in the same order, without overlap and within lo to hi. The
// labels must fit: their sizes may not add up to more than hi - lo.
//
// Subtracting from every wish the lengths before it turns the problem into
// isotonic regression, solved by pooling adjacent violators (Barlow et al.,
// 1972).
func spread(wish, size []vg.Length, lo, hi vg.Length) []vg.Length {
	var runs []run
	for i := range wish {
		runs = append(runs, run{first: i, last: i, length: size[i], sum: wish[i] - size[i]/2})
		for {
			k := len(runs) - 1
			r := &runs[k]
			n := vg.Length(r.last - r.first + 1)
			r.start = max(lo, min(r.sum/n, hi-r.length))
			if k == 0 || runs[k-1].start+runs[k-1].length <= r.start {
				break
			}
			runs[k-1] = join(runs[k-1], *r)
			runs = runs[:k]
		}
	}
	centres := make([]vg.Length, len(wish))
	for _, r := range runs {
		at := r.start
		for i := r.first; i <= r.last; i++ {
			centres[i] = at + size[i]/2
			at += size[i]
		}
	}
	return centres
}

// join appends a run to the one before it.
func join(a, b run) run {
	n := vg.Length(b.last - b.first + 1)
	return run{
		first: a.first, last: b.last,
		length: a.length + b.length,
		sum:    a.sum + b.sum - n*a.length,
	}
}

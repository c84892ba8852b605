package rules

import (
	"slices"
)

// condition is what one square must hold for a path to be open.
type condition struct {
	sq  Square
	rel uint8
}

// markShared sets stepMarked on every ending that another ending can repeat:
// same square, same kind of move, and paths that can be open at the same time. This
// is so for a falcon's three paths, but not for a cannon's paths over different
// mounts, which exclude each other. It gives up when the effort is too great; the caller
// checks that.
func markShared(steps []step, effort *effort) {
	conds := make([][]condition, len(steps)) // what the squares before each step must hold
	walkTree(steps, func(i int, path []condition) { conds[i] = slices.Clone(path) })
	byTarget := map[Square][]int{}
	for i, s := range steps {
		if s.flags&relAll != 0 {
			byTarget[s.to] = append(byTarget[s.to], i)
		}
	}
	for i := range steps {
		for _, j := range byTarget[steps[i].to] {
			if j <= i || steps[i].flags&relAll == 0 {
				continue
			}
			if effort.check() != nil {
				return
			}
			a, b := &steps[i], &steps[j]
			if a.flags&b.flags&relAll == 0 || a.kind != b.kind || a.extra != b.extra {
				continue
			}
			if !contradict(conds[i], conds[j], effort) {
				a.flags |= stepMarked
				b.flags |= stepMarked
			}
		}
	}
}

// walkTree visits the steps in order with the conditions on the way to each.
func walkTree(steps []step, visit func(i int, path []condition)) {
	var ends []int // of the subtrees around a step
	var path []condition
	for i, s := range steps {
		for len(ends) > 0 && ends[len(ends)-1] <= i {
			ends = ends[:len(ends)-1]
			path = path[:len(path)-1]
		}
		visit(i, path)
		if int(s.skip) > i+1 {
			ends = append(ends, int(s.skip))
			path = append(path, condition{s.to, s.flags >> passShift & relAll})
		}
	}
}

// contradict reports whether no position satisfies both lists.
func contradict(a, b []condition, effort *effort) bool {
	effort.compared++
	for _, x := range a {
		effort.compared += len(b)
		for _, y := range b {
			if x.sq == y.sq && x.rel&y.rel == 0 {
				return true
			}
		}
	}
	return false
}

package logit

import "slices"

// clusters lists the rows of positive weight by cluster. Clusters are numbered
// 0, 1, … in the order of their first row.
type clusters struct {
	of    []int32 // cluster of each row; -1 for rows of weight 0
	order []int32 // rows, cluster after cluster
	start []int32 // rows of cluster c are order[start[c]:start[c+1]]
}

func (c *clusters) count() int { return len(c.start) - 1 }

func (c *clusters) rows(k int) []int32 { return c.order[c.start[k]:c.start[k+1]] }

func groupRows(d *Design) *clusters {
	g := &clusters{of: make([]int32, d.Rows())}
	number := map[int32]int32{}
	for i, id := range d.Cluster {
		if d.Weight[i] == 0 {
			g.of[i] = -1
			continue
		}
		if i > 0 && id == d.Cluster[i-1] && g.of[i-1] >= 0 { // the usual case, without the map
			g.of[i] = g.of[i-1]
			continue
		}
		c, known := number[id]
		if !known {
			c = int32(len(number))
			number[id] = c
		}
		g.of[i] = c
	}
	g.sortRows(len(number))
	return g
}

// sortRows fills order and start by counting.
func (c *clusters) sortRows(count int) {
	c.start = make([]int32, count+1)
	used := 0
	for _, k := range c.of {
		if k >= 0 {
			c.start[k+1]++
			used++
		}
	}
	for k := range count {
		c.start[k+1] += c.start[k]
	}
	next := slices.Clone(c.start[:count])
	c.order = make([]int32, used)
	for i, k := range c.of {
		if k >= 0 {
			c.order[next[k]] = int32(i)
			next[k]++
		}
	}
}

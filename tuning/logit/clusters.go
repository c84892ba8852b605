package logit

import (
	"math"
	"slices"
)

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
	number := clusterNumbering(d.Cluster)
	count := int32(0)
	for i := range g.of {
		g.of[i] = -1
		if d.weight(i) == 0 {
			continue
		}
		if d.Cluster == nil {
			g.of[i] = count
			count++
			continue
		}
		c, known := number.get(d.Cluster[i])
		if !known {
			c = count
			number.set(d.Cluster[i], c)
			count++
		}
		g.of[i] = c
	}
	g.sortRows(int(count))
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

// numbering maps cluster ids to numbers: a table when the ids lie close
// together, as they usually do, otherwise a map.
type numbering struct {
	low   int64
	table []int32 // number + 1; 0 is unknown
	far   map[int32]int32
}

func clusterNumbering(ids []int32) *numbering {
	if len(ids) == 0 {
		return &numbering{}
	}
	low, high := int64(math.MaxInt32), int64(math.MinInt32)
	for _, id := range ids {
		low, high = min(low, int64(id)), max(high, int64(id))
	}
	if span := high - low + 1; span <= int64(8*len(ids)) {
		return &numbering{low: low, table: make([]int32, span)}
	}
	return &numbering{far: make(map[int32]int32)}
}

func (n *numbering) get(id int32) (int32, bool) {
	if n.table != nil {
		c := n.table[int64(id)-n.low]
		return c - 1, c > 0
	}
	c, known := n.far[id]
	return c, known
}

func (n *numbering) set(id, c int32) {
	if n.table != nil {
		n.table[int64(id)-n.low] = c + 1
		return
	}
	n.far[id] = c
}

package logit

import (
	"bestiary/internal/testkit"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAddSortsMergesAndDropsZeros(t *testing.T) {
	d := &Design{Columns: 9}
	d.Add([]uint16{7, 2, 7, 4}, []float64{1, 3, 2, 0}, 1, 1, 5)
	d.Add(nil, nil, 0, 2, 5)
	d.Add([]uint16{3, 3}, []float64{1, -1}, 0.5, 1, -1)
	d.Add([]uint16{0, 8}, []float64{-1, 1}, 0.5, 1, 6)
	testkit.OK(t, d.Validate())
	want := &Design{
		Columns: 9,
		Off:     []int{0, 2, 2, 2, 4},
		Idx:     []uint16{2, 7, 0, 8},
		Val:     []float64{3, 3, -1, 1},
		Y:       []float64{1, 0, 0.5, 0.5},
		Weight:  []float64{1, 2, 1, 1},
		Cluster: []int32{5, 5, -1, 6},
	}
	testkit.Same(t, "design", want, d, cmp.AllowUnexported(Design{}))
}

func TestAddCopiesItsArguments(t *testing.T) {
	idx, val := []uint16{1, 0}, []float64{2, 3}
	d := &Design{Columns: 2}
	d.Add(idx, val, 1, 1, 0)
	testkit.Same(t, "Add changed its argument", []uint16{1, 0}, idx)
	idx[0], val[0] = 0, 9
	if d.Idx[1] != 1 || d.Val[1] != 2 {
		t.Errorf("the design follows the caller's slices: %v %v", d.Idx, d.Val)
	}
}

func TestValidateNamesTheFault(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(d *Design)
		want  string
	}{
		{"no rows", func(d *Design) { *d = Design{Columns: 2} }, "no rows"},
		{"no columns", func(d *Design) { d.Columns = 0 }, "0 columns, want 1 to 1000"},
		{"names", func(d *Design) { d.Names = []string{"a"} }, "1 names for 2 columns"},
		{"column out of range", func(d *Design) { d.Add([]uint16{2}, []float64{1}, 0, 1, 1) }, "row 2: column 2 of a design with 2 columns"},
		{"value", func(d *Design) {
			d.Names = []string{"pawn", "rook"}
			d.Add([]uint16{1}, []float64{math.NaN()}, 0, 1, 1)
		}, "row 2: rook has the value NaN"},
		{"outcome", func(d *Design) { d.Add(nil, nil, 1.5, 1, 1) }, "row 2: outcome 1.5 is outside [0, 1]"},
		{"outcome NaN", func(d *Design) { d.Add(nil, nil, math.NaN(), 1, 1) }, "row 2: outcome NaN"},
		{"weight", func(d *Design) { d.Add(nil, nil, 1, -1, 1) }, "row 2: weight -1"},
		{"weight infinite", func(d *Design) { d.Add(nil, nil, 1, math.Inf(1), 1) }, "row 2: weight +Inf"},
		{"all weights", func(d *Design) { clear(d.Weight) }, "the weights of the 2 rows add up to 0"},
		{"add", func(d *Design) { d.Add([]uint16{1}, nil, 1, 1, 1) }, "row 2: 1 columns given with 0 values"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := &Design{Columns: 2}
			d.Add([]uint16{0, 1}, []float64{1, 2}, 1, 1, 0)
			d.Add([]uint16{1}, []float64{-1}, 0, 1, 1)
			if err := d.Validate(); err != nil {
				t.Fatalf("before: %v", err)
			}
			test.spoil(d)
			testkit.Fails(t, testkit.Error(Fit(d, Prior{}, Settings{})), test.want)
		})
	}
}

func TestFitRejectsPriors(t *testing.T) {
	tests := []struct {
		name  string
		prior Prior
		want  string
	}{
		{"means", Prior{Mean: []float64{1}}, "a prior for 1 columns, want 2"},
		{"precisions", Prior{Precision: []float64{1, 1, 1}}, "a prior for 3 columns, want 2"},
		{"precision", Prior{Precision: []float64{1, -1}}, "the prior of b has mean 0 and precision -1"},
		{"mean", Prior{Mean: []float64{math.Inf(1), 0}}, "the prior of a has mean +Inf"},
	}
	d := &Design{Columns: 2, Names: []string{"a", "b"}}
	d.Add([]uint16{0, 1}, []float64{1, 2}, 1, 1, 0)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			testkit.Fails(t, testkit.Error(Fit(d, test.prior, Settings{})), test.want)
		})
	}
}

func TestGroupRows(t *testing.T) {
	for _, spread := range []int32{1, 1 << 20} {
		d := &Design{Columns: 1}
		for i, c := range []int32{3, -2, 3, 7, -2, 9} {
			weight := 1.0
			if i == 3 {
				weight = 0
			}
			d.Add([]uint16{0}, []float64{1}, 1, weight, c*spread)
		}
		g := groupRows(d)
		if diff := cmp.Diff([]int32{0, 1, 0, -1, 1, 2}, g.of); diff != "" {
			t.Errorf("spread %d: clusters: %s", spread, diff)
		}
		if diff := cmp.Diff([]int32{0, 2, 1, 4, 5}, g.order); diff != "" {
			t.Errorf("spread %d: order: %s", spread, diff)
		}
		if diff := cmp.Diff([]int32{0, 2, 4, 5}, g.start); diff != "" {
			t.Errorf("spread %d: start: %s", spread, diff)
		}
	}
}

package logit

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAddSortsMergesAndDropsZeros(t *testing.T) {
	d := &Design{Columns: 9}
	d.Add([]uint16{7, 2, 7, 4}, []float64{1, 3, 2, 0}, 1, 1, 5)
	d.Add(nil, nil, 0, 2, 5)
	d.Add([]uint16{3, 3}, []float64{1, -1}, 0.5, 1, -1)
	d.Add([]uint16{0, 8}, []float64{-1, 1}, 0.5, 1, 6)
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	want := &Design{
		Columns: 9,
		Off:     []int{0, 2, 2, 2, 4},
		Idx:     []uint16{2, 7, 0, 8},
		Val:     []float64{3, 3, -1, 1},
		Y:       []float64{1, 0, 0.5, 0.5},
		Weight:  []float64{1, 2, 1, 1},
		Cluster: []int32{5, 5, -1, 6},
	}
	if diff := cmp.Diff(want, d, cmp.AllowUnexported(Design{})); diff != "" {
		t.Errorf("design (-want +got):\n%s", diff)
	}
}

func TestAddCopiesItsArguments(t *testing.T) {
	idx, val := []uint16{1, 0}, []float64{2, 3}
	d := &Design{Columns: 2}
	d.Add(idx, val, 1, 1, 0)
	if diff := cmp.Diff([]uint16{1, 0}, idx); diff != "" {
		t.Errorf("Add changed its argument: %s", diff)
	}
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
		{"column out of range", func(d *Design) { d.Idx[2] = 2 }, "row 1: column 2 of a design with 2 columns"},
		{"order", func(d *Design) { d.Idx[0], d.Idx[1] = 1, 0 }, "row 0: column 0 follows column 1"},
		{"repeated", func(d *Design) { d.Idx[1] = 0 }, "row 0: column 0 follows column 0"},
		{"value", func(d *Design) { d.Names = []string{"pawn", "rook"}; d.Val[1] = math.NaN() }, "row 0: column 1 (rook) has the value NaN"},
		{"outcome", func(d *Design) { d.Y[1] = 1.5 }, "row 1: outcome 1.5 is outside [0, 1]"},
		{"outcome NaN", func(d *Design) { d.Y[0] = math.NaN() }, "row 0: outcome NaN"},
		{"weight", func(d *Design) { d.Weight[1] = -1 }, "row 1: weight -1"},
		{"weight infinite", func(d *Design) { d.Weight[0] = math.Inf(1) }, "row 0: weight +Inf"},
		{"all weights", func(d *Design) { d.Weight = []float64{0, 0} }, "none of the 2 rows has positive weight"},
		{"weights", func(d *Design) { d.Weight = d.Weight[:1] }, "1 weights for 2 rows"},
		{"clusters", func(d *Design) { d.Cluster = d.Cluster[:1] }, "1 cluster ids for 2 rows"},
		{"offsets", func(d *Design) { d.Off = d.Off[:2] }, "2 row offsets for 2 rows, want 3"},
		{"offsets end", func(d *Design) { d.Off[2] = 2 }, "run from 0 to 2, want 0 to 3"},
		{"offsets decrease", func(d *Design) { d.Off[1] = 4 }, "row 1: offsets decrease from 4 to 3"},
		{"entries", func(d *Design) { d.Val = d.Val[:2] }, "3 column indices for 2 values"},
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
			_, err := Fit(d, Prior{}, Settings{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want it to contain %q", err, test.want)
			}
		})
	}
}

func TestFitRejectsPriorAndSettings(t *testing.T) {
	tests := []struct {
		name     string
		prior    Prior
		settings Settings
		want     string
	}{
		{"means", Prior{Mean: []float64{1}}, Settings{}, "1 prior means for 2 columns"},
		{"precisions", Prior{Precision: []float64{1, 1, 1}}, Settings{}, "3 prior precisions for 2 columns"},
		{"precision", Prior{Precision: []float64{1, -1}}, Settings{}, "prior precision of column 1 (b) is -1"},
		{"mean", Prior{Mean: []float64{math.Inf(1), 0}}, Settings{}, "prior mean of column 0 (a) is +Inf"},
		{"loss", Prior{}, Settings{Loss: 2}, "Settings.Loss is 2"},
		{"iterations", Prior{}, Settings{MaxIterations: -1}, "Settings.MaxIterations is -1"},
		{"tolerance", Prior{}, Settings{Tolerance: 0.1}, "Settings.Tolerance is 0.1"},
		{"ridge", Prior{}, Settings{WeakRidge: math.NaN()}, "Settings.WeakRidge is NaN"},
		{"workers", Prior{}, Settings{Workers: -2}, "Settings.Workers is -2"},
	}
	d := &Design{Columns: 2, Names: []string{"a", "b"}}
	d.Add([]uint16{0, 1}, []float64{1, 2}, 1, 1, 0)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Fit(d, test.prior, test.settings)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want it to contain %q", err, test.want)
			}
		})
	}
}

func TestGroupRows(t *testing.T) {
	for _, spread := range []int32{1, 1 << 20} { // table and map
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

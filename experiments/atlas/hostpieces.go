package atlas

import (
	"slices"
	"strconv"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// hostValue is the value of a piece of the host by one run.
type hostValue struct {
	board string
	again bool
	measuredHost
}

// HostPiece is the value of one of a host's own pieces, which all of its runs measure.
type HostPiece struct {
	Board string `json:"board"`
	Again bool   `json:"again,omitempty"`
	Piece string `json:"piece"`
	Runs  int    `json:"runs"`
	// Points is the mean over the runs, and Differ their standard deviation as a share of it.
	Points stat.Number `json:"points"`
	Differ stat.Number `json:"differ"`
}

// Hosts returns what the runs find for the pieces of the hosts, in the order of the runs. Runs whose
// games do not tell a value are left out.
func (r *Result) Hosts() (out []HostPiece) {
	var values [][]float64
	for _, h := range r.hosts {
		if !h.Worth.Bounded() || h.Worth.Estimate <= 0 { // its games do not tell it
			continue
		}
		i := slices.IndexFunc(out, func(p HostPiece) bool { return p.Board == h.board && p.Again == h.again && p.Piece == h.Piece })
		if i < 0 {
			i = len(out)
			out, values = append(out, HostPiece{Board: h.board, Again: h.again, Piece: h.Piece}), append(values, nil)
		}
		values[i] = append(values[i], h.Worth.Estimate)
	}
	for i := range out {
		mean, sd := gonum.MeanStdDev(values[i], nil)
		out[i].Runs, out[i].Points, out[i].Differ = len(values[i]), stat.Number(mean), stat.Number(sd/mean)
	}
	return out
}

// ofHosts is the table of the pieces of the hosts.
func (f *Figures) ofHosts() doc.Table {
	t := doc.Table{Caption: "Each run also measures the pieces of its host.", Head: []string{"piece", "host", "value", "differ by", "runs"},
		Foot: doc.T(doc.Italic("differ by"), ": the standard deviation of the runs. The pieces that define a point differ by less than a guest does.")}
	for _, h := range f.Hosts {
		host := h.Board
		if h.Again {
			host += ", again"
		}
		differ := format.None
		if h.Runs > 1 {
			differ = format.Percent.Number(float64(h.Differ))
		}
		t.Rows = append(t.Rows, doc.Row(h.Piece, host, format.Value.Number(float64(h.Points)), differ, strconv.Itoa(h.Runs)))
	}
	return t
}

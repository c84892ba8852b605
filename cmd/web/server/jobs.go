package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"bestiary/cmd/web"
	"bestiary/engine/rules"
)

// Job is a job of this server.
type Job struct {
	Number int    `json:"job"`
	Kind   string `json:"kind"`
	Game   string `json:"game"`
	Run    string `json:"run"` // what requests call the folder
	// Part is what is being done; Done and Total count its games.
	Part  string `json:"part"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
	State string `json:"state"` // running, done, stopped or failed
	Fault string `json:"fault,omitempty"`
	// Report is the address of the report when the job is done.
	Report string `json:"report,omitempty"`

	stop context.CancelFunc
}

// The limits of jobs: how many run at a time, how many are remembered, and how large
// they are.
const (
	mostJobs       = 2
	mostRemembered = 50
	mostJobPairs   = 100_000
	mostJobNodes   = 100_000
)

// jobs are the jobs of a server.
type jobs struct {
	mu    sync.Mutex
	ctx   context.Context
	list  []*Job
	next  int
	group sync.WaitGroup
}

func newJobs() *jobs { return &jobs{ctx: context.Background(), next: 1} }

// begin ties the jobs to a context.
func (j *jobs) begin(ctx context.Context) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ctx = ctx
}

func (j *jobs) wait() { j.group.Wait() }

// work is what a job does. It returns the name of the page that it has written.
type work func(ctx context.Context, job *jobReporter) (string, error)

// jobReporter notes the progress of a job.
type jobReporter struct {
	jobs *jobs
	job  *Job
}

func (r *jobReporter) part(name string, games int) {
	r.change(func(j *Job) { j.Part, j.Done, j.Total = name, 0, games })
}

func (r *jobReporter) game(done, total int) {
	r.change(func(j *Job) { j.Done, j.Total = done, total })
}

func (r *jobReporter) change(f func(*Job)) {
	r.jobs.mu.Lock()
	defer r.jobs.mu.Unlock()
	f(r.job)
}

// start runs a job, unless too many are running or it is running already.
func (j *jobs) start(job Job, do work) (Job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	running := 0
	for _, other := range j.list {
		if other.State == "running" {
			running++
			if other.Run == job.Run {
				return *other, nil
			}
		}
	}
	if running >= mostJobs || j.ctx.Err() != nil {
		return job, fmt.Errorf("%d jobs are running, which is as many as may run", running)
	}
	ctx, stop := context.WithCancel(j.ctx)
	job.Number, job.State, job.stop = j.next, "running", stop
	j.next++
	j.list = append(j.list, &job)
	if len(j.list) > mostRemembered {
		oldest := slices.IndexFunc(j.list, func(o *Job) bool { return o.State != "running" })
		j.list = slices.Delete(j.list, oldest, oldest+1)
	}
	r := &jobReporter{j, &job}
	j.group.Go(func() {
		defer stop()
		page, err := do(ctx, r)
		r.change(func(job *Job) {
			switch {
			case err == nil:
				job.State, job.Report = "done", "/report/"+job.Run+"/"+page
			case errors.Is(err, context.Canceled):
				job.State = "stopped"
			default:
				job.State, job.Fault = "failed", err.Error()
			}
		})
	})
	return job, nil
}

// all lists the jobs, the last one first.
func (j *jobs) all() []Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	list := []Job{}
	for _, job := range slices.Backward(j.list) {
		list = append(list, *job)
	}
	return list
}

func (s *Server) listJobs(w http.ResponseWriter, _ *http.Request) {
	respond(w, map[string]any{"jobs": s.jobs.all()})
}

// endJob stops a job. What it has played is kept.
func (s *Server) endJob(w http.ResponseWriter, r *http.Request) {
	for _, job := range s.jobs.all() {
		if fmt.Sprint(job.Number) == r.FormValue("job") {
			job.stop()
			respond(w, struct{}{})
			return
		}
	}
	fail(w, http.StatusNotFound, fmt.Errorf("there is no job %q", r.FormValue("job")))
}

// startJob starts the job of an order.
func (s *Server) startJob(w http.ResponseWriter, r *http.Request) {
	body, ok := read(w, r)
	if !ok {
		return
	}
	var o Order
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	err := d.Decode(&o)
	var g *rules.Game
	if err == nil {
		err = o.validate()
	}
	if err == nil {
		g, err = s.api.Game(o.Game)
	}
	var fault *web.Fault
	switch {
	case errors.As(err, &fault):
		answerWith(w, http.StatusBadRequest, fault)
	case err != nil:
		fail(w, http.StatusBadRequest, err)
	default:
		s.begin(w, o, g)
	}
}

package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"

	"bestiary/cmd/web"
	"bestiary/selfplay/match"
)

// Job is a job of this server.
type Job struct {
	Number int    `json:"job"`
	Kind   string `json:"kind"`
	Game   string `json:"game"`
	Run    string `json:"run"` // the name of the folder in requests
	// Part names the current part; Done and Total count its games.
	Part  string `json:"part"`
	Done  int    `json:"done"`
	Total int    `json:"total"`
	State string `json:"state"` // running, done, stopped or failed
	Fault string `json:"fault,omitempty"`
	// Report is the address of the report when the job is done.
	Report string `json:"report,omitempty"`

	stop context.CancelFunc
}

// Limits on jobs: how many may run at a time, and how many are remembered.
const (
	maxJobs       = 2
	maxRemembered = 50
)

// jobs holds the jobs of a server.
type jobs struct {
	mu    sync.Mutex
	ctx   context.Context
	list  []*Job
	next  int
	group sync.WaitGroup
}

// begin sets the context that ends the jobs.
func (j *jobs) begin(ctx context.Context) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ctx = ctx
}

// work plays the games of a job and returns the name of the page that it has written.
type work func(ctx context.Context, ev match.Events) (page string, err error)

// eventsOf returns events that note the progress of a job.
func (j *jobs) eventsOf(job *Job) match.Events {
	note := func(part string, done, total int) {
		j.mu.Lock()
		defer j.mu.Unlock()
		job.Part, job.Done, job.Total = cmp.Or(part, job.Part), done, total
	}
	return match.Events{
		PartStarts: func(p match.Part) { note(p.Label, 0, p.Games) },
		GameDone:   func(p match.Progress) { note("", p.Done, p.Total) },
	}
}

// start runs a job, unless it is already running or too many jobs are.
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
	if running >= maxJobs || j.ctx.Err() != nil {
		return job, fmt.Errorf("%w: %d jobs are running", errBusy, running)
	}
	ctx, stop := context.WithCancel(j.ctx)
	job.Number, job.State, job.stop = j.next, "running", stop
	j.next++
	j.list = append(j.list, &job)
	if len(j.list) > maxRemembered {
		oldest := slices.IndexFunc(j.list, func(o *Job) bool { return o.State != "running" })
		j.list = slices.Delete(j.list, oldest, oldest+1)
	}
	j.group.Go(func() {
		defer stop()
		page, err := do(ctx, j.eventsOf(&job))
		j.mu.Lock()
		defer j.mu.Unlock()
		switch {
		case err == nil:
			job.State, job.Report = "done", "/report/"+job.Run+"/"+page
		case errors.Is(err, context.Canceled):
			job.State = "stopped"
		default:
			job.State, job.Fault = "failed", err.Error()
		}
	})
	return job, nil
}

// all lists the jobs, newest first.
func (j *jobs) all() []Job {
	j.mu.Lock()
	defer j.mu.Unlock()
	list := []Job{}
	for _, job := range slices.Backward(j.list) {
		list = append(list, *job)
	}
	return list
}

// endJob stops a job. The games it has played are kept.
func (s *Server) endJob(r *http.Request) (any, error) {
	for _, job := range s.jobs.all() {
		if fmt.Sprint(job.Number) == r.FormValue("job") {
			job.stop()
			return struct{}{}, nil
		}
	}
	return nil, fmt.Errorf("job %q: %w", r.FormValue("job"), os.ErrNotExist)
}

// startJob starts the job described by an order.
func (s *Server) startJob(_ *http.Request, body []byte) (any, error) {
	var o Order
	if err := web.Decode(body, &o); err != nil {
		return nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, bad("%v", err)
	}
	g, err := s.api.Game(o.Game)
	if err != nil {
		return nil, err
	}
	return s.begin(o, g)
}

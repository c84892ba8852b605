package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"

	"bestiary/cmd/web"
	"bestiary/engine/rules"
	"bestiary/experiments"
	"bestiary/experiments/report"
	"bestiary/experiments/review"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/selfplay"
	"bestiary/selfplay/match"
)

// Order asks for a job.
type Order struct {
	// Kind is estimate or review.
	Kind string      `json:"kind"`
	Game web.GameRef `json:"game"`
	Seed uint64      `json:"seed"`
	// Pairs of games, of the estimate or from the array, and Nodes a move; 0 for the
	// defaults of the commands, with --quick for an estimate.
	Pairs int `json:"pairs"`
	Nodes int `json:"nodes"`
}

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
	answer(w, map[string]any{"jobs": s.jobs.all()})
}

// endJob stops a job. What it has played is kept.
func (s *Server) endJob(w http.ResponseWriter, r *http.Request) {
	for _, job := range s.jobs.all() {
		if fmt.Sprint(job.Number) == r.FormValue("job") {
			job.stop()
			answer(w, struct{}{})
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

func (o *Order) validate() error {
	return check.All("job",
		check.OneOf("kind", o.Kind, "estimate", "review"),
		check.Range("pairs", o.Pairs, 0, mostJobPairs),
		check.Range("nodes", o.Nodes, 0, mostJobNodes))
}

// begin starts a job in the first folder.
func (s *Server) begin(w http.ResponseWriter, o Order, g *rules.Game) {
	v := g.Variant
	name := fmt.Sprintf("%s-%s-%s-%d", slug(v.Name), v.Hash()[:6], o.Kind, o.Seed)
	if o.Pairs+o.Nodes > 0 {
		name += fmt.Sprintf("-%d-%d", o.Pairs, o.Nodes)
	}
	folder := filepath.Join(s.cfg.Folders[0], name)
	run := report.Run{Version: s.cfg.Version, Command: o.command()}
	do := map[string]work{"estimate": o.estimate(g, folder, run), "review": o.review(g, folder, run)}[o.Kind]
	job, err := s.jobs.start(Job{Kind: o.Kind, Game: report.Title(g), Run: "0/" + name}, do)
	if err != nil {
		w.Header().Set("Retry-After", "10")
		fail(w, http.StatusServiceUnavailable, err)
		return
	}
	answer(w, job)
}

// gameFile is the game of a job, in its folder.
const gameFile = "game.toml"

// command makes the result of the job again, in its folder.
func (o *Order) command() string {
	command := map[string]string{"estimate": "bestiary estimate --quick", "review": "bestiary review"}[o.Kind]
	if o.Pairs > 0 {
		command += fmt.Sprintf(" --pairs %d", o.Pairs)
	}
	if o.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", o.Nodes)
	}
	return fmt.Sprintf("%s --seed %d %s", command, o.Seed, gameFile)
}

// estimate measures values.
func (o *Order) estimate(g *rules.Game, folder string, run report.Run) work {
	cfg := experiments.QuickEstimate()
	cfg.Play.Seed = o.Seed
	if o.Pairs > 0 {
		cfg.SetPairs(o.Pairs)
	}
	if o.Nodes > 0 {
		cfg.Play.Nodes = o.Nodes
	}
	return func(ctx context.Context, r *jobReporter) (string, error) {
		if _, err := files.Write(folder, files.File{Name: gameFile, Data: g.Variant.Encode()}); err != nil {
			return "", err
		}
		res, err := experiments.Estimate(ctx, g, cfg, folder, jobCrew(), experiments.EstimateEvents{
			RoundStarts: func(i experiments.RoundInfo) { r.part(fmt.Sprintf("round %d", i.Number), i.Games) },
			GameDone:    func(p selfplay.Progress) { r.game(p.Done, p.Total) },
		})
		if err != nil {
			return "", err
		}
		page, err := report.Write(res, run)
		return filepath.Base(page), err
	}
}

// review looks for faults of the design.
func (o *Order) review(g *rules.Game, folder string, run report.Run) work {
	cfg := review.Default()
	cfg.Play.Seed = o.Seed
	if o.Pairs > 0 {
		cfg.Play.Pairs = o.Pairs
	}
	if o.Nodes > 0 {
		cfg.Play.Nodes = o.Nodes
	}
	return func(ctx context.Context, r *jobReporter) (string, error) {
		if _, err := files.Write(folder, files.File{Name: gameFile, Data: g.Variant.Encode()}); err != nil {
			return "", err
		}
		res, err := review.Run(ctx, g, cfg, folder, jobCrew(), review.Events{Part: r.part, Game: r.game})
		if err != nil {
			return "", err
		}
		return review.Page, res.Write(run)
	}
}

// jobCrew leaves room for another job and for readers.
func jobCrew() match.Crew { return match.Workers(max(1, runtime.NumCPU()/mostJobs)) }

// slug makes the name of a game fit for a folder.
func slug(name string) string {
	const longest = 60
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	text := strings.Join(words, "-")
	return text[:min(len(text), longest)]
}

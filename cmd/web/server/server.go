package server

import (
	"context"
	"crypto/rand"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"bestiary/cmd/web"
)

// Config configures a server. Folders and Address are required.
type Config struct {
	// Folders lists the folders with the runs to show. Jobs play into the first.
	Folders []string
	// Address is the address to listen on, as host:port; port 0 means any free port.
	Address string
	// Token asks for the token on a loopback address, too: behind another server all requests come
	// from this machine.
	Token bool
	// Version is the version of the program, for reports.
	Version string
}

// Server serves the page at an address.
type Server struct {
	// URL is the address for a browser, with the token if one is needed.
	URL string

	cfg      Config
	listener net.Listener
	hosts    map[string]bool // names of the server in requests
	token    string          // "" if none is needed
	api      web.API
	files    fs.FS
	jobs     *jobs
	runs     runList
	// The gates limit how many requests are served at a time: visiting is for work without
	// the token.
	working, visiting, reading, watching gate
	patience                             time.Duration // for the body of a request
}

// Limits on how many requests are served at a time, how many wait, and how long they wait;
// on the time until a request has arrived, and on its size without the token.
const (
	maxWorking   = 4
	maxVisiting  = 2
	maxReading   = 32
	maxWatching  = 32
	maxWaiting   = 64
	workPatience = 30 * time.Second
	readPatience = time.Second
	bodyPatience = 20 * time.Second
	maxVisit     = 1 << 20
)

// Listen returns a server that listens on an address. Close or Serve ends it.
func Listen(cfg Config) (*Server, error) {
	for _, folder := range cfg.Folders {
		info, err := os.Stat(folder)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", folder)
		}
		if err != nil {
			return nil, fmt.Errorf("serve: %w", err)
		}
	}
	listener, err := net.Listen("tcp", cfg.Address)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	s := &Server{cfg: cfg, listener: listener, files: web.Files(), jobs: &jobs{ctx: context.Background(), next: 1},
		patience: bodyPatience,
		working:  newGate(maxWorking, workPatience), visiting: newGate(maxVisiting, workPatience),
		reading: newGate(maxReading, readPatience), watching: newGate(maxWatching, 0)}
	address := listener.Addr().(*net.TCPAddr)
	s.hosts = map[string]bool{"localhost": true} // names, in addition to IP addresses, that requests may use
	host, _, _ := net.SplitHostPort(cfg.Address) // Listen has read it
	if host != "" {
		s.hosts[strings.ToLower(host)] = true
	}
	if name, err := os.Hostname(); err == nil {
		s.hosts[strings.ToLower(name)] = true
	}
	if host == "" || address.IP.IsUnspecified() { // for a browser on this machine
		host = "127.0.0.1"
	}
	s.URL = fmt.Sprintf("http://%s/", net.JoinHostPort(host, fmt.Sprint(address.Port)))
	if cfg.Token || !address.IP.IsLoopback() {
		s.token = rand.Text()
		s.URL += "?token=" + s.token
	}
	return s, nil
}

// Serve answers requests until the context ends. Then it stops the jobs and waits for them.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.jobs.begin(ctx)
	server := &http.Server{
		Handler:           s.Handler(),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 16,
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.listener) }()
	var err error
	select {
	case <-ctx.Done():
		patience, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer stop()
		if err = server.Shutdown(patience); err != nil {
			err = server.Close()
		}
	case err = <-ended:
	}
	cancel()
	s.jobs.group.Wait()
	return err
}

// Close stops listening. It is meant for a server that does not Serve.
func (s *Server) Close() error { return s.listener.Close() }

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"golang.org/x/net/netutil"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/adapters/syncclient"
	"github.com/clubhuis/clubhuis/apps/web"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
)

type serveCommand struct{ serving }

// Run serves until the context ends.
func (c *serveCommand) Run(ctx context.Context, s streams) error {
	var problems faults
	settled := c.settle(&problems)
	if err := problems.err(); err != nil {
		return err
	}
	p, err := open(ctx, settled.settled, c.Migrate)
	if err != nil {
		return err
	}
	p.store.LimitDirectory(c.DirectoryLimit)
	if err := p.load(ctx); err != nil {
		return errors.Join(err, p.close())
	}
	return errors.Join(p.serve(ctx, settled, s, nil), p.close())
}

// patience is how long requests in flight get to finish.
const patience = 30 * time.Second

// serve answers requests until the context ends; those in flight then finish. announce prints what comes before the
// address.
func (p *program) serve(ctx context.Context, c settledServing, s streams, announce func() error) error {
	key, err := readKey(c.keyFile)
	if err != nil {
		return err
	}
	p.accounts.Key = key
	p.pictures.DailyBytes = c.uploads
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	defer listener.Close() //nolint:errcheck // the server closes it too
	listener = netutil.LimitListener(listener, c.MaxConnections)
	address := "http://" + listener.Addr().String()
	base := c.BaseURL
	if base == "" {
		base = "http://" + reachable(listener.Addr())
	}
	for _, warning := range c.warnings {
		slog.WarnContext(ctx, warning)
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return err
	}
	handler, err := httpapi.Server{
		People: p.people, Groups: p.groups, RelationTypes: p.types, Labels: p.labels, Searches: p.searches,
		Accounts: p.accounts, Settings: p.settings,
		Pictures: p.pictures, Refreshes: c.refreshes(),
		ClubName: c.ClubName, Version: version(), BaseURL: base, RestRoot: c.RestRoot,
		Page:  page.Page{Files: web.Files(), Built: web.Built(), Fallback: web.Fallback()},
		Ready: p.ready, TrustedProxies: c.proxies, Log: slog.Default(),
		ListenHost: host, MetricsToken: c.metricsToken, WithoutSubdomains: !c.HSTSSubdomains,
	}.Handler()
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: 2 * time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	debug.SetGCPercent(tidyAt())
	limitMemory(c.memory)
	if announce != nil {
		if err := announce(); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(s.out, "listening on %s\n", address); err != nil {
		return err
	}
	stopJobs, err := p.startJobs(ctx)
	if err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = nil
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return errors.Join(err, server.Shutdown(finishing), stopJobs(finishing))
}

// refreshes asks the synchronization service, where the club has one.
func (c settledServing) refreshes() *refreshes.Service {
	if c.SyncURL == "" {
		return &refreshes.Service{}
	}
	return &refreshes.Service{Synchronization: syncclient.New(c.SyncURL, c.syncKey, refresh.Patience)}
}

// reachable is an address that a browser on this machine can open: a wildcard is none.
func reachable(address net.Addr) string {
	if tcp, ok := address.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
	}
	return address.String()
}

// startJobs lets the queue wake the daily work, and answers how to stop it.
func (p *program) startJobs(ctx context.Context) (stop func(context.Context) error, err error) {
	pool, postgres, err := p.store.Pool()
	if err != nil {
		return nil, err
	}
	queue, err := riverjobs.Open(pool, postgres, func(ctx context.Context) {
		if err := p.store.Stores().Directory.Refresh(ctx); err != nil {
			slog.ErrorContext(ctx, "no job can run", "cause", err)
			return
		}
		for _, report := range p.jobs.RunDue(ctx) {
			if report.Err != nil {
				slog.ErrorContext(ctx, "job failed", "job", report.Job, "cause", report.Err)
				continue
			}
			slog.InfoContext(ctx, "job done", "job", report.Job, "records", report.Count)
		}
	})
	if err != nil {
		return nil, err
	}
	if err := queue.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	return queue.Stop, nil
}

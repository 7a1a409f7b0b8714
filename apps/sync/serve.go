package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/adapters/syncpages"
	"github.com/clubhuis/clubhuis/apps/internal/metrics"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/sync/internal/timetable"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

type serveCommand struct {
	Migrate bool `help:"Migrate a PostgreSQL database at start."`
}

// Help says what happens to times that pass while the program is down.
func (c *serveCommand) Help() string {
	return fmt.Sprintf("Runs that come due while another one works, or while the program is down, start up to %d hours later when "+
		"their pipeline runs several times a day, and up to %d hours later when it runs once a day or once a week; "+
		"of several of one pipeline only the newest.", int(run.LateSeveral.Hours()), int(run.LateOnce.Hours()))
}

// Run serves until the context ends.
func (c *serveCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	runLog := startLog(s.stderr, slog.LevelInfo)
	for _, warning := range config.warnings {
		slog.WarnContext(ctx, warning)
	}
	how := openReady
	if c.Migrate {
		how = openMigrate
	}
	p, err := config.open(ctx, how)
	if err != nil {
		return err
	}
	p.runLog = runLog
	logged := newProgress(nil, true)
	p.service.Progress = func(step string, done, total int) {
		logged.show(step, done, total)
		p.live.show(step, done, total)
	}
	return errors.Join(p.serve(ctx, s), p.close())
}

const (
	// memberPatience is how long one member may take. Who asks waits for refresh.Patience, and is to hear how it ended.
	memberPatience = refresh.Patience - 10*time.Second
	// browserPatience is how much of it may be spent on waiting for something else that is at work.
	browserPatience = time.Minute
	// lastRequests is how long requests in flight, and a run that was told to end, get to do so.
	lastRequests = 30 * time.Second
)

// service is the server and the schedule of one process.
type service struct {
	*program
	begun   time.Time
	ending  context.Context // ends when the process is told to end
	metrics *syncapi.Metrics
	alarms  alarms
	board   board
	stopped reason         // the coding agent
	orders  sync.WaitGroup // what operators began
	backups backupStand
}

// serve serves requests and runs what is due until the context ends. What is at work then stops at its next record.
func (p *program) serve(ctx context.Context, s streams) error {
	listener, err := net.Listen("tcp", string(p.config.Listen))
	if err != nil {
		return err
	}
	defer listener.Close() //nolint:errcheck // the server closes it too
	watched, err := metrics.Listen(p.config.MetricsListen)
	if err != nil {
		return err
	}
	defer watched.Close()
	sv := &service{program: p, begun: time.Now(), ending: ctx, metrics: syncapi.NewMetrics()}
	if err := sv.remember(ctx); err != nil {
		return err
	}
	handler, err := sv.handler()
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: memberPatience + time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	if err := watched.Announce(s.stdout); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.stdout, "listening on http://%s\n", listener.Addr()); err != nil {
		return err
	}
	for _, pipeline := range run.Scheduled() {
		if !p.config.configured(pipeline) {
			slog.InfoContext(ctx, notConfigured, "pipeline", pipeline)
		}
	}
	stopBackups, err := sv.startBackups(ctx)
	if err != nil {
		return err
	}
	defer stopBackups()
	running, stop := context.WithCancel(ctx)
	defer stop()
	served, scheduled := make(chan error, 2), make(chan error, 1)
	defer sv.orders.Wait()
	go func() { served <- server.Serve(listener) }()
	if watched.Given() {
		go func() { served <- watched.Serve(server, sv.metrics.Handler()) }()
	}
	go sv.watch(running)
	go func() { scheduled <- sv.schedule().Run(running) }()
	if p.config.agentGiven() {
		sv.orders.Go(func() { sv.feedbackEveryHalfHour(running) })
	}
	select {
	case err = <-served:
		stop()
		return errors.Join(err, <-scheduled)
	case err = <-scheduled: // only with an error, when the context goes on
		scheduled <- nil
	case <-ctx.Done():
	}
	stop()
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastRequests)
	defer cancel()
	return errors.Join(err, server.Shutdown(finishing), <-scheduled)
}

// handler serves the API, and beside it the operators' pages.
func (sv *service) handler() (http.Handler, error) {
	api := syncapi.Server{
		Key: sv.config.APIKeyFile.Text(), Member: sv.member, State: sv.board.state, Failing: sv.failing, Patience: memberPatience,
		Now: time.Now, Metrics: sv.metrics, MetricsApart: sv.config.MetricsListen != "", Log: slog.Default(),
	}.Handler()
	accounts := sv.operators()
	accounts.House, accounts.Files = &house{service: sv}, sv.service.Files
	pages, err := syncpages.Pages{
		Operators: accounts, Club: sv.config.ClubName, PublicURL: string(sv.config.PublicURL), Log: slog.Default(),
	}.Handler()
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/sync"), r.URL.Path == "/healthz", r.URL.Path == "/metrics":
			api.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	}), nil
}

// scheduled are the pipelines of the schedule that are configured.
func (sv *service) scheduled() []run.Pipeline {
	return slices.DeleteFunc(run.Scheduled(), func(p run.Pipeline) bool { return !sv.config.configured(p) })
}

// remember takes note of what other processes did. A pipeline that is switched off is none that could grow stale.
func (sv *service) remember(ctx context.Context) error {
	latest, err := sv.service.Stores.Runs.Latest(ctx, slices.Concat(sv.scheduled(), run.ByHand, []run.Pipeline{
		run.Individual, run.Feedback,
	})...)
	if err != nil {
		return fmt.Errorf("read the runs: %w", err)
	}
	for _, of := range latest {
		sv.metrics.Seen(&of.Good)
		sv.metrics.Seen(&of.Ended)
		sv.metrics.Seen(&of.Run) // the newest last
	}
	for _, pipeline := range sv.scheduled() {
		if latest[pipeline].Ended.Started.IsZero() {
			first, err := sv.first(ctx, pipeline)
			if err != nil {
				return err
			}
			sv.metrics.Waiting(pipeline, cmp.Or(first, sv.begun))
		}
	}
	return nil
}

// first is when the schedule first started a pipeline, as far as runs are kept: a pipeline that fails from its first day on grows
// stale from then on, however often the process begins anew.
func (sv *service) first(ctx context.Context, pipeline run.Pipeline) (time.Time, error) {
	wanted := run.Query{Pipeline: pipeline, Scheduled: true, Limit: 1}
	page, err := sv.service.Stores.Runs.Find(ctx, wanted)
	if err == nil && page.Total > 1 {
		wanted.Skip = page.Total - 1
		page, err = sv.service.Stores.Runs.Find(ctx, wanted)
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("read the runs: %w", err)
	}
	if len(page.Runs) == 0 {
		return time.Time{}, nil
	}
	return page.Runs[0].Started, nil
}

// slots are when the pipelines run that are configured.
func (sv *service) slots() []run.Slot {
	return slices.DeleteFunc(slices.Clone(run.Schedule), func(s run.Slot) bool { return !sv.config.configured(s.Pipeline) })
}

func (sv *service) schedule() *timetable.Table {
	return &timetable.Table{
		Slots: sv.slots(), Zone: sv.zone, Now: time.Now, Wait: wait, Last: sv.last, Start: sv.start,
		Missed: func(ctx context.Context, due timetable.Due) {
			slog.ErrorContext(ctx, "a run was missed", "pipeline", due.Pipeline, "due", due.At)
		},
	}
}

// last is when the schedule last started a pipeline.
func (sv *service) last(ctx context.Context, pipeline run.Pipeline) (time.Time, error) {
	page, err := sv.service.Stores.Runs.Find(ctx, run.Query{Pipeline: pipeline, Scheduled: true, Limit: 1})
	if err != nil {
		return time.Time{}, fmt.Errorf("read the runs: %w", err)
	}
	if len(page.Runs) == 0 {
		return time.Time{}, nil
	}
	return page.Runs[0].Started, nil
}

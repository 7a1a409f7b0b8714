package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"golang.org/x/net/netutil"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/adapters/passkeys"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/adapters/syncclient"
	"github.com/clubhuis/clubhuis/apps/internal/metrics"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/web"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase"
)

type serveCommand struct {
	serveFlags
	SecretsLost bool `help:"Start although no secret in the database can be opened with the key of this installation: they are lost."`
}

// Run serves until the context ends.
func (c *serveCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	config.watchBackups, config.secretsLost = true, c.SecretsLost
	p, err := config.open(ctx, c.Migrate)
	if err != nil {
		return err
	}
	return errors.Join(p.serve(ctx, config, s, nil), p.close())
}

// open opens the program with all that a server needs, and loads the club. It listens from then on, and answers when it serves.
func (c serveConfig) open(ctx context.Context, migrate bool) (*program, error) {
	listener, err := net.Listen("tcp", string(c.Listen))
	if err != nil {
		return nil, err
	}
	watched, err := metrics.Listen(c.MetricsListen)
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	secured, err := c.secure()
	if err != nil {
		watched.Close()
		return nil, errors.Join(err, listener.Close())
	}
	base, fresh := c.BaseURL, false // fresh: there was no key
	if base == "" {
		base = "http://" + reachable(listener.Addr())
	}
	p, err := open(ctx, c.store, migrate, func(a *usecase.Adapters) (err error) {
		if a.Mailer, err = c.mailer(cmp.Or(a.ClubName, identity.DefaultName), a.Now); err != nil {
			return err
		}
		a.Sender, a.NeedsSender = c.sender, c.Mail.Folder == "" && c.MailFrom == ""
		a.BaseURL, a.Backups = base, c.watchBackups
		if keys, err := passkeys.New(base); err == nil {
			a.Passkeys = keys
		} else {
			slog.InfoContext(ctx, "passkeys are not offered", "reason", err)
		}
		a.DailyUploads, a.DailyMails = c.DailyUploads.Bytes(), c.DailyMails
		a.MailerSecret, a.MailerTolerance = c.MailerWebhookSecretFile.Text(), c.MailerWebhookTolerance
		if c.SyncURL != "" {
			a.Synchronization = syncclient.New(string(c.SyncURL), c.SyncKeyFile.Text(), refresh.Patience)
		}
		_, missing := os.Stat(c.SecretKeyFile)
		fresh = errors.Is(missing, fs.ErrNotExist)
		if a.Key, err = readKey(c.SecretKeyFile); err != nil {
			return err
		}
		c.payThrough(a)
		c.fetchMatches(a)
		return nil
	})
	if err != nil {
		secured.close()
		watched.Close()
		return nil, errors.Join(err, listener.Close())
	}
	p.listener, p.secured, p.watched, p.base = listener, secured, watched, base
	if err := c.checkKey(ctx, p, fresh); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if err := p.store.NoteKey(ctx, fingerprint(c.SecretKeyFile)); err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.store.LimitDirectory(c.DirectoryLimit)
	p.handler = make(chan madeHandler, 1)
	go func() { p.handler <- p.makeHandler(&c) }() // beside loading the club, for a start
	go func() { _ = p.ready(ctx) }()               // likewise; who asks first gets what it found
	if err := p.load(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// madeHandler is what serves the requests of a server.
type madeHandler struct {
	handler http.Handler
	metrics *httpapi.Metrics // on an address of their own; nil for none
	err     error
}

// makeHandler makes it. Nothing of the club is known yet.
func (p *program) makeHandler(c *serveConfig) (made madeHandler) {
	host, _, err := net.SplitHostPort(string(c.Listen))
	if err != nil {
		return madeHandler{err: err}
	}
	if p.watched.Given() {
		made.metrics = httpapi.NewMetrics(p.club, version(), slog.Default())
	}
	made.handler, made.err = httpapi.Server{
		Club: p.club, Version: version(), BaseURL: p.base, RestRoot: c.RestRoot,
		Page:  page.Page{Files: web.Files(), Built: web.Built(), Fallback: web.Fallback()},
		Ready: p.ready, TrustedProxies: c.proxies, Log: slog.Default(),
		ListenHost: host, PaymentsURL: string(c.Payments),
		MetricsToken: c.MetricsTokenFile.Text(), Metrics: made.metrics, WithoutSubdomains: !c.HSTSSubdomains,
	}.Handler()
	return made
}

// patience is how long requests in flight get to finish.
const patience = 30 * time.Second

// serve serves requests until the context ends; those in flight then finish. announce prints what comes before the
// address.
func (p *program) serve(ctx context.Context, c serveConfig, s streams, announce func() error) error {
	listener := netutil.LimitListener(p.listener, c.MaxConnections)
	address := "http://" + listener.Addr().String()
	for _, warning := range c.warnings {
		slog.WarnContext(ctx, warning)
	}
	made := <-p.handler
	if made.err != nil {
		return made.err
	}
	server := &http.Server{
		Handler: made.handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: 2 * time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10, ErrorLog: connectionLog(),
	}
	go p.watchSchema(ctx)
	if c.SyncURL != "" {
		go p.listen(ctx)
	}
	limitMemory(c.MemoryLimit.Bytes())
	if announce != nil {
		if err := announce(); err != nil {
			return err
		}
	}
	if err := p.announceFirstStart(ctx, s); err != nil {
		return err
	}
	if p.secured != nil {
		if _, err := fmt.Fprintf(s.stdout, "speaking https on %s, led there from %s\n", p.secured.tls.Addr(),
			p.secured.redirect.Addr()); err != nil {
			return err
		}
	}
	if err := p.watched.Announce(s.stdout); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.stdout, "listening on %s\n", address); err != nil {
		return err
	}
	stopBackups, err := p.startBackups(ctx, &c)
	if err != nil {
		return err
	}
	defer stopBackups()
	stopJobs, err := p.startJobs(ctx)
	if err != nil {
		return err
	}
	serving := append(p.secured.serve(server), func() error { return server.Serve(listener) })
	if p.watched.Given() {
		serving = append(serving, func() error { return p.watched.Serve(server, made.metrics.Handler(c.MetricsTokenFile.Text())) })
	}
	failed := make(chan error, len(serving))
	for _, one := range serving {
		go func() { failed <- one() }()
	}
	go func() { // who waits for the first answer does not wait for this
		p.store.Stores().Directory.View().PrepareSearch()
		keepTidy(ctx, p.store.SavePeople)
	}()
	go p.comparePeople(ctx)
	select {
	case err = <-failed:
	case err = <-p.outdated: // to write what it knows no more would harm the club
	case <-ctx.Done():
		err = nil
	}
	finishing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return errors.Join(err, server.Shutdown(finishing), stopJobs(finishing))
}

// compareAgain is how long it takes until people who could not be compared with the database are compared again.
const compareAgain = time.Minute

// comparePeople takes over what was changed by hand before a start after a kill.
func (p *program) comparePeople(ctx context.Context) {
	before := p.store.Stores().Directory.View()
	for {
		err := p.store.ComparePeople(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil {
			slog.ErrorContext(ctx, "people can't be compared with the database", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(compareAgain):
		}
	}
	if len(before.Damaged()) == 0 {
		p.tellDamaged(ctx)
	}
}

// announceFirstStart prints where the first administrator is made, as long as there is none.
func (p *program) announceFirstStart(ctx context.Context, s streams) error {
	token, err := p.operator.BeginFirstStart(ctx)
	if err != nil || token == "" {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "make the first administrator at %s%s%s\n", p.base, account.FirstStartPath, token)
	return err
}

// reachable is an address that a browser on this machine can open: a wildcard is none.
func reachable(address net.Addr) string {
	if tcp, ok := address.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
	}
	return address.String()
}

// startJobs lets the queue do the jobs of the outbox and wake the daily work, and returns how to stop it.
func (p *program) startJobs(ctx context.Context) (stop func(context.Context) error, err error) {
	pool, postgres, err := p.store.Pool()
	if err != nil {
		return nil, err
	}
	queue, err := riverjobs.Open(pool, postgres, riverjobs.Work{Wake: p.wake, Do: p.do, Now: p.now})
	if err != nil {
		return nil, err
	}
	if err := queue.Start(context.WithoutCancel(ctx)); err != nil {
		return nil, err
	}
	return queue.Stop, nil
}

// wake puts the daily work that is due into the outbox.
func (p *program) wake(ctx context.Context) {
	if err := p.club.Jobs.AddDue(ctx); err != nil {
		slog.ErrorContext(ctx, "no daily work can be put into the outbox", "cause", err)
	}
}

// do does a job of the outbox, and says so in the log.
func (p *program) do(ctx context.Context, j job.Job) error {
	if err := p.store.Stores().Directory.Refresh(ctx); err != nil {
		slog.ErrorContext(ctx, "job failed", "job", j.Kind, "cause", err)
		return err
	}
	switch report := p.club.Jobs.Do(ctx, j); {
	case errors.As(report.Err, new(job.Again)):
		return report.Err
	case report.Err != nil:
		slog.ErrorContext(ctx, "job failed", "job", report.Job, "cause", report.Err)
		return report.Err
	case report.Job != "":
		slog.InfoContext(ctx, "job done", "job", report.Job, "records", report.Count)
	}
	return nil
}

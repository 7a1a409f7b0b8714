// Package apitest is what the tests of the HTTP side share: the whole handler over a club in memory, requests to it, and
// what they expect to come back. Each area's tests are in its own folder; only tests import this package.
//
// It does not know what an area returns. It holds everything that comes back against the API's description.
package apitest

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/ports"
)

// Password is everybody's.
const Password = "een lang wachtwoord"

// MailerSecret is what the provider of mail signs with.
const MailerSecret = "geheim van de bezorgdienst"

// Start is when every test begins: summer time in Amsterdam, 14:30 there.
var Start = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

// Site is the whole handler over stores in memory, at a time that the test sets.
type Site struct {
	T      testing.TB
	Server httpapi.Server
	Now    time.Time
	Log    Log
	Mail   inmem.Mailer
	Feed   inmem.MatchFeed // of the federation
	Paying *inmem.Payments // the provider of payments
	store  *inmem.Store
	once   sync.Once
	all    http.Handler
}

// plainWorkbooks writes a table in Go's own way instead of as a workbook.
type plainWorkbooks struct{}

// Read reads none.
func (plainWorkbooks) Read(context.Context, []byte) (peoplefile.Sheet, error) {
	return peoplefile.Sheet{}, peoplefile.ErrUnreadable
}

// Workbook writes a table.
func (plainWorkbooks) Workbook(_ context.Context, table sheet.Table) ([]byte, error) {
	return fmt.Appendln(nil, table), nil
}

// New makes an empty club. The options change the server before its first request.
func New(t testing.TB, options ...func(*httpapi.Server)) *Site {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{T: t, Now: Start}
	watchStrays(t)
	clock := func() time.Time { return s.Now }
	s.Paying = inmem.NewPayments(clock)
	store := inmem.Open()
	s.store = store
	s.Server = httpapi.Server{
		Club: usecase.New(usecase.Adapters{
			Stores: store.Stores(), Atomic: store, Hasher: inmem.FastHasher{}, Strength: inmem.PasswordStrength{},
			Codes:        inmem.OneTimeCodes{},
			Passkeys:     inmem.Passkeys{},
			Spreadsheets: plainWorkbooks{}, Workbooks: plainWorkbooks{}, Files: new(inmem.Files), Pictures: PlainPictures{},
			Markup: inmem.Markup{},
			Papers: inmem.Papers{}, Payments: s.Paying, PaymentKey: true,
			PaymentCallback: "http://club.example/api/club/v1/payment/webhook",
			Mailer:          &s.Mail, Matches: &s.Feed, BaseURL: "http://club.example", ClubName: "vv De Proef",
			MailerSecret: MailerSecret, MailerTolerance: 5 * time.Minute,
			Now: clock, Zone: zone, Random: rand.Read, Key: bytes.Repeat([]byte{7}, 32),
		}),
		Version: "1.2.3", BaseURL: "http://club.example", RestRoot: "api",
		Page:  builtPage(),
		Ready: func(context.Context) error { return nil },
		Log:   slog.New(slog.NewTextHandler(&s.Log, nil)),
	}
	for _, option := range options {
		option(&s.Server)
	}
	return s
}

// builtPage is a page as the build makes one.
func builtPage() page.Page {
	return page.Page{Built: true, Files: fstest.MapFS{
		"index.html":            {Data: []byte(`<meta name="rest-root" content="/x"><meta name="club-name" content="X"><p>page</p>`)},
		"reference.html":        {Data: []byte(`<meta name="rest-root" content="/x"><p>reference</p>`)},
		"assets/main-1a2b3c.js": {Data: []byte("start()")},
		"favicon.svg":           {Data: []byte("<svg/>")},
		"manifest.webmanifest":  {Data: []byte("{}")},
		".gitkeep":              {},
	}}
}

// Handler returns the handler, made at the first call.
func (s *Site) Handler() http.Handler {
	s.once.Do(func() {
		handler, err := s.Server.Handler()
		if err != nil {
			s.T.Fatal(err)
		}
		s.all = handler
	})
	return s.all
}

// Work runs the jobs that are due, and those that come of them.
func (s *Site) Work() {
	s.T.Helper()
	for s.RunJobs() > 0 {
	}
}

// RunJobs runs the jobs that are due, and returns how many.
func (s *Site) RunJobs() int {
	return s.store.RunJobs(s.T.Context(), s.Now, job.Backoff, func(ctx context.Context, j job.Job) error {
		return s.Server.Jobs.Do(ctx, j).Err
	})
}

// Later lets time pass.
func (s *Site) Later(by time.Duration) { s.Now = s.Now.Add(by) }

// Secure is a server that its members reach over https.
func Secure(s *httpapi.Server) { s.BaseURL = "https://club.example" }

// BehindProxy is a server that trusts some proxies.
func BehindProxy(s *httpapi.Server) {
	s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

// brokenDirectory does what a test wants when a request brings it up to date.
type brokenDirectory struct {
	ports.Directory
	catchUp func(context.Context) error
}

func (b brokenDirectory) CatchUp(ctx context.Context, _ int64) error { return b.catchUp(ctx) }

// Breaks is a server whose directory does what a test wants when a request brings it up to date.
func Breaks(catchUp func(context.Context) error) func(*httpapi.Server) {
	return func(s *httpapi.Server) {
		s.Accounts.Directory = brokenDirectory{s.Accounts.Directory, catchUp}
	}
}

// Stores returns the stores of the site, for what no request can bring about.
func (s *Site) Stores() ports.Stores { return s.store.Stores() }

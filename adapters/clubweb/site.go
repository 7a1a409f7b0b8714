// Package clubweb is the federation's club administration site behind ports.ClubSite: a headless Chromium that signs in with
// a one-time code, opens the pages that a person would open, and reads the JSON that those pages ask for (contract §1 rule 1).
// It also types corrections into the cards of a member and reads them back (contract §1 rule 3).
//
// It owns the browser, the session with the site and the lock that lets one process at a time have them, the profile that
// says where everything stands on the site (profile.yaml), and the distrust of everything that comes back: a missing,
// foreign or unreadable answer is an error, never empty data. It does not know what the answers are for, when to read, how
// long to pause between members or what a vanished member means: the synchronization does.
package clubweb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/gofrs/flock"
	"github.com/pquerna/otp/totp"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say which site it is, and who signs in.
type Options struct {
	URL       string // of the site: https://club.example
	Username  string
	Password  string
	OTPSecret string   // of the one-time codes (SHA-1, 6 digits, 30 seconds), base32
	Profile   *Profile // DefaultProfile when nil
	Browser   string   // path of Chromium; looked for on PATH when ""
	// Folder keeps the session, the last one-time code's moment, the last refusal and the lock of the browser. All processes that
	// use the same account must use the same folder. It is made when it is not there.
	Folder string
	Limits Limits
	Now    func() time.Time // time.Now when nil
	Log    *slog.Logger     // nowhere when nil; never a value of anybody
	// Evidence lets a *federation.Failure bring a picture and the text of the page, both masked.
	Evidence bool
	Entered  func() // is called when the site has let somebody in, also again; nil for nobody who cares

	browser *rod.Browser // one that runs already; it is left running
	pause   func(context.Context, time.Duration) error
}

// Limits are how long to wait for what. Zero means what the site needs.
type Limits struct {
	Lock     time.Duration // until the browser of another process is free: 10 minutes
	Page     time.Duration // until a page begins to come: 45 seconds
	SignIn   time.Duration // for each step of signing in: 45 seconds
	Refused  time.Duration // for which nothing is offered after a password or codes were refused, lest the account be locked: 1 hour
	Control  time.Duration // until a button of the search is there: 20 seconds
	Search   time.Duration // for the answer with all members: 60 seconds
	Teams    time.Duration // for a list of teams: 60 seconds
	Member   time.Duration // for all answers of a page of a member: 15 seconds
	Roster   time.Duration // for the answers of the page of a team: 10 seconds
	Cases    time.Duration // for the list of cases of discipline: 60 seconds
	Quiet    time.Duration // after the list of cases, in which no longer one comes: 2 seconds
	Card     time.Duration // until a card or an input is there: 3 seconds
	Save     time.Duration // until a card that was saved can be read again: 15 seconds
	Photo    time.Duration // for a photo: 10 seconds
	Evidence time.Duration // for a picture of a page: 5 seconds
	Retry    time.Duration // before a page that failed is opened again, and as long more each time: 1 second
	Tries    int           // of a page whose answers fail or do not come: 3
}

func (l Limits) orDefault() Limits {
	const second, minute = time.Second, time.Minute
	return Limits{
		Lock: cmp.Or(l.Lock, 10*minute), Page: cmp.Or(l.Page, 45*second), SignIn: cmp.Or(l.SignIn, 45*second),
		Refused: cmp.Or(l.Refused, time.Hour), Control: cmp.Or(l.Control, 20*second), Search: cmp.Or(l.Search, minute),
		Teams: cmp.Or(l.Teams, minute), Member: cmp.Or(l.Member, 15*second), Roster: cmp.Or(l.Roster, 10*second),
		Cases: cmp.Or(l.Cases, minute), Quiet: cmp.Or(l.Quiet, 2*second),
		Card: cmp.Or(l.Card, 3*second), Save: cmp.Or(l.Save, 15*second), Photo: cmp.Or(l.Photo, 10*second),
		Evidence: cmp.Or(l.Evidence, 5*second), Retry: cmp.Or(l.Retry, second), Tries: cmp.Or(l.Tries, 3),
	}
}

// Site is the site. Its calls wait for one another.
type Site struct {
	o       Options
	profile *Profile
	limits  Limits
	address string // without a slash at the end
	codes   codes
	cookies jar
	refused refusals
	client  *http.Client
	turn    chan struct{} // holds one token: whoever takes it may use what follows

	lock    *flock.Flock
	browser *browser // nil when none runs
	tab     *tab     // nil when none is open
	inside  bool     // the site has accepted the session of this browser
}

var _ ports.ClubSite = (*Site)(nil)

// Open prepares the site. Nothing runs and nobody signs in before the first call.
func Open(o Options) (*Site, error) {
	address, err := url.Parse(strings.TrimRight(o.URL, "/"))
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("the address of the club site %q is none", o.URL)
	}
	o.OTPSecret = strings.ToUpper(strings.Join(strings.Fields(o.OTPSecret), ""))
	if _, err := totp.GenerateCode(o.OTPSecret, time.Unix(0, 0)); err != nil || o.OTPSecret == "" {
		return nil, errors.New("the secret of the one-time codes is not base32")
	}
	if o.Username == "" || o.Password == "" {
		return nil, errors.New("the club site needs a user name and a password")
	}
	if o.Folder == "" {
		return nil, errors.New("the club site needs a folder to keep its session in")
	}
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the club site: %w", err)
	}
	if o.Profile == nil {
		o.Profile = DefaultProfile()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.pause == nil {
		o.pause = pause
	}
	if o.Entered == nil {
		o.Entered = func() {}
	}
	s := &Site{
		o: o, profile: o.Profile, limits: o.Limits.orDefault(), address: address.String(), client: &http.Client{},
		turn: make(chan struct{}, 1), lock: flock.New(filepath.Join(o.Folder, "browser.lock"), flock.SetPermissions(0o600)),
	}
	s.turn <- struct{}{}
	s.codes = codes{secret: o.OTPSecret, file: filepath.Join(o.Folder, "code.json"), now: o.Now, pause: o.pause}
	s.cookies = jar{file: filepath.Join(o.Folder, "session.json"), site: s.address, username: o.Username}
	s.refused = refusals{file: filepath.Join(o.Folder, "refused.json"), account: accountHash(s.address, &o)}
	return s, nil
}

// Close ends the browser and releases the lock. The session is kept: a call after Close starts a browser that continues it.
func (s *Site) Close() error {
	<-s.turn
	defer func() { s.turn <- struct{}{} }()
	return s.stop()
}

func (s *Site) stop() error {
	var kept error
	if s.browser != nil {
		if s.inside {
			kept = s.keep()
		}
		s.browser.stop()
		s.browser, s.tab, s.inside = nil, nil, false
	}
	if err := s.lock.Unlock(); err != nil {
		return errors.Join(kept, fmt.Errorf("give the browser's lock back: %w", err))
	}
	return kept
}

// keep writes the session down for the next process.
func (s *Site) keep() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cookies, err := s.browser.Context(ctx).GetCookies()
	if err != nil {
		return fmt.Errorf("ask the browser for the session: %w", err)
	}
	return s.cookies.keep(cookies)
}

// do runs one call at a time.
func (s *Site) do(ctx context.Context, what string, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", what, ctx.Err())
	case <-s.turn:
	}
	defer func() { s.turn <- struct{}{} }()
	if err := call(ctx); err != nil {
		return fmt.Errorf("%s: %w", what, s.failure(ctx, err))
	}
	return nil
}

// ready makes sure that a browser runs and has a tab, and that the session is open or likely to be.
func (s *Site) ready(ctx context.Context) error {
	if s.browser != nil && !s.browser.alive(ctx) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.o.Log.Warn("the browser is gone; starting another one")
		s.browser.stop()
		s.browser, s.tab, s.inside = nil, nil, false
	}
	if s.browser == nil {
		if err := s.start(ctx); err != nil {
			return err
		}
	}
	if s.tab == nil {
		opened, err := s.openTab(ctx)
		if err != nil {
			return federation.ErrAnswer.Because(fmt.Errorf("open a tab: %w", err))
		}
		s.tab = opened
	}
	return nil
}

// start takes the lock and starts a browser with the session that was kept.
func (s *Site) start(ctx context.Context) error {
	if err := s.take(ctx); err != nil {
		return err
	}
	started, err := s.launch(ctx)
	if err != nil {
		return errors.Join(err, s.lock.Unlock())
	}
	s.browser = started
	cookies, err := s.cookies.read()
	if err != nil {
		s.o.Log.Warn("the kept session cannot be read; signing in anew", "error", err)
	}
	if len(cookies) > 0 {
		if err := started.Context(ctx).SetCookies(cookies); err != nil {
			s.o.Log.Warn("the kept session is refused; signing in anew", "error", err)
		}
	}
	return nil
}

// take locks the browser for this process; the system releases the lock when the process dies.
func (s *Site) take(ctx context.Context) error {
	if s.lock.Locked() {
		return nil
	}
	waiting, cancel := context.WithTimeout(ctx, s.limits.Lock)
	defer cancel()
	locked, err := s.lock.TryLockContext(waiting, 100*time.Millisecond)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case waiting.Err() != nil:
		return ErrBusy.Because(fmt.Errorf("waited %v for %s", s.limits.Lock, s.lock.Path()))
	case err != nil || !locked:
		return fmt.Errorf("take the browser's lock: %w", err)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

package clubweb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"github.com/pquerna/otp/totp"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// tries are the steps of signing in that the fake site saw, in short: password, code; with ! when refused.
func (w *world) tries() string {
	var steps []string
	for _, a := range w.fake.SignIns() {
		if a.Accepted {
			steps = append(steps, a.Step)
		} else {
			steps = append(steps, a.Step+"!")
		}
	}
	return strings.Join(steps, " ")
}

// reads asks for the teams, which must come, or fail with the error.
func (w *world) reads(ctx context.Context, site *Site, want error) {
	w.t.Helper()
	teams, err := site.Teams(ctx)
	if !errors.Is(err, want) || (err == nil) != (len(teams) > 0) {
		w.t.Errorf("%d teams, %v; want %v", len(teams), err, want)
	}
}

func (w *world) tried(want string) {
	w.t.Helper()
	if got := w.tries(); got != want {
		w.t.Errorf("signing in went %q, want %q", got, want)
	}
}

func TestASlowSignInSucceeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("slow-sign-in", seconds(0.5))
	w.set("slow-dashboard", seconds(3600)) // it need not be complete
	w.reads(t.Context(), w.site, nil)
	w.tried("password code")
	w.fake.EndSessions()
	w.site.limits.SignIn = 100 * time.Millisecond
	w.site.limits.Page = 100 * time.Millisecond
	w.reads(t.Context(), w.site, federation.ErrSignIn)
}

// contract: sync §1-1 (signing in)
func TestAWrongPasswordIsOfferedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Password = "niet het goede" })
	for range 3 {
		w.reads(t.Context(), w.site, federation.ErrSignIn)
	}
	w.tried("password!")
	if err := w.clock.pass(t.Context(), 2*time.Hour); err != nil {
		t.Fatal(err)
	}
	w.reads(t.Context(), w.site, federation.ErrSignIn)
	w.tried("password! password!")
}

// contract: sync §1-1 (signing in)
func TestARefusedCodeIsFollowedByTheNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("code-refused", control.Setting{})
	w.reads(t.Context(), w.site, nil)
	w.tried("password code! code")
	w.fake.EndSessions()
	w.set("code-refused", always)
	w.reads(t.Context(), w.site, federation.ErrSignIn)
	w.tried("password code! code password code! code! code!")
	w.distinct()
}

// contract: sync §1-1 (signing in)
func TestWhatWasRefusedIsRemembered(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		wrong, right   func(o *Options)
		refused, after string
	}{
		{
			"codes", func(o *Options) { o.OTPSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" },
			func(o *Options) { o.OTPSecret = clubsite.Secret }, "password code! code! code!", "password code",
		},
		{
			"a password", func(o *Options) { o.Password = "niet het goede" },
			func(o *Options) { o.Password = clubsite.Password }, "password!", "password code",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, c.wrong)
			for range 2 {
				for range 2 {
					w.reads(t.Context(), w.site, federation.ErrSignIn)
				}
				w.next()
			}
			w.tried(c.refused)
			w.secretive()
			if err := w.clock.pass(t.Context(), time.Hour); err != nil {
				t.Fatal(err)
			}
			w.reads(t.Context(), w.site, federation.ErrSignIn)
			w.tried(c.refused + " " + c.refused)
			c.right(&w.o) // needs no waiting
			w.next()
			w.reads(t.Context(), w.site, nil)
			w.tried(c.refused + " " + c.refused + " " + c.after)
			if _, err := os.Stat(filepath.Join(w.o.Folder, "refused.json")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("what was refused is remembered after signing in: %v", err)
			}
			w.distinct()
		})
	}
}

func TestCodesAreTriedAgainWhenTheClockWasPutBack(t *testing.T) {
	t.Parallel()
	var off time.Duration
	w := newWorld(t)
	w.o.Now = func() time.Time { return w.clock.now().Add(off) }
	off = 3 * time.Hour
	w.next()
	for range 2 {
		w.reads(t.Context(), w.site, federation.ErrSignIn)
	}
	off = 0
	w.reads(t.Context(), w.site, nil)
	w.tried("password code! code! code! password code")
}

// contract: sync §1-1 (signing in)
func TestAPasswordThatIsAskedForAgainAfterACodeIsNotOffered(t *testing.T) {
	t.Parallel()
	w := around(t, func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			if r.Body = io.NopCloser(bytes.NewReader(body)); bytes.Contains(body, []byte("otp=")) {
				http.Redirect(rw, r, "/", http.StatusFound) // where nobody is signed in
				return
			}
			fake.ServeHTTP(rw, r)
		})
	})
	for range 2 {
		w.reads(t.Context(), w.site, federation.ErrSignIn)
	}
	w.tried("password")
}

func TestWhatCannotBeKeptOfARefusalIsRememberedHere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Password = "niet het goede" })
	if err := os.MkdirAll(filepath.Join(w.o.Folder, "refused.json.new"), 0o700); err != nil { // a file cannot be written there
		t.Fatal(err)
	}
	for range 2 {
		w.reads(t.Context(), w.site, federation.ErrSignIn)
	}
	w.tried("password!")
}

// next lets the next process visit the site.
func (w *world) next() {
	w.t.Helper()
	if err := w.site.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.site = w.another()
}

// secretive holds that what is kept of a refusal is for nobody else, and tells nothing of the account.
func (w *world) secretive() {
	w.t.Helper()
	name := filepath.Join(w.o.Folder, "refused.json")
	info, err := os.Stat(name)
	if err != nil {
		w.t.Fatal(err)
	}
	kept, err := os.ReadFile(name)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, secret := range []string{w.o.Username, w.o.Password, w.o.OTPSecret} {
		if strings.Contains(string(kept), secret) || info.Mode().Perm() != 0o600 {
			w.t.Errorf("%v: %s", info.Mode(), kept)
		}
	}
}

// distinct holds that no one-time code was offered twice.
func (w *world) distinct() {
	w.t.Helper()
	var codes []string
	for _, a := range w.fake.SignIns() {
		if a.Step == "code" {
			if slices.Contains(codes, a.Code) {
				w.t.Errorf("a code was offered twice: %v", w.fake.SignIns())
			}
			codes = append(codes, a.Code)
		}
	}
}

func TestNoCodeIsOfferedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 { // in one window, by one process and by the next
		w.reads(t.Context(), w.site, nil)
		w.fake.EndSessions()
		w.reads(t.Context(), w.site, nil)
		w.fake.EndSessions()
		if err := w.site.Close(); err != nil {
			t.Fatal(err)
		}
		w.site = w.another()
	}
	w.tried("password code password code password code password code")
	w.distinct()
}

func TestTheSessionIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.reads(t.Context(), w.site, nil)
	if err := w.site.Close(); err != nil {
		t.Fatal(err)
	}
	w.reads(t.Context(), w.site, nil) // goes on after Close
	if err := w.site.Close(); err != nil {
		t.Fatal(err)
	}
	w.site = w.another()
	w.reads(t.Context(), w.site, nil)
	w.tried("password code")
	for _, name := range []string{"session.json", "code.json", "browser.lock"} {
		info, err := os.Stat(filepath.Join(w.o.Folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", name, info.Mode())
		}
	}
	if err := w.site.Close(); err != nil {
		t.Fatal(err)
	}
	w.o.Username = "iemand anders"
	w.reads(t.Context(), w.another(), federation.ErrSignIn) // does not come in on the session of another account
}

func TestWhatADeadProcessBeganToWriteIsWrittenOver(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	kept := jar{file: filepath.Join(folder, "session.json"), site: "https://site.example", username: "iemand"}
	if err := os.WriteFile(kept.file+".new", []byte(`{"cookies":[{"na`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := kept.keep([]*proto.NetworkCookie{{Name: "sessie", Value: "1"}}); err != nil {
		t.Fatal(err)
	}
	if cookies, err := kept.read(); err != nil || len(cookies) != 1 {
		t.Errorf("%v, %v", cookies, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestWhatIsKeptMayBeGarbled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, name := range []string{"session.json", "code.json", "refused.json"} {
		if err := os.WriteFile(filepath.Join(w.o.Folder, name), []byte(`{"st`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.reads(t.Context(), w.site, nil)
	w.tried("password code")
}

func TestASessionThatEndsOnTheWayIsOpenedAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.federation()
	w.reads(t.Context(), w.site, nil)
	ends := func(setting control.Setting) {
		w.fake.Control.Reset(false)
		w.set("session-expires", setting)
	}
	for after := range 4 { // at a page or at one of its requests for JSON
		ends(control.Setting{After: number(after)})
		detail, err := w.site.Member(t.Context(), f.Member, federation.TabGeneral)
		if err != nil || detail.General == nil || *detail.General != *f.Details[f.Member].General {
			t.Errorf("%d: answers %+v, %v", after, detail, err)
		}
		w.tried("password code")
	}
	ends(control.Setting{After: number(7)}) // while a card is saved: its page and six requests go before
	kept, err := w.site.Edit(t.Context(), f.Member, contact)
	if now, _ := w.fake.Register.Member(f.Member); err != nil || len(kept) != 1 || now.Email != contact[federation.FieldEmail] {
		t.Errorf("kept %v, %v; stored %q", kept, err, now.Email)
	}
	w.tried("password code")
	ends(control.Setting{After: number(0), Times: number(0)}) // again and again
	w.reads(t.Context(), w.site, federation.ErrSignIn)
	w.tried("password code")
}

func TestTwoSessionsOfOneAccountDisturbEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set("one-session", always)
	w.reads(t.Context(), w.site, nil)
	w.o.Folder = t.TempDir()
	for _, site := range []*Site{w.another(), w.site} { // a person with the same device, and we again
		if err := w.clock.pass(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
		w.reads(t.Context(), site, nil)
	}
	w.tried("password code password code password code")
}

func TestTheSiteMaySendToTheSignInByScript(t *testing.T) {
	t.Parallel()
	w := around(t, func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			recorded := httptest.NewRecorder()
			if r.Header.Get("Sec-Fetch-Dest") != "document" || r.URL.Path != "/" && !strings.HasPrefix(r.URL.Path, "/teams/") {
				fake.ServeHTTP(rw, r)
				return
			}
			fake.ServeHTTP(recorded, r)
			if to := recorded.Header().Get("Location"); to != "" {
				rw.Header().Set("Content-Type", "text/html")
				fmt.Fprintf(rw, "<body>Een ogenblik<script>setTimeout(() => { location.href = %q }, 50)</script></body>", to)
				return
			}
			rw.Header().Set("Content-Type", recorded.Header().Get("Content-Type"))
			rw.WriteHeader(recorded.Code)
			_, _ = rw.Write(recorded.Body.Bytes())
		})
	})
	w.reads(t.Context(), w.site, nil)
	w.fake.EndSessions()
	w.reads(t.Context(), w.site, nil)
	w.tried("password code password code")
}

func TestCodesWaitForTheirMoment(t *testing.T) {
	t.Parallel()
	clock := &clock{at: time.Unix(1_800_000_010, 0)} // ten seconds into a step
	var waited []time.Duration
	c := codes{secret: "MNWHKYTIOVUXG2DPNVSXG2LUMVZGK3DF", file: filepath.Join(t.TempDir(), "code.json"), now: clock.now,
		pause: func(ctx context.Context, d time.Duration) error {
			waited = append(waited, d)
			return clock.pass(ctx, d)
		}}
	next := func() string {
		t.Helper()
		code, err := c.next(t.Context())
		if err != nil || len(code) != 6 {
			t.Fatalf("%q, %v", code, err)
		}
		return code
	}
	first, second := next(), next()
	if first == second || len(waited) != 1 || waited[0] != 20*time.Second {
		t.Errorf("%s, then %s after %v", first, second, waited)
	}
	if err := clock.pass(t.Context(), -time.Hour); err != nil { // the clock was wrong
		t.Fatal(err)
	}
	if next(); len(waited) != 1 {
		t.Errorf("waited %v for a clock that was put back", waited)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A step that begins between two looks at the clock is not the one of the code.
func TestTheStepThatIsKeptIsThatOfTheCode(t *testing.T) {
	t.Parallel()
	at := time.Unix(1_800_000_029, 998_000_000)
	c := codes{secret: clubsite.Secret, file: filepath.Join(t.TempDir(), "code.json"), now: func() time.Time {
		at = at.Add(time.Millisecond)
		return at
	}}
	code, err := c.next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var kept keptCode
	if err := readFile(c.file, &kept); err != nil {
		t.Fatal(err)
	}
	want, err := totp.GenerateCode(c.secret, time.Unix(kept.Step*30, 0))
	if err != nil || code != want {
		t.Errorf("the code is %s, that of the step is %s; %v", code, want, err)
	}
}

func TestOneBrowserAtATime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.reads(t.Context(), w.site, nil)
	w.o.Limits.Lock = 100 * time.Millisecond
	w.reads(t.Context(), w.another(), ErrBusy)
	w.o.Limits.Lock = time.Minute
	other := w.another()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	w.reads(ctx, other, context.DeadlineExceeded)
	var both sync.WaitGroup
	both.Go(func() { w.reads(t.Context(), other, nil) })
	both.Go(func() {
		if err := w.site.Close(); err != nil {
			t.Error(err)
		}
	})
	both.Wait()
	w.tried("password code")
}

package clubapi_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

var ctx = context.Background()

func named(first string) payload.Person {
	return payload.Person{Person: person.Person{Name: person.Name{First: first}}, Told: []string{"first_name"}}
}

func titled(kind work.Kind, title string) payload.Group {
	return payload.Group{Group: group.Group{Kind: kind, Title: title}}
}

var jpeg = federation.Picture{Data: []byte("\xff\xd8\xff\xe0 a picture"), Ext: "jpg"}

// calls are what a client can do with person 1 and team 1001.
var calls = map[string]func(context.Context, *clubapi.Client) error{
	"Person": func(ctx context.Context, c *clubapi.Client) error { _, err := c.People().Person(ctx, 1); return err },
	"ByEmail": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.People().ByEmail(ctx, "jan@club.example")
		return err
	},
	"Change": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.People().Change(ctx, 1, named("Jan"))
		return err
	},
	"Volunteers": func(ctx context.Context, c *clubapi.Client) error { _, err := c.People().Volunteers(ctx); return err },
	"RelationTypes": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.People().RelationTypes(ctx)
		return err
	},
	"Each": func(ctx context.Context, c *clubapi.Client) error {
		return c.People().Each(ctx, time.Time{}, func(payload.Person) error { return nil })
	},
	"Put":  func(ctx context.Context, c *clubapi.Client) error { return c.Photos().Put(ctx, 1, jpeg) },
	"Take": func(ctx context.Context, c *clubapi.Client) error { return c.Photos().Remove(ctx, 1) },
	"ListGroups": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.Groups().List(ctx, work.Team)
		return err
	},
	"ChangeGroup": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.Groups().Change(ctx, 1001, titled(work.Team, "JO9-1"))
		return err
	},
	"RemoveGroup":  func(ctx context.Context, c *clubapi.Client) error { return c.Groups().Remove(ctx, work.Team, 1001) },
	"RemovePerson": func(ctx context.Context, c *clubapi.Client) error { return c.People().Remove(ctx, 1) },
}

// creates are the calls that make something.
var creates = map[string]func(context.Context, *clubapi.Client) error{
	"Create": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.People().Create(ctx, named("Piet"))
		return err
	},
	"CreateGroup": func(ctx context.Context, c *clubapi.Client) error {
		_, err := c.Groups().Create(ctx, titled(work.Committee, "Bar"))
		return err
	},
}

// ask binds calls to a client.
func ask(calls map[string]func(context.Context, *clubapi.Client) error, c *clubapi.Client) map[string]func() error {
	bound := map[string]func() error{}
	for name, call := range calls {
		bound[name] = func() error { return call(ctx, c) }
	}
	return bound
}

// club is an application with person 1 and team 1001 whose first answers go wrong.
type club struct {
	*inmem.Application
	wrong    func(w http.ResponseWriter, r *http.Request, next http.Handler) // the first answers
	times    int32                                                           // how many they are
	requests atomic.Int32
}

func newClub(t testing.TB, times int32, wrong func(http.ResponseWriter, *http.Request, http.Handler)) *club {
	t.Helper()
	a := inmem.NewApplication(time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC))
	people, groups := a.ByHand()
	_, person := people.Create(ctx, named("Jan"))
	_, team := groups.Create(ctx, titled(work.Team, "JO9-1"))
	if err := errors.Join(person, team); err != nil {
		t.Fatal(err)
	}
	return &club{Application: a, wrong: wrong, times: times}
}

func (c *club) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.requests.Add(1) <= c.times {
		c.wrong(w, r, served{c.Application})
		return
	}
	served{c.Application}.ServeHTTP(w, r)
}

func status(status int, header ...string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, "<html>Storing</html>")
	}
}

func cut(http.ResponseWriter, *http.Request, http.Handler) { panic(http.ErrAbortHandler) }

// lost does what is asked, and breaks off before the answer.
func lost(_ http.ResponseWriter, r *http.Request, next http.Handler) {
	next.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler)
}

// broken breaks off in the answer.
func broken(w http.ResponseWriter, r *http.Request, next http.Handler) {
	whole := httptest.NewRecorder()
	next.ServeHTTP(whole, r)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(whole.Body.Len()))
	_, _ = w.Write(whole.Body.Bytes()[:whole.Body.Len()/2])
}

var mishaps = []struct {
	name        string
	answer      func(http.ResponseWriter, *http.Request, http.Handler)
	madeNothing bool // surely
}{
	{"a 500", status(500), false}, {"a 500 that says when", status(500, "Retry-After", "0"), false}, {"a 502", status(502), false},
	{"a 503 without a word about when", status(503), false},
	{"a 503 that says when", status(503, "Retry-After", "0"), false}, {"a 429", status(429, "Retry-After", "0"), true},
	{"a connection that breaks off", cut, false}, {"a page instead of JSON", status(200, "Content-Type", "text/html"), false},
	{"an answer that breaks off", broken, false},
}

func TestWhatCanBeDoneTwiceIsTriedFourTimes(t *testing.T) {
	t.Parallel()
	for _, mishap := range mishaps {
		for name, call := range calls {
			if mishap.name == "an answer that breaks off" && strings.HasPrefix(name, "Remove") {
				continue // it was removed: TestAnAnswerThatIsLostDoublesNothing
			}
			app := newClub(t, 3, mishap.answer)
			if err := call(ctx, clientOf(t, app)); err != nil || app.requests.Load() != 4 {
				t.Errorf("%s after three times %s: %d requests, %v", name, mishap.name, app.requests.Load(), err)
			}
			app = newClub(t, 4, mishap.answer)
			want := fault.Unavailable
			if mishap.name == "a 429" {
				want = fault.TooMany
			}
			if err := call(ctx, clientOf(t, app)); fault.KindOf(err) != want || app.requests.Load() != 4 {
				t.Errorf("%s after four times %s: %d requests, %v", name, mishap.name, app.requests.Load(), err)
			}
		}
	}
}

func TestWhatMakesSomethingIsTriedAgainOnlyWhenNothingWasMade(t *testing.T) {
	t.Parallel()
	for _, mishap := range mishaps {
		for name, call := range creates {
			app := newClub(t, 1, mishap.answer)
			err := call(ctx, clientOf(t, app))
			if mishap.madeNothing {
				if err != nil || app.requests.Load() != 2 {
					t.Errorf("%s after %s: %d requests, %v", name, mishap.name, app.requests.Load(), err)
				}
			} else if fault.KindOf(err) != fault.Unavailable || app.requests.Load() != 1 {
				t.Errorf("%s after %s: %d requests, %v", name, mishap.name, app.requests.Load(), err)
			}
		}
	}
}

func TestAnAnswerThatIsLostDoublesNothing(t *testing.T) {
	t.Parallel()
	app := newClub(t, 1, lost)
	if _, err := clientOf(t, app).People().Create(ctx, named("Piet")); fault.KindOf(err) != fault.Unavailable ||
		len(app.Everybody()) != 2 {
		t.Errorf("Create: %d people, %v", len(app.Everybody()), err)
	}
	app = newClub(t, 1, lost)
	changed, err := clientOf(t, app).People().Change(ctx, 1, named("Johan"))
	if err != nil || changed.Name.First != "Johan" || len(app.Writes()) != 2 {
		t.Errorf("Change: %+v, %v, %q", changed, err, app.Writes())
	}
	app = newClub(t, 1, lost)
	if err := clientOf(t, app).Photos().Put(ctx, 1, jpeg); err != nil || app.Everybody()[0].Photo != 2 {
		t.Errorf("Put: %d, %v", app.Everybody()[0].Photo, err)
	}
	app = newClub(t, 1, lost)
	if err := clientOf(t, app).People().Remove(ctx, 1); fault.KindOf(err) != fault.NotFound || len(app.Everybody()) != 0 {
		t.Errorf("Remove: %v", err)
	}
}

func TestAClosedDoorIsKnockedOnAgainByEverybody(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	address := server.URL
	server.Close()
	for name, call := range map[string]func(context.Context, *clubapi.Client) error{"Person": calls["Person"],
		"Create": creates["Create"]} {
		var log bytes.Buffer
		c, err := clubapi.New(clubapi.Options{URL: address, FirstWait: time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if err := call(ctx, c); fault.KindOf(err) != fault.Unavailable || strings.Count(log.String(), "did not answer") != 4 {
			t.Errorf("%s: %v\n%s", name, err, &log)
		}
	}
}

func TestTheApplicationSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	app := newClub(t, 1, status(429, "Retry-After", "1"))
	start := time.Now()
	if err := creates["Create"](ctx, clientOf(t, app)); err != nil || time.Since(start) < time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	for header, want := range map[string]time.Duration{"121": 121 * time.Second, "9300000000": -1} {
		app = newClub(t, 1, status(429, "Retry-After", header))
		err := calls["Person"](ctx, clientOf(t, app))
		if f := fault.As(err); f.Kind != fault.TooMany || app.requests.Load() != 1 || want > 0 && f.RetryAfter != want {
			t.Errorf("%s seconds: %d requests, %v, to wait %s", header, app.requests.Load(), err, f.RetryAfter)
		}
	}
	app = newClub(t, 9, status(429, "Retry-After", "60"))
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if err := calls["Person"](soon, clientOf(t, app)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting can't be stopped: %v", err)
	}
}

// Too many pictures wait: the photo is sent once more when the application says so, and not when that is long.
func TestAPhotoWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	app := newClub(t, 2, status(503, "Retry-After", "1"))
	start := time.Now()
	if err := calls["Put"](ctx, clientOf(t, app)); err != nil || app.requests.Load() != 3 || time.Since(start) < 2*time.Second {
		t.Errorf("%d requests in %s: %v", app.requests.Load(), time.Since(start), err)
	}
	app = newClub(t, 9, status(503, "Retry-After", "600"))
	if err := calls["Put"](ctx, clientOf(t, app)); fault.KindOf(err) != fault.Unavailable || app.requests.Load() != 1 {
		t.Errorf("ten minutes: %d requests, %v", app.requests.Load(), err)
	}
}

func TestAnAnswerThatComesTooLateIsNone(t *testing.T) {
	t.Parallel()
	app := newClub(t, 9, func(_ http.ResponseWriter, r *http.Request, _ http.Handler) { <-r.Context().Done() })
	var log bytes.Buffer
	c := clientOf(t, app, func(o *clubapi.Options) {
		o.Timeout, o.Log = 20*time.Millisecond, slog.New(slog.NewTextHandler(&log, nil))
	})
	if err := calls["Person"](ctx, c); fault.KindOf(err) != fault.Unavailable || strings.Count(log.String(), "did not answer") != 4 {
		t.Errorf("%v\n%s", err, &log)
	}
}

func TestAnAnswerWithoutEndIsNone(t *testing.T) {
	t.Parallel()
	app := newClub(t, 9, func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		w.Header().Set("Content-Type", "application/json")
		for chunk := bytes.Repeat([]byte(" "), 1<<20); ; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	if err := calls["Person"](ctx, clientOf(t, app)); fault.KindOf(err) != fault.Unavailable ||
		!strings.Contains(err.Error(), "longer than") {
		t.Errorf("got %v", err)
	}
}

func TestNobodyFollowsARedirect(t *testing.T) {
	t.Parallel()
	var visitors atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visitors.Add(1) }))
	defer elsewhere.Close()
	for _, code := range []int{301, 302, 307, 308} {
		app := newClub(t, 9, status(code, "Location", elsewhere.URL+"/api/cms/v2/people/1"))
		if err := calls["Change"](ctx, clientOf(t, app)); fault.KindOf(err) != fault.Unavailable || visitors.Load() != 0 ||
			app.requests.Load() != 1 {
			t.Errorf("%d: %d visitors, %d requests, %v", code, visitors.Load(), app.requests.Load(), err)
		}
	}
}

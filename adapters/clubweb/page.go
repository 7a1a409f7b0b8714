package clubweb

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/utils"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// errLost is the session's end: a page or an answer was the sign-in page.
var errLost = errors.New("the session is over")

// visit is a page to open, and the answers that are wanted of the requests that it makes.
type visit struct {
	name  string // for the log
	path  string
	wants []want
	limit time.Duration // for all answers
	begin func()        // is called before the page is opened, each time; nil for nothing
	// act operates the page before it makes the requests; nil for a page that makes them by itself.
	act func(context.Context, *rod.Page) error
	// quiet is for how long nothing more that is wanted may come, after all has come, before the visit is over.
	quiet time.Duration
	// settled reports whether what came tells enough, so that nothing more is waited for; nil for a visit that needs all answers.
	settled func() bool
}

// over reports whether nothing more is waited for.
func (v *visit) over() bool { return v.settled != nil && v.settled() }

// want is an answer that is waited for.
type want struct {
	request request
	root    string
	id      string // the member or team that it must be about; "" for an answer about nobody
	read    func(answer any) error
	empty   func() // is told of an answer without anything in it; nil when nobody cares
}

// want returns what to wait for: the answer to a request of the profile.
func (s *Site) want(name, id string, read func(r *request, answer any) error) want {
	r := s.profile.Requests[name]
	return want{request: r, root: s.profile.Root, id: id, read: func(answer any) error { return read(&r, answer) }}
}

// matches reports whether an exchange is wanted: by its method, whole segments of its path, and whom it is about.
func (w *want) matches(e *exchange) bool {
	if e.method != w.request.Method || !strings.HasPrefix(e.address.Path, w.root) ||
		!strings.HasSuffix(e.address.Path, "/"+w.request.Path) {
		return false
	}
	return w.request.ID == "" || e.address.Query().Get(w.request.ID) == w.id
}

// accept reads the body of an answer.
func (w *want) accept(body []byte) error {
	answer, err := parse(body)
	if err == nil {
		err = w.take(answer)
	}
	if errors.Is(err, errEmpty) && w.empty != nil {
		w.empty()
	}
	return err
}

// take reads an answer, which must be about whom it was asked for.
func (w *want) take(answer any) error {
	if w.request.Own != "" {
		holder, _ := answer.(object)
		if inner, is := holder[w.request.Object].(object); is {
			holder = inner
		}
		if own, there := holder[w.request.Own].(string); there && own != "" && tidy(own) != w.id {
			return federation.ErrAnswer.Because(errors.New("the answer is about another member"))
		}
	}
	return w.read(answer)
}

// open visits a page until it gave what is wanted. It retries answers that fail or do not come a few times, and signs in again
// once when the session has ended.
func (s *Site) open(ctx context.Context, v visit) error {
	renewed := false
	for try := 1; ; try++ {
		err := s.ready(ctx)
		if err != nil {
			return err
		}
		known := s.inside
		err = s.once(ctx, v)
		switch {
		case err == nil:
			s.inside = true
			s.o.Entered()
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errLost):
			if renewed && known {
				return federation.ErrAnswer.Because(fmt.Errorf("%s: the site keeps asking to sign in", v.name))
			}
			renewed = renewed || known
			if err := s.signIn(ctx); err != nil {
				return err
			}
			try-- // the page did not fail
		case !errors.Is(err, federation.ErrAnswer) && !errors.Is(err, errNoControl), try >= s.limits.Tries:
			return err
		case try > 1 && v.over(): // it says so again
			return err
		default:
			s.o.Log.Warn("a page of the club site failed; opening it again", "page", v.name, "try", try, "error", err)
			if err := s.o.pause(ctx, time.Duration(try)*s.limits.Retry); err != nil {
				return err
			}
			if try > 1 { // it may be the tab
				s.closeTab()
			}
		}
	}
}

// once opens a page and waits for what is wanted of it.
func (s *Site) once(ctx context.Context, v visit) error {
	t := s.tab
	ctx, cancel := t.begin(ctx)
	defer cancel()
	if v.begin != nil {
		v.begin()
	}
	if err := s.navigate(ctx, v.path); err != nil {
		return err
	}
	if v.act != nil {
		if err := v.act(ctx, t.at(ctx)); err != nil {
			return lostOr(ctx, err)
		}
	}
	err := t.await(ctx, v.wants, v.limit, v.over)
	if err == nil && v.quiet > 0 {
		err = t.settle(ctx, v.wants, v.quiet, v.limit)
	}
	if err != nil {
		return lostOr(ctx, err)
	}
	return nil
}

// navigate opens the page of a path. It does not wait for what the page then loads.
func (s *Site) navigate(ctx context.Context, path string) error {
	opening, cancel := context.WithTimeout(ctx, s.limits.Page)
	defer cancel()
	err := s.tab.at(opening).Navigate(s.address + path)
	var refused *rod.NavigationError
	switch {
	case err == nil, errors.As(err, &refused) && refused.Reason == "net::ERR_ABORTED": // the page went on to another one by itself
	case opening.Err() != nil && ctx.Err() == nil:
		return federation.ErrAnswer.Because(fmt.Errorf("the page does not come within %v", s.limits.Page))
	default:
		return lostOr(ctx, federation.ErrAnswer.Because(err))
	}
	if status := s.tab.documentStatus(); status >= 400 {
		return federation.ErrAnswer.Because(fmt.Errorf("the page answers %d", status))
	}
	return nil
}

// lostOr returns errLost when that is why the context ended, else err.
func lostOr(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errLost) {
		return errLost
	}
	return err
}

// at returns the page for calls that end with the context. It polls often.
func (t *tab) at(ctx context.Context) *rod.Page {
	return t.page.Context(ctx).Sleeper(func() utils.Sleeper {
		return utils.BackoffSleeper(10*time.Millisecond, 100*time.Millisecond, nil)
	})
}

// press clicks an element as a person does, or by script when something covers it or it has no shape.
func press(ctx context.Context, element *rod.Element) error {
	element = element.Context(ctx)
	if _, err := element.Interactable(); err == nil {
		clicking, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return element.Context(clicking).Click("left", 1)
	}
	_, err := element.Eval(`() => this.click()`)
	return err
}

// find waits for the element of a selector.
func find(ctx context.Context, page *rod.Page, selector string, limit time.Duration) (*rod.Element, error) {
	waiting, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	element, err := page.Context(waiting).Element(selector)
	if err != nil {
		return nil, err
	}
	return element.Context(ctx), nil
}

// failure adds to an error where on the site it happened, and what the page showed.
func (s *Site) failure(ctx context.Context, err error) error {
	var known *federation.Failure
	switch {
	case ctx.Err() != nil:
		s.closeTab() // whatever it was doing
		return ctx.Err()
	case errors.As(err, &known):
		return err
	case errors.Is(err, errLost):
		err = federation.ErrAnswer.Because(err)
	}
	for _, kind := range []error{federation.ErrAnswer, federation.ErrShape, federation.ErrSignIn, federation.ErrNotKept} {
		if errors.Is(err, kind) {
			return s.evidence(ctx, err)
		}
	}
	return err
}

// withoutQuery returns an address without what may be secret in it.
func withoutQuery(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	return u.String()
}

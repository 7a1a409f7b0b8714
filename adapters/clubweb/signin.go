package clubweb

import (
	"context"
	"fmt"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/proto"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// mostCodes is how many one-time codes are offered before signing in has failed.
const mostCodes = 3

// standing is what a page shows of signing in.
type standing struct {
	Left   bool   // the page is one that was left already
	Away   bool   // the address is not the identity provider's
	Form   bool   // user name and password are asked for
	Code   bool   // a one-time code is asked for
	Inside bool   // one of the marks of being in
	Text   string // why something was refused
}

// look returns the standing of a page.
const look = `(s) => {
	const seen = (query) => [...document.querySelectorAll(query)].filter((e) => e.getClientRects().length > 0);
	const whole = document.readyState !== 'loading';
	return {
		Left: window.__left === true,
		Away: location.href !== 'about:blank' && !location.pathname.includes(s.address),
		Form: whole && seen(s.username).length > 0, Code: whole && seen(s.code).length > 0,
		Inside: whole && s.inside.some((query) => document.querySelector(query) !== null),
		Text: seen(s.refused).map((e) => e.textContent.trim()).join(' '),
	};
}`

// signIn signs in when the site asks for it. After a refused one-time code it offers the next one, and never the same code twice
// (contract §5 rule 4). A password that was refused, or as many codes, is not followed by another try for a while.
func (s *Site) signIn(ctx context.Context) error {
	if err := s.resting(); err != nil {
		return err
	}
	s.inside = false
	now, err := s.beginSignIn(ctx)
	if err == nil && now.Form {
		now, err = s.offerPassword(ctx)
	}
	for try := 1; err == nil && now.Code; try++ {
		if try > mostCodes {
			return s.refuse(fmt.Sprintf("%d one-time codes were refused", mostCodes), now)
		}
		now, err = s.offerCode(ctx)
	}
	switch {
	case err != nil:
		return err
	case now.Form:
		return s.refuse("the site asked for the password again after the one-time code", now)
	}
	s.inside = true
	s.o.Entered()
	s.o.Log.Info("signed in to the club site")
	if err := s.refused.forget(); err != nil {
		s.o.Log.Warn("cannot forget that the club site refused to let us in before", "error", err)
	}
	if err := s.keep(); err != nil {
		s.o.Log.Warn("the next run has to sign in anew", "error", err)
	}
	return nil
}

// beginSignIn opens the first page and finds out whether the site asks to sign in.
func (s *Site) beginSignIn(ctx context.Context) (now standing, err error) {
	for try := 1; ; try++ {
		if err := s.ready(ctx); err != nil {
			return now, err
		}
		_, cancel := s.tab.begin(ctx)
		err = s.navigate(ctx, s.profile.Pages.Start)
		if err == nil {
			now, err = s.awaitStanding(ctx)
		}
		cancel()
		switch {
		case err == nil:
			return now, nil
		case ctx.Err() != nil:
			return now, ctx.Err()
		case try >= s.limits.Tries:
			return now, federation.ErrSignIn.Because(err)
		}
		if err := s.o.pause(ctx, time.Duration(try)*s.limits.Retry); err != nil {
			return now, err
		}
		s.closeTab()
	}
}

func (s *Site) offerPassword(ctx context.Context) (standing, error) {
	profile := s.profile.SignIn
	now, err := s.submit(ctx, typed{profile.Username, s.o.Username}, typed{profile.Password, s.o.Password})
	if err == nil && now.Form {
		return now, s.refuse("user name or password were refused", now)
	}
	return now, err
}

func (s *Site) offerCode(ctx context.Context) (standing, error) {
	code, err := s.codes.next(ctx)
	if err != nil {
		return standing{}, err
	}
	return s.submit(ctx, typed{s.profile.SignIn.Code, code})
}

// typed is a text for the input of a selector.
type typed struct{ selector, text string }

// submit fills in a page of the identity provider, sends it, and waits for the next page.
func (s *Site) submit(ctx context.Context, texts ...typed) (standing, error) {
	page := s.tab.at(ctx)
	for _, in := range texts {
		element, err := find(ctx, page, in.selector, s.limits.SignIn)
		if err == nil {
			err = fill(element, in.text)
		}
		if err != nil {
			return standing{}, signInError(ctx, in.selector, err)
		}
	}
	button, err := find(ctx, page, s.profile.SignIn.Submit, s.limits.SignIn)
	if err == nil {
		_, err = page.Eval(`() => { window.__left = true }`)
	}
	if err == nil {
		err = press(ctx, button)
	}
	if err != nil {
		return standing{}, signInError(ctx, s.profile.SignIn.Submit, err)
	}
	now, err := s.awaitStanding(ctx)
	if err != nil {
		return now, signInError(ctx, "the page after it", err)
	}
	return now, nil
}

func signInError(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return federation.ErrSignIn.Because(fmt.Errorf("%s: %w", what, err))
}

// awaitStanding waits until a new page asks for something, or shows that the session is open.
func (s *Site) awaitStanding(ctx context.Context) (now standing, err error) {
	waiting, cancel := context.WithTimeout(ctx, s.limits.SignIn)
	defer cancel()
	profile := s.profile.SignIn
	selectors := map[string]any{
		"address": profile.Address, "username": profile.Username, "code": profile.Code, "inside": profile.Inside,
		"refused": profile.Refused,
	}
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		if seen, err := s.look(waiting, selectors); err == nil { // a page that is going away cannot be asked
			now = seen
			if !now.Left && (now.Form || now.Code || now.Away && now.Inside) {
				return now, nil
			}
		}
		if waiting.Err() == nil && pause(waiting, wait) == nil {
			continue
		}
		switch {
		case ctx.Err() != nil:
			return now, ctx.Err()
		case now.Away && !now.Left:
			s.o.Log.Warn("the page after signing in has no mark of being in; going on")
			return now, nil
		}
		return now, fmt.Errorf("no page that asks for anything within %v: %s", s.limits.SignIn, s.profile.mask(now.Text))
	}
}

// look asks the page for its standing.
func (s *Site) look(ctx context.Context, selectors map[string]any) (now standing, err error) {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	answer, err := evaluate(s.tab.at(asking), look, selectors)
	if err != nil {
		return now, err
	}
	return now, answer.Value.Unmarshal(&now)
}

// evaluate runs a function in the page and returns its value.
func evaluate(page *rod.Page, function string, arguments ...any) (*proto.RuntimeRemoteObject, error) {
	return page.Evaluate(rod.Eval(function, arguments...))
}

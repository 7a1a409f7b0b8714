// Package session owns who is behind a request: the cookie of a browser with its nonce, or HTTP Basic with an application
// password (contract §5).
//
// It does not decide what they may: that is asked in the use cases.
package session

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// NonceHeader is where browser calls put their nonce.
const NonceHeader = "X-CMS-Nonce"

// Schemes describe how requests are signed.
func Schemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		rest.ProgramScheme: {Type: "http", Scheme: "basic", Description: "A user name and an application password."},
		rest.BrowserScheme: {
			Type: "apiKey", In: "cookie", Name: CookieName,
			Description: "Over https " + hostPrefix + CookieName + ". With the header " + NonceHeader + " on every call but GET.",
		},
	}
}

type contextKey int

const (
	identityKey contextKey = iota
	originKey
)

// Origin is where a request came from, behind trusted proxies.
type Origin struct {
	accounts.Origin
	HTTPS bool // as the browser sees it
}

// WithOrigin notes the origin of a request; the outermost handler does it.
func WithOrigin(ctx context.Context, origin Origin) context.Context {
	return context.WithValue(ctx, originKey, origin)
}

// OriginOf returns what WithOrigin noted.
func OriginOf(ctx context.Context) Origin {
	origin, _ := ctx.Value(originKey).(Origin)
	return origin
}

// Identity is who is behind a request. Session and Token are empty for programs.
type Identity struct {
	User    account.User
	Viewer  access.Viewer // the user as the access rules see one
	Session account.Session
	Token   string // of the session, as the browser's cookie holds it
	Browser string // what the browser keeps to be known, whoever is signed in
	Former  bool   // the token came under the name that the cookie had before

	ReadOnly bool // a program that may only read
}

// SignInOrigin is where a request came from, with what it tells of the browser: for whoever checks a password.
func SignInOrigin(ctx context.Context) accounts.Origin {
	origin, identity := OriginOf(ctx).Origin, Of(ctx)
	origin.Browser, origin.Session = identity.Browser, identity.Session
	return origin
}

// Of returns who is behind a request; the zero Identity is nobody.
func Of(ctx context.Context) Identity {
	identity, _ := ctx.Value(identityKey).(Identity)
	return identity
}

// Viewer is Of as the access rules see it.
func Viewer(ctx context.Context) access.Viewer {
	return Of(ctx).Viewer
}

// Gate lets a request through to its operation once it is known who is behind it: before anything of the input is looked
// at, so that whoever is not signed in learns nothing from validation.
func Gate(service *accounts.Service) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		request, writer := humamux.Unwrap(ctx)
		identity, err := identify(request.WithContext(ctx.Context()), service)
		if err == nil && identity.User.ID != 0 {
			entrance := identity.Viewer.Entrance
			identity.Viewer = service.Viewer(&identity.User) // of the view that the request was caught up to
			identity.Viewer.Entrance = entrance
		}
		identity.Browser = cookieValue(request, name(BrowserCookieName, OriginOf(ctx.Context()).HTTPS))
		if err == nil && identity.Session.Digest != "" && !rest.IsPublic(ctx.Operation()) && changes(ctx.Method()) {
			err = service.CheckNonce(identity.Session, request.Header.Get(NonceHeader))
		}
		if errors.Is(err, fault.ErrNotSignedIn) && rest.IsPublic(ctx.Operation()) {
			err = nil
		}
		if err == nil && identity.User.ID == 0 && !rest.IsPublic(ctx.Operation()) {
			err = fault.ErrNotSignedIn
		}
		// Also where this one changes nothing: nobody need know which do. What holds a secret opens something else, for longer.
		if err == nil && identity.ReadOnly && (changes(ctx.Method()) || rest.IsSecret(ctx.Operation())) {
			err = account.ErrReadOnly
		}
		if err == nil {
			err = enough(service, ctx.Operation(), identity)
		}
		event := rest.EventOf(ctx.Context())
		event.User, event.Viewer = int64(identity.User.ID), identity.Viewer
		if err != nil { // whoever may not does not get the body read
			rest.CloseUnread(writer, request)
			rest.WriteError(writer, rest.ErrorFor(ctx.Context(), err))
			return
		}
		next(huma.WithValue(ctx, identityKey, identity))
	}
}

// enough asks whether being signed in so is enough for the operation. No session is a program.
func enough(service *accounts.Service, operation *huma.Operation, identity Identity) error {
	if rest.IsForBrowsers(operation) && identity.Session.Digest == "" {
		return account.ErrBrowserOnly
	}
	if identity.Session.Digest != "" && !rest.IsForEnrolling(operation) && !rest.IsPublic(operation) &&
		service.MustEnroll(&identity.User) {
		return account.ErrFactorLacking
	}
	if needs := rest.NeededFor(operation); needs != "" {
		if err := identity.Viewer.Require(needs); err != nil {
			return err
		}
	}
	if rest.NeedsConfirmation(operation) && identity.Session.Digest != "" {
		return service.CheckConfirmed(identity.Session)
	}
	return nil
}

func changes(method string) bool { return method != http.MethodGet && method != http.MethodHead }

// identify reads the credentials of a request. A program's come first; a wrong one is not excused by a cookie.
func identify(r *http.Request, service *accounts.Service) (Identity, error) {
	origin := OriginOf(r.Context()).Origin
	if r.Header.Get("Authorization") != "" {
		login, password, ok := r.BasicAuth()
		if !ok {
			return Identity{}, fault.ErrNotSignedIn
		}
		program, err := service.Program(r.Context(), login, password, origin)
		by := access.Entrance{Way: access.ByApplicationPassword, Name: program.Password, Address: origin.Address}
		return Identity{User: program.User, Viewer: access.Viewer{Entrance: by}, ReadOnly: program.ReadOnly}, err
	}
	token, former := sessionToken(r)
	if strings.TrimSpace(token) == "" {
		return Identity{}, nil
	}
	signedIn, err := service.Resume(r.Context(), token, origin)
	by := access.Entrance{Way: access.BySession, Address: origin.Address}
	return Identity{
		User: signedIn.User, Viewer: access.Viewer{Entrance: by}, Session: signedIn.Session, Token: token, Former: former,
	}, err
}

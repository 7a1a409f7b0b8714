// Package accountsapi is the HTTP area of accounts: signing in and out, one's own password, sessions and application
// passwords, and the lists of users (contract §4.5, §5).
package accountsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	accounts  *accounts.Service
	format    rest.Format
	refreshes func(access.Viewer) bool
}

// New makes the area; refreshes is whether the club offers somebody to bring a member up to date.
func New(service *accounts.Service, format rest.Format, refreshes func(access.Viewer) bool) *Handler {
	return &Handler{accounts: service, format: format, refreshes: refreshes}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "accounts"
	const current, mine = "/club/v1/session", "/club/v1/user/sessions"
	rest.Handle(api, rest.Operation{Name: "session.start", Method: http.MethodPost, Path: current, Tag: tag, Public: true,
		Summary: "Sign in", Audit: true, Secret: true}, h.signIn)
	rest.Handle(api, rest.Operation{Name: "session.show", Method: http.MethodGet, Path: current, Tag: tag, Enrolling: true,
		Summary: "Who is signed in, with a new nonce", Secret: true}, h.resume)
	rest.Handle(api, rest.Operation{Name: "session.end", Method: http.MethodDelete, Path: current, Tag: tag, Enrolling: true,
		Summary: "Sign out", Audit: true}, h.signOut)
	rest.Handle(api, rest.Operation{Name: "session.confirm", Method: http.MethodPost, Path: current + "/confirm", Tag: tag,
		Enrolling: true, Browser: true, Summary: "Give one's password once more, for what asks for it", Audit: true,
		Secret: true}, h.confirm)

	rest.Handle(api, rest.Operation{Name: "user.me", Method: http.MethodGet, Path: "/club/v1/user/me", Tag: tag, Enrolling: true,
		Summary: "Who is signed in"}, h.profile)
	rest.Handle(api, rest.Operation{Name: "user.password", Method: http.MethodPost, Path: "/club/v1/user/password", Tag: tag,
		Enrolling: true, Browser: true, Summary: "Change one's password; all sessions end", Audit: true}, h.changePassword)
	rest.Handle(api, rest.Operation{Name: "user.sessions", Method: http.MethodGet, Path: mine, Tag: tag,
		Summary: "One's own sessions"}, h.sessions)
	rest.Handle(api, rest.Operation{Name: "user.sessions.end-others", Method: http.MethodDelete, Path: mine, Tag: tag,
		Summary: "End all one's other sessions", Audit: true}, h.endOtherSessions)
	rest.Handle(api, rest.Operation{Name: "user.sessions.end", Method: http.MethodDelete, Path: mine + "/{id}", Tag: tag,
		Summary: "End one of one's sessions", Audit: true}, h.endSession)

	rest.Handle(api, rest.Operation{Name: "users.list", Method: http.MethodGet, Path: "/club/v1/users", Tag: tag,
		Summary: "All users, for administrators"}, h.users)
	const scope = "/club/v1/users/{id}/scope"
	rest.Handle(api, rest.Operation{Name: "users.scope", Method: http.MethodGet, Path: scope, Tag: tag,
		Summary: "Which teams and age groups a user was given to read, for who controls access"}, h.scope)
	rest.Handle(api, rest.Operation{Name: "users.give", Method: http.MethodPut, Path: scope, Tag: tag, Audit: true,
		Summary: "Decide which teams and age groups another user is given to read, for who controls access"}, h.give)
	rest.Handle(api, rest.Operation{Name: "users.search", Method: http.MethodGet, Path: "/club/v1/users/search", Tag: tag,
		Summary: "Find other users"}, h.search)
	const preferences = "/club/v1/user/list-preferences"
	rest.Handle(api, rest.Operation{Name: "user.list-preferences", Method: http.MethodGet, Path: preferences, Tag: tag,
		Summary: "How one likes the lists of the page"}, h.preferences)
	rest.Handle(api, rest.Operation{Name: "user.change-list-preferences", Method: http.MethodPost, Path: preferences, Tag: tag,
		Summary: "Change how one likes the lists of the page"}, h.prefer)
	h.mountNotifications(api)
	h.mountReset(api)
	h.mountFirstStart(api)
	h.mountAdministration(api)
	h.mountProvision(api)
	h.mountPrograms(api)
	h.mountFactor(api)
	h.mountPasskeys(api)
}

type preferencesOutput struct{ Body ListPreferences }

func (h *Handler) preferences(ctx context.Context, _ *struct{}) (*preferencesOutput, error) {
	return &preferencesOutput{wirePreferences(session.Of(ctx).User.Preferences)}, nil
}

type preferInput struct {
	Body struct {
		Density   string `json:"density,omitempty" enum:"compact,roomy"`
		Shortcuts *bool  `json:"shortcuts,omitempty"`
		People    *struct {
			Columns *[]string       `json:"columns,omitempty" maxItems:"100" doc:"In order; an empty list for the usual ones."`
			Widths  *map[string]int `json:"widths,omitempty" doc:"In pixels, by column: all that are not the usual ones."`
		} `json:"people,omitempty"`
	}
}

func (h *Handler) prefer(ctx context.Context, in *preferInput) (*preferencesOutput, error) {
	changed, err := h.accounts.Prefer(ctx, session.Viewer(ctx), func(p *account.Preferences) {
		if in.Body.Density != "" {
			p.Roomy = in.Body.Density == roomy
		}
		if in.Body.Shortcuts != nil {
			p.NoShortcuts = !*in.Body.Shortcuts
		}
		if in.Body.People == nil {
			return
		}
		if in.Body.People.Columns != nil {
			p.PeopleColumns = *in.Body.People.Columns
		}
		if in.Body.People.Widths != nil {
			p.PeopleWidths = *in.Body.People.Widths
		}
	})
	if err != nil {
		return nil, err
	}
	return &preferencesOutput{wirePreferences(changed)}, nil
}

type signInInput struct {
	Body struct {
		Username *string `json:"username,omitempty" maxLength:"300" doc:"User name or e-mail address. May be left out with a passkey."`
		Password *string `json:"password,omitempty" maxLength:"1000" doc:"May be left out with a passkey."`
		Code     string  `json:"code,omitempty" maxLength:"100" doc:"Of the second factor, for who has one: six digits, or a recovery code. Without it right credentials are 401 second_factor_required."`

		Passkey *PasskeyReply `json:"passkey,omitempty" doc:"In the place of the code; without username and password in the place of all."`
	}
}

// Resolve implements huma.Resolver.
func (in *signInInput) Resolve(huma.Context) (missing []error) {
	if in.Body.Passkey != nil {
		return nil
	}
	for name, value := range map[string]*string{"username": in.Body.Username, "password": in.Body.Password} {
		if value == nil {
			missing = append(missing, &huma.ErrorDetail{Location: "body." + name, Message: fault.Required})
		}
	}
	return missing
}

type stateOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      SessionState
}

func (h *Handler) signIn(ctx context.Context, in *signInInput) (*stateOutput, error) {
	typed := accounts.Credentials{
		Code: in.Body.Code, Passkey: in.Body.Passkey.reply(),
	}
	if in.Body.Username != nil {
		typed.Login = *in.Body.Username
	}
	if in.Body.Password != nil {
		typed.Password = *in.Body.Password
	}
	signedIn, token, err := h.accounts.SignIn(ctx, typed, session.SignInOrigin(ctx))
	return h.begun(ctx, signedIn, token, err)
}

// begun returns the answer to a sign-in.
func (h *Handler) begun(ctx context.Context, signedIn accounts.SignedIn, token string, err error) (*stateOutput, error) {
	rest.EventOf(ctx).User = int64(signedIn.User.ID)
	if err != nil {
		return nil, err
	}
	output, err := h.state(ctx, signedIn.User, signedIn.Session)
	if err != nil {
		return nil, err
	}
	https := session.OriginOf(ctx).HTTPS
	output.SetCookie = append(h.sessionCookies(ctx, token, signedIn.Session), session.BrowserCookie(signedIn.Browser, https))
	return output, nil
}

// sessionCookies are what a browser keeps of the session from now on.
func (h *Handler) sessionCookies(ctx context.Context, token string, current account.Session) []http.Cookie {
	https := session.OriginOf(ctx).HTTPS
	now := h.accounts.Now()
	current.LastSeen = now // this is a use, even where the last one is too new for it to be stored
	cookies := []http.Cookie{session.Cookie(token, https, current.Left(now))}
	if session.Of(ctx).Former {
		cookies = append(cookies, session.FormerCookie())
	}
	return cookies
}

func (h *Handler) state(ctx context.Context, user account.User, current account.Session) (*stateOutput, error) {
	profile, err := h.accounts.Me(ctx, h.accounts.Viewer(&user))
	if err != nil {
		return nil, err
	}
	output := &stateOutput{Body: SessionState{User: h.me(profile)}}
	if current.Digest != "" {
		output.Body.Enrolls = h.accounts.MustEnroll(&user)
		nonce, expires := h.accounts.Nonce(current)
		output.Body.Nonce, output.Body.NonceExpiresAt = nonce, stamp(expires)
	}
	return output, nil
}

func (h *Handler) resume(ctx context.Context, _ *struct{}) (*stateOutput, error) {
	identity := session.Of(ctx)
	output, err := h.state(ctx, identity.User, identity.Session)
	if err == nil && identity.Token != "" { // a browser in use keeps its cookie
		output.SetCookie = h.sessionCookies(ctx, identity.Token, identity.Session)
	}
	return output, err
}

type successOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Forget    string        `header:"Clear-Site-Data" doc:"Photos that the browser has kept are the next user's none of business."`
	Body      struct {
		Success bool `json:"success"`
	}
}

func success(ctx context.Context) *successOutput {
	output := &successOutput{SetCookie: session.Forget(session.OriginOf(ctx).HTTPS), Forget: `"cache"`}
	output.Body.Success = true
	return output
}

func (h *Handler) signOut(ctx context.Context, _ *struct{}) (*successOutput, error) {
	if current := session.Of(ctx).Session; current.Digest != "" {
		if err := h.accounts.SignOut(ctx, session.Viewer(ctx), current); err != nil {
			return nil, err
		}
	}
	return success(ctx), nil
}

type confirmInput struct {
	Body struct {
		Password string `json:"password" maxLength:"1000"`
	}
}

type confirmOutput struct {
	Body struct {
		Until string `json:"confirmed_until" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	}
}

func (h *Handler) confirm(ctx context.Context, in *confirmInput) (*confirmOutput, error) {
	until, err := h.accounts.Confirm(
		ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, in.Body.Password, session.SignInOrigin(ctx))
	if err != nil {
		return nil, err
	}
	output := &confirmOutput{}
	output.Body.Until = stamp(until)
	return output, nil
}

type meOutput struct{ Body Me }

func (h *Handler) profile(ctx context.Context, _ *struct{}) (*meOutput, error) {
	profile, err := h.accounts.Me(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &meOutput{h.me(profile)}, nil
}

type passwordInput struct {
	Body struct {
		Current string `json:"current_password" maxLength:"1000"`
		New     string `json:"new_password" doc:"At least 12 characters, and not easy to guess."`
		Revoke  bool   `json:"revoke_application_passwords,omitempty" doc:"Revoke one's application passwords and passkeys too, and the address of one's calendars."`
	}
}

type passwordOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Forget    string        `header:"Clear-Site-Data"`
	Body      struct {
		Success   bool                  `json:"success"`
		Message   string                `json:"message"`
		Passwords []ApplicationPassword `json:"application_passwords" doc:"Those that still work, oldest first."`
		Revoked   int                   `json:"application_passwords_revoked" doc:"How many were revoked."`
	}
}

// passwordChanged is the contract's message (§4.5).
const passwordChanged = "Wachtwoord succesvol gewijzigd. Log opnieuw in."

func (h *Handler) changePassword(ctx context.Context, in *passwordInput) (*passwordOutput, error) {
	change := accounts.PasswordChange{Current: in.Body.Current, New: in.Body.New, Revoke: in.Body.Revoke}
	left, err := h.accounts.ChangePassword(ctx, session.Viewer(ctx), change, session.SignInOrigin(ctx))
	if err != nil {
		return nil, err
	}
	signedOut := success(ctx)
	output := &passwordOutput{SetCookie: append(signedOut.SetCookie, known(ctx, left.Browser)...), Forget: signedOut.Forget}
	output.Body.Success, output.Body.Message = true, passwordChanged
	output.Body.Passwords, output.Body.Revoked = wirePasswords(left.Passwords, h.accounts.Today()), left.Revoked
	return output, nil
}

// known is what a browser keeps from now on to be known: nothing new for "".
func known(ctx context.Context, token string) []http.Cookie {
	if token == "" {
		return nil
	}
	return []http.Cookie{session.BrowserCookie(token, session.OriginOf(ctx).HTTPS)}
}

type sessionsOutput struct{ Body []Session }

func (h *Handler) sessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	list, err := h.accounts.OwnSessions(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &sessionsOutput{Body: make([]Session, len(list))}
	for i, s := range list {
		output.Body[i] = wireSession(s, session.Of(ctx).Session.Digest)
	}
	return output, nil
}

type endedOutput struct {
	Body struct {
		Deleted int `json:"deleted" doc:"How many sessions ended."`
	}
}

func (h *Handler) endOtherSessions(ctx context.Context, _ *struct{}) (*endedOutput, error) {
	count, err := h.accounts.EndOtherSessions(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest)
	if err != nil {
		return nil, err
	}
	output := &endedOutput{}
	output.Body.Deleted = count
	return output, nil
}

type endSessionInput struct {
	ID string `path:"id" doc:"Public id of the session, from the list."`
}

// DeletedOutputBody says that something is gone.
type DeletedOutputBody struct {
	Deleted bool `json:"deleted"`
}

type deletedOutput struct{ Body DeletedOutputBody }

func (h *Handler) endSession(ctx context.Context, in *endSessionInput) (*deletedOutput, error) {
	return deleted(h.accounts.EndSession(ctx, session.Viewer(ctx), in.ID))
}

type usersOutput struct{ Body []UserEntry }

func (h *Handler) users(ctx context.Context, _ *struct{}) (*usersOutput, error) {
	list, err := h.accounts.AllUsers(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &usersOutput{Body: make([]UserEntry, len(list))}
	for i, u := range list {
		output.Body[i] = wireUser(u)
	}
	return output, nil
}

type searchInput struct {
	Query string `query:"q" maxLength:"200" doc:"At least 2 characters of the display name, or a whole e-mail address; administrators: of name, user name or address. Required."`
}

type searchOutput struct{ Body []UserHit }

func (h *Handler) search(ctx context.Context, in *searchInput) (*searchOutput, error) {
	hits, err := h.accounts.Search(ctx, session.Viewer(ctx), in.Query)
	if err != nil {
		return nil, err
	}
	output := &searchOutput{Body: make([]UserHit, len(hits))}
	for i, u := range hits {
		output.Body[i] = UserHit{ID: u.ID, DisplayName: u.DisplayName, AvatarURL: h.format.Picture(u.Photo, media.Thumbnail)}
	}
	return output, nil
}

package accountsapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountPrograms adds what programs use: their passwords, and the user that they test their connection with.
func (h *Handler) mountPrograms(api huma.API) {
	const passwords, tag = "/cms/v2/users/{id}/application-passwords", "accounts"
	rest.Handle(api, rest.Operation{Name: "users.me", Method: http.MethodGet, Path: "/cms/v2/users/me", Tag: tag,
		Summary: "Who is signed in, in short"}, h.shortProfile)
	rest.Handle(api, rest.Operation{Name: "application-passwords.list", Method: http.MethodGet, Path: passwords, Tag: tag,
		Summary: "Application passwords of a user"}, h.passwords)
	rest.Handle(api, rest.Operation{Name: "application-passwords.create", Method: http.MethodPost, Path: passwords, Tag: tag,
		Summary: "Make an application password for oneself, shown this once", Status: http.StatusCreated, Browser: true, Confirm: true,
		Audit: true, Secret: true}, h.createPassword)
	rest.Handle(api, rest.Operation{Name: "application-passwords.revoke", Method: http.MethodDelete, Path: passwords + "/{uuid}",
		Tag: tag, Summary: "Revoke an application password", Audit: true}, h.revokePassword)
}

// UserShort is a user as programs of the predecessor read one.
type UserShort struct {
	ID    int64    `json:"id"`
	Name  string   `json:"name"`
	Slug  string   `json:"slug"`
	Link  string   `json:"link"`
	Roles []string `json:"roles"`
}

type shortOutput struct{ Body UserShort }

func (h *Handler) shortProfile(ctx context.Context, _ *struct{}) (*shortOutput, error) {
	u := session.Of(ctx).User
	return &shortOutput{UserShort{
		ID: u.ID, Name: u.DisplayName, Slug: u.Username, Link: h.format.PageURL + "/", Roles: texts(u.Held()),
	}}, nil
}

// Owner is whose passwords a request is about. It is exported because huma does not fill embedded structs that are not.
type Owner struct {
	ID string `path:"id" doc:"The user's number, or me."`
}

func (o *Owner) user(ctx context.Context) (account.UserID, error) {
	if o.ID == "me" {
		return session.Of(ctx).User.ID, nil
	}
	id, err := strconv.ParseInt(o.ID, 10, 64)
	if err != nil {
		return 0, account.ErrAbsent
	}
	return id, nil
}

type passwordsOutput struct{ Body []ApplicationPassword }

func (h *Handler) passwords(ctx context.Context, in *Owner) (*passwordsOutput, error) {
	of, err := in.user(ctx)
	if err != nil {
		return nil, err
	}
	list, err := h.accounts.ApplicationPasswords(ctx, session.Viewer(ctx), of)
	if err != nil {
		return nil, err
	}
	return &passwordsOutput{wirePasswords(list, h.accounts.Today())}, nil
}

type createPasswordInput struct {
	Owner
	Body struct {
		Name     string `json:"name" doc:"What the password is for."`
		Expires  string `json:"expires,omitempty" doc:"The last day on which it works, YYYY-MM-DD; without it there is no end."`
		ReadOnly bool   `json:"read_only,omitempty" doc:"Whether it may only read: every method but GET and HEAD is 403."`
	}
}

type createPasswordOutput struct{ Body NewApplicationPassword }

func (h *Handler) createPassword(ctx context.Context, in *createPasswordInput) (*createPasswordOutput, error) {
	of, err := in.user(ctx)
	if err != nil {
		return nil, err
	}
	until, ok := civil.Parse(in.Body.Expires)
	if !ok {
		return nil, fault.Param("expires", fault.NotADate)
	}
	wish := accounts.PasswordWish{Name: in.Body.Name, Until: until, ReadOnly: in.Body.ReadOnly}
	created, spelled, err := h.accounts.CreateApplicationPassword(
		ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, of, wish)
	if err != nil {
		return nil, err
	}
	return &createPasswordOutput{NewApplicationPassword{wirePassword(created, h.accounts.Today()), spelled}}, nil
}

type revokePasswordInput struct {
	Owner
	UUID string `path:"uuid"`
}

type revokePasswordOutput struct {
	Body struct {
		Deleted  bool                `json:"deleted"`
		Previous ApplicationPassword `json:"previous"`
	}
}

func (h *Handler) revokePassword(ctx context.Context, in *revokePasswordInput) (*revokePasswordOutput, error) {
	of, err := in.user(ctx)
	if err != nil {
		return nil, err
	}
	revoked, err := h.accounts.RevokeApplicationPassword(ctx, session.Viewer(ctx), of, in.UUID)
	if err != nil {
		return nil, err
	}
	output := &revokePasswordOutput{}
	output.Body.Deleted, output.Body.Previous = true, wirePassword(revoked, h.accounts.Today())
	return output, nil
}

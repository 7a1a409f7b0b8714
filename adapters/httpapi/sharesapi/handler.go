// Package sharesapi is the HTTP area of direct shares: with whom a person or a team is shared (contract §4.6).
package sharesapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/shares"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	shares *shares.Service
	format rest.Format
}

// New makes the area.
func New(service *shares.Service, format rest.Format) *Handler {
	return &Handler{shares: service, format: format}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	for _, of := range []struct {
		kind       access.Kind
		path, name string
	}{{access.People, "people", "person"}, {access.Groups, "teams", "team"}} {
		name, path, tag := of.path+".shares", "/club/v1/"+of.path+"/{id}/shares", of.path
		rest.Handle(api, rest.Operation{Name: name, Method: http.MethodGet, Path: path, Tag: tag,
			Summary: "With whom a " + of.name + " is shared, for its author and administrators"},
			func(ctx context.Context, in *listInput) (*listOutput, error) { return h.list(ctx, of.kind, in.ID) })
		rest.Handle(api, rest.Operation{Name: name + ".set", Method: http.MethodPost, Path: path, Tag: tag, Audit: true,
			Summary: "Share a " + of.name + " with a user, or change what the share allows"},
			func(ctx context.Context, in *shareInput) (*successOutput, error) { return h.share(ctx, of.kind, in) })
		rest.Handle(api, rest.Operation{Name: name + ".revoke", Method: http.MethodDelete, Path: path + "/{user_id}", Tag: tag,
			Audit: true, Summary: "Share a " + of.name + " with a user no longer"},
			func(ctx context.Context, in *revokeInput) (*successOutput, error) { return h.revoke(ctx, of.kind, in) })
	}
}

// Share is a user with whom a record is shared (contract §2.6).
type Share struct {
	UserID      int64  `json:"user_id"`
	DisplayName string `json:"display_name"`
	AvatarURL   string `json:"avatar_url" doc:"The thumbnail of the linked person, empty without one that the caller may see."`
	Permission  string `json:"permission" enum:"view,edit"`
}

type listInput struct {
	ID int64 `path:"id"`
}

type listOutput struct{ Body []Share }

func (h *Handler) list(ctx context.Context, kind access.Kind, id int64) (*listOutput, error) {
	list, err := h.shares.List(ctx, session.Viewer(ctx), kind, id)
	if err != nil {
		return nil, err
	}
	body := make([]Share, len(list))
	for i, one := range list {
		body[i] = Share{
			UserID: one.User, DisplayName: one.Name, AvatarURL: h.format.Picture(one.Photo, media.Thumbnail),
			Permission: string(one.Permission),
		}
	}
	return &listOutput{body}, nil
}

type shareInput struct {
	ID   int64 `path:"id"`
	Body struct {
		UserID     int64  `json:"user_id"`
		Permission string `json:"permission,omitempty" enum:"view,edit" default:"view"`
	}
}

type successOutput struct{ Body Success }

// Success is what came of it.
type Success struct {
	Success bool   `json:"success"`
	Message string `json:"message" doc:"One Dutch sentence."`
}

func (h *Handler) share(ctx context.Context, kind access.Kind, in *shareInput) (*successOutput, error) {
	permission := access.Permission(in.Body.Permission)
	with, changed, err := h.shares.Share(ctx, session.Viewer(ctx), kind, in.ID, in.Body.UserID, permission)
	if err != nil {
		return nil, err
	}
	return &successOutput{Success{true, sharedWith(with.DisplayName, permission, changed)}}, nil
}

type revokeInput struct {
	ID     int64 `path:"id"`
	UserID int64 `path:"user_id"`
}

func (h *Handler) revoke(ctx context.Context, kind access.Kind, in *revokeInput) (*successOutput, error) {
	if err := h.shares.Revoke(ctx, session.Viewer(ctx), kind, in.ID, in.UserID); err != nil {
		return nil, err
	}
	return &successOutput{Success{true, revoked}}, nil
}

package mediaapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/work"
)

// mountPlaces adds the routes of photos and logos (contract §4.3).
func (h *Handler) mountPlaces(api huma.API) {
	const photo = "/club/v1/people/{id}/photo"
	rest.Handle(api, rest.Operation{Name: "people.photo", Method: http.MethodPost, Path: photo, Tag: "people", Upload: true,
		Conditional: true, Summary: "Give a person a photo: JPEG, PNG, GIF or WebP"}, h.photograph)
	rest.Handle(api, rest.Operation{Name: "people.photo.delete", Method: http.MethodDelete, Path: photo, Tag: "people",
		Conditional: true, Summary: "Take a person's photo away"}, h.unphotograph)
	for kind, path := range map[work.Kind]string{work.Team: "teams", work.Committee: "commissies"} {
		logo := "/club/v1/" + path + "/{id}/logo"
		rest.Handle(api, rest.Operation{Name: path + ".logo.upload", Method: http.MethodPost, Path: logo + "/upload", Tag: path,
			Upload: true, Conditional: true, Summary: "Give it a new logo: JPEG, PNG, GIF, WebP or SVG"}, h.design(kind))
		rest.Handle(api, rest.Operation{Name: path + ".logo", Method: http.MethodPost, Path: logo, Tag: path,
			Guard: h.guard(kind), Summary: "Make a picture of the library its logo"}, h.chooseLogo(kind))
	}
}

type placeInput struct {
	ID int64 `path:"id" doc:"The record's number."`
	rest.Upload
}

type placedOutput struct{ Body Placed }

// Placed says where a new photo or logo is.
type Placed struct {
	Success      bool   `json:"success"`
	AttachmentID int64  `json:"attachment_id" doc:"0 for none."`
	MediaID      int64  `json:"media_id" doc:"The same."`
	Filename     string `json:"filename"`
	ThumbnailURL string `json:"thumbnail_url" doc:"Empty for none."`
	FullURL      string `json:"full_url" doc:"Empty for none."`
}

func (h *Handler) placed(m media.Media, err error) (*placedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &placedOutput{Placed{
		Success: true, AttachmentID: m.ID, MediaID: m.ID, Filename: m.Name,
		ThumbnailURL: h.format.Picture(m.ID, media.Thumbnail), FullURL: h.format.Picture(m.ID, media.Full),
	}}, nil
}

func (h *Handler) photograph(ctx context.Context, in *placeInput) (*placedOutput, error) {
	viewer := session.Viewer(ctx)
	if err := h.pictures.MayPhotograph(ctx, viewer, in.ID, rest.Expected(ctx)); err != nil {
		return nil, err
	}
	end, err := h.pictures.Begin(viewer)
	if err != nil {
		return nil, err
	}
	defer end()
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	return h.placed(h.pictures.Photograph(ctx, viewer, in.ID, rest.Expected(ctx), file.Data))
}

type unphotographInput struct {
	ID int64 `path:"id" doc:"The person's number."`
}

type doneOutput struct{ Body Done }

// Done says that it is done.
type Done struct {
	Success bool `json:"success"`
}

func (h *Handler) unphotograph(ctx context.Context, in *unphotographInput) (*doneOutput, error) {
	if err := h.pictures.TakePhotoAway(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)); err != nil {
		return nil, err
	}
	return &doneOutput{Done{Success: true}}, nil
}

func (h *Handler) design(kind work.Kind) func(context.Context, *placeInput) (*placedOutput, error) {
	return func(ctx context.Context, in *placeInput) (*placedOutput, error) {
		viewer := session.Viewer(ctx)
		if err := h.pictures.MayDesign(ctx, viewer, kind, in.ID, rest.Expected(ctx)); err != nil {
			return nil, err
		}
		end, err := h.pictures.Begin(viewer)
		if err != nil {
			return nil, err
		}
		defer end()
		file, err := in.File()
		if err != nil {
			return nil, err
		}
		return h.placed(h.pictures.Design(ctx, viewer, kind, in.ID, rest.Expected(ctx), file.Data))
	}
}

type logoInput struct {
	ID   int64 `path:"id" doc:"The record's number."`
	Body struct {
		MediaID int64 `json:"media_id" minimum:"0" doc:"A picture of the library; 0 for no logo."`
	}
}

// guard refuses who may not change the logo, or means another revision.
func (h *Handler) guard(kind work.Kind) rest.Guard {
	return func(ctx context.Context, id int64) error {
		return h.pictures.MayDesign(ctx, session.Viewer(ctx), kind, id, rest.Expected(ctx))
	}
}

func (h *Handler) chooseLogo(kind work.Kind) func(context.Context, *logoInput) (*placedOutput, error) {
	return func(ctx context.Context, in *logoInput) (*placedOutput, error) {
		return h.placed(h.pictures.ChooseLogo(ctx, session.Viewer(ctx), kind, in.ID, rest.Expected(ctx), in.Body.MediaID))
	}
}

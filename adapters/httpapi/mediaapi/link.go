package mediaapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
)

// linked is where a link of a photo leads to.
const linked = "/club/v1/photo-link/"

// mountLinks adds the routes of links of photos.
func (h *Handler) mountLinks(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "people.photo-link", Method: http.MethodGet, Path: "/club/v1/people/{id}/photo-link",
		Tag: "people", Secret: true, Summary: "A link of a person's photo that works for a week, for the synchronization"}, h.link)
	rest.Handle(api, rest.Operation{Name: "photo-link.file", Method: http.MethodGet, Path: linked + "{token}", Tag: "media",
		Public: true, Types: []string{media.JPEG, media.PNG, media.GIF}, Summary: "The small file of a photo, for who has its link"},
		h.linked)
}

type linkInput struct {
	ID int64 `path:"id" doc:"The person's number."`
}

type linkOutput struct{ Body PhotoLink }

// PhotoLink is a link of a photo.
type PhotoLink struct {
	URL     string    `json:"url" doc:"Opens the thumbnail, and no other size, to whoever has it."`
	Until   time.Time `json:"expires_at" doc:"When it works no more."`
	Picture int64     `json:"media_id" doc:"The picture's number: another photo has another one."`
}

func (h *Handler) link(ctx context.Context, in *linkInput) (*linkOutput, error) {
	link, err := h.pictures.Link(session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &linkOutput{PhotoLink{
		URL: h.format.RootURL + linked + link.Token, Until: link.Until, Picture: link.Picture,
	}}, nil
}

type linkedInput struct {
	Token string `path:"token" maxLength:"200"`
}

func (h *Handler) linked(ctx context.Context, in *linkedInput) (*fileOutput, error) {
	m, data, err := h.pictures.Linked(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	return &fileOutput{
		Type: pictures.LinkedType(&m), Length: len(data), Name: `inline; filename="foto"`, Cache: "private, max-age=300", Body: data,
	}, nil
}

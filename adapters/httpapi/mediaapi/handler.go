// Package mediaapi is the HTTP area of pictures: their files (/club/v1/media), and the library of those that are nobody's
// photo (/cms/v2/media).
package mediaapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	pictures *pictures.Service
	format   rest.Format
}

// New makes the area.
func New(service *pictures.Service, format rest.Format) *Handler {
	return &Handler{pictures: service, format: format}
}

const collection = "/cms/v2/media"

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const one, tag = collection + "/{id}", "media"
	rest.Handle(api, rest.Operation{Name: "media.file", Method: http.MethodGet, Path: rest.PicturePath, Tag: tag,
		Summary: "A file of a picture", Types: []string{media.JPEG, media.PNG, media.GIF, media.SVG}}, h.file)
	rest.Handle(api, rest.Operation{Name: "media.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "List the pictures that are nobody's photo, newest first"}, h.list)
	rest.Handle(api, rest.Operation{Name: "media.create", Method: http.MethodPost, Path: collection, Tag: tag,
		Summary: "Add a picture: JPEG, PNG, GIF, WebP or SVG", Status: http.StatusCreated, Upload: true}, h.create)
	rest.Handle(api, rest.Operation{Name: "media.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show what is known of a picture"}, h.show)
	rest.Handle(api, rest.Operation{Name: "media.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Delete a picture, for who added it and for administrators"}, h.remove)
	h.mountPlaces(api)
	h.mountLinks(api)
}

type fileInput struct {
	ID   int64      `path:"id" doc:"The picture's number."`
	Size media.Size `path:"size" enum:"thumbnail,full"`
}

type fileOutput struct {
	Type   string `header:"Content-Type" hidden:"true"`
	Length int    `header:"Content-Length" hidden:"true"`
	Name   string `header:"Content-Disposition" doc:"inline, with the file's name."`
	Cache  string `header:"Cache-Control" doc:"The reader's own browser may keep a picture of the library for ever, for what is behind a number never changes, and a photo for five minutes."`
	Policy string `header:"Content-Security-Policy" doc:"For an SVG, that nothing in it runs."`
	Body   []byte
}

// sandboxed is the policy of an SVG that is opened by itself. In a page's <img> a browser runs nothing of it anyway.
const sandboxed = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

func (h *Handler) file(ctx context.Context, in *fileInput) (*fileOutput, error) {
	m, data, err := h.pictures.Bytes(ctx, session.Viewer(ctx), in.ID, in.Size)
	if err != nil {
		return nil, err
	}
	output := &fileOutput{
		Type: m.FileType(in.Size), Length: len(data), Name: `inline; filename="` + m.FileName(in.Size) + `"`,
		Cache: "private, max-age=31536000, immutable", Body: data,
	}
	if !m.InLibrary() { // who may see it today may not tomorrow
		output.Cache = "private, max-age=300"
	}
	if output.Type == media.SVG {
		output.Policy = sandboxed
	}
	return output, nil
}

type listInput struct {
	Page    int     `query:"page" minimum:"1" default:"1" doc:"Page of the list."`
	PerPage int     `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Records a page."`
	Include []int64 `query:"include" maxItems:"1000" doc:"Only these ids: 1,2."`
	rest.Selection
}

type listOutput struct {
	rest.Paged
	Body rest.Answers[rest.Chosen[record]]
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	list := rest.Collection{Page: in.Page, PerPage: in.PerPage}
	page, err := h.pictures.Library(ctx, session.Viewer(ctx), media.Query{
		Include: in.Include, Offset: list.Offset(), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	paged, err := list.Paged(page.Total)
	if err != nil {
		return nil, err
	}
	output := &listOutput{Paged: paged, Body: make(rest.Answers[rest.Chosen[record]], len(page.Records))}
	for i, m := range page.Records {
		output.Body[i] = h.record(m, &in.Selection)
	}
	return output, nil
}

func (h *Handler) record(m media.Media, selection *rest.Selection) rest.Chosen[record] {
	return rest.Chosen[record]{Record: record{m, &h.format}, Selection: selection}
}

type oneInput struct {
	ID int64 `path:"id" doc:"The picture's number."`
	rest.Selection
}

type oneOutput struct{ Body rest.Chosen[record] }

func (h *Handler) show(ctx context.Context, in *oneInput) (*oneOutput, error) {
	m, err := h.pictures.Find(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &oneOutput{h.record(m, &in.Selection)}, nil
}

type createInput struct {
	rest.Selection
	rest.Upload
}

type createOutput struct {
	Location string `header:"Location" doc:"Where the picture's record is."`
	Body     rest.Chosen[record]
}

func (h *Handler) create(ctx context.Context, in *createInput) (*createOutput, error) {
	viewer := session.Viewer(ctx)
	end, err := h.pictures.Begin(viewer)
	if err != nil {
		return nil, err
	}
	defer end()
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	m, err := h.pictures.Upload(ctx, viewer, file.Data, file.Name, 0, true)
	if err != nil {
		return nil, err
	}
	return &createOutput{
		Location: h.format.RootURL + collection + "/" + strconv.FormatInt(m.ID, 10), Body: h.record(m, &in.Selection),
	}, nil
}

type removeInput struct {
	ID    int64 `path:"id" doc:"The picture's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput struct{ Body rest.Deleted[record] }

func (h *Handler) remove(ctx context.Context, in *removeInput) (*removeOutput, error) {
	previous, err := h.pictures.Delete(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &removeOutput{rest.Deleted[record]{Previous: record{previous, &h.format}}}, nil
}

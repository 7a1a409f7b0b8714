// Package dossiersapi is the HTTP area of all that is known of a person, as one archive.
package dossiersapi

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/dossiers"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	dossiers *dossiers.Service
	format   rest.Format
}

// New makes the area.
func New(service *dossiers.Service, format rest.Format) *Handler { return &Handler{service, format} }

const typeZip = "application/zip"

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "people.dossier", Method: http.MethodGet, Path: "/club/v1/people/{id}/dossier",
		Tag: "people", Needs: access.Manage, Patience: time.Minute, Audit: true, Types: []string{typeZip},
		Summary: "All that the club knows of a person, as one archive, for administrators"}, h.show)
}

type dossierInput struct {
	ID int64 `path:"id" doc:"The person's number."`
}

type dossierOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

func (h *Handler) show(ctx context.Context, in *dossierInput) (*dossierOutput, error) {
	found, err := h.dossiers.Of(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	packed, err := packed(&found, h.format.Zone)
	if err != nil {
		return nil, fmt.Errorf("pack a dossier: %w", err)
	}
	name := fmt.Sprintf(`attachment; filename="persoon-%d-%s.zip"`, found.Person, found.Made)
	return &dossierOutput{typeZip, name, packed}, nil
}

// packed returns the files as a zip archive.
func packed(d *dossiers.Dossier, zone *time.Location) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, file := range d.Files {
		header := &zip.FileHeader{Name: file.Name, Method: zip.Deflate, Modified: d.Made.At("00:00", zone)}
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(file.Data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

package clubapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type photos struct{ client *Client }

var _ ports.ApplicationPhotos = photos{}

func photoOf(person int64) string { return fmt.Sprintf("club/v1/people/%d/photo", person) }

func (p photos) Put(ctx context.Context, person int64, picture federation.Picture) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "foto."+picture.Ext)
	if err == nil {
		_, err = file.Write(picture.Data)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return fmt.Errorf("write the form of a photo: %w", err)
	}
	// Repeated, the second photo replaces the first.
	return p.send(ctx, request{method: http.MethodPost, path: photoOf(person), kind: form.FormDataContentType(), body: body.Bytes()})
}

func (p photos) Remove(ctx context.Context, person int64) error {
	err := p.send(ctx, request{method: http.MethodDelete, path: photoOf(person)})
	if err != nil && fault.KindOf(err) == fault.NotFound {
		return nil
	}
	return err
}

func (p photos) Link(ctx context.Context, person int64) (payload.PhotoLink, error) {
	var link struct {
		URL     string `json:"url"`
		Picture int64  `json:"media_id"`
	}
	_, err := p.client.send(ctx, get(photoOf(person)+"-link", nil), &link)
	if err == nil && (link.URL == "" || link.Picture == 0) {
		err = errUnreadable.Because(errors.New("a link without an address or a number"))
	}
	if err != nil {
		return payload.PhotoLink{}, err
	}
	return payload.PhotoLink{URL: link.URL, Picture: link.Picture}, nil
}

func (p photos) send(ctx context.Context, r request) error {
	_, err := p.client.send(ctx, r, new(done))
	return err
}

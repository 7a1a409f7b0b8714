package inmem

import (
	"context"
	"net/http"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationPhotos struct{ *Application }

var _ ports.ApplicationPhotos = applicationPhotos{}

func (p applicationPhotos) Put(ctx context.Context, person int64, picture federation.Picture) error {
	return p.write(CallPutPhoto, person, nil, func() (int64, error) {
		if _, err := p.pictures.Photograph(ctx, administrator, person, nil, picture.Data); err != nil {
			return person, err
		}
		picture.Data = slices.Clone(picture.Data)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.photos[person] = picture
		return person, nil
	})
}

func (p applicationPhotos) Remove(ctx context.Context, person int64) error {
	return p.write(CallRemovePhoto, person, nil, func() (int64, error) {
		err := p.pictures.TakePhotoAway(ctx, administrator, person, nil)
		if fault.KindOf(err) == fault.NotFound {
			err = nil
		}
		if err == nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			delete(p.photos, person)
		}
		return person, err
	})
}

func (p applicationPhotos) Link(ctx context.Context, person int64) (link payload.PhotoLink, err error) {
	err = p.read(ctx, CallPhotoLink, person, func() error {
		given, err := p.pictures.Link(administrator, person)
		link = payload.PhotoLink{URL: "https://club.example/" + given.Token, Picture: given.Picture}
		return err
	})
	return cleared(link, err)
}

// Photo returns the photo that somebody has, as it was put there.
func (a *Application) Photo(person int64) (picture federation.Picture, there bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	picture, there = a.photos[person]
	return picture, there
}

// folder fills a name of a folder with the next number.
func (a *Application) folder(name []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := len(name) - 1; i >= 0; i-- {
		name[i] = byte(a.folders >> (8 * (len(name) - 1 - i)))
	}
	a.folders++
	return len(name), nil
}

// asTheyCome prepares no picture: it looks at the first bytes alone.
type asTheyCome struct{}

func (asTheyCome) Prepare(_ context.Context, data []byte, _ bool) (media.Picture, error) {
	kind := http.DetectContentType(data)
	switch kind {
	case media.JPEG, media.PNG, media.GIF:
	case "image/webp":
		kind = media.JPEG
	default:
		return media.Picture{}, media.ErrType
	}
	return media.Picture{Type: kind, Full: data, Thumbnail: data}, nil
}

// Icon implements ports.Pictures.
func (asTheyCome) Icon(_ context.Context, full []byte) ([]byte, error) { return full, nil }

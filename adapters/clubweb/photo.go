package clubweb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// What a photo may weigh. Less than the least is a placeholder or an error.
const (
	leastPhoto = 100
	mostPhoto  = 10 << 20
)

// extensions of the types of pictures; others are called jpg.
var extensions = map[string]string{"image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/gif": "gif"}

// Photo implements ports.ClubSite. The address is signed for a few hours, so it is used at once and not kept.
func (s *Site) Photo(ctx context.Context, code string) (picture federation.Picture, err error) {
	err = s.do(ctx, "read the photo of "+code, func(ctx context.Context) error {
		m := &member{code: code, detail: &federation.Detail{}}
		if err := s.openMember(ctx, m, memberPage{tab: s.profile.Tabs.Header}); err != nil {
			return err
		}
		if _, there := m.top.find("photo"); !there { // not null: the site calls it by another name now
			return shape("the header of %s has no address of a photo", code)
		}
		if m.photo == "" {
			return federation.ErrNoAddress
		}
		data, ext, err := s.download(ctx, m.photo)
		picture = federation.Picture{Data: data, Ext: ext, On: m.detail.Header.PhotoOn}
		return err
	})
	if err != nil {
		return federation.Picture{}, err
	}
	return picture, nil
}

// download fetches a photo. No error tells the address, which lets anybody have it.
func (s *Site) download(ctx context.Context, address string) (data []byte, ext string, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.limits.Photo)
	defer cancel()
	bad := func(format string, a ...any) error { return federation.ErrBadPhoto.Because(fmt.Errorf(format, a...)) }
	whole, err := url.Parse(s.address)
	if err == nil {
		whole, err = whole.Parse(address)
	}
	if err != nil {
		return nil, "", bad("the address of the photo is none")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, whole.String(), http.NoBody)
	if err != nil {
		return nil, "", bad("the address of the photo is none")
	}
	response, err := s.client.Do(request)
	if err != nil {
		var withAddress *url.Error
		if errors.As(err, &withAddress) {
			err = withAddress.Err
		}
		return nil, "", bad("ask for the photo: %w", err)
	}
	defer response.Body.Close()
	data, err = io.ReadAll(io.LimitReader(response.Body, mostPhoto+1))
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case err != nil:
		return nil, "", bad("read the photo: %w", err)
	case response.StatusCode == http.StatusNotFound && strings.Contains(strings.ToLower(string(data)), "not found"):
		return nil, "", federation.ErrNoPhoto
	case response.StatusCode != http.StatusOK:
		return nil, "", bad("the photo answers %d", response.StatusCode)
	case !strings.HasPrefix(kind, "image/"):
		return nil, "", bad("the photo is %s", kind)
	case len(data) < leastPhoto:
		return nil, "", bad("the photo has only %d bytes", len(data))
	case len(data) > mostPhoto:
		return nil, "", bad("the photo has more than %d bytes", mostPhoto)
	}
	ext, known := extensions[kind]
	if !known {
		ext = "jpg"
	}
	return data, ext, nil
}

package clubweb

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestDownload(t *testing.T) {
	t.Parallel()
	picture := bytes.Repeat([]byte("picture "), 20)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		w.Header().Set("Content-Type", query.Get("type"))
		switch {
		case query.Has("slow"):
			<-r.Context().Done()
		case query.Has("gone"):
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(query.Get("gone")))
		case query.Has("large"):
			_, _ = w.Write(bytes.Repeat(picture, mostPhoto/len(picture)+1))
		case query.Has("small"):
			_, _ = w.Write(picture[:leastPhoto-1])
		case query.Has("none"):
			w.WriteHeader(http.StatusNoContent)
		default:
			_, _ = w.Write(picture)
		}
	}))
	t.Cleanup(server.Close)
	s := &Site{address: server.URL, client: server.Client(), limits: Limits{Photo: 300 * time.Millisecond}}
	for address, want := range map[string]struct {
		ext string
		err error
	}{
		server.URL + "/p?type=image/jpeg":           {ext: "jpg"},
		server.URL + "/p?type=image/png":            {ext: "png"},
		server.URL + "/p?type=image/webp":           {ext: "webp"},
		"/p?type=image/gif":                         {ext: "gif"},
		"/p?type=image/bmp":                         {ext: "jpg"},
		"/p?type=IMAGE/PNG%3B+charset=binary":       {ext: "png"},
		"/p?type=text/html":                         {err: federation.ErrBadPhoto},
		"/p?type=":                                  {err: federation.ErrBadPhoto},
		"/p?type=image/png&small":                   {err: federation.ErrBadPhoto},
		"/p?type=image/png&large":                   {err: federation.ErrBadPhoto},
		"/p?type=image/png&none":                    {err: federation.ErrBadPhoto},
		"/p?type=image/png&slow&signature=secret":   {err: federation.ErrBadPhoto},
		"/p?type=text/plain&gone=Not+Found":         {err: federation.ErrNoPhoto},
		"/p?type=text/plain&gone=Try+again":         {err: federation.ErrBadPhoto},
		"http://127.0.0.1:1/p?signature=secret":     {err: federation.ErrBadPhoto},
		"ftp://site.example/p.png?signature=secret": {err: federation.ErrBadPhoto},
		"http://[/?signature=secret":                {err: federation.ErrBadPhoto},
	} {
		data, ext, err := s.download(t.Context(), address)
		if ext != want.ext || !errors.Is(err, want.err) || (err == nil) != bytes.Equal(data, picture) {
			t.Errorf("%s is %d bytes of %q, %v", address, len(data), ext, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the address: %v", err)
		}
	}
}

// A page that gives no address does not say that the photo is gone: the photo waits.
func TestAHeaderWithoutTheAddressOfAPhoto(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		photo any // nil for a header without the field
		want  error
	}{
		"another name of the address": {map[string]any{"Link": "/cdn/x.png", "PhotoDate": "2026-03-01"}, federation.ErrShape},
		"no field":                    {nil, federation.ErrShape},
		"no photo":                    {json.RawMessage("null"), federation.ErrNoAddress},
		"an empty address":            {map[string]any{"Url": "", "PhotoDate": "2026-03-01"}, federation.ErrNoAddress},
	} {
		w := around(t, rewrite(http.MethodGet, "MemberHeader", func(_ *http.Request, answer map[string]any) int {
			if answer["Photo"] = c.photo; c.photo == nil {
				delete(answer, "Photo")
			}
			return http.StatusOK
		}))
		picture, err := w.site.Photo(t.Context(), w.federation().Member)
		if !errors.Is(err, c.want) || picture.Data != nil {
			t.Errorf("%s: %d bytes, %v; want %v", name, len(picture.Data), err, c.want)
		}
	}
}

package apitest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
)

// PlainPictures takes a file for what its first word says, and prepares nothing.
type PlainPictures struct{}

// Prepare implements ports.Pictures.
func (PlainPictures) Prepare(_ context.Context, data []byte, vectors bool) (media.Picture, error) {
	word := strings.Fields(string(data[:min(len(data), 20)]) + " x")[0]
	kind := map[string]string{"jpeg": media.JPEG, "gif": media.GIF, "<svg/>": media.SVG}[word]
	if kind == "" || kind == media.SVG && !vectors {
		return media.Picture{}, media.ErrType
	}
	return media.Picture{Type: kind, Width: 640, Height: 480, Full: data, Thumbnail: []byte("small " + string(data))}, nil
}

// Form is a multipart body of fields and files, by pairs: "file:logo.png" is a file.
func Form(t testing.TB, pairs ...string) (body string, as Call) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		field, name, isFile := strings.Cut(pairs[i], ":")
		var part io.Writer
		var err error
		if isFile {
			part, err = w.CreateFormFile(field, name)
		} else {
			part, err = w.CreateFormField(field)
		}
		if err == nil {
			_, err = io.WriteString(part, pairs[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), func(r *http.Request) { r.Header.Set("Content-Type", w.FormDataContentType()) }
}

// Logo adds a picture to the library.
func (s *Site) Logo(as Call, name, data string) Answer {
	s.T.Helper()
	body, multi := Form(s.T, "file:"+name, data)
	return s.Post(Library, body, multi, as).Is(201)
}

// Photo brings a photo of somebody.
func (s *Site) Photo(viewer access.Viewer, of person.ID) media.ID {
	s.T.Helper()
	m, err := s.Server.Pictures.Upload(s.T.Context(), viewer, []byte("jpeg photo"), "Jan de Vries", of, false)
	if err != nil {
		s.T.Fatal(err)
	}
	return m.ID
}

// Face links a user to a newly registered person with a photo, and returns the address of its thumbnail. Only administrators see
// the person, and the user.
func (s *Site) Face(admin Call, user string) any {
	s.T.Helper()
	id := s.Person(admin, Object{"first_name": user}).ID()
	if err := s.Operator().Link(s.T.Context(), user, id); err != nil {
		s.T.Fatal(err)
	}
	body, multi := Form(s.T, "file:face.jpg", "jpeg photo")
	return s.Post(fmt.Sprintf("/api/club/v1/people/%d/photo", id), body, multi, admin).Is(200).At("thumbnail_url")
}

// PictureFile is the address of a picture's file.
func PictureFile(id media.ID, size string) string {
	return fmt.Sprintf("/api/club/v1/media/%d/%s", id, size)
}

// Icon returns a picture as it is.
func (PlainPictures) Icon(_ context.Context, full []byte) ([]byte, error) { return full, nil }

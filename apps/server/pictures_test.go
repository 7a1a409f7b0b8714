package main_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"testing"
)

// upload sends a picture as a browser's form does.
func (s *server) upload(path, name string, picture image.Image) answer {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	ok(s.t, err)
	ok(s.t, png.Encode(part, picture))
	ok(s.t, form.Close())
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.url+path, &body)
	ok(s.t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.SetBasicAuth(s.login, s.pass)
	response, err := http.DefaultClient.Do(request)
	ok(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ok(s.t, err)
	return answer{s.t, "upload " + path, response.StatusCode, response.Header, string(text)}
}

// kept counts the files of the club.
func (c *club) kept() (count int) {
	c.t.Helper()
	ok(c.t, filepath.WalkDir(filepath.Join(c.folder, "files"), func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			count++
		}
		return err
	}))
	return count
}

func TestAPictureIsKeptReadAndSwept(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("jan", "--role", "club_user")
	s := c.start().as("jan", c.program("jan"))
	var logo struct {
		Source  string `json:"source_url"`
		Details struct {
			Width, Height int
		} `json:"media_details"`
	}
	added := s.upload("/api/cms/v2/media", "Logo.png", image.NewNRGBA(image.Rect(0, 0, 2100, 1050))).is(201)
	ok(t, json.Unmarshal([]byte(added.text), &logo))
	if logo.Source != s.url+"/api/club/v1/media/1/full" || logo.Details.Width != 2048 || logo.Details.Height != 1024 {
		t.Errorf("got %+v", logo)
	}
	for size, want := range map[string]image.Point{"full": {2048, 1024}, "thumbnail": {300, 300}} {
		a := s.get("/api/club/v1/media/1/" + size).is(200)
		config, kind, err := image.DecodeConfig(bytes.NewReader([]byte(a.text)))
		if err != nil || kind != "png" || config.Width != want.X || config.Height != want.Y || a.header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %s %+v, %v", size, kind, config, err)
		}
	}
	if got := c.kept(); got != 2 {
		t.Errorf("%d files", got)
	}
	s.send("DELETE", "/api/cms/v2/media/1", nil).is(200)
	s.get("/api/club/v1/media/1/full").is(404)
	c.run("", "job", "run", "sweep-files").prints("sweep-files: 1\n")
	if got := c.kept(); got != 0 {
		t.Errorf("%d files left", got)
	}
}

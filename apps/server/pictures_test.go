package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// asForm is a file as a browser's form sends it.
func asForm(name string, data []byte) (body *bytes.Buffer, kind string, err error) {
	body = new(bytes.Buffer)
	form := multipart.NewWriter(body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = form.Close()
	}
	return body, form.FormDataContentType(), err
}

// bring posts a body.
func (s *server) bring(ctx context.Context, path string, body io.Reader, kind string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, body)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Content-Type", kind)
	request.SetBasicAuth(s.login, s.pass)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return answer{s.t, "upload " + path, response.StatusCode, response.Header, string(text)}, err
}

// upload sends a picture.
func (s *server) upload(path, name string, picture image.Image) answer {
	s.t.Helper()
	var b bytes.Buffer
	ok(s.t, png.Encode(&b, picture))
	body, kind, err := asForm(name, b.Bytes())
	ok(s.t, err)
	a, err := s.bring(s.t.Context(), path, body, kind)
	ok(s.t, err)
	return a
}

// kept counts the files of the club.
func (c *club) kept() (count int) {
	c.t.Helper()
	ok(c.t, filepath.WalkDir(filepath.Join(c.folder, "files", "media"), func(_ string, entry fs.DirEntry, err error) error {
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
	started := c.start()
	eventually(t, "the server has swept today", func() bool { return strings.Contains(started.log.String(), "job=sweep-files") })
	s := started.as("jan", c.program("jan"))
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
		if err != nil || kind != "png" || config.Width != want.X || config.Height != want.Y ||
			a.header.Get("Content-Type") != "image/png" {
			t.Errorf("%s: %s %+v, %v", size, kind, config, err)
		}
	}
	if got := c.kept(); got != 2 {
		t.Errorf("%d files", got)
	}
	ok(t, filepath.WalkDir(filepath.Join(c.folder, "files"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: others may read it: %v", path, info.Mode())
		}
		return err
	}))
	s.send("DELETE", "/api/cms/v2/media/1", nil).is(200)
	s.get("/api/club/v1/media/1/full").is(404)
	c.run("", "job", "run", "sweep-files").prints("sweep-files: 1\n")
	if got := c.kept(); got != 0 {
		t.Errorf("%d files left", got)
	}
}

// Who brought the picture may delete it: the club goes without a logo then, and the log tells by whom.
func TestADeletedPictureIsNoLogoOfTheClub(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		const settings = "/api/club/v1/club/settings"
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		admin.upload("/api/club/v1/club/logo", "logo.png", image.NewNRGBA(image.Rect(0, 0, 40, 40))).is(200)
		logo := admin.get(settings).is(200).object()["logo_id"]
		admin.send("DELETE", fmt.Sprintf("/api/cms/v2/media/%v?force=true", logo), nil).is(200)
		if o := admin.get(settings).is(200).object(); o["logo_id"] != 0.0 || o["logo_url"] != "" {
			t.Errorf("the club has %v", o)
		}
		told := admin.get("/api/club/v1/audit?kind=settings-changed").is(200).text
		if want := fmt.Sprintf(`"before":{"logo_id":%v},"after":{"logo_id":0}`, logo); !strings.Contains(told, want) {
			t.Errorf("the log tells %s", told)
		}
	})
}

func TestAUserUploadsSoMuchADay(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("jan", "--role", "club_user")
	s := c.start("serve", "--upload-limit-per-day", "1kB").as("jan", c.program("jan"))
	var last answer
	for range 20 {
		if last = s.upload("/api/cms/v2/media", "dot.png", image.NewNRGBA(image.Rect(0, 0, 1, 1))); last.status != 201 {
			break
		}
	}
	if o := last.is(429).object(); o["code"] != "upload_limit_reached" || last.header.Get("Retry-After") == "" {
		t.Errorf("got %v, %v", o, last.header)
	}
}

package httpapi_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
)

const library = "/api/cms/v2/media"

// plainPictures takes a file for what its first word says, and prepares nothing.
type plainPictures struct{}

func (plainPictures) Prepare(_ context.Context, data []byte, vectors bool) (media.Picture, error) {
	kind := map[string]string{"jpeg": media.JPEG, "gif": media.GIF, "<svg/>": media.SVG}[strings.Fields(string(data[:min(len(data), 20)]) + " x")[0]]
	if kind == "" || kind == media.SVG && !vectors {
		return media.Picture{}, media.ErrType
	}
	return media.Picture{Type: kind, Width: 640, Height: 480, Full: data, Thumbnail: []byte("small " + string(data))}, nil
}

// form is a multipart body of fields and files, by pairs: "file:logo.png" is a file.
func form(t testing.TB, pairs ...string) (body string, as call) {
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

// logo adds a picture to the library.
func (s *site) logo(as call, name, data string) answer {
	s.t.Helper()
	body, multi := form(s.t, "file:"+name, data)
	return s.post(library, body, multi, as).is(201)
}

// photo brings a photo of somebody.
func (s *site) photo(viewer access.Viewer, of person.ID) media.ID {
	s.t.Helper()
	m, err := s.server.Pictures.Upload(s.t.Context(), viewer, []byte("jpeg photo"), "Jan de Vries", of, false)
	if err != nil {
		s.t.Fatal(err)
	}
	return m.ID
}

func file(id media.ID, size string) string { return fmt.Sprintf("/api/club/v1/media/%d/%s", id, size) }

func TestALogoIsAddedShownAndRead(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan := s.program("jan")
	a := s.logo(jan, "Logo & Vaan.PNG", "gif logo")
	a.has("id", 1).has("title.rendered", "logo-vaan").has("media_type", "image").has("mime_type", "image/gif").has("author", 1).
		has("date", "2026-06-15 14:30:45").has("slug", "logo-vaan").has("status", "publish").has("type", "attachment").
		has("link", "http://club.example/api/club/v1/media/1/full").has("source_url", "http://club.example/api/club/v1/media/1/full").
		has("media_details", object{
			"width": 640., "height": 480., "file": "logo-vaan.gif", "sizes": object{
				"thumbnail": object{
					"file": "logo-vaan.png", "width": 300., "height": 300., "mime_type": "image/png",
					"source_url": "http://club.example/api/club/v1/media/1/thumbnail",
				},
				"full": object{
					"file": "logo-vaan.gif", "width": 640., "height": 480., "mime_type": "image/gif",
					"source_url": "http://club.example/api/club/v1/media/1/full",
				},
			},
		})
	if got := a.Header.Get("Location"); got != "http://club.example/api/cms/v2/media/1" {
		t.Errorf("Location %q", got)
	}
	if shown := s.get(library+"/1", jan).is(200); shown.text != a.text {
		t.Errorf("shown as %s, added as %s", shown.text, a.text)
	}
	if got := s.get(library+"/1?_fields=id,media_details.sizes.full.width", jan).is(200).text; got != `{"id":1,"media_details":{"sizes":{"full":{"width":640}}}}` {
		t.Errorf("got %s", got)
	}
}

func TestTheFilesOfAPicture(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan := s.program("jan")
	s.logo(jan, "logo.gif", "gif logo")
	s.logo(jan, "logo.svg", "<svg/> logo")
	const closed, sandboxed = "default-src 'none'; frame-ancestors 'none'", "default-src 'none'; style-src 'unsafe-inline'; sandbox"
	for _, c := range []struct{ address, text, kind, name, policy string }{
		{file(1, "full"), "gif logo", "image/gif", "logo.gif", closed},
		{file(1, "thumbnail"), "small gif logo", "image/png", "logo.png", closed},
		{file(2, "full"), "<svg/> logo", "image/svg+xml", "logo.svg", sandboxed},
		{file(2, "thumbnail"), "<svg/> logo", "image/svg+xml", "logo.svg", sandboxed},
	} {
		a := s.get(c.address, jan).is(200)
		if a.text != c.text {
			t.Errorf("%s: got %q", c.address, a.text)
		}
		for header, want := range map[string]string{
			"Content-Type": c.kind, "Content-Length": fmt.Sprint(len(c.text)), "Cache-Control": "private, max-age=31536000, immutable",
			"Content-Disposition": `inline; filename="` + c.name + `"`, "Content-Security-Policy": c.policy, "X-Content-Type-Options": "nosniff",
		} {
			if got := a.Header.Values(header); len(got) != 1 || got[0] != want {
				t.Errorf("%s: %s %q, want %q", c.address, header, got, want)
			}
		}
	}
	s.get(file(1, "huge"), jan).refuses(404, "rest_no_route")
	s.get(file(99, "full"), jan).refuses(404, "rest_post_invalid_id")
	s.get("/api/club/v1/media/x/full", jan).refuses(404, "rest_no_route")
	s.get(file(1, "full")).refuses(401, "rest_not_logged_in")
}

func TestAPhotoIsForWhoSeesThePerson(t *testing.T) {
	s := newSite(t)
	owner := s.user("jan")
	s.user("piet")
	s.user("beheer", access.Administrator)
	jan, piet, admin := s.program("jan"), s.program("piet"), s.program("beheer")
	id := s.photo(owner.Viewer(), s.names(jan, "Jan")[0])
	for _, address := range []string{file(id, "full"), file(id, "thumbnail"), fmt.Sprintf("%s/%d", library, id)} {
		s.get(address, jan).is(200)
		s.get(address, admin).is(200)
		if a := s.get(address, piet).refuses(403, "rest_forbidden"); a.Header.Get("Cache-Control") != "no-store, private" {
			t.Errorf("%s: a refusal is kept: %q", address, a.Header.Get("Cache-Control"))
		}
		s.get(address).refuses(401, "rest_not_logged_in")
	}
	if a := s.get(library, admin).is(200); a.text != "[]\n" && a.text != "[]" {
		t.Errorf("a photo is in the library: %s", a.text)
	}
	s.send("DELETE", one(1), nil, jan).is(200)
	s.get(file(id, "full"), admin).refuses(404, "rest_post_invalid_id")
}

func TestTheLibraryIsListed(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for i := range 12 {
		s.logo(admin, fmt.Sprintf("logo %d.png", i+1), "jpeg")
		s.later(time.Minute)
	}
	ids := func(address string) string {
		t.Helper()
		a := s.get(library+address, admin).is(200)
		var ids []string
		for _, m := range a.list("") {
			ids = append(ids, fmt.Sprint(m.(object)["id"]))
		}
		return strings.Join(ids, " ") + " of " + a.Header.Get("X-WP-Total") + " on " + a.Header.Get("X-WP-TotalPages")
	}
	for address, want := range map[string]string{
		"": "12 11 10 9 8 7 6 5 4 3 of 12 on 2", "?page=2": "2 1 of 12 on 2", "?per_page=5&page=3": "2 1 of 12 on 3",
		"?include=3,99,1": "3 1 of 2 on 1", "?include=99": " of 0 on 0",
	} {
		if got := ids(address); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
	s.get(library+"?page=3", admin).refuses(400, "rest_post_invalid_page_number")
	s.get(library+"?per_page=101", admin).refuses(400, "rest_invalid_param", "per_page")
	s.get(library+"?include=x", admin).refuses(400, "rest_invalid_param", "include")
	s.get(library+"?include="+strings.Repeat("1,", 1000)+"1", admin).refuses(400, "rest_invalid_param", "include")
	s.get(library).refuses(401, "rest_not_logged_in")
}

func TestAPictureIsDeletedByWhoAddedIt(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet")
	jan, piet := s.program("jan"), s.program("piet")
	s.logo(jan, "logo.jpg", "jpeg")
	s.send("DELETE", library+"/1", nil, piet).refuses(403, "rest_forbidden")
	s.send("DELETE", library+"/1?force=true", nil, jan).is(200).has("deleted", true).has("previous.id", 1)
	s.send("DELETE", library+"/1", nil, jan).refuses(404, "rest_post_invalid_id")
	s.get(file(1, "full"), jan).refuses(404, "rest_post_invalid_id")
}

// slowPictures tell when they begin, and take until they are let go.
type slowPictures struct {
	plainPictures
	begun, release chan struct{}
}

func (p slowPictures) Prepare(ctx context.Context, data []byte, vectors bool) (media.Picture, error) {
	p.begun <- struct{}{}
	<-p.release
	return p.plainPictures.Prepare(ctx, data, vectors)
}

// fullPictures have a full queue.
type fullPictures struct{}

func (fullPictures) Prepare(context.Context, []byte, bool) (media.Picture, error) {
	return media.Picture{}, media.ErrBusy.After(5 * time.Second)
}

// A second upload of a user is refused while the first one lasts, wherever it goes to and before its file is read.
func TestAUserUploadsOnePictureAtATime(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	s.user("piet")
	jan, piet := s.program("jan"), s.program("piet")
	own := s.names(jan, "Jan")[0]
	team := s.post(teams, object{"title": "Rood"}, jan).is(201).id()
	slow := slowPictures{begun: make(chan struct{}), release: make(chan struct{})}
	s.server.Pictures.Pictures = slow
	var first sync.WaitGroup
	first.Go(func() { s.logo(jan, "one.jpg", "jpeg one") })
	<-slow.begun
	s.server.Pictures.Pictures = plainPictures{}
	for _, address := range []string{library, photoOf(own), fmt.Sprintf("/api/club/v1/teams/%d/logo/upload", team)} {
		a := s.hangs(address, "no picture at all", jan).refuses(503, "upload_in_progress")
		if got := a.Header.Get("Retry-After"); got != "5" {
			t.Errorf("%s: Retry-After %q", address, got)
		}
	}
	for _, other := range []call{piet, admin} {
		s.logo(other, "two.jpg", "jpeg two")
	}
	close(slow.release)
	first.Wait()
	s.logo(jan, "three.jpg", "jpeg three")
}

func TestAFullQueueSaysWhenToTryAgain(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan := s.program("jan")
	s.server.Pictures.Pictures = fullPictures{}
	if a := s.hangs(library, "jpeg", jan).refuses(503, "pictures_busy"); a.Header.Get("Retry-After") != "5" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
}

func TestTheLimitOfADaySaysWhenToTryAgain(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan, admin := s.program("jan"), s.admin()
	s.server.Pictures.DailyBytes = 10
	s.logo(jan, "one.jpg", "jpeg one")
	// The site's clock stands at 14:30:45 in Amsterdam.
	if a := s.hangs(library, "jpeg two", jan).refuses(429, "upload_limit_reached"); a.Header.Get("Retry-After") != "34155" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	for range 3 {
		s.logo(admin, "two.jpg", "jpeg two")
	}
}

func TestWhatIsNoUploadOfAPicture(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	jan, b := s.program("jan"), s.signIn("jan")
	for name, c := range map[string]struct {
		pairs []string
		code  string
	}{
		"another field":     {[]string{"picture:x.jpg", "jpeg"}, "no_file"},
		"nothing":           {nil, "no_file"},
		"an empty file":     {[]string{"file:x.jpg", ""}, "no_file"},
		"another type":      {[]string{"file:x.jpg", "pdf"}, "invalid_type"},
		"too large a file":  {[]string{"file:x.jpg", "jpeg" + strings.Repeat("x", media.MaxBytes)}, "rest_upload_file_too_big"},
		"too much besides":  {[]string{"other", strings.Repeat("x", media.MaxBytes+1<<20), "file:x.jpg", "jpeg"}, "rest_upload_file_too_big"},
		"too much in all":   {[]string{"file:x.jpg", "jpeg" + strings.Repeat("x", media.MaxBytes-4), "other", strings.Repeat("x", 1<<20)}, "rest_upload_file_too_big"},
		"a file and a text": {[]string{"title", "Logo", "file:x.jpg", "jpeg"}, ""},
		"a file as a text":  {[]string{"file", "jpeg"}, ""},
	} {
		body, multi := form(t, c.pairs...)
		a := s.post(library, body, multi, jan)
		a.what = name
		if c.code == "" {
			a.is(201)
			continue
		}
		a.refuses(400, c.code)
	}
	s.post(library, object{"file": "x"}, jan).refuses(400, "no_file")
	s.post(library, nil, jan).refuses(400, "no_file")
	body, multi := form(t, "file:x.jpg", "jpeg and more")
	s.post(library, body[:len(body)/2+20], multi, jan).refuses(400, "no_file")
	s.post(library, body, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data") }, jan).refuses(400, "no_file")
	s.post(library, body, multi).refuses(401, "rest_not_logged_in")
	s.post(library, body, multi, b.reads).refuses(403, "rest_cookie_invalid_nonce")
	s.post(library, body, multi, b.writes).is(201)
}

// endless is a body that goes on for ever, and counts what is read of it.
type endless struct {
	head io.Reader
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	n, err := e.head.Read(p)
	if err != nil {
		n = copy(p, strings.Repeat("x", len(p)))
	}
	e.read += n
	return n, nil
}

func (*endless) Close() error { return nil }

func TestAHugeBodyIsCutOff(t *testing.T) {
	s := newSite(t)
	jan := s.admin()
	whole, multi := form(t, "file:x.jpg", "jpeg")
	head, _, _ := strings.Cut(whole, "jpeg")
	for name, c := range map[string]struct {
		head   string
		length int64
		most   int
	}{
		"a file that says how long it is": {head, 1 << 30, 0}, "a file that does not": {head, -1, media.MaxBytes + 1<<20},
		"another field":      {strings.Replace(head, `name="file"`, `name="other"`, 1), -1, media.MaxBytes + 1<<20},
		"a header of a part": {strings.TrimSuffix(head, "\r\n\r\n") + "\r\nX: ", -1, media.MaxBytes + 1<<20},
	} {
		body := &endless{head: strings.NewReader(c.head)}
		a := s.post(library, nil, multi, jan, func(r *http.Request) { r.Body, r.ContentLength = body, c.length })
		if a.is(400); name != "a header of a part" {
			a.refuses(400, "rest_upload_file_too_big")
		}
		if body.read > c.most {
			t.Errorf("%s: %d bytes were read", name, body.read)
		}
	}
}

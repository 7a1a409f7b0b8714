package mediaapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/media"
)

// object is JSON as a test writes it.
type object = apitest.Object

func TestALogoIsAddedShownAndRead(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan := s.Program("jan")
	a := s.Logo(jan, "Logo & Vaan.PNG", "gif logo")
	a.Has("id", 1).Has("title.rendered", "logo-vaan").Has("media_type", "image").Has("mime_type", "image/gif").Has("author", 1).
		Has("date", "2026-06-15 14:30:45").Has("slug", "logo-vaan").Has("status", "publish").Has("type", "attachment").
		Has("link", "http://club.example/api/club/v1/media/1/full").Has("source_url", "http://club.example/api/club/v1/media/1/full").
		Has("media_details", object{
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
	if shown := s.Get(apitest.Library+"/1", jan).Is(200); shown.Text != a.Text {
		t.Errorf("shown as %s, added as %s", shown.Text, a.Text)
	}
	got := s.Get(apitest.Library+"/1?_fields=id,media_details.sizes.full.width", jan).Is(200).Text
	if got != `{"id":1,"media_details":{"sizes":{"full":{"width":640}}}}` {
		t.Errorf("got %s", got)
	}
}

func TestTheFilesOfAPicture(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan := s.Program("jan")
	s.Logo(jan, "logo.gif", "gif logo")
	s.Logo(jan, "logo.svg", "<svg/> logo")
	const closed, sandboxed = "default-src 'none'; frame-ancestors 'none'", "default-src 'none'; style-src 'unsafe-inline'; sandbox"
	for _, c := range []struct{ address, text, kind, name, policy string }{
		{apitest.PictureFile(1, "full"), "gif logo", "image/gif", "logo.gif", closed},
		{apitest.PictureFile(1, "thumbnail"), "small gif logo", "image/png", "logo.png", closed},
		{apitest.PictureFile(2, "full"), "<svg/> logo", "image/svg+xml", "logo.svg", sandboxed},
		{apitest.PictureFile(2, "thumbnail"), "<svg/> logo", "image/svg+xml", "logo.svg", sandboxed},
	} {
		a := s.Get(c.address, jan).Is(200)
		if a.Text != c.text {
			t.Errorf("%s: got %q", c.address, a.Text)
		}
		for header, want := range map[string]string{
			"Content-Type": c.kind, "Content-Length": fmt.Sprint(len(c.text)), "Cache-Control": "private, max-age=31536000, immutable",
			"Content-Disposition": `inline; filename="` + c.name + `"`, "Content-Security-Policy": c.policy,
			"X-Content-Type-Options": "nosniff",
		} {
			if got := a.Header.Values(header); len(got) != 1 || got[0] != want {
				t.Errorf("%s: %s %q, want %q", c.address, header, got, want)
			}
		}
	}
	s.Get(apitest.PictureFile(1, "huge"), jan).Refuses(404, "rest_no_route")
	s.Get(apitest.PictureFile(99, "full"), jan).Refuses(404, "rest_post_invalid_id")
	s.Get("/api/club/v1/media/x/full", jan).Refuses(404, "rest_no_route")
	s.Get(apitest.PictureFile(1, "full")).Refuses(401, "rest_not_logged_in")
}

func TestAPhotoIsForWhoSeesThePerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	owner := s.User("jan")
	s.User("piet")
	s.User("beheer", access.Administrator)
	jan, piet, admin := s.Program("jan"), s.Program("piet"), s.Program("beheer")
	id := s.Photo(owner.Viewer(nil), s.Names(jan, "Jan")[0])
	for _, address := range []string{apitest.PictureFile(id, "full"), apitest.PictureFile(id, "thumbnail"),
		fmt.Sprintf("%s/%d", apitest.Library, id)} {
		s.Get(address, jan).Is(200)
		s.Get(address, admin).Is(200)
		if a := s.Get(address, piet).Refuses(403, "rest_forbidden"); a.Header.Get("Cache-Control") != "no-store, private" {
			t.Errorf("%s: a refusal is kept: %q", address, a.Header.Get("Cache-Control"))
		}
		s.Get(address).Refuses(401, "rest_not_logged_in")
	}
	if a := s.Get(apitest.Library, admin).Is(200); a.Text != "[]\n" && a.Text != "[]" {
		t.Errorf("a photo is in the library: %s", a.Text)
	}
	s.Send("DELETE", apitest.Person(1), nil, jan).Is(200)
	s.Get(apitest.PictureFile(id, "full"), admin).Refuses(404, "rest_post_invalid_id")
}

func TestTheLibraryIsListed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for i := range 12 {
		s.Logo(admin, fmt.Sprintf("logo %d.png", i+1), "jpeg")
		s.Later(time.Minute)
	}
	ids := func(address string) string {
		t.Helper()
		a := s.Get(apitest.Library+address, admin).Is(200)
		var ids []string
		for _, m := range a.List("") {
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
	s.Get(apitest.Library+"?page=3", admin).Refuses(400, "rest_post_invalid_page_number")
	s.Get(apitest.Library+"?per_page=101", admin).Refuses(400, "rest_invalid_param", "per_page")
	s.Get(apitest.Library+"?include=x", admin).Refuses(400, "rest_invalid_param", "include")
	s.Get(apitest.Library+"?include="+strings.Repeat("1,", 1000)+"1", admin).Refuses(400, "rest_invalid_param", "include")
	s.Get(apitest.Library).Refuses(401, "rest_not_logged_in")
}

func TestAPictureIsDeletedByWhoAddedIt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet")
	jan, piet := s.Program("jan"), s.Program("piet")
	s.Logo(jan, "logo.jpg", "jpeg")
	s.Send("DELETE", apitest.Library+"/1", nil, piet).Refuses(403, "rest_forbidden")
	s.Send("DELETE", apitest.Library+"/1?force=true", nil, jan).Is(200).Has("deleted", true).Has("previous.id", 1)
	s.Send("DELETE", apitest.Library+"/1", nil, jan).Refuses(404, "rest_post_invalid_id")
	s.Get(apitest.PictureFile(1, "full"), jan).Refuses(404, "rest_post_invalid_id")
}

// slowPictures tell when they begin, and take until they are let go.
type slowPictures struct {
	apitest.PlainPictures
	begun, release chan struct{}
}

func (p slowPictures) Prepare(ctx context.Context, data []byte, vectors bool) (media.Picture, error) {
	p.begun <- struct{}{}
	<-p.release
	return p.PlainPictures.Prepare(ctx, data, vectors)
}

// fullPictures have a full queue.
type fullPictures struct{}

func (fullPictures) Prepare(context.Context, []byte, bool) (media.Picture, error) {
	return media.Picture{}, media.ErrBusy.After(5 * time.Second)
}

// Icon makes none.
func (fullPictures) Icon(context.Context, []byte) ([]byte, error) { return nil, media.ErrBusy }

// A second upload of a user is refused while the first one lasts, wherever it goes to and before its file is read.
func TestAUserUploadsOnePictureAtATime(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.User("piet")
	jan, piet := s.Program("jan"), s.Program("piet")
	own := s.Names(jan, "Jan")[0]
	team := s.Post(apitest.Teams, object{"title": "Rood"}, jan).Is(201).ID()
	slow := slowPictures{begun: make(chan struct{}), release: make(chan struct{})}
	s.Server.Pictures.Pictures = slow
	var first sync.WaitGroup
	first.Go(func() { s.Logo(jan, "one.jpg", "jpeg one") })
	<-slow.begun
	s.Server.Pictures.Pictures = apitest.PlainPictures{}
	for _, address := range []string{apitest.Library, photoOf(own), fmt.Sprintf("/api/club/v1/teams/%d/logo/upload", team)} {
		a := hangs(s, address, "no picture at all", jan).Refuses(503, "upload_in_progress")
		if got := a.Header.Get("Retry-After"); got != "5" {
			t.Errorf("%s: Retry-After %q", address, got)
		}
	}
	for _, other := range []apitest.Call{piet, admin} {
		s.Logo(other, "two.jpg", "jpeg two")
	}
	close(slow.release)
	first.Wait()
	s.Logo(jan, "three.jpg", "jpeg three")
}

func TestAFullQueueSaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan := s.Program("jan")
	s.Server.Pictures.Pictures = fullPictures{}
	if a := hangs(s, apitest.Library, "jpeg", jan).Refuses(503, "pictures_busy"); a.Header.Get("Retry-After") != "5" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
}

func TestTheLimitOfADaySaysWhenToTryAgain(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan, admin := s.Program("jan"), s.Admin()
	s.Server.Pictures.DailyBytes = 10
	s.Logo(jan, "one.jpg", "jpeg one")
	// The site's clock stands at 14:30:45 in Amsterdam.
	if a := hangs(s, apitest.Library, "jpeg two", jan).Refuses(429, "upload_limit_reached"); a.Header.Get("Retry-After") != "34155" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	for range 3 {
		s.Logo(admin, "two.jpg", "jpeg two")
	}
}

func TestWhatIsNoUploadOfAPicture(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	jan, b := s.Program("jan"), s.SignIn("jan")
	for name, c := range map[string]struct {
		pairs []string
		code  string
	}{
		"another field":    {[]string{"picture:x.jpg", "jpeg"}, "no_file"},
		"nothing":          {nil, "no_file"},
		"an empty file":    {[]string{"file:x.jpg", ""}, "no_file"},
		"another type":     {[]string{"file:x.jpg", "pdf"}, "invalid_type"},
		"too large a file": {[]string{"file:x.jpg", "jpeg" + strings.Repeat("x", media.MaxBytes)}, "rest_upload_file_too_big"},
		"too much besides": {[]string{"other", strings.Repeat("x", media.MaxBytes+1<<20), "file:x.jpg", "jpeg"},
			"rest_upload_file_too_big"},
		"too much in all": {[]string{"file:x.jpg", "jpeg" + strings.Repeat("x", media.MaxBytes-4), "other", strings.Repeat("x", 1<<20)},
			"rest_upload_file_too_big"},
		"a file and a text": {[]string{"title", "Logo", "file:x.jpg", "jpeg"}, ""},
		"a file as a text":  {[]string{"file", "jpeg"}, ""},
	} {
		body, multi := apitest.Form(t, c.pairs...)
		a := s.Post(apitest.Library, body, multi, jan)
		a.What = name
		if c.code == "" {
			a.Is(201)
			continue
		}
		a.Refuses(400, c.code)
	}
	s.Post(apitest.Library, object{"file": "x"}, jan).Refuses(400, "no_file")
	s.Post(apitest.Library, nil, jan).Refuses(400, "no_file")
	body, multi := apitest.Form(t, "file:x.jpg", "jpeg and more")
	s.Post(apitest.Library, body[:len(body)/2+20], multi, jan).Refuses(400, "no_file")
	s.Post(apitest.Library, body, func(r *http.Request) { r.Header.Set("Content-Type", "multipart/form-data") }, jan).
		Refuses(400, "no_file")
	s.Post(apitest.Library, body, multi).Refuses(401, "rest_not_logged_in")
	s.Post(apitest.Library, body, multi, b.Reads).Refuses(403, "rest_cookie_invalid_nonce")
	s.Post(apitest.Library, body, multi, b.Writes).Is(201)
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
	t.Parallel()
	s := apitest.New(t)
	jan := s.Admin()
	whole, multi := apitest.Form(t, "file:x.jpg", "jpeg")
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
		a := s.Post(apitest.Library, nil, multi, jan, func(r *http.Request) { r.Body, r.ContentLength = body, c.length })
		if a.Is(400); name != "a header of a part" {
			a.Refuses(400, "rest_upload_file_too_big")
		}
		if body.read > c.most {
			t.Errorf("%s: %d bytes were read", name, body.read)
		}
	}
}

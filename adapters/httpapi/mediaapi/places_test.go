package mediaapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/media"
)

func photoOf(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/photo", id) }

// hangs sends a file.
func hangs(s *apitest.Site, path, data string, as ...apitest.Call) apitest.Answer {
	s.T.Helper()
	body, multi := apitest.Form(s.T, "file:IMG 1.jpg", data)
	return s.Post(path, body, append(as, multi)...)
}

// contract: club §4.3
func TestAPhotoIsHungReplacedAndTakenAway(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Vries"})
	s.Later(time.Minute)
	full := func(id int64) string { return "http://club.example" + apitest.PictureFile(id, "full") }
	thumbnail := func(id int64) string { return "http://club.example" + apitest.PictureFile(id, "thumbnail") }
	hangs(s, photoOf(1), "jpeg one", admin).Is(200).Has("", object{
		"success": true, "attachment_id": 1., "media_id": 1., "filename": "jan-vries.jpg", "thumbnail_url": thumbnail(1),
		"full_url": full(1),
	})
	s.Get(apitest.Person(1)+"?_embed", admin).Is(200).Has("featured_media", 1).Has("acf.photo_gallery", []any{1.}).
		Has("modified", "2026-06-15 14:31:45").
		Has("_embedded.wp:featuredmedia.0.source_url", thumbnail(1))
	s.Get(apitest.Filtered, admin).Has("people.0.thumbnail", thumbnail(1))
	s.Get(apitest.Search+"?q=vries", admin).Has("people.0.thumbnail", thumbnail(1))
	hangs(s, photoOf(1), "jpeg two", admin).Is(200).Has("attachment_id", 2)
	s.Get(apitest.PictureFile(1, "full"), admin).Refuses(404, "rest_post_invalid_id")
	if a := s.Get(apitest.PictureFile(2, "full"), admin).Is(200); a.Text != "jpeg two" ||
		a.Header.Get("Cache-Control") != "private, max-age=300" {
		t.Errorf("got %q, %v", a.Text, a.Header)
	}
	for range 2 {
		s.Send("DELETE", photoOf(1), nil, admin).Is(200).Has("", object{"success": true})
	}
	s.Get(apitest.Person(1), admin).Has("featured_media", 0).Has("acf.photo_gallery", []any{})
	s.Get(apitest.Filtered, admin).Has("people.0.thumbnail", "")
	s.Get(apitest.PictureFile(2, "full"), admin).Refuses(404, "rest_post_invalid_id")
}

// contract: club §4.3
func TestWhatIsNoPhotoAndWhoMayNotHangOne(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	s.Names(admin, "Geheim")
	own := s.Names(jan, "Eigen")[0]
	hangs(s, photoOf(1), "jpeg", jan).Refuses(403, "rest_forbidden")
	hangs(s, photoOf(99), "jpeg", jan).Refuses(404, "rest_post_invalid_id")
	hangs(s, photoOf(1), "jpeg").Refuses(401, "rest_not_logged_in")
	hangs(s, "/api/club/v1/people/x/photo", "jpeg", jan).Is(404)
	s.Send("DELETE", photoOf(1), nil, jan).Refuses(403, "rest_forbidden")
	s.Send("DELETE", photoOf(99), nil, jan).Refuses(404, "rest_post_invalid_id")
	s.Send("DELETE", photoOf(1), nil).Refuses(401, "rest_not_logged_in")
	hangs(s, photoOf(1), "pdf", jan).Refuses(403, "rest_forbidden") // and nothing of the file
	s.Post(photoOf(99), nil, jan).Refuses(404, "rest_post_invalid_id")
	hangs(s, photoOf(own), "pdf", jan).Refuses(400, "invalid_type")
	hangs(s, photoOf(own), "<svg/>", jan).Refuses(400, "invalid_type")
	hangs(s, photoOf(own), "", jan).Refuses(400, "no_file")
	s.Post(photoOf(own), object{"file": "x"}, jan).Refuses(400, "no_file")
	s.Post(photoOf(own), nil, jan).Refuses(400, "no_file")
	hangs(s, photoOf(own), "jpeg"+strings.Repeat("x", media.MaxBytes), jan).Refuses(400, "rest_upload_file_too_big")
	s.Get(apitest.Person(own), jan).Has("featured_media", 0)
	hangs(s, photoOf(own), "jpeg", jan).Is(200)
	hangs(s, photoOf(own), "pdf", jan).Refuses(400, "invalid_type")
	s.Get(apitest.Person(own), jan).Has("featured_media", 1)
	s.User("piet")
	piet := s.Program("piet")
	for _, size := range []string{"thumbnail", "full"} {
		s.Get(apitest.PictureFile(1, size), piet).Refuses(403, "rest_forbidden")
		s.Get(apitest.PictureFile(1, size), jan).Is(200)
		s.Get(apitest.PictureFile(1, size), admin).Is(200)
	}
	// Nothing of what a client sends as a person's fields hangs or takes away a photo.
	s.Send("PUT", apitest.Person(own), object{"acf": object{"photo_gallery": []int{}}, "featured_media": 0}, jan).Is(200).
		Has("featured_media", 1)
}

// contract: club §4.3
func TestALogoIsHungAndChosen(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	for _, kind := range []struct{ list, club string }{{apitest.Teams, "/api/club/v1/teams/"},
		{apitest.Committees, "/api/club/v1/commissies/"}} {
		id := s.Post(kind.list, object{"title": "Rood & Wit"}, jan).Is(201).ID()
		hidden := s.Post(kind.list, object{"title": "Geheim"}, admin).Is(201).ID()
		upload, choose := fmt.Sprintf("%s%d/logo/upload", kind.club, id), fmt.Sprintf("%s%d/logo", kind.club, id)
		first := hangs(s, upload, "<svg/> logo", jan).Is(200).Has("success", true).Has("filename", "logo.svg")
		logo := int64(first.At("media_id").(float64))
		if got := s.Get(apitest.PictureFile(logo, "full"), jan).Is(200).
			Header.Get("Cache-Control"); got != "private, max-age=31536000, immutable" {
			t.Errorf("a logo: Cache-Control %q", got)
		}
		s.Get(apitest.At(kind.list, id)+"?_embed", jan).Has("featured_media", float64(logo)).
			Has("_embedded.wp:featuredmedia.0.source_url", "http://club.example"+apitest.PictureFile(logo, "thumbnail"))
		s.Post(choose, object{"media_id": 0}, jan).Is(200).Has("", object{
			"success": true, "attachment_id": 0., "media_id": 0., "filename": "", "thumbnail_url": "", "full_url": "",
		})
		s.Get(apitest.At(kind.list, id), jan).Has("featured_media", 0)
		s.Post(choose, object{"media_id": logo}, jan).Is(200).Has("media_id", float64(logo)).
			Has("full_url", "http://club.example"+apitest.PictureFile(logo, "full"))
		s.Get(apitest.At(kind.list, id), jan).Has("featured_media", float64(logo))

		photo := s.Photo(s.Viewer("jan"), s.Names(jan, "Jan")[0])
		for _, wrong := range []any{99, photo, -1, "x", 1.5, nil} {
			if a := s.Post(choose, object{"media_id": wrong}, jan).Is(400); a.At("code") != "rest_invalid_param" {
				t.Errorf("%v: %s", wrong, a.Text)
			}
		}
		s.Post(choose, object{}, jan).Refuses(400, "rest_invalid_param", "media_id")
		s.Post(choose, "[]", jan).Is(400)
		hangs(s, upload, "pdf", jan).Refuses(400, "invalid_type")
		s.Get(apitest.At(kind.list, id), jan).Has("featured_media", float64(logo))
		for _, path := range []string{fmt.Sprintf("%s%d/logo", kind.club, hidden), fmt.Sprintf("%s%d/logo", kind.club, 99)} {
			status, code := 403, "rest_forbidden"
			if strings.Contains(path, "/99/") {
				status, code = 404, "rest_post_invalid_id"
			}
			s.Post(path, object{"media_id": logo}, jan).Refuses(status, code)
			hangs(s, path+"/upload", "jpeg", jan).Refuses(status, code)
			s.Post(path, object{"media_id": logo}).Refuses(401, "rest_not_logged_in")
			hangs(s, path+"/upload", "jpeg").Refuses(401, "rest_not_logged_in")
		}
		other := map[string]string{"/api/club/v1/teams/": "/api/club/v1/commissies/",
			"/api/club/v1/commissies/": "/api/club/v1/teams/"}[kind.club]
		s.Post(fmt.Sprintf("%s%d/logo", other, id), object{"media_id": logo}, jan).Refuses(404, "rest_post_invalid_id")
		s.Send("DELETE", fmt.Sprintf("%s/%d", apitest.Library, logo), nil, jan).Is(200)
		s.Get(apitest.At(kind.list, id), jan).Has("featured_media", 0)
	}
}

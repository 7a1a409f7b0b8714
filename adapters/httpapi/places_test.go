package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
)

func photoOf(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/photo", id) }

// hangs sends a file.
func (s *site) hangs(path, data string, as ...call) answer {
	s.t.Helper()
	body, multi := form(s.t, "file:IMG 1.jpg", data)
	return s.post(path, body, append(as, multi)...)
}

func TestAPhotoIsHungReplacedAndTakenAway(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Vries"})
	s.later(time.Minute)
	full := func(id int64) string { return "http://club.example" + file(id, "full") }
	thumbnail := func(id int64) string { return "http://club.example" + file(id, "thumbnail") }
	s.hangs(photoOf(1), "jpeg one", admin).is(200).has("", object{
		"success": true, "attachment_id": 1., "media_id": 1., "filename": "jan-vries.jpg", "thumbnail_url": thumbnail(1), "full_url": full(1),
	})
	s.get(one(1)+"?_embed", admin).is(200).has("featured_media", 1).has("acf.photo_gallery", []any{1.}).has("modified", "2026-06-15 14:31:45").
		has("_embedded.wp:featuredmedia.0.source_url", thumbnail(1))
	s.get(filtered, admin).has("people.0.thumbnail", thumbnail(1))
	s.get(search+"?q=vries", admin).has("people.0.thumbnail", thumbnail(1))
	s.hangs(photoOf(1), "jpeg two", admin).is(200).has("attachment_id", 2)
	s.get(file(1, "full"), admin).refuses(404, "rest_post_invalid_id")
	if a := s.get(file(2, "full"), admin).is(200); a.text != "jpeg two" || a.Header.Get("Cache-Control") != "private, max-age=300" {
		t.Errorf("got %q, %v", a.text, a.Header)
	}
	for range 2 {
		s.send("DELETE", photoOf(1), nil, admin).is(200).has("", object{"success": true})
	}
	s.get(one(1), admin).has("featured_media", 0).has("acf.photo_gallery", []any{})
	s.get(filtered, admin).has("people.0.thumbnail", "")
	s.get(file(2, "full"), admin).refuses(404, "rest_post_invalid_id")
}

func TestWhatIsNoPhotoAndWhoMayNotHangOne(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	s.names(admin, "Geheim")
	own := s.names(jan, "Eigen")[0]
	s.hangs(photoOf(1), "jpeg", jan).refuses(403, "rest_forbidden")
	s.hangs(photoOf(99), "jpeg", jan).refuses(404, "rest_post_invalid_id")
	s.hangs(photoOf(1), "jpeg").refuses(401, "rest_not_logged_in")
	s.hangs("/api/club/v1/people/x/photo", "jpeg", jan).is(404)
	s.send("DELETE", photoOf(1), nil, jan).refuses(403, "rest_forbidden")
	s.send("DELETE", photoOf(99), nil, jan).refuses(404, "rest_post_invalid_id")
	s.send("DELETE", photoOf(1), nil).refuses(401, "rest_not_logged_in")
	s.hangs(photoOf(1), "pdf", jan).refuses(403, "rest_forbidden") // and nothing of the file
	s.post(photoOf(99), nil, jan).refuses(404, "rest_post_invalid_id")
	s.hangs(photoOf(own), "pdf", jan).refuses(400, "invalid_type")
	s.hangs(photoOf(own), "<svg/>", jan).refuses(400, "invalid_type")
	s.hangs(photoOf(own), "", jan).refuses(400, "no_file")
	s.post(photoOf(own), object{"file": "x"}, jan).refuses(400, "no_file")
	s.post(photoOf(own), nil, jan).refuses(400, "no_file")
	s.hangs(photoOf(own), "jpeg"+strings.Repeat("x", media.MaxBytes), jan).refuses(400, "rest_upload_file_too_big")
	s.get(one(own), jan).has("featured_media", 0)
	s.hangs(photoOf(own), "jpeg", jan).is(200)
	s.hangs(photoOf(own), "pdf", jan).refuses(400, "invalid_type")
	s.get(one(own), jan).has("featured_media", 1)
	s.user("piet")
	piet := s.program("piet")
	for _, size := range []string{"thumbnail", "full"} {
		s.get(file(1, size), piet).refuses(403, "rest_forbidden")
		s.get(file(1, size), jan).is(200)
		s.get(file(1, size), admin).is(200)
	}
	// Nothing of what a client sends as a person's fields hangs or takes away a photo.
	s.send("PUT", one(own), object{"acf": object{"photo_gallery": []int{}}, "featured_media": 0}, jan).is(200).has("featured_media", 1)
}

func TestALogoIsHungAndChosen(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	for _, kind := range []struct{ list, club string }{{teams, "/api/club/v1/teams/"}, {committees, "/api/club/v1/commissies/"}} {
		id := s.post(kind.list, object{"title": "Rood & Wit"}, jan).is(201).id()
		hidden := s.post(kind.list, object{"title": "Geheim"}, admin).is(201).id()
		upload, choose := fmt.Sprintf("%s%d/logo/upload", kind.club, id), fmt.Sprintf("%s%d/logo", kind.club, id)
		first := s.hangs(upload, "<svg/> logo", jan).is(200).has("success", true).has("filename", "logo.svg")
		logo := int64(first.at("media_id").(float64))
		if got := s.get(file(logo, "full"), jan).is(200).Header.Get("Cache-Control"); got != "private, max-age=31536000, immutable" {
			t.Errorf("a logo: Cache-Control %q", got)
		}
		s.get(at(kind.list, id)+"?_embed", jan).has("featured_media", float64(logo)).
			has("_embedded.wp:featuredmedia.0.source_url", "http://club.example"+file(logo, "thumbnail"))
		s.post(choose, object{"media_id": 0}, jan).is(200).has("", object{
			"success": true, "attachment_id": 0., "media_id": 0., "filename": "", "thumbnail_url": "", "full_url": "",
		})
		s.get(at(kind.list, id), jan).has("featured_media", 0)
		s.post(choose, object{"media_id": logo}, jan).is(200).has("media_id", float64(logo)).has("full_url", "http://club.example"+file(logo, "full"))
		s.get(at(kind.list, id), jan).has("featured_media", float64(logo))

		photo := s.photo(s.userOf("jan"), s.names(jan, "Jan")[0])
		for _, wrong := range []any{99, photo, -1, "x", 1.5, nil} {
			if a := s.post(choose, object{"media_id": wrong}, jan).is(400); a.at("code") != "rest_invalid_param" {
				t.Errorf("%v: %s", wrong, a.text)
			}
		}
		s.post(choose, object{}, jan).refuses(400, "rest_invalid_param", "media_id")
		s.post(choose, "[]", jan).is(400)
		s.hangs(upload, "pdf", jan).refuses(400, "invalid_type")
		s.get(at(kind.list, id), jan).has("featured_media", float64(logo))
		for _, path := range []string{fmt.Sprintf("%s%d/logo", kind.club, hidden), fmt.Sprintf("%s%d/logo", kind.club, 99)} {
			status, code := 403, "rest_forbidden"
			if strings.Contains(path, "/99/") {
				status, code = 404, "rest_post_invalid_id"
			}
			s.post(path, object{"media_id": logo}, jan).refuses(status, code)
			s.hangs(path+"/upload", "jpeg", jan).refuses(status, code)
			s.post(path, object{"media_id": logo}).refuses(401, "rest_not_logged_in")
			s.hangs(path+"/upload", "jpeg").refuses(401, "rest_not_logged_in")
		}
		other := map[string]string{"/api/club/v1/teams/": "/api/club/v1/commissies/", "/api/club/v1/commissies/": "/api/club/v1/teams/"}[kind.club]
		s.post(fmt.Sprintf("%s%d/logo", other, id), object{"media_id": logo}, jan).refuses(404, "rest_post_invalid_id")
		s.send("DELETE", fmt.Sprintf("%s/%d", library, logo), nil, jan).is(200)
		s.get(at(kind.list, id), jan).has("featured_media", 0)
	}
}

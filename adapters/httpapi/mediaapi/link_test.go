package mediaapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: sync §2.5, photoUrl: what a helpdesk gets opens one size of one photo, for a week, and nothing else.
func TestALinkOfAPhoto(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Jan", "last_name": "Vries"})
	s.Person(admin, object{"first_name": "Piet", "last_name": "Zonder"})
	s.User("sync", access.Synchronizer)
	s.User("jan")
	sync := s.Program("sync")
	link := func(id int64) string { return strings.TrimSuffix(photoOf(id), "photo") + "photo-link" }

	s.Get(link(1), sync).Refuses(404, "rest_post_invalid_id") // no photo yet
	hangs(s, photoOf(1), "jpeg one", admin).Is(200)
	s.Get(link(1)).Refuses(401, "rest_not_logged_in")
	s.Get(link(1), s.Program("jan")).Refuses(403, "rest_forbidden")
	s.Get(link(2), sync).Refuses(404, "rest_post_invalid_id")
	s.Get(link(99), sync).Refuses(404, "rest_post_invalid_id")

	given := s.Get(link(1), sync).Is(200).Has("media_id", 1).Has("expires_at", "2026-06-22T12:30:45Z")
	address, ours := strings.CutPrefix(given.At("url").(string), "http://club.example")
	if !ours || len(address) > 150 {
		t.Fatalf("%s", address)
	}
	a := s.Get(address).Is(200) // nobody signed in
	if a.Text != "small jpeg one" || a.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%q %v", a.Text, a.Header)
	}
	for _, wrong := range []string{
		address + "x", address[:len(address)-1], strings.Replace(address, "/1-", "/2-", 1), strings.Replace(address, "-17", "-18", 1),
		"/api/club/v1/photo-link/x", "/api/club/v1/photo-link/1-2", "/api/club/v1/photo-link/1-9999999999-AAAA",
	} {
		s.Get(wrong).Refuses(404, "rest_post_invalid_id")
	}
	s.Get(address+"/full").Refuses(404, "rest_no_route")

	s.Later(7*24*time.Hour - time.Second)
	s.Get(address).Is(200)
	s.Later(time.Second)
	s.Get(address).Refuses(404, "rest_post_invalid_id")

	fresh, _ := strings.CutPrefix(s.Get(link(1), sync).Is(200).At("url").(string), "http://club.example")
	hangs(s, photoOf(1), "jpeg two", admin).Is(200)
	s.Get(fresh).Refuses(404, "rest_post_invalid_id") // another photo has another link
	s.Get(link(1), sync).Is(200).Has("media_id", 2)
}

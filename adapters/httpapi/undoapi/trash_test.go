package undoapi_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

const trash = "/api/club/v1/trash"

// thrown returns the names in somebody's trash, and checks the headers.
func thrown(s *apitest.Site, total string, as apitest.Call, query string) string {
	s.T.Helper()
	a := s.Get(trash+query, as).Is(200)
	if got := a.Header.Get("X-WP-Total"); got != total {
		s.T.Errorf("%s: X-WP-Total %s, want %s", a.What, got, total)
	}
	names := []string{}
	for _, one := range a.List("") {
		names = append(names, one.(object)["name"].(string))
	}
	return fmt.Sprint(names)
}

func TestTheTrashShowsAdministratorsAllAndOthersWhatTheyDeleted(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.User("piet")
	jan, piet := s.Program("jan"), s.Program("piet")
	s.Get(trash).Refuses(401, "rest_not_logged_in")
	ids := s.Names(jan, "Anna", "Bas", "Cor")
	for i, by := range []apitest.Call{jan, admin, jan} {
		s.Send("DELETE", apitest.Person(ids[i]), nil, by).Is(200)
		s.Later(time.Hour)
	}
	for _, c := range []struct {
		who    apitest.Call
		query  string
		total  string
		listed string
	}{
		{admin, "", "3", "[Cor Bas Anna]"}, {admin, "?per_page=2", "3", "[Cor Bas]"}, {admin, "?per_page=2&page=2", "3", "[Anna]"},
		{admin, "?per_page=2&page=9", "3", "[]"}, {jan, "", "2", "[Cor Anna]"}, {piet, "", "0", "[]"},
	} {
		if got := thrown(s, c.total, c.who, c.query); got != c.listed {
			t.Errorf("%s: %s, want %s", c.query, got, c.listed)
		}
	}
	first := s.Get(trash+"?page=3&per_page=1", admin).Is(200)
	first.Has("0.kind", "person").Has("0.id", 1).Has("0.deleted", "2026-06-15 14:33:45").Has("0.deleted_gmt", "2026-06-15 12:33:45").
		Has("0.deleted_by_name", "Heet jan").Has("0.days_left", 30)
	for _, id := range []int64{ids[0], ids[1]} {
		s.Post("/api/club/v1/people/"+fmt.Sprint(id)+"/restore", nil, piet).Refuses(404, "rest_not_in_trash")
	}
	s.Post("/api/club/v1/people/2/restore", nil, jan).Refuses(404, "rest_not_in_trash")
	s.Post("/api/club/v1/people/1/restore", nil).Refuses(401, "rest_not_logged_in")
	s.Later(30*24*time.Hour - 3*time.Hour - time.Second)
	s.Get(trash+"?page=3&per_page=1", admin).Is(200).Has("0.days_left", 1)
	s.Later(2 * time.Second)
	if got := thrown(s, "2", admin, ""); got != "[Cor Bas]" {
		t.Error(got)
	}
	s.Post("/api/club/v1/people/1/restore", nil, admin).Refuses(404, "rest_not_in_trash")
	s.Post("/api/club/v1/people/3/restore", nil, jan).Is(200).Has("acf.first_name", "Cor")
	s.Post("/api/club/v1/people/3/restore", nil, jan).Refuses(404, "rest_not_in_trash")
	s.Post("/api/club/v1/people/99/restore", nil, admin).Refuses(404, "rest_not_in_trash")
	if n, err := s.Server.People.Purge(t.Context()); err != nil || n != 1 {
		t.Errorf("destroyed %d, %v", n, err)
	}
	s.Post("/api/club/v1/people/2/restore", nil, admin).Is(200)
}

func TestARestoreTakesPlaceOnceBesideAPurge(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := s.Names(admin, "Anna")[0]
	s.Send("DELETE", apitest.Person(id), nil, admin).Is(200)
	var all sync.WaitGroup
	var won atomic.Int64
	for range 6 {
		all.Go(func() {
			if a := s.Post("/api/club/v1/people/1/restore", nil, admin); a.StatusCode == 200 {
				won.Add(1)
			} else if a.StatusCode != 404 {
				t.Errorf("%d: %s", a.StatusCode, a.Text)
			}
		})
		all.Go(func() {
			if n, err := s.Server.People.Purge(t.Context()); err != nil || n != 0 {
				t.Errorf("destroyed %d, %v", n, err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d restored", won.Load())
	}
}

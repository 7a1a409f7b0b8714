package peopleapi_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// object is JSON as a test writes it.
type object = apitest.Object

// noScreening is the meta object of who is not asked for a certificate, with more members.
func noScreening(more ...any) object {
	meta := object{"vog_email_sent_date": "", "vog_justis_submitted_date": "", "vog_reminder_sent_date": ""}
	for i := 0; i < len(more); i += 2 {
		meta[more[i].(string)] = more[i+1]
	}
	return meta
}

// contract: club §2.1, §4.1
func TestAPersonIsRegisteredAndFoundAtItsLocation(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	a := s.Person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Vries"})
	a.Has("id", 1).Has("slug", "jan-de-vries-1").Has("status", "publish").Has("type", "person").Has("author", 1)
	a.Has("title.rendered", "Jan de Vries").Has("linked_user_id", nil).Has("welcome_email_sent_at", nil).Has("meta", noScreening()).
		Has("link", "http://club.example/leden/1")
	location := a.Header.Get("Location")
	if location != "http://club.example/api/cms/v2/people/1" {
		t.Errorf("Location %q", location)
	}
	if found := s.Get(strings.TrimPrefix(location, "http://club.example"), admin).Is(200); found.Text != a.Text {
		t.Errorf("got %s, want %s", found.Text, a.Text)
	}
}

func TestTimestampsHaveABlankAndNoT(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	a := s.Person(s.Admin(), object{"first_name": "Jan"})
	a.Has("date", "2026-06-15 14:30:45").Has("date_gmt", "2026-06-15 12:30:45")
	s.Now = time.Date(2026, 12, 1, 23, 59, 59, 999999000, time.UTC)
	a = s.Send("PUT", apitest.Person(1), object{"acf": object{"nickname": "J"}}, s.Program("beheer")).Is(200)
	a.Has("modified", "2026-12-02 00:59:59").Has("modified_gmt", "2026-12-01 23:59:59").Has("date_gmt", "2026-06-15 12:30:45")
	if found := regexp.MustCompile(`\d{4}-\d\d-\d\dT`).FindString(a.Text); found != "" {
		t.Errorf("%s in %s", found, a.Text)
	}
}

// contract: club §4.1
func TestPutPatchAndPostChangeAnItemAlike(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, way := range []struct {
		name, method, query string
		call                apitest.Call
	}{
		{"PUT", "PUT", "", admin}, {"PATCH", "PATCH", "", admin}, {"POST", "POST", "", admin},
		{"override header", "POST", "", apitest.With("X-HTTP-Method-Override", "PUT")}, {"_method", "POST", "?_method=put", admin},
		{"override to PATCH", "POST", "", apitest.With("X-HTTP-Method-Override", "patch")},
	} {
		id := s.Person(admin, object{"first_name": "Jan", "last_name": "Kok"}).ID()
		s.Later(time.Minute)
		a := s.Send(way.method, apitest.Person(id)+way.query, object{"acf": object{"last_name": "Bos"}}, admin, way.call).Is(200)
		a.Has("acf.first_name", "Jan").Has("acf.last_name", "Bos").Has("title.rendered", "Jan Bos")
		if a.At("modified") == a.At("date") {
			t.Errorf("%s: not modified", way.name)
		}
		if a.Header.Get("Location") != "" {
			t.Errorf("%s: a Location", way.name)
		}
	}
	for _, change := range []apitest.Call{apitest.With("X-HTTP-Method-Override", "DELETE"),
		func(r *http.Request) { r.URL.RawQuery = "_method=DELETE" }} {
		id := s.Person(admin, object{"first_name": "Jan"}).ID()
		s.Post(apitest.Person(id), nil, admin, change).Is(200).Has("deleted", true)
	}
	id := s.Person(admin, object{"first_name": "Jan"}).ID()
	s.Get(apitest.Person(id)+"?_method=DELETE", admin, apitest.With("X-HTTP-Method-Override", "DELETE")).Is(200)
	s.Get(apitest.Person(id), admin).Is(200)
}

func TestAChangeThatChangesNothingIsNotOne(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	before := s.Person(admin, object{"first_name": "Jan"})
	s.Later(time.Hour)
	for _, body := range []any{object{}, object{"acf": object{}}, object{"acf": object{"first_name": "Jan"}}, `{"acf":[]}`,
		`{"acf":[],"meta":[]}`, `{"acf":null,"meta":null,"status":"publish"}`,
		object{"title": "Piet", "acf": object{"is_deceased": true, "birth_year": "1950", "huidig-vrijwilliger": "1"}},
		object{"ACF": object{"first_name": "Piet"}, "id": 99, "author": 1, "date": "x", "unknown": object{}}} {
		if after := s.Send("PUT", apitest.Person(1), body, admin).Is(200); after.Text != before.Text {
			t.Errorf("%v: got %s", body, after.Text)
		}
	}
}

// contract: club §4.1
func TestDeleteAnswersWhatWasThereWithAndWithoutForce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, query := range []string{"", "?force=true", "?force=1", "?force=false", "?force=0"} {
		a := s.Person(admin, object{"first_name": "Jan"})
		deleted := s.Send("DELETE", apitest.Person(a.ID())+query, nil, admin).Is(200).Has("deleted", true).Has("previous", a.Object(""))
		if got := slices.Sorted(maps.Keys(deleted.Object(""))); !slices.Equal(got, []string{"deleted", "previous"}) {
			t.Errorf("%s: got %v", query, got)
		}
		s.Get(apitest.Person(a.ID()), admin).Refuses(404, "rest_post_invalid_id")
		s.Send("PUT", apitest.Person(a.ID()), object{}, admin).Refuses(404, "rest_post_invalid_id")
		s.Send("DELETE", apitest.Person(a.ID()), nil, admin).Refuses(404, "rest_post_invalid_id")
		if got := s.Get(apitest.People, admin).Listed(""); got != "" {
			t.Errorf("%s: still listed: %s", query, got)
		}
	}
	s.Person(admin, object{"first_name": "Jan"}).Has("id", 6) // numbers are never used again
}

// contract: club §5-7, §7
func TestHiddenUnknownAndImpossibleNumbersDiffer(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Names(s.Admin(), "Secret")
	s.User("jan")
	jan := s.Program("jan")
	for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
		var body any
		if method != "GET" && method != "DELETE" {
			body = object{"acf": object{"first_name": "Mine"}}
		}
		hidden := s.Send(method, apitest.Person(1), body, jan).Refuses(403, "rest_forbidden")
		if strings.Contains(hidden.Text, "Secret") || strings.Contains(hidden.Text, "secret") {
			t.Errorf("%s leaks: %s", method, hidden.Text)
		}
		for _, id := range []int64{0, 2, -1, 9223372036854775807} {
			s.Send(method, apitest.Person(id), body, jan).Refuses(404, "rest_post_invalid_id")
		}
		for _, id := range []string{"abc", "1.5", "99999999999999999999", "1e3", "0x1", "%20", "1%2F2"} {
			if a := s.Send(method, apitest.People+"/"+id, body, jan).Is(404); a.At("code") != "rest_no_route" &&
				a.At("code") != "rest_post_invalid_id" {
				t.Errorf("%s %s: code %v", method, id, a.At("code"))
			}
		}
	}
	s.Get(apitest.Person(1), s.Program("beheer")).Is(200).Has("acf.first_name", "Secret")
}

// contract: club §2.4-7
func TestARelationCanNotTellWhetherAHiddenPersonExists(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Names(s.Admin(), "Secret")
	s.User("jan")
	jan := s.Program("jan")
	answers := []string{}
	for _, id := range []int{1, 99} {
		answers = append(answers, s.Post(apitest.People, object{"acf": object{"first_name": "Jan", "relationships": []object{
			{"related_person": id, "relationship_type": 2},
		}}}, jan).Refuses(400, "rest_invalid_param", "acf.relationships[0].related_person").Text)
	}
	if answers[0] != answers[1] {
		t.Errorf("a hidden person: %s; nobody: %s", answers[0], answers[1])
	}
}

// contract: club §5-7, §7
func TestWhoIsNotSignedInHearsNothingElse(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Names(s.Admin(), "Jan")
	for _, request := range []struct{ method, path, body string }{
		{"GET", apitest.People + "?per_page=999", ""}, {"GET", apitest.Person(1), ""}, {"GET", apitest.Person(99), ""},
		{"GET", apitest.People + "/abc", ""},
		{"POST", apitest.People, "{not json"}, {"POST", apitest.People, ""}, {"PUT", apitest.Person(1), "[]"},
		{"PUT", apitest.Person(1), strings.Repeat(" ", 3<<20)},
		{"DELETE", apitest.Person(1), ""}, {"GET", "/api/club/v1/users/search", ""}, {"POST", "/api/club/v1/user/password", "{}"},
		{"GET", "/api/cms/v2/users/abc/application-passwords", ""},
		{"POST", "/api/club/v1/volunteer-roles/settings", `{"player_roles":1}`},
	} {
		s.Send(request.method, request.path, request.body).Refuses(401, "rest_not_logged_in")
	}
}

// contract: club §2.1-2
func TestAVolunteerIsOneOnTheDayOfTheRequest(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Person(admin, object{"first_name": "Jan", "huidig-vrijwilliger": "0", "work_history": []object{
		{"team": 1000, "entity_type": "commissie", "job_title": "Voorzitter", "is_current": true, "end_date": "2026-06-15"},
	}}).Has("acf.huidig-vrijwilliger", "1")
	const list = "/api/club/v1/people/filtered"
	s.Get(list+"?huidig_vrijwilliger=1", admin).Has("total", 1)
	s.Now = time.Date(2026, 6, 15, 21, 59, 0, 0, time.UTC)
	s.Get(apitest.Person(1), admin).Has("acf.huidig-vrijwilliger", "1")
	s.Later(time.Minute) // midnight in Amsterdam
	s.Get(apitest.Person(1), admin).Has("acf.huidig-vrijwilliger", "0")
	s.Get(list+"?huidig_vrijwilliger=1", admin).Has("total", 0)
	s.Get(list+"?huidig_vrijwilliger=0", admin).Has("total", 1).Has("people.0.acf.huidig-vrijwilliger", "0")
}

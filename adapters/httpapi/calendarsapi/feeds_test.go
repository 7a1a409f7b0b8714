package calendarsapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	parser "github.com/arran4/golang-ical"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
)

type object = apitest.Object

// site is a club with an administrator and a member who made one person.
type site struct {
	*apitest.Site
	admin, lid apitest.Browser
}

func open(t *testing.T) *site {
	t.Parallel()
	s := &site{Site: apitest.New(t)}
	s.User("beheer", access.Administrator)
	s.User("lid", access.Member)
	s.admin, s.lid = s.SignIn("beheer"), s.SignIn("lid")
	return s
}

func (s *site) token(of apitest.Browser) string {
	s.T.Helper()
	return s.Get("/api/club/v1/user/ical-url", of.Reads).Is(200).At("token").(string)
}

func (s *site) fetch(path string, headers ...string) *httptest.ResponseRecorder {
	s.T.Helper()
	method := http.MethodGet
	if name, rest, has := strings.Cut(path, " "); has {
		method, path = name, rest
	}
	r := httptest.NewRequestWithContext(s.T.Context(), method, path, http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// read is a feed, taken apart by a program that knows nothing of ours.
func (s *site) read(path string) (*parser.Calendar, string) {
	s.T.Helper()
	w := s.fetch(path)
	if w.Code != 200 {
		s.T.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	parsed, err := parser.ParseCalendar(strings.NewReader(w.Body.String()))
	if err != nil {
		s.T.Fatalf("%s: %v\n%s", path, err, w.Body)
	}
	return parsed, w.Body.String()
}

func value(event *parser.VEvent, name parser.ComponentProperty) string {
	if property := event.GetProperty(name); property != nil {
		return property.Value
	}
	return ""
}

func summaries(c *parser.Calendar) string {
	var all []string
	for _, event := range c.Events() {
		all = append(all, value(event, parser.ComponentPropertySummary))
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

func personal(token string) string { return "/calendar/" + token + ".ics" }

// contract: club §4.9-1 (calendar feeds)
func TestATokenServesAllCalendarsOfItsUserUntilItIsRenewed(t *testing.T) {
	s := open(t)
	first := s.Get("/api/club/v1/user/ical-url", s.lid.Reads).Is(200)
	token := first.At("token").(string)
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(token) {
		t.Errorf("%q", token)
	}
	first.Has("url", "http://club.example/calendar/"+token+".ics").Has("webcal_url", "webcal://club.example/calendar/"+token+".ics")
	if again := s.token(s.lid); again != token {
		t.Error("another one at the second look")
	}
	if s.token(s.admin) == token {
		t.Error("two users have one")
	}
	made := s.Workspaces(s.lid.Writes, "Jeugd")
	workspace := fmt.Sprintf("/workspace/%d/calendar/%s.ics", made, token)
	for _, path := range []string{personal(token), workspace, "/calendar/" + token + "/tasks.ics",
		"/calendar/" + token + "/shifts.ics", "/calendar/" + token + "/matches.ics", "/calendar/" + token + "/training.ics"} {
		if got := s.fetch(path).Code; got != 200 {
			t.Errorf("%s: %d", path, got)
		}
	}
	renewed := s.Post("/api/club/v1/user/regenerate-ical-token", nil, s.lid.Writes).Is(200).Has("success", true).
		Has("message", "Je agenda's hebben een nieuw adres. De oude adressen werken niet meer.")
	if renewed.At("url") != "http://club.example"+personal(s.token(s.lid)) || s.token(s.lid) == token {
		t.Error("not renewed")
	}
	for _, path := range []string{personal(token), workspace, "/calendar/" + token + "/tasks.ics"} {
		if got := s.fetch(path).Code; got != 403 {
			t.Errorf("the old one, %s: %d", path, got)
		}
	}
	for _, malformed := range []string{
		"", "x", token[1:], token + "0", strings.ToUpper(token), strings.Repeat("g", 64), "%2e%2e", token + "/", token + "/x",
	} {
		if got := s.fetch("/calendar/" + malformed + ".ics").Code; got != 404 {
			t.Errorf("malformed %q: %d", malformed, got)
		}
	}
	if got := s.fetch(fmt.Sprintf("/workspace/%d/calendar/%s.ics", made, token[1:])).Code; got != 404 {
		t.Errorf("malformed, of a workspace: %d", got)
	}
	if got := s.fetch(personal(strings.Repeat("0", 64))).Code; got != 403 {
		t.Errorf("unknown: %d", got)
	}
	for _, path := range []string{"ical-url", "regenerate-ical-token"} {
		method := map[string]string{"ical-url": http.MethodGet, "regenerate-ical-token": http.MethodPost}[path]
		s.Send(method, "/api/club/v1/user/"+path, nil).Refuses(401, "rest_not_logged_in")
	}
}

// contract: club §4.9-2 (calendar feeds)
func TestWhatAFeedSaysOfItself(t *testing.T) {
	s := open(t)
	made := s.Workspaces(s.lid.Writes, "Jeugd, en \\ zo;")
	token := s.token(s.lid)
	for path, name := range map[string]string{
		personal(token): "vv De Proef Birthdays",
		fmt.Sprintf("/workspace/%d/calendar/%s.ics", made, token): `vv De Proef Jeugd\, en \\ zo\;`,
	} {
		_, text := s.read(path) // empty ones too
		for _, line := range []string{
			"BEGIN:VCALENDAR", "VERSION:2.0", "CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:" + name, "X-WR-TIMEZONE:UTC",
			"END:VCALENDAR",
		} {
			if strings.Count(text, line+"\r\n") != 1 {
				t.Errorf("%s: %q is not there once\n%s", path, line, text)
			}
		}
		if strings.Contains(text, "VEVENT") {
			t.Errorf("it holds an event:\n%s", text)
		}
	}
}

// contract: club §4.9-3 (calendar feeds)
func TestAnEventForEachPersonWithADayOfBirth(t *testing.T) {
	s := open(t)
	with := s.Person(s.admin.Writes, object{"first_name": "Joël", "last_name": "Kok", "birthdate": "2000-02-29"}).ID()
	s.Person(s.admin.Writes, object{"first_name": "Zonder"})
	former := s.Person(s.admin.Writes, object{"first_name": "Oud", "last_name": "Lid", "birthdate": "1950-12-31", "former_member": true}).ID()
	s.Person(s.admin.Writes, object{"first_name": "Dood", "birthdate": "1950-12-31", "datum-overlijden": "2020-01-01"})
	modified := s.Get(apitest.Person(with), s.admin.Reads).Is(200).At("modified_gmt").(string)
	stamp := strings.NewReplacer("-", "", ":", "", " ", "T").Replace(modified) + "Z"
	parsed, text := s.read(personal(s.token(s.admin)))
	if got := summaries(parsed); got != "Joël Kok's Birthday|Oud Lid's Birthday" {
		t.Fatalf("%s", got)
	}
	want := fmt.Sprintf("UID:birthday-%d@club.example", with)
	for _, event := range parsed.Events() {
		if "UID:"+value(event, parser.ComponentPropertyUniqueId) != want {
			continue
		}
		for name, is := range map[parser.ComponentProperty]string{
			parser.ComponentPropertyDtstamp: stamp, parser.ComponentPropertyDtStart: "20000229", parser.ComponentPropertyDtEnd: "20000301",
			parser.ComponentPropertyDescription: "Birthday", parser.ComponentPropertyRrule: "FREQ=YEARLY",
			parser.ComponentPropertyUrl: fmt.Sprintf("http://club.example/leden/%d", with),
		} {
			if got := value(event, name); got != is {
				t.Errorf("%s: %q, want %q", name, got, is)
			}
		}
	}
	for _, line := range []string{
		"DTSTART;VALUE=DATE:20000229", "DTEND;VALUE=DATE:20000301", want, "SUMMARY:Joël Kok's Birthday",
		fmt.Sprintf("UID:birthday-%d@club.example", former), "DTEND;VALUE=DATE:19510101",
	} {
		if strings.Count(text, line+"\r\n") != 1 {
			t.Errorf("%q is not there once:\n%s", line, text)
		}
	}
}

// contract: club §4.9-4 (calendar feeds); RFC 5545 §3.1
func TestTextsAreEscapedAndLinesFolded(t *testing.T) {
	s := open(t)
	name := `Jan\, "de"; Kok: ` + strings.Repeat("é", 60) + "😀"
	s.Person(s.admin.Writes, object{"first_name": name, "birthdate": "2000-01-01"})
	parsed, text := s.read(personal(s.token(s.admin)))
	if got := summaries(parsed); got != name+"'s Birthday" {
		t.Errorf("read back as %q", got)
	}
	if unfolded := strings.ReplaceAll(text, "\r\n ", ""); !strings.Contains(unfolded, `SUMMARY:Jan\\\, "de"\; Kok: é`) {
		t.Errorf("not escaped:\n%s", unfolded)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !strings.HasPrefix(strings.ToValidUTF8(line, "\x00"), line) {
			t.Errorf("%d octets: %q", len(line), line)
		}
	}
}

// contract: club §4.9-5 (calendar feeds)
func TestTheHeadersOfAFeed(t *testing.T) {
	s := open(t)
	s.Person(s.admin.Writes, object{"first_name": "Jan", "birthdate": "2000-01-01"})
	path := personal(s.token(s.admin))
	w := s.fetch(path)
	for name, want := range map[string]string{
		"Content-Type": "text/calendar; charset=utf-8", "Content-Disposition": `attachment; filename="birthdays.ics"`,
		"Cache-Control": "no-cache, must-revalidate", "Pragma": "no-cache", "X-Robots-Tag": "noindex, nofollow",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	tag := w.Header().Get("ETag")
	same := s.fetch(path, "If-None-Match", tag)
	if tag == "" || same.Code != 304 || same.Body.Len() > 0 || same.Header().Get("ETag") != tag {
		t.Errorf("%q: %d, %q", tag, same.Code, same.Body)
	}
	if head := s.fetch("HEAD " + path); head.Code != 200 || head.Body.Len() > 0 {
		t.Errorf("HEAD: %d", head.Code)
	}
	s.Later(time.Minute)
	s.Person(s.admin.Writes, object{"first_name": "Piet", "birthdate": "2000-01-01"})
	if changed := s.fetch(path, "If-None-Match", tag); changed.Code != 200 || changed.Header().Get("ETag") == tag {
		t.Errorf("after a change: %d", changed.Code)
	}
	for _, method := range []string{"POST ", "PUT ", "DELETE "} {
		if w := s.fetch(method + path); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
	if strings.Contains(s.Log.String(), s.token(s.admin)) {
		t.Error("the log knows the token")
	}
}

// contract: club §4.9-6 (calendar feeds)
func TestAPersonalFeedShowsWhomItsUserMayRead(t *testing.T) {
	s := open(t)
	s.Person(s.admin.Writes, object{"first_name": "Van beheer", "birthdate": "2000-01-01"})
	s.Person(s.lid.Writes, object{"first_name": "Van lid", "birthdate": "2000-01-01"})
	for of, want := range map[*apitest.Browser]string{
		&s.admin: "Van beheer's Birthday|Van lid's Birthday", &s.lid: "Van lid's Birthday",
	} {
		if parsed, _ := s.read(personal(s.token(*of))); summaries(parsed) != want {
			t.Errorf("%s, want %s", summaries(parsed), want)
		}
	}
	token := s.token(s.lid)
	err := s.Server.Accounts.Users.Update(t.Context(), s.Viewer("lid").User, func(u *account.User) error {
		u.Blocked = s.Now
		return nil
	})
	if got := s.fetch(personal(token)).Code; err != nil || got != 403 {
		t.Errorf("of one who may not sign in: %d, %v", got, err)
	}
}

// contract: club §4.9-7 (calendar feeds)
func TestAWorkspaceFeedIsForItsMembers(t *testing.T) {
	s := open(t)
	id := s.Workspaces(s.lid.Writes, "Jeugd")
	in := func(name string, more object) int64 {
		fields := object{"first_name": name, "birthdate": "2000-01-01"}
		for key, value := range more {
			fields[key] = value
		}
		return s.Person(s.lid.Writes, fields).ID()
	}
	inside := object{"_visibility": "workspace", "_assigned_workspaces": []int64{id}}
	in("Erin", inside)
	in("Erbuiten", nil)
	in("Zonder dag", object{"_visibility": "workspace", "_assigned_workspaces": []int64{id}, "birthdate": ""})
	dead := in("Overleden", inside)
	change := func(of person.ID, change func(*person.Person)) {
		t.Helper()
		err := s.Server.People.People.Update(t.Context(), []person.ID{of}, func(people map[person.ID]*person.Person) error {
			change(people[of])
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	change(dead, func(p *person.Person) { p.DiedOn = p.Birthdate })
	path := func(id any, token string) string { return fmt.Sprintf("/workspace/%v/calendar/%s.ics", id, token) }
	if parsed, _ := s.read(path(id, s.token(s.lid))); summaries(parsed) != "Erin's Birthday" {
		t.Errorf("%s", summaries(parsed))
	}
	for what, c := range map[string]struct {
		path string
		want int
	}{
		"an unknown token":            {path(id, strings.Repeat("0", 64)), 403},
		"an unknown token, nowhere":   {path(99, strings.Repeat("0", 64)), 403},
		"no such workspace":           {path(99, s.token(s.lid)), 404},
		"no number":                   {path("x", s.token(s.lid)), 404},
		"an administrator, no member": {path(id, s.token(s.admin)), 403},
	} {
		if got := s.fetch(c.path).Code; got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
	change(1, func(p *person.Person) { p.Visibility = person.Private })
	if parsed, _ := s.read(path(id, s.token(s.lid))); summaries(parsed) != "" {
		t.Errorf("a private one: %s", summaries(parsed))
	}
}

package httpapi_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/page"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// password is everybody's.
const password = "een lang wachtwoord"

// start is when every test begins: summer time in Amsterdam, 14:30 there.
var start = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

// site is the whole handler over stores in memory, at a time that the test sets.
type site struct {
	t      testing.TB
	server httpapi.Server
	now    time.Time
	log    bytes.Buffer
	once   sync.Once
	all    http.Handler
}

// plainWorkbooks writes a table in Go's own way instead of as a workbook.
type plainWorkbooks struct{}

func (plainWorkbooks) Workbook(_ context.Context, table sheet.Table) ([]byte, error) {
	return fmt.Appendln(nil, table), nil
}

// newSite makes an empty club; the options change the server before its first request.
func newSite(t testing.TB, options ...func(*httpapi.Server)) *site {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, now: start}
	clock := func() time.Time { return s.now }
	store := inmem.Open()
	s.server = httpapi.Server{
		Club: usecase.New(usecase.Adapters{
			Stores: store.Stores(), Atomic: store, Hasher: inmem.FastHasher{}, Strength: inmem.PasswordStrength{},
			Spreadsheets: plainWorkbooks{}, Files: new(inmem.Files), Pictures: plainPictures{},
			Now: clock, Zone: zone, Random: rand.Read, Key: bytes.Repeat([]byte{7}, 32),
		}),
		ClubName: "vv De Proef", Version: "1.2.3", BaseURL: "http://club.example", RestRoot: "api",
		Page: page.Page{Built: true, Files: fstest.MapFS{
			"index.html":            {Data: []byte(`<meta name="rest-root" content="/x"><meta name="club-name" content="X"><p>page</p>`)},
			"reference.html":        {Data: []byte(`<meta name="rest-root" content="/x"><p>reference</p>`)},
			"assets/main-1a2b3c.js": {Data: []byte("start()")},
			"favicon.svg":           {Data: []byte("<svg/>")},
			".gitkeep":              {},
		}},
		Ready: func(context.Context) error { return nil },
		Log:   slog.New(slog.NewTextHandler(&s.log, nil)),
	}
	for _, option := range options {
		option(&s.server)
	}
	return s
}

func (s *site) handler() http.Handler {
	s.once.Do(func() {
		handler, err := s.server.Handler()
		if err != nil {
			s.t.Fatal(err)
		}
		s.all = handler
	})
	return s.all
}

func (s *site) later(by time.Duration) { s.now = s.now.Add(by) }

func (s *site) operator() accounts.Operator { return accounts.Operator{Accounts: s.server.Accounts} }

// user adds somebody who signs in with the name and the password of everybody.
func (s *site) user(name string, roles ...access.Role) account.User {
	s.t.Helper()
	if len(roles) == 0 {
		roles = []access.Role{access.Member}
	}
	return s.add(account.User{Username: name, Email: name + "@club.example", DisplayName: "Heet " + name, Roles: roles})
}

func (s *site) add(u account.User) account.User {
	s.t.Helper()
	added, err := s.operator().Add(s.t.Context(), u, password)
	if err != nil {
		s.t.Fatal(err)
	}
	return added
}

// call changes a request before it is sent.
type call func(*http.Request)

func with(header, value string) call { return func(r *http.Request) { r.Header.Add(header, value) } }

func from(address string) call { return func(r *http.Request) { r.RemoteAddr = address + ":4711" } }

// basic signs a request as a program does.
func basic(username, password string) call {
	return func(r *http.Request) { r.SetBasicAuth(username, password) }
}

// program is a new application password of a user, ready to sign requests with.
func (s *site) program(username string) call {
	s.t.Helper()
	spelled, err := s.operator().AddApplicationPassword(s.t.Context(), username, "test")
	if err != nil {
		s.t.Fatal(err)
	}
	return basic(username, spelled)
}

// admin is a program of an administrator.
func (s *site) admin() call {
	s.t.Helper()
	s.user("beheer", access.Administrator)
	return s.program("beheer")
}

// browser is a signed-in browser.
type browser struct {
	cookie *http.Cookie
	nonce  string
}

// signIn signs in over the API.
func (s *site) signIn(username string, calls ...call) browser {
	s.t.Helper()
	a := s.post("/api/club/v1/session", map[string]string{"username": username, "password": password}, calls...).is(200)
	return browser{a.cookie("session"), a.at("nonce").(string)}
}

// cookie is the one that ends in such a name.
func (a answer) cookie(ending string) *http.Cookie {
	a.t.Helper()
	for _, c := range a.Cookies() {
		if strings.HasSuffix(c.Name, ending) {
			return c
		}
	}
	a.t.Fatalf("%s: no cookie …%s in %v", a.what, ending, a.Cookies())
	return nil
}

// reads sends the cookie alone; writes sends the nonce too.
func (b browser) reads(r *http.Request)  { r.AddCookie(b.cookie) }
func (b browser) writes(r *http.Request) { r.AddCookie(b.cookie); r.Header.Set("X-CMS-Nonce", b.nonce) }

func (s *site) get(path string, calls ...call) answer {
	s.t.Helper()
	return s.send("GET", path, nil, calls...)
}

func (s *site) post(path string, body any, calls ...call) answer {
	s.t.Helper()
	return s.send("POST", path, body, calls...)
}

// send makes a request. A body that is a text is sent as it is, everything else as JSON. Every answer of the API is held
// against the API's description and what all of them have in common.
func (s *site) send(method, path string, body any, calls ...call) answer {
	s.t.Helper()
	var reader io.Reader = http.NoBody
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		text, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(text)
	}
	request := httptest.NewRequestWithContext(s.t.Context(), method, "http://club.example"+path, reader)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, change := range calls {
		change(request)
	}
	recorder := httptest.NewRecorder()
	s.handler().ServeHTTP(recorder, request)
	if err := s.server.Accounts.Settle(s.t.Context()); err != nil { // so that tests can look at last uses
		s.t.Fatal(err)
	}
	a := answer{s.t, method + " " + path, recorder.Result(), recorder.Body.String()}
	if root := "/" + s.server.RestRoot; path == root || strings.HasPrefix(path, root+"/") {
		a.isOfTheAPI(request, root)
	}
	return a
}

// answer is what came back.
type answer struct {
	t    testing.TB
	what string
	*http.Response
	text string
}

var picturePath = regexp.MustCompile(`/club/v1/media/[^/]+/[^/]+$`)

func (a answer) isOfTheAPI(r *http.Request, root string) {
	a.t.Helper()
	if picturePath.MatchString(r.URL.Path) && a.StatusCode == http.StatusOK {
		return // no JSON, and to be kept: media_test.go
	}
	if got := a.Header.Get("Cache-Control"); got != "no-store, private" {
		a.t.Errorf("%s: Cache-Control %q", a.what, got)
	}
	if strings.HasSuffix(r.URL.Path, "/people/export") && a.StatusCode == http.StatusOK {
		return // no JSON: export_people_test.go
	}
	if got := a.Header.Get("Content-Type"); got != "application/json" {
		a.t.Errorf("%s: Content-Type %q of %.60q", a.what, got, a.text)
		return
	}
	path := strings.TrimPrefix(r.URL.Path, root)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	if path == "/openapi.json" {
		return
	}
	method := r.Method
	for _, named := range []string{r.Header.Get("X-HTTP-Method-Override"), r.URL.Query().Get("_method")} {
		if method == "POST" && named != "" && a.StatusCode != 405 {
			method = strings.ToUpper(named)
		}
	}
	described, partial := documents()
	if strings.Contains(r.URL.RawQuery, "_fields=") && a.StatusCode < 400 {
		described = partial
	}
	if path == "" {
		path = "/"
	}
	if err := described.check(method, path, a.StatusCode, []byte(a.text)); err != nil {
		a.t.Errorf("%s: the answer is not as described: %v\n%.500s", a.what, err, a.text)
	}
}

func (a answer) is(status int) answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Fatalf("%s: status %d, want %d: %.500s", a.what, a.StatusCode, status, a.text)
	}
	return a
}

// english are words of the framework's own sentences.
var english = regexp.MustCompile(`(?i)\b(expected|required|invalid|missing|string|array|value)\b`)

// refuses checks an error to the last member (contract §7). Without fields there must be no params.
func (a answer) refuses(status int, code string, fields ...string) answer {
	a.t.Helper()
	a.is(status)
	body := a.object("")
	data, _ := body["data"].(map[string]any)
	message, _ := body["message"].(string)
	params, _ := data["params"].(map[string]any)
	members := append([]string{"status"}, map[bool][]string{true: {"params"}}[len(fields) > 0]...)
	slices.Sort(members)
	slices.Sort(fields)
	switch {
	case !slices.Equal(slices.Sorted(maps.Keys(body)), []string{"code", "data", "message"}),
		!slices.Equal(slices.Sorted(maps.Keys(data)), members), data["status"] != float64(status):
		a.t.Errorf("%s: not in the shape of errors: %s", a.what, a.text)
	case body["code"] != code:
		a.t.Errorf("%s: code %v, want %s", a.what, body["code"], code)
	case strings.TrimSpace(message) == "":
		a.t.Errorf("%s: no message", a.what)
	case !slices.Equal(slices.Sorted(maps.Keys(params)), fields):
		a.t.Errorf("%s: params %v, want %v", a.what, params, fields)
	}
	for field, sentence := range params {
		if text, _ := sentence.(string); !strings.HasSuffix(text, ".") || english.MatchString(text) {
			a.t.Errorf("%s: of %s it says %q", a.what, field, text)
		}
	}
	return a
}

// at is the value at a path of the answer: acf.contact_info.0.contact_value.
func (a answer) at(path string) any {
	a.t.Helper()
	var value any
	if err := json.Unmarshal([]byte(a.text), &value); err != nil {
		a.t.Fatalf("%s: %v: %.200s", a.what, err, a.text)
	}
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		switch inner := value.(type) {
		case map[string]any:
			there := false
			if value, there = inner[key]; !there {
				a.t.Fatalf("%s: no %s in %.500s", a.what, path, a.text)
			}
		case []any:
			var index int
			if _, err := fmt.Sscan(key, &index); err != nil || index >= len(inner) {
				a.t.Fatalf("%s: no %s in %.500s", a.what, path, a.text)
			}
			value = inner[index]
		default:
			a.t.Fatalf("%s: no %s in %.500s", a.what, path, a.text)
		}
	}
	return value
}

func (a answer) object(path string) map[string]any {
	a.t.Helper()
	object, ok := a.at(path).(map[string]any)
	if !ok {
		a.t.Fatalf("%s: no object at %q: %.200s", a.what, path, a.text)
	}
	return object
}

func (a answer) list(path string) []any {
	a.t.Helper()
	list, ok := a.at(path).([]any)
	if !ok {
		a.t.Fatalf("%s: no list at %q: %.200s", a.what, path, a.text)
	}
	return list
}

// has checks a value; numbers in want are float64, as JSON has them.
func (a answer) has(path string, want any) answer {
	a.t.Helper()
	if number, ok := want.(int); ok {
		want = float64(number)
	}
	if got := a.at(path); !reflect.DeepEqual(got, want) {
		a.t.Errorf("%s: %s is %#v, want %#v", a.what, path, got, want)
	}
	return a
}

func (a answer) id() int64 {
	a.t.Helper()
	return int64(a.at("id").(float64))
}

// object is a JSON object that a test sends.
type object = map[string]any

// person registers somebody with these fields.
func (s *site) person(as call, fields object) answer {
	s.t.Helper()
	return s.post("/api/cms/v2/people", object{"status": "publish", "acf": fields}, as).is(201)
}

// names registers people with only a first name, a minute apart.
func (s *site) names(as call, names ...string) (ids []int64) {
	s.t.Helper()
	for _, name := range names {
		ids = append(ids, s.person(as, object{"first_name": name}).id())
		s.later(time.Minute)
	}
	return ids
}

// listed are the first names of a list, in order.
func (a answer) listed(path string) string {
	a.t.Helper()
	a.is(200)
	names := []string{}
	for _, record := range a.list(path) {
		fields, _ := record.(map[string]any)["acf"].(map[string]any)
		names = append(names, fmt.Sprint(fields["first_name"]))
	}
	return strings.Join(names, " ")
}

func one(id int64) string { return fmt.Sprintf("/api/cms/v2/people/%d", id) }

func query(pairs ...string) string {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return "/api/cms/v2/people?" + values.Encode()
}

// bearer is what a program sends that is no user name and password.
func basicText(text string) call {
	return with("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(text)))
}

// userOf is the viewer that a user is.
func (s *site) userOf(name string) access.Viewer {
	s.t.Helper()
	user, err := s.server.Accounts.Users.ByLogin(s.t.Context(), name)
	if err != nil {
		s.t.Fatal(err)
	}
	return user.Viewer()
}

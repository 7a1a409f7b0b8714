package clubapi_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
)

// saying is an application with one answer to everything.
func saying(status int, kind, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	})
}

func TestWhatKindOfFaultAnAnswerIs(t *testing.T) {
	t.Parallel()
	const said = `{"code":"rest_x","message":"Zo niet.","data":{"status":400,"params":{"acf.birthdate":"Geen datum."}}}`
	for _, c := range []struct {
		status     int
		kind, body string
		want       fault.Kind
		code       string
	}{
		{400, "application/json", said, fault.Invalid, "rest_x"}, {422, "application/json", said, fault.Invalid, "rest_x"},
		{413, "application/json; charset=utf-8", said, fault.Invalid, "rest_x"},
		{403, "application/json", said, fault.Forbidden, "rest_x"},
		{404, "application/json", said, fault.NotFound, "rest_x"}, {410, "application/json", said, fault.NotFound, "rest_x"},
		{409, "application/json", said, fault.Conflict, "rest_x"}, {408, "application/json", said, fault.Unavailable, "rest_x"},
		{401, "application/json", said, fault.Unauthenticated, "application_refused"},
		{401, "text/html", "", fault.Unauthenticated, "application_refused"},
		{404, "text/html", "<html>", fault.Unavailable, "application_unreadable"},
		{403, "text/html", "<html>", fault.Unavailable, "application_unreadable"},
		{404, "application/json", "{}", fault.Unavailable, "application_unreadable"},
		{404, "application/json", "<html>", fault.Unavailable, "application_unreadable"},
		{404, "application/json", `{"code":"rest_no_route","message":"x"}`, fault.Unavailable, "application_elsewhere"},
		{200, "application/json", `{"id":`, fault.Unavailable, "application_unreadable"},
	} {
		_, err := clientOf(t, saying(c.status, c.kind, c.body)).People().Change(ctx, 1, named("Jan"))
		f := fault.As(err)
		if f.Kind != c.want || f.Code != c.code || c.code == "rest_x" &&
			(f.Message != "Zo niet." || f.Params["acf.birthdate"] != "Geen datum.") {
			t.Errorf("%d %s %s: got %v", c.status, c.kind, c.body, err)
		}
	}
}

// Foreign answers must never pass for empty data: who takes them for that removes people.
func TestAnAnswerOfSomethingElseIsAFault(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"{}", "null", `"ok"`, `[{}]`, `{"ok":true}`, `{"id":1}`, `{"id":1,"modified_gmt":"2026-03-29 12:00:00"}`, `{"id":1,"acf":{}}`,
		`{"id":1,"modified_gmt":"gisteren","acf":{}}`, `{"id":"1","modified_gmt":"2026-03-29 12:00:00","acf":{}}`, `{"data":[]}`,
		`[{"id":0,"modified_gmt":"2026-03-29 12:00:00","acf":{}}]`,
	} {
		c := clientOf(t, saying(200, "application/json", body))
		for _, all := range []map[string]func() error{ask(calls, c), ask(creates, c)} {
			for name, call := range all {
				if name == "ByEmail" && strings.HasPrefix(body, `{"id":1`) || name == "RelationTypes" && strings.HasPrefix(body, "[{") {
					continue // these are answers to such questions
				}
				if err := call(); fault.KindOf(err) != fault.Unavailable {
					t.Errorf("%s takes %s for an answer: %v", name, body, err)
				}
			}
		}
	}
}

func TestWhatIsAskedAndSent(t *testing.T) {
	t.Parallel()
	var asked []string
	c := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, strings.TrimSpace(r.Method+" "+r.URL.String()+" "+string(body)))
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			fmt.Fprint(w, "[]")
			return
		}
		fmt.Fprint(w, `{"id":7,"modified_gmt":"2026-03-29T12:00:01","title":{"rendered":"Bar &amp; &#8211;"},"acf":[],"meta":[]}`)
	}))
	made, err := c.Groups().Create(ctx, titled(work.Committee, "Bar"))
	want := payload.Group{Group: group.Group{
		ID: 7, Kind: work.Committee, Title: "Bar & –", Modified: time.Date(2026, 3, 29, 12, 0, 1, 0, time.UTC),
	}}
	if err != nil || fmt.Sprint(made) != fmt.Sprint(want) {
		t.Errorf("got %+v, %v", made, err)
	}
	var jan payload.Person
	jan.Read([]byte(`{"first_name":"<Jan>"}`), []byte(`{"team":""}`))
	if _, err := c.People().Change(ctx, 7, jan); err != nil {
		t.Fatal(err)
	}
	since := time.Date(2026, 3, 29, 14, 0, 0, 5000, time.FixedZone("CEST", 2*60*60))
	if err := c.People().Each(ctx, since, func(payload.Person) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`POST /api/cms/v2/commissies {"status":"publish","title":"Bar"}`,
		`PUT /api/cms/v2/people/7 {"status":"publish","acf":{"first_name":"\u003cJan\u003e"},"meta":{"team":""}}`,
		`GET /api/cms/v2/people?` + listedFields +
			`&modified_after=2026-03-29T12%3A00%3A00.000005Z&order=asc&orderby=date&page=1&per_page=100`,
	} {
		if i >= len(asked) || asked[i] != want {
			t.Errorf("got %q, want %q", asked, want)
		}
	}
}

// listedFields is how the fields of lists are asked for.
var listedFields = url.Values{"_fields": {"id,title,modified_gmt,administered,featured_media,acf." +
	strings.Join(payload.ListedOfPeople, ",acf.")}}.Encode()

// changing is an application of which something changes before a page is read.
type changing struct {
	*club
	before map[string]func() // by page
}

func (c changing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if change := c.before[r.FormValue("page")]; change != nil {
		change()
	}
	c.club.ServeHTTP(w, r)
}

func TestAListThatChangesWhileItIsRead(t *testing.T) {
	t.Parallel()
	app := newClub(t, 0, nil)
	people, _ := app.ByHand()
	for i := range 250 {
		if _, err := people.Create(ctx, named("Lid "+strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
	removed := false
	c := clientOf(t, changing{app, map[string]func(){"2": func() {
		if removed {
			return
		}
		removed = true
		for id := range int64(5) {
			if err := people.Remove(ctx, 10+id, 0); err != nil {
				t.Error(err)
			}
		}
	}}})
	visits := map[int64]int{}
	if err := c.People().Each(ctx, time.Time{}, func(r payload.Person) error { visits[r.ID]++; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, record := range app.Everybody() {
		if visits[record.ID] != 1 {
			t.Errorf("%d was visited %d times", record.ID, visits[record.ID])
		}
	}
}

func TestAListThatChangesAllTheTimeComesToAnEnd(t *testing.T) {
	t.Parallel()
	app := newClub(t, 0, nil)
	people, _ := app.ByHand()
	add := func() {
		if _, err := people.Create(ctx, named("Nog een")); err != nil {
			t.Error(err)
		}
	}
	for range 150 {
		add()
	}
	c := clientOf(t, changing{app, map[string]func(){"2": add}})
	visits := 0
	if err := c.People().Each(ctx, time.Time{}, func(payload.Person) error { visits++; return nil }); err != nil ||
		visits != len(app.Everybody()) {
		t.Errorf("%d visits, %v", visits, err)
	}
}

// An application that does not say how many pages there are ends its lists with an error, or with a short page.
func TestAListWithoutHeaders(t *testing.T) {
	t.Parallel()
	for total, want := range map[int]int{0: 1, 99: 1, 100: 2, 200: 3, 201: 3} {
		requests := 0
		c := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests++
			page, _ := strconv.Atoi(r.FormValue("page"))
			if page > 1 && (page-1)*100 >= total {
				answer(w, 200, nil, fault.ErrNoSuchPage)
				return
			}
			list := []object{}
			for id := (page-1)*100 + 1; id <= min(page*100, total); id++ {
				list = append(list, object{"id": id, "modified_gmt": "2026-03-29 12:00:00", "acf": object{}})
			}
			answer(w, 200, list, nil)
		}))
		list, err := c.Groups().List(ctx, work.Team)
		if err != nil || len(list) != total || requests != want {
			t.Errorf("%d of %d groups, %d requests, %v", len(list), total, requests, err)
		}
	}
}

func TestAFaultOnALaterPageIsOne(t *testing.T) {
	t.Parallel()
	c := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("page") != "1" {
			answer(w, 200, nil, fault.ErrForbidden)
			return
		}
		w.Header().Set("X-WP-Total", "101")
		w.Header().Set("X-WP-TotalPages", "2")
		answer(w, 200, []object{{"id": 1, "modified_gmt": "2026-03-29 12:00:00", "acf": object{}}}, nil)
	}))
	if list, err := c.Groups().List(ctx, work.Team); fault.KindOf(err) != fault.Forbidden || list != nil {
		t.Errorf("got %v, %v", list, err)
	}
}

func TestNothingOfPeopleGetsIntoTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	for _, mishap := range mishaps {
		c := clientOf(t, newClub(t, 1000, mishap.answer), func(o *clubapi.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		for _, all := range []map[string]func() error{ask(calls, c), ask(creates, c)} {
			for _, call := range all {
				if err := call(); err != nil {
					fmt.Fprintln(&log, err)
				}
			}
		}
	}
	for _, private := range []string{"jan@", "club.example", "Jan", "Piet", password, "Basic", "Storing"} {
		if strings.Contains(log.String(), private) {
			t.Errorf("%q is in the log or in an error", private)
		}
	}
	if !strings.Contains(log.String(), "503") {
		t.Error("the log is empty")
	}
}

// contract: sync §5-3
func TestThePasswordMustBeRight(t *testing.T) {
	t.Parallel()
	app := newClub(t, 0, nil)
	c := clientOf(t, app, func(o *clubapi.Options) { o.Password = "fout" })
	if err := creates["Create"](ctx, c); fault.KindOf(err) != fault.Unauthenticated || app.requests.Load() != 1 {
		t.Errorf("%d requests, %v", app.requests.Load(), err)
	}
}

func TestAddressesOfAnApplication(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "club.example/api", "ftp://club.example", "https://", "https://x:y@club.example",
		"https://club.example/?a=b", "::"} {
		if _, err := clubapi.New(clubapi.Options{URL: address}); err == nil {
			t.Errorf("%q is taken for an address", address)
		}
	}
	for _, address := range []string{"https://club.example/api", "http://127.0.0.1:8080/api/"} {
		if _, err := clubapi.New(clubapi.Options{URL: address}); err != nil {
			t.Error(err)
		}
	}
}

// What passes for granted without a number was not logged.
func TestAnActivityIsLoggedWhenTheAnswerHasItsNumber(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]fault.Kind{
		`{"id":7}`: fault.Internal, `{}`: fault.Unavailable, `null`: fault.Unavailable, `{"id":0}`: fault.Unavailable,
		`{"code":"rest_x","message":"Zo niet.","data":{"status":500}}`: fault.Unavailable,
	} {
		err := clientOf(t, saying(200, "application/json", body)).Activities().Log(ctx, 1, payload.Activity{})
		if want == fault.Internal && err != nil || want != fault.Internal && fault.KindOf(err) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// Of whom nothing of the kind is told, or something else, nobody is the user, and they have no labels.
func TestTheAccountAndTheLabelsOfAPerson(t *testing.T) {
	t.Parallel()
	for told, want := range map[string]string{
		`"linked_user_id":7,"person_label":[3,4]`: "7 [3 4]", `"linked_user_id":null,"person_label":[]`: "0 []", `"x":1`: "0 []",
		`"linked_user_id":"7","person_label":["3"]`: "7 [3]", `"linked_user_id":{},"person_label":"bar"`: "0 []",
	} {
		body := `{"id":1,"modified_gmt":"2026-03-29 12:00:00","acf":{},` + told + `}`
		p, err := clientOf(t, saying(200, "application/json", body)).People().Person(ctx, 1)
		if got := fmt.Sprint(p.Account, p.Labels); err != nil || got != want {
			t.Errorf("%s: %s, want %s: %v", told, got, want, err)
		}
	}
}

package clubapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// answered returns a client that a provider answers for.
func answered(t testing.TB, provider http.RoundTripper) *Client {
	t.Helper()
	c, err := New(Options{URL: "https://club.example/api", FirstWait: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	c.persistent.HTTPClient.Transport = whole{provider}
	return c
}

// FuzzAnswers lets the application answer anything to every question: it is a fault, or records with numbers that are written
// again as they were read; and no list takes more than some requests.
func FuzzAnswers(f *testing.F) {
	const member = `{"id":7,"modified_gmt":"2026-03-29T12:00:00","etag":"\"12\"","title":{"rendered":"Bar &amp; &#8211;"},` +
		`"featured_media":3,"administered":true,"acf":{"assoc-id":"AB12345","first_name":"<Jan>","contact_info":false,` +
		`"x":[1e400]},"meta":[]}`
	for _, seed := range []string{
		member, "[" + member + "]", "[" + member + `,{"id":8,"acf":{}}]`, `[]`, `{}`, `null`, ``, `{"id":null}`, `{"id":-7}`, `[{}]`,
		`{"people":[{"acf":{"assoc-id":"AB12345"}}],"total_pages":-1}`, `[{"id":3,"slug":"parent"}]`, `[{"id":-3,"slug":"2025-2026"}]`,
		`{"deleted":true}`, `{"roles":["bestuur"]}`, `{"code":"rest_no_route","message":"x"}`, `{"text":"Lees dit"}`,
		`{"code":"rest_post_invalid_page_number","message":"x","data":{"params":{"a":"b"}}}`,
		`[{"id":5,"title":"Leeg","type":"bug","status":"approved","meta":{"claimed_at":"gisteren"},"screenshots":[{"url":"x"}]}]`,
		`[{"id":9,"content":"x","activity_type":"note","activity_date":"2026-02-30","due_date":"20260329"}]`,
	} {
		for _, status := range []int{200, 201, 302, 401, 404, 409, 412} {
			f.Add(status, []byte(seed), 1)
		}
	}
	f.Add(http.StatusOK, []byte("[]"), 5)
	f.Fuzz(func(t *testing.T, status int, body []byte, count int) {
		if status < 200 || status >= 500 || status == http.StatusTooManyRequests { // the last are tried again
			return
		}
		provider := control.JSON(status, body)
		provider.Header.Set("X-WP-Total", strconv.Itoa(count))
		provider.Header.Set("X-WP-TotalPages", strconv.Itoa(count%5))
		c := answered(t, provider)
		ctx := t.Context()
		met := map[int64]bool{}
		unlisted := c.People().Each(ctx, time.Time{}, func(p payload.Person) error {
			if p.ID <= 0 || met[p.ID] || p.Modified.IsZero() {
				t.Fatalf("%+v is visited", p.Person)
			}
			met[p.ID] = true
			sameAgain(t, &p)
			return nil
		})
		faulty(t, unlisted)
		if provider.Asked > mostReadings*500 {
			t.Fatalf("asked %d times", provider.Asked)
		}
		p, err := c.People().Person(ctx, 7)
		number(t, p.ID, err)
		id, err := c.People().ByEmail(ctx, "jan@club.example")
		number(t, id+1, err) // 0 is nobody
		if unlisted == nil { // other lists are read alike, and take as many requests when they cannot be read
			others(t, c)
		}
		of, err := cases{c}.season(ctx, season.Season(2025))
		number(t, of, err)
		types, err := c.People().RelationTypes(ctx)
		faulty(t, err)
		for _, id := range types {
			number(t, id, nil)
		}
		given, err := c.Tasks().Given(ctx, 0)
		faulty(t, err)
		for _, task := range given {
			number(t, task.ID, nil)
		}
		latest, err := c.Activities().Latest(ctx, 7)
		faulty(t, err)
		for _, logged := range latest {
			number(t, logged.ID, nil)
		}
		reports(t, c)
	})
}

// others looks at the lists of groups and cases.
func others(t *testing.T, c *Client) {
	t.Helper()
	teams, err := c.Groups().List(t.Context(), work.Team)
	faulty(t, err)
	for i := range teams {
		number(t, teams[i].ID, nil)
	}
	filed, err := c.Cases().List(t.Context())
	faulty(t, err)
	for i := range filed {
		number(t, filed[i].ID, nil)
	}
}

// reports looks at what the application answers about feedback.
func reports(t *testing.T, c *Client) {
	t.Helper()
	list, err := c.Feedback().List(t.Context(), agent.Wanted{})
	faulty(t, err)
	for i := range list {
		number(t, list[i].ID, nil)
		if !list[i].Status.Known() {
			t.Fatalf("%+v", list[i])
		}
	}
	text, err := c.Feedback().Brief(t.Context(), 7)
	faulty(t, err)
	if err == nil && text == "" {
		t.Fatal("an empty brief")
	}
}

// sameAgain fails when a person is written otherwise after having been written and read.
func sameAgain(t *testing.T, p *payload.Person) {
	t.Helper()
	fields, meta := p.Encode()
	var again payload.Person
	again.Read(fields, meta)
	other, otherMeta := again.Encode()
	if !json.Valid(fields) || string(fields) != string(other) || string(meta) != string(otherMeta) {
		t.Fatalf("%s %s is written as %s %s", fields, meta, other, otherMeta)
	}
}

func number(t *testing.T, id int64, err error) {
	t.Helper()
	faulty(t, err)
	if err == nil && id <= 0 {
		t.Fatalf("the number %d", id)
	}
}

// faulty fails on an error that the synchronization does not know.
func faulty(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.As(err, new(*fault.Fault)) && !errors.As(err, new(*payload.Unreadable)) {
		t.Fatal(err)
	}
}

func TestPagesThatNeverEndAreAFault(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*Client) error{
		"people":     func(c *Client) error { return c.People().Each(t.Context(), time.Time{}, nil) },
		"volunteers": func(c *Client) error { _, err := c.People().Volunteers(t.Context()); return err },
		"relations":  func(c *Client) error { _, err := c.People().RelationTypes(t.Context()); return err },
	} {
		body := "[]"
		if name == "volunteers" {
			body = fmt.Sprintf(`{"people":[],"total_pages":%d}`, 20*mostPages)
		}
		provider := control.JSON(http.StatusOK, []byte(body))
		provider.Header.Set("X-WP-Total", "0")
		provider.Header.Set("X-WP-TotalPages", strconv.Itoa(20*mostPages))
		if err := call(answered(t, provider)); !errors.Is(err, errUnreadable) || provider.Asked > mostPages {
			t.Errorf("%s: %v after %d requests", name, err, provider.Asked)
		}
	}
}

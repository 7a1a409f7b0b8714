package freescout

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// FuzzAnswers lets the helpdesk answer anything to every question: it is a fault, or about somebody with a number.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"_embedded":{"customers":[{"id":7,"firstName":"Jan","lastName":null,"customerFields":[{"id":1,"value":31612345678}],` +
			`"_embedded":{"emails":[{"type":"home","value":"jan@club.example"}]}}]},"page":{"totalElements":1,"totalPages":1}}`,
		`{"_embedded":{"conversations":[{"id":3,"number":9,"subject":null,"createdAt":"2026-03-29T12:00:00Z",` +
			`"customer":{"id":7,"email":null}}]},"page":{"totalElements":1,"totalPages":-1}}`,
		`{"_embedded":{"customers":[{}]},"page":{}}`, `{"_embedded":{"customers":[]},"page":null}`, `{"id":7}`,
		`{"id":-1}`, `null`, `[]`, ``,
		`{"message":"Bad","_embedded":{"errors":[{"path":"emails","message":"already exists"}]}}`,
	} {
		f.Add(http.StatusOK, []byte(seed), "7")
		f.Add(http.StatusBadRequest, []byte(seed), "-7")
	}
	f.Fuzz(func(t *testing.T, status int, body []byte, number string) {
		if status < 200 || status >= 500 || status == http.StatusTooManyRequests { // the last are tried again
			return
		}
		provider := control.JSON(status, body)
		provider.Header["Resource-Id"] = []string{number}
		d := &Desk{"https://desk.example", jsonapi.New(jsonapi.Options{
			URL: "https://desk.example", Tries: 1, FirstWait: time.Nanosecond, Transport: provider,
		})}
		id, err := d.ByEmail(t.Context(), "jan@club.example")
		faulty(t, err)
		var told struct {
			Embedded struct{ Customers []json.RawMessage } `json:"_embedded"`
		}
		// Who is taken for nobody is made a second time.
		if err == nil && (id < 0 || id == 0 && json.Unmarshal(body, &told) == nil && len(told.Embedded.Customers) > 0) {
			t.Fatalf("%d of %s", id, body)
		}
		if id, err = d.Asked(t.Context(), "jan@club.example"); err == nil && id < 0 {
			t.Fatalf("%d asked: %s", id, body)
		}
		faulty(t, err)
		if id, err = d.Create(t.Context(), customer.Customer{First: "Jan"}); err == nil && id <= 0 {
			t.Fatalf("%d was made: %s", id, body)
		}
		faulty(t, err)
		faulty(t, d.Change(t.Context(), 7, customer.Customer{First: "Jan"}))
		people, _, err := d.customerPage(t.Context(), 1)
		faulty(t, err)
		for i := range people {
			if people[i].ID <= 0 {
				t.Fatalf("%+v", people[i])
			}
		}
		asked, _, err := d.page(t.Context(), nil, 1)
		faulty(t, err)
		for _, c := range asked {
			if c.ID <= 0 || c.Created.IsZero() || c.Customer < 0 {
				t.Fatalf("%+v", c)
			}
		}
	})
}

// A number that is told otherwise than it was written would be another value in each run.
func TestANumberInAFieldIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	var c told
	text := `{"id":7,"customerFields":[{"id":1,"value":31612345678},{"id":2,"value":12.50},` +
		`{"id":3,"value":null},{"id":4,"value":"ë"}]}`
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	want := map[int]string{1: "31612345678", 2: "12.50", 3: "", 4: "ë"}
	if got := c.kept().Fields; !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// faulty fails on an error that the synchronization does not know.
func faulty(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.As(err, new(*fault.Fault)) {
		t.Fatal(err)
	}
}

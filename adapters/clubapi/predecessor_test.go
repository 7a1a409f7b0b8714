package clubapi_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/predecessor"
	made "github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/control"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// former is a made-up club at its earlier application, and the adapter that reads it.
func former(t testing.TB, o fake.Options) (*fake.Application, *clubapi.Predecessor, string) {
	t.Helper()
	o.Club = made.Generate(230, 1, civil.Date{Year: 2026, Month: 3, Day: 14})
	o.Now = func() time.Time { return time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC) }
	a, url := fake.ForTest(t, o)
	p, err := clubapi.NewPredecessor(clubapi.Options{
		URL: url, Username: a.Username, Password: a.Password, FirstWait: time.Millisecond, Timeout: 10 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a, p, strings.TrimSuffix(url, fake.Root)
}

// called are the fake's names of the lists.
var called = map[predecessor.List]string{
	predecessor.RelationTypes: "relationship_type", predecessor.Labels: "person_label", predecessor.Seasons: "seizoen",
	predecessor.Teams: "teams", predecessor.Committees: "commissies", predecessor.People: "people", predecessor.Users: "users",
	predecessor.Tasks: "todos", predecessor.Cases: "discipline-cases", predecessor.Invoices: "invoices",
	predecessor.Feedback: "feedback",
}

func TestPredecessorContract(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]fake.Options{"as the contract has it": {}, "as the application has it": {Native: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			porttest.Predecessor(t, func(t testing.TB) porttest.Former {
				a, p, site := former(t, o)
				id := func(o fake.Object) int64 {
					id, _ := strconv.ParseInt(fmt.Sprint(o["id"]), 10, 64)
					return id
				}
				return porttest.Former{
					Predecessor: p,
					Records: func(list predecessor.List) (ids []int64) {
						for _, o := range a.Records(called[list]) {
							if list != predecessor.Tasks || o["author_id"] == fake.Admin {
								ids = append(ids, id(o))
							}
						}
						return ids
					},
					Disturb: func() { a.Control.Turn("shift", true) },
					Break: func() int64 {
						a.Control.Turn("broken-record", true)
						return id(a.Records("people")[2])
					},
					Picture: site + fmt.Sprintf("/wp-content/uploads/%d.png", fake.OldPerson(1)+1), Image: fake.OldPerson(1) + 1,
				}
			})
		})
	}
}

func TestPredecessorFaults(t *testing.T) {
	t.Parallel()
	count := func(ctx context.Context, p *clubapi.Predecessor) (n int, err error) {
		if _, err := p.About(ctx); err != nil {
			return 0, err
		}
		err = p.All(ctx, predecessor.People, func(int64, []byte) error { n++; return nil })
		return n, err
	}
	for _, c := range []struct {
		turned string
		times  int
		want   fault.Kind // Internal for none
	}{
		{"slow", 2, fault.Internal}, {"too-many", 3, fault.Internal}, {"server-error", 3, fault.Internal},
		{"server-error", 0, fault.Unavailable}, {"restart", 3, fault.Internal}, {"html", 1, fault.Internal},
		{"html", 0, fault.Unavailable}, {"unauthorized", 0, fault.Unauthenticated}, {"no-totals", 0, fault.Internal},
	} {
		t.Run(fmt.Sprint(c.turned, c.times), func(t *testing.T) {
			t.Parallel()
			a, p, _ := former(t, fake.Options{})
			seconds := 0.0
			if _, err := a.Control.Set(c.turned, control.Setting{On: true, Times: &c.times, Seconds: &seconds}); err != nil {
				t.Fatal(err)
			}
			n, err := count(t.Context(), p)
			if c.want == fault.Internal && (err != nil || n != 230) || c.want != fault.Internal && fault.KindOf(err) != c.want {
				t.Errorf("%d people, %v", n, err)
			}
		})
	}
	t.Run("something that is no record", func(t *testing.T) {
		t.Parallel()
		a, p, _ := former(t, fake.Options{})
		a.Control.Turn("not-a-record", true)
		n, err := count(t.Context(), p)
		if n != 229 || err == nil || !strings.Contains(err.Error(), "people that cannot be read: number 0 at place 3") {
			t.Errorf("%d people, %v", n, err)
		}
	})
	t.Run("an address that is none", func(t *testing.T) {
		t.Parallel()
		_, err := clubapi.NewPredecessor(clubapi.Options{URL: "ftp://club.example"})
		if err == nil {
			t.Error("it is taken")
		}
	})
}

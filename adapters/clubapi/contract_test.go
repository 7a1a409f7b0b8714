package clubapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// clientOf is a client of a handler below /api, with short waits.
func clientOf(t testing.TB, handler http.Handler, change ...func(*clubapi.Options)) *clubapi.Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	o := clubapi.Options{URL: server.URL + "/api/", Username: username, Password: password, FirstWait: time.Millisecond}
	for _, change := range change {
		change(&o)
	}
	c, err := clubapi.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestContract(t *testing.T) {
	t.Parallel()
	app := served{inmem.NewApplication(time.Now())}
	c, other := clientOf(t, app), clientOf(t, app, func(o *clubapi.Options) { o.Username = stranger })
	t.Run("People", func(t *testing.T) { porttest.ApplicationPeople(t, c.People(), other.People()) })
	t.Run("Dues", func(t *testing.T) { porttest.ApplicationDues(t, c.People(), c.Dues()) })
	t.Run("Photos", func(t *testing.T) { porttest.ApplicationPhotos(t, c.People(), c.Photos()) })
	t.Run("Activities", func(t *testing.T) { porttest.ApplicationActivities(t, c.People(), c.Activities()) })
	t.Run("Roles", func(t *testing.T) { porttest.ApplicationRoles(t, c.People(), c.ByFunction()) })
	t.Run("Cases", func(t *testing.T) {
		porttest.ApplicationCases(t, c.People(), c.Cases(), func(_ testing.TB, _, id int64) { app.Bill(id) })
	})
	t.Run("Tasks", func(t *testing.T) { porttest.ApplicationTasks(t, c.People(), c.Tasks()) })
	t.Run("Groups", func(t *testing.T) { porttest.ApplicationGroups(t, c.Groups(), other.Groups()) })
}

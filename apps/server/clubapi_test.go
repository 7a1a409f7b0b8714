package main_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// The client that other programs have, against the program itself: what both suppose of the interface is the same.
func TestTheProgramIsAnApplicationForOtherPrograms(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("clubsync", "--role", "club_synchronisatie")
	c.addUser("mallory", "--role", "club_user")
	c.addUser("beheer", "--role", "administrator") // gets the tasks for a function that nobody has
	secret, others, server := c.program("clubsync"), c.program("mallory"), c.start()
	clientOf := func(name, root, password string) *clubapi.Client {
		client, err := clubapi.New(clubapi.Options{URL: server.url + root, Username: name, Password: password,
			FirstWait: time.Millisecond})
		ok(t, err)
		return client
	}
	client := func(root, password string) *clubapi.Client { return clientOf("clubsync", root, password) }
	good, stranger := client("/api", secret), clientOf("mallory", "/api", others)
	t.Run("People", func(t *testing.T) { porttest.ApplicationPeople(t, good.People(), stranger.People()) })
	t.Run("Dues", func(t *testing.T) { porttest.ApplicationDues(t, good.People(), good.Dues()) })
	t.Run("Photos", func(t *testing.T) { porttest.ApplicationPhotos(t, good.People(), good.Photos()) })
	t.Run("Roles", func(t *testing.T) { porttest.ApplicationRoles(t, good.People(), good.ByFunction()) })
	t.Run("Activities", func(t *testing.T) { porttest.ApplicationActivities(t, good.People(), good.Activities()) })
	t.Run("Cases", func(t *testing.T) {
		porttest.ApplicationCases(t, good.People(), good.Cases(), nil)
	})
	t.Run("Tasks", func(t *testing.T) { porttest.ApplicationTasks(t, good.People(), good.Tasks()) })
	t.Run("Groups", func(t *testing.T) { porttest.ApplicationGroups(t, good.Groups(), stranger.Groups()) })

	for _, wrong := range []struct {
		name           string
		root, password string
		want           fault.Kind
	}{
		{"a wrong password", "/api", "fout", fault.Unauthenticated},
		{"a wrong root, where the page is", "", secret, fault.Unavailable},
		{"a wrong root, where nothing is", "/api/v3", secret, fault.Unavailable},
	} {
		t.Run(wrong.name, func(t *testing.T) { // not in parallel: the server would wait for its turn with it
			client := client(wrong.root, wrong.password)
			_, person := client.People().Person(context.Background(), 1)
			_, teams := client.Groups().List(context.Background(), work.Team)
			for _, err := range []error{person, teams} {
				if fault.KindOf(err) != wrong.want {
					t.Errorf("got %v", err)
				}
			}
		})
	}
}

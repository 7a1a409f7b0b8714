package synchronizations_test

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// told returns how often the application was told of functions since the last call, whoever's they were.
func (w *world) told() int {
	n := w.app.Count(inmem.CallTell)
	w.forget()
	return n
}

// contract: club §4.5
func TestFunctionsThatDidNotChangeAreToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	if n := w.told(); n != 1 { // Carla alone has one
		t.Fatalf("told %d times of one member", n)
	}
	for _, pipeline := range []run.Pipeline{run.FunctionsFull, run.Functions, run.FunctionsFull} {
		w.good(pipeline)
		if n := w.told(); n != 0 {
			t.Errorf("%s told %d times of what it had told", pipeline, n)
		}
	}
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles.Functions = nil })
	w.good(run.FunctionsFull)
	if n := w.told(); n != 1 {
		t.Errorf("told %d times that a function ended", n)
	}
}

// contract: club §4.5
func TestTheNextRunTellsWhatWasNotTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.good(run.People)
	w.good(run.Teams)
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallTell {
			return errors.New("the application refuses")
		}
		return nil
	}
	r := w.run(run.FunctionsFull, synchronizations.Options{})
	if s := r.Step(run.StepRoles); r.Outcome != run.Partial || s.Counts.Errors != 1 {
		t.Errorf("%s %+v", r.Outcome, s)
	}
	w.app.Fail = nil
	w.told()
	w.good(run.FunctionsFull)
	if n := w.told(); n != 1 {
		t.Errorf("told %d times of what was not taken", n)
	}
	w.good(run.FunctionsFull)
	if n := w.told(); n != 0 {
		t.Errorf("told %d times of what was taken at last", n)
	}
}

// contract: club §4.5
func TestWhatWasWithheldIsToldAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.seats()
	w.all()
	stores := w.app.Stores()
	people, err := stores.MemberCodes.Holders(t.Context(), "CCCC33")
	if err != nil || len(people) != 1 {
		t.Fatalf("%v, %v", people, err)
	}
	carla := account.User{Username: "carla", Email: "carla@club.example", DisplayName: "Carla", Person: people[0].ID, Code: "other"}
	if carla.ID, err = stores.Users.Create(t.Context(), carla); err != nil {
		t.Fatal(err)
	}
	w.edit("CCCC33", func(m *inmem.SiteMember) {
		m.Roles.Functions = append(m.Roles.Functions, federation.Function{Title: "Barhoofd", Active: true})
	})
	w.told()
	for range 2 {
		w.good(run.FunctionsFull)
		if n := w.told(); n != 1 {
			t.Errorf("told %d times of what was withheld", n)
		}
	}
	if err := stores.Users.Update(t.Context(), carla.ID, func(u *account.User) error { u.Code = "cccc33"; return nil }); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		w.good(run.FunctionsFull)
		if n := w.told(); n != want {
			t.Errorf("told %d times, not %d, once it was known who that is", n, want)
		}
	}
}

package inmem_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var (
	ctx  = context.Background()
	noon = time.Date(2026, 3, 29, 12, 0, 0, 987654000, time.FixedZone("CEST", 2*60*60))
)

func TestApplication(t *testing.T) {
	t.Parallel()
	a := inmem.NewApplication(time.Now())
	people, groups := a.Strangers()
	t.Run("People", func(t *testing.T) { porttest.ApplicationPeople(t, a.People(), people) })
	t.Run("Dues", func(t *testing.T) { porttest.ApplicationDues(t, a.People(), a.Dues()) })
	t.Run("Photos", func(t *testing.T) { porttest.ApplicationPhotos(t, a.People(), a.Photos()) })
	t.Run("Activities", func(t *testing.T) { porttest.ApplicationActivities(t, a.People(), a.Activities()) })
	t.Run("Roles", func(t *testing.T) { porttest.ApplicationRoles(t, a.People(), a.Roles()) })
	t.Run("Cases", func(t *testing.T) {
		porttest.ApplicationCases(t, a.People(), a.Cases(), func(_ testing.TB, _, id int64) { a.Bill(id) })
	})
	t.Run("Tasks", func(t *testing.T) { porttest.ApplicationTasks(t, a.People(), a.Tasks()) })
	t.Run("Groups", func(t *testing.T) { porttest.ApplicationGroups(t, a.Groups(), groups) })
}

func told(fields, meta string) (p payload.Person) {
	p.Read([]byte(fields), []byte(meta))
	return p
}

func jan() payload.Person { return told(`{"first_name":"Jan"}`, `{"team":"JO9-1"}`) }

func team(title string) payload.Group {
	return payload.Group{Group: group.Group{Kind: work.Team, Title: title}}
}

func TestTheApplicationWritesDownWhatItIsAsked(t *testing.T) {
	t.Parallel()
	a := inmem.NewApplication(noon)
	people, groups, photos := a.People(), a.Groups(), a.Photos()
	made, err := people.Create(ctx, jan())
	if err != nil || made.ID != 1 || !made.Modified.Equal(noon.Truncate(time.Second)) {
		t.Fatalf("got %+v, %v", made, err)
	}
	picture := federation.Picture{Data: []byte("\xff\xd8\xff\xe0 a picture"), Ext: "jpg"}
	_, noName := people.Create(ctx, payload.Person{})
	unnamed := payload.Person{Told: []string{"first_name"}}
	_, refused := people.Change(ctx, 1, unnamed)
	_, made9 := groups.Create(ctx, team("JO9-1"))
	_, list := groups.List(ctx, work.Team)
	put := photos.Put(ctx, 1, picture)
	if kept, there := a.Photo(1); !there || kept.Ext != "jpg" {
		t.Errorf("the photo is %v", kept)
	}
	remove := photos.Remove(ctx, 1)
	if _, there := a.Photo(1); there {
		t.Error("the photo is still there")
	}
	_, read := people.Person(ctx, 1)
	each := people.Each(ctx, time.Time{}, func(payload.Person) error { return nil })
	if err := errors.Join(made9, list, put, remove, read, each); err != nil || fault.KindOf(noName) != fault.Invalid ||
		fault.KindOf(refused) != fault.Invalid {
		t.Fatalf("%v, %v, %v", err, noName, refused)
	}
	writes := []string{
		"create person 1: first_name meta.team", "create person (refused)", "change person 1: first_name (refused)",
		"create team 1001: title",
		"put photo 1", "remove photo 1",
	}
	if got := a.Writes(); !slices.Equal(got, writes) {
		t.Errorf("writes: %q", got)
	}
	if got := a.Reads(); !slices.Equal(got, []string{"list team", "person 1", "each"}) {
		t.Errorf("reads: %q", got)
	}
	if got := a.Count(inmem.CallCreate + " person"); got != 2 {
		t.Errorf("%d people created", got)
	}
	a.Forget()
	if len(a.Writes())+len(a.Reads())+a.Count(inmem.CallEach) != 0 || len(a.Everybody()) != 1 || len(a.Everygroup(work.Team)) != 1 {
		t.Error("Forget forgot too little, or too much")
	}
}

func TestTheApplicationFailsWhereItIsTold(t *testing.T) {
	t.Parallel()
	a := inmem.NewApplication(noon)
	down := fault.New(fault.Unavailable, "down", "Even niet.")
	var asked []string
	a.Fail = func(call string, _ int64) error { asked = append(asked, call); return down }
	if _, err := a.People().Create(ctx, jan()); !errors.Is(err, down) || len(a.Everybody()) != 0 || len(a.Writes()) != 0 {
		t.Errorf("failed before: %v, %q", err, a.Writes())
	}
	a.Fail, a.After = nil, func(call string, id int64) error {
		if call == "create person" && id == 1 {
			return down
		}
		return nil
	}
	made, err := a.People().Create(ctx, jan())
	if !errors.Is(err, down) || made.ID != 0 || len(a.Everybody()) != 1 || len(a.Writes()) != 1 {
		t.Errorf("failed afterwards: %+v, %v", made, err)
	}
	if !slices.Equal(asked, []string{"create person"}) {
		t.Errorf("Fail was asked about %q", asked)
	}
}

func TestWhatIsDoneByHandIsNotWrittenDown(t *testing.T) {
	t.Parallel()
	a := inmem.NewApplication(noon)
	a.Fail = func(string, int64) error { return errors.New("not for those at the page") }
	people, groups := a.ByHand()
	made, err := people.Create(ctx, jan())
	if err != nil {
		t.Fatal(err)
	}
	a.SetNow(noon.Add(time.Minute))
	changed, err := people.Change(ctx, made.ID, told(`{"last_name":"Bos"}`, ""))
	if err != nil || changed.Modified.Sub(made.Modified) != time.Minute {
		t.Errorf("got %+v, %v", changed, err)
	}
	made9, err := groups.Create(ctx, team("JO9-1"))
	list, listing := groups.List(ctx, work.Team)
	if err = errors.Join(err, listing); err != nil || len(list) != 1 {
		t.Fatalf("%d teams, %v", len(list), err)
	}
	if err := errors.Join(groups.Remove(ctx, work.Team, made9.ID), people.Remove(ctx, made.ID, 0)); err != nil {
		t.Fatal(err)
	}
	if len(a.Writes())+len(a.Reads()) != 0 || len(a.Everybody()) != 0 {
		t.Errorf("%q, %q", a.Writes(), a.Reads())
	}
}

func TestACodeLeavesAStrangerWhenSomebodyElseGetsIt(t *testing.T) {
	t.Parallel()
	a := inmem.NewApplication(noon)
	strangers, _ := a.Strangers()
	coded := told(`{"first_name":"Jan","assoc-id":"AAAA11"}`, "")
	planted, err := strangers.Create(ctx, coded)
	if err != nil || planted.Membership.Code != "AAAA11" {
		t.Fatalf("%+v, %v", planted, err)
	}
	made, err := a.People().Create(ctx, coded)
	after, read := a.People().Person(ctx, planted.ID)
	if err := errors.Join(err, read); err != nil || made.Membership.Code != "AAAA11" || after.Membership.Code != "" ||
		after.Administered {
		t.Errorf("%+v %+v %v", made, after, err)
	}
	adopted, distrusted := a.Adopt(ctx, "", planted.ID), a.Distrust(ctx, "", made.ID)
	after, read = a.People().Person(ctx, planted.ID)
	before, readToo := a.People().Person(ctx, made.ID)
	if err := errors.Join(adopted, distrusted, read, readToo); err != nil || !after.Administered || before.Administered {
		t.Errorf("%+v %+v %v", after, before, err)
	}
}

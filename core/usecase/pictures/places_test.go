package pictures_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

func (a *album) group(author access.Viewer, kind work.Kind) group.ID {
	a.t.Helper()
	g := group.New(kind, author.User, start)
	g.Title = "JO9-1 Rood"
	id, err := a.Groups.Create(ctx, g)
	if err != nil {
		a.t.Fatal(err)
	}
	return id
}

func (a *album) photoOf(id person.ID) person.Record {
	a.t.Helper()
	record, err := a.Directory.View().Person(id, record.View{})
	if err != nil {
		a.t.Fatal(err)
	}
	return record
}

func (a *album) logoOf(id group.ID) group.Record {
	a.t.Helper()
	record, err := a.Directory.View().Group(id, record.View{})
	if err != nil {
		a.t.Fatal(err)
	}
	return record
}

func TestWhoMayChangeAPhoto(t *testing.T) {
	a := open(t)
	for name, change := range map[string]func(access.Viewer, person.ID) error{
		"MayPhotograph": func(v access.Viewer, id person.ID) error { return a.MayPhotograph(ctx, v, id, nil) },
		"Photograph": func(v access.Viewer, id person.ID) error {
			_, err := a.Photograph(ctx, v, id, nil, []byte("x"))
			return err
		},
		"TakePhotoAway": func(v access.Viewer, id person.ID) error { return a.TakePhotoAway(ctx, v, id, nil) },
	} {
		a.is(name+" by nobody", change(nobody, a.jan), fault.ErrNotSignedIn)
		a.is(name+" by another", change(bea, a.jan), person.ErrHidden)
		a.is(name+" of nobody", change(anna, 99), person.ErrAbsent)
		a.is(name, change(anna, a.jan), nil)
		a.is(name+" by an administrator", change(admin, a.jan), nil)
	}
	_, err := a.Photograph(ctx, anna, a.jan, nil, []byte("<svg/>"))
	a.is("an SVG", err, media.ErrType)
	_, err = a.Photograph(ctx, anna, a.jan, nil, nil)
	a.is("nothing", err, media.ErrNoFile)
}

func TestANewPhotoReplacesTheOneBefore(t *testing.T) {
	a := open(t)
	first, err := a.Photograph(ctx, anna, a.jan, nil, []byte("first"))
	a.is("first", err, nil)
	if r := a.photoOf(a.jan); r.Photo != first.ID || !r.Modified.Equal(start) || first.Person != a.jan {
		t.Errorf("got photo %d at %v of %+v", r.Photo, r.Modified, first)
	}
	a.now = start.Add(time.Hour)
	second, err := a.Photograph(ctx, admin, a.jan, nil, []byte("second"))
	a.is("second", err, nil)
	_, err = a.Find(ctx, anna, first.ID)
	a.is("the one before", err, media.ErrAbsent)
	if r := a.photoOf(a.jan); r.Photo != second.ID || !r.Modified.Equal(a.now) {
		t.Errorf("got photo %d at %v", r.Photo, r.Modified)
	}
	a.sweeps(1)
	a.holds(second)

	_, err = a.Photograph(ctx, anna, a.jan, nil, []byte("<no photo"))
	a.is("one that is none", err, media.ErrType)
	a.holds(second)

	a.now = a.now.Add(time.Hour)
	for range 2 { // who has none stays without
		a.is("away", a.TakePhotoAway(ctx, anna, a.jan, nil), nil)
	}
	if r := a.photoOf(a.jan); r.Photo != 0 || !r.Modified.Equal(a.now) {
		t.Errorf("got photo %d at %v", r.Photo, r.Modified)
	}
	a.sweeps(1)
	a.holds()
	changed := a.now
	a.now = a.now.Add(time.Hour)
	a.is("away once more", a.TakePhotoAway(ctx, anna, a.jan, nil), nil)
	if r := a.photoOf(a.jan); !r.Modified.Equal(changed) {
		t.Errorf("changed for nothing at %v", r.Modified)
	}
}

func TestAPhotoIsCalledAfterThePerson(t *testing.T) {
	a := open(t)
	if err := a.stores.People.Update(ctx, []person.ID{a.jan}, func(people map[person.ID]*person.Person) error {
		people[a.jan].Name = person.Name{First: "Jan", Infix: "de", Last: "Vries"}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	m, err := a.Photograph(ctx, anna, a.jan, nil, []byte("x"))
	if err != nil || m.Name != "jan-vries.jpg" && m.Name != "jan-de-vries.jpg" {
		t.Errorf("called %q, %v", m.Name, err)
	}
	team := a.group(anna, work.Team)
	if m, err = a.Design(ctx, anna, work.Team, team, nil, []byte("<svg/>")); err != nil || m.Name != "logo.svg" {
		t.Errorf("called %q, %v", m.Name, err)
	}
}

func TestWhoMayChangeALogo(t *testing.T) {
	a := open(t)
	team := a.group(anna, work.Team)
	logo := a.brings(anna, "logo", 0)
	for name, change := range map[string]func(access.Viewer, work.Kind, group.ID) error{
		"MayDesign": func(v access.Viewer, k work.Kind, id group.ID) error { return a.MayDesign(ctx, v, k, id, nil) },
		"Design": func(v access.Viewer, k work.Kind, id group.ID) error {
			_, err := a.Design(ctx, v, k, id, nil, []byte("x"))
			return err
		},
		"ChooseLogo": func(v access.Viewer, k work.Kind, id group.ID) error {
			_, err := a.ChooseLogo(ctx, v, k, id, nil, logo.ID)
			return err
		},
	} {
		a.is(name+" by nobody", change(nobody, work.Team, team), fault.ErrNotSignedIn)
		a.is(name+" by another", change(bea, work.Team, team), group.ErrHidden)
		a.is(name+" of another kind", change(anna, work.Committee, team), group.ErrAbsent)
		a.is(name+" of none", change(anna, work.Team, 99), group.ErrAbsent)
		a.is(name, change(anna, work.Team, team), nil)
		a.is(name+" by an administrator", change(admin, work.Team, team), nil)
	}
}

func TestALogoIsOfTheLibraryAndStaysThere(t *testing.T) {
	a := open(t)
	team, other := a.group(anna, work.Team), a.group(anna, work.Committee)
	first, err := a.Design(ctx, anna, work.Team, team, nil, []byte("<svg/>"))
	a.is("design", err, nil)
	if first.Person != 0 || a.logoOf(team).Logo != first.ID {
		t.Errorf("got %+v of %+v", first, a.logoOf(team))
	}
	chosen, err := a.ChooseLogo(ctx, anna, work.Committee, other, nil, first.ID)
	if err != nil || chosen.ID != first.ID || a.logoOf(other).Logo != first.ID {
		t.Errorf("got %+v, %v", chosen, err)
	}
	a.now = start.Add(time.Hour)
	second, err := a.Design(ctx, anna, work.Team, team, nil, []byte("second"))
	a.is("a new one", err, nil)
	if r := a.logoOf(team); r.Logo != second.ID || !r.Modified.Equal(a.now) {
		t.Errorf("got %+v", r)
	}
	a.sweeps(0)
	a.holds(first, second)

	photo := a.brings(anna, "photo", a.jan)
	hidden := a.brings(bea, "photo", a.piet)
	for what, id := range map[string]media.ID{"a photo": photo.ID, "a hidden photo": hidden.ID, "none": 99, "a negative": -1} {
		_, err := a.ChooseLogo(ctx, anna, work.Team, team, nil, id)
		if fault.KindOf(err) != fault.Invalid || fault.As(err).Params["media_id"] == "" {
			t.Errorf("%s: got %v", what, err)
		}
	}
	if r := a.logoOf(team); r.Logo != second.ID {
		t.Errorf("a refused choice left %d", r.Logo)
	}
	gone, err := a.ChooseLogo(ctx, anna, work.Team, team, nil, 0)
	if err != nil || gone.ID != 0 || a.logoOf(team).Logo != 0 {
		t.Errorf("none: %+v, %v", gone, err)
	}
	a.holds(first, second, photo, hidden)
}

// A logo that is deleted from the library hangs nowhere any more.
func TestADeletedLogoHangsNowhere(t *testing.T) {
	a := open(t)
	team := a.group(anna, work.Team)
	logo, err := a.Design(ctx, anna, work.Team, team, nil, []byte("x"))
	a.is("design", err, nil)
	_, err = a.Delete(ctx, anna, logo.ID)
	a.is("delete", err, nil)
	if got := a.logoOf(team).Logo; got != 0 {
		t.Errorf("the team still has logo %d", got)
	}
}

// The log tells of the settings that had the logo, and of those that had another one nothing.
func TestADeletedLogoOfTheClubIsTakenOffItsSettings(t *testing.T) {
	a := open(t)
	logo, other := a.brings(anna, "x", 0), a.brings(anna, "y", 0)
	wears := func(identified, invoiced media.ID) {
		t.Helper()
		_, err := a.stores.Identity.Change(ctx, func(set *identity.Settings) error { set.Logo = identified; return nil })
		a.is("the club's", err, nil)
		_, err = a.stores.Finance.Change(ctx, func(set *finance.Settings) error { set.Logo = invoiced; return nil })
		a.is("the invoices'", err, nil)
	}
	has := func(identified, invoiced media.ID, told ...string) {
		t.Helper()
		view := a.Directory.View()
		if view.Identity().Logo != identified || view.Finance().Logo != invoiced {
			t.Errorf("the club has %d, its invoices %d", view.Identity().Logo, view.Finance().Logo)
		}
		log, err := a.stores.Audit.Page(ctx, audit.Query{Kind: audit.SettingsChanged, Actor: anna.User, Limit: 9})
		a.is("the log", err, nil)
		got := []string{}
		for _, entry := range log.Records {
			got = append(got, entry.Object.Name+entry.Before.Encode()+entry.After.Encode())
		}
		if slices.Sort(got); fmt.Sprint(got) != fmt.Sprint(told) {
			t.Errorf("the log tells %s, not %s", got, told)
		}
	}
	wears(logo.ID, other.ID)
	_, err := a.Delete(ctx, anna, logo.ID)
	a.is("delete the club's", err, nil)
	has(0, other.ID, `club{"logo_id":1}{"logo_id":0}`)
	_, err = a.Delete(ctx, anna, other.ID)
	a.is("delete the invoices'", err, nil)
	has(0, 0, `club{"logo_id":1}{"logo_id":0}`, `finance{"logo_id":2}{"logo_id":0}`)
}

// A photo that is deleted by way of the library is nobody's any more.
func TestADeletedPhotoIsNobodys(t *testing.T) {
	a := open(t)
	photo, err := a.Photograph(ctx, anna, a.jan, nil, []byte("x"))
	a.is("photograph", err, nil)
	_, err = a.Delete(ctx, anna, photo.ID)
	a.is("delete", err, nil)
	if got := a.photoOf(a.jan).Photo; got != 0 {
		t.Errorf("Jan still has photo %d", got)
	}
}

// Whatever step fails: the person has the old photo or the new one, and it is there.
func TestAPhotoThatFailsAtAnyStep(t *testing.T) {
	for _, b := range []breaker{{}, {after: true}, {dies: true}, {dies: true, after: true}} {
		a := opened(t)
		old, err := a.Photograph(ctx, anna, a.jan, nil, []byte("old"))
		a.is("the old one", err, nil)
		for n := 1; n < 50; n++ {
			b := b
			b.n = n
			_, err := a.broken(&b).Photograph(ctx, anna, a.jan, nil, []byte("new"))
			photo := a.photoOf(a.jan).Photo
			if _, missing := a.Find(ctx, anna, photo); missing != nil {
				t.Fatalf("%+v: photo %d is not there: %v", b, photo, missing)
			}
			if err == nil && photo == old.ID || b.count < n {
				break
			}
		}
	}
}

// What another program did with a group since this one looked is not undone.
func TestADeletedLogoIsTakenDownWhereItStillHangs(t *testing.T) {
	a := open(t)
	removed, other, still := a.group(anna, work.Team), a.group(anna, work.Team), a.group(anna, work.Team)
	logo, err := a.Design(ctx, anna, work.Team, still, nil, []byte("x"))
	a.is("design", err, nil)
	for _, id := range []group.ID{removed, other} {
		_, err = a.ChooseLogo(ctx, anna, work.Team, id, nil, logo.ID)
		a.is("choose", err, nil)
	}
	behind := a.store.Another()
	stores := behind.Stores()
	a.is("load", stores.Directory.Load(ctx), nil)
	a.is("remove", a.Groups.Remove(ctx, removed, start), nil)
	second, err := a.Design(ctx, anna, work.Team, other, nil, []byte("second"))
	a.is("another logo", err, nil)
	a.Directory, a.Groups, a.Media, a.Uploads, a.Atomic = stores.Directory, stores.Groups, stores.Media, stores.Uploads, behind
	_, err = a.Delete(ctx, anna, logo.ID)
	a.is("delete", err, nil)
	a.is("refresh", a.Directory.Refresh(ctx), nil)
	if a.logoOf(other).Logo != second.ID || a.logoOf(still).Logo != 0 {
		t.Errorf("one has logo %d, the other %d", a.logoOf(other).Logo, a.logoOf(still).Logo)
	}
}

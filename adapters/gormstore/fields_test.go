package gormstore_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// fill sets every field of a value to something that is not its zero value.
func fill(t *testing.T, v reflect.Value, n *int64) {
	t.Helper()
	*n++
	fixed := map[reflect.Type]any{
		reflect.TypeFor[time.Time]():          at.Add(time.Duration(*n) * time.Microsecond),
		reflect.TypeFor[civil.Date]():         civil.Date{Year: 2020, Month: 2, Day: int(*n%28) + 1},
		reflect.TypeFor[person.Gender]():      person.Genders[1],
		reflect.TypeFor[person.Visibility]():  person.Visibilities[2],
		reflect.TypeFor[person.ContactType](): person.ContactTypes[4],
		reflect.TypeFor[work.Kind]():          work.Committee,
		reflect.TypeFor[group.Activity]():     group.Activities[1],
		reflect.TypeFor[fields.Extra]():       fields.Extra{"k": []byte(fmt.Sprint(*n))},
	}
	if value, known := fixed[v.Type()]; known {
		v.Set(reflect.ValueOf(value))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(t, v.Index(0), n)
	case reflect.String:
		v.SetString(fmt.Sprintf("t%d", *n))
	case reflect.Int64, reflect.Int:
		v.SetInt(*n)
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("a %v is new: say how to fill it", v.Type())
	}
}

func filled[T any](t *testing.T) (value T) {
	t.Helper()
	n := int64(0)
	fill(t, reflect.ValueOf(&value).Elem(), &n)
	return value
}

func TestEveryFieldSurvivesTheStore(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s := loaded(t, location).Stores()
		ctx := t.Context()

		p := filled[person.Person](t)
		id := create(t, s, p)
		p.ID = id
		same(t, kept(t, s.People, id), p)

		u := filled[account.User](t)
		u.Person = id
		var err error
		u.ID, err = s.Users.Create(ctx, u)
		ok(t, err)
		readUser, err := s.Users.ByID(ctx, u.ID)
		ok(t, err)
		same(t, readUser, u)

		session := filled[account.Session](t)
		session.User = u.ID
		ok(t, s.Sessions.Create(ctx, session))
		readSession, of, _, err := s.Sessions.Find(ctx, session.Digest)
		ok(t, err)
		same(t, readSession, session)
		same(t, of, u)

		password := filled[account.ApplicationPassword](t)
		password.User = u.ID
		ok(t, s.Passwords.Create(ctx, password))
		readPassword, of, _, err := s.Passwords.Find(ctx, password.Digest)
		ok(t, err)
		same(t, readPassword, password)
		same(t, of, u)

		rules := filled[work.Rules](t)
		_, err = s.VolunteerRules.Change(ctx, func(kept *work.Rules) error { *kept = rules; return nil })
		ok(t, err)
		readRules, err := s.VolunteerRules.Get(ctx)
		ok(t, err)
		same(t, readRules, rules)

		settings := filled[search.Settings](t)
		_, err = s.SearchSettings.Change(ctx, func(kept *search.Settings) error { *kept = settings; return nil })
		ok(t, err)
		readSettings, err := s.SearchSettings.Get(ctx)
		ok(t, err)
		same(t, readSettings, settings)

		// Zero values survive a change, too.
		ok(t, update(ctx, s.People, id, func(kept *person.Person) error {
			*kept = person.Person{ID: id, Author: p.Author, Visibility: person.Private}
			return nil
		}))
		same(t, kept(t, s.People, id), person.Person{ID: id, Author: p.Author, Visibility: person.Private})
		ok(t, s.Users.Update(ctx, u.ID, func(kept *account.User) error { kept.Preferences = account.Preferences{}; return nil }))
		readUser, err = s.Users.ByID(ctx, u.ID)
		ok(t, err)
		same(t, readUser.Preferences, account.Preferences{})
	})
}

func TestEveryFieldOfGroupsTermsAndPicturesSurvivesTheStore(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s := loaded(t, location).Stores()
		ctx := t.Context()
		g := filled[group.Group](t)
		g.Kind = work.Team
		id, err := s.Groups.Create(ctx, g)
		ok(t, err)
		g.ID = id
		readGroup := func() group.Group {
			var read group.Group
			ok(t, s.Groups.Update(ctx, id, func(kept *group.Group) error { read = kept.Clone(); return nil }))
			return read
		}
		same(t, readGroup(), g)
		ok(t, s.Groups.Update(ctx, id, func(kept *group.Group) error { *kept = group.Group{}; return nil }))
		same(t, readGroup(), group.Group{ID: id, Kind: work.Team, Author: g.Author})

		kind := filled[relation.Type](t)
		kind.ID = 99
		_, err = s.RelationTypes.Create(ctx, kind)
		ok(t, err)
		kinds, err := s.RelationTypes.All(ctx)
		ok(t, err)
		same(t, kinds[len(kinds)-1], kind)

		label := filled[term.Term](t)
		_, err = s.Labels.Create(ctx, label)
		ok(t, err)
		labels, err := s.Labels.All(ctx)
		ok(t, err)
		same(t, labels, []term.Term{label})

		m := filled[media.Media](t)
		m.ID, err = s.Media.Create(ctx, m)
		ok(t, err)
		var pending media.Media
		ok(t, s.Media.Update(ctx, m.ID, func(kept *media.Media) error { pending = *kept; kept.State = media.Ready; return nil }))
		m.State = media.Pending
		same(t, pending, m)
		read, err := s.Media.ByID(ctx, m.ID)
		ok(t, err)
		m.State = media.Ready
		same(t, read, m)
	})
}

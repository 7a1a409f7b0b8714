package inmem

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationPeople struct {
	*Application
	byHand, stranger bool
}

var _ ports.ApplicationPeople = applicationPeople{}

func (p applicationPeople) Person(ctx context.Context, id int64) (record payload.Person, err error) {
	err = p.asked(ctx, CallPerson, id, func() error {
		found, err := p.people.Show(ctx, administrator, id)
		record = answered(err, func() payload.Person { return personRecord(&found) })
		if err != nil || p.byHand {
			return err
		}
		if _, spoilt := readable(p.Application, "", []payload.Person{record}, unreadablePerson); spoilt != nil {
			return errUnreadable.Because(spoilt)
		}
		return nil
	})
	return cleared(record, err)
}

func (p applicationPeople) ByEmail(ctx context.Context, email string) (id int64, err error) {
	err = p.asked(ctx, CallByEmail, 0, func() error {
		id, err = p.people.FindByEmail(ctx, administrator, email)
		return err
	})
	return cleared(id, err)
}

func (p applicationPeople) Create(ctx context.Context, change payload.Person) (record payload.Person, err error) {
	err = p.changed(CallCreate+" person", 0, change, func(patch person.Patch) (int64, error) {
		register := func() (person.Record, error) { return p.people.Register(ctx, administrator, patch.Apply) }
		if p.stranger {
			register = func() (person.Record, error) { return p.planted(ctx, change, patch) }
		}
		made, err := register()
		record = answered(err, func() payload.Person { return personRecord(&made) })
		return made.ID, err
	})
	return cleared(record, err)
}

func (p applicationPeople) Change(ctx context.Context, id int64, change payload.Person) (record payload.Person, err error) {
	err = p.changed(CallChange+" person", id, change, func(patch person.Patch) (int64, error) {
		made, err := p.people.Change(ctx, administrator, id, expected(change.Revision), patch.Apply)
		record = answered(err, func() payload.Person { return personRecord(&made) })
		return id, err
	})
	return cleared(record, err)
}

// expected is the one revision that is told, any for 0.
func expected(revision int64) record.Expected {
	if revision == 0 {
		return nil
	}
	return record.Expected{revision}
}

func (p applicationPeople) Remove(ctx context.Context, id, revision int64) error {
	remove := func() (int64, error) {
		_, _, err := p.people.Remove(ctx, administrator, id, expected(revision))
		return id, err
	}
	if p.byHand {
		_, err := remove()
		return err
	}
	return p.write(CallRemove+" person", id, nil, remove)
}

func (p applicationPeople) Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error {
	var list []payload.Person
	err := p.asked(ctx, CallEach, 0, func() (err error) {
		list, err = p.collect(ctx, changedAfter)
		return err
	})
	if err != nil {
		return err
	}
	list, unreadable := readable(p.Application, "", list, unreadablePerson)
	for _, record := range list {
		if err := visit(record.Short()); err != nil {
			return err
		}
	}
	return unreadable
}

// applicationDues are what the people have to pay.
type applicationDues struct{ *Application }

func (p applicationDues) Each(ctx context.Context, years []int, visit func(payload.Person) error) error {
	var list []payload.Person
	err := p.read(ctx, CallEachDues, 0, func() (err error) {
		list, err = p.collect(ctx, time.Time{})
		return err
	})
	if err != nil {
		return err
	}
	list, unreadable := readable(p.Application, "", list, unreadablePerson)
	for _, record := range list {
		if err := visit(record.ShortOfDues(years)); err != nil {
			return err
		}
	}
	return unreadable
}

// everybody is a limit that no club reaches.
const everybody = 1 << 30

// collect returns who was changed after the moment, by number.
func (a *Application) collect(ctx context.Context, changedAfter time.Time) ([]payload.Person, error) {
	var filter record.Filter
	if !changedAfter.IsZero() {
		filter = filter.With(listing.Test{Key: person.KeyModified, Is: listing.After, Value: listing.Instant(changedAfter)})
	}
	page, err := a.people.Collection(ctx, administrator, filter, record.Window{Limit: everybody})
	if err != nil {
		return nil, err
	}
	list := []payload.Person{}
	for i := range page.Records {
		list = append(list, personRecord(&page.Records[i]))
	}
	slices.SortFunc(list, func(a, b payload.Person) int { return int(a.ID - b.ID) })
	return list, nil
}

func (p applicationPeople) Volunteers(ctx context.Context) (codes []string, err error) {
	err = p.asked(ctx, CallVolunteers, 0, func() error {
		is := true
		filter := person.Criteria{
			Today: p.people.Today(), Volunteer: &is, NoCertificate: true, CertificateYears: person.CertificateYears,
		}.Filter()
		page, err := p.people.Browse(ctx, administrator, filter, false, record.Window{Limit: everybody})
		codes = []string{}
		for i := range page.Records {
			found, err := page.Records[i].Person()
			if err != nil {
				return err
			}
			if found.Membership.Code != "" {
				codes = append(codes, found.Membership.Code)
			}
		}
		return err
	})
	return cleared(codes, err)
}

func (p applicationPeople) RelationTypes(ctx context.Context) (ids map[string]int64, err error) {
	err = p.asked(ctx, CallTypes, 0, func() error {
		all, err := p.types.All(ctx, administrator)
		ids = map[string]int64{}
		for _, t := range all {
			ids[t.Slug] = t.ID
		}
		return err
	})
	return cleared(ids, err)
}

func (p applicationPeople) asked(ctx context.Context, call string, id int64, do func() error) error {
	if p.byHand {
		return do()
	}
	return p.read(ctx, call, id, do)
}

func (p applicationPeople) changed(call string, id int64, change payload.Person, do func(person.Patch) (int64, error)) error {
	fields, meta := change.Encode()
	write := func() (int64, error) { return do(person.Patch{ACF: object(fields), Meta: object(meta)}) }
	if p.byHand {
		_, err := write()
		return err
	}
	names := slices.Sorted(slices.Values(change.Told))
	for _, name := range slices.Sorted(slices.Values(change.MetaTold)) {
		names = append(names, "meta."+name)
	}
	return p.write(call, id, names, write)
}

// answered returns the result when nothing went wrong.
func answered[T any](err error, make func() T) (value T) {
	if err == nil {
		value = make()
	}
	return value
}

// cleared leaves nothing beside an error: an answer that got lost tells nothing.
func cleared[T any](value T, err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return value, nil
}

// personRecord returns a person as the real application's interface returns it.
func personRecord(r *person.Record) payload.Person {
	picture := func(dst []byte, _ int64) []byte { return append(dst, `""`...) } // addresses of pictures are not read
	record := payload.Person{Person: person.Person{
		ID: r.ID, Modified: wholeSeconds(r.Modified), Revision: r.Revision, Photo: r.Photo, Administered: r.Administered,
	}}
	record.Account, record.Labels = r.LinkedUser, term.IDs(r.Labels)
	record.Read(person.Answer{Record: r, Picture: picture}.ACF(nil), []byte(r.Meta))
	return record
}

// wholeSeconds returns a time as the interface returns it.
func wholeSeconds(t time.Time) time.Time { return civil.Instant(t).Truncate(time.Second) }

// object returns the members of a JSON object that we wrote, none for nil.
func object(text []byte) (members map[string]json.RawMessage) {
	if text == nil {
		return nil
	}
	err := json.Unmarshal(text, &members)
	return settled(members, err)
}

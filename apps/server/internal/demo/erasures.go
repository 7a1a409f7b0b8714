package demo

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// forgotten is somebody of a demo who left long ago, and asked to be erased.
type forgotten struct {
	first, last, email string
	askedAgo           int // days
	notes, calls       int
}

// erasures lets two people of a demo ask to be erased: of the one it is done, of the other it is planned.
func (m Maker) erasures(ctx context.Context, administrator access.Viewer) error {
	for _, who := range []forgotten{
		{"Fenna", "Zandbergen", "fenna@zandbergen.example", 41, 2, 3},
		{"Wessel", "Oudshoorn", "wessel@oudshoorn.example", 9, 1, 2},
	} {
		id, err := m.leaver(ctx, administrator, who)
		if err != nil {
			return err
		}
		asks, asked := *m.Club.Erasures, m.Club.Erasures.Now().AddDate(0, 0, -who.askedAgo)
		asks.Now = func() time.Time { return asked }
		if _, err := asks.Plan(ctx, administrator, id); err != nil {
			return err
		}
	}
	_, err := m.Club.Erasures.Run(ctx)
	return err
}

// leaver stores somebody who left years ago, with what was written down.
func (m Maker) leaver(ctx context.Context, administrator access.Viewer, who forgotten) (id person.ID, err error) {
	today, now := m.Club.People.Today(), m.Club.People.Now()
	err = m.Atomic.Do(ctx, func(stores ports.Stores) error {
		left := person.Person{
			Author: administrator.User, Administered: true, Created: civil.Instant(now.AddDate(-14, 0, 0)),
			Name: person.Name{First: who.first, Last: who.last}, Birthdate: civil.Date{Year: today.Year - 38, Month: 4, Day: 12},
			Contacts:   []person.Contact{{Type: person.Email, Value: who.email}},
			Addresses:  []person.Address{{Label: "Thuis", Street: "Dorpsstraat 12", PostalCode: "1234 AB", City: "Waterdam"}},
			Membership: person.Membership{Former: true, Since: today.AddYears(-14), Until: today.AddYears(-6)},
		}
		left.Touch(administrator.User, now.AddDate(-6, 0, 0))
		ids, err := stores.People.Create(ctx, left)
		if err != nil {
			return err
		}
		id = ids[0]
		head := func(n int) record.Head { return record.NewHead(administrator.User, "", now.AddDate(-6, 0, n)) }
		for n := range who.notes {
			_, err := stores.Notes.Create(ctx, note.Note{
				Head: head(n), Person: id, Content: "<p>Wil af en toe nog helpen bij het toernooi.</p>",
				Visibility: note.Shared, SharedAt: head(n).Created,
			})
			if err != nil {
				return err
			}
		}
		for n := range who.calls {
			_, err := stores.Activities.Create(ctx, activity.Activity{
				Head: head(n), Person: id, Content: "<p>Gebeld over het opzeggen.</p>", Type: "call",
				Date: today.AddYears(-6).AddDays(n),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return id, err
}

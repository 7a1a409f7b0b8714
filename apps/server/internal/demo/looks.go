package demo

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

// looks lets users of the demo have looked at people in the last weeks, so that a record shows by whom it was opened.
func (m Maker) looks(ctx context.Context, told []person.Person) error {
	now := civil.Instant(m.Club.Audits.Now())
	var all []person.Look
	for n, username := range []string{administrator.username, string(access.Administration), string(access.FairPlay)} {
		u, err := m.Stores.Users.ByLogin(ctx, username)
		if err != nil {
			return err
		}
		for i := range told {
			if n > 0 && i%(n+1) != 0 { // not everybody looks at everybody
				continue
			}
			at := now.AddDate(0, 0, -(i+5*n)%21).Add(-time.Duration(i%4) * time.Hour)
			look := person.Look{
				LookKey: person.LookKey{Person: told[i].ID, By: u.ID, Day: civil.On(at, m.Club.Audits.Zone)},
				ByName:  u.DisplayName, Opened: at,
			}
			if i%10 == 0 {
				look.Exported = at
			}
			all = append(all, look)
		}
	}
	return m.Stores.Looks.Keep(ctx, all...)
}

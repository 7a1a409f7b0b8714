package gormstore_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
)

// A database of the build before takes the authors' present roles for who vouched, and keeps member codes that stand twice.
func TestWhoVouchedForTheRecordsOfBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.MigrateTo(t.Context(), 3))
		for id, roles := range []string{
			`["administrator"]`, `["club_user"]`, `["club_user","club_ledenadministratie"]`, `["club_bestuur","club_vog"]`, `["club_synchronisatie"]`, `[]`,
		} {
			run(t, store, fmt.Sprintf(`INSERT INTO users (id, username, email, display_name, name_key, search_key, roles, demo, password_hash, registered_at,
				active_at) VALUES (%d, 'u%[1]d', 'u%[1]d@club.example', 'x', 'x', 'x', '%s', FALSE, 'x', 0, 0)`, id+1, roles))
		}
		for author := range 8 { // 0 is a program, 7 a user who is gone
			run(t, store, fmt.Sprintf(`INSERT INTO people (id, author, created_at, modified_at, removed_at, first_name, infix, last_name, nickname, former,
				document, meta) VALUES (%d, %d, 0, 0, 0, 'x', '', '', '', FALSE, '{"first_name":"x","assoc-id":"AA%d"}', '{}')`, author+1, author, author/4))
			columns, values := "", ""
			for _, key := range group.Keys.Names() {
				columns, values = columns+", "+key+"_key", values+", ''"
			}
			run(t, store, fmt.Sprintf(`INSERT INTO groups (id, kind, author, created_at, modified_at, removed_at, title, content, parent_id, logo_id, website,
				document%s) VALUES (%d, 'team', %d, 0, 0, 0, 'x', '', 0, 0, '', '{}'%s)`, columns, author+2001, author, values))
		}
		ok(t, store.Migrate(t.Context()))
		s := store.Stores()
		want := map[int]bool{0: true, 1: true, 3: true, 5: true}
		for author := range 8 {
			record, err := s.People.Record(t.Context(), int64(author+1), person.AsOf{})
			if ok(t, err); record.Administered != want[author] {
				t.Errorf("a person of %d: %v", author, record.Administered)
			}
			team, err := s.Groups.Record(t.Context(), int64(author+2001), group.AsOf{})
			if ok(t, err); team.Administered != want[author] {
				t.Errorf("a team of %d: %v", author, team.Administered)
			}
		}
		doubles, err := s.MemberCodes.Doubles(t.Context())
		if ok(t, err); !maps.EqualFunc(doubles, map[string][]int64{"aa0": {1, 2, 3, 4}, "aa1": {5, 6, 7, 8}}, slices.Equal) {
			t.Errorf("doubles: %v", doubles)
		}
		wide, err := s.Groups.Record(t.Context(), group.ClubWide, group.AsOf{})
		if ok(t, err); !wide.Administered {
			t.Error("nobody vouches for Verenigingsbreed")
		}
	})
}

func TestOneOfManyGetsAMemberCodeInParallel(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		s := store.Stores()
		service := newClub("", s, store).people
		edit := func(p *person.Person, _ *fault.Problems) { p.Name.First, p.Membership.Code = "Jan", "QPND49Q" }
		plant := person.New(7, at)
		plant.Name.First, plant.Membership.Code = "Plant", "qpnd49q"
		planted, err := s.People.Create(t.Context(), plant)
		ok(t, err)
		var all sync.WaitGroup
		outcomes := make(chan error, 12)
		for i := range cap(outcomes) {
			viewer := access.Viewer{User: int64(i + 1), Roles: []access.Role{access.Synchronizer}}
			record, err := service.Register(t.Context(), viewer, person.Patch{ACF: fields.Extra{"first_name": json.RawMessage(`"Jan"`)}}.Apply)
			ok(t, err)
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = service.Change(t.Context(), viewer, record.ID, edit)
				} else {
					_, err = service.Register(t.Context(), viewer, edit)
				}
				outcomes <- err
			})
		}
		all.Wait()
		close(outcomes)
		won := 0
		for err := range outcomes {
			if err == nil {
				won++
			} else if fault.As(err).Params["acf.assoc-id"] != person.CodeTaken {
				t.Errorf("got %v", err)
			}
		}
		holders, err := s.MemberCodes.Holders(t.Context(), "QPND49Q")
		if ok(t, err); won != 1 || len(holders) != 1 || holders[0].ID == planted || !holders[0].Administered {
			t.Errorf("%d won, %+v hold it", won, holders)
		}
	})
}

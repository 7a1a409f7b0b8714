package synchronizations

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	noun "github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Verify compares what is remembered with the site, the application, the e-mail lists, the helpdesk and the provider of
// contributions, and returns what differs. It changes nothing. A change since the last run is no difference: the next run sends
// it.
func (s *Service) Verify(ctx context.Context) ([]difference.Finding, error) {
	v := &verification{Runner: s.engine().Inspect(run.People), service: s, area: difference.People}
	var err error
	v.club.Rows, err = s.Site.Members(ctx)
	unreadable, err := federation.Readable(err)
	if err != nil {
		return nil, fmt.Errorf("read the club site: %w", err)
	}
	if v.club.Entries, err = v.Entries(ctx, ledger.Member); err != nil {
		return nil, err
	}
	if v.parents, err = v.Entries(ctx, ledger.Parent); err != nil {
		return nil, err
	}
	if _, v.club.Details, err = sets.Details.All(ctx, v.Runner); err != nil {
		return nil, err
	}
	if v.seen, err = v.Entries(ctx, ledger.Seen); err != nil {
		return nil, err
	}
	if len(unreadable) > 0 {
		if _, v.club.Before, err = sets.Members.All(ctx, v.Runner); err != nil {
			return nil, err
		}
	}
	v.unreadable = map[string]bool{}
	for _, r := range v.club.KeepBefore(unreadable) {
		v.byHand(run.ClubSite, r.Code, "%v", r)
		v.unreadable[r.Code] = true
	}
	v.site()
	for _, part := range []struct {
		area    difference.Area
		compare func(context.Context) error
	}{
		{difference.People, v.persons}, {difference.People, v.edits}, {difference.Teams, v.groups}, {difference.Lists, v.lists},
		{difference.Photos, v.photos}, {difference.Discipline, v.cases},
		{difference.Contributions, v.contributions}, {difference.Helpdesk, v.helpdesk},
	} {
		v.area = part.area
		if err := part.compare(ctx); err != nil {
			return nil, err
		}
	}
	return v.found, nil
}

type verification struct {
	*engine.Runner
	service *Service
	club    members.Snapshot
	phones  *phones
	seen    map[string]*ledger.Entry // how the fields of members last stood
	parents map[string]*ledger.Entry
	numbers map[int64]string // member codes by the number of the person, once it was asked
	found   []difference.Finding
	area    difference.Area // of what is compared now

	unreadable         map[string]bool // codes of the members whose row on the site cannot be read
	remembered, listed map[string]bool // folded codes of the members who are remembered, and of those on the site
}

// say notes something that the plan of the next run has anyway.
func (v *verification) say(system, key, format string, values ...any) {
	v.found = append(v.found, difference.Finding{Area: v.area, System: system, Key: key, Message: fmt.Sprintf(format, values...)})
}

// again notes something that is repaired by sending a record of a kind again.
func (v *verification) again(kind ledger.Kind, system, key, format string, values ...any) {
	v.say(system, key, format, values...)
	v.found[len(v.found)-1].Again = kind
}

// byHand notes something that a person must decide.
func (v *verification) byHand(system, key, format string, values ...any) {
	v.say(system, key, format, values...)
	v.found[len(v.found)-1].ByHand = true
}

// site compares the members that the site knows with those that are remembered.
func (v *verification) site() {
	for i := range v.club.Rows {
		switch e := v.club.Entries[v.club.Rows[i].Code]; {
		case e == nil || e.Remote == "":
			v.say(run.ClubSite, v.club.Rows[i].Code, texts.NotSent)
		case ledger.Left(e):
			v.say(run.ClubSite, v.club.Rows[i].Code, texts.SentAsFormer)
		}
	}
	for _, code := range sorted(v.club.Entries) {
		if v.club.Row(code) == nil && !v.unreadable[code] && !ledger.Left(v.club.Entries[code]) {
			v.say(run.ClubSite, code, texts.NotMarked)
		}
	}
}

// persons compares the people of the application with those that are remembered.
func (v *verification) persons(ctx context.Context) error {
	v.remembered, v.listed = map[string]bool{}, map[string]bool{}
	for code := range v.club.Entries {
		v.remembered[fold.Key(code)] = true
	}
	for i := range v.club.Rows {
		v.listed[fold.Key(v.club.Rows[i].Code)] = true
	}
	found := applicationPeople{there: map[int64]bool{}, codes: map[string]int64{}, spelled: map[string]string{}}
	err := v.service.People.Each(ctx, time.Time{}, func(p payload.Person) error {
		code := p.Membership.Code
		if !p.Administered {
			v.stranger(p, code)
			return nil
		}
		if other, twice := found.add(p.ID, code); twice {
			v.byHand(run.Application, code, texts.PersonTwice, other, p.ID)
		}
		if p.Membership.Former && v.current(code, p.ID) {
			v.again(ledger.Member, run.Application, code, texts.FormerByHand, p.ID)
		}
		return v.fields(p)
	})
	err = v.readable(err, func(r payload.UnreadableRecord) {
		if !r.Stranger() {
			found.add(r.ID, r.Code)
		}
	})
	if err != nil {
		return err
	}
	v.compare(found)
	return nil
}

// current reports whether the person of the number is a member who is on the site, and was sent as one.
func (v *verification) current(code string, id int64) bool {
	e := v.club.Entries[code]
	return e != nil && e.Number() == id && !ledger.Left(e) && v.club.Row(code) != nil
}

// applicationPeople are the people whom the application has.
type applicationPeople struct {
	there   map[int64]bool
	codes   map[string]int64  // by the folded code
	spelled map[string]string // codes as they are written, by the folded code
}

// add adds a person, and returns who has the same code.
func (a applicationPeople) add(id int64, code string) (other int64, twice bool) {
	a.there[id] = true
	if code == "" {
		return 0, false
	}
	key := fold.Key(code)
	other, twice = a.codes[key]
	a.codes[key], a.spelled[key] = id, code
	return other, twice
}

// compare compares the people of the application with the members and parents who are remembered.
func (v *verification) compare(found applicationPeople) {
	for _, code := range sorted(v.club.Entries) {
		switch id := v.club.Number(code); {
		case ledger.Left(v.club.Entries[code]): // somebody may remove who has left
		case id != 0 && !found.there[id]:
			v.again(ledger.Member, run.Application, code, texts.PersonGone, id)
		case id != 0 && found.codes[fold.Key(code)] != id:
			v.byHand(run.Application, code, texts.OtherCode, id)
		}
	}
	for _, key := range sorted(v.parents) {
		if id := v.parents[key].Number(); id != 0 && !found.there[id] {
			v.again(ledger.Parent, run.Application, noun.Address(key), texts.ParentGone, id)
		}
	}
	for _, key := range sorted(found.codes) {
		if !v.remembered[key] {
			v.byHand(run.Application, found.spelled[key], texts.UnknownCode, found.codes[key])
		}
	}
}

// stranger tells of somebody who is not administered, and looks like a member or a parent.
func (v *verification) stranger(p payload.Person, code string) {
	if key := fold.Key(code); v.remembered[key] || v.listed[key] {
		v.byHand(run.Application, code, texts.StrangeMember, code, p.ID)
		return
	}
	for _, email := range p.Emails() {
		if v.parents[email] != nil {
			v.byHand(run.Application, email, texts.StrangeParent, p.ID)
			return
		}
	}
}

// readable tells of records that could not be read, and hands them to visit. It returns any other error.
func (v *verification) readable(err error, visit func(payload.UnreadableRecord)) error {
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		v.byHand(run.Application, r.Code, "%v", r)
		visit(r)
	})
	if err != nil {
		return fmt.Errorf("read the application: %w", err)
	}
	return nil
}

// edits tells which changes of volunteers are not on the site yet.
func (v *verification) edits(ctx context.Context) error {
	waiting, err := (&members.Members{Runner: v.Runner}).Waiting(ctx)
	if err != nil {
		return err
	}
	for _, code := range sorted(waiting) {
		var said []string
		for _, field := range waiting[code] {
			said = append(said, texts.Fields[field])
		}
		slices.Sort(said)
		v.say(run.ClubSite, code, texts.EditsNotSent, strings.Join(slices.Compact(said), ", "))
	}
	return nil
}

// groups compares the teams and committees of the application with those that are remembered.
func (v *verification) groups(ctx context.Context) error {
	for _, kind := range []groups.Kind{groups.Teams, groups.Committees} {
		standing, err := v.service.Groups.List(ctx, kind.Application)
		there := map[int64]bool{}
		if err := v.readable(err, func(r payload.UnreadableRecord) { there[r.ID] = !r.Stranger() }); err != nil {
			return err
		}
		entries, err := v.Entries(ctx, kind.Memory)
		if err != nil {
			return err
		}
		for _, record := range standing {
			if there[record.ID] = record.Administered; !record.Administered && kind.Like(entries, record) {
				v.byHand(run.Application, record.Title, texts.StrangeGroup, kind.Name, record.Title, record.ID)
			}
		}
		records := map[int64]payload.Group{}
		for _, record := range standing {
			records[record.ID] = record
		}
		for _, id := range sorted(entries) {
			n := entries[id].Number()
			s, err := ledger.State[groups.State](entries[id])
			switch record, listed := records[n]; {
			case err != nil:
				return err
			case n != 0 && !there[n]:
				v.again(kind.Memory, run.Application, id, texts.GroupGone, kind.Name, n)
			case listed && !groups.Is(entries[id], record):
				v.again(kind.Memory, run.Application, id, texts.GroupOther, kind.Name, n)
			case listed && s.Made && record.Title != s.Name:
				v.again(kind.Memory, run.Application, id, texts.TitleDiffers, kind.Name, n)
			}
		}
	}
	return nil
}

// cases compares the cases of discipline of the application with those that are remembered.
func (v *verification) cases(ctx context.Context) error {
	entries, err := v.Entries(ctx, ledger.Case)
	if err != nil || len(entries) == 0 {
		return err
	}
	unreadable, dossiers := map[int64]bool{}, map[int64]string{}
	standing, err := v.service.Cases.List(ctx)
	if err := v.readable(err, func(r payload.UnreadableRecord) { unreadable[r.ID] = true }); err != nil {
		return err
	}
	for _, record := range standing {
		dossiers[record.ID] = record.Dossier
	}
	for _, dossier := range sorted(entries) {
		id := entries[dossier].Number()
		if id == 0 || unreadable[id] {
			continue
		}
		switch other, there := dossiers[id]; {
		case !there:
			v.again(ledger.Case, run.Application, dossier, texts.CaseGone, id)
		case other != dossier:
			v.again(ledger.Case, run.Application, dossier, texts.CaseOther, id)
		}
	}
	return nil
}

// lists compares the addresses on the e-mail lists with those that should be there.
func (v *verification) lists(ctx context.Context) error {
	if v.service.Lists == nil {
		return nil
	}
	prepared := mailing.Prepare(v.club.Rows, len(v.service.Settings.Lists), nil)
	for i, list := range v.service.Settings.Lists {
		subscribers, err := v.service.Lists.Subscribers(ctx, list)
		if err != nil {
			return fmt.Errorf("read list %d: %w", i+1, err)
		}
		there := map[string]string{}
		for _, s := range subscribers {
			there[mailing.Entry{Email: s.Email}.Key()] = s.State
		}
		for _, entry := range prepared.Lists[i] {
			state, found := there[entry.Key()]
			delete(there, entry.Key())
			if !found {
				v.again(ledger.List(i+1), run.MailLists, entry.Email, texts.NotOnList, i+1)
			} else if state != "active" {
				v.byHand(run.MailLists, entry.Email, texts.NotActive, i+1, state)
			}
		}
		entries, err := v.Entries(ctx, ledger.List(i+1))
		if err != nil {
			return err
		}
		for _, email := range sorted(there) {
			if entries[email] != nil {
				v.say(run.MailLists, email, texts.StillOnList, i+1)
			}
		}
	}
	return nil
}

// sorted are the keys of a map in order.
func sorted[T any](values map[string]T) []string { return slices.Sorted(maps.Keys(values)) }

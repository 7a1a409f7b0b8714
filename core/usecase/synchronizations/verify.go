package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/work"
)

// Finding is something that is not as it should be, in words for a volunteer.
type Finding struct{ System, Key, Message string }

// Verify compares what is remembered with the site, the application and the e-mail lists, and answers what differs. It changes
// nothing. What a run would send because it changed since the last one is no difference.
func (s *Service) Verify(ctx context.Context) ([]Finding, error) {
	x := &execution{Service: s, options: Options{DryRun: true}, run: run.Run{Pipeline: run.People, DryRun: true, Started: s.Now().UTC()}}
	v := &verification{execution: x}
	rows, err := s.Site.Members(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the club site: %w", err)
	}
	v.club = &club{rows: rows, complete: true}
	if v.club.members, err = x.entries(ctx, ledger.Member); err != nil {
		return nil, err
	}
	if v.club.parents, err = x.entries(ctx, ledger.Parent); err != nil {
		return nil, err
	}
	v.site()
	for _, part := range []func(context.Context) error{v.people, v.edits, v.groups, v.lists} {
		if err := part(ctx); err != nil {
			return nil, err
		}
	}
	return v.found, nil
}

type verification struct {
	*execution
	club  *club
	found []Finding

	remembered, listed map[string]bool // folded codes of the members who are remembered, and of those on the site
}

func (v *verification) say(system, key, format string, values ...any) {
	v.found = append(v.found, Finding{System: system, Key: key, Message: fmt.Sprintf(format, values...)})
}

// site compares the members that the site knows with those that are remembered.
func (v *verification) site() {
	for i := range v.club.rows {
		switch e := v.club.members[v.club.rows[i].Code]; {
		case e == nil || e.Remote == "":
			v.say(clubSite, v.club.rows[i].Code, "is lid, maar nog niet in de applicatie gezet")
		case left(e):
			v.say(clubSite, v.club.rows[i].Code, "is lid, maar staat in de applicatie als oud-lid")
		}
	}
	for _, code := range sorted(v.club.members) {
		if v.club.row(code) == nil && !left(v.club.members[code]) {
			v.say(clubSite, code, "is geen lid meer, maar nog niet als oud-lid gemarkeerd")
		}
	}
}

// people compares the people of the application with those that are remembered.
func (v *verification) people(ctx context.Context) error {
	v.remembered, v.listed = map[string]bool{}, map[string]bool{}
	for code := range v.club.members {
		v.remembered[fold.Key(code)] = true
	}
	for i := range v.club.rows {
		v.listed[fold.Key(v.club.rows[i].Code)] = true
	}
	there := map[int64]bool{}
	codes, spelled := map[string]int64{}, map[string]string{} // by the folded code
	err := v.People.Each(ctx, never, func(p payload.Record) error {
		code := p.Text("assoc-id")
		if !p.Administered {
			v.stranger(p, code)
			return nil
		}
		there[p.ID] = true
		if code == "" {
			return nil
		}
		key := fold.Key(code)
		if other, twice := codes[key]; twice {
			v.say(application, code, "staat er twee keer in: persoon %d en %d", other, p.ID)
		}
		codes[key], spelled[key] = p.ID, code
		return nil
	})
	for _, r := range v.unreadable(&err) {
		there[r.ID] = !r.Stranger()
		if r.Code != "" && !r.Stranger() {
			codes[fold.Key(r.Code)], spelled[fold.Key(r.Code)] = r.ID, r.Code
		}
	}
	if err != nil {
		return fmt.Errorf("read the application: %w", err)
	}
	for _, code := range sorted(v.club.members) {
		e := v.club.members[code]
		id := e.Number()
		switch {
		case id != 0 && !there[id]:
			v.say(application, code, "persoon %d bestaat niet meer, of is door iemand anders ingevoerd", id)
		case id != 0 && codes[fold.Key(code)] != id:
			v.say(application, code, "persoon %d heeft deze relatiecode niet meer", id)
		}
	}
	for _, email := range sorted(v.club.parents) {
		if id := v.club.parents[email].Number(); id != 0 {
			if !there[id] {
				v.say(application, email, "ouder %d bestaat niet meer, of is door iemand anders ingevoerd", id)
			}
		}
	}
	for _, key := range sorted(codes) {
		if !v.remembered[key] {
			v.say(application, spelled[key], "persoon %d heeft een relatiecode die de synchronisatie niet kent", codes[key])
		}
	}
	return nil
}

// stranger tells of somebody who is not administered, and looks like a member or a parent.
func (v *verification) stranger(p payload.Record, code string) {
	if key := fold.Key(code); v.remembered[key] || v.listed[key] {
		v.say(application, code, strangeMember, code, p.ID)
		return
	}
	for _, email := range p.Emails() {
		if v.club.parents[email] != nil {
			v.say(application, email, strangeParent, p.ID)
			return
		}
	}
}

// unreadable tells of records that could not be read, returns them, and lets the error be none.
func (v *verification) unreadable(err *error) []payload.UnreadableRecord {
	var unreadable *payload.Unreadable
	if !errors.As(*err, &unreadable) {
		return nil
	}
	*err = nil
	for _, r := range unreadable.Records {
		v.say(application, r.Code, "%v", r)
	}
	return unreadable.Records
}

// edits tells which changes of volunteers are not on the site yet.
func (v *verification) edits(ctx context.Context) error {
	entries, err := v.entries(ctx, ledger.Seen)
	if err != nil {
		return err
	}
	for _, code := range sorted(entries) {
		s, err := state[seenState](entries[code])
		if err != nil {
			return err
		}
		var said []string
		for field := range s.Pending {
			said = append(said, words[field])
		}
		if slices.Sort(said); len(said) > 0 {
			v.say(clubSite, code, "wat in de applicatie is gewijzigd moet er nog naartoe: %s", strings.Join(slices.Compact(said), ", "))
		}
	}
	return nil
}

// words are what volunteers call the fields that are written back.
var words = map[federation.Field]string{
	federation.FieldEmail: "e-mailadres", federation.FieldEmail2: "tweede e-mailadres",
	federation.FieldMobile: "mobiel nummer", federation.FieldMobile2: "tweede mobiele nummer",
	federation.FieldTelephone: "telefoonnummer", federation.FieldTelephone2: "tweede telefoonnummer",
	federation.FieldStreet: "adres", federation.FieldNumber: "adres", federation.FieldAppendix: "adres", federation.FieldZip: "adres",
	federation.FieldCity: "adres", federation.FieldCountry: "adres",
	federation.FieldHelpdesk: "helpdesknummer", federation.FieldVOG: "datum VOG", federation.FieldBlock: "financiële blokkade",
}

// groups compares the teams and committees of the application with those that are remembered.
func (v *verification) groups(ctx context.Context) error {
	for _, g := range []struct {
		kind   work.Kind
		memory ledger.Kind
		what   string
		key    string
	}{{work.Team, ledger.Team, "team", payload.TeamKey}, {work.Committee, ledger.Committee, "commissie", payload.CommitteeKey}} {
		standing, err := v.Groups.List(ctx, g.kind)
		there := map[int64]bool{}
		for _, r := range v.unreadable(&err) {
			there[r.ID] = !r.Stranger()
		}
		if err != nil {
			return fmt.Errorf("read the application: %w", err)
		}
		entries, err := v.entries(ctx, g.memory)
		if err != nil {
			return err
		}
		for _, record := range standing {
			if there[record.ID] = record.Administered; !record.Administered && like(entries, g.key, record) {
				v.say(application, record.Title, strangeGroup, g.what, record.Title, record.ID)
			}
		}
		for _, id := range sorted(entries) {
			if n := entries[id].Number(); n != 0 && !there[n] {
				v.say(application, id, "%s %d bestaat niet meer, of is door iemand anders ingevoerd", g.what, n)
			}
		}
	}
	return nil
}

// like reports whether a record looks like one of the groups that are remembered.
func like(entries map[string]*ledger.Entry, key string, record payload.Record) bool {
	if entries[record.Text(key)] != nil {
		return true
	}
	for _, e := range entries {
		if s, err := state[groupState](e); err == nil && sameName(s.Name, record.Title) {
			return true
		}
	}
	return record.Title == ClubWide
}

// lists compares the addresses on the e-mail lists with those that should be there.
func (v *verification) lists(ctx context.Context) error {
	if v.Lists == nil {
		return nil
	}
	prepared := mailing.Prepare(v.club.rows, len(v.Settings.Lists), nil)
	for i, list := range v.Settings.Lists {
		subscribers, err := v.Lists.Subscribers(ctx, list)
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
				v.say(mailLists, entry.Email, "staat niet op lijst %d", i+1)
			} else if state != "active" {
				v.say(mailLists, entry.Email, "staat op lijst %d, maar krijgt geen mail (%s)", i+1, state)
			}
		}
		entries, err := v.entries(ctx, ledger.List(i+1))
		if err != nil {
			return err
		}
		for _, email := range sorted(there) {
			if entries[email] != nil {
				v.say(mailLists, email, "staat nog op lijst %d, maar hoort er niet meer bij", i+1)
			}
		}
	}
	return nil
}

package inmem

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/ports"
)

// FormerType is the type of a member whom a ClubSite does not let anybody edit.
const FormerType = "Oud bondslid"

// ClubSite is a club administration site in memory, for tests of what reads and writes it. The zero value is an empty club
// and ready for use. Nobody has to sign in.
type ClubSite struct {
	// Fail, when not nil, is asked before each call, which ends with its error. call is the method's name, key the code of
	// the member or the id of the team, "" where there is none. Each field of an Edit is asked for once more, as
	// "Edit email"; the fields before it stay saved. Fail may use the site. Set it before the site is used.
	Fail func(call, key string) error

	mu    sync.Mutex
	club  SiteClub
	calls []SiteCall
}

var _ ports.ClubSite = (*ClubSite)(nil)

// SiteClub is everything that a ClubSite knows.
type SiteClub struct {
	Members []SiteMember // in the order of the search
	Teams   []federation.Team
	Rosters map[string][]federation.Place // by the id of the team
	Cases   []SiteCase
}

// SiteCase is a case of discipline.
type SiteCase struct {
	federation.Case
	Garbled bool // it has a date that cannot be read
}

// Member returns the member with the code; nil when there is none.
func (c *SiteClub) Member(code string) *SiteMember {
	if at := slices.IndexFunc(c.Members, func(m SiteMember) bool { return m.Code == code }); at >= 0 {
		return &c.Members[at]
	}
	return nil
}

// SiteMember is a member: the row of the search, which the first tab tells too, and what stands on the other pages.
type SiteMember struct {
	federation.Member
	Garbled bool // the row of the search has a date that cannot be read
	Left    bool // no current membership: not in the search, but with pages still
	Block   bool
	Roles   federation.Roles
	Free    federation.FreeFields
	Invoice federation.Invoice
	// Photo is there with PhotoOn alone; without data it is gone for good. What has no Ext is no picture.
	Photo federation.Picture
}

// SiteCall is one call of a ClubSite, also one that failed.
type SiteCall struct {
	Name  string // of the method
	Key   string // code of the member, id of the team
	Tabs  federation.Tabs
	Edits federation.Edits
}

// Change changes what the site knows, as its other users do.
func (s *ClubSite) Change(change func(*SiteClub)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.club)
	tidy(reflect.ValueOf(&s.club).Elem())
}

// Calls returns the calls since the last Forget, in order.
func (s *ClubSite) Calls() []SiteCall {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Count returns how many calls there were of the method of the name since the last Forget.
func (s *ClubSite) Count(name string) int {
	count := 0
	for _, call := range s.Calls() {
		if call.Name == name {
			count++
		}
	}
	return count
}

// Forget empties the list of calls.
func (s *ClubSite) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = nil
}

// errGarbled is why a row cannot be read.
var errGarbled = errors.New("birth is no date")

// Members implements ports.ClubSite.
func (s *ClubSite) Members(ctx context.Context) ([]federation.Member, error) {
	return s.find(ctx, "Members", false)
}

// FormerMembers implements ports.ClubSite.
func (s *ClubSite) FormerMembers(ctx context.Context) ([]federation.Member, error) {
	members, err := s.find(ctx, "FormerMembers", true)
	for i := range members {
		members[i].UnionTeams, members[i].ClubTeams = "", ""
	}
	return members, err
}

// find returns those who have left, or those who have not.
func (s *ClubSite) find(ctx context.Context, name string, left bool) (members []federation.Member, err error) {
	err = s.run(ctx, SiteCall{Name: name}, func() error {
		var unreadable []federation.UnreadableRow
		for _, m := range s.club.Members {
			switch {
			case m.Left != left:
			case m.Garbled:
				unreadable = append(unreadable, federation.UnreadableRow{Code: m.Code, Cause: errGarbled})
			default:
				members = append(members, m.Member)
			}
		}
		err := federation.Unread(unreadable, len(members)+len(unreadable))
		if errors.Is(err, federation.ErrShape) {
			members = nil
		}
		return err
	})
	return members, err
}

// Teams implements ports.ClubSite.
func (s *ClubSite) Teams(ctx context.Context) (teams []federation.Team, err error) {
	err = s.run(ctx, SiteCall{Name: "Teams"}, func() error {
		teams = slices.Clone(s.club.Teams)
		slices.SortStableFunc(teams, func(a, b federation.Team) int { return lastly(!a.Union, !b.Union) })
		return nil
	})
	return teams, err
}

// Roster implements ports.ClubSite.
func (s *ClubSite) Roster(ctx context.Context, team federation.Team) (places []federation.Place, err error) {
	err = s.run(ctx, SiteCall{Name: "Roster", Key: team.ID}, func() error {
		places = slices.Clone(s.club.Rosters[team.ID])
		slices.SortStableFunc(places, func(a, b federation.Place) int { return lastly(a.Staff, b.Staff) })
		return nil
	})
	return places, err
}

// lastly orders what is so behind what is not.
func lastly(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Cases implements ports.ClubSite.
func (s *ClubSite) Cases(ctx context.Context) (cases []federation.Case, err error) {
	err = s.run(ctx, SiteCall{Name: "Cases"}, func() error {
		var unreadable []federation.UnreadableRow
		for _, c := range s.club.Cases {
			if c.Garbled {
				unreadable = append(unreadable, federation.UnreadableRow{Code: c.Dossier, Cause: errGarbled})
				continue
			}
			c.Codes = slices.Clone(c.Codes)
			if c.Fee != nil {
				fee := *c.Fee
				c.Fee = &fee
			}
			cases = append(cases, c.Case)
		}
		err := federation.Unread(unreadable, len(cases)+len(unreadable))
		if errors.Is(err, federation.ErrShape) {
			cases = nil
		}
		return err
	})
	return cases, err
}

// Member implements ports.ClubSite.
func (s *ClubSite) Member(ctx context.Context, code string, tabs federation.Tabs) (d federation.Detail, err error) {
	err = s.run(ctx, SiteCall{Name: "Member", Key: code, Tabs: tabs}, func() error {
		m := s.club.Member(code)
		if m == nil {
			return federation.ErrAbsent
		}
		d = m.detail(tabs)
		return nil
	})
	return d, err
}

func (m *SiteMember) detail(tabs federation.Tabs) federation.Detail {
	d := federation.Detail{Code: m.Code, Header: federation.Header{Block: m.Block, PhotoOn: m.PhotoOn, Type: m.Type}}
	if tabs.Has(federation.TabGeneral) {
		d.General = &federation.General{
			First: m.First, Infix: m.Infix, Last: m.Last, Gender: m.Gender, Type: m.Type, Birth: m.Birth, Died: m.Died, Since: m.Since,
			Email: m.Email, Email2: m.Email2, Mobile: m.Mobile, Mobile2: m.Mobile2, Telephone: m.Telephone, Telephone2: m.Telephone2,
			Address: m.Address, Parents: m.Parents,
		}
	}
	if tabs.Has(federation.TabFunctions) {
		d.Roles = &federation.Roles{Functions: slices.Clone(m.Roles.Functions), Seats: slices.Clone(m.Roles.Seats)}
	}
	if tabs.Has(federation.TabOther) {
		free := m.Free
		d.Free = &free
	}
	if tabs.Has(federation.TabFinancial) {
		invoice := m.Invoice
		d.Invoice = &invoice
	}
	return d
}

// Photo implements ports.ClubSite.
func (s *ClubSite) Photo(ctx context.Context, code string) (p federation.Picture, err error) {
	err = s.run(ctx, SiteCall{Name: "Photo", Key: code}, func() error {
		switch m := s.club.Member(code); {
		case m == nil:
			return federation.ErrAbsent
		case m.PhotoOn.IsZero():
			return federation.ErrNoAddress
		case m.Photo.Data == nil:
			return federation.ErrNoPhoto
		case m.Photo.Ext == "":
			return federation.ErrBadPhoto
		default:
			p = federation.Picture{Data: slices.Clone(m.Photo.Data), Ext: m.Photo.Ext, On: m.PhotoOn}
			return nil
		}
	})
	return p, err
}

// Edit implements ports.ClubSite. The day of the member's last update stays as it is.
func (s *ClubSite) Edit(ctx context.Context, code string, edits federation.Edits) (kept []federation.Field, err error) {
	err = s.run(ctx, SiteCall{Name: "Edit", Key: code, Edits: maps.Clone(edits)}, func() error {
		switch m := s.club.Member(code); {
		case m == nil:
			return federation.ErrAbsent
		case m.Type == FormerType:
			return federation.ErrFormer
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for field := range edits {
		if !slices.Contains(federation.Fields, field) {
			return nil, federation.ErrShape
		}
	}
	var absent error
	for _, field := range federation.Fields {
		value, asked := edits[field]
		if !asked {
			continue
		}
		if err := s.fail("Edit "+string(field), code); errors.Is(err, federation.ErrShape) {
			absent = cmp.Or(absent, err) // of a card that is not there; the others are
			continue
		} else if err != nil {
			return kept, errors.Join(err, absent)
		}
		s.mu.Lock()
		m := s.club.Member(code)
		if m != nil {
			m.set(field, seen(value))
		}
		s.mu.Unlock()
		if m == nil {
			return kept, federation.ErrAbsent
		}
		kept = append(kept, field)
	}
	return kept, absent
}

func (m *SiteMember) set(field federation.Field, value string) {
	texts := map[federation.Field]*string{
		federation.FieldEmail: &m.Email, federation.FieldEmail2: &m.Email2, federation.FieldMobile: &m.Mobile,
		federation.FieldMobile2:   &m.Mobile2,
		federation.FieldTelephone: &m.Telephone, federation.FieldTelephone2: &m.Telephone2,
		federation.FieldStreet: &m.Address.Street, federation.FieldNumber: &m.Address.Number,
		federation.FieldAppendix: &m.Address.Appendix,
		federation.FieldZip:      &m.Address.Zip, federation.FieldCity: &m.Address.City, federation.FieldCountry: &m.Address.Country,
		federation.FieldHelpdesk: &m.Free[3], federation.FieldVOG: &m.Free[8],
	}
	if text, is := texts[field]; is {
		*text = value
		return
	}
	m.Block = value == "true" // the one box
}

// run notes a call, asks whether it fails, and does it.
func (s *ClubSite) run(ctx context.Context, call SiteCall, step func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	s.calls = append(s.calls, call)
	s.mu.Unlock()
	if err := s.fail(call.Name, call.Key); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return step()
}

func (s *ClubSite) fail(call, key string) error {
	if s.Fail == nil {
		return nil
	}
	return s.Fail(call, key)
}

// tidy trims every text in v of blanks and of characters that nobody sees.
func tidy(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(seen(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			tidy(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			for i := range v.Len() {
				tidy(v.Index(i))
			}
		}
	case reflect.Map: // the rosters
		for _, places := range v.Seq2() {
			tidy(places)
		}
	}
}

func seen(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text))
}

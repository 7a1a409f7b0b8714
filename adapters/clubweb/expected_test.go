package clubweb

import (
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
)

// What a good reader makes of the register of the fake site.

func (w *world) row(m *register.Member) federation.Member {
	row := federation.Member{
		Code: m.Code, First: m.First, Infix: m.Infix, Last: m.Last, Gender: m.Gender, Birth: m.Birth, Died: m.Died, Status: m.Status,
		Type:     m.Type,
		AgeClass: m.AgeClass, Activity: m.Activity, Since: m.Since, Until: m.End, Updated: m.Updated.String(), PhotoOn: m.PhotoOn,
		Email: m.Email, Email2: m.Email2, Mobile: m.Mobile, Mobile2: m.Mobile2, Telephone: m.Telephone, Telephone2: m.Telephone2,
		Parents: parents(m),
	}
	if len(m.Addresses) > 0 {
		row.Address = federation.Address(m.Addresses[0])
	}
	var union, own []string
	for _, role := range m.Roles {
		if team, found := w.fake.Register.Team(role.Team); found && register.Open(role.End, today) {
			if team.Union {
				union = append(union, team.Code)
			} else {
				own = append(own, team.Code)
			}
		}
	}
	row.UnionTeams, row.ClubTeams = strings.Join(union, ", "), strings.Join(own, ", ")
	return row
}

func parents(m *register.Member) (parents [2]federation.Parent) {
	for i, p := range m.Parents {
		parents[i] = federation.Parent(p)
	}
	return parents
}

func (w *world) roster(team string) []federation.Place {
	var places []federation.Place
	for _, staff := range []bool{false, true} {
		for _, p := range w.fake.Register.Roster(team, staff) {
			places = append(places, federation.Place{Member: p.Member.Code, Title: p.Role.Title, Staff: staff})
		}
	}
	return places
}

func (w *world) team(t register.Team, union bool) federation.Team {
	players := len(w.fake.Register.Roster(t.ID, false))
	return federation.Team{
		ID: t.ID, Name: t.Name, Code: t.Code, Activity: t.Activity, Gender: t.Gender, Union: union,
		Players: players, People: players + len(w.fake.Register.Roster(t.ID, true)),
	}
}

func (w *world) cases() (cases []federation.Case) {
	for _, c := range w.fake.Register.Cases() {
		fee, err := money.Parse(strconv.FormatFloat(c.Fee, 'f', 2, 64))
		if err != nil {
			w.t.Fatal(err)
		}
		cases = append(cases, federation.Case{
			Dossier: c.Dossier, Member: c.Member, Played: c.Played, Processed: c.Processed, Match: c.Match, Team: c.Team,
			Codes: c.Charges, Charge: c.Charge, Sanction: c.Sanction, Fee: &fee, Charged: c.Charged, Home: c.Home, Away: c.Away,
		})
	}
	return cases
}

func (w *world) detail(m *register.Member) federation.Detail {
	d := federation.Detail{
		Code: m.Code, Header: federation.Header{Block: m.Block, PhotoOn: m.PhotoOn, Type: m.Type},
		General: &federation.General{
			First: m.First, Infix: m.Infix, Last: m.Last, Gender: m.Gender, Type: m.Type, Birth: m.Birth, Died: m.Died, Since: m.Since,
			Email: m.Email, Email2: m.Email2, Mobile: m.Mobile, Mobile2: m.Mobile2, Telephone: m.Telephone, Telephone2: m.Telephone2,
			Parents: parents(m),
		},
		Roles: &federation.Roles{}, Free: &federation.FreeFields{},
		Invoice: &federation.Invoice{
			Default: m.Invoice.Address == register.Address{}, Last: m.Last, Infix: m.Infix, Initials: m.Initials, Email: m.Invoice.Email,
			Address: federation.Address(m.Invoice.Address),
		},
	}
	copy(d.Free[:], m.Remarks[:])
	if len(m.Addresses) > 0 {
		d.General.Address = federation.Address(m.Addresses[0])
		if d.Invoice.Default {
			d.Invoice.Address = federation.Address(m.Addresses[0])
		}
	}
	d.Invoice.Address.CountryCode = "" // the page does not tell
	if number, err := strconv.Atoi(d.Invoice.Address.Number); err == nil && number%2 == 0 {
		d.Invoice.Address.Number = strconv.Itoa(number)
	}
	for _, p := range m.Posts {
		if !register.Open(p.End, today) {
			continue
		}
		if p.Committee == "" {
			d.Roles.Functions = append(d.Roles.Functions, federation.Function{Title: p.Title, Start: p.Start, End: p.End, Active: true})
		} else {
			d.Roles.Seats = append(d.Roles.Seats, federation.Seat{Committee: p.Committee, Name: p.Name, Title: p.Title, Start: p.Start,
				End: p.End, Active: true})
		}
	}
	return d
}

package inmem_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func day(year, month, day int) civil.Date {
	return civil.Date{Year: year, Month: time.Month(month), Day: day}
}

// siteClub returns a small club: one who can do everything, one who has nothing, one who has left.
func siteClub() inmem.SiteClub {
	home := federation.Address{Street: "Meidoornlaan", Number: "12", Zip: "7097 AB", City: "Elzendam", CountryCode: "NL",
		Country: "Nederland"}
	return inmem.SiteClub{
		Members: []inmem.SiteMember{
			{
				Member: federation.Member{
					Code: "AB12345", First: "Anna", Infix: "de", Last: "Vries", Gender: "Female", Birth: day(1990, 5, 17), Type: "Bondslid",
					Since: day(2001, 8, 1), PhotoOn: day(2025, 9, 1), Email: "anna@post.example", Mobile: "06-12345678", Address: home,
					Parents: [2]federation.Parent{{Name: "Jan de Vries", Email: "jan@post.example"}}, UnionTeams: "VR1",
				},
				Roles: federation.Roles{
					Functions: []federation.Function{{Title: "Voorzitter", Start: day(2024, 1, 1), Active: true}},
					Seats:     []federation.Seat{{Committee: "70001", Name: "Kantine", Title: "Lid", Start: day(2023, 1, 1), Active: true}},
				},
				Free:    federation.FreeFields{3: "4710", 8: "2023-10-30"},
				Invoice: federation.Invoice{Address: home, Default: true, Last: "Vries", Infix: "de", Initials: "A."},
				Photo:   federation.Picture{Data: []byte(strings.Repeat("picture ", 20)), Ext: "jpg"},
			},
			{Member: federation.Member{Code: "AB12346", First: "Bo", Last: "Jansen", Type: "Verenigingslid"}},
			{Member: federation.Member{Code: "AB12347", First: "Cor", Last: "Smit", Type: inmem.FormerType}, Left: true},
		},
		Teams: []federation.Team{
			{ID: "920001", Name: "Walking Football", Code: "WF", Activity: "Veld", Gender: "Gemengd"},
			{ID: "910001", Name: "Vrouwen 1", Code: "VR1", Activity: "Veld", Gender: "Vrouwen", Union: true},
		},
		Rosters: map[string][]federation.Place{
			"910001": {{Member: "AB12346", Title: "Trainer", Staff: true}, {Member: "AB12345", Title: "Keeper"}},
			"920001": {{Member: "AB12346"}},
		},
		Cases: []inmem.SiteCase{
			{Case: federation.Case{
				Dossier: "T-12345", Member: "AB12345", Played: day(2026, 3, 14), Processed: day(2026, 3, 17), Match: "VR1 - Waterkant",
				Team: "VR1", Codes: []string{"1.1", "2.4"}, Charge: "Praten", Sanction: "Waarschuwing", Fee: new(money.Cents(1385)),
				Charged: true, Home: "910001",
			}},
			{Case: federation.Case{Dossier: "T-12346", Match: "Waterkant - VR1", Away: "910001"}},
		},
	}
}

func TestClubSite(t *testing.T) {
	porttest.ClubSite(t, func(testing.TB) porttest.Federation {
		club := siteClub()
		site := &inmem.ClubSite{}
		site.Change(func(c *inmem.SiteClub) { *c = siteClub() })
		b := &breakage{site: site}
		site.Fail = b.fail
		detail := func(m inmem.SiteMember) federation.Detail {
			return federation.Detail{
				Code: m.Code, Header: federation.Header{Type: m.Type, PhotoOn: m.PhotoOn, Block: m.Block},
				General: &federation.General{
					First: m.First, Infix: m.Infix, Last: m.Last, Gender: m.Gender, Type: m.Type, Birth: m.Birth, Since: m.Since,
					Email: m.Email, Mobile: m.Mobile, Address: m.Address, Parents: m.Parents,
				},
				Roles: &m.Roles, Free: &m.Free, Invoice: &m.Invoice,
			}
		}
		photo := club.Members[0].Photo
		photo.On = club.Members[0].PhotoOn
		return porttest.Federation{
			Site:    site,
			Members: []federation.Member{club.Members[0].Member, club.Members[1].Member},
			Former:  []federation.Member{club.Members[2].Member},
			Teams:   []federation.Team{club.Teams[1], club.Teams[0]},
			Rosters: map[string][]federation.Place{
				"910001": {{Member: "AB12345", Title: "Keeper"}, {Member: "AB12346", Title: "Trainer", Staff: true}},
				"920001": {{Member: "AB12346"}},
			},
			Cases:   []federation.Case{club.Cases[0].Case, club.Cases[1].Case},
			Details: map[string]federation.Detail{"AB12345": detail(club.Members[0]), "AB12346": detail(club.Members[1])},
			Photos:  map[string]federation.Picture{"AB12345": photo},
			Member:  "AB12345", Closed: "AB12347", Left: "AB12347",
			Break:   b.set,
			SignIns: func() int { return 0 },
		}
	})
}

// breakage does to the site in memory what the suite asks for.
type breakage struct {
	site    *inmem.ClubSite
	trouble porttest.Trouble
	photo   federation.Picture
}

func (b *breakage) set(trouble porttest.Trouble) {
	b.trouble = trouble
	b.site.Change(func(c *inmem.SiteClub) {
		anna := &c.Members[0]
		if b.photo.Data == nil {
			b.photo = anna.Photo
		}
		anna.Photo = b.photo
		switch trouble {
		case porttest.PhotoGone:
			anna.Photo = federation.Picture{}
		case porttest.PhotoBroken:
			anna.Photo.Ext = ""
		case porttest.UntidyTexts:
			anna.First, anna.Mobile, anna.Free[3] = "\u00a0Anna ", "\u200e06-12345678\u200b\ufeff", " 4710"
			c.Teams[0].Name, c.Rosters["910001"][0].Title = "Vrouwen 1 ", " Keeper"
		}
	})
}

func (b *breakage) fail(call, _ string) error {
	switch b.trouble {
	case porttest.NoAnswer, porttest.OtherAnswer, porttest.EmptyAnswer, porttest.ForeignAnswer:
		return federation.ErrAnswer
	case porttest.LessInAnswer:
		return federation.ErrShape
	case porttest.SignInRefused:
		return federation.ErrSignIn
	}
	field, edit := strings.CutPrefix(call, "Edit ")
	switch {
	case edit && b.trouble == porttest.NothingToPress:
		return federation.ErrShape
	case edit && b.trouble == porttest.NothingKept, b.trouble == porttest.SecondNotKept && field == string(federation.FieldCity):
		return federation.ErrNotKept
	}
	return nil
}

func TestClubSiteTellsWhatItWasAskedFor(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	site := &inmem.ClubSite{}
	site.Change(func(c *inmem.SiteClub) { *c = siteClub() })
	broken := errors.New("broken")
	site.Fail = func(call, key string) error {
		if call == "Photo" && key == "AB12346" {
			return broken
		}
		return nil
	}
	if _, err := site.Photo(ctx, "AB12346"); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := site.Edit(ctx, "AB12345", federation.Edits{federation.FieldEmail: "a@post.example"}); err != nil {
				t.Error(err)
			}
			if _, err := site.Member(ctx, "AB12345", federation.TabOther); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if reads, edits, photos := site.Count("Member"), site.Count("Edit"), site.Count("Photo"); reads != 8 || edits != 8 ||
		photos != 1 {
		t.Errorf("counted %d reads, %d edits, %d photos", reads, edits, photos)
	}
	if first := site.Calls()[0]; first.Name != "Photo" || first.Key != "AB12346" {
		t.Errorf("the first call is %+v", first)
	}
	site.Forget()
	if calls := site.Calls(); len(calls) != 0 {
		t.Errorf("calls after Forget: %v", calls)
	}
}

package moving_test

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// A club that has no name here gets the one that it has there. One that has a name keeps it, and is told of the other.
func TestTheNameOfTheClub(t *testing.T) {
	t.Parallel()
	const there = "vv Elzendam"
	stays := func(here string) string {
		return `the club is called "vv Elzendam" there: its name here, "` + here + `", stays`
	}
	for name, c := range map[string]struct {
		given, set string
		want       string // in the settings
		tells      string // "" for nothing
	}{
		"none":                 {want: there},
		"the operator's":       {given: "vv De Proef", tells: stays("vv De Proef")},
		"an administrator's":   {set: "SC Hier", want: "SC Hier", tells: stays("SC Hier")},
		"the same one already": {set: there, want: there},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, from := former(t, made(4))
			h := buildNamed(t, stores["memory"](t), c.given, nil)
			if _, err := h.Identity.Change(t.Context(), func(set *identity.Settings) error {
				set.Name, set.Colour = c.set, "#112233"
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			rehearsal := h.move(t, from, predecessors.Options{Rehearse: true})
			report := h.move(t, from, predecessors.Options{})
			said, done := rehearsal.Write(), report.Write()
			if line := firstDifference(said, done); line != "" {
				t.Errorf("the reports differ:\n%s", line)
			}
			if got := h.Directory.View().Identity(); got != (identity.Settings{Name: c.want, Colour: "#112233"}) {
				t.Errorf("the club is %+v", got)
			}
			if tells := strings.Contains(done, "the club is called"); tells != (c.tells != "") || !strings.Contains(done, c.tells) {
				t.Error(done)
			}
		})
	}
}

// A name that is none here is told of, and so is what the settings say besides.
func TestANameThatCannotBeOneHere(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(4))
	a.Settle("config", fake.Object{"club_name": strings.Repeat("v", 71), "freescout_url": "https://helpdesk.example"})
	h := buildNamed(t, stores["memory"](t), "", nil)
	report := h.move(t, from, predecessors.Options{})
	for _, tells := range []string{
		`vvv" there, which is no name here: `, `freescout_url of the settings has no place here: "https://help`,
	} {
		if !strings.Contains(report.Write(), tells) {
			t.Errorf("%q is not told:\n%s", tells, report.Write())
		}
	}
	if got := h.Directory.View().Identity().Name; got != "" {
		t.Errorf("it is called %q", got)
	}
}

// The logo on invoices comes once, where there is none, and one that cannot be fetched comes with the next run.
func TestTheLogoOnInvoices(t *testing.T) {
	t.Parallel()
	left := predecessor.Count{Read: 1, Left: 1}
	for name, c := range map[string]struct {
		logo  any // as the settings there have it
		here  int64
		want  predecessor.Count
		tells string
	}{
		"an image":            {logo: fake.InvoiceLogo, want: predecessor.Count{Read: 1, Brought: 1}},
		"none":                {logo: ""},
		"one that is here":    {logo: fake.InvoiceLogo, here: 7, want: left, tells: "here already, which stays"},
		"one that is gone":    {logo: 650_999, want: left, tells: "image 650999 of the library cannot be read"},
		"one from elsewhere":  {logo: "https://elsewhere.example/a.png", want: left, tells: "stays behind"},
		"what is not a place": {logo: "mooi", want: left, tells: `is not understood and stays behind: "mooi"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, from := former(t, made(4))
			a.Settle("finance/settings", fake.Object{"org_name": "vv", "logo": c.logo})
			h := build(t, stores["memory"](t), nil)
			if _, err := h.Finance.Change(t.Context(), func(s *finance.Settings) error { s.Logo = c.here; return nil }); err != nil {
				t.Fatal(err)
			}
			rehearsal := h.move(t, from, predecessors.Options{Rehearse: true})
			report := h.move(t, from, predecessors.Options{})
			if line := firstDifference(rehearsal.Write(), report.Write()); line != "" {
				t.Errorf("the reports differ:\n%s", line)
			}
			if got := report.Counts[origin.InvoiceLogo]; got != c.want || !strings.Contains(report.Write(), c.tells) {
				t.Errorf("%+v\n%s", got, report.Write())
			}
			logo := h.Directory.View().Finance().Logo
			if c.want.Brought == 0 {
				if logo != c.here {
					t.Errorf("the logo is %d", logo)
				}
				return
			}
			kept := must(h.Media.ByID(t.Context(), logo))(t)
			if kept.Person != 0 || h.Directory.View().Finance().Name != "vv" {
				t.Errorf("the logo is %d, %+v", logo, kept)
			}
			if again := h.move(t, from, predecessors.Options{}).Counts[origin.InvoiceLogo]; again.Already != 1 || again.Brought != 0 {
				t.Errorf("once more: %+v", again)
			}
		})
	}
	t.Run("one that cannot be fetched now", func(t *testing.T) {
		t.Parallel()
		a, from := former(t, made(4))
		a.Control.Turn("broken-picture", true)
		h := build(t, stores["memory"](t), nil)
		if got := h.move(t, from, predecessors.Options{}).Counts[origin.InvoiceLogo]; got.Left != 1 || got.Read != 1 {
			t.Errorf("%+v", got)
		}
		a.Control.Reset(false)
		if got := h.move(t, from, predecessors.Options{}).Counts[origin.InvoiceLogo]; got.Brought != 1 {
			t.Errorf("with the next run: %+v", got)
		}
	})
}

// drawn is an application whose pictures are drawings.
type drawn struct{ ports.Predecessor }

func (drawn) Picture(context.Context, string) ([]byte, error) {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>`), nil
}

// Invoices can't be printed with a drawing: such a logo is told of.
func TestALogoOnInvoicesThatIsADrawing(t *testing.T) {
	t.Parallel()
	_, from := former(t, made(4))
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, drawn{from}, predecessors.Options{})
	if got := report.Counts[origin.InvoiceLogo]; got.Left != 1 || h.Directory.View().Finance().Logo != 0 {
		t.Errorf("%+v\n%s", got, report.Write())
	}
}

package moving_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
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

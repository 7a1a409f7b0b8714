package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/ports"
)

// Federation is a club administration site as an adapter of ports.ClubSite hands it to its suite: what stands on it, and a
// hand that makes it go wrong.
type Federation struct {
	Site    ports.ClubSite
	Members []federation.Member           // in the order of the search; some are in a team
	Former  []federation.Member           // whose membership is over, in the order of the search; Left among them
	Teams   []federation.Team             // some of each kind
	Rosters map[string][]federation.Place // by team, of one of each kind at least; some have players and staff
	Cases   []federation.Case             // some of teams that play at home, and some of others
	Details map[string]federation.Detail  // by code, with all tabs, of some members
	Photos  map[string]federation.Picture // by code, of some of Details; the others of Details have none
	Member  string                        // one of Details and of Photos who can be edited
	Closed  string                        // a member who cannot
	Left    string                        // a member without a current membership
	// Break lets the site go wrong in one way instead of the one before; "" mends it.
	Break func(Trouble)
	// SignIns is how often somebody tried to sign in; always 0 on a site that asks nobody to.
	SignIns func() int
}

// Trouble is a way in which a site goes wrong.
type Trouble string

// What the suite lets go wrong.
const (
	NoAnswer       Trouble = "no answer comes"
	ForeignAnswer  Trouble = "answers about a member are about another one"
	OtherAnswer    Trouble = "answers are no JSON"
	EmptyAnswer    Trouble = "answers have no body"
	LessInAnswer   Trouble = "the search, the first tab and the header lack a member that they always have"
	SignInRefused  Trouble = "nobody can sign in, and the session is over"
	SessionOver    Trouble = "the session is over"
	UntidyTexts    Trouble = "texts carry blanks and characters that nobody sees"
	PhotoGone      Trouble = "the addresses of photos answer that there is none"
	PhotoBroken    Trouble = "the addresses of photos answer something else"
	NothingKept    Trouble = "saved cards stay as they were"
	SecondNotKept  Trouble = "the second card that is saved, and those after it, stay as they were"
	NothingToPress Trouble = "cards cannot be edited"
)

// ClubSite is the contract of ports.ClubSite.
func ClubSite(t *testing.T, open func(t testing.TB) Federation) {
	ctx := context.Background()
	part := func(name string, run func(*testing.T, Federation)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}

	part("one session serves all calls, and a new one comes by itself", func(t *testing.T, f Federation) {
		for what, call := range f.reads(ctx) {
			_, err := call()
			noError(t, what, err)
		}
		must(f.Site.Edit(ctx, f.Member, federation.Edits{federation.FieldCity: "Lindenhof"}))(t)
		if f.SignIns() > 1 {
			t.Errorf("signed in %d times", f.SignIns())
		}
		for what, call := range f.reads(ctx) {
			f.Break(SessionOver)
			_, err := call()
			noError(t, what+" when the session is over", err)
		}
		f.Break(SessionOver)
		must(f.Site.Edit(ctx, f.Member, federation.Edits{federation.FieldCity: "Elzendam"}))(t)
	})

	part("what cannot be used is no answer", func(t *testing.T, f Federation) {
		for what, call := range f.reads(ctx) {
			for _, trouble := range []Trouble{NoAnswer, OtherAnswer, EmptyAnswer} {
				f.Break(trouble)
				answer, err := call()
				refused(t, what+" when "+string(trouble), answer, err, federation.ErrAnswer)
			}
			f.Break("")
			_, err := call()
			noError(t, what+" afterwards", err)
		}
	})

	part("what is about another member is no answer", func(t *testing.T, f Federation) {
		f.Break(ForeignAnswer)
		for _, what := range []string{"Member", "Photo"} {
			answer, err := f.reads(ctx)[what]()
			refused(t, what, answer, err, federation.ErrAnswer)
		}
	})

	part("an answer that lacks something shows that the site has changed", func(t *testing.T, f Federation) {
		f.Break(LessInAnswer)
		members, err := f.Site.Members(ctx)
		refused(t, "Members", members, err, federation.ErrShape)
		members, err = f.Site.FormerMembers(ctx)
		refused(t, "FormerMembers", members, err, federation.ErrShape)
		for what, tabs := range map[string]federation.Tabs{"the first tab": federation.TabGeneral, "the header": 0} {
			detail, err := f.Site.Member(ctx, f.Member, tabs)
			refused(t, what, detail, err, federation.ErrShape)
		}
	})

	part("a sign-in that fails", func(t *testing.T, f Federation) {
		f.Break(SignInRefused)
		teams, err := f.Site.Teams(ctx)
		refused(t, "Teams", teams, err, federation.ErrSignIn)
		_, err = f.Site.Edit(ctx, f.Member, federation.Edits{federation.FieldCity: "Lindenhof"})
		isFault(t, "Edit", err, federation.ErrSignIn)
	})

	part("texts are tidy", func(t *testing.T, f Federation) {
		f.Break(UntidyTexts)
		for what, call := range f.reads(ctx) {
			eachText(reflect.ValueOf(must(call())(t)), func(text string) {
				if strings.TrimSpace(text) != text || strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) {
					t.Errorf("%s answers %q", what, text)
				}
			})
		}
	})

	part("members are those with a current membership, with the names of their teams", func(t *testing.T, f Federation) {
		members := must(f.Site.Members(ctx))(t)
		same(t, "the members", members, f.Members)
		teams := 0
		for _, m := range members {
			if m.UnionTeams != "" {
				teams++
			}
			if m.Code == f.Left {
				t.Errorf("%s has left", m.Code)
			}
		}
		if teams == 0 || len(members) == 0 {
			t.Errorf("%d members, %d in a team", len(members), teams)
		}
	})

	part("former members are those whose membership is over", func(t *testing.T, f Federation) {
		former := must(f.Site.FormerMembers(ctx))(t)
		same(t, "the former members", former, f.Former)
		if !slices.ContainsFunc(former, func(m federation.Member) bool { return m.Code == f.Left }) {
			t.Errorf("%s is not among them", f.Left)
		}
		for _, m := range former {
			if slices.ContainsFunc(f.Members, func(current federation.Member) bool { return current.Code == m.Code }) {
				t.Errorf("%s is a member", m.Code)
			}
		}
	})

	part("teams of the federation stand before those of the club", func(t *testing.T, f Federation) {
		teams := must(f.Site.Teams(ctx))(t)
		same(t, "the teams", teams, f.Teams)
		last, first := -1, len(teams)
		for i, team := range teams {
			if team.Union {
				last = i
			} else {
				first = min(first, i)
			}
		}
		if last < 0 || first == len(teams) || last > first {
			t.Errorf("the last of the federation's is %d, the first of the club's %d of %d", last, first, len(teams))
		}
	})

	part("players stand before staff", func(t *testing.T, f Federation) {
		mixed := 0
		for id, want := range f.Rosters {
			at := slices.IndexFunc(f.Teams, func(team federation.Team) bool { return team.ID == id })
			places := must(f.Site.Roster(ctx, f.Teams[at]))(t)
			same(t, "the roster of "+id, places, want)
			if staff := slices.IndexFunc(places, func(p federation.Place) bool { return p.Staff }); staff > 0 {
				mixed++
			}
		}
		if mixed == 0 {
			t.Error("no team has players and staff")
		}
	})

	part("of a member the pages that were asked for, and the header with each", func(t *testing.T, f Federation) {
		for code, want := range f.Details {
			for _, tabs := range []federation.Tabs{
				0, federation.TabGeneral, federation.TabFunctions, federation.TabOther, federation.TabFinancial,
				federation.TabFunctions | federation.TabOther,
				federation.TabGeneral | federation.TabFunctions | federation.TabOther | federation.TabFinancial,
			} {
				same(t, code, must(f.Site.Member(ctx, code, tabs))(t), only(want, tabs))
			}
		}
	})

	part("cases are told whole, each once", func(t *testing.T, f Federation) {
		cases := must(f.Site.Cases(ctx))(t)
		same(t, "the cases", cases, f.Cases)
		told := map[string]bool{}
		for _, c := range cases {
			if told[c.Dossier] || c.Dossier == "" {
				t.Errorf("%q is told twice, or has no number", c.Dossier)
			}
			told[c.Dossier] = true
		}
		if len(cases) == 0 || !slices.ContainsFunc(cases, func(c federation.Case) bool { return c.Fee != nil && *c.Fee > 0 }) {
			t.Errorf("%d cases, or none with a fee", len(cases))
		}
	})

	part("an unknown member", func(t *testing.T, f Federation) {
		for _, tabs := range []federation.Tabs{0, federation.TabGeneral, federation.TabOther} {
			detail, err := f.Site.Member(ctx, "ZZ99999", tabs)
			refused(t, "Member", detail, err, federation.ErrAbsent)
		}
		picture, err := f.Site.Photo(ctx, "ZZ99999")
		refused(t, "Photo", picture, err, federation.ErrAbsent)
		_, err = f.Site.Edit(ctx, "ZZ99999", federation.Edits{federation.FieldCity: "Lindenhof"})
		isFault(t, "Edit", err, federation.ErrAbsent)
	})

	part("photos", func(t *testing.T, f Federation) {
		for code := range f.Details {
			picture, err := f.Site.Photo(ctx, code)
			if want, has := f.Photos[code]; has {
				noError(t, code, err)
				same(t, "the photo of "+code, picture, want)
			} else {
				refused(t, "nobody's photo", picture, err, federation.ErrNoAddress)
			}
		}
		for trouble, want := range map[Trouble]*fault.Fault{PhotoGone: federation.ErrNoPhoto, PhotoBroken: federation.ErrBadPhoto} {
			f.Break(trouble)
			picture, err := f.Site.Photo(ctx, f.Member)
			refused(t, string(trouble), picture, err, want)
		}
	})

	part("edits stay, page by page", func(t *testing.T, f Federation) { editing(t, f) })

	part("edits that do not stay", func(t *testing.T, f Federation) { failing(t, f) })

	part("what was answered is the caller's own", func(t *testing.T, f Federation) {
		must(f.Site.Members(ctx))(t)[0].First = "Iemand"
		must(f.Site.FormerMembers(ctx))(t)[0].First = "Iemand"
		must(f.Site.Teams(ctx))(t)[0].Name = "Iets"
		all := federation.TabGeneral | federation.TabFunctions | federation.TabOther | federation.TabFinancial
		detail := must(f.Site.Member(ctx, f.Member, all))(t)
		detail.General.First, detail.Free[3], detail.Invoice.Last = "Iemand", "1", "Anders"
		must(f.Site.Photo(ctx, f.Member))(t).Data[0]++
		one := must(f.Site.Cases(ctx))(t)[0]
		one.Codes[0] = "anders"
		*one.Fee++
		same(t, "the cases", must(f.Site.Cases(ctx))(t), f.Cases)
		same(t, "the members", must(f.Site.Members(ctx))(t), f.Members)
		same(t, "the former members", must(f.Site.FormerMembers(ctx))(t), f.Former)
		same(t, "the teams", must(f.Site.Teams(ctx))(t), f.Teams)
		same(t, "the member", must(f.Site.Member(ctx, f.Member, all))(t), f.Details[f.Member])
		same(t, "the photo", must(f.Site.Photo(ctx, f.Member))(t), f.Photos[f.Member])
	})

	part("a cancelled context stops", func(t *testing.T, f Federation) {
		for what, call := range f.reads(cancelled()) {
			answer, err := call()
			refused(t, what, answer, err, context.Canceled)
		}
		_, err := f.Site.Edit(cancelled(), f.Member, federation.Edits{federation.FieldCity: "Lindenhof"})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Edit: got %v", err)
		}
	})
}

// reads are the calls that read, by name: of a member those who can be edited, of a roster any.
func (f Federation) reads(ctx context.Context) map[string]func() (any, error) {
	return map[string]func() (any, error){
		"Members":       func() (any, error) { return f.Site.Members(ctx) },
		"FormerMembers": func() (any, error) { return f.Site.FormerMembers(ctx) },
		"Teams":         func() (any, error) { return f.Site.Teams(ctx) },
		"Roster": func() (any, error) {
			at := slices.IndexFunc(f.Teams, func(team federation.Team) bool { return len(f.Rosters[team.ID]) > 0 })
			return f.Site.Roster(ctx, f.Teams[at])
		},
		"Cases": func() (any, error) { return f.Site.Cases(ctx) },
		"Member": func() (any, error) {
			return f.Site.Member(ctx, f.Member, federation.TabGeneral)
		},
		"Photo": func() (any, error) { return f.Site.Photo(ctx, f.Member) },
	}
}

// refused holds that a call answers the error, and nothing with it.
func refused(t testing.TB, what string, answer any, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
	if !reflect.ValueOf(answer).IsZero() {
		t.Errorf("%s: answers %+v with the error", what, answer)
	}
}

func noError(t testing.TB, what string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// same holds values with everything in them against each other, and shows where they begin to differ.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	one, other := written(got), written(want)
	at := 0
	for at < min(len(one), len(other)) && one[at] == other[at] {
		at++
	}
	t.Errorf("%s: got …%.300s, want …%.300s", what, one[max(0, at-60):], other[max(0, at-60):])
}

func written(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// eachText visits the texts in v.
func eachText(v reflect.Value, visit func(string)) {
	switch v.Kind() {
	case reflect.String:
		visit(v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachText(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), visit)
		}
	}
}

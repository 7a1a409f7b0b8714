package clubweb

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// trial is a switch of the fake site with a call that meets it: it must end in what is right, or in the error.
type trial struct {
	name    string
	setting control.Setting
	call    func(*table) (any, error)
	want    func(*table) any // nil for nothing but the error
	err     error
}

// table is what the trials share: one visitor of one site, who is signed in.
type table struct {
	*world
	f      porttest.Federation
	seated register.Member // has a seat, and one address
}

const allTabs = federation.TabGeneral | federation.TabFunctions | federation.TabOther | federation.TabFinancial

// The calls and what they should answer.

func members(w *table) (any, error) { return w.site.Members(w.t.Context()) }
func former(w *table) (any, error)  { return w.site.FormerMembers(w.t.Context()) }
func teams(w *table) (any, error)   { return w.site.Teams(w.t.Context()) }
func roster(w *table) (any, error)  { return w.site.Roster(w.t.Context(), w.f.Teams[1]) }
func cases(w *table) (any, error)   { return w.site.Cases(w.t.Context()) }
func photo(w *table) (any, error)   { return w.site.Photo(w.t.Context(), w.f.Member) }

func pages(tabs federation.Tabs) func(*table) (any, error) {
	return func(w *table) (any, error) { return w.site.Member(w.t.Context(), w.seated.Code, tabs) }
}

func edit(edits federation.Edits) func(*table) (any, error) {
	return func(w *table) (any, error) { return w.site.Edit(w.t.Context(), w.seated.Code, edits) }
}

func allMembers(w *table) any { return w.f.Members }
func allTeams(w *table) any   { return w.f.Teams }
func whole(w *table) any      { return w.detail(&w.seated) }
func theRoster(w *table) any  { return w.roster(w.f.Teams[1].ID) }
func allCases(w *table) any   { return w.f.Cases }
func thePhoto(w *table) any   { return w.f.Photos[w.f.Member] }

// part is what the pages of the tabs tell.
func part(tabs federation.Tabs) func(*table) any {
	return func(w *table) any {
		d := w.detail(&w.seated)
		d.Free, d.Invoice = nil, nil
		if !tabs.Has(federation.TabGeneral) {
			d.General = nil
		}
		if !tabs.Has(federation.TabFunctions) {
			d.Roles = nil
		}
		if tabs.Has(federation.TabOther) {
			d.Free = w.detail(&w.seated).Free
		}
		return d
	}
}

func fields(names ...federation.Field) func(*table) any {
	return func(*table) any { return names }
}

var (
	contact = federation.Edits{federation.FieldEmail: "nieuw@post.example"}
	helper  = federation.Edits{federation.FieldHelpdesk: "4711"}
	block   = federation.Edits{federation.FieldBlock: "true"}
)

func number[T int | float64](n T) *T { return &n }

// always lets a switch act on every occasion; seconds lets it take so long.
var always = control.Setting{Times: number(0)}

func seconds(n float64) control.Setting { return control.Setting{Seconds: number(n), Times: number(0)} }

var trials = []trial{
	{name: "slow", setting: seconds(0.3), call: members, want: allMembers},
	{name: "response-never", call: pages(federation.TabGeneral), want: part(federation.TabGeneral)},
	{name: "response-never", setting: always, call: pages(federation.TabGeneral), err: federation.ErrAnswer},
	{name: "html-instead-of-json", call: teams, want: allTeams},
	{name: "html-instead-of-json", setting: always, call: members, err: federation.ErrAnswer},
	{name: "server-error", setting: control.Setting{Times: number(1)}, call: pages(federation.TabOther),
		want: part(federation.TabOther)},
	{name: "server-error", setting: always, call: roster, err: federation.ErrAnswer},
	{name: "empty-answer", call: pages(federation.TabGeneral), want: part(federation.TabGeneral)},
	{name: "empty-answer", setting: always, call: members, err: federation.ErrAnswer},
	{name: "empty-answer", setting: always, call: teams, err: federation.ErrAnswer},
	{name: "empty-answer", setting: always, call: roster, err: federation.ErrAnswer},
	// nobody, for all that can be seen
	{name: "empty-answer", setting: always, call: pages(federation.TabOther), err: federation.ErrAbsent},
	{name: "empty-body", call: teams, want: allTeams},
	{name: "empty-body", setting: always, call: pages(federation.TabGeneral), err: federation.ErrAnswer},
	{name: "single-object", call: pages(federation.TabGeneral | federation.TabFunctions),
		want: part(federation.TabGeneral | federation.TabFunctions)},
	{name: "address-object", call: pages(federation.TabGeneral), want: part(federation.TabGeneral)},
	{name: "missing-field", call: members, err: federation.ErrShape},
	{name: "missing-field", call: pages(federation.TabGeneral), err: federation.ErrShape},
	{name: "missing-field", call: pages(federation.TabOther), err: federation.ErrShape},
	{name: "missing-field", call: edit(contact), err: federation.ErrShape},
	{name: "committee-id", call: pages(federation.TabFunctions), want: part(federation.TabFunctions)},
	{name: "team-name", call: teams, want: allTeams},
	{name: "untidy-values", call: members, want: tidyMembers},

	{name: "search-500", call: members, err: federation.ErrAnswer},
	{name: "search-502", call: members, err: federation.ErrAnswer},
	{name: "search-slow", setting: seconds(0.3), call: members, want: allMembers},
	{name: "search-slow", setting: seconds(30), call: members, err: federation.ErrAnswer},
	{name: "search-truncated", call: members, want: func(w *table) any { return w.f.Members[:len(w.f.Members)/2] }},
	{name: "search-empty", call: members, want: func(*table) any { return []federation.Member{} }},
	{name: "search-array", call: members, want: allMembers},

	{name: "decoy-functions", call: pages(federation.TabFunctions), want: part(federation.TabFunctions)},
	{name: "analytics", call: pages(federation.TabGeneral), want: part(federation.TabGeneral)},
	{name: "analytics", call: members, want: allMembers},
	{name: "foreign-request", call: pages(allTabs), want: whole},
	{name: "foreign-answer", setting: always, call: pages(federation.TabGeneral), err: federation.ErrAnswer},
	{name: "foreign-answer", setting: always, call: edit(block), err: federation.ErrAnswer},
	{name: "member-vanishes", setting: control.Setting{After: number(0)}, call: pages(federation.TabFunctions),
		err: federation.ErrAbsent},
	{name: "member-vanishes", setting: control.Setting{After: number(0)}, call: edit(helper), err: federation.ErrAbsent},
	{name: "former-type", setting: control.Setting{After: number(0)}, call: edit(contact), err: federation.ErrFormer},

	{name: "chips-absent", call: members, want: allMembers},
	{name: "chips-absent", call: former, err: federation.ErrShape},
	{name: "extra-card", call: edit(contact), want: fields(federation.FieldEmail)},
	{name: "extra-card", call: edit(block), want: fields(federation.FieldBlock)},
	{name: "missing-card", call: edit(contact), want: fields(federation.FieldEmail)},
	{name: "missing-card", call: edit(helper), err: federation.ErrShape},
	{name: "missing-card", call: edit(block), err: federation.ErrShape},
	{name: "missing-card", call: pages(federation.TabGeneral), err: federation.ErrAnswer},
	{name: "no-edit-button", call: edit(block), err: federation.ErrShape},
	{name: "changed-card", call: edit(contact), err: federation.ErrShape},
	{name: "save-fails", call: edit(block), err: federation.ErrNotKept},
	{name: "save-ignored", call: edit(contact), err: federation.ErrNotKept},

	{name: "photo-expired", call: photo, err: federation.ErrBadPhoto},
	{name: "photo-missing", call: photo, err: federation.ErrNoPhoto},
	{name: "photo-tiny", call: photo, err: federation.ErrBadPhoto},
	{name: "slow", setting: seconds(0.3), call: photo, want: thePhoto},

	{name: "team-code-duplicates", call: teams, want: func(w *table) any {
		return changed(w.f.Teams, func(t *federation.Team) {
			if code, women := strings.CutPrefix(t.Code, "VR"); women {
				t.Code = code
			}
		})
	}},
	{name: "team-prefix", call: teams, want: func(w *table) any {
		return changed(w.f.Teams, func(t *federation.Team) { t.Name = club.Name + " " + t.Name })
	}},
	{name: "teams-truncated", call: teams, want: func(w *table) any {
		union := slices.IndexFunc(w.f.Teams, func(t federation.Team) bool { return !t.Union })
		own := w.fake.Register.Teams(false)
		want := slices.Clone(w.f.Teams[:union/2])
		for _, t := range own[:len(own)/2] {
			if !t.Connected {
				want = append(want, w.team(t, false))
			}
		}
		return want
	}},
	{name: "teams-empty", call: teams, want: func(*table) any { return []federation.Team(nil) }},
	{name: "foreign-roster", call: roster, want: theRoster},
	{name: "roster-empty", call: roster, want: func(*table) any { return []federation.Place{} }},
	{name: "roster-never", call: roster, want: theRoster},
	{name: "roster-never", setting: always, call: roster, err: federation.ErrAnswer},

	{name: "discipline-partial", call: cases, want: allCases},
	{name: "discipline-array", call: cases, want: allCases},
	{name: "discipline-results", call: cases, want: allCases},
	{name: "discipline-empty", call: cases, want: func(*table) any { return []federation.Case(nil) }},
	{name: "discipline-odd", call: func(w *table) (any, error) {
		found, err := w.site.Cases(w.t.Context())
		unreadable, err := federation.Readable(err)
		if len(unreadable) != 1 || unreadable[0].Code != w.f.Cases[0].Dossier {
			w.t.Errorf("got %+v", unreadable)
		}
		return found, err
	}, want: func(w *table) any { return w.f.Cases[1:] }},
	{name: "server-error", setting: control.Setting{Times: number(1)}, call: cases, want: allCases},
	{name: "empty-answer", setting: always, call: cases, err: federation.ErrAnswer},
	{name: "response-never", setting: always, call: cases, err: federation.ErrAnswer},
}

// silent are the switches that let something never come.
var silent = []string{"response-never", "roster-never", "search-slow", "missing-card", "no-edit-button", "changed-card", "chips-absent"}

// elsewhere are the switches that other tests turn on, and those of pages that are not read.
var elsewhere = []string{
	"slow-sign-in", "code-refused", "reused-code-refused", "one-session", "slow-dashboard", "session-expires", // signin_test.go
	"html-member-teams",
}

func changed[T any](list []T, change func(*T)) []T {
	list = slices.Clone(list)
	for i := range list {
		change(&list[i])
	}
	return list
}

// tidyMembers are the members as the fake site writes some of them, without what nobody sees.
func tidyMembers(w *table) any {
	return changed(w.f.Members, func(m *federation.Member) {
		switch strings.IndexByte("BCDFGHJKLMNPQRSTVWXZ", m.Code[len(m.Code)-1]) % 4 {
		case 2:
			m.Parents[0].Name = ""
		case 3:
			if m.Mobile != "" {
				m.Mobile += " / 79"
			}
			if m.Telephone != "" {
				m.Telephone = "(" + strings.Replace(m.Telephone, "-", ") ", 1)
			}
		}
	})
}

func TestEverySwitchEndsInWhatIsRightOrInAClearError(t *testing.T) {
	t.Parallel()
	w := &table{world: newWorld(t)}
	w.f = w.federation()
	w.seated = w.member(func(m register.Member) bool {
		open := 0
		for _, p := range m.Posts {
			if p.Committee != "" && register.Open(p.End, today) {
				open++
			}
		}
		return open == 1 && len(m.Addresses) == 1 && m.Email != "" && !m.Block
	})
	if _, err := w.site.Teams(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		t.Run(trial.name, func(t *testing.T) {
			w.t = t
			w.fake.Control.Reset(true)
			w.site.limits = short.orDefault()
			switch waits := slices.Contains(silent, trial.name); {
			case waits && trial.err != nil:
				w.impatient(time.Second)
			case waits:
				w.impatient(3 * time.Second)
			}
			if trial.name == "discipline-partial" {
				w.site.limits.Quiet = 2 * time.Second
			}
			w.set(trial.name, trial.setting)
			got, err := trial.call(w)
			if !errors.Is(err, trial.err) {
				t.Fatalf("got %v, want %v", err, trial.err)
			}
			if trial.want == nil {
				if !reflect.ValueOf(got).IsZero() {
					t.Errorf("answers %+v with the error", got)
				}
			} else if want := trial.want(w); !reflect.DeepEqual(got, want) {
				t.Errorf("got %.2000v, want %.2000v", got, want)
			}
			if trial.err != nil && len(w.fake.Edits()) != 0 {
				t.Errorf("saved %+v", w.fake.Edits())
			}
		})
	}
}

func TestEverySwitchIsTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, name := range elsewhere {
		tried[name] = true
	}
	for _, trial := range trials {
		tried[trial.name] = true
	}
	if names := newFake(time.Now).Control.Names(); len(names) != len(tried) {
		t.Errorf("tried are %q, there are %q", slices.Sorted(maps.Keys(tried)), names)
	}
}

func TestACallCanBeCancelledAtAnyMoment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.federation()
	w.set("response-never", always)
	limits := w.site.limits
	w.site.limits.SignIn, w.site.limits.Page = time.Hour, time.Hour // nothing else ends a call
	for _, wait := range []time.Duration{time.Millisecond, 50 * time.Millisecond, 700 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		_, err := w.site.Member(ctx, f.Member, allTabs)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: %v", wait, err)
		}
	}
	w.site.limits = limits
	w.fake.Control.Reset(false)
	if got, err := w.site.Member(t.Context(), f.Member, allTabs); err != nil || !reflect.DeepEqual(got, f.Details[f.Member]) {
		t.Errorf("afterwards: %v", err)
	}
}

func TestOnlyThePagesThatWereAskedForAreOpened(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	f := w.federation()
	for tabs, want := range map[federation.Tabs]string{
		0: "general", federation.TabOther: "other", federation.TabFunctions | federation.TabFinancial: "functions financial",
	} {
		w.fake.Control.Reset(false)
		if _, err := w.site.Member(t.Context(), f.Member, tabs); err != nil {
			t.Fatal(err)
		}
		var opened []string
		for _, r := range w.fake.Control.Requests() {
			if tab, is := strings.CutPrefix(r.Path, "/member/member-details/"+f.Member+"/"); is && !slices.Contains(opened, tab) {
				opened = append(opened, tab)
			}
		}
		if got := strings.Join(opened, " "); got != want {
			t.Errorf("%v opens %q, want %q", tabs, got, want)
		}
	}
}

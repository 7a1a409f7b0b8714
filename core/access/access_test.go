package access_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
)

func viewer(roles ...access.Role) access.Viewer { return access.Viewer{User: 7, Roles: roles} }

func TestWhichCapabilitiesRolesBring(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		viewer access.Viewer
		want   []access.Capability
	}{
		{"a user without roles has none", viewer(), nil},
		{"a plain user has none", viewer(access.Member), nil},
		{"an administrator has all", viewer(access.Administrator), []access.Capability{
			"manage_options", "financieel", "fairplay", "toegangscontrole", "wedstrijdzaken", "jubilarissen", "ledenadministratie",
			"vrijwilligers", "vog", "teams", "synchronisatie",
		}},
		{"the board has jubilarissen", viewer(access.Board), []access.Capability{access.Anniversaries}},
		{"the match secretary has wedstrijdzaken", viewer("club_wedstrijdzaken"), []access.Capability{access.Matches}},
		{"several roles add up, each capability once", viewer("club_vog", access.Board, "club_vog", "club_teams"), []access.Capability{
			access.Anniversaries, access.Certificates, access.Teams,
		}},
		{"the synchronization has its own", viewer(access.Synchronizer), []access.Capability{"synchronisatie"}},
		{"an unknown role brings none", viewer("club_penningmeester"), nil},
		{"nobody has none, whatever the roles", access.Viewer{Roles: []access.Role{access.Administrator}}, nil},
	} {
		if got := c.viewer.Capabilities(); !slices.Equal(got, c.want) || got == nil {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
		for _, capability := range viewer(access.Administrator).Capabilities() {
			if got := c.viewer.Can(capability); got != slices.Contains(c.want, capability) {
				t.Errorf("%s: Can(%s) is %v", c.name, capability, got)
			}
		}
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		viewer           access.Viewer
		signedIn, manage error
	}{
		{"nobody", access.Viewer{}, fault.ErrNotSignedIn, fault.ErrNotSignedIn},
		{"nobody with a role", access.Viewer{Roles: []access.Role{access.Administrator}}, fault.ErrNotSignedIn, fault.ErrNotSignedIn},
		{"a plain user", viewer(access.Member), nil, fault.ErrForbidden},
		{"the board", viewer(access.Board), nil, fault.ErrForbidden},
		{"an administrator", viewer(access.Administrator), nil, nil},
	} {
		if err := c.viewer.RequireSignedIn(); !errors.Is(err, c.signedIn) {
			t.Errorf("%s: signed in: %v", c.name, err)
		}
		if err := c.viewer.Require(access.Manage); !errors.Is(err, c.manage) {
			t.Errorf("%s: an administrator: %v", c.name, err)
		}
	}
}

func TestEverySectionHasARoleThatBringsJustThat(t *testing.T) {
	t.Parallel()
	all := viewer(access.Administrator).Capabilities()
	for _, section := range all[1:] { // the first is Manage
		role := access.SectionRole(section)
		if got := viewer(role).Capabilities(); !role.Known() || !slices.Equal(got, []access.Capability{section}) {
			t.Errorf("%s brings %v", role, got)
		}
	}
	if got, want := len(access.Roles()), 3+len(all)-1; got != want || !slices.IsSorted(access.Roles()) {
		t.Errorf("got the roles %v", access.Roles())
	}
	for _, role := range []access.Role{"", "club_manage_options", "editor", "Administrator"} {
		if role.Known() {
			t.Errorf("%q is known", role)
		}
	}
}

func TestWhoAdministersMembersAndWhoIsNoProgram(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		viewer      access.Viewer
		administers bool
		interactive error
	}{
		{"an administrator", viewer(access.Administrator), true, nil},
		{"the members' administration", viewer("club_ledenadministratie"), true, nil},
		{"the synchronization", viewer(access.Synchronizer), true, fault.ErrForbidden},
		{"the synchronization with a section", viewer(access.Synchronizer, "club_vog"), true, fault.ErrForbidden},
		{"an administrator's account that synchronizes", viewer(access.Synchronizer, access.Administrator), true, nil},
		{"a plain user", viewer(access.Member), false, nil},
		{"the board", viewer(access.Board), false, nil},
		{"another section", viewer("club_vog", "club_financieel"), false, nil},
		{"nobody", access.Viewer{Roles: []access.Role{access.Administrator}}, false, fault.ErrNotSignedIn},
	} {
		if got := c.viewer.AdministersMembers(); got != c.administers {
			t.Errorf("%s administers members: %v", c.name, got)
		}
		if err := c.viewer.RequireInteractive(); !errors.Is(err, c.interactive) {
			t.Errorf("%s is interactive: %v", c.name, err)
		}
	}
}

func TestHasIsExactlyTheRole(t *testing.T) {
	t.Parallel()
	if !viewer(access.Member, access.Board).Has(access.Board) || viewer(access.Administrator).Has(access.Board) {
		t.Error("an administrator is no board member (contract §2.11 rule 1)")
	}
}

func TestWhichRecordsAViewerSees(t *testing.T) {
	t.Parallel()
	own, others, nobodys := access.Subject{Author: 7}, access.Subject{Author: 8}, access.Subject{}
	for _, c := range []struct {
		name                 string
		scope                access.Scope
		own, others, nobodys bool
	}{
		{"an administrator sees all", viewer(access.Administrator).May(access.Read, access.People), true, true, true},
		{"an administrator of several roles too", viewer(access.Member, access.Administrator).May(access.Read, access.People), true,
			true, true},
		{"a plain user sees what that user created", viewer(access.Member).May(access.Read, access.People), true, false, false},
		{"so does a user without roles", viewer().May(access.Read, access.People), true, false, false},
		{"the board opens no records of people", viewer(access.Board).May(access.Read, access.People), true, false, false},
		{"nor does a section", viewer("club_vog", "club_ledenadministratie").May(access.Read, access.People), true, false, false},
		{"the synchronization sees all", viewer(access.Synchronizer).May(access.Read, access.People), true, true, true},
		{"nobody sees nothing", access.Viewer{}.May(access.Read, access.People), false, false, false},
		{"nobody with a role sees nothing", access.Viewer{Roles: []access.Role{access.Administrator}}.May(access.Read, access.People),
			false, false, false},
		{"the zero scope is empty", access.Scope{}, false, false, false},
	} {
		got := [3]bool{c.scope.Permits(own), c.scope.Permits(others), c.scope.Permits(nobodys)}
		if want := [3]bool{c.own, c.others, c.nobodys}; got != want {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
	}
}

func TestWhatAuthorsMayDoWithTheirRecords(t *testing.T) {
	t.Parallel()
	own := access.Subject{Author: 7}
	for kind, verbs := range map[access.Kind]map[access.Verb]bool{
		access.People:   {access.Read: true, access.Change: true, access.Share: true, access.Delete: true},
		access.Groups:   {access.Read: true, access.Change: true, access.Share: true, access.Delete: true},
		access.Pictures: {access.Read: true, access.Delete: true},
		access.Kind(99): {},
	} {
		for verb := access.Read; verb <= access.Delete; verb++ {
			if got := viewer(access.Member).May(verb, kind).Permits(own); got != verbs[verb] {
				t.Errorf("verb %d with a record of kind %d: %v", verb, kind, got)
			}
			if !viewer(access.Administrator).May(verb, kind).All || (access.Viewer{}).May(verb, kind) != (access.Scope{}) {
				t.Errorf("verb %d, kind %d: an administrator may not, or nobody may", verb, kind)
			}
		}
	}
}

func TestMoreRolesNeverShowLess(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		roles := rapid.SliceOf(rapid.SampledFrom(append(access.Roles(), "unknown"))).Draw(t, "roles")
		user := rapid.Int64Range(0, 3).Draw(t, "user")
		record := access.Subject{Author: rapid.Int64Range(0, 3).Draw(t, "author")}
		fewer := access.Viewer{User: user, Roles: roles}
		more := access.Viewer{User: user, Roles: append(slices.Clone(roles), rapid.SampledFrom(access.Roles()).Draw(t, "one more"))}
		verb, kind := access.Verb(rapid.IntRange(0, 3).Draw(t, "verb")), access.Kind(rapid.IntRange(0, 2).Draw(t, "kind"))
		if fewer.May(verb, kind).Permits(record) && !more.May(verb, kind).Permits(record) {
			t.Fatalf("%+v sees %+v, and %+v does not", fewer, record, more)
		}
		for _, capability := range fewer.Capabilities() {
			if !more.Can(capability) {
				t.Fatalf("%+v loses %s", more, capability)
			}
		}
	})
}

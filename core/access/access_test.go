package access_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
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

var today = civil.Date{Year: 2026, Month: time.March, Day: 29}

// contract: club §1
func TestWhichRecordsAViewerSees(t *testing.T) {
	t.Parallel()
	type of = access.Subject
	given := access.Grants{Person: 9, Given: access.Given{Teams: []int64{5}, AgeGroups: []string{"Onder 9"}}}
	subjects := []of{ // of each kind of viewer: own, anybody, in the team, of the age group, a volunteer, the user
		{ID: 1, Author: 7}, {ID: 2, Author: 8}, {ID: 3, Teams: []int64{4, 5}}, {ID: 4, AgeGroup: "Onder 9"}, {ID: 5, Volunteer: true},
		{ID: 9, Author: 8, Former: true}, {ID: 6, Former: true, Teams: []int64{5}, AgeGroup: "Onder 9"},
		{ID: 8, AgeGroup: "Onder 9 Meiden"}, {ID: 10, Former: true, Volunteer: true},
		{ID: 11, Author: 8, Workspaces: []int64{2, 3}, Former: true}, // in workspaces
	}
	for _, c := range []struct {
		name          string
		viewer        access.Viewer
		grants        access.Grants
		reads, change string // of each of the subjects
	}{
		{"an administrator", viewer(access.Administrator), access.Grants{}, "xxxxxxxxxx", "xxxxxxxxxx"},
		{"an administrator with more roles", viewer(access.Member, access.Administrator), given, "xxxxxxxxxx", "xxxxxxxxxx"},
		{"the members' administration", viewer("club_ledenadministratie"), access.Grants{}, "xxxxxxxxxx", "xxxxxxxxxx"},
		{"the synchronization", viewer(access.Synchronizer), access.Grants{}, "xxxxxxxxxx", "xxxxxxxxxx"},
		{"a plain user", viewer(access.Member), access.Grants{}, "x---------", "x---------"},
		{"a user without roles", viewer(), access.Grants{}, "x---------", "x---------"},
		{"who keeps certificates", viewer("club_vog"), access.Grants{}, "x---x---x-", "x---------"},
		{"the sections that open nobody", viewer(access.Board, "club_toegangscontrole", "club_wedstrijdzaken", "club_financieel",
			"club_teams"), access.Grants{}, "x---------", "x---------"},
		{"a coordinator", viewer(access.Member), given, "x-xx-x----", "x---------"},
		{"one's own person", viewer(access.Member), access.Grants{Person: 9}, "x----x----", "x---------"},
		{"a member of its workspace", viewer(access.Member), access.Grants{Workspaces: []int64{1, 3}}, "x--------x", "x--------x"},
		{"a member of others", viewer(access.Member), access.Grants{Workspaces: []int64{1, 11}}, "x---------", "x---------"},
		{"who was shared with", viewer(access.Member), access.Grants{Shares: access.Shares{
			People: map[int64]access.Permission{2: access.ToView, 6: access.ToEdit, 5: "own"},
			Groups: map[int64]access.Permission{3: access.ToEdit},
		}}, "xx----x---", "x-----x---"},
		{"nobody", access.Viewer{Roles: []access.Role{access.Administrator}}, given, "----------", "----------"},
	} {
		for verb, want := range map[access.Verb]string{access.Read: c.reads, access.Change: c.change} {
			got := ""
			for _, subject := range subjects {
				if c.viewer.May(verb, access.People, today).Permits(&c.grants, &subject) {
					got += "x"
				} else {
					got += "-"
				}
			}
			if got != want {
				t.Errorf("%s, verb %d: got %s, want %s", c.name, verb, got, want)
			}
		}
	}
	if (access.Scope{}).Permits(&given, &of{}) {
		t.Error("the zero scope is not empty")
	}
	together := &access.Grants{Workspaces: []int64{3}}
	for _, verb := range []access.Verb{access.Share, access.Delete} {
		if viewer(access.Member).May(verb, access.People, today).Permits(together, &subjects[9]) {
			t.Errorf("a member of its workspace may do %d with a record", verb)
		}
	}
}

// contract: club §1
func TestWhichGroupsAViewerSees(t *testing.T) {
	t.Parallel()
	given := access.Grants{Given: access.Given{Teams: []int64{5}, AgeGroups: []string{"Onder 9"}}, Workspaces: []int64{2}}
	given.Shares.Set(access.Groups, 6, access.ToView)
	given.Shares.Set(access.Groups, 7, access.ToEdit)
	given.Shares.Set(access.People, 4, access.ToEdit) // a person has that number, too
	for _, c := range []struct {
		name                string
		viewer              access.Viewer
		reads, change, away string // of one's own, another's, the one given, those shared to view and to edit, one in a workspace
	}{
		{"an administrator", viewer(access.Administrator), "xxxxxx", "xxxxxx", "xxxxxx"},
		{"who keeps the teams", viewer("club_teams"), "xxxxxx", "xxxxxx", "xxxxxx"},
		{"the synchronization", viewer(access.Synchronizer), "xxxxxx", "xxxxxx", "xxxxxx"},
		{"the members' administration", viewer("club_ledenadministratie"), "x-xxxx", "x---xx", "x-----"},
		{"a coordinator", viewer(access.Member), "x-xxxx", "x---xx", "x-----"},
	} {
		for verb, want := range map[access.Verb]string{access.Read: c.reads, access.Change: c.change, access.Delete: c.away} {
			got := ""
			for _, subject := range []access.Subject{{ID: 3, Author: 7}, {ID: 4, Author: 8}, {ID: 5, Author: 8},
				{ID: 6, Author: 8}, {ID: 7, Author: 8}, {ID: 8, Author: 8, Workspaces: []int64{2}}} {
				if c.viewer.May(verb, access.Groups, today).Permits(&given, &subject) {
					got += "x"
				} else {
					got += "-"
				}
			}
			if got != want {
				t.Errorf("%s, verb %d: got %s, want %s", c.name, verb, got, want)
			}
		}
	}
}

func TestForWhomARecordIsStaysWithItsAuthor(t *testing.T) {
	t.Parallel()
	for role, want := range map[access.Role]bool{
		access.Administrator: true, access.Synchronizer: false, "club_ledenadministratie": false, "club_teams": false,
	} {
		for _, kind := range []access.Kind{access.People, access.Groups} {
			scope := viewer(role).May(access.Share, kind, today)
			if scope.Created(8) != want || !scope.Created(7) {
				t.Errorf("%s, kind %d: another's %v, one's own %v", role, kind, scope.Created(8), scope.Created(7))
			}
		}
	}
}

func TestWhatAuthorsMayDoWithTheirRecords(t *testing.T) {
	t.Parallel()
	for kind, verbs := range map[access.Kind]map[access.Verb]bool{
		access.People:   {access.Read: true, access.Change: true, access.Share: true, access.Delete: true},
		access.Groups:   {access.Read: true, access.Change: true, access.Share: true, access.Delete: true},
		access.Pictures: {access.Read: true, access.Delete: true},
		access.Kind(99): {},
	} {
		for verb := access.Read; verb <= access.Delete; verb++ {
			if got := viewer(access.Member).May(verb, kind, today).Created(7); got != verbs[verb] {
				t.Errorf("verb %d with a record of kind %d: %v", verb, kind, got)
			}
			if !viewer(access.Administrator).May(verb, kind, today).All || (access.Viewer{}).May(verb, kind, today) != (access.Scope{}) {
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
		record := access.Subject{
			ID: rapid.Int64Range(1, 3).Draw(t, "record"), Author: rapid.Int64Range(0, 3).Draw(t, "author"),
			Former: rapid.Bool().Draw(t, "former"), Volunteer: rapid.Bool().Draw(t, "volunteer"),
			Teams:      rapid.SliceOfN(rapid.Int64Range(1, 3), 0, 2).Draw(t, "teams"),
			Workspaces: rapid.SliceOfN(rapid.Int64Range(1, 3), 0, 2).Draw(t, "workspaces"),
		}
		grants := access.Grants{
			Workspaces: rapid.SliceOfN(rapid.Int64Range(1, 3), 0, 2).Draw(t, "memberships"),
			Person:     rapid.Int64Range(0, 3).Draw(t, "person"),
			Given:      access.Given{Teams: rapid.SliceOfN(rapid.Int64Range(1, 3), 0, 2).Draw(t, "given")},
		}
		matrix := anyMatrix.Draw(t, "matrix")
		fewer := access.Viewer{User: user, Roles: roles, Matrix: matrix}
		more := access.Viewer{
			User:   user,
			Matrix: matrix,
			Roles:  append(slices.Clone(roles), rapid.SampledFrom(access.Roles()).Draw(t, "one more")),
		}
		verb, kind := access.Verb(rapid.IntRange(0, 3).Draw(t, "verb")), access.Kind(rapid.IntRange(0, 2).Draw(t, "kind"))
		if fewer.May(verb, kind, today).Permits(&grants, &record) && !more.May(verb, kind, today).Permits(&grants, &record) {
			t.Fatalf("%+v sees %+v, and %+v does not", fewer, record, more)
		}
		for _, capability := range fewer.Capabilities() {
			if !more.Can(capability) {
				t.Fatalf("%+v loses %s", more, capability)
			}
		}
	})
}

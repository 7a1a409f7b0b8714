package access_test

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
)

// contract: club §2.11-1, §2.11-3
func TestARoleBringsWhatAnAdministratorDecided(t *testing.T) {
	t.Parallel()
	var m access.Matrix
	for _, step := range []access.Matrix{
		{"club_bestuur": {access.Finance: true, access.Anniversaries: false}},
		{"club_user": {access.Volunteers: true}, "club_vog": {}, "administrator": {access.Finance: true}},
		{"club_user": {access.Teams: false}},
	} {
		if err := m.Merge(step); err != nil {
			t.Fatal(err)
		}
	}
	board := access.Viewer{User: 7, Roles: []access.Role{access.Board}, Matrix: m}
	plain := access.Viewer{User: 7, Roles: []access.Role{access.Member}, Matrix: m}
	if !board.Can(access.Finance) || board.Can(access.Anniversaries) || !plain.Can(access.Volunteers) || plain.Can(access.Teams) {
		t.Errorf("the board %v, plain users %v", board.Capabilities(), plain.Capabilities())
	}
	if !m.Holds("club_vog", access.Certificates) || m.Holds("club_vog", access.Finance) {
		t.Error("what nobody decided is not as it began")
	}
	if _, kept := m[access.Administrator]; kept {
		t.Error("the administrator's row is kept")
	}
}

func TestWhatAMatrixRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, field string
		change      access.Matrix
	}{
		{"an unknown role", "matrix.penningmeester", access.Matrix{"penningmeester": {access.Finance: true}}},
		{"an unknown role of which nothing is said", "matrix.", access.Matrix{"": nil}},
		{"an unknown capability", "matrix.club_user.geld", access.Matrix{"club_user": {"geld": true}}},
		{"making administrators", "matrix.club_user.manage_options", access.Matrix{"club_user": {access.Manage: true}}},
		{"taking from the administrator", "matrix.administrator.vog", access.Matrix{"administrator": {access.Certificates: false}}},
		{"the administrator's own", "matrix.administrator.manage_options", access.Matrix{"administrator": {access.Manage: false}}},
	} {
		m := access.Matrix{"club_user": {access.Teams: true}}
		before := m.Clone()
		c.change["club_bestuur"] = map[access.Capability]bool{access.Finance: true}
		err := m.Merge(c.change)
		var refusal *fault.Fault
		if !errors.As(err, &refusal) || refusal.Kind != fault.Invalid || refusal.Params[c.field] == "" {
			t.Errorf("%s: %v", c.name, err)
		}
		if !reflect.DeepEqual(m, before) {
			t.Errorf("%s: half of it was decided: %v", c.name, m)
		}
	}
}

// anyMatrix says anything of anybody, also what Merge refuses.
var anyMatrix = rapid.Custom(func(t *rapid.T) access.Matrix {
	roles, capabilities := access.Roles(), append(access.Capabilities(), access.Manage)
	row := rapid.MapOfN(rapid.SampledFrom(capabilities), rapid.Bool(), 0, 4)
	return rapid.MapOfN(rapid.SampledFrom(roles), row, 0, 4).Draw(t, "matrix")
})

func TestNoMatrixMakesOrUnmakesAdministrators(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatrix.Draw(t, "what is kept")
		for _, role := range access.Roles() {
			v := access.Viewer{User: 7, Roles: []access.Role{role}, Matrix: m}
			if v.Can(access.Manage) != (role == access.Administrator) {
				t.Fatalf("%s administers: %v", role, v.Can(access.Manage))
			}
			if role == access.Administrator && len(v.Capabilities()) != len(access.Capabilities())+1 {
				t.Fatalf("an administrator has %v", v.Capabilities())
			}
			if err := (access.Viewer{Roles: v.Roles, Matrix: m}).Require(access.Capabilities()...); !errors.Is(err, fault.ErrNotSignedIn) {
				t.Fatalf("nobody: %v", err)
			}
		}
	})
}

func TestRolesAndCapabilitiesHaveNames(t *testing.T) {
	t.Parallel()
	for _, role := range access.Roles() {
		if label := role.Label(); label == "" || label == string(role) {
			t.Errorf("%s is called %q", role, label)
		}
	}
	for _, capability := range access.Capabilities() {
		if capability.Label() == "" {
			t.Errorf("%s has no name", capability)
		}
	}
}

package people_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

func TestAddressesTellNothingOfWhomTheViewerMayNotSee(t *testing.T) {
	c := open(t)
	mail := func(name, more string) string {
		return `{"first_name":"` + name + `","contact_info":[{"contact_type":"email","contact_value":"` + name + `@club.example"}]` + more + `}`
	}
	father := c.register(bert, mail("pa", ""))
	mother := c.register(anna, mail("ma", ""))
	row := `{"related_person":%d,"relationship_type":2}`
	parents := fmt.Sprintf(`,"birthdate":"2016-01-01","relationships":[`+row+`,`+row+`]`, father, mother)
	child := c.register(admin, mail("kind", parents))
	if _, err := c.Change(ctx, admin, child, nil, patch(`{}`)); err != nil {
		t.Fatal(err)
	}
	asked := func(viewer access.Viewer, ask people.Selection) (string, error) {
		reached, err := c.Addresses(ctx, viewer, ask, addressee.Parents, addressee.Email)
		return fmt.Sprint(reached.Values, reached.People), err
	}
	for _, who := range []struct {
		name   string
		viewer access.Viewer
		ask    people.Selection
		want   string
		err    *fault.Fault
	}{
		{"who sees all", admin, people.Selection{IDs: []person.ID{child}}, "[pa@club.example ma@club.example] 1", nil},
		{"nobody", nobody, people.Selection{IDs: []person.ID{child}}, "[] 0", fault.ErrNotSignedIn},
		{"who does not see the child", anna, people.Selection{IDs: []person.ID{mother, child}}, "[] 0", person.ErrHidden},
		{"somebody who is not there", admin, people.Selection{IDs: []person.ID{child, 99}}, "[] 0", people.ErrNoneKnown},
		{"a filter finds whom one sees", anna, people.Selection{Filter: &record.Filter{}, Expected: 1}, "[ma@club.example] 1", nil},
		{"the synchronization", access.Viewer{User: 9, Roles: []access.Role{access.Synchronizer}},
			people.Selection{Filter: &record.Filter{}}, "[] 0", fault.ErrForbidden},
	} {
		got, err := asked(who.viewer, who.ask)
		wants(t, who.name, err, who.err)
		if got != who.want {
			t.Errorf("%s: got %s, want %s", who.name, got, who.want)
		}
	}
	_, err := asked(anna, people.Selection{Filter: &record.Filter{}, Expected: 2})
	if fault.As(err).Code != "selection_changed" {
		t.Errorf("another number than expected: %v", err)
	}
}

// Whose address is on the list was taken along, the parent of a child who was asked for as well; a parent without one was not.
func TestWhoseAddressesAreListedHearsOfIt(t *testing.T) {
	c := open(t)
	mail := `"contact_info":[{"contact_type":"email","contact_value":"%s@club.example"}]`
	mother := c.register(admin, `{"first_name":"Ma",`+fmt.Sprintf(mail, "ma")+`}`)
	father := c.register(admin, `{"first_name":"Pa"}`)
	row := `{"related_person":%d,"relationship_type":2}`
	parents := fmt.Sprintf(`"relationships":[`+row+`,`+row+`]`, mother, father)
	child := c.register(admin, `{"first_name":"Kind","birthdate":"2016-01-01",`+parents+`}`)
	told := []string{}
	c.Looked = func(viewer access.Viewer, exported bool, people ...person.ID) {
		told = append(told, fmt.Sprint(viewer.User, exported, people))
	}
	ask := people.Selection{IDs: []person.ID{child}}
	_, err := c.Addresses(ctx, anna, ask, addressee.Parents, addressee.Email)
	wants(t, "who does not see the child", err, person.ErrHidden)
	_, err = c.Audience(ctx, admin, ask, addressee.Parents)
	wants(t, "who writes to them and is not shown where", err, nil)
	if len(told) != 0 {
		t.Errorf("told too much: %v", told)
	}
	_, err = c.Addresses(ctx, admin, ask, addressee.Parents, addressee.Email)
	wants(t, "who sees all", err, nil)
	if want := fmt.Sprint(admin.User, true, []person.ID{child, mother}); len(told) != 1 || told[0] != want {
		t.Errorf("told %v, not %s", told, want)
	}
}

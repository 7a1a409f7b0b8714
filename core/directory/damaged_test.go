package directory_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

// A roster shows the child all the same.
func TestAParentWhoCannotBeReadIsNotTold(t *testing.T) {
	t.Parallel()
	child, parent := person.New(1, at), person.New(1, at)
	child.ID, parent.ID = 1, 2
	child.Birthdate = civil.Date{Year: 2020, Month: 3, Day: 1}
	child.Relations = []person.Relation{{To: 2, Type: relation.Parent}}
	everybody := directory.Changes{People: []person.Stored{child.Store(), parent.Store()}}
	everybody.People[1].Document = `{"first_name`
	d := new(directory.Directory)
	if err := d.Load(everybody); err != nil {
		t.Fatal(err)
	}
	if about := d.View().About(1, all); about.Birthdate != "2020-03-01" && about.Birthdate != "20200301" || len(about.Parents) != 0 {
		t.Errorf("%+v", about)
	}
}

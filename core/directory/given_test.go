package directory_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

func TestAnAgeGroupWithoutLettersOpensNobody(t *testing.T) {
	t.Parallel()
	m := newModel()
	ageless := person.Person{Name: person.Name{First: "Jan"}}
	ageless.ID, ageless.Author = 1, 9
	m.people[1] = ageless
	m.given[2] = access.Given{AgeGroups: []string{"", "\u0301"}}
	v, reader := load(t, m).View(), access.Viewer{User: 2}.Reader(civil.Date{})
	page := v.People(record.Query{View: record.View{Reader: reader}, Window: record.Window{Limit: 10}})
	if page.Total != 0 || v.Permits(reader.People, 1) {
		t.Errorf("in lists %d, alone %v", page.Total, v.Permits(reader.People, 1))
	}
}

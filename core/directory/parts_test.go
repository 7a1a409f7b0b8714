package directory

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/clubhuis/clubhuis/core/person"
)

func TestWhatPeopleWereOnceCalledIsForgottenInTime(t *testing.T) {
	t.Parallel()
	d := new(Directory)
	write := func(number int64, ids ...person.ID) {
		c := Changes{After: number - 1, Last: number}
		for _, id := range ids {
			p := person.Person{ID: id, Name: person.Name{First: fmt.Sprint(number)}}
			c.People = append(c.People, p.Store())
		}
		if _, err := d.Apply(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Load(Changes{}); err != nil {
		t.Fatal(err)
	}
	write(1, 1, 2, 3, 4, 5, 6, 7, 8)
	for number := int64(100); number < 300; number++ {
		d.view.Load().number = number - 1
		write(number, 1)
	}
	parts := d.View().parts
	parts.mu.RLock()
	defer parts.mu.RUnlock()
	if len(parts.ids) > 80 {
		t.Errorf("%d parts of 8 people", len(parts.ids))
	}
}

// A large club is there before what searches ask by: that is begun by whoever serves, or by the first search.
func TestSearchIsPreparedWhenItIsNeeded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, searchIsPrepared)
}

func searchIsPrepared(t *testing.T) {
	begun := func(v *View) bool { return v.parts.all.Load() == nil || v.reach.all.Load() == nil }
	large := func() *View {
		d, everybody := new(Directory), Changes{}
		for id := range person.ID(5) {
			p := person.Person{ID: id + 1, Name: person.Name{First: "Jan"}}
			everybody.People = append(everybody.People, p.Store())
		}
		if err := d.Load(everybody); err != nil {
			t.Fatal(err)
		}
		return d.View()
	}
	v := large()
	if begun(v) {
		t.Error("begun before anybody needs it")
	}
	if v.parts.having("jan") != nil {
		t.Error("the first search waited for it")
	}
	if synctest.Wait(); !begun(v) {
		t.Error("the first search did not begin it")
	}
	if n := v.Noted().parts.having("jan").GetCardinality(); n != 5 {
		t.Errorf("%d people", n)
	}
	v = large()
	v.PrepareSearch()
	if v.parts.all.Load() != nil || v.reach.all.Load() != nil {
		t.Error("not begun")
	}
}

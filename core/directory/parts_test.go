package directory

import (
	"fmt"
	"testing"

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

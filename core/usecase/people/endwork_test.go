package people_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// contract: club §6-3
func TestWorkWhoseLastDayHasPassedIsCurrentNoMore(t *testing.T) {
	c := open(t)
	day := func(d int) civil.Date { return civil.Date{Year: 2026, Month: 3, Day: d} }
	id := c.register(admin, `{"first_name":"Jan"}`)
	other := c.register(admin, `{"first_name":"Piet"}`)
	err := c.People.Update(ctx, []person.ID{id, other}, func(people map[person.ID]*person.Person) error {
		people[id].Work = []work.Entry{
			{Title: "over", Current: true, End: day(28)}, {Title: "today", Current: true, End: day(29)},
			{Title: "for ever", Current: true}, {Title: "was over", End: day(1)},
		}
		people[other].Work = []work.Entry{{Title: "later", Current: true, End: day(31)}}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	before := c.person(id)
	for _, step := range []struct {
		later   time.Duration
		ended   int
		current string
	}{
		{0, 1, "today, for ever, "}, {0, 0, "today, for ever, "}, {24 * time.Hour, 1, "for ever, "}, {72 * time.Hour, 1, "for ever, "},
	} {
		c.at = c.at.Add(step.later)
		ended, err := c.EndWork(ctx)
		current := ""
		for _, e := range c.person(id).Work {
			if e.Current {
				current += e.Title + ", "
			}
		}
		if err != nil || ended != step.ended || current != step.current {
			t.Errorf("after %v: %d ended, %q is current, %v", step.later, ended, current, err)
		}
	}
	// It is nobody's edit: whoever asks what changed since sees the person as it was, and the revision tells who edits now.
	after := c.person(id)
	if after.Modified != before.Modified || after.Editor != 0 || after.Revision <= before.Revision {
		t.Errorf("%s", fmt.Sprint(after.Modified, after.Editor, after.Revision))
	}
	if c.person(other).Work[0].Current {
		t.Error("the work of the other one goes on")
	}
}

package directory_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Every change renames a third of the people at once, or takes it away and brings it back: who sees half of one sees two names.
// Where most people stay as they are, lists are brought from view to view.
func TestReadersSeeWholeChangesConcurrently(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ third, others int }{{20, 0}, {5, 60}} {
		t.Run(fmt.Sprintf("%d of %d", c.third, 3*c.third+c.others), func(t *testing.T) {
			t.Parallel()
			readConcurrently(t, c.third, c.others)
		})
	}
}

func readConcurrently(t *testing.T, third, others int) {
	const changes = 120
	people := int64(3 * third)
	d := new(directory.Directory)
	var everybody directory.Changes
	for i := range int64(others) {
		p := person.Person{ID: people + 1 + i, Author: 1, Name: person.Name{First: "vast", Last: "vast"}}
		everybody.People = append(everybody.People, p.Store())
	}
	if err := d.Load(everybody); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var readers sync.WaitGroup
	for i := range 4 {
		readers.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(i), 1)) //nolint:gosec // it is no secret
			for {
				select {
				case <-done:
					return
				default:
					wholly(t, d.View(), dice, third)
				}
			}
		})
	}
	for number := int64(1); number <= changes; number++ {
		c := directory.Changes{After: number - 1, Last: number}
		for id := 1 + number%3; id <= people; id += 3 {
			p := person.Person{ID: id, Author: 1 + number%2,
				Name: person.Name{First: fmt.Sprint("naam ", number), Last: fmt.Sprint(id % 3)}}
			if number%10 > 7 {
				c.RemovedPeople = append(c.RemovedPeople, id)
			} else {
				c.People = append(c.People, p.Store())
			}
		}
		if _, err := d.Apply(c); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
}

// wholly asks a view for a third of the club in some way, twice.
func wholly(t *testing.T, v *directory.View, dice *rand.Rand, third int) {
	by := []string{person.KeyFirst, person.KeyModified, person.KeyTitle, person.KeySearch, person.KeyAuthor}[dice.IntN(5)]
	tests := []listing.Test{{Key: person.KeyLast, Is: listing.Equal, Value: fmt.Sprint(dice.IntN(3))}}
	if dice.IntN(2) == 0 {
		tests = []listing.Test{{Key: person.KeySearch, Is: listing.Contains, Value: fmt.Sprintf("\n%d\n", dice.IntN(3))},
			{Key: person.KeyTitle, Is: listing.Contains, Value: fmt.Sprintf(" %d", dice.IntN(3))}}
		tests = append(tests, listing.Test{Key: person.KeyLast, Is: listing.Equal, Value: tests[1].Value[1:]})
	}
	q := record.Query{
		View:   record.View{Reader: access.Reader{People: access.Scope{All: dice.IntN(2) == 0, User: dice.Int64N(3)}}},
		Filter: record.Filter{Tests: tests},
		Window: record.Window{Limit: dice.IntN(30) + 1, Order: listing.Order{By: []listing.Sort{{By: by, Desc: dice.IntN(2) == 0}}}},
	}
	page := v.People(q)
	for _, r := range page.Records {
		if r.Name != page.Records[0].Name {
			t.Errorf("%q and %q in one view", r.Name.Full(), page.Records[0].Name.Full())
		}
	}
	if len(page.Records) != min(q.Limit, page.Total) || page.Total != 0 && page.Total != third {
		t.Errorf("%d records of %d, at most %d", len(page.Records), page.Total, q.Limit)
	}
	tally := v.Tally(q.Reader, q.Filter, person.KeyFirst)
	if len(tally) > 1 || page.Total > 0 && tally[0].Count != page.Total {
		t.Errorf("%d people: %v", page.Total, tally)
	}
	if again := v.People(q); !reflect.DeepEqual(again, page) {
		t.Errorf("another answer of the same view: %v and %v", page, again)
	}
}

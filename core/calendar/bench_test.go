package calendar_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/calendar"
)

func BenchmarkBirthdays(b *testing.B) {
	people := make([]calendar.Person, 1500)
	for i := range people {
		people[i] = calendar.Person{
			ID: int64(i + 1), Name: fmt.Sprintf("Voornaam%d van der Achternaam", i), Born: day("2000-01-01").AddDays(i),
			Modified: time.Date(2026, 6, 15, 8, 0, i, 0, time.UTC),
		}
	}
	for b.Loop() {
		if got := house().Birthdays(people, ""); len(got.Events) != len(people) {
			b.Fatal(len(got.Events))
		}
	}
}

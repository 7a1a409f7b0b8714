package calendarsapi_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/calendarsapi"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
)

// The birthdays of 1,500 people are to take less than 10 milliseconds: the first time, and when they were read before.
func BenchmarkWrite(b *testing.B) {
	people := make([]calendar.Person, 1500)
	for i := range people {
		people[i] = calendar.Person{
			ID: int64(i + 1), Name: fmt.Sprintf("Voornaam%d van der Achternaam", i),
			Born:     civil.Date{Year: 2000, Month: 1, Day: 1}.AddDays(i),
			Modified: time.Date(2026, 6, 15, 8, 0, i, 0, time.UTC),
		}
	}
	house := calendar.House{Club: "vv De Proef", BaseURL: "https://club.example", Zone: time.UTC}
	write := func(b *testing.B, w *calendarsapi.Writer) {
		b.Helper()
		if _, err := w.Write(house.Birthdays(people, "")); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			write(b, new(calendarsapi.Writer))
		}
	})
	b.Run("again", func(b *testing.B) {
		w := new(calendarsapi.Writer)
		for b.Loop() {
			write(b, w)
		}
	})
}

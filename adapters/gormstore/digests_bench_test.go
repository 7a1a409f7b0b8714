//go:build linux

package gormstore_test

import (
	"crypto/rand"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase"
)

// BenchmarkDigests mails a day's digests of a large club: to 500 users, of 10,000 people. Each user reads everybody and has a
// task.
// One run is to take less than 5 seconds of processor time, and no memory that stays.
func BenchmarkDigests(b *testing.B) {
	const users, people = 500, 10_000
	location := databases["SQLite"].migrated(b)
	store, err := gormstore.Open(b.Context(), location)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	store.SetOutbox(keepNothing) // no mail is handed over
	stores := store.Stores()
	if err := stores.Directory.Load(b.Context()); err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	club := usecase.New(usecase.Adapters{
		Stores: stores, Atomic: store, Hasher: inmem.FastHasher{}, Strength: inmem.PasswordStrength{}, Markup: inmem.Markup{},
		Mailer: new(inmem.Mailer), Now: func() time.Time { return now }, Zone: time.UTC, Random: rand.Read,
		ClubName: "vv De Proef", BaseURL: "https://club.example", Key: make([]byte, 32),
	})
	many := make([]person.Person, people)
	for i := range many {
		many[i] = person.Person{Name: person.Name{First: fmt.Sprint("Lid ", i), Last: "Kok"},
			Birthdate: civil.Date{Year: 2010, Month: 1, Day: 1}.AddDays(-37 * i)}
	}
	if _, err := stores.People.Create(b.Context(), many...); err != nil {
		b.Fatal(err)
	}
	for i := range users {
		name := fmt.Sprintf("gebruiker%d", i)
		id, err := stores.Users.Create(b.Context(), account.User{
			Username: name, Email: name + "@club.example", DisplayName: name, Roles: []access.Role{access.Board},
		})
		if err == nil {
			_, err = stores.Tasks.Create(b.Context(), task.Task{
				Head: record.NewHead(id, name, now), Content: "Bellen", Status: task.Open, Due: civil.On(now, time.UTC),
				People: []int64{int64(i + 1)},
			})
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if _, err := club.Digests.Run(b.Context()); err != nil { // plans them
		b.Fatal(err)
	}
	var mailed int
	began := processor()
	for b.Loop() {
		now = now.Add(24 * time.Hour)
		mailed, err = club.Digests.Run(b.Context())
		if err != nil {
			b.Fatal(err)
		}
	}
	if mailed != users {
		b.Fatalf("%d mailed", mailed)
	}
	b.ReportMetric((processor()-began).Seconds()/float64(b.N), "cpu-s/op")
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.HeapAlloc)/(1<<20), "MB-after")
}

// processor is how much processor time the program took.
func processor() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage) // the program itself can always be asked about
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

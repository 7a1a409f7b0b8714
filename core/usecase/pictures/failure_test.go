package pictures_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/ports"
)

var errBroken = errors.New("broken")

// breaker lets every change of files and rows take place until the n-th, which fails, and with it every one after it when
// the process dies of it. When after is set, the n-th takes place before it fails: the answer was lost.
type breaker struct {
	n, count    int
	dies, after bool
}

func (b *breaker) step(do func() error) error {
	b.count++
	if b.count < b.n || b.count > b.n && !b.dies {
		return do()
	}
	if b.count == b.n && b.after {
		if err := do(); err != nil {
			return err
		}
	}
	return errBroken
}

type brokenFiles struct {
	ports.Files
	*breaker
}

func (f brokenFiles) Write(ctx context.Context, key, kind string, data []byte) error {
	return f.step(func() error { return f.Files.Write(ctx, key, kind, data) })
}

func (f brokenFiles) Delete(ctx context.Context, key string) error {
	return f.step(func() error { return f.Files.Delete(ctx, key) })
}

type brokenMedia struct {
	ports.Media
	*breaker
}

func (s brokenMedia) Create(ctx context.Context, m media.Media) (id media.ID, err error) {
	err = s.step(func() error { id, err = s.Media.Create(ctx, m); return err })
	return id, err
}

func (s brokenMedia) Update(ctx context.Context, id media.ID, change func(*media.Media) error) error {
	return s.step(func() error { return s.Media.Update(ctx, id, change) })
}

func (s brokenMedia) Destroy(ctx context.Context, id media.ID) error {
	return s.step(func() error { return s.Media.Destroy(ctx, id) })
}

type brokenAtomic struct {
	ports.Atomic
	*breaker
}

func (a brokenAtomic) Do(ctx context.Context, change func(ports.Stores) error) error {
	return a.step(func() error { return a.Atomic.Do(ctx, change) })
}

// broken is the service of the album over stores and files that break.
func (a *album) broken(b *breaker) *pictures.Service {
	s := *a.Service
	s.Media, s.Files, s.Atomic = brokenMedia{s.Media, b}, brokenFiles{s.Files, b}, brokenAtomic{s.Atomic, b}
	return &s
}

// hangs is the place of Jan's photo: the nickname holds its number.
func (a *album) hangs(s ports.Stores, picture media.ID) (before media.ID, err error) {
	err = s.People.Update(ctx, []person.ID{a.jan}, func(people map[person.ID]*person.Person) error {
		p := people[a.jan]
		before = 0
		if p.Name.Nick != "" {
			if _, err := fmt.Sscan(p.Name.Nick, &before); err != nil {
				return err
			}
		}
		p.Name.Nick = fmt.Sprint(picture)
		return nil
	})
	return before, err
}

func (a *album) hung() media.Media {
	a.t.Helper()
	record, err := a.Directory.View().Person(a.jan, record.View{})
	var id media.ID
	if err == nil {
		_, err = fmt.Sscan(record.Name.Nick, &id)
	}
	m, missing := a.Find(ctx, anna, id)
	if err != nil || missing != nil {
		a.t.Fatalf("what hangs there is not there: %v, %v", err, missing)
	}
	for _, size := range media.Sizes() {
		if _, _, err := a.Bytes(ctx, anna, id, size); err != nil {
			a.t.Errorf("what hangs there lacks its %s: %v", size, err)
		}
	}
	return m
}

// Whatever step fails, and whether or not anything can be cleaned up afterwards: either the new picture hangs there with
// both files or the old one does, and what is left over is swept.
func TestAnUploadThatFailsAtAnyStep(t *testing.T) {
	for _, b := range []breaker{{}, {after: true}, {dies: true}, {dies: true, after: true}} {
		t.Run(fmt.Sprintf("dies %v after %v", b.dies, b.after), func(t *testing.T) {
			a := open(t)
			_, err := a.Hang(ctx, anna, []byte("old"), "old", a.jan, false, a.hangs)
			a.is("the old one", err, nil)
			steps := 0
			for n := 1; ; n++ {
				b := b
				b.n = n
				m, err := a.broken(&b).Hang(ctx, anna, []byte(fmt.Sprint("new ", n)), "new", a.jan, false, a.hangs)
				if (err == nil) != (b.count < n) || err != nil && (!errors.Is(err, errBroken) || m != media.Media{}) {
					t.Fatalf("step %d of %d: %+v, %v", n, b.count, m, err)
				}
				hung := a.hung()
				if err == nil && hung != m {
					t.Errorf("%+v hangs there, want %+v", hung, m)
				}
				a.now = a.now.Add(pictures.KeptPending + time.Hour)
				if _, err := a.Sweep(ctx); err != nil {
					t.Fatal(err)
				}
				a.holds(a.hung())
				a.sweeps(0)
				if err == nil {
					break
				}
				steps++
			}
			if steps < 4 { // the row, two files, the last step
				t.Errorf("only %d steps could fail", steps)
			}
		})
	}
}

func TestASweepThatFailsAtAnyStepIsDoneTheNextTime(t *testing.T) {
	for _, dies := range []bool{false, true} {
		t.Run(fmt.Sprint("dies ", dies), func(t *testing.T) {
			a := open(t)
			stays := a.brings(anna, "stays", 0)
			for n := 1; ; n++ {
				for range 2 {
					a.is("discard", a.Discard(ctx, a.brings(anna, "goes", 0).ID), nil)
				}
				_, err := a.Media.Create(ctx, media.Media{Folder: fmt.Sprint("never ", n), Created: a.now})
				a.is("create", err, nil)
				a.now = a.now.Add(pictures.KeptPending + time.Hour)
				b := breaker{n: n, dies: dies}
				count, err := a.broken(&b).Sweep(ctx)
				if (err == nil) != (b.count < n) || err != nil && !errors.Is(err, errBroken) {
					t.Fatalf("step %d of %d: %v", n, b.count, err)
				}
				if !dies && err != nil && count != 2 {
					t.Errorf("step %d: swept %d, one failure stops the others", n, count)
				}
				if rest, again := a.Sweep(ctx); again != nil || count+rest != 3 {
					t.Errorf("step %d: swept %d, then %d, %v", n, count, rest, again)
				}
				a.holds(stays)
				if err == nil {
					break
				}
			}
		})
	}
}

func TestWhoGoesAwayLeavesNothing(t *testing.T) {
	a := open(t)
	leaving, leave := context.WithCancel(ctx)
	s := a.broken(&breaker{n: -1})
	s.Files = leavingFiles{s.Files, leave}
	if _, err := s.Upload(leaving, anna, []byte("x"), "x", 0, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	a.holds()
	if stale, err := a.Media.Stale(ctx, start.Add(time.Hour)); err != nil || len(stale) > 0 {
		t.Errorf("left: %+v, %v", stale, err)
	}
}

type leavingFiles struct {
	ports.Files
	leave func()
}

func (f leavingFiles) Write(ctx context.Context, key, kind string, data []byte) error {
	err := f.Files.Write(ctx, key, kind, data)
	f.leave()
	return err
}

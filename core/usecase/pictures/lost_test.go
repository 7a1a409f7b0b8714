package pictures_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/ports"
)

const day = 24 * time.Hour

// folderOf is a folder of the n-th picture that is in no database.
func folderOf(n int) string { return fmt.Sprintf("%032x", n+1<<20) }

// loses keeps the files of a picture that is in no database.
func (a *album) loses(n int) (keys []string) {
	a.t.Helper()
	for _, size := range media.Sizes() {
		keys = append(keys, media.Key(folderOf(n), size))
		a.is("write", a.files.Write(ctx, keys[len(keys)-1], media.JPEG, []byte("lost")), nil)
	}
	return keys
}

// removes checks how many lost files are removed at a time since the start, and why no more.
func (a *album) removes(after time.Duration, want int, held error) {
	a.t.Helper()
	a.now, a.told = start.Add(after), nil
	count, err := a.RemoveLost(ctx)
	if err != nil || count != want || len(a.told) != 1 || a.told[0].Removed != want || !errors.Is(a.told[0].Held, held) {
		a.t.Errorf("after %v: removed %d, %v, told %+v, want %d and %v", after, count, err, a.told, want, held)
	}
}

// pictured returns the files below media.
func (a *album) pictured() []string {
	return slices.DeleteFunc(a.files.Keys(), func(key string) bool { return !strings.HasPrefix(key, media.Root+"/") })
}

// isLeft checks which of some files are left.
func (a *album) isLeft(want bool, keys ...string) {
	a.t.Helper()
	for _, key := range keys {
		if slices.Contains(a.files.Keys(), key) != want {
			a.t.Errorf("%s is left: %v", key, !want)
		}
	}
}

func keysOf(m media.Media) []string { return []string{m.Key(media.Full), m.Key(media.Thumbnail)} }

func TestFilesOfNoPictureGoAfterAWeekAlone(t *testing.T) {
	a := open(t)
	shown := append(keysOf(a.brings(anna, "one", 0)), keysOf(a.brings(anna, "two", 0))...)
	discarded := a.brings(anna, "three", 0)
	a.is("discard", a.Discard(ctx, discarded.ID), nil)
	pending, err := a.Media.Create(ctx, media.Media{Folder: folderOf(900), Created: start})
	a.is("pending", err, nil)
	shown = append(append(shown, keysOf(discarded)...), a.loses(900)...) // in whatever state pictures are
	lost := a.loses(1)
	strangers := []string{
		"media/a/full", "media/" + folderOf(1) + "0/full", "media/" + folderOf(1) + "/full/x", "media/" + folderOf(1) + "/large",
		"media/" + strings.ToUpper(fmt.Sprintf("%032x", 0xabcdef)) + "/full", "media/full", "ready", "photos/" + folderOf(1) + "/full",
		"other/media/" + folderOf(1) + "/full", "media/" + strings.Repeat("g", 32) + "/full", "runs/1/1.png", "sweeps",
	}
	for _, key := range strangers {
		a.is("write", a.files.Write(ctx, key, "", []byte("x")), nil)
	}
	var later []string
	for n := range 7 {
		a.removes(time.Duration(n)*day, 0, pictures.ErrNotAloneYet)
		if n == 3 {
			later = a.loses(2)
		}
	}
	a.removes(7*day, 2, nil)
	if want := (pictures.Lost{Known: 8, Lost: 2, Removed: 2}); a.told[0] != want {
		t.Errorf("told %+v", a.told[0])
	}
	a.isLeft(false, lost...)
	a.isLeft(true, slices.Concat(shown, strangers, later)...)
	a.removes(8*day, 0, nil)
	a.removes(11*day, 2, nil)
	a.isLeft(false, later...)
	a.isLeft(true, append(shown, strangers...)...)
	if marks := slices.DeleteFunc(a.files.Keys(), func(key string) bool { return !pictures.IsMark(key) }); len(marks) != 1 {
		t.Errorf("the marks %q are left", marks)
	}
	a.is("the pending one", a.Media.Update(ctx, pending, func(*media.Media) error { return nil }), nil)
}

// beside is the database of another club, or the same club's of another time, whose files lie in the same place.
func (a *album) beside() *album {
	b := opened(a.t)
	b.files, b.Files = a.files, a.files
	a.files.Now = func() time.Time {
		if a.now.After(b.now) {
			return a.now
		}
		return b.now
	}
	b.drawn = a.drawn + 50
	return b
}

// putBack is beside with the mark that the database left lastly, as when it goes back to a backup or is copied.
func (a *album) putBack() *album {
	a.t.Helper()
	b := a.beside()
	last, err := a.Runs.Last(ctx, "mark-files")
	a.is("last", err, nil)
	started, err := b.Runs.Start(ctx, "mark-files", ports.JobRun{}, last.Started)
	if a.is("start", err, nil); !started {
		a.t.Fatal("not started")
	}
	return b
}

func TestADatabaseThatWasPutBackWaits(t *testing.T) {
	for name, late := range map[string]time.Duration{"at once": 0, "after the next sweep": day, "after weeks": 20 * day} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			first := a.brings(anna, "first", 0)
			for n := range 10 {
				a.now = start.Add(time.Duration(n) * day)
				_, err := a.RemoveLost(ctx)
				a.is("remove", err, nil)
			}
			b := a.putBack() // it knows none of what is brought from here on
			kept := b.brings(anna, "known to both", 0)
			_, err := a.Media.Create(ctx, media.Media{Folder: kept.Folder, Created: a.now})
			a.is("known", err, nil)
			since := a.now.Sub(start)
			a.now = start.Add(since + time.Minute)
			photo := a.brings(anna, "of somebody who will be erased", 0)
			for gone := day; gone <= late; gone += day {
				a.removes(since+gone, 0, nil)
			}
			a.is("destroy", a.files.Delete(ctx, first.Key(media.Full)), nil)
			a.is("destroy", a.files.Delete(ctx, first.Key(media.Thumbnail)), nil)
			restored := since + late + time.Hour
			for n := range 7 {
				at := restored + time.Duration(n)*day
				b.now = start.Add(at)
				if count, err := b.RemoveLost(ctx); count != 0 || err != nil {
					t.Errorf("%d days after: %d, %v", n, count, err)
				}
			}
			b.isLeft(true, keysOf(photo)...) // whoever goes forward again has it still
			b.removes(restored+9*day, 2, nil)
			b.isLeft(false, keysOf(photo)...)
			b.isLeft(true, keysOf(kept)...)
		})
	}
}

func TestDatabasesThatShareAPlaceLeaveEachOthersFiles(t *testing.T) {
	for name, other := range map[string]func(*album) *album{"another club": (*album).beside, "a copy": (*album).putBack} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			for n := range 9 {
				a.brings(anna, fmt.Sprint(n), 0)
			}
			for n := range 9 {
				a.now = start.Add(time.Duration(n) * day)
				_, err := a.RemoveLost(ctx)
				a.is("alone", err, nil)
			}
			b := other(a)
			b.now = a.now
			b.brings(anna, "its own", 0)
			before := a.pictured()
			for n := range 30 {
				for i, one := range []*album{b, a} {
					one.now = start.Add(time.Duration(9+n)*day + time.Duration(i)*time.Hour)
					if count, err := one.RemoveLost(ctx); count != 0 || err != nil {
						t.Fatalf("after %d days, %d: removed %d, %v", n, i, count, err)
					}
				}
			}
			if got := a.pictured(); !slices.Equal(got, before) {
				t.Errorf("there are %q, and were %q", got, before)
			}
			if held := a.told[len(a.told)-1].Held; !errors.Is(held, pictures.ErrNotAlone) {
				t.Errorf("told %v", held)
			}
		})
	}
}

func TestADatabaseThatKnowsLessThanIsLostRemovesNothing(t *testing.T) {
	for name, known := range map[string]int{"empty": 0, "almost empty": 4} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			for range known {
				a.brings(anna, "x", 0)
			}
			for n := range known + 1 {
				a.loses(n)
			}
			a.removes(0, 0, pictures.ErrNotAloneYet)
			a.removes(30*day, 0, pictures.ErrMostLost)
			if got := len(a.pictured()); got != 4*known+2 {
				t.Errorf("%d files", got)
			}
		})
	}
}

func TestTheServersClockRemovesNothing(t *testing.T) {
	a := open(t)
	there := start
	a.files.Now = func() time.Time { return there }
	a.brings(anna, "x", 0)
	a.loses(1)
	for _, after := range []time.Duration{0, 30 * day, 9000 * day, -9000 * day, 0} {
		a.removes(after, 0, pictures.ErrNotAloneYet)
	}
	if got := len(a.pictured()); got != 4 {
		t.Errorf("%d files", got)
	}
	there = start.Add(8 * day)
	young := a.loses(2)
	a.removes(9000*day, 2, nil)
	a.isLeft(true, young...)
}

// countedMedia counts how many folders are asked about at once.
type countedMedia struct {
	ports.Media
	asked []int
}

func (m *countedMedia) Known(ctx context.Context, folders []string) (map[string]bool, error) {
	m.asked = append(m.asked, len(folders))
	return m.Media.Known(ctx, folders)
}

func TestManyLostFilesGoInPortions(t *testing.T) {
	a := open(t)
	const many = 600
	counted := &countedMedia{Media: a.Media}
	a.Media = counted
	for n := range many {
		_, err := a.Media.Create(ctx, media.Media{Folder: folderOf(n), Created: start})
		a.is("create", err, nil)
		a.loses(n)
		a.loses(many + n)
	}
	a.removes(0, 0, pictures.ErrNotAloneYet)
	if counted.asked != nil {
		t.Error("asked though nothing may be removed")
	}
	for n, want := range []int{500, 500, 200, 0} {
		a.removes(time.Duration(7+n)*day, want, nil)
	}
	if most := slices.Max(counted.asked); most > 500 {
		t.Errorf("asked about %d at once", most)
	}
	if got := len(a.pictured()); got != 2*many {
		t.Errorf("%d files", got)
	}
}

// brokenLists and brokenKnown break what RemoveLost asks.
type brokenLists struct{ brokenFiles }

func (f brokenLists) List(ctx context.Context, folder string) iter.Seq2[media.File, error] {
	return func(yield func(media.File, error) bool) {
		for file, err := range f.Files.List(ctx, folder) {
			if broken := f.step(func() error { return nil }); broken != nil { // before each file: a page may end there
				yield(media.File{}, broken)
				return
			}
			if !yield(file, err) {
				return
			}
		}
		if err := f.step(func() error { return nil }); err != nil {
			yield(media.File{}, err)
		}
	}
}

type brokenKnown struct{ brokenMedia }

func (m brokenKnown) Known(ctx context.Context, folders []string) (known map[string]bool, err error) {
	err = m.step(func() error { known, err = m.Media.Known(ctx, folders); return err })
	return known, err
}

type brokenRuns struct {
	ports.JobRuns
	*breaker
}

func (r brokenRuns) Last(ctx context.Context, name string) (run ports.JobRun, err error) {
	err = r.step(func() error { run, err = r.JobRuns.Last(ctx, name); return err })
	return run, err
}

func (r brokenRuns) Start(ctx context.Context, name string, seen ports.JobRun, at time.Time) (started bool, err error) {
	err = r.step(func() error { started, err = r.JobRuns.Start(ctx, name, seen, at); return err })
	return started, err
}

// Whatever step fails, no file of a picture goes, none before all have been listed, and the lost ones go in the end.
func TestLookingForLostFilesFailsAtAnyStep(t *testing.T) {
	for _, kind := range []breaker{{}, {after: true}, {dies: true}, {dies: true, after: true}} {
		t.Run(fmt.Sprintf("dies %v after %v", kind.dies, kind.after), func(t *testing.T) {
			a := open(t)
			shown := append(keysOf(a.brings(anna, "one", 0)), keysOf(a.brings(anna, "two", 0))...)
			at := time.Duration(0)
			a.removes(at, 0, pictures.ErrNotAloneYet)
			for n := 1; ; n++ {
				lost := a.loses(n)
				at += 8 * day
				a.now = start.Add(at)
				b := kind
				b.n = n
				s := *a.Service
				s.Files = brokenLists{brokenFiles{a.files, &b}}
				s.Media = brokenKnown{brokenMedia{a.Media, &b}}
				s.Runs = brokenRuns{a.Runs, &b}
				count, err := s.RemoveLost(ctx)
				if (err == nil) != (b.count < n) || err != nil && !errors.Is(err, errBroken) {
					t.Fatalf("step %d of %d: %d, %v", n, b.count, count, err)
				}
				a.isLeft(true, shown...)
				if err == nil {
					if count != 2 || n < 20 {
						t.Errorf("removed %d in %d steps", count, n)
					}
					break
				}
				for range 3 { // the seven days may have begun anew
					at += 8 * day
					a.now = start.Add(at)
					if _, err := a.RemoveLost(ctx); err != nil {
						t.Fatalf("step %d, then: %v", n, err)
					}
				}
				a.isLeft(false, lost...)
				a.isLeft(true, shown...)
			}
		})
	}
}

func TestOneOfManyProcessesLooksForLostFiles(t *testing.T) {
	a := open(t)
	a.brings(anna, "x", 0)
	a.loses(1)
	a.removes(0, 0, pictures.ErrNotAloneYet)
	a.now = start.Add(8 * day)
	s := *a.Service
	s.Runs = overtaken{a.Runs, func() { a.removes(8*day, 2, nil) }}
	a.told = nil
	if count, err := s.RemoveLost(ctx); count != 0 || err != nil {
		t.Errorf("removed %d, %v", count, err)
	}
	a.removes(9*day, 0, nil)
}

// overtaken lets another process be first.
type overtaken struct {
	ports.JobRuns
	other func()
}

func (r overtaken) Start(ctx context.Context, name string, seen ports.JobRun, at time.Time) (bool, error) {
	r.other()
	return r.JobRuns.Start(ctx, name, seen, at)
}

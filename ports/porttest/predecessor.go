package porttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// Former is a predecessor as an adapter hands it to the suite. It has more than 100 people.
type Former struct {
	ports.Predecessor
	Records func(predecessor.List) []int64 // the numbers that a list has for who asks
	Disturb func()                         // lets one more person come in front of all while the people are read
	Break   func() (id int64)              // makes the record of one person unreadable
	Picture string                         // the address of a picture
	Image   int64                          // its number in the library
}

// Predecessor is the contract of ports.Predecessor. open makes an application for one part of it.
func Predecessor(t *testing.T, open func(t testing.TB) Former) {
	ctx := context.Background()
	read := func(t testing.TB, f Former, list predecessor.List) ([]int64, error) {
		var ids []int64
		err := f.All(ctx, list, func(id int64, record []byte) error {
			var some struct{ ID json.RawMessage }
			if err := json.Unmarshal(record, &some); err != nil || len(some.ID) == 0 {
				t.Errorf("%s %d: %v in %s", list, id, err, record)
			}
			ids = append(ids, id)
			return nil
		})
		slices.Sort(ids)
		return ids, err
	}
	begin := func(t testing.TB) Former {
		f := open(t)
		if about := must(f.About(ctx))(t); about.User == 0 || about.Name == "" {
			t.Errorf("about: %+v", about)
		}
		return f
	}

	t.Run("every record of every list, each once", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		for _, list := range predecessor.Lists {
			got, err := read(t, f, list)
			ok(t, err)
			want := f.Records(list)
			slices.Sort(want)
			alike(t, string(list), got, want)
		}
	})

	t.Run("records that move meanwhile come once, and all", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		f.Disturb()
		got, err := read(t, f, predecessor.People)
		ok(t, err)
		want := f.Records(predecessor.People)
		slices.Sort(want)
		alike(t, "people", got, want)
	})

	t.Run("one that cannot be read is told of, and all others are read", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		broken := f.Break()
		got, err := read(t, f, predecessor.People)
		var odd *predecessor.Unreadable
		if !errors.As(err, &odd) || len(odd.Records) != 1 || odd.List != predecessor.People {
			t.Fatalf("error: %v", err)
		}
		want := slices.DeleteFunc(f.Records(predecessor.People), func(id int64) bool { return id == broken })
		slices.Sort(want)
		alike(t, "people", got, want)
	})

	t.Run("what hangs on records, and what is not there", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		for list, part := range map[predecessor.List]predecessor.Part{
			predecessor.People: predecessor.Timeline, predecessor.Invoices: predecessor.Detail, predecessor.Feedback: predecessor.Comments,
		} {
			text := must(f.Part(ctx, part, f.Records(list)[0]))(t)
			equal(t, string(part)+" is JSON", json.Valid(text), true)
			_, err := f.Part(ctx, part, 1<<40)
			equal(t, string(part)+" of nothing", fault.KindOf(err), fault.NotFound)
		}
		for _, part := range predecessor.Settings {
			equal(t, string(part)+" is JSON", json.Valid(must(f.Part(ctx, part, 0))(t)), true)
		}
		image := must(f.Part(ctx, predecessor.Image, f.Image))(t)
		var lies struct {
			Source string `json:"source_url"`
		}
		ok(t, json.Unmarshal(image, &lies))
		equal(t, "where an image lies", lies.Source, f.Picture)
		_, err := f.Part(ctx, predecessor.Image, 1<<40)
		equal(t, "no image", fault.KindOf(err), fault.NotFound)
		_, err = f.Part(ctx, "nothing", 0)
		equal(t, "an unknown part", fault.KindOf(err), fault.NotFound)
	})

	t.Run("pictures, and none from elsewhere", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		equal(t, "a picture has bytes", len(must(f.Predecessor.Picture(ctx, f.Picture))(t)) > 0, true)
		_, err := f.Predecessor.Picture(ctx, f.Picture+"0")
		equal(t, "one that is gone", fault.KindOf(err), fault.NotFound)
		for _, address := range []string{"https://elsewhere.example/a.png", "file:///etc/passwd", "//elsewhere.example/a.png", "%"} {
			_, err := f.Predecessor.Picture(ctx, address)
			equal(t, address, fault.KindOf(err), fault.Invalid)
		}
	})

	t.Run("an error of the visit, and the context's, end it", func(t *testing.T) {
		t.Parallel()
		f := begin(t)
		stop, visits := errors.New("stop"), 0
		err := f.All(ctx, predecessor.People, func(int64, []byte) error { visits++; return stop })
		equal(t, "error and visits", fmt.Sprint(errors.Is(err, stop), visits), "true 1")
		ended, cancel := context.WithCancel(ctx)
		cancel()
		err = f.All(ended, predecessor.People, func(int64, []byte) error { return nil })
		equal(t, "cancelled", errors.Is(err, context.Canceled), true)
	})
}

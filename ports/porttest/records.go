package porttest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// records is a port whose records are created and then edited, each as one step.
type records[T any] struct {
	values *rapid.Generator[T]
	create func(context.Context, T) (int64, error)
	update func(context.Context, int64, func(*T) error) error
	seen   func(t fataler, id int64) T      // the record as others see it
	stays  func(id int64, created, edit *T) // puts into an edit what an edit leaves as it was created
	text   func(*T) *string                 // one of the fields
	absent *fault.Fault
}

// suite proves that every field comes back, times in UTC to the microsecond, after an edit too; that the store keeps copies; that
// a refused edit leaves no trace; and that parallel edits lose nothing.
func (s records[T]) suite(t *testing.T, db Database) {
	ctx, refusal, last := context.Background(), errors.New("no"), int64(0)
	rapid.Check(t, func(t *rapid.T) {
		var err error
		created := s.values.Draw(t, "created")
		last, err = s.create(ctx, created)
		must(last, err)(t)
		settled := created
		s.stays(last, &created, &settled)
		want := full(settled)
		holds := func(what string, given *T) {
			t.Helper()
			scribble(reflect.ValueOf(given).Elem())
			got := s.seen(t, last)
			alike(t, what, full(got), want)
			scribble(reflect.ValueOf(&got).Elem())
			alike(t, what+", and what was returned is changed", full(s.seen(t, last)), want)
		}
		holds("created", &created)
		edit := func(what string, to T, answer error) {
			t.Helper()
			var leaked *T
			err := s.update(ctx, last, func(v *T) error {
				alike(t, "before "+what, full(*v), want)
				*v, leaked = to, v
				return answer
			})
			alike(t, what, err, answer)
			if answer == nil {
				settled := to
				s.stays(last, &created, &settled)
				want = full(settled)
			}
			holds(what, leaked)
		}
		var none T
		edit("an edit to nothing", none, nil)
		edit("an edit", s.values.Draw(t, "edited"), nil)
		edit("a refused edit", none, refusal)
	})
	isFault(t, "absent", s.update(ctx, last+1000, func(*T) error { t.Error("change was called"); return nil }), s.absent)
	ok(t, s.update(ctx, last, func(v *T) error { *s.text(v) = ""; return nil }))
	inParallel(t, 8, func(int) error { return s.update(ctx, last, func(v *T) error { *s.text(v) += "x"; return nil }) })
	got := s.seen(t, last)
	equal(t, "parallel edits", *s.text(&got), strings.Repeat("x", 8))
	view(t, db)
}

// full is everything of a value, times as stores keep them, also what does not print itself.
func full[T any](value T) (all string) {
	fields := reflect.ValueOf(value)
	for i := range fields.NumField() {
		switch field := fields.Field(i); {
		case field.Type() == reflect.TypeFor[time.Time]():
			all += fmt.Sprintf("%v ", civil.Instant(field.Interface().(time.Time)))
		case field.Kind() == reflect.String:
			all += fmt.Sprintf("%q ", field.String())
		default:
			all += fmt.Sprintf("%+v ", field.Interface())
		}
	}
	return all
}

// scribble changes whatever a copy of the value shares with it.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
			v.Index(i).SetZero()
		}
	case reflect.Map:
		v.Clear()
	}
}

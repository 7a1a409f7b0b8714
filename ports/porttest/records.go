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
	"github.com/clubhuis/clubhuis/core/record"
)

// records is a port whose records are created and then edited, each as one step: what holds for all of them.
type records[T any] struct {
	values *rapid.Generator[T]
	create func(context.Context, T) (int64, error)
	update func(context.Context, int64, func(*T) error) error
	others map[string]func(context.Context, int64) error // the other methods that take a number of one that must be there
	seen   func(t fataler, id int64) T                   // the record as others see it
	stays  func(id int64, created, edit *T)              // puts into an edit what an edit leaves as it was created
	text   func(*T) *string                              // one of the fields
	// revision counts the stored changes; nil for records that do not count them.
	revision func(*T) *int64
	absent   *fault.Fault
}

func (s records[T]) suite(t *testing.T, db Database) {
	for _, one := range []struct {
		sentence string
		holds    func(*testing.T)
	}{
		{"every field comes back, the store keeps copies, a refused edit leaves no trace", s.comesBack},
		{"an absent one is an error", s.isAbsent},
		{"parallel edits lose nothing", s.losesNothing},
	} {
		t.Run(one.sentence, one.holds)
	}
	view(t, db)
}

// comesBack holds for edits too. Times come back in UTC, to the microsecond.
func (s records[T]) comesBack(t *testing.T) {
	refusal := errors.New("no")
	rapid.Check(t, func(t *rapid.T) {
		created := s.values.Draw(t, "created")
		id := must(s.create(t.Context(), created))(t)
		revision := int64(0)
		stands := func(v T, before string) string {
			s.stays(id, &created, &v)
			if s.revision == nil {
				return full(v)
			}
			if *s.revision(&v) = revision; full(v) == before {
				return before
			}
			revision++
			*s.revision(&v) = revision
			return full(v)
		}
		want := stands(created, "")
		holds := func(what string, given *T) {
			t.Helper()
			scribble(reflect.ValueOf(given).Elem())
			got := s.seen(t, id)
			alike(t, what, full(got), want)
			scribble(reflect.ValueOf(&got).Elem())
			alike(t, what+", and what was returned is changed", full(s.seen(t, id)), want)
		}
		holds("created", &created)
		edit := func(what string, to T, answer error) {
			t.Helper()
			var leaked *T
			err := s.update(t.Context(), id, func(v *T) error {
				alike(t, "before "+what, full(*v), want)
				*v, leaked = to, v
				return answer
			})
			alike(t, what, err, answer)
			if answer == nil {
				want = stands(to, want)
			}
			holds(what, leaked)
		}
		var none T
		edit("an edit to nothing", none, nil)
		edit("an edit", s.values.Draw(t, "edited"), nil)
		edit("a refused edit", none, refusal)
	})
}

func (s records[T]) isAbsent(t *testing.T) {
	const absent = 1 << 40
	isFault(t, "Update", s.update(t.Context(), absent, func(*T) error { t.Error("change was called"); return nil }), s.absent)
	for method, call := range s.others {
		isFault(t, method, call(t.Context(), absent), s.absent)
	}
}

func (s records[T]) losesNothing(t *testing.T) {
	id := must(s.create(t.Context(), s.values.Example(1)))(t)
	ok(t, s.update(t.Context(), id, func(v *T) error { *s.text(v) = ""; return nil }))
	inParallel(t, 8, func(int) error {
		return s.update(t.Context(), id, func(v *T) error { *s.text(v) += "x"; return nil })
	})
	got := s.seen(t, id)
	equal(t, "edits", *s.text(&got), strings.Repeat("x", 8))
}

// full is everything of a value, times as stores keep them, also what does not print itself.
func full[T any](value T) (all string) {
	fields := reflect.ValueOf(value)
	for i := range fields.NumField() {
		switch field := fields.Field(i); {
		case field.Type() == reflect.TypeFor[record.Head]():
			all += full(field.Interface().(record.Head))
		case field.Type() == reflect.TypeFor[time.Time]():
			all += fmt.Sprintf("%v ", civil.Instant(field.Interface().(time.Time)))
		case field.Kind() == reflect.String:
			all += fmt.Sprintf("%q ", field.String())
		case field.Kind() == reflect.Struct && isOpen(field.Type()):
			all += full(field.Interface())
		case field.Kind() == reflect.Slice && field.Type().Elem().Kind() == reflect.Struct && isOpen(field.Type().Elem()):
			for i := range field.Len() {
				all += "{" + full(field.Index(i).Interface()) + "} "
			}
			all += ";"
		case field.Kind() == reflect.Pointer && !field.IsNil():
			all += fmt.Sprintf("&%+v ", field.Elem().Interface()) // not where it is
		default:
			all += fmt.Sprintf("%+v ", field.Interface())
		}
	}
	return all
}

// isOpen reports whether all fields of a struct can be read.
func isOpen(t reflect.Type) bool {
	for i := range t.NumField() {
		if !t.Field(i).IsExported() {
			return false
		}
	}
	return true
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

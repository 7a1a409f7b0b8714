// Package audit owns the log of what happened in the club: which events there are, what an entry of the log tells, and what it
// never tells.
//
// It does not own what became of the fields of a person (person.Change), and not who may read the log (core/usecase/audits).
package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Entry is one thing that happened. Make it with New: an entry about people then holds numbers and names of fields alone, and no
// entry a secret.
type Entry struct {
	ID     int64 // from 1, in the order in which they were kept
	At     time.Time
	Kind   Kind
	Actor  Actor
	Object Object

	Fields        []string // that changed, of a person
	Before, After Values   // what changed, or in After alone what else there is to tell; nil for nothing

	Idle bool // it tells of a change that changed nothing: no store keeps it
}

// Kept returns those of the entries that a store keeps.
func Kept(entries []Entry) []Entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e Entry) bool { return e.Idle })
}

// Actor is who did it. User 0 is nobody, or the program itself.
type Actor struct {
	User int64
	Name string // as it was then: it stays when the user is gone
	access.Entrance
}

// By is the actor of what a viewer does.
func By(viewer access.Viewer) Actor {
	return Actor{User: viewer.User, Name: viewer.Name, Entrance: viewer.Entrance}
}

// Visitor is somebody who is not signed in; who that says to be is the object of the entry.
func Visitor(address string) Actor {
	return Actor{Entrance: access.Entrance{Way: access.AsVisitor, Address: address}}
}

// Command is whoever operates the program, by a command on its machine.
func Command(name string) Actor {
	return Actor{Entrance: access.Entrance{Way: access.ByCommand, Name: name}}
}

// Job is the program itself.
func Job(name string) Actor { return Actor{Entrance: access.Entrance{Way: access.ByJob, Name: name}} }

// Object is what it is about. The zero Object is nothing in particular.
type Object struct {
	Noun Noun
	ID   int64  // 0 for what has no number, or for several
	Name string // as it was then; never that of a person
}

// ParseObject reads what String writes: person:12.
func ParseObject(text string) (o Object, ok bool) {
	noun, number, numbered := strings.Cut(text, ":")
	o.Noun = Noun(noun)
	if numbered {
		id, err := strconv.ParseInt(number, 10, 64)
		if err != nil || id < 1 {
			return Object{}, false
		}
		o.ID = id
	}
	return o, slices.Contains(nouns, o.Noun)
}

// String returns the noun and the number, where there is one.
func (o Object) String() string {
	if o.ID == 0 {
		return string(o.Noun)
	}
	return fmt.Sprintf("%s:%d", o.Noun, o.ID)
}

// PersonNumbered is a person, who has no name here.
func PersonNumbered(id int64) Object { return Object{Noun: Person, ID: id} }

// New is an entry about an object.
func New(kind Kind, by Actor, at time.Time, about Object) Entry {
	if by.Way == "" {
		by.Way = access.ByJob
	}
	if about.Noun == Person {
		about.Name = ""
	}
	return Entry{Kind: kind, Actor: by, At: civil.Instant(at), Object: about}
}

// Naming tells which fields changed.
func (e Entry) Naming(fields ...string) Entry {
	e.Fields = append(slices.Clone(e.Fields), fields...)
	return e
}

// With tells more of what happened.
func (e Entry) With(values Values) Entry {
	e.After = e.told(values)
	return e
}

// Changed tells what was there before and is after, as far as these differ.
func (e Entry) Changed(before, after Values) Entry {
	was, is := Values{}, Values{}
	for _, key := range keysOf(before, after) {
		if a, b := spelled(before[key]), spelled(after[key]); !bytes.Equal(a, b) {
			was[key], is[key] = before[key], after[key]
		}
	}
	e.Before, e.After, e.Idle = e.told(was), e.told(is), len(was) == 0
	return e
}

// spelled returns a value in one spelling: of nothing there are several.
func spelled(value any) []byte {
	text := encode(value)
	if slices.Contains([]string{"null", "[]", "{}", `""`}, string(text)) {
		return nil
	}
	return text
}

// Values are named values: what JSON can say.
type Values map[string]any

// Word is a text of ours, such as the name of a permission: it is told of people, too.
type Word string

// MostNumbers is how many of a list of numbers an entry tells.
const MostNumbers = 1000

// Masked stands for a secret.
const Masked = "••••"

// told returns what the log tells of values: no secret, of people no texts, and of long lists the beginning.
func (e *Entry) told(values Values) Values {
	if len(values) == 0 {
		return nil
	}
	told := make(Values, len(values))
	for key, value := range values {
		switch value := value.(type) {
		case []int64:
			told[key] = slices.Clone(value[:min(len(value), MostNumbers)])
			if len(value) > MostNumbers {
				told[key+"_count"] = len(value)
			}
		case int, int64, bool, Word, nil:
			told[key] = value
		default:
			if e.Object.Noun == Person {
				e.Fields = append(e.Fields, key)
				continue
			}
			if told[key] = value; isSecret(key) {
				told[key] = Masked
			}
		}
	}
	slices.Sort(e.Fields)
	e.Fields = slices.Compact(e.Fields)
	if len(told) == 0 {
		return nil
	}
	return told
}

// isSecret reports whether a value of that name is a secret.
func isSecret(key string) bool {
	key = strings.ToLower(key)
	return slices.ContainsFunc([]string{"password", "token", "secret", "hash", "digest", "nonce"}, func(word string) bool {
		return strings.Contains(key, word)
	})
}

// Encode returns the values as stores keep them, "" for none.
func (v Values) Encode() string {
	if len(v) == 0 {
		return ""
	}
	return string(encode(v))
}

func encode(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic("audit: a value does not encode: " + err.Error())
	}
	return text
}

// Decode reads what Encode wrote.
func Decode(text string) (v Values, err error) {
	if text == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return nil, fmt.Errorf("an entry of the log is damaged: %w", err)
	}
	return v, nil
}

func keysOf(all ...Values) (keys []string) {
	for _, values := range all {
		for key := range values {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Query asks for a part of the log, newest first.
type Query struct {
	Actor         int64     // only what this user did, 0 for all
	Object        Object    // only what is about it; with number 0 about all of the noun, and the zero Object is everything
	Kind          Kind      // only these, "" for all
	From, To      time.Time // only what happened then or later, and before; the zero time is no bound
	Offset, Limit int
}

// Match reports whether an entry is asked for.
func (q *Query) Match(e *Entry) bool {
	return (q.Actor == 0 || q.Actor == e.Actor.User) &&
		(q.Object.Noun == "" || q.Object.Noun == e.Object.Noun && (q.Object.ID == 0 || q.Object.ID == e.Object.ID)) &&
		(q.Kind == "" || q.Kind == e.Kind) &&
		(q.From.IsZero() || !e.At.Before(q.From)) && (q.To.IsZero() || e.At.Before(q.To))
}

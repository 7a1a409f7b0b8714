package directory_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
)

// packed returns everybody of a view in one text.
func packed(v *directory.View) (text string, whole bool) {
	parts, whole := v.Packed()
	if !whole {
		return "", false
	}
	for part := range parts {
		text += string(part)
	}
	return text, true
}

// unpacked returns a club whose people come from a text, and all else from the model.
func unpacked(t *rapid.T, m *model, text string) *directory.Directory {
	everything := m.everything()
	everything.People, everything.Everybody = nil, new(directory.Newcomers)
	if err := everything.Everybody.AddPacked(text); err != nil {
		t.Fatal(err)
	}
	d := new(directory.Directory)
	if err := d.Load(everything); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPeopleAreTheSameAfterTheyWerePacked(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, d := changed(t)
		text, whole := packed(d.View())
		same(t, "packed", whole, len(d.View().Damaged()) == 0)
		if !whole {
			return
		}
		again := unpacked(t, m, text)
		if differs := directory.DifferentMember(again.View(), d.View()); differs != "" {
			t.Fatal(differs)
		}
		ask(t, again.View(), m)
		if _, err := again.Apply(m.change(t)); err != nil {
			t.Fatal(err)
		}
		ask(t, again.View(), m)
	})
}

// Whoever changed after everybody was packed stays as changed.
func TestPackedPeopleTakeTheirOwnPlaces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m, d := changed(t)
		before := d.View()
		text, whole := packed(before)
		if !whole {
			return
		}
		people := new(directory.Newcomers)
		same(t, "unpacked", people.AddPacked(text), nil)
		ask(t, d.View(), m) // lists that are kept stay true
		for range rapid.IntRange(0, 3).Draw(t, "changes meanwhile") {
			if _, err := d.Apply(m.change(t)); err != nil {
				t.Fatal(err)
			}
		}
		newest := d.View()
		same(t, "replaced", d.Replace(before, people), nil)
		if differs := directory.DifferentMember(d.View(), newest); differs != "" {
			t.Fatal(differs)
		}
		same(t, "its number", d.View().Number(), newest.Number())
		same(t, "others who are held", directory.Shared(d.View(), before), 0)
		for range 2 {
			ask(t, d.View(), m)
			if _, err := d.Apply(m.change(t)); err != nil {
				t.Fatal(err)
			}
		}
		ask(t, d.View(), m)
	})
}

// Whatever one byte becomes, unpacking ends: with an error, or with other people.
func TestADamagedByteOfPackedPeopleBreaksNothing(t *testing.T) {
	t.Parallel()
	var d directory.Directory
	if err := d.Load(clubOf(1)); err != nil {
		t.Fatal(err)
	}
	text, _ := packed(d.View())
	for at := range len(text) {
		for _, odd := range []string{"\x00", "\x7f", "\xff", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
			people := new(directory.Newcomers)
			_ = people.AddPacked(text[:at] + odd + text[at+1:])
		}
	}
}

// A store finds out by a checksum what is not whole. What comes here all the same must not bring the program down.
func FuzzPackedPeople(f *testing.F) {
	var d directory.Directory
	if err := d.Load(clubOf(3)); err != nil {
		f.Fatal(err)
	}
	text, _ := packed(d.View())
	for _, seed := range []string{
		"", text, text[:len(text)-1], text[:len(text)/2], text + "\x01", strings.Repeat("\xff", 30), strings.Repeat("\x00", 200),
		text[:90] + "\xff\xff\xff\xff\x07" + text[90:],
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		people := new(directory.Newcomers)
		if people.AddPacked(text) == nil && len(text) > 0 && len(text) < person.Keys.Len() {
			t.Error("fewer bytes than a person has keys are somebody")
		}
	})
}

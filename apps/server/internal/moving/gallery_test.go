package moving_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
)

// The photo of a person comes, and what is left in galleries is counted and named.
func TestPhotosLeftInGalleries(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(12)) // of whom the fifth and the tenth have a gallery
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	count := report.Counts[origin.Photo]
	if photos := photosOf(a); photos != 2 || count.Brought != photos || count.Left != 3 || count.Read != photos+3 {
		t.Errorf("%+v of %d photos", count, photos)
	}
	for _, tells := range []string{
		"photos: left in galleries, for a person has one here: 3, of 2 people. The lines of those people name",
		"photo 2015: none is chosen there, and left in the gallery are 1: image 1002016\n",
		"photo 2030: besides it there are left in the gallery 2: image 1002031, image 2002031\n",
	} {
		if !strings.Contains(report.Write(), tells) {
			t.Errorf("%q is not told:\n%s", tells, report.Write())
		}
	}
	people := h.origins(t, origin.Person)
	if h.person(t, people[fake.OldPerson(10)]).Photo == 0 || h.person(t, people[fake.OldPerson(5)]).Photo != 0 {
		t.Error("a picture of a gallery is the photo, or the photo is not")
	}
}

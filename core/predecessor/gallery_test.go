package predecessor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
)

// A person has one photo here: what a gallery has besides is told of, however it is written.
func TestEachWayToWriteAGallery(t *testing.T) {
	t.Parallel()
	const photo = `"featured_media":7,"_embedded":{"wp:featuredmedia":[{"source_url":"https://club.example/7.png"}]},`
	const total = "left in galleries, for a person has one here: %d, of 1 people. " +
		"The lines of those people name the images of the library there: save what you want to keep"
	more := func(n int, named string) []string {
		return []string{fmt.Sprintf(total, n), fmt.Sprintf("besides it there are left in the gallery %d: %s", n, named)}
	}
	none := []string{fmt.Sprintf(total, 1), "none is chosen there, and left in the gallery are 1: image 7"}
	for name, c := range map[string]struct {
		photo, gallery string
		left           int
		tells          []string
	}{
		"false":                       {photo, `false`, 0, nil},
		"an empty list":               {photo, `[]`, 0, nil},
		"the photo alone":             {photo, `[7]`, 0, nil},
		"the photo as a text":         {photo, `["7"]`, 0, nil},
		"the photo as an object":      {photo, `[{"ID":7,"url":"https://club.example/7-large.png"}]`, 0, nil},
		"the photo by its address":    {photo, `["https://club.example/7.png"]`, 0, nil},
		"numbers, each once":          {photo, `[7,8,"9",8]`, 2, more(2, "image 8, image 9")},
		"objects":                     {photo, `[{"ID":8,"url":"https://x.example/8.png"},{"id":"9"}]`, 2, more(2, "image 8, image 9")},
		"addresses":                   {photo, `["https://club.example/8.png",false]`, 1, more(1, "https://club.example/8.png")},
		"many":                        {photo, `[1,2,3,4,5,6,7]`, 6, more(6, "image 1, image 2, image 3, image 4, image 5 and 1 more")},
		"no photo":                    {``, `[7]`, 1, none},
		"a photo that is not told of": {`"featured_media":7,`, `[7]`, 1, none},
		"no list":                     {photo, `"veel"`, 0, []string{`photo_gallery is not understood and stays behind: "veel"`}},
		"no pictures":                 {photo, `[{"x":1}]`, 0, []string{`photo_gallery is not understood and stays behind: [{"x":1}]`}},
	} {
		r := reading(t)
		r.Take(predecessor.People, 12, []byte(`{"id":12,`+c.photo+`"acf":{"first_name":"Jan","photo_gallery":`+c.gallery+`}}`))
		club := r.Club()
		var told []string
		for _, f := range club.Report.Findings {
			if f.Kind == origin.Photo || strings.Contains(f.Text, "photo_gallery") {
				told = append(told, f.Text)
			}
		}
		count := club.Report.Counts[origin.Photo]
		if !slices.Equal(told, c.tells) || count != (predecessor.Count{Read: c.left, Left: c.left}) {
			t.Errorf("%s: %+v %q", name, count, told)
		}
	}
}

package predecessor

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/origin"
)

// further returns the pictures of a person's gallery besides the one that comes, by their numbers in the library or their
// addresses. understood is false for what is no gallery.
func further(o object, comes string) (pictures []string, understood bool) {
	raw := o.object("acf")["photo_gallery"]
	if empty(raw) {
		return nil, true
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, false
	}
	for _, one := range list {
		number, address := numberOf(one), (object{"": one}).text("")
		if picture := read(one); picture != nil {
			number, address = cmp.Or(picture.number("ID"), picture.number("id")), picture.text("url")
		}
		named := address
		if number != 0 {
			named = "image " + strconv.FormatInt(number, 10)
		}
		isIt := comes != "" && (number != 0 && number == o.number("featured_media") || address == comes)
		switch {
		case empty(bytes.TrimSpace(one)) || isIt || slices.Contains(pictures, named):
		case named == "":
			return nil, false
		default:
			pictures = append(pictures, named)
		}
	}
	return pictures, true
}

// readGallery notes the pictures of a person that stay behind.
func (r *Reading) readGallery(p *Person, o object) {
	pictures, understood := further(o, p.Picture)
	if !understood {
		r.unread(origin.Person, p.ID, "photo_gallery", o.object("acf")["photo_gallery"])
	}
	p.Further = pictures
}

// mostNamed is how many pictures of a person the report names.
const mostNamed = 5

// tellGalleries tells of the photos that stay behind: a person has one here.
func (r *Reading) tellGalleries(c *Club) {
	people, photos := 0, 0
	for i := range c.People {
		p := &c.People[i]
		n := len(p.Further)
		if n == 0 {
			continue
		}
		people, photos = people+1, photos+n
		named := strings.Join(p.Further[:min(n, mostNamed)], ", ")
		if n > mostNamed {
			named += fmt.Sprintf(" and %d more", n-mostNamed)
		}
		format := "besides it there are left in the gallery %d: %s"
		if p.Picture == "" {
			format = "none is chosen there, and left in the gallery are %d: %s"
		}
		r.report.Add(origin.Photo, p.ID, format, n, named)
	}
	if photos == 0 {
		return
	}
	r.report.Count(origin.Photo, func(c *Count) { c.Read, c.Left = c.Read+photos, c.Left+photos })
	r.report.Add(origin.Photo, 0, "left in galleries, for a person has one here: %d, of %d people. "+
		"The lines of those people name the images of the library there: save what you want to keep", photos, people)
}

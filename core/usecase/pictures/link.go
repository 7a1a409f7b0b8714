package pictures

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
)

// LinkLasts is how long a link of a photo works.
const LinkLasts = 7 * 24 * time.Hour

// linkedSize is the size of which a link gives the file, and of no other.
const linkedSize = media.Thumbnail

// Link is what opens one size of somebody's photo to whoever has it, for a while.
type Link struct {
	Token   string
	Until   time.Time
	Picture media.ID
}

// Link returns a link of the photo that somebody has now, for the synchronization. Without a photo it is media.ErrAbsent, and of
// nobody person.ErrAbsent.
func (s *Service) Link(viewer access.Viewer, of person.ID) (Link, error) {
	if err := viewer.Require(access.Synchronization, access.Manage); err != nil {
		return Link{}, err
	}
	if err := s.mayRead(viewer, of); err != nil {
		return Link{}, err
	}
	stored, there := s.Directory.View().Stored(of)
	if !there {
		return Link{}, person.ErrAbsent
	}
	p, err := stored.Person()
	if err != nil {
		return Link{}, err
	}
	if p.Photo == 0 {
		return Link{}, media.ErrAbsent
	}
	until := s.Now().Add(LinkLasts).UTC().Truncate(time.Second)
	said := fmt.Sprintf("%d-%d", p.Photo, until.Unix())
	return Link{Token: said + "-" + seal.Sign(s.Key, seal.Photos, said), Until: until, Picture: p.Photo}, nil
}

// Linked returns the file that a link opens. A link that is over, that somebody made up, or of a photo that is gone, is
// media.ErrAbsent.
func (s *Service) Linked(ctx context.Context, token string) (media.Media, []byte, error) {
	id, rest, _ := strings.Cut(token, "-")
	until, signed, _ := strings.Cut(rest, "-")
	picture, err := strconv.ParseInt(id, 10, 64)
	if err != nil || !seal.Signed(s.Key, seal.Photos, id+"-"+until, signed) {
		return media.Media{}, nil, media.ErrAbsent
	}
	if at, err := strconv.ParseInt(until, 10, 64); err != nil || s.Now().Unix() >= at {
		return media.Media{}, nil, media.ErrAbsent
	}
	m, err := s.Media.ByID(ctx, picture)
	if err != nil {
		return media.Media{}, nil, err
	}
	if err := s.Directory.Refresh(ctx); err != nil { // another program may have removed the person
		return media.Media{}, nil, err
	}
	if _, err := s.Directory.View().Person(m.Person, record.View{}); err != nil { // nobody's, or of somebody who was removed
		return media.Media{}, nil, media.ErrAbsent
	}
	data, err := s.file(ctx, &m, linkedSize)
	return m, data, err
}

// LinkedType returns the type of the file that a link of the picture opens.
func LinkedType(m *media.Media) string { return m.FileType(linkedSize) }

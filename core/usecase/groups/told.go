package groups

import (
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/group"
)

// entry is an entry of the log about a group.
func (s *Service) entry(kind audit.Kind, viewer access.Viewer, id group.ID, title string) audit.Entry {
	return audit.New(kind, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Group, ID: id, Name: title})
}

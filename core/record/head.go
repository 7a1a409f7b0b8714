package record

import (
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Head is what records have in common of which there is no end, such as activities: they are not held in memory, and stand in
// stores by ports.Records.
type Head struct {
	ID         int64
	Author     int64  // the user who made the record
	AuthorName string // as it was then: it stays when the user is gone
	Created    time.Time
	Modified   time.Time
	Revision   int64 // the store's: see Edition
	Editor     int64 // see Edition
}

// NewHead is the head of a record as a user makes it.
func NewHead(author int64, name string, at time.Time) Head {
	return Head{
		Author: author, AuthorName: name, Created: civil.Instant(at), Modified: civil.Instant(at), Editor: author,
	}
}

// Common returns h: of the record that it is the head of.
func (h *Head) Common() *Head { return h }

// Touch notes who changes the record and when.
func (h *Head) Touch(editor int64, at time.Time) { h.Editor, h.Modified = editor, civil.Instant(at) }

// Edition says how often and by whom the record was changed.
func (h *Head) Edition() Edition {
	return Edition{Revision: h.Revision, Modified: h.Modified, Editor: h.Editor}
}

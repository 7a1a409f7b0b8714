package members

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// pages counts the readings of members' pages. They tell what the search tells, but not when it changed.
type pages struct {
	read     int
	of       map[string]int    // the last reading of each member
	searched int               // how many there were at the search that told updated
	updated  map[string]string // when the site changed each member
	// unreadable are those whose row that search could not read.
	unreadable map[string]error
}

// PageRead notes that a member's pages were read after the search.
func (m *Members) PageRead(code string) {
	if m.pages.of == nil {
		m.pages.of = map[string]int{}
	}
	m.pages.read++
	m.pages.of[code] = m.pages.read
}

// changedOnSite returns when the site changed a member, as far as it tells. It searches once more for a member whose pages were
// read since the last search. A member whom that search lacks has left just now.
func (m *Members) changedOnSite(ctx context.Context, row *federation.Member) (time.Time, error) {
	read, paged := m.pages.of[row.Code]
	if !paged {
		return conflict.SiteTime(row.Updated, m.Now(), m.Zone), nil
	}
	if m.pages.updated == nil || m.pages.searched < read {
		rows, err := m.Site.Members(ctx)
		unreadable, err := federation.Readable(err)
		if err != nil {
			return time.Time{}, err
		}
		m.pages.searched, m.pages.updated = m.pages.read, make(map[string]string, len(rows))
		for i := range rows {
			m.pages.updated[rows[i].Code] = rows[i].Updated
		}
		m.pages.unreadable = make(map[string]error, len(unreadable))
		for _, r := range unreadable {
			m.pages.unreadable[r.Code] = r
		}
	}
	updated, there := m.pages.updated[row.Code]
	if err := m.pages.unreadable[row.Code]; !there && err != nil { // the edit waits for a later run
		return time.Time{}, federation.ErrAnswer.Because(err)
	}
	if !there {
		return m.Now().UTC(), nil
	}
	return conflict.SiteTime(updated, m.Now(), m.Zone), nil
}

package gormstore

import (
	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// groupRow is a row of groups.
type groupRow struct {
	ID           int64 `gorm:"primaryKey"`
	Kind         string
	Author       int64
	Administered bool
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
	ModifiedAt   int64
	Revision     int64
	Editor       int64
	RemovedAt    int64
	Title        string
	Content      string
	ParentID     int64
	LogoID       int64
	Website      string
	Document     string
}

func (groupRow) TableName() string { return "groups" }

func newGroupRow(g *group.Group) groupRow {
	return groupRow{
		ID: g.ID, Kind: string(g.Kind), Author: g.Author, Administered: g.Administered,
		CreatedAt: database.Micros(g.Created), ModifiedAt: database.Micros(g.Modified), Revision: g.Revision, Editor: g.Editor,
		Title: g.Title, Content: g.Content, ParentID: g.Parent, LogoID: g.Logo, Website: g.Website, Document: g.Record().Document,
	}
}

func (r *groupRow) group() (group.Group, error) {
	record := group.Record{
		ID: r.ID, Kind: work.Kind(r.Kind), Author: r.Author, Administered: r.Administered,
		Created: database.Instant(r.CreatedAt), Modified: database.Instant(r.ModifiedAt),
		Revision: r.Revision, Editor: r.Editor,
		Title: r.Title, Content: r.Content, Parent: r.ParentID, Logo: r.LogoID, Website: r.Website, Document: r.Document,
	}
	return record.Group()
}

// edited returns the row of the group after a change. It is not removed.
func (r *groupRow) edited(change func(*group.Group) error) (changed groupRow, err error) {
	g, err := r.group()
	if err != nil {
		return changed, err
	}
	if err := change(&g); err != nil {
		return changed, err
	}
	g.ID, g.Kind, g.Revision = r.ID, work.Kind(r.Kind), r.Revision
	return newGroupRow(&g), nil
}

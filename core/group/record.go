package group

import (
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// Record is a group as stores keep it and lists hand it out: the fields ready for the answer, and what it needs besides.
type Record struct {
	ID                ID
	Kind              work.Kind
	Author            int64
	Administered      bool
	Created, Modified time.Time
	Revision, Editor  int64 // see record.Edition
	Title             string
	Content           string
	Parent            ID
	Logo              int64
	Website           string
	Document          string // the acf object

	// People counts who is in the group on the day that was asked for, of those whom the reader may see: everybody once a
	// role, former members not.
	People map[work.Role]int
	// Staff is who leads the team on that day, by name, of the same people: an entry for each role.
	Staff []Leader
	// Allowed is what the reader may do with the group, nil where it was not asked for.
	Allowed *access.Allowed
}

// Leader is a role of somebody who leads a team.
type Leader struct {
	Person int64
	Name   string
	Title  string // of the role
}

// FormatVersion is the number of the form in which stores keep groups: of Fields. See person.FormatVersion.
const FormatVersion = 1

// Edition says how often and by whom the group was changed.
func (r *Record) Edition() record.Edition {
	return record.Edition{Revision: r.Revision, Modified: r.Modified, Editor: r.Editor}
}

// Record prepares g for keeping and answering. People and Staff are the directory's to fill.
func (g *Group) Record() Record {
	return Record{
		ID: g.ID, Kind: g.Kind, Author: g.Author, Administered: g.Administered, Created: g.Created, Modified: g.Modified,
		Revision: g.Revision, Editor: g.Editor, Title: g.Title, Content: g.Content,
		Parent: g.Parent, Logo: g.Logo, Website: g.Website, Document: Fields(g.Kind).Object(g),
	}
}

// Group decodes the record. An error means that what is stored is damaged: an internal fault.
func (r *Record) Group() (Group, error) {
	g := Group{
		ID: r.ID, Kind: r.Kind, Author: r.Author, Administered: r.Administered, Created: r.Created, Modified: r.Modified,
		Revision: r.Revision, Editor: r.Editor, Title: r.Title, Content: r.Content,
		Parent: r.Parent, Logo: r.Logo,
	}
	if err := Fields(r.Kind).Load(&g, r.Document); err != nil {
		return Group{}, fault.ErrInternal.Because(fmt.Errorf("group %d is damaged: %w", r.ID, err))
	}
	return g, nil
}

// Same reports whether two groups have the same fields: what an answer shows of them, times aside.
func (g *Group) Same(other *Group) bool {
	return g.Author == other.Author && g.Administered == other.Administered && g.Title == other.Title &&
		g.Content == other.Content && g.Parent == other.Parent && g.Logo == other.Logo &&
		Fields(g.Kind).Object(g) == Fields(other.Kind).Object(other)
}

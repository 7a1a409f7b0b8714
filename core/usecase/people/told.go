package people

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// entry is an entry of the log about a person, 0 for several.
func (s *Service) entry(kind audit.Kind, viewer access.Viewer, id person.ID) audit.Entry {
	return audit.New(kind, audit.By(viewer), s.Now(), audit.PersonNumbered(id))
}

// tell keeps an entry of what was only read.
func (s *Service) tell(ctx context.Context, entry audit.Entry) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Audit.Append(ctx, entry) })
}

// told returns the fields that a change of many is about.
func (b *Bulk) told() (fields []string) {
	for field, changes := range map[string]bool{
		"_visibility": b.Visibility != nil, "_assigned_workspaces": b.Workspaces != nil, person.FieldLabels: b.Labels != nil,
		"work_history": b.Group != nil,
	} {
		if changes {
			fields = append(fields, field)
		}
	}
	return fields
}

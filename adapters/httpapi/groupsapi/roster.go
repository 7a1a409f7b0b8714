package groupsapi

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/term"
)

// rosterBody says who is and was in a group (contract §2.10).
type rosterBody struct {
	Current []rosterEntry `json:"current"`
	Former  []rosterEntry `json:"former"`
}

// rosterEntry is a role of somebody in a group.
type rosterEntry struct {
	rest.Summary
	Title string `json:"job_title"`
	Start string `json:"start_date" doc:"Y-m-d, or empty."`
	End   string `json:"end_date" doc:"Y-m-d, or empty."`
	Role  string `json:"role" enum:"player,staff,member"`
}

func (h *Handler) roster(list roster.Roster) rosterBody {
	return rosterBody{Current: h.rosterEntries(list.Current), Former: h.rosterEntries(list.Former)}
}

func (h *Handler) rosterEntries(entries []roster.Entry) []rosterEntry {
	list := make([]rosterEntry, len(entries))
	for i, e := range entries {
		p := &e.Person
		list[i] = rosterEntry{
			Summary: rest.Summary{
				ID: p.ID, Name: p.Name.Full(), FirstName: p.Name.First, LastName: p.Name.Last,
				Thumbnail: h.format.Picture(p.Photo, media.Thumbnail), Labels: term.Names(p.Labels), Former: p.Former,
			},
			Title: e.Work.Title, Start: e.Work.Start.String(), End: e.Work.End.String(), Role: string(e.Role),
		}
	}
	return list
}

// AppendJSON implements rest.Appender.
func (b rosterBody) AppendJSON(dst []byte) []byte { return rest.AppendTagged(dst, b) }

// Schema implements huma.SchemaProvider.
func (rosterBody) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[rosterBody](r, "Roster")
}

// Schema implements huma.SchemaProvider.
func (rosterEntry) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[rosterEntry](r, "RosterEntry")
}

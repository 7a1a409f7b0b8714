package groupsapi

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/term"
)

// rosterBody says who is and was in a group (contract §2.10).
type rosterBody struct {
	Current []currentEntry `json:"current"`
	Former  []rosterEntry  `json:"former"`
}

// currentEntry is a role of somebody who is in the group now, with what its page shows beside the name.
type currentEntry struct {
	rosterEntry
	Birthdate   string         `json:"birthdate" doc:"Y-m-d, or empty."`
	Certificate string         `json:"datum-vog" doc:"Date of the certificate of conduct (VOG), or empty."`
	Screened    bool           `json:"vog_required" doc:"A certificate of conduct is asked for on the day of the request."`
	Contacts    contacts       `json:"contact_info"`
	Parents     []rosterParent `json:"parents" doc:"Of somebody under 16: those whom the reader may see."`
}

// rosterParent is through whom a child of a group is reached.
type rosterParent struct {
	ID       int64    `json:"id"`
	Name     string   `json:"name"`
	Contacts contacts `json:"contact_info"`
}

// contacts is somebody's list of contact entries, ready for the answer.
type contacts string

// rosterEntry is a role of somebody in a group.
type rosterEntry struct {
	rest.Summary
	Title string `json:"job_title"`
	Start string `json:"start_date" doc:"Y-m-d, or empty."`
	End   string `json:"end_date" doc:"Y-m-d, or empty."`
	Role  string `json:"role" enum:"player,staff,member"`
}

func (h *Handler) roster(list roster.Roster) rosterBody {
	body := rosterBody{Current: make([]currentEntry, len(list.Current)), Former: make([]rosterEntry, len(list.Former))}
	for i := range list.Current {
		about := &list.Current[i].About
		parents := make([]rosterParent, len(about.Parents))
		for i, parent := range about.Parents {
			parents[i] = rosterParent{ID: parent.ID, Name: parent.Name, Contacts: contacts(parent.Contacts)}
		}
		body.Current[i] = currentEntry{
			rosterEntry: h.rosterEntry(&list.Current[i]), Birthdate: about.Birthdate, Certificate: about.Certificate,
			Screened: about.Screened, Contacts: contacts(about.Contacts), Parents: parents,
		}
	}
	for i := range list.Former {
		body.Former[i] = h.rosterEntry(&list.Former[i])
	}
	return body
}

func (h *Handler) rosterEntry(e *roster.Entry) rosterEntry {
	p := &e.Person
	return rosterEntry{
		Summary: rest.Summary{
			ID: p.ID, Name: p.Name.Full(), FirstName: p.Name.First, LastName: p.Name.Last,
			Thumbnail: h.format.Picture(p.Photo, media.Thumbnail), Labels: term.Names(p.Labels), Former: p.Former,
		},
		Title: e.Work.Title, Start: e.Work.Start.String(), End: e.Work.End.String(), Role: string(e.Role),
	}
}

// MarshalJSON implements json.Marshaler.
func (c contacts) MarshalJSON() ([]byte, error) {
	if c == "" {
		return []byte("[]"), nil
	}
	return []byte(c), nil
}

// Schema implements huma.SchemaProvider.
func (contacts) Schema(r huma.Registry) *huma.Schema {
	return rest.FieldSchema(r, person.Fields.Descriptions(), "contact_info")
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

// Schema implements huma.SchemaProvider.
func (currentEntry) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[currentEntry](r, "CurrentRosterEntry")
}

// Schema implements huma.SchemaProvider.
func (rosterParent) Schema(r huma.Registry) *huma.Schema {
	return rest.TaggedComponent[rosterParent](r, "RosterParent")
}

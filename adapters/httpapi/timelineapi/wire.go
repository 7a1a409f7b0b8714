package timelineapi

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
)

// Activity is one as clients read it (contract §2.5).
type Activity struct {
	ID           int64   `json:"id"`
	Type         string  `json:"type" enum:"activity"`
	Content      string  `json:"content" doc:"Safe HTML, with mentions and links."`
	PersonID     int64   `json:"person_id"`
	AuthorID     int64   `json:"author_id" doc:"The user who logged it."`
	Author       string  `json:"author" doc:"What that user was called then."`
	Created      string  `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Modified     string  `json:"modified" doc:"Likewise."`
	ActivityType string  `json:"activity_type" enum:"email,chat,call,video,meeting,coffee,lunch,dinner,note,financial_block_change"`
	ActivityDate string  `json:"activity_date" doc:"Y-m-d, or empty."`
	ActivityTime string  `json:"activity_time" doc:"HH:MM, or empty."`
	Participants []int64 `json:"participants" doc:"People whom the caller may see."`
	ETag         string  `json:"etag" doc:"The ETag of the activity, for If-Match."`
}

func (h *Handler) activity(a *activity.Activity) Activity {
	return Activity{
		ID:       a.ID,
		Type:     "activity",
		Content:  a.Content,
		PersonID: a.Person,
		AuthorID: a.Author,
		Author:   a.AuthorName,
		Created: a.Created.In(h.format.Zone).
			Format(civil.StampLayout),
		Modified:     a.Modified.In(h.format.Zone).Format(civil.StampLayout),
		ActivityType: string(a.Type),
		ActivityDate: a.Date.String(),
		ActivityTime: a.Time,
		Participants: append([]int64{}, a.Participants...),
		ETag:         rest.ETag(a.Revision),
	}
}

// Note is one as clients read it.
type Note struct {
	ID         int64  `json:"id"`
	Type       string `json:"type" enum:"note"`
	Content    string `json:"content" doc:"Safe HTML, with mentions and links."`
	PersonID   int64  `json:"person_id"`
	AuthorID   int64  `json:"author_id" doc:"The user who wrote it."`
	Author     string `json:"author" doc:"What that user was called then."`
	Created    string `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Modified   string `json:"modified" doc:"Likewise."`
	Visibility string `json:"visibility" enum:"private,shared" doc:"private: its author alone; shared: who may read the person."`
	ETag       string `json:"etag" doc:"The ETag of the note, for If-Match."`
}

func (h *Handler) note(n *note.Note) Note {
	return Note{
		ID:       n.ID,
		Type:     "note",
		Content:  n.Content,
		PersonID: n.Person,
		AuthorID: n.Author,
		Author:   n.AuthorName,
		Created: n.Created.In(h.format.Zone).
			Format(civil.StampLayout),
		Modified:   n.Modified.In(h.format.Zone).Format(civil.StampLayout),
		Visibility: string(n.Visibility),
		ETag:       rest.ETag(n.Revision),
	}
}

// Email is a mail that the program sent, without what it says.
type Email struct {
	ID       int64  `json:"id"`
	Type     string `json:"type" enum:"email"`
	Content  string `json:"content" doc:"The subject: what the mail says is asked for by itself."`
	Subject  string `json:"subject"`
	Kind     string `json:"kind" doc:"Which sort of mail it is, such as welcome."`
	Opens    bool   `json:"opens" doc:"Whether the caller may read what the mail says."`
	State    string `json:"state" enum:"waiting,sending,retrying,sent,failed,uncertain,suppressed,withdrawn" doc:"How far it has come."`
	AuthorID int64  `json:"author_id" doc:"The user who sent it, 0 for the program itself."`
	Author   string `json:"author" doc:"What that user was called then."`
	Created  string `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
}

func (h *Handler) email(m *mail.Mail, opens bool) Email {
	return Email{
		ID:       m.ID,
		Type:     "email",
		Content:  m.Subject,
		Subject:  m.Subject,
		Kind:     m.Kind,
		Opens:    opens,
		State:    string(m.State),
		AuthorID: m.Author,
		Author:   m.AuthorName,
		Created:  m.Created.In(h.format.Zone).Format(civil.StampLayout),
	}
}

// OpenedMail is what a mail says. To whom it went is not told: it may be somebody whom the caller does not see.
type OpenedMail struct {
	ID      int64  `json:"id"`
	Subject string `json:"subject"`
	Content string `json:"content" doc:"Safe HTML."`
	Author  string `json:"author" doc:"What the user who sent it was called then, empty for the program itself."`
	Created string `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
}

// Todo is a task as clients read it.
type Todo struct {
	ID              int64        `json:"id"`
	Type            string       `json:"type" enum:"todo"`
	Content         string       `json:"content" doc:"Plain text."`
	PersonID        int64        `json:"person_id" doc:"The first of persons, 0 without."`
	PersonName      string       `json:"person_name" doc:"Likewise; empty without."`
	PersonThumbnail string       `json:"person_thumbnail" doc:"Likewise."`
	Persons         []TodoPerson `json:"persons" doc:"Whom it is about, of those whom the caller may see."`
	Notes           *string      `json:"notes" doc:"Safe HTML."`
	AuthorID        int64        `json:"author_id" doc:"The user who made it, and owns it."`
	Author          string       `json:"author" doc:"What that user was called then."`
	Created         string       `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Modified        string       `json:"modified" doc:"Likewise."`
	Status          string       `json:"status" enum:"open,awaiting,completed"`
	IsCompleted     bool         `json:"is_completed"`
	DueDate         *string      `json:"due_date" doc:"Y-m-d."`
	AwaitingSince   *string      `json:"awaiting_since" doc:"YYYY-MM-DD HH:MM:SS in UTC: since when it waits."`
	AssigneeID      int64        `json:"assignee_id" doc:"The user whom it is given to, 0 for its author."`
	AssigneeName    string       `json:"assignee_name" doc:"What that user was called then."`
	ETag            string       `json:"etag" doc:"The ETag of the todo, for If-Match."`
}

// TodoPerson is somebody whom a task is about.
type TodoPerson struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Thumbnail string `json:"thumbnail" doc:"Address of the photo, empty without one."`
}

func (h *Handler) todo(t *tasks.Shown) Todo {
	wire := Todo{
		ID:       t.ID,
		Type:     "todo",
		Content:  t.Content,
		Persons:  []TodoPerson{},
		AuthorID: t.Author,
		Author:   t.AuthorName,
		Created: t.Created.In(h.format.Zone).
			Format(civil.StampLayout),
		Modified:     t.Modified.In(h.format.Zone).Format(civil.StampLayout),
		Status:       string(t.Status),
		IsCompleted:  t.Status == task.Completed,
		AssigneeID:   t.Assignee,
		AssigneeName: t.AssigneeName,
		ETag:         rest.ETag(t.Revision),
	}
	if t.Notes != "" {
		wire.Notes = &t.Notes
	}
	if due := t.Due.String(); due != "" {
		wire.DueDate = &due
	}
	if !t.AwaitingSince.IsZero() {
		since := t.AwaitingSince.UTC().Format(civil.StampLayout)
		wire.AwaitingSince = &since
	}
	for i := range t.About {
		p := &t.About[i]
		wire.Persons = append(wire.Persons, TodoPerson{p.ID, p.Name.Full(), h.format.Picture(p.Photo, media.Thumbnail)})
	}
	if len(wire.Persons) > 0 {
		wire.PersonID, wire.PersonName, wire.PersonThumbnail = wire.Persons[0].ID, wire.Persons[0].Name, wire.Persons[0].Thumbnail
	}
	return wire
}

// Item is one of a timeline: an Activity, an Email, a Note or a Todo.
type Item struct{ value any }

// MarshalJSON implements json.Marshaler.
func (i Item) MarshalJSON() ([]byte, error) { return json.Marshal(i.value) }

// Schema implements huma.SchemaProvider.
func (Item) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{}
	for _, one := range []reflect.Type{
		reflect.TypeFor[Activity](), reflect.TypeFor[Email](), reflect.TypeFor[Note](), reflect.TypeFor[Todo](),
	} {
		s.OneOf = append(s.OneOf, r.Schema(one, true, ""))
	}
	return s
}

// day reads a date of a change, nil for an absent one.
func day(text *string, field string) (*civil.Date, error) {
	if text == nil {
		return nil, nil
	}
	date, ok := civil.Parse(*text)
	if !ok {
		return nil, fault.Param(field, fault.NotADate)
	}
	return &date, nil
}

package dashboardapi

import (
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/usecase/dashboards"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Somebody is a person as dashboards name one.
type Somebody struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Thumbnail string `json:"thumbnail" doc:"Address of the photo, empty without one."`
}

// WorkspaceDashboard is the role-based dashboard. Members that need a capability are absent without it.
type WorkspaceDashboard struct {
	Context     DashboardRoles          `json:"context"`
	Today       string                  `json:"today" doc:"The club's day."`
	Day         int                     `json:"day" doc:"Of the week: 1 for Monday to 7 for Sunday."`
	End         string                  `json:"end_date" doc:"The last day of the window: today and six days."`
	Layout      DashboardLayout         `json:"layout"`
	Attention   []AttentionNotice       `json:"attention" doc:"What can't wait."`
	Birthdays   []DashboardBirthday     `json:"birthdays"`
	Tasks       []DashboardTask         `json:"tasks" doc:"Ten open ones at most, by day, undated last."`
	Teams       []DashboardTeam         `json:"teams" doc:"Those that the caller was given."`
	Training    []DashboardBlock        `json:"training" doc:"Of these teams, in the window."`
	HasTraining bool                    `json:"has_training_schedule" doc:"Whether the club has one at all."`
	Pitches     []DashboardPitch        `json:"pitches" doc:"Of that training."`
	Anniversary *[]DashboardAnniversary `json:"anniversaries,omitempty" doc:"With jubilarissen."`
	Membership  *MembershipFigures      `json:"membership,omitempty" doc:"With ledenadministratie: the members of the association who play."`
	Volunteers  *VolunteerFigures       `json:"volunteers,omitempty" doc:"With vrijwilligers: shifts with open places, of 30 days."`
	VOG         *VOGFigures             `json:"vog,omitempty" doc:"With vog: current volunteers who need a certificate."`
	Backup      *LastBackup             `json:"backup,omitempty" doc:"For administrators."`
}

// LastBackup is how old the last backup is that was tried out.
type LastBackup struct {
	VerifiedAt *string `json:"verified_at" doc:"When it was tried out: YYYY-MM-DD HH:MM:SS in UTC, null for never."`
}

// DashboardRoles says which responsibilities the caller has.
type DashboardRoles struct {
	Board          bool `json:"board"`
	Coordinator    bool `json:"coordinator"`
	MatchSecretary bool `json:"match_secretary"`
}

// DashboardLayout is how the caller likes the dashboard.
type DashboardLayout struct {
	Order     []string       `json:"order" doc:"Ids of blocks."`
	Hidden    []string       `json:"hidden"`
	Defaults  LayoutDefaults `json:"defaults" doc:"What the layout is without a choice."`
	Available []string       `json:"available" doc:"The blocks that the caller has."`
}

// LayoutDefaults is the layout of who chose none.
type LayoutDefaults struct {
	Order  []string `json:"order"`
	Hidden []string `json:"hidden"`
}

// AttentionNotice is something that can't wait.
type AttentionNotice struct {
	Kind    string `json:"kind" doc:"matches_cancelled, source_fails, mails_failed, backup_old or sync_failed."`
	Message string `json:"message"`
	URL     string `json:"url" doc:"The place of the page where it is dealt with, empty for none."`
	Count   int    `json:"count"`
}

// DashboardBirthday is a birthday of the window.
type DashboardBirthday struct {
	Somebody
	Date  string `json:"date"`
	Until int    `json:"days_until"`
	Age   int    `json:"age" doc:"That the person then reaches."`
}

// DashboardTask is an open task of the caller.
type DashboardTask struct {
	ID      int64      `json:"id"`
	Content string     `json:"content"`
	Due     *string    `json:"due_date"`
	Overdue bool       `json:"is_overdue"`
	Status  string     `json:"status"`
	Person  TaskPerson `json:"person" doc:"The first person whom it is about and whom the caller may see."`
	GivenTo string     `json:"given_to" doc:"Who does it to whom the caller gave it; empty for what is the caller's own to do."`
	GivenBy string     `json:"given_by" doc:"Who gave it to the caller; empty for nobody."`
}

// TaskPerson is whom a task is about, null for nobody.
type TaskPerson struct{ *Somebody }

// MarshalJSON implements json.Marshaler.
func (p TaskPerson) MarshalJSON() ([]byte, error) { return json.Marshal(p.Somebody) }

// Schema implements huma.SchemaProvider.
func (TaskPerson) Schema(r huma.Registry) *huma.Schema {
	s := rest.TaggedObject[Somebody](r)
	s.Nullable = true
	return s
}

// DashboardTeam is a team that the caller was given.
type DashboardTeam struct {
	Somebody
	Players int `json:"player_count" doc:"Everybody once, without former members."`
	Staff   int `json:"staff_count"`
}

// DashboardBlock is a training of the caller's teams.
type DashboardBlock struct {
	ID    int64   `json:"id"`
	Day   int     `json:"day"`
	Start string  `json:"start"`
	End   string  `json:"end"`
	Pitch int64   `json:"pitch_id"`
	Teams []int64 `json:"team_ids" doc:"Of the caller's teams."`
}

// DashboardPitch is a pitch.
type DashboardPitch struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// DashboardAnniversary is a milestone of a membership.
type DashboardAnniversary struct {
	ID        *int64  `json:"id" doc:"null when the caller may not open the person."`
	Name      string  `json:"name"`
	Thumbnail string  `json:"thumbnail" doc:"Empty likewise."`
	Years     float64 `json:"milestone_years"`
	Date      string  `json:"date"`
	Until     int     `json:"days_until"`
}

// MembershipFigures are how many play in the association, and who came and went this season.
type MembershipFigures struct {
	Total       int    `json:"total"`
	Joined      int    `json:"joined"`
	Left        int    `json:"left"`
	LeftUnknown int    `json:"left_unknown" doc:"Who left without an activity: not in left."`
	Season      string `json:"season"`
	Start       string `json:"season_start"`
}

// VolunteerFigures are shifts with open places.
type VolunteerFigures struct {
	Shifts int             `json:"open_shifts"`
	Places int             `json:"open_places"`
	Items  []ShiftShortage `json:"items"`
}

// ShiftShortage is a shift with open places.
type ShiftShortage struct {
	ID     int64  `json:"id"`
	Title  string `json:"title"`
	Date   string `json:"date"`
	Start  string `json:"start"`
	End    string `json:"end"`
	Needed int    `json:"needed" doc:"Places in all."`
	Filled int    `json:"filled"`
}

// VOGFigures count volunteers who need a certificate of conduct.
type VOGFigures struct {
	NotRequested int `json:"missing_or_expired_not_requested"`
	Requested    int `json:"missing_or_expired_requested"`
	Expiring     int `json:"expiring" doc:"Within 30 days."`
}

func each[T, W any](list []T, wire func(*T) W) []W {
	written := make([]W, len(list))
	for i := range list {
		written[i] = wire(&list[i])
	}
	return written
}

func texts[S ~string](values []S) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

func (h *Handler) somebody(id int64, name string, photo int64) Somebody {
	return Somebody{id, name, h.format.Picture(photo, media.Thumbnail)}
}

func (h *Handler) summary(s *person.Summary) *Somebody {
	if s == nil {
		return nil
	}
	somebody := h.somebody(s.ID, s.Name.Full(), s.Photo)
	return &somebody
}

func day(d civil.Date) *string {
	if d.IsZero() {
		return nil
	}
	text := d.String()
	return &text
}

func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format(civil.StampLayout)
	return &text
}

func (h *Handler) wire(w *dashboards.Workspace) WorkspaceDashboard {
	wire := WorkspaceDashboard{
		Context: DashboardRoles(w.Context), Today: w.Today.String(), Day: training.Weekday(w.Today), End: w.End.String(),
		Layout: wireLayout(&w.Layout), Attention: each(w.Attention, func(n *dashboard.Notice) AttentionNotice {
			return AttentionNotice{string(n.Kind), n.Message, n.URL, n.Count}
		}),
		Birthdays: each(w.Birthdays, func(b *dashboard.Birthday) DashboardBirthday {
			return DashboardBirthday{h.somebody(b.Person, b.Name, b.Photo), b.On.String(), b.Until, b.Age}
		}),
		Tasks: each(w.Tasks, func(t *dashboards.Task) DashboardTask {
			return DashboardTask{t.ID, t.Content, day(t.Due), t.Overdue, string(t.Status), TaskPerson{h.summary(t.About)},
				t.GivenTo, t.GivenBy}
		}),
		Teams: each(w.Squads, func(s *dashboard.Squad) DashboardTeam {
			return DashboardTeam{h.somebody(s.Team, s.Name, s.Logo), s.Players, s.Staff}
		}),
		Training: each(w.Training, func(b *training.Block) DashboardBlock {
			return DashboardBlock{b.ID, b.Day, b.Start, b.End, b.Pitch, b.Teams}
		}),
		HasTraining: w.Scheduled,
		Pitches:     each(w.Pitches, func(p *training.Pitch) DashboardPitch { return DashboardPitch{p.ID, p.Name} }),
	}
	if w.Anniversaries != nil {
		list := each(*w.Anniversaries, func(a *directory.Jubilee) DashboardAnniversary { return h.anniversary(a, w.Today) })
		wire.Anniversary = &list
	}
	if f := w.Membership; f != nil {
		wire.Membership = &MembershipFigures{f.Total, f.Joined, f.Left, f.LeftUnknown, f.Season.String(), f.Start.String()}
	}
	if v := w.Volunteers; v != nil {
		wire.Volunteers = &VolunteerFigures{v.OpenShifts, v.OpenPlaces, each(v.Items, func(s *volunteer.Shortage) ShiftShortage {
			return ShiftShortage{s.ID, s.Title, s.Date.String(), s.Start, s.End, s.Needed, s.Filled}
		})}
	}
	if w.Screening != nil {
		wire.VOG = wireScreening(w.Screening)
	}
	if w.Backup != nil {
		wire.Backup = &LastBackup{stamp(w.Backup.Verified)}
	}
	return wire
}

func wireScreening(s *screening.Counts) *VOGFigures {
	return &VOGFigures{s.NotRequested, s.Requested, s.Expiring}
}

func (h *Handler) anniversary(a *directory.Jubilee, today civil.Date) DashboardAnniversary {
	wire := DashboardAnniversary{Name: a.Name, Years: a.Years(), Date: a.Date.String(), Until: today.DaysUntil(a.Date)}
	if a.Open {
		wire.ID, wire.Thumbnail = &a.ID, h.format.Picture(a.Photo, media.Thumbnail)
	}
	return wire
}

func wireLayout(l *dashboards.Layout) DashboardLayout {
	begin := dashboard.Default(l.Available)
	return DashboardLayout{
		Order: texts(l.Order), Hidden: texts(l.Hidden), Available: texts(l.Available),
		Defaults: LayoutDefaults{texts(begin.Order), texts(begin.Hidden)},
	}
}

package dashboardapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/dashboards"
)

// Dashboard is the overview of the club.
type Dashboard struct {
	Stats     DashboardStats    `json:"stats"`
	Recent    []DashboardPerson `json:"recent_people" doc:"Who was changed last."`
	Reminders []Reminder        `json:"upcoming_reminders" doc:"Of today and 14 days: five, and all of today."`
	Favorites []DashboardPerson `json:"favorites"`
	Contacted []ContactedPerson `json:"recently_contacted" doc:"Of whom the caller logged an activity last."`
}

// DashboardStats are what there is of the club that the caller may see.
type DashboardStats struct {
	People        int         `json:"total_people" doc:"Without former members."`
	Teams         int         `json:"total_teams"`
	Committees    int         `json:"total_commissies"`
	Volunteers    int         `json:"total_volunteers"`
	OpenTasks     int         `json:"open_todos_count"`
	AwaitingTasks int         `json:"awaiting_todos_count"`
	Feedback      int         `json:"open_feedback_count"`
	VOG           *VOGFigures `json:"vog,omitempty" doc:"With vog."`
}

// DashboardPerson is a person summary (contract §2.1 rule 4).
type DashboardPerson struct {
	rest.Summary
	Infix    string `json:"infix"`
	Favorite bool   `json:"is_favorite"`
}

// ContactedPerson is somebody of whom the caller logged an activity.
type ContactedPerson struct {
	DashboardPerson
	Last string `json:"last_activity_date"`
}

// Reminder is a birthday that comes (contract §2.10).
type Reminder struct {
	ID          int64      `json:"id" doc:"The person's number."`
	Title       string     `json:"title"`
	Date        string     `json:"date_value" doc:"The date of birth."`
	Next        string     `json:"next_occurrence"`
	Until       int        `json:"days_until"`
	Recurring   bool       `json:"is_recurring"`
	YearUnknown bool       `json:"year_unknown"`
	Related     []Somebody `json:"related_people"`
}

func (h *Handler) reminder(b *dashboard.Birthday) Reminder {
	return Reminder{
		ID: b.Person, Title: b.Name, Date: b.Born.String(), Next: b.On.String(), Until: b.Until, Recurring: true,
		Related: []Somebody{h.somebody(b.Person, b.Name, b.Photo)},
	}
}

func (h *Handler) overview(c *dashboards.Club) Dashboard {
	one := func(s *person.Summary) DashboardPerson {
		return DashboardPerson{
			Summary: rest.Summary{
				ID: s.ID, Name: s.Name.Full(), FirstName: s.Name.First, LastName: s.Name.Last,
				Thumbnail: h.format.Picture(s.Photo, media.Thumbnail), Labels: term.Names(s.Labels), Former: s.Former,
			},
			Infix: s.Name.Infix, Favorite: c.Marked[s.ID],
		}
	}
	wire := Dashboard{
		Stats: DashboardStats{
			People: c.People, Teams: c.Teams, Committees: c.Committees, Volunteers: c.Volunteers, OpenTasks: c.OpenTasks,
			AwaitingTasks: c.AwaitingTasks, Feedback: c.Feedback,
		},
		Recent: each(c.Recent, one), Favorites: each(c.Favorites, one), Reminders: each(c.Birthdays, h.reminder),
		Contacted: each(c.Contacted, func(p *dashboards.Contacted) ContactedPerson {
			return ContactedPerson{one(&p.Summary), civil.On(p.Last, h.format.Zone).String()}
		}),
	}
	if c.Screening != nil {
		wire.Stats.VOG = wireScreening(c.Screening)
	}
	return wire
}

// MatchProgramme is the matches of seven days.
type MatchProgramme struct {
	Matches []ProgrammeMatch `json:"matches" doc:"By their start."`
	Feed    MatchFeed        `json:"feed"`
}

// ProgrammeMatch is a match of one of the club's teams.
type ProgrammeMatch struct {
	ID          int64         `json:"match_id"`
	Date        string        `json:"date"`
	Time        string        `json:"time" doc:"HH:MM in the club's zone."`
	Home        string        `json:"home_team"`
	Away        string        `json:"away_team"`
	AtHome      bool          `json:"is_home"`
	Teams       []int64       `json:"team_ids" doc:"The caller's own teams that play in it."`
	Pitch       string        `json:"pitch"`
	Location    string        `json:"location"`
	Rooms       DressingRooms `json:"dressing_rooms"`
	Competition string        `json:"competition"`
	Cancelled   bool          `json:"cancelled"`
	Reason      string        `json:"cancellation_reason"`
}

// DressingRooms are as the federation tells them, empty when nobody filled them in.
type DressingRooms struct {
	Home    string `json:"home"`
	Away    string `json:"away"`
	Referee string `json:"referee"`
}

// MatchFeed tells how old the sources are. Times are YYYY-MM-DD HH:MM:SS in UTC, null for never.
type MatchFeed struct {
	FetchedAt     *string       `json:"fetched_at" doc:"The oldest of them."`
	Programme     FeedState     `json:"programme"`
	Cancellations FeedState     `json:"cancellations"`
	Warnings      []FeedWarning `json:"warnings" doc:"Why what is shown may not be all."`
}

// FeedState is how old one source is.
type FeedState struct {
	FetchedAt *string `json:"fetched_at"`
	Fresh     bool    `json:"fresh" doc:"Younger than 60 minutes."`
}

// FeedWarning says that a source can't be relied upon.
type FeedWarning struct {
	Source  string `json:"source" doc:"programme, cancellations or team."`
	Code    string `json:"code" doc:"not_configured, unreachable, refused, missing, unexpected, no_code, never_fetched or stale."`
	Message string `json:"message"`
}

// programmeBody is a MatchProgramme that writes itself. The matches of a club are hundreds, and change a few times an hour.
type programmeBody struct {
	matches []byte // JSON
	feed    MatchFeed
}

// AppendJSON implements rest.Appender.
func (b programmeBody) AppendJSON(dst []byte) []byte {
	dst = append(append(dst, `{"matches":`...), b.matches...)
	return append(rest.AppendTagged(append(dst, `,"feed":`...), b.feed), "}\n"...)
}

// Schema implements huma.SchemaProvider.
func (programmeBody) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[MatchProgramme](), true, "")
}

var _ rest.Appender = programmeBody{}

func (h *Handler) programme(m *dashboards.Matches) programmeBody {
	feed := MatchFeed{
		FetchedAt: stamp(m.Feed.At), Programme: state(m.Feed.Programme), Cancellations: state(m.Feed.Cancellations),
		Warnings: each(m.Feed.Warnings, func(w *matchday.Warning) FeedWarning {
			source := string(w.Source)
			if w.Source != matchday.Programme && w.Source != matchday.Cancellations {
				source = "team"
			}
			return FeedWarning{source, w.Code, w.Message}
		}),
	}
	text, found := h.written.Find(m.View, m.Version)
	if !found {
		text = rest.AppendTagged(nil, h.matchesOf(m))
		h.written.Keep(m.View, m.Version, text)
	}
	return programmeBody{text, feed}
}

func (h *Handler) matchesOf(m *dashboards.Matches) []ProgrammeMatch {
	wire := make([]ProgrammeMatch, len(m.Matches))
	for i := range m.Matches {
		one := &m.Matches[i]
		start := one.Start.In(h.format.Zone)
		wire[i] = ProgrammeMatch{
			ID: one.ID, Date: civil.Of(start).String(), Time: start.Format("15:04"), Home: one.Home, Away: one.Away, AtHome: one.AtHome,
			Teams: append([]int64{}, m.Teams[i]...), Pitch: one.Pitch, Location: one.Location, Rooms: DressingRooms(one.Rooms),
			Competition: one.Competition, Cancelled: one.Cancelled, Reason: one.Cancellation,
		}
	}
	return wire
}

func state(s matchday.State) FeedState { return FeedState{stamp(s.At), s.Fresh} }

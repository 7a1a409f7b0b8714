package accountsapi

import (
	"maps"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// Me is who is signed in (contract §4.5, §2.11 rule 2).
type Me struct {
	ID                     int64            `json:"id"`
	Name                   string           `json:"name"`
	Username               string           `json:"username"`
	Email                  string           `json:"email"`
	AvatarURL              string           `json:"avatar_url"`
	IsAdmin                bool             `json:"is_admin"`
	IsDemoUser             bool             `json:"is_demo_user"`
	Roles                  []string         `json:"roles"`
	Capabilities           []string         `json:"capabilities" doc:"The sections that the roles open, and manage_options for administrators."`
	CanAccessFairPlay      bool             `json:"can_access_fairplay"`
	CanAccessVOG           bool             `json:"can_access_vog"`
	CanAccessFinance       bool             `json:"can_access_financieel"`
	ProfileURL             string           `json:"profile_url"`
	AdminURL               string           `json:"admin_url"`
	LinkedPersonID         *int64           `json:"linked_person_id"`
	LinkedPersonName       *string          `json:"linked_person_name"`
	ActiveFunctions        []string         `json:"active_functies"`
	CanAccessDashboard     bool             `json:"can_access_dashboard"`
	DashboardContext       DashboardContext `json:"dashboard_context"`
	CanAccessClubDashboard bool             `json:"can_access_club_dashboard"`
	ListPreferences        ListPreferences  `json:"list_preferences"`
	CanSyncIndividual      bool             `json:"can_sync_individual" doc:"Whether the user may have one member brought up to date from the federation's administration, and the club can do it."`
}

// ListPreferences are how a user likes the lists of the page.
type ListPreferences struct {
	Density   string         `json:"density" enum:"compact,roomy" doc:"How high the rows of lists are."`
	Shortcuts bool           `json:"shortcuts" doc:"Whether keys of one letter do something."`
	People    ListPreference `json:"people"`
}

// The heights of rows.
const (
	compact = "compact"
	roomy   = "roomy"
)

// ListPreference is how a user likes one list.
type ListPreference struct {
	Columns []string       `json:"columns" doc:"In order; empty for the usual ones."`
	Widths  map[string]int `json:"widths" doc:"In pixels, by column; a column that is not there has its usual width."`
}

func wirePreferences(p account.Preferences) ListPreferences {
	preferences := ListPreferences{Density: compact, Shortcuts: !p.NoShortcuts, People: ListPreference{
		Columns: append([]string{}, p.PeopleColumns...), Widths: map[string]int{},
	}}
	maps.Copy(preferences.People.Widths, p.PeopleWidths)
	if p.Roomy {
		preferences.Density = roomy
	}
	return preferences
}

// DashboardContext says which responsibilities a user has.
type DashboardContext struct {
	Board          bool `json:"board"`
	Coordinator    bool `json:"coordinator"`
	MatchSecretary bool `json:"match_secretary"`
}

func texts[S ~string](values []S) []string {
	list := make([]string, len(values))
	for i, value := range values {
		list[i] = string(value)
	}
	return list
}

func (h *Handler) me(p accounts.Profile) Me {
	v := p.Viewer
	me := Me{
		ID: p.ID, Name: p.DisplayName, Username: p.Username, Email: p.Email, IsAdmin: v.Can(access.Manage), IsDemoUser: p.Demo,
		Roles: texts(p.Held()), Capabilities: texts(v.Capabilities()),
		CanAccessFairPlay: v.Can(access.FairPlay), CanAccessVOG: v.Can(access.Certificates), CanAccessFinance: v.Can(access.Finance),
		ProfileURL: h.format.PageURL + "/instellingen", ActiveFunctions: p.Functions,
		AvatarURL:          h.format.Picture(p.Photo, media.Thumbnail),
		ListPreferences:    wirePreferences(p.Preferences),
		CanSyncIndividual:  h.refreshes(v),
		CanAccessDashboard: p.Responsibilities.Any(), CanAccessClubDashboard: p.ClubDashboard,
		DashboardContext: DashboardContext{
			Board: p.Responsibilities.Board, Coordinator: p.Responsibilities.Coordinator,
			MatchSecretary: p.Responsibilities.MatchSecretary,
		},
	}
	if me.IsAdmin {
		me.AdminURL = h.format.PageURL + "/instellingen"
	}
	if p.Person != 0 {
		me.LinkedPersonID, me.LinkedPersonName = &p.Person, &p.PersonName
	}
	return me
}

// SessionState is an open session: who is signed in, and the nonce for calls that change something.
type SessionState struct {
	User           Me     `json:"user"`
	Nonce          string `json:"nonce" doc:"Goes into the header X-CMS-Nonce of every call but GET."`
	NonceExpiresAt string `json:"nonce_expires_at" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	Enrolls        bool   `json:"second_factor_setup" doc:"A role asks for a second factor that the user lacks: all else is 403 second_factor_setup."`
}

// Session is one signed-in browser of the user.
type Session struct {
	ID        string `json:"id"`
	Created   string `json:"created" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	LastSeen  string `json:"last_seen" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	Address   string `json:"address"`
	UserAgent string `json:"user_agent"`
	Browser   string `json:"browser" doc:"Its name, as far as the user agent tells it."`
	System    string `json:"system" doc:"What it runs on, likewise."`
	Current   bool   `json:"current" doc:"Whether it is the session of this request."`
}

// ApplicationPassword lets a program sign in as the user.
type ApplicationPassword struct {
	UUID     string  `json:"uuid"`
	Name     string  `json:"name"`
	Created  string  `json:"created" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	LastUsed *string `json:"last_used" doc:"YYYY-MM-DD HH:MM:SS in UTC, null for never."`
	LastIP   *string `json:"last_ip"`
	Expires  *string `json:"expires" doc:"The last day on which it works, YYYY-MM-DD; null for no end."`
	Expired  bool    `json:"expired" doc:"Whether that day has passed: it works no more."`
	ReadOnly bool    `json:"read_only" doc:"Whether it may only read."`
}

// NewApplicationPassword is one at the only time that it is known.
type NewApplicationPassword struct {
	ApplicationPassword
	Password string `json:"password" doc:"24 letters in groups of 4; blanks are ignored."`
}

func stamp(t time.Time) string { return t.UTC().Format(civil.StampLayout) }

func wireSession(s account.Session, current account.Digest) Session {
	device := account.DeviceOf(s.UserAgent)
	return Session{
		Browser: device.Browser, System: device.System,
		ID: s.ID, Created: stamp(s.Created), LastSeen: stamp(s.LastSeen), Address: s.Address, UserAgent: s.UserAgent,
		Current: s.Digest == current,
	}
}

func wirePassword(p account.ApplicationPassword, today civil.Date) ApplicationPassword {
	wire := ApplicationPassword{
		UUID: p.UUID, Name: p.Name, Created: stamp(p.Created), ReadOnly: p.ReadOnly, Expired: p.EndedOn(today),
	}
	if !p.Until.IsZero() {
		last := p.Until.String()
		wire.Expires = &last
	}
	if !p.LastUsed.IsZero() {
		used := stamp(p.LastUsed)
		wire.LastUsed, wire.LastIP = &used, &p.LastIP
	}
	return wire
}

func wirePasswords(list []account.ApplicationPassword, today civil.Date) []ApplicationPassword {
	wire := make([]ApplicationPassword, len(list))
	for i, p := range list {
		wire[i] = wirePassword(p, today)
	}
	return wire
}

// UserHit is a user that a search found (contract §2.6).
type UserHit struct {
	ID          int64  `json:"id"`
	DisplayName string `json:"display_name"`
	AvatarURL   string `json:"avatar_url" doc:"The thumbnail of the linked person, empty without one that the caller may see."`
}

// UserEntry is a user in the administrators' list (contract §2.6).
type UserEntry struct {
	ID               int64    `json:"id"`
	Name             string   `json:"name"`
	Username         string   `json:"username"`
	Email            string   `json:"email"`
	Roles            []string `json:"roles"`
	Registered       string   `json:"registered" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	LastActive       *string  `json:"last_active" doc:"YYYY-MM-DD HH:MM:SS in UTC, null if no activity is known."`
	LinkedPersonID   *int64   `json:"linked_person_id"`
	LinkedPersonName *string  `json:"linked_person_name"`
	Blocked          bool     `json:"blocked" doc:"Whether the user is kept out."`
	SecondFactor     bool     `json:"second_factor" doc:"Whether signing in takes a code beside the password."`
}

func wireUser(u account.Listed) UserEntry {
	entry := UserEntry{
		ID: u.ID, Name: u.DisplayName, Username: u.Username, Email: u.Email, Roles: texts(u.Held()), Registered: stamp(u.Registered),
		Blocked: !u.MaySignIn(), SecondFactor: u.Factor.On(),
	}
	if !u.LastActive.IsZero() {
		active := stamp(u.LastActive)
		entry.LastActive = &active
	}
	if u.Person != 0 && u.PersonName != "" {
		entry.LinkedPersonID, entry.LinkedPersonName = &u.Person, &u.PersonName
	}
	return entry
}

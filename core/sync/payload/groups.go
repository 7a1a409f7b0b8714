package payload

import (
	"cmp"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// CommitteeKey is the key under which a committee carries its id on the site. It tells the committees that the synchronization
// made from those that people made.
const CommitteeKey = "committee-id"

// TeamKey is the same for teams (contract §2.3).
const TeamKey = "publicteamid"

// Team returns what the application is told about a team (contract §2.3). A mixed team has no gender.
func Team(t federation.Team) Payload {
	activity := ""
	if t.Activity == "Veld" || t.Activity == "Zaal" {
		activity = t.Activity
	}
	return Payload{Title: cmp.Or(t.Name, t.Code, t.ID), ACF: map[string]any{
		TeamKey: t.ID, "activiteit": activity, "gender": genders[t.Gender],
	}}
}

// Committee returns what the application is told about a committee.
func Committee(id, name string) Payload {
	return Payload{Title: cmp.Or(name, id), ACF: map[string]any{CommitteeKey: id}}
}

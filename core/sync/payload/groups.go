package payload

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/work"
)

// Group is a team or a committee of the application, as far as something is told about it: see Person. A title that is empty is
// not told.
type Group struct {
	group.Group
	Told []string // the keys of acf that are told
}

// The keys under which groups carry their id on the site (contract §2.3). The id tells the committees that the synchronization
// made from those that people made.
const (
	TeamKey      = "publicteamid"
	CommitteeKey = "committee-id"
)

// ListedOfGroups are the fields of acf that are read from lists of groups.
var ListedOfGroups = []string{TeamKey, CommitteeKey}

// Team returns what the application is told about a team (contract §2.3). A mixed team has no gender.
func Team(t federation.Team) Group {
	g := Group{
		Group: group.Group{Kind: work.Team, Title: cmp.Or(t.Name, t.Code, t.ID), PublicID: t.ID, Gender: genders[t.Gender]},
		Told:  []string{TeamKey, "activiteit", "gender"},
	}
	if activity := group.Activity(t.Activity); slices.Contains(group.Activities, activity) {
		g.Activity = activity
	}
	return g
}

// Committee returns what the application is told about a committee.
func Committee(id, name string) Group {
	return Group{
		Group: group.Group{
			Kind: work.Committee, Title: cmp.Or(name, id), Extra: acf.Extra{CommitteeKey: acf.AppendText(nil, id)},
		},
		Told: []string{CommitteeKey},
	}
}

// Read reads the acf object of a group of the kind.
func (g *Group) Read(fields []byte) { g.Told = group.Fields(g.Kind).Read(&g.Group, fields) }

// Encode returns the acf object of what is told, nil for nothing.
func (g Group) Encode() json.RawMessage {
	if len(g.Told) == 0 {
		return nil
	}
	return group.Fields(g.Kind).AppendOnly(nil, &g.Group, g.Told)
}

// Hash returns the hash of everything that is told.
func (g Group) Hash() string { return diff.Hash([]string{g.Title, string(g.Encode())}) }

// Short returns the group with the fields that are read from lists.
func (g Group) Short() Group {
	short := Group{Group: group.Group{
		ID: g.ID, Kind: g.Kind, Modified: g.Modified, Administered: g.Administered, Title: g.Title,
	}}
	for _, key := range g.Told {
		if slices.Contains(ListedOfGroups, key) {
			group.Fields(g.Kind).Restore(&short.Group, &g.Group, key)
			short.Told = append(short.Told, key)
		}
	}
	return short
}

// SiteID returns the id that a group has on the site, "" for none.
func (g Group) SiteID() string {
	if g.Kind == work.Team {
		return g.PublicID
	}
	raw := g.Extra[CommitteeKey]
	var id string
	if json.Unmarshal(raw, &id) != nil {
		return string(raw) // a number, as somebody else wrote it
	}
	return id
}

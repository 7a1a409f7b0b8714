package payload

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Case is a case of discipline of the application, as far as something is told about it: see Person. A title that is empty,
// and no season, are not told.
type Case struct {
	discipline.Case
	Told []string // the keys of acf that are told
}

// KeyDossier is the field that tells which case of the federation a case is.
const KeyDossier = "dossier_id"

// ListedOfCases are the fields of acf that are read from lists of cases.
var ListedOfCases = []string{KeyDossier, "person", discipline.KeyCharged}

// caseFields are what is told of every case, in the order in which it is told.
var caseFields = []string{
	KeyDossier, "person", "match_date", "match_description", "team_name", "charge_codes", "charge_description",
	"sanction_description", "processing_date", "administrative_fee", "home_team", "away_team",
}

// Around is what the application has around a case: the number of the person, 0 while nobody is known, the name of the player,
// and the numbers of the teams.
type Around struct {
	Person     int64
	Name       string
	Home, Away int64
}

// CaseOf returns what the application is told about a case. Who asks to pay is told only when the federation does: otherwise the
// application decides that itself.
func CaseOf(c federation.Case, around Around) Case {
	told := Case{Told: caseFields, Case: discipline.Case{
		Dossier: c.Dossier, Person: around.Person, MatchOn: c.Played, ProcessedOn: c.Processed, Match: c.Match, Team: c.Team,
		Codes: c.CodesText(), Charge: c.Charge, Sanction: c.Sanction, Fee: c.Fee, Home: around.Home, Away: around.Away,
	}}
	var parts []string
	for _, part := range []string{around.Name, c.Match, c.Played.String()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	told.Title = cmp.Or(strings.Join(parts, " - "), c.Dossier)
	if !c.Played.IsZero() {
		told.Season = season.On(c.Played)
	}
	if c.Charged {
		told.Charged = discipline.ByFederation
		told.Told = slices.Concat(caseFields, []string{discipline.KeyCharged})
	}
	return told
}

// WithoutCharge returns the case without a word about who asks to pay.
func (c Case) WithoutCharge() Case {
	c.Told = caseFields
	return c
}

// Read reads the acf object of a case.
func (c *Case) Read(fields []byte) { c.Told = discipline.Fields.Read(&c.Case, fields) }

// Encode returns the acf object of what is told.
func (c Case) Encode() json.RawMessage { return discipline.Fields.AppendOnly(nil, &c.Case, c.Told) }

// Hash returns the hash of everything that is told.
func (c Case) Hash() string {
	return diff.Hash([]string{c.Title, c.Season.String(), string(c.Encode())})
}

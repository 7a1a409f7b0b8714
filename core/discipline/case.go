// Package discipline owns the cases of the federation's disciplinary committee: what a member did in which match, what that
// costs, and who asks the member to pay it.
//
// It does not own the invoice over a case (core/invoice), and does not decide who may read it: see core/usecase/cases.
package discipline

import (
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
)

// Case is one case.
type Case struct {
	record.Head
	Title       string
	Dossier     string // dossier_id, unique and never ""
	Person      int64  // 0 for nobody
	MatchOn     civil.Date
	ProcessedOn civil.Date
	Match       string
	Team        string
	Codes       string // of the charge, such as R2.3; see Card
	Charge      string
	Sanction    string
	Fee         *money.Cents // administrative fee, nil for none
	Charged     Charged
	Home, Away  int64         // teams of the club that played, 0 for none
	Season      season.Season // 0 for none
	Extra       acf.Extra     // acf keys that Clubhuis does not know: kept and returned
}

// Charged says who asks the member to pay.
type Charged string

// Who asks.
const (
	NotCharged   Charged = ""
	ByFederation Charged = "federation"
	ByClub       Charged = "club"
)

// Spoken are the words of the predecessor for them.
var Spoken = map[string]Charged{"sportlink": ByFederation, "rondo": ByClub}

// Card is the card that a player was shown.
type Card string

// The cards.
const (
	Yellow Card = "yellow"
	Red    Card = "red"
)

// Card returns the card: a charge whose code ends in -1 is yellow, every other one red.
func (c *Case) Card() Card {
	if strings.HasSuffix(strings.TrimSpace(c.Codes), "-1") {
		return Yellow
	}
	return Red
}

// Fields are the members of the acf object of a case, in the order in which they are kept.
var Fields = acf.NewTable(
	func(c *Case) *acf.Extra { return &c.Extra },
	acf.Text("dossier_id", func(c *Case) *string { return &c.Dossier }, acf.Doc("Unique.")),
	acf.ID("person", func(c *Case) *int64 { return &c.Person }),
	acf.Date("match_date", func(c *Case) *civil.Date { return &c.MatchOn }),
	acf.Date("processing_date", func(c *Case) *civil.Date { return &c.ProcessedOn }),
	acf.Text("match_description", func(c *Case) *string { return &c.Match }),
	acf.Text("team_name", func(c *Case) *string { return &c.Team }),
	acf.Text(
		"charge_codes",
		func(c *Case) *string { return &c.Codes },
		acf.Doc("One that ends in -1 is a yellow card, others are red."),
	),
	acf.Text("charge_description", func(c *Case) *string { return &c.Charge }),
	acf.Text("sanction_description", func(c *Case) *string { return &c.Sanction }),
	acf.Amount("administrative_fee", func(c *Case) **money.Cents { return &c.Fee }),
	acf.Choice(KeyCharged, func(c *Case) *Charged { return &c.Charged }, []Charged{ByFederation, ByClub},
		acf.Doc("Who asks the member to pay: empty for nobody.")),
	acf.ID("home_team", func(c *Case) *int64 { return &c.Home }),
	acf.ID("away_team", func(c *Case) *int64 { return &c.Away }),
)

// KeyCharged is the field that says who asks to pay.
const KeyCharged = "is_charged"

// longest is the length of a title, and of a dossier's number, in characters.
const (
	longestTitle   = 1000
	longestDossier = 100
)

// Validate trims an edited case first, and then adds to problems what may not be saved.
func (c *Case) Validate(problems *fault.Problems) {
	c.Dossier, c.Title = strings.TrimSpace(c.Dossier), strings.TrimSpace(c.Title)
	acf.CheckText(c.Title, "title", problems)
	switch {
	case c.Dossier == "":
		problems.Add("acf.dossier_id", fault.Required)
	case utf8.RuneCountInString(c.Dossier) > longestDossier:
		problems.Add("acf.dossier_id", dossierTooLong)
	}
	if utf8.RuneCountInString(c.Title) > longestTitle {
		problems.Add("title", titleTooLong)
	}
	if acf.SizeOf(c.Extra) > acf.MaxUnknown {
		problems.Add("acf", fault.TooManyUnknown)
	}
	if c.Season == 0 && !c.MatchOn.IsZero() {
		c.Season = season.On(c.MatchOn)
	}
}

// Clone returns a copy that shares nothing with c.
func (c *Case) Clone() Case {
	copied := *c
	if c.Fee != nil {
		fee := *c.Fee
		copied.Fee = &fee
	}
	copied.Extra = acf.CloneExtra(c.Extra)
	return copied
}

// Row is what stores keep of a case besides its head: the acf object as JSON, and what lists ask for.
type Row struct {
	Title, TitleKey, Slug string
	Dossier               string
	Person                int64
	Season                int
	MatchOn               string
	Search                string
	Charged               string
	FeeCents              int64
	Document              string
}

// Row returns that of the case.
func (c *Case) Row() Row {
	row := Row{
		Title:    c.Title,
		TitleKey: fold.Key(c.Title),
		Slug:     fold.Slug(c.Title, longestSlug),
		Dossier:  c.Dossier,
		Person:   c.Person,
		Season:   int(c.Season),
		MatchOn:  c.MatchOn.String(),
		Charged:  string(c.Charged),
		Document: Fields.Object(c),
		Search:   fold.Key(strings.Join([]string{c.Title, c.Dossier, c.Match, c.Team, c.Sanction, c.Codes}, " ")),
	}
	if c.Fee != nil {
		row.FeeCents = int64(*c.Fee)
	}
	return row
}

const longestSlug = 100

// Load returns the case of a row. An error means that what is stored is damaged.
func (r *Row) Load(head record.Head) (Case, error) {
	c := Case{Head: head, Title: r.Title, Season: season.Season(r.Season)}
	err := Fields.Load(&c, r.Document)
	return c, err
}

// Package federation owns what the federation's club administration site tells about a club, in its words turned into
// values: members, teams and who is on them, functions, seats in committees, free fields, and what can be edited there.
//
// It does not know how the site is read (ports.ClubSite) nor what the club makes of it (core/sync/payload, core/sync/mailing).
package federation

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Member is a row of the site's search. Empty is unknown.
type Member struct {
	Code                             string // PublicPersonId, the association's member code
	First, Infix, Last               string
	Gender                           string // Male, Female
	Birth, Died                      civil.Date
	Status, Type, AgeClass, Activity string
	Since, Until                     civil.Date // member since; the day on which the membership ends
	Updated                          string     // LastUpdate as the site wrote it: a day, or a day and a time
	PhotoOn                          civil.Date // day of the photo; the only sign that it changed
	Email, Email2                    string
	Mobile, Mobile2                  string
	Telephone, Telephone2            string
	Address                          Address
	Parents                          [2]Parent
	UnionTeams, ClubTeams            string // names, with commas between them
}

// Name returns the full name.
func (m *Member) Name() string {
	return strings.Join(strings.Fields(m.First+" "+m.Infix+" "+m.Last), " ")
}

// Address is where somebody lives or gets invoices.
type Address struct{ Street, Number, Appendix, Zip, City, CountryCode, Country string }

// Parent is somebody through whom a child is reached.
type Parent struct{ Name, Telephone, Email string }

// Team is a team of the federation's competitions, or one of the club's own that has none there.
type Team struct {
	ID, Name, Code   string
	Activity, Gender string // Veld, Zaal; Mannen, Vrouwen, Gemengd
	Union            bool
	// How many people the list of teams says are on it, and how many of them play; 0 where it does not say.
	People, Players int
}

// Lacks reports whether a roster is without anybody although the list of teams has people on it, or without anybody who plays:
// that is no answer.
func (t Team) Lacks(places []Place) bool {
	plays := slices.ContainsFunc(places, func(p Place) bool { return !p.Staff })
	return t.People > 0 && len(places) == 0 || t.Players > 0 && !plays
}

// Place is somebody on the roster of a team. Title is "" where the site names none.
type Place struct {
	Member, Title string
	Staff         bool // of the list of those who do not play
}

// Function is what somebody does for the club as a whole.
type Function struct {
	Title      string
	Start, End civil.Date
	Active     bool // the status says so, or there is no end
}

// Seat is what somebody does in a committee.
type Seat struct {
	Committee, Name, Title string // Committee is the site's id
	Start, End             civil.Date
	Active                 bool
}

// Detail is what the pages of one member tell. Parts that were not asked for are nil.
type Detail struct {
	Code    string
	Header  Header
	General *General
	Roles   *Roles
	Free    *FreeFields
	Invoice *Invoice
}

// Header stands above every tab.
type Header struct {
	Block   bool // a financial block on a transfer, of this club
	PhotoOn civil.Date
	Type    string // of member
}

// General is the first tab, in the same words as a row of the search.
type General struct {
	First, Infix, Last, Gender, Type string
	Birth, Died, Since               civil.Date
	Email, Email2                    string
	Mobile, Mobile2                  string
	Telephone, Telephone2            string
	Address                          Address
	Parents                          [2]Parent
}

// Roles is the tab of functions.
type Roles struct {
	Functions []Function
	Seats     []Seat
}

// FreeFields are the club's own fields: [1] is Remarks1; [0] stays empty.
type FreeFields [9]string

// Invoice is where the club sends a member's invoices to.
type Invoice struct {
	Address  Address
	Default  bool // the address is the member's own
	Last     string
	Infix    string
	Initials string
	Email    string
	External string // code in another system
}

// Tabs says which pages of a member to read; the header comes with each.
type Tabs uint8

// The tabs of a member.
const (
	TabGeneral Tabs = 1 << iota
	TabFunctions
	TabOther
	TabFinancial
)

// Has reports whether all of the tabs are among t.
func (t Tabs) Has(tabs Tabs) bool { return t&tabs == tabs }

// Picture is a photo as the site sent it.
type Picture struct {
	Data []byte
	Ext  string     // jpg, png, webp, gif
	On   civil.Date // the day that the header tells
}

// Field is something that can be edited on the site.
type Field string

// The fields that the synchronization may write back (contract §1 rule 3), in the order of the site's pages.
const (
	FieldEmail      Field = "email"
	FieldEmail2     Field = "email2"
	FieldMobile     Field = "mobile"
	FieldMobile2    Field = "mobile2"
	FieldTelephone  Field = "telephone"
	FieldTelephone2 Field = "telephone2"
	FieldStreet     Field = "street"
	FieldNumber     Field = "number"
	FieldAppendix   Field = "appendix"
	FieldZip        Field = "zip"
	FieldCity       Field = "city"
	FieldCountry    Field = "country"     // its name, as the site has it; it cannot be cleared
	FieldHelpdesk   Field = "helpdesk-id" // Remarks3
	FieldVOG        Field = "datum-vog"   // Remarks8, Y-m-d
	FieldBlock      Field = "financial-block"
)

// Fields are all of them in order.
var Fields = []Field{
	FieldEmail, FieldEmail2, FieldMobile, FieldMobile2, FieldTelephone, FieldTelephone2, FieldStreet, FieldNumber,
	FieldAppendix, FieldZip, FieldCity, FieldCountry, FieldHelpdesk, FieldVOG, FieldBlock,
}

// Edits are new values by field; "" clears. A date is Y-m-d, a box is "true" or "false".
type Edits map[Field]string

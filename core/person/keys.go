package person

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

// The names of the keys that lists of people are filtered and sorted by.
const (
	KeyCreated     = "created"
	KeyModified    = "modified"
	KeyAuthor      = listing.KeyAuthor
	KeyTitle       = "title" // folded full name: what a search by name looks in
	KeyFirst       = "first"
	KeyInfix       = "infix"
	KeyLast        = "last" // without the infix: Kok < de Leeuw < Visser
	KeySlug        = listing.KeySlug
	KeySearch      = "search" // everything that a search for somebody looks in, one thing a line
	KeyReach       = "reach"  // telephone numbers and addresses, as a search looks in them; see Digits
	KeyCode        = "code"
	KeyMemberType  = "member_type" // see Exact
	KeyAgeGroup    = "age_group"   // youngest to oldest; see Exact
	KeySince       = "since"
	KeyUntil       = "until"
	KeyCertificate = "certificate"
	KeyMailed      = "mailed"    // the steps towards a certificate
	KeySubmitted   = "submitted" //
	KeyReminded    = "reminded"  //
	KeyPhotoDate   = "photo_date"
	KeyBirthdate   = "birthdate"
	KeyBirthMonth  = "birth_month" // 01 to 12
	KeyBirthday    = "birthday"    // MM-DD
	KeyAssociation = "association" // see AssociationKey
	KeyHelpdesk    = "helpdesk"
	KeyFormer      = "former"
	KeyBlock       = "financial_block"
	KeyParent      = "parent"
	KeyVolunteer   = "volunteer_until" // last day as a volunteer
	KeyScreened    = "screened_until"  // last day on which a certificate of conduct is asked for
	KeyGender      = "gender"
	KeyCity        = "city"                // of the first address; see Exact
	KeyAddress     = "address"             // the first e-mail address
	KeyEmail       = "email"               // whether there is an e-mail address
	KeyPhone       = "phone"               // whether there is a telephone number
	KeyPhoto       = "photo"               // whether there is a photo in the club
	KeyDeceased    = "deceased"            //
	KeyLabels      = "labels"              // numbers of labels
	KeyGroups      = "groups"              // numbers of groups, each with the last day there; see listing.Reaching
	KeyFunctions   = "functions"           // titles of work, likewise
	KeyHousehold   = "household"           // of the first address; see fee.Household
	KeyNoFee       = "no_fee"              //
	KeyDues        = "dues"                // what the provider of contributions says, by year; see DuesIn
	KeyWorkspaces  = listing.KeyWorkspaces // numbers of the workspaces whose members see the record
)

// Club is what the keys of people depend on besides the person: settings of the club.
type Club struct {
	Rules      work.Rules
	Searchable []string // keys of acf that a search looks in
}

// Indexed is a person in a club: what keys are derived from.
type Indexed struct {
	*Person
	Club *Club
}

// Keys derives them. A new one is its line here.
var Keys = listing.NewKeys(
	listing.Key[Indexed]{Name: KeyCreated, Of: func(p *Indexed) string { return listing.Instant(p.Created) }},
	listing.Key[Indexed]{Name: KeyModified, Of: func(p *Indexed) string { return listing.Instant(p.Modified) }},
	listing.Key[Indexed]{Name: KeyAuthor, Of: func(p *Indexed) string { return listing.Number(p.Author) }},
	listing.Key[Indexed]{Name: KeyTitle, Of: func(p *Indexed) string { return fold.Key(p.Name.Full()) }},
	listing.Key[Indexed]{Name: KeyFirst, Of: func(p *Indexed) string { return fold.Key(p.Name.First) }},
	listing.Key[Indexed]{Name: KeyInfix, Of: func(p *Indexed) string { return fold.Key(p.Name.Infix) }},
	listing.Key[Indexed]{Name: KeyLast, Of: func(p *Indexed) string { return p.Name.SortKey() }},
	listing.Key[Indexed]{Name: KeySlug, Of: func(p *Indexed) string { return p.Name.slug() }},
	listing.Key[Indexed]{Name: KeySearch, Of: searchKey, Long: true},
	listing.Key[Indexed]{Name: KeyReach, Of: reachKey, Long: true},
	listing.Key[Indexed]{Name: KeyCode, Of: func(p *Indexed) string { return fold.Key(p.Membership.Code) }},
	listing.Key[Indexed]{Name: KeyMemberType, Of: func(p *Indexed) string { return MemberTypeKey(p.Membership.Type) }},
	listing.Key[Indexed]{Name: KeyAgeGroup, Of: func(p *Indexed) string { return AgeGroupKey(p.Membership.AgeGroup) }},
	listing.Key[Indexed]{Name: KeySince, Of: func(p *Indexed) string { return p.Membership.Since.String() }},
	listing.Key[Indexed]{Name: KeyUntil, Of: func(p *Indexed) string { return p.Membership.Until.String() }},
	listing.Key[Indexed]{Name: KeyCertificate, Of: func(p *Indexed) string { return p.Membership.CertificateOn.String() }},
	listing.Key[Indexed]{Name: KeyMailed, Of: func(p *Indexed) string { return p.Screening.MailedOn.String() }},
	listing.Key[Indexed]{Name: KeySubmitted, Of: func(p *Indexed) string { return p.Screening.SubmittedOn.String() }},
	listing.Key[Indexed]{Name: KeyReminded, Of: func(p *Indexed) string { return p.Screening.RemindedOn.String() }},
	listing.Key[Indexed]{Name: KeyPhotoDate, Of: func(p *Indexed) string { return p.Membership.PhotoOn.String() }},
	listing.Key[Indexed]{Name: KeyBirthdate, Of: func(p *Indexed) string { return p.Birthdate.String() }},
	listing.Key[Indexed]{Name: KeyBirthMonth, Of: birthMonthKey},
	listing.Key[Indexed]{Name: KeyBirthday, Of: birthdayKey},
	listing.Key[Indexed]{Name: KeyAssociation, Of: func(p *Indexed) string {
		return AssociationKey(p.Membership.Type, p.Membership.Activity)
	}},
	listing.Key[Indexed]{Name: KeyHelpdesk, Of: func(p *Indexed) string { return fold.Key(p.Membership.HelpdeskID) }},
	listing.Key[Indexed]{Name: KeyFormer, Of: func(p *Indexed) string { return listing.Flag(p.Membership.Former) }},
	listing.Key[Indexed]{Name: KeyBlock, Of: func(p *Indexed) string { return listing.Flag(p.Membership.FinancialBlock) }},
	listing.Key[Indexed]{Name: KeyParent, Of: func(p *Indexed) string { return listing.Flag(p.Membership.Parent) }},
	listing.Key[Indexed]{Name: KeyVolunteer, Of: func(p *Indexed) string { return p.Club.Rules.VolunteerUntil(p.Work).String() }},
	listing.Key[Indexed]{Name: KeyScreened, Of: func(p *Indexed) string { return p.screenedUntil().String() }},
	listing.Key[Indexed]{Name: KeyGender, Of: func(p *Indexed) string { return string(p.Gender) }},
	listing.Key[Indexed]{Name: KeyCity, Of: func(p *Indexed) string { return exactKey(oneLine(p.home().City)) }},
	listing.Key[Indexed]{Name: KeyAddress, Of: func(p *Indexed) string { return fold.Key(p.Reach(Email, Email2)) }},
	listing.Key[Indexed]{Name: KeyEmail, Of: func(p *Indexed) string { return listing.Flag(p.Reach(Email, Email2) != "") }},
	listing.Key[Indexed]{Name: KeyPhone, Of: func(p *Indexed) string { return listing.Flag(p.Reach(Mobile, Phone) != "") }},
	listing.Key[Indexed]{Name: KeyPhoto, Of: func(p *Indexed) string { return listing.Flag(p.Photo != 0) }},
	listing.Key[Indexed]{Name: KeyDeceased, Of: func(p *Indexed) string { return listing.Flag(p.Deceased()) }},
	listing.Key[Indexed]{Name: KeyLabels, Of: labelsKey, Many: true},
	listing.Key[Indexed]{Name: KeyGroups, Of: groupsKey, Many: true},
	listing.Key[Indexed]{Name: KeyFunctions, Of: functionsKey, Many: true},
	listing.Key[Indexed]{Name: KeyHousehold, Of: func(p *Indexed) string {
		home := p.home()
		return fee.Household(home.Street, home.PostalCode)
	}},
	listing.Key[Indexed]{Name: KeyNoFee, Of: func(p *Indexed) string { return listing.Flag(p.Membership.NoFee) }},
	listing.Key[Indexed]{Name: KeyDues, Of: duesKey, Many: true},
	listing.Key[Indexed]{Name: KeyWorkspaces, Of: func(p *Indexed) string {
		return WorkspacesKey(p.Visibility, p.Workspaces)
	}, Many: true},
)

// VolunteerOn is the test for volunteers on a day; see work.Rules.Volunteer.
func VolunteerOn(day civil.Date) listing.Test { return untilOn(KeyVolunteer, day) }

func (p *Indexed) screenedUntil() civil.Date { return p.ScreenedUntil(p.Club.Rules) }

// ScreenedUntil is the last day on which a certificate of conduct is asked of somebody, if nothing changes: of volunteers, whose
// work in exempt committees and in excluded roles does not count, but not of former members and of the deceased. The zero Date is
// never. The rules are folded.
func (p *Person) ScreenedUntil(rules work.Rules) civil.Date {
	if p.Membership.Former || p.Deceased() {
		return civil.Date{}
	}
	return rules.VolunteerUntil(p.Work)
}

// ScreenedOn is the test for those of whom a certificate of conduct is asked on a day.
func ScreenedOn(day civil.Date) listing.Test { return untilOn(KeyScreened, day) }

// untilOn is the test that what a key says the last day of is so on a day.
func untilOn(key string, day civil.Date) listing.Test {
	return listing.Test{AllOf: []listing.Test{{Key: key, Is: listing.NotEqual}, {Key: key, Is: listing.From, Value: day.String()}}}
}

// MemberOn are the tests for those who are a member on a day.
func MemberOn(day civil.Date) []listing.Test {
	return []listing.Test{
		WithoutFormer(),
		{Key: KeyDeceased, Value: listing.Flag(false)},
		{Key: KeySince, Is: listing.NotEqual},
		{Key: KeySince, Is: listing.Before, Value: dayAfter(day)},
		{AnyOf: []listing.Test{{Key: KeyUntil}, {Key: KeyUntil, Is: listing.From, Value: day.String()}}},
	}
}

// exact ends the sorting part of a key that can be taken apart again.
const exact = "\t"

// MemberTypeKey is the key of a type of member: in alphabetical order, and told apart to the letter.
func MemberTypeKey(memberType string) string { return exactKey(memberType) }

func exactKey(text string) string {
	if text == "" {
		return ""
	}
	return fold.Key(text) + exact + text
}

// memberTypes are the types that lists of them begin with (contract §4.3).
var memberTypes = []string{"Junior", "Senior", "Donateur", "Lid van Verdienste"}

// SortMemberTypes puts counts by type of member, which are in alphabetical order, into the order of lists of them.
func SortMemberTypes(counts []listing.Count) []listing.Count {
	place := func(count listing.Count) int {
		if i := slices.Index(memberTypes, count.Value); i >= 0 {
			return i
		}
		return len(memberTypes)
	}
	slices.SortStableFunc(counts, func(a, b listing.Count) int { return cmp.Compare(place(a), place(b)) })
	return counts
}

// Exact is what a key of MemberTypeKey, AgeGroupKey or KeyCity was made of.
func Exact(key string) string {
	_, value, _ := strings.Cut(key, exact)
	return value
}

func birthMonthKey(p *Indexed) string {
	if p.Birthdate.IsZero() {
		return ""
	}
	return p.Birthdate.String()[len("2006-"):len("2006-01")]
}

func birthdayKey(p *Indexed) string {
	if p.Birthdate.IsZero() {
		return ""
	}
	return p.Birthdate.String()[len("2006-"):]
}

// AgeGroupKey sorts "Onder 9" before "Onder 10", a variant ("Onder 9 Meiden") right after its base group, Senioren and its
// variants last (contract §4.3), and no group first.
func AgeGroupKey(group string) string {
	key := fold.Key(group)
	if key == "" {
		return ""
	}
	rank := 998 // unknown names stand between the youth and the seniors
	if rest, youth := strings.CutPrefix(key, "onder "); youth {
		digits, _, _ := strings.Cut(rest, " ")
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 && n < rank {
			rank = n
		}
	} else if strings.HasPrefix(key, "senioren") {
		rank = 999
	}
	return strconv.Itoa(1000 + rank)[1:] + " " + key + exact + group // three digits
}

package peopleapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/season"
)

// Filters are the parameters that narrow the people list (contract §4.3), and the same as members of an object. An empty one is
// as good as none. In an address a list is 1,2 or repeated, with or without []. The second half are not the contract's.
type Filters struct {
	_ struct{} `additionalProperties:"false"` // one that is ignored would find too many

	Search         string   `query:"search" json:"search,omitempty" maxLength:"200" doc:"What a search would find (/club/v1/search): words in names, member codes, e-mail addresses and addresses, telephone numbers."`
	IncludeFormer  string   `query:"include_former" json:"include_former,omitempty" enum:",0,1" doc:"1 shows former members too."`
	Ownership      string   `query:"ownership" json:"ownership,omitempty" enum:",mine,shared,all" doc:"mine: registered by the caller; shared: by somebody else."`
	ModifiedDays   number   `query:"modified_days" json:"modified_days,omitempty" doc:"Changed in the last so many days, 1 to 3650."`
	BirthYearFrom  number   `query:"birth_year_from" json:"birth_year_from,omitempty" doc:"1900 to 2100; without the other one that very year."`
	BirthYearTo    number   `query:"birth_year_to" json:"birth_year_to,omitempty" doc:"1900 to 2100; without the other one that very year."`
	BirthMonth     number   `query:"birth_month" json:"birth_month,omitempty" doc:"1 to 12."`
	Volunteer      string   `query:"huidig_vrijwilliger" json:"huidig_vrijwilliger,omitempty" enum:",0,1" doc:"1 shows volunteers, 0 everybody else."`
	Block          string   `query:"financiele_blokkade" json:"financiele_blokkade,omitempty" enum:",0,1,Ja,Nee" doc:"1 shows those with a financial transfer block, 0 everybody else."`
	MemberTypes    []string `query:"type_lid" json:"type_lid,omitempty" maxItems:"100" doc:"One of these exact types of member."`
	AgeGroups      []string `query:"leeftijdsgroep" json:"leeftijdsgroep,omitempty" maxItems:"100" doc:"One of these exact age groups."`
	PhotoMissing   string   `query:"foto_missing" json:"foto_missing,omitempty" enum:",0,1" doc:"1: without datum-foto."`
	VOGMissing     string   `query:"vog_missing" json:"vog_missing,omitempty" enum:",0,1" doc:"1: without datum-vog; with vog_older_than_years either of the two."`
	VOGRequired    string   `query:"vog_required" json:"vog_required,omitempty" enum:",0,1" doc:"1: a certificate of conduct is asked for (vog_required in acf); 0: everybody else."`
	VOGOlder       number   `query:"vog_older_than_years" json:"vog_older_than_years,omitempty" doc:"1 to 10: datum-vog is at least so many years ago."`
	VOGExpiring    number   `query:"vog_expiring_within_days" json:"vog_expiring_within_days,omitempty" doc:"1 to 365: datum-vog expires, three years after it, within so many days."`
	VOGType        string   `query:"vog_type" json:"vog_type,omitempty" enum:",nieuw,vernieuwing" doc:"nieuw: no datum-vog; vernieuwing: one that has expired."`
	VOGMail        string   `query:"vog_email_status" json:"vog_email_status,omitempty" enum:",sent,not_sent"`
	VOGJustis      string   `query:"vog_justis_status" json:"vog_justis_status,omitempty" enum:",submitted,not_submitted"`
	VOGReminder    string   `query:"vog_reminder_status" json:"vog_reminder_status,omitempty" enum:",sent,not_sent"`
	LidTotInFuture string   `query:"lid_tot_future" json:"lid_tot_future,omitempty" enum:",0,1" doc:"1: lid-tot is today or later."`

	Teams      []int64  `query:"team" json:"team,omitempty" maxItems:"100" doc:"In one of these teams today."`
	Committees []int64  `query:"commissie" json:"commissie,omitempty" maxItems:"100" doc:"In one of these committees today."`
	Functions  []string `query:"functie" json:"functie,omitempty" maxItems:"100" doc:"Does one of these today: the job_title of current work, whatever its case and accents."`
	Labels     []int64  `query:"label" json:"label,omitempty" maxItems:"100" doc:"Has these labels; see label_mode."`
	LabelMode  string   `query:"label_mode" json:"label_mode,omitempty" enum:",any,all,none" doc:"any (when absent): one of the labels; all: each of them; none: none of them."`
	AllLabels  []int64  `query:"label_all" json:"label_all,omitempty" maxItems:"100" doc:"Has each of these labels, besides."`
	NoLabels   []int64  `query:"label_none" json:"label_none,omitempty" maxItems:"100" doc:"Has none of these labels, besides."`
	Cities     []string `query:"woonplaats" json:"woonplaats,omitempty" maxItems:"100" doc:"The city of the first address is one of these, whatever its case and accents."`
	Genders    []string `query:"gender" json:"gender,omitempty" maxItems:"100" doc:"male, female, non_binary, other or prefer_not_to_say."`
	AgeFrom    number   `query:"age_from" json:"age_from,omitempty" doc:"0 to 150: so many years old today, or older."`
	AgeTo      number   `query:"age_to" json:"age_to,omitempty" doc:"0 to 150: so many years old today, or younger."`
	SinceFrom  day      `query:"lid_sinds_from" json:"lid_sinds_from,omitempty" doc:"lid-sinds is this day (YYYY-MM-DD) or later; season is the first day of the present season."`
	SinceTo    day      `query:"lid_sinds_to" json:"lid_sinds_to,omitempty" doc:"lid-sinds is this day (YYYY-MM-DD) or earlier; season is the last day of the present season."`
	UntilFrom  day      `query:"lid_tot_from" json:"lid_tot_from,omitempty" doc:"lid-tot is this day (YYYY-MM-DD) or later; season is the first day of the present season."`
	UntilTo    day      `query:"lid_tot_to" json:"lid_tot_to,omitempty" doc:"lid-tot is this day (YYYY-MM-DD) or earlier; season is the last day of the present season."`
	NoEmail    string   `query:"email_missing" json:"email_missing,omitempty" enum:",0,1" doc:"1: without an e-mail address."`
	NoPhone    string   `query:"telefoon_missing" json:"telefoon_missing,omitempty" enum:",0,1" doc:"1: without a telephone number."`
	NoPhoto    string   `query:"photo_missing" json:"photo_missing,omitempty" enum:",0,1" doc:"1: without a photo in Clubhuis."`
	Former     string   `query:"former_member" json:"former_member,omitempty" enum:",0,1" doc:"1 shows former members alone, whatever include_former says; 0 everybody else."`
	Deceased   string   `query:"is_deceased" json:"is_deceased,omitempty" enum:",0,1" doc:"1 shows the deceased, 0 everybody else."`
	Parent     string   `query:"isparent" json:"isparent,omitempty" enum:",0,1" doc:"1 shows parents of members, 0 everybody else."`
}

// ids are the lists of numbers.
func (f *Filters) ids() map[string]*[]int64 {
	return map[string]*[]int64{
		"team": &f.Teams, "commissie": &f.Committees, "label": &f.Labels, "label_all": &f.AllLabels, "label_none": &f.NoLabels,
	}
}

// texts are the lists of texts.
func (f *Filters) texts() map[string]*[]string {
	return map[string]*[]string{
		"type_lid": &f.MemberTypes, "leeftijdsgroep": &f.AgeGroups, "functie": &f.Functions, "woonplaats": &f.Cities,
		"gender": &f.Genders,
	}
}

// mostValues is how many values a filter has at most.
const mostValues = 100

// lists reads the lists of an address once more, for the framework takes only the first of repeated ones.
func (f *Filters) lists(ctx huma.Context) (errs []error) {
	add := func(more []error) { errs = append(errs, more...) }
	for name, list := range f.ids() {
		ids, wrong := rest.IDs(ctx, name)
		*list = ids
		add(wrong)
	}
	f.MemberTypes, f.AgeGroups = rest.Values(ctx, "type_lid"), rest.Values(ctx, "leeftijdsgroep")
	f.Functions, f.Cities = rest.Values(ctx, "functie"), rest.Values(ctx, "woonplaats")
	genders, wrong := rest.Texts(ctx, "gender")
	f.Genders = genders
	add(wrong)
	return errs
}

// number is a parameter that is a whole number, or empty for none.
type number string

// Schema implements huma.SchemaProvider.
func (number) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^\d{0,4}$`, PatternDescription: fault.NotANumber}
}

// day is a parameter that is a day, or empty for none.
type day string

// thisSeason stands for a day of the season that it is.
const thisSeason = "season"

// Schema implements huma.SchemaProvider.
func (day) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString}
}

// limited is one parameter that is a number, and its bounds.
type limited struct {
	name     string
	value    number
	into     *int
	from, to int
}

// filter is what the parameters ask for, in the words of the noun.
func (f *Filters) filter(h *Handler, viewer int64) (record.Filter, error) {
	for _, list := range f.texts() { // an address loses its empty values, an object doesn't
		*list = slices.DeleteFunc(slices.Clone(*list), func(value string) bool { return value == "" })
	}
	c := person.Criteria{
		Today: h.people.Today(), Now: h.people.Now(), Viewer: viewer, Search: search.Read(f.Search).People(), Ownership: f.Ownership,
		MemberTypes: f.MemberTypes, AgeGroups: f.AgeGroups, Volunteer: yes(f.Volunteer), Screened: yes(f.VOGRequired),
		Blocked:     yes(f.Block),
		NoPhotoDate: f.PhotoMissing == "1", NoCertificate: f.VOGMissing == "1", CertificateKind: f.VOGType,
		Mailed: yes(f.VOGMail), Submitted: yes(f.VOGJustis), Reminded: yes(f.VOGReminder), Leaving: f.LidTotInFuture == "1",
		Teams: f.Teams, Committees: f.Committees, Functions: f.Functions, Labels: f.Labels, LabelMode: person.LabelMode(f.LabelMode),
		AllLabels: f.AllLabels, NoLabels: f.NoLabels,
		Cities: f.Cities, NoEmail: f.NoEmail == "1", NoPhone: f.NoPhone == "1", NoPhoto: f.NoPhoto == "1",
		Former: yes(f.Former), Deceased: yes(f.Deceased), Parent: yes(f.Parent),
	}
	var problems fault.Problems
	f.several(&c, &problems)
	f.numbers(&c, &problems)
	current := season.On(c.Today)
	first, last := current.First(), current.Last()
	for _, d := range []struct {
		name   string
		value  day
		into   *civil.Date
		season civil.Date
	}{
		{"lid_sinds_from", f.SinceFrom, &c.Since.From, first}, {"lid_sinds_to", f.SinceTo, &c.Since.To, last},
		{"lid_tot_from", f.UntilFrom, &c.Until.From, first}, {"lid_tot_to", f.UntilTo, &c.Until.To, last},
	} {
		parsed, ok := civil.Parse(string(d.value))
		switch {
		case d.value == thisSeason:
			parsed = d.season
		case !ok:
			problems.Add(d.name, fault.NotADate)
		}
		*d.into = parsed
	}
	return c.Filter(), problems.Fault()
}

// several checks the lists: how long they are, and their values.
func (f *Filters) several(c *person.Criteria, problems *fault.Problems) {
	for name, list := range f.texts() {
		if len(*list) > mostValues {
			problems.Add(name, tooManyValues)
		}
		long := func(value string) bool { return utf8.RuneCountInString(value) > 200 && !strings.Contains(value, ",") }
		if slices.ContainsFunc(*list, long) {
			problems.Add(name, fault.NotAChoice)
		}
	}
	for name, list := range f.ids() {
		if len(*list) > mostValues {
			problems.Add(name, tooManyValues)
		}
	}
	for _, text := range f.Genders {
		gender := person.Gender(text)
		if !slices.Contains(person.Genders, gender) {
			problems.Add("gender", fault.NotAChoice)
		}
		c.Genders = append(c.Genders, gender)
	}
}

// tooManyValues is said of a filter.
var tooManyValues = fmt.Sprintf("Dit zijn te veel waarden (hooguit %d).", mostValues)

func (f *Filters) numbers(c *person.Criteria, problems *fault.Problems) {
	var ageFrom, ageTo int
	for _, l := range []limited{
		{"modified_days", f.ModifiedDays, &c.ModifiedDays, 1, 3650}, {"birth_year_from", f.BirthYearFrom, &c.BornFrom, 1900, 2100},
		{"birth_year_to", f.BirthYearTo, &c.BornTo, 1900, 2100}, {"birth_month", f.BirthMonth, &c.BirthMonth, 1, 12},
		{"vog_older_than_years", f.VOGOlder, &c.CertificateYears, 1, 10},
		{"vog_expiring_within_days", f.VOGExpiring, &c.ExpiringDays, 1, 365},
		{"age_from", f.AgeFrom, &ageFrom, 0, 150}, {"age_to", f.AgeTo, &ageTo, 0, 150},
	} {
		if l.value == "" {
			continue
		}
		value, err := strconv.Atoi(string(l.value))
		if err != nil || value < l.from || value > l.to {
			problems.Add(l.name, between(l.from, l.to))
		}
		*l.into = value
	}
	if f.AgeFrom != "" {
		c.AgeFrom = &ageFrom
	}
	if f.AgeTo != "" {
		c.AgeTo = &ageTo
	}
}

func between(from, to int) string {
	return "Dit moet een getal van " + strconv.Itoa(from) + " tot en met " + strconv.Itoa(to) + " zijn."
}

// former reports whether former members are among those that are asked for.
func (f *Filters) former() bool { return f.IncludeFormer == "1" || f.Former == "1" }

// yes reads a parameter that is one of two things, nil for either.
func yes(value string) *bool {
	if value == "" {
		return nil
	}
	is := value == "1" || value == "Ja" || value == "sent" || value == "submitted"
	return &is
}

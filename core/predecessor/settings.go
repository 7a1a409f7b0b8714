package predecessor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/work"
)

// Choices are the settings that come over. What is nil stays as Clubhuis has it.
type Choices struct {
	Finance    *finance.Settings
	Fees       map[season.Season]fee.Settings
	Screening  *screening.Settings
	Volunteers *work.Rules // its committees are those that screening exempts
	Functions  access.FunctionMap
	Welcome    *account.Welcome
	Name       string // of the club, "" when it is not told
	Logo       string // the address of the one on invoices, "" for none

	// Later are the settings that come with the next run: they name a group that could not be read.
	Later []Part
}

// Any reports whether there are some.
func (c *Choices) Any() bool {
	return c.Finance != nil || len(c.Fees) > 0 || c.Screening != nil || c.Volunteers != nil || len(c.Functions) > 0 ||
		c.Welcome != nil || c.Name != ""
}

func (r *Reading) readSettings(c *Club) {
	document := func(part Part) object { return read(r.parts[part][0]) }
	told := func(part Part, err error) { r.report.Add(origin.Set, 0, "the %s stay as they are here: %v", part, err) }
	if o := document(FinanceSettings); o != nil {
		if settings, err := r.finance(o); err != nil {
			told(FinanceSettings, err)
		} else {
			c.Settings.Finance = &settings
		}
		c.Settings.Logo = r.invoiceLogo()
	}
	if o := document(FeeSettings); o != nil {
		c.Settings.Fees = r.fees(o)
		if r.unreadTeams(o) {
			c.Settings.Fees, c.Settings.Later = nil, append(c.Settings.Later, FeeSettings)
		}
	}
	screened := document(ScreeningSettings)
	if screened != nil {
		settings := screening.Settings{Email: screened.text("from_email"), Name: screened.text("from_name")}
		for _, template := range screening.Templates() {
			settings.SetText(template, screened.markup(string(template)))
		}
		if err := settings.Validate(); err != nil {
			told(ScreeningSettings, err)
		} else {
			c.Settings.Screening = &settings
		}
	}
	if o := document(VolunteerSettings); o != nil {
		rules := work.Rules{PlayerRoles: o.texts("player_roles"), ExcludedRoles: o.texts("excluded_roles")}
		for _, id := range screened.numbers("exempt_commissies") {
			if r.groups[id] == work.Committee {
				rules.ExemptCommittees = append(rules.ExemptCommittees, id)
				continue
			}
			r.report.Add(origin.Set, 0, "committee %d, whose volunteers need no VOG, is not there", id)
		}
		if slices.ContainsFunc(screened.numbers("exempt_commissies"), r.lostGroup) {
			c.Settings.Later = append(c.Settings.Later, VolunteerSettings)
		} else if rules = rules.Clean(); rules.Validate() != nil {
			told(VolunteerSettings, rules.Validate())
		} else {
			c.Settings.Volunteers = &rules
		}
	}
	if o := document(FunctionMap); o != nil {
		c.Settings.Functions = r.functions(o.object("map"))
	}
	if o := document(WelcomeSettings); o != nil {
		welcome := account.Welcome{
			Subject: o.text("welcome_email_subject"), Body: o.markup("welcome_email_body"), Auto: o.flag("auto_send_welcome_email"),
		}
		if err := welcome.Validate(); err != nil {
			told(WelcomeSettings, err)
		} else {
			c.Settings.Welcome = &welcome
		}
	}
	r.readConfig(c, document(Config))
}

// readConfig reads what the application says of itself.
func (r *Reading) readConfig(c *Club, o object) {
	const name = "club_name"
	called := identity.Settings{Name: o.text(name)}
	if err := called.Validate(); err != nil {
		r.report.Add(origin.Set, 0, "the club is called %q there, which is no name here: %v", o.text(name), err)
	} else {
		c.Settings.Name = called.Name
	}
	for key, value := range o {
		if key != name && !empty(value) {
			r.report.Add(origin.Set, 0, "%s of the settings has no place here: %s", key, short(value))
		}
	}
}

// notCentral are the members of the financial settings that say nothing here.
var notCentral = []string{"rabobank_has_credentials", "rabobank_environment", "payment_provider"}

func (r *Reading) finance(o object) (finance.Settings, error) {
	s := finance.Default()
	s.Name, s.Address, s.Contact = o.text("org_name"), o.text("org_address"), o.text("contact_email")
	s.IBAN, s.Clause, s.BCC, s.Accent = o.text("iban"), o.text("payment_clause"), o.text("bcc_email"), o.text("accent_color")
	if days := o.number("payment_term_days"); days > 0 {
		s.TermDays = int(days)
	}
	if amount, read := o.amount("installment_admin_fee"); read {
		s.InstallmentFee = amount
	}
	known := append(slices.Clone(notCentral), "org_name", "org_address", "contact_email", "iban", "payment_clause", "bcc_email",
		"accent_color", "payment_term_days", "installment_admin_fee", keyLogo)
	for key := range o {
		isText := strings.HasSuffix(key, "template")
		if slices.Contains(finance.Templates(), finance.Template(key)) {
			s.SetText(finance.Template(key), o.markup(key))
		} else if isText || !slices.Contains(known, key) && !strings.Contains(key, "_has_") {
			r.report.Add(origin.Set, 0, "%s of the finance settings has no place here: %s", key, short(o[key]))
		}
	}
	return s, s.Validate()
}

// keyLogo is the member of the financial settings with the logo on invoices.
const keyLogo = "logo"

// LogoImage returns the number of the image in the library that is the logo on invoices, 0 for none, or one that came with its
// address.
func (r *Reading) LogoImage() int64 {
	o := read(r.parts[FinanceSettings][0])
	if logo := o.object(keyLogo); logo != nil {
		if logo.text("url") != "" {
			return 0
		}
		return cmp.Or(logo.number("ID"), logo.number("id"))
	}
	return o.number(keyLogo)
}

// invoiceLogo returns the address of the logo on invoices, "" for none.
func (r *Reading) invoiceLogo() string {
	raw := read(r.parts[FinanceSettings][0])[keyLogo]
	o := object{keyLogo: raw}
	image := r.LogoImage()
	where, found := r.parts[Image][image]
	address := cmp.Or(o.object(keyLogo).text("url"), read(where).text("source_url"))
	if image == 0 && address == "" && strings.Contains(o.text(keyLogo), "/") {
		address = o.text(keyLogo)
	}
	switch {
	case empty(raw) || string(raw) == "0" || string(raw) == `"0"` || address != "":
	case image == 0:
		r.report.Leave(origin.InvoiceLogo, 0, "it is not understood and stays behind: "+short(raw))
	case found:
		r.report.Leave(origin.InvoiceLogo, 0, fmt.Sprintf("image %d of the library does not say where it lies: it stays behind", image))
	}
	return address
}

// fees reads how the contributions of seasons are computed. Teams keep their old numbers.
func (r *Reading) fees(o object) map[season.Season]fee.Settings {
	found := map[season.Season]fee.Settings{}
	for _, which := range []string{"current_season", "next_season"} {
		of := o.object(which)
		when, err := season.Parse(of.text("key"))
		categories := of.object("categories")
		if err != nil || len(categories) == 0 {
			continue
		}
		family := of.object("family_discount")
		usual := fee.Defaults(nil).Family // where it says nothing
		percent := func(key string, usual fee.Percent) fee.Percent {
			if part, said := family.amount(key); said {
				return fee.Percent(part)
			}
			return usual
		}
		settings := fee.Settings{
			Family: fee.FamilyDiscount{
				Second: percent("second_child_percent", usual.Second), Third: percent("third_child_percent", usual.Third),
			},
			PlanThree: enabled(of, "installment_plan_3_enabled"), PlanEight: enabled(of, "installment_plan_8_enabled"),
		}
		for slug := range categories {
			settings.Categories = append(settings.Categories, r.category(slug, categories.object(slug)))
		}
		if _, err := settings.Validate(); err != nil {
			r.report.Add(origin.Set, 0, "the contributions of %s stay as they are here: %v", when, err)
			continue
		}
		found[when] = settings
	}
	return found
}

// lostGroup reports whether a group may be one that could not be read.
func (r *Reading) lostGroup(id int64) bool { return r.groups[id] == "" && r.unsureGroup(id) }

// unreadTeams reports whether a category of the contributions names a team that could not be read.
func (r *Reading) unreadTeams(o object) bool {
	for _, which := range []string{"current_season", "next_season"} {
		categories := o.object(which).object("categories")
		for slug := range categories {
			if slices.ContainsFunc(categories.object(slug).numbers("matching_teams"), r.lostGroup) {
				return true
			}
		}
	}
	return false
}

// enabled is a flag that is true unless it says otherwise.
func enabled(o object, key string) bool {
	_, said := o[key]
	return !said || o.flag(key)
}

func (r *Reading) category(slug string, o object) fee.Category {
	amount, read := o.amount("amount")
	if !read {
		amount = fee.MissingAmount
	}
	c := fee.Category{
		Slug: slug, Label: cmp.Or(o.text("label"), slug), Amount: amount, AgeClasses: o.texts("age_classes"), Youth: o.flag("is_youth"),
		SortOrder: int(o.number("sort_order")), Functions: o.texts("matching_werkfuncties"),
	}
	for _, team := range o.numbers("matching_teams") {
		if r.groups[team] == "" {
			r.report.Add(origin.Set, 0, "team %d of the category %s is not there", team, slug)
			continue
		}
		c.Teams = append(c.Teams, team)
	}
	return c
}

// Role returns ours for the word of the application for a role or a capability, and whether there is one.
func Role(word string) (role access.Role, known bool) {
	word = strings.TrimSpace(word)
	for _, is := range []string{word, "club_" + word, "club_" + strings.TrimPrefix(word, "rondo_")} {
		if access.Role(is).Known() {
			return access.Role(is), true
		}
	}
	if word == "admin" {
		return access.Administrator, true
	}
	return "", false
}

// functions reads which roles functions of the club bring.
func (r *Reading) functions(o object) access.FunctionMap {
	found := access.FunctionMap{}
	for function := range o {
		for _, word := range o.texts(function) {
			role, known := Role(word)
			if !known {
				r.report.Add(origin.Set, 0, "the function %s brought %q, which is no role here", function, word)
				continue
			}
			found[function] = append(found[function], role)
		}
	}
	if found = found.Clean(); found.Validate() != nil {
		r.report.Add(origin.Set, 0, "which roles functions bring stays as it is here: %v", found.Validate())
		return nil
	}
	return found
}

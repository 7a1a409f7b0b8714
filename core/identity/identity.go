// Package identity owns who the club is to its members: its name, its colour, its logo, and who its mail comes from. An
// administrator sets it on the page; what the operator gave to the program wins.
//
// It does not own what invoices say of the organisation that sends them (core/finance), which begins with what is here.
package identity

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// Settings are what an administrator set. What is empty was not.
type Settings struct {
	Name        string `json:"name"`
	Colour      string `json:"colour"` // "#0d687d"
	Logo        int64  `json:"logo"`   // a picture of the library
	SenderName  string `json:"sender_name"`
	SenderEmail string `json:"sender_email"`

	// Installation tells the club's data from every other club's: a random text, "" until something asked for it. It goes along
	// into backups and into another database.
	Installation string `json:"installation,omitempty"`
}

// Given is what the operator gave to the program: it wins, and nobody changes it on the page. What is empty was not given.
type Given struct {
	Name   string
	Sender mail.Address
}

// Club is who the club is.
type Club struct {
	Name   string       // never empty
	Colour string       // "" for that of the page
	Logo   int64        // 0 for none
	Sender mail.Address // of its mail, without an address when nobody said one
}

// DefaultName is that of a club that nobody named.
const DefaultName = "Clubhuis"

// With returns who the club is.
func (s Settings) With(given Given) Club {
	c := Club{Name: cmp.Or(given.Name, s.Name, DefaultName), Colour: s.Colour, Logo: s.Logo, Sender: given.Sender}
	if c.Sender.Email == "" {
		c.Sender = mail.Address{Name: s.SenderName, Email: s.SenderEmail}
	}
	if c.Sender.Email == "" {
		c.Sender = mail.Address{}
	} else if c.Sender.Name == "" {
		c.Sender.Name = mail.Line(c.Name)
	}
	return c
}

// House returns whose letters the club's are, to members who reach the page at an address.
func (c Club) House(base string) letter.House {
	return letter.House{Club: c.Name, BaseURL: base, Colour: c.Colour}
}

// mostName is the most letters of a name: it stands in subjects, and in the title of the page.
const mostName = 70

var colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Validate brings edited settings into shape first, and then refuses what can't be used.
func (s *Settings) Validate() error {
	var problems fault.Problems
	s.Name, s.SenderName, s.SenderEmail = strings.TrimSpace(s.Name), strings.TrimSpace(s.SenderName),
		strings.TrimSpace(s.SenderEmail)
	s.Colour = strings.ToLower(strings.TrimSpace(s.Colour))
	for _, line := range []struct{ field, value string }{{"name", s.Name}, {"sender_name", s.SenderName}} {
		acf.CheckText(line.value, line.field, &problems)
		if mail.Line(line.value) != line.value || len([]rune(line.value)) > mostName {
			problems.Add(line.field, notAName)
		}
	}
	if s.Colour != "" && !colourForm.MatchString(s.Colour) {
		problems.Add("colour", notAColour)
	}
	if s.SenderEmail != "" && !mail.ValidEmail(s.SenderEmail) {
		problems.Add("sender_email", notAnAddress)
	}
	return problems.Fault()
}

// Refuse refuses an edit of what the operator gave.
func (s *Settings) Refuse(before *Settings, given Given) error {
	var problems fault.Problems
	if given.Name != "" && s.Name != before.Name {
		problems.Add("name", isGiven)
	}
	if given.Sender.Email != "" {
		if s.SenderName != before.SenderName {
			problems.Add("sender_name", isGiven)
		}
		if s.SenderEmail != before.SenderEmail {
			problems.Add("sender_email", isGiven)
		}
	}
	return problems.Fault()
}

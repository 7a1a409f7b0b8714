package federation

import (
	"fmt"

	"github.com/clubhuis/clubhuis/core/fault"
)

// What goes wrong on the site, in sentences for the volunteer who reads the report.
var (
	// ErrAbsent: the site knows no member of that code.
	ErrAbsent = fault.New(fault.NotFound, "site_member_not_found", "Het lid staat niet in de ledenadministratie.")
	// ErrSignIn: user name, password or one-time code were refused, or the site kept asking for them.
	ErrSignIn = fault.New(fault.Unavailable, "site_sign_in", "Inloggen op de ledenadministratie is niet gelukt.")
	// ErrAnswer: an answer did not come, was an error, or was not what was asked for.
	ErrAnswer = fault.New(fault.Unavailable, "site_answer", "De ledenadministratie gaf geen bruikbaar antwoord.")
	// ErrShape: the page or an answer lacks what it always had: the site has changed. Nothing may be written.
	ErrShape = fault.New(fault.Internal, "site_changed", "De pagina's van de ledenadministratie zijn veranderd.")
	// ErrFormer: a former member of the federation cannot be edited.
	ErrFormer = fault.New(fault.Conflict, "site_former_member",
		"Een oud-bondslid kan niet worden gewijzigd in de ledenadministratie.")
	// ErrNotKept: what was saved does not stand there when it is read back.
	ErrNotKept = fault.New(fault.Conflict, "site_not_kept", "De ledenadministratie heeft de wijziging niet bewaard.")
	// ErrNoPhoto: the photo is gone for good (404 "Not Found").
	ErrNoPhoto = fault.New(fault.NotFound, "site_no_photo", "De foto bestaat niet meer in de ledenadministratie.")
	// ErrNoAddress: the search tells of a photo, the member's page gives no address for it. It is no sign that the photo is gone.
	ErrNoAddress = fault.New(fault.Conflict, "site_no_photo_address", "De ledenadministratie geeft geen adres voor de foto.")
	// ErrBadPhoto: what came is no picture, or the address was refused; trying again later may help.
	ErrBadPhoto = fault.New(fault.Unavailable, "site_bad_photo", "De foto kon niet worden opgehaald uit de ledenadministratie.")
)

// Failure is an error on the site with what the browser showed at that moment.
type Failure struct {
	Err        error
	Address    string // without its query
	Screenshot []byte // PNG; nil when none could be made
	Text       string // of the page, with personal data masked
}

// Error returns the error's own text and where it happened.
func (f *Failure) Error() string { return fmt.Sprintf("%v (%s)", f.Err, f.Address) }

// Unwrap returns the error.
func (f *Failure) Unwrap() error { return f.Err }

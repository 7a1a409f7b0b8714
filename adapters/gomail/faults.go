package gomail

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the mail server or the folder. What the server says itself is in the cause.
var (
	errSilent = fault.New(fault.Unavailable, "mail_silent", "De mailserver is niet bereikbaar of antwoordt niet.")
	errLater  = fault.New(fault.Unavailable, "mail_busy", "De mailserver wil dit bericht nu niet aannemen.")
	errLost   = fault.New(fault.Unavailable, "mail_lost",
		"De mailserver zweeg nadat het bericht was verstuurd: het is niet zeker of het aankomt.")
	errSignIn  = fault.New(fault.Unauthenticated, "mail_token", "De mailserver weigert de gebruikersnaam of het wachtwoord.")
	errInvalid = fault.New(fault.Invalid, "mail_invalid", "De mailserver weigert dit bericht.")
	errFolder  = fault.New(fault.Unavailable, "mail_folder", "De map voor uitgaande mail kan nu niet worden beschreven.")
)

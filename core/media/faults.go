package media

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with pictures, in the contract's codes.
var (
	ErrAbsent = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze afbeelding bestaat niet.")
	ErrHidden = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot deze afbeelding.")
	ErrNoFile = fault.New(fault.Invalid, "no_file", "Er is geen bestand ontvangen.")
	ErrType   = fault.New(fault.Invalid, "invalid_type",
		"Dit bestand is geen afbeelding van een soort die wordt ondersteund.")
	ErrTooBig        = fault.New(fault.Invalid, "rest_upload_file_too_big", "Dit bestand is te groot (hooguit 10 MB).")
	ErrTooManyPixels = fault.New(fault.Invalid, "rest_upload_file_too_big", "Deze afbeelding is te groot (hooguit 50 megapixels).")
	ErrTooMuchMemory = fault.New(fault.Invalid, "rest_upload_file_too_big",
		"Deze afbeelding kost te veel geheugen. Bewaar haar als gewone JPEG of maak haar kleiner.")
	ErrVectorTooBig = fault.New(fault.Invalid, "rest_upload_file_too_big", "Deze SVG is te groot (hooguit 256 kB).")
	ErrBusy         = fault.New(fault.Unavailable, "pictures_busy",
		"Er worden nu te veel afbeeldingen verwerkt. Probeer het over enkele seconden opnieuw.")
	ErrStillBusy = fault.New(fault.Unavailable, "upload_in_progress",
		"Je vorige afbeelding wordt nog verwerkt. Probeer het over enkele seconden opnieuw.")
	ErrQuota = fault.New(fault.TooMany, "upload_limit_reached",
		"Je hebt vandaag te veel afbeeldingen geüpload. Probeer het morgen opnieuw.")
)

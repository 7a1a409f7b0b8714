package paper

import "github.com/clubhuis/clubhuis/core/fault"

// ErrTooLong is the error of what does not fit into a code.
var ErrTooLong = fault.New(fault.Invalid, "qr_too_long", "Deze tekst is te lang voor een QR-code.")

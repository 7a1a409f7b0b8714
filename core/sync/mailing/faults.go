package mailing

import "github.com/clubhuis/clubhuis/core/fault"

// ErrNoList says that the provider has no such list.
var ErrNoList = fault.New(fault.Invalid, "lists_no_list", "De dienst voor e-maillijsten kent deze lijst niet.")

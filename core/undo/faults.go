package undo

import (
	"errors"

	"github.com/clubhuis/clubhuis/core/fault"
)

// ErrAbsent is what there is to say about a token that is unknown, used, too old, or another user's.
var ErrAbsent = fault.New(fault.NotFound, "rest_undo_invalid", "Dit kan niet meer ongedaan worden gemaakt.")

// Why a record is left out.
const (
	Changed  = "Is daarna door iemand gewijzigd."
	Gone     = "Is daarna verwijderd."
	Hidden   = "Je hebt hier geen toegang meer toe."
	There    = "Is al teruggezet."
	Circular = "Zou onder zichzelf komen te staan."
	// NotShared is said of somebody whose visibility or workspaces the user may not set any more.
	NotShared = "Je mag de zichtbaarheid of de werkruimtes hiervan niet meer zo zetten."
	// Used is said of somebody new of whom more is kept by now than the record: the trash would take it along.
	Used = "Heeft daarna iets gekregen dat bewaard moet blijven, zoals een factuur, een notitie, een account of een samenvoeging."
)

// ErrBehind is what taking back returns when it met a change of which the directory does not know yet: it has to be tried again
// with a newer view.
var ErrBehind = errors.New("the change to take back concerns somebody of whom the view does not know yet")

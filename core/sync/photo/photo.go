// Package photo owns how far the photo of a member has come on its way from the club administration site to the application
// (contract §3.1): its states, and what brings it from one to the next.
//
// The day that a download tells is the only sign that a photo changed. The package fetches, keeps and sends nothing, and it
// keeps no address of a photo: those are signed for some hours, and used at once.
package photo

import (
	"cmp"

	"github.com/clubhuis/clubhuis/core/civil"
)

// State is how far a photo has come.
type State string

// The states.
const (
	NoPhoto         State = "no_photo"
	PendingDownload State = "pending_download"
	Downloaded      State = "downloaded"
	PendingUpload   State = "pending_upload" // fetched; the application has no such person yet, or did not take it
	Synced          State = "synced"
	PendingDelete   State = "pending_delete"
	Failed          State = "error" // gone for good; another day brings it back
)

// Photo is the photo of one member.
type Photo struct {
	Code  string // of the member
	State State
	On    civil.Date // the day that the last download told; none when it told none
	Ext   string     // of the file that was fetched last: jpg, png, webp, gif; "" for none yet
}

// Seen returns the photo after a download told its day, the zero Date for no photo. known is false for a new member. A photo of
// which no file was ever fetched has nothing to remove in the application.
func Seen(p Photo, known bool, on civil.Date) Photo {
	switch {
	case !known && on.IsZero():
		p.State = NoPhoto
	case !known, !on.IsZero() && on != p.On:
		p.State = PendingDownload
	case on.IsZero() && p.Ext == "":
		// Nothing was ever fetched, so what stands in the application was put there by hand. The program before this one went from
		// error to pending_delete here, and removed it.
		p.State = NoPhoto
	case on.IsZero() && p.State != NoPhoto:
		p.State = PendingDelete
	}
	p.On = on
	return p
}

// Downloaded returns the photo after its file was fetched.
func (p Photo) Downloaded(ext string) Photo {
	if p.State == PendingDownload {
		p.State, p.Ext = Downloaded, ext
	}
	return p
}

// Gone returns the photo after the site said that it no longer exists. It is not requested again until its day changes.
func (p Photo) Gone() Photo { return p.from(Failed, PendingDownload) }

// Uploaded returns the photo after the application accepted it.
func (p Photo) Uploaded() Photo { return p.from(Synced, Downloaded, PendingUpload) }

// Waits returns the photo after it could not be sent: the application has no such person yet, or did not accept it.
func (p Photo) Waits() Photo { return p.from(PendingUpload, Downloaded) }

// Missing returns the photo after the application lost it, such as that of a person who was created again.
func (p Photo) Missing() Photo { return p.from(PendingUpload, Synced) }

// Removed returns the photo after it was removed from the application. Any other state than PendingDelete stays as it is.
func (p Photo) Removed() Photo {
	if p.State == PendingDelete {
		p.State, p.On, p.Ext = NoPhoto, civil.Date{}, ""
	}
	return p
}

// from returns the photo in the next state when it is in one of the given states, else unchanged.
func (p Photo) from(next State, states ...State) Photo {
	for _, state := range states {
		if p.State == state {
			p.State = next
			break
		}
	}
	return p
}

// File returns where the file of the photo is kept.
func (p Photo) File() string { return "photos/" + p.Code + "." + cmp.Or(p.Ext, "jpg") }

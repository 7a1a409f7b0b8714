package account

import (
	"slices"
	"strings"
)

// Device is what a browser says of itself, as far as a person recognises it. What it does not tell is "".
type Device struct{ Browser, System string }

// The order matters: browsers and systems claim to be each other.
var (
	browserMarks = [...][2]string{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemMarks = [...][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"},
		{"Macintosh", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// DeviceOf reads a user agent.
func DeviceOf(userAgent string) Device {
	name := func(marks [][2]string) string {
		at := slices.IndexFunc(marks, func(mark [2]string) bool { return strings.Contains(userAgent, mark[0]) })
		if at < 0 {
			return ""
		}
		return marks[at][1]
	}
	return Device{name(browserMarks[:]), name(systemMarks[:])}
}

// String returns it as it is told in a sentence: "Firefox op Windows".
func (d Device) String() string {
	switch {
	case d.Browser != "" && d.System != "":
		return d.Browser + onSystem + d.System
	case d.Browser != "" || d.System != "":
		return d.Browser + d.System
	}
	return unknownDevice
}

// Known reports whether a sign-in from there can hardly be news to the user: it is the same browser at the same address as that
// of one of these sessions.
func Known(sessions []Session, address, userAgent string) bool {
	return address != "" && slices.ContainsFunc(sessions, func(s Session) bool {
		return s.Address == address && s.UserAgent == userAgent
	})
}

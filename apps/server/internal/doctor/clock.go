package doctor

import (
	"fmt"
	"time"
)

// How far a clock may be off: signatures, one-time codes and certificates bear minutes, but not many.
const (
	goodClock = 5 * time.Second
	badClock  = time.Minute
)

const setClock = "let a time service set the clock: timedatectl set-ntp true (Debian: apt install systemd-timesyncd)"

// Synchronized tells whether a time service sets the machine's clock.
func Synchronized() Finding {
	good, known := synchronized()
	switch {
	case !known:
		return Without("nobody can say whether a time service sets the clock", "look with timedatectl")
	case !good:
		return Warn("no time service sets the clock", setClock)
	}
	return OK("a time service sets the clock")
}

// Compare tells how far the program's clock is from that of another system.
func Compare(here, there time.Time, whose string) Finding {
	off := here.Sub(there).Abs().Round(time.Second)
	text := fmt.Sprintf("the clock is %v apart from that of %s", off, whose)
	switch {
	case off >= badClock:
		return Fail(text, setClock)
	case off >= goodClock:
		return Warn(text, setClock)
	}
	return OK("the clock is that of %s", whose)
}

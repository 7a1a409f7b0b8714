package listing

import "time"

// Instant is how a key holds a time: UTC to the microsecond, in a form whose texts sort as the times do.
func Instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

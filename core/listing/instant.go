package listing

import "time"

// Instant returns a time as the value of a key: UTC to the microsecond. The texts sort as the times do.
func Instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000Z") }

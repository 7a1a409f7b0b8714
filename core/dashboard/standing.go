package dashboard

import "time"

// Standing is what was last heard of how the synchronization's runs end.
type Standing struct {
	Failing []string  // the pipelines whose newest run failed
	Heard   time.Time // when the service said so; the zero time for never
	Asked   time.Time // when it was asked for the first time; the zero time for never
}

// SilentAfter is how long a service may say nothing before that is told.
const SilentAfter = time.Hour

// Silent reports whether the service has not answered for long.
func (s Standing) Silent(now time.Time) bool {
	since := s.Heard
	if since.IsZero() {
		since = s.Asked
	}
	return !since.IsZero() && now.Sub(since) > SilentAfter
}

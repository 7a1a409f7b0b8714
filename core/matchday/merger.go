package matchday

import (
	"fmt"
	"strings"
	"sync"
)

// mostMerged is how many programmes a Merger keeps: those of a day are one for the club and one for each set of teams.
const mostMerged = 64

// Merger keeps what Merge returned for as long as it is made of the same matches, for a dashboard is looked at far more often
// than a programme changes. Its zero value is ready.
type Merger struct {
	mu   sync.Mutex
	kept map[string][]Match
}

// Merged are the matches of a window. All readers share them, and nobody changes them.
type Merged struct {
	Matches []Match
	Version string // equal for equal matches
}

// Merge returns what the function Merge does, which it asks once for the same matches.
func (m *Merger) Merge(programmes []Fetched, cancellations Fetched, window Window) Merged {
	version := versionOf(programmes, cancellations, window)
	m.mu.Lock()
	defer m.mu.Unlock()
	matches, had := m.kept[version]
	if !had {
		matches = Merge(programmes, cancellations, window)
		if m.kept == nil || len(m.kept) >= mostMerged { // it begins anew: that is rare, and costs a merge
			m.kept = map[string][]Match{}
		}
		m.kept[version] = matches
	}
	return Merged{matches, version}
}

// versionOf names what matches are merged from: the window, and each source with the digest of its matches and whether it is
// outdated.
func versionOf(programmes []Fetched, cancellations Fetched, window Window) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %s", window.From, window.To, window.Zone, cancellations.Digest)
	for i := range programmes {
		fmt.Fprintf(&b, " %s=%s", programmes[i].Source, programmes[i].Digest)
		if outdated(programmes, i) {
			b.WriteString(" long before")
		}
	}
	return b.String()
}

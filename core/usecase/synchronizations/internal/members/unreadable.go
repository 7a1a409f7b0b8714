package members

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

// KeepBefore lets members whose row cannot be read stay as the download before told them, and returns who they are.
// One whom that download did not tell is left out. When such a one is remembered nevertheless, nobody knows what is theirs: the
// snapshot is then not complete, so that nothing of theirs is removed.
func (s *Snapshot) KeepBefore(unreadable []federation.UnreadableRow) (said []federation.UnreadableRow) {
	told := make(map[string]bool, len(s.Rows)+len(unreadable))
	for i := range s.Rows {
		told[s.Rows[i].Code] = true
	}
	for _, r := range unreadable {
		if told[r.Code] { // the site told them twice
			continue
		}
		told[r.Code] = true
		said = append(said, r)
		switch before, known := s.Before[r.Code]; {
		case known:
			s.Rows = append(s.Rows, before)
		case s.Entries[r.Code] != nil && !ledger.Left(s.Entries[r.Code]):
			s.Complete = false
		}
	}
	slices.SortFunc(s.Rows, func(a, b federation.Member) int { return strings.Compare(a.Code, b.Code) })
	s.codes = nil
	return said
}

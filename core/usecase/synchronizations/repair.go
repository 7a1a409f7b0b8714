package synchronizations

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Repair is a run that repairs some differences.
type Repair struct {
	Pipeline run.Pipeline
	Found    []difference.Finding
}

// Repairs returns the runs that repair what was found, in their order: nothing for what a person must decide.
func (s *Service) Repairs(found []difference.Finding) (repairs []Repair) {
	of := map[run.Pipeline][]difference.Finding{}
	for _, f := range difference.Repairable(found) {
		p := repairedBy(f)
		of[p] = append(of[p], f)
	}
	for _, p := range []run.Pipeline{run.People, run.Teams, run.FunctionsFull, run.Contributions, run.Helpdesk, run.Discipline} {
		if len(of[p]) > 0 && s.Knows(p) && s.Configured(p) {
			repairs = append(repairs, Repair{p, of[p]})
		}
	}
	return repairs
}

func repairedBy(f difference.Finding) run.Pipeline {
	switch {
	case f.Area == difference.Helpdesk:
		return run.Helpdesk
	case f.Area == difference.Discipline:
		return run.Discipline
	case f.Area == difference.Contributions:
		return run.Contributions
	case f.Again == ledger.Committee:
		return run.FunctionsFull
	case f.Area == difference.Teams:
		return run.Teams
	}
	return run.People
}

// stepsOf are the steps that repair an area. Parents follow their children, and work follows its group: of those steps everything
// is sent that their plan has.
var stepsOf = map[difference.Area]struct{ chosen, whole []string }{
	difference.People: {[]string{run.StepPeople, run.StepReverse}, []string{run.StepParents}},
	difference.Lists:  {[]string{run.StepLists}, nil},
	difference.Photos: {[]string{run.StepPhotoDownload, run.StepPhotoUpload}, nil},
	difference.Teams:  {[]string{run.StepTeams, run.StepCommittees}, []string{run.StepWork, run.StepCommitteeWork}},
}

// repairing returns the steps of a run that repairs some differences, with the keys of what it sends, and what it sends again. A
// run over a provider of its own has no such steps: it is done whole.
func repairing(found []difference.Finding) (only map[string]map[string]bool, again map[ledger.Kind]map[string]bool) {
	if found == nil {
		return nil, nil
	}
	only, again = map[string]map[string]bool{}, map[ledger.Kind]map[string]bool{}
	for _, f := range found {
		keys := []string{f.Key}
		if lower := strings.ToLower(f.Key); !slices.Contains(keys, lower) { // an address is remembered so
			keys = append(keys, lower)
		}
		for _, step := range stepsOf[f.Area].whole {
			only[step] = nil
		}
		for _, step := range stepsOf[f.Area].chosen {
			add(only, step, keys)
		}
		if f.Again != "" {
			add(again, f.Again, keys)
		}
	}
	if len(only) == 0 {
		return nil, again
	}
	return only, again
}

func add[K comparable](to map[K]map[string]bool, of K, keys []string) {
	if to[of] == nil {
		to[of] = map[string]bool{}
	}
	for _, key := range keys {
		to[of][key] = true
	}
}

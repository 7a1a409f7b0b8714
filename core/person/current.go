package person

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/term"
)

// What somebody has several of, as keys: labels, and what they do in the club until when. Whether it is current is asked for a
// day, so that no key changes by itself.

// LabelledWith is the test for those who have a label.
func LabelledWith(label term.ID) listing.Test {
	return listing.Test{Key: KeyLabels, Is: listing.Has, Value: listing.Number(label)}
}

func labelsKey(p *Indexed) string {
	numbers := make([]string, len(p.Labels))
	for i, label := range p.Labels {
		numbers[i] = listing.Number(label)
	}
	return listing.Lines(numbers)
}

// InGroupOn is the test for those who are in a team or a committee on a day.
func InGroupOn(day civil.Date, group int64) listing.Test {
	return listing.Test{Key: KeyGroups, Is: listing.Reaches, Value: listing.Reaching(listing.Number(group), day.String())}
}

// ByGroupOn makes an order that sorts by KeyGroups sort by the first of these groups that somebody is in on a day. Those who are
// in none of them come last.
func ByGroupOn(day civil.Date, groups []int64, order listing.Order) listing.Order {
	order.By = slices.Clone(order.By)
	for i := range order.By {
		if order.By[i].By != KeyGroups {
			continue
		}
		first := make([]string, len(groups))
		for at, group := range groups {
			first[at] = listing.Reaching(listing.Number(group), day.String())
		}
		order.By[i].FirstOf = first
	}
	return order
}

// groupsKey says of each group until when somebody is in it: once, however many entries there are.
func groupsKey(p *Indexed) string {
	last := map[string]string{}
	for _, e := range p.Work {
		if day := e.LastDay(); e.Group != 0 && !day.IsZero() {
			group := listing.Number(e.Group)
			last[group] = max(last[group], day.String())
		}
	}
	return reachingLines(last)
}

func reachingLines(last map[string]string) string {
	lines := make([]string, 0, len(last))
	for what, until := range last {
		lines = append(lines, listing.Reaching(what, until))
	}
	slices.Sort(lines)
	return listing.Lines(lines)
}

// DoingOn is the test for those who do some work on a day: in any group, and whatever the case and the accents of its title.
func DoingOn(day civil.Date, function string) listing.Test {
	return listing.Test{Key: KeyFunctions, Is: listing.Reaches, Value: listing.Reaching(fold.Key(function), day.String())}
}

// functionsKey says of each title of somebody's work until when it is done, and behind that how it is spelled.
func functionsKey(p *Indexed) string {
	last := map[string]string{}
	for _, e := range p.Work {
		title := fold.Key(e.Title)
		if day := e.LastDay(); title != "" && !day.IsZero() {
			last[title] = max(last[title], day.String()+exact+oneLine(e.Title))
		}
	}
	return reachingLines(last)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// GroupsOn counts, of a tally by KeyGroups, those who are in each group on a day.
func GroupsOn(day civil.Date, tally []listing.Count) map[string]int {
	counts := map[string]int{}
	for _, count := range tally {
		if group, until := listing.Reached(count.Value); until >= day.String() {
			counts[group] += count.Count
		}
	}
	return counts
}

// FunctionsOn counts, of a tally by KeyFunctions, those who do each work on a day, by its most frequent spelling.
func FunctionsOn(day civil.Date, tally []listing.Count) []listing.Count {
	current := []listing.Count{}
	for _, count := range tally {
		title, until := listing.Reached(count.Value)
		if until >= day.String() {
			_, spelled, _ := strings.Cut(until, exact)
			current = append(current, listing.Count{Value: title + exact + spelled, Count: count.Count})
		}
	}
	return Spelled(current)
}

// Spelled counts by what keys of a text were made of, whatever its case and accents, by its most frequent spelling. Those without
// a text are left out.
func Spelled(tally []listing.Count) []listing.Count {
	spellings, totals := map[string]map[string]int{}, map[string]int{}
	for _, count := range tally {
		key, spelled, _ := strings.Cut(count.Value, exact)
		if key == "" {
			continue
		}
		if spellings[key] == nil {
			spellings[key] = map[string]int{}
		}
		spellings[key][spelled] += count.Count
		totals[key] += count.Count
	}
	counts := make([]listing.Count, 0, len(totals))
	for key, total := range totals {
		usual := ""
		for spelled, n := range spellings[key] {
			if usual == "" || cmp.Or(cmp.Compare(n, spellings[key][usual]), strings.Compare(usual, spelled)) > 0 {
				usual = spelled
			}
		}
		counts = append(counts, listing.Count{Value: usual, Count: total})
	}
	slices.SortFunc(counts, func(a, b listing.Count) int { return strings.Compare(fold.Key(a.Value), fold.Key(b.Value)) })
	return counts
}

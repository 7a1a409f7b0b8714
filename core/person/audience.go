package person

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/listing"
)

// SameAudience reports whether two records are for the same others.
func SameAudience(a Visibility, inWorkspaces []int64, b Visibility, inOthers []int64) bool {
	return cmp.Or(a, Private) == cmp.Or(b, Private) && slices.Equal(inWorkspaces, inOthers)
}

// AddedWorkspaces returns the workspaces that a record is assigned to after an edit and was not before.
func AddedWorkspaces(before, after []int64) (added []int64) {
	for _, id := range after {
		if !slices.Contains(before, id) {
			added = append(added, id)
		}
	}
	return added
}

// LeaveWorkspaces takes a record out of the workspaces that are gone, and reports whether it was in one. One that was for
// workspaces and is left without any turns private (contract: club §2.6).
func LeaveWorkspaces(visibility *Visibility, workspaces *[]int64, gone func(id int64) bool) bool {
	left := slices.DeleteFunc(slices.Clone(*workspaces), gone)
	if len(left) == len(*workspaces) {
		return false
	}
	if *workspaces = left; len(left) == 0 && *visibility == InWorkspaces {
		*visibility = Private
	}
	return true
}

// WorkspacesKey is the key of a record by the workspaces whose members see it.
func WorkspacesKey(visibility Visibility, workspaces []int64) string {
	if visibility != InWorkspaces || len(workspaces) == 0 {
		return ""
	}
	numbers := make([]string, len(workspaces))
	for i, id := range workspaces {
		numbers[i] = listing.Number(id)
	}
	return listing.Lines(numbers)
}

// KeyedWorkspaces are the workspaces that a WorkspacesKey was made of.
func KeyedWorkspaces(key string) (ids []int64) {
	for line := range listing.EachLine(key) {
		if id, err := strconv.ParseInt(line, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// AssignedWorkspaces are the workspaces that the fields of a person or a group name, of an object that its table made.
func AssignedWorkspaces(document string) (ids []int64) {
	const key, none = "_assigned_workspaces", `"_assigned_workspaces":[]`
	if strings.Contains(document, none) { // nearly always
		return nil
	}
	_ = json.Unmarshal([]byte(acf.Member(document, key)), &ids) // a table wrote it
	return ids
}

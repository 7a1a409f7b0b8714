package people

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

// turned is somebody whose gender a change of many changed: the other sides of their relations follow.
type turned struct {
	before person.Person
	after  *person.Person
}

// alsoRelated adds to the people that a change of many locks those to whom somebody has relations, if the change is one of their
// gender.
func alsoRelated(view *directory.View, locked []person.ID, before, after *person.Person) []person.ID {
	if before.Gender == after.Gender {
		return locked
	}
	for _, id := range before.Related() {
		if _, there := view.Stored(id); there && !slices.Contains(locked, id) {
			locked = append(locked, id)
		}
	}
	return locked
}

// follow brings the other sides of the relations of those whose gender changed into step (contract §2.4-5), of whom is locked.
func follow(view *directory.View, all []turned, people map[person.ID]*person.Person) {
	for i := range all {
		one := &all[i]
		touched := slices.DeleteFunc(relation.Touched(&one.before, one.after), func(id person.ID) bool { return people[id] == nil })
		mirror(view, &one.before, one.after, touched, people)
	}
}

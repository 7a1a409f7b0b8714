// Package dashboard owns what the role-based dashboard shows to whom: its blocks and their layout, birthdays, the membership
// of the season, shortages of volunteers, and what cannot wait (contract §2.11). Values and a day come in, blocks go out.
//
// It does not own the people, shifts and matches it tells of, and decides nothing about who may see them: what comes in is
// what the reader may see.
package dashboard

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Block is a part of the dashboard that can be moved and hidden.
type Block string

// The blocks. Attention is the block with the tasks and what cannot wait.
const (
	Birthdays     Block = "birthdays"
	Anniversaries Block = "anniversaries"
	Attention     Block = "attention"
	Membership    Block = "membership"
	Volunteers    Block = "volunteers"
	Certificates  Block = "vog"
	Matches       Block = "matches"
	Teams         Block = "teams"
)

// Blocks are all of them, in the order in which they stand at first.
var Blocks = []Block{Birthdays, Anniversaries, Attention, Membership, Volunteers, Certificates, Matches, Teams}

// gated are the capabilities that blocks need.
var gated = map[Block]access.Capability{
	Anniversaries: access.Anniversaries, Membership: access.Administration, Volunteers: access.Volunteers,
	Certificates: access.Certificates,
}

// Available returns the blocks that a viewer has, in the order in which they stand at first: a section's with its capability,
// matches for the match secretary and coordinators, teams for coordinators, the others for all. What a user likes to see or
// hides has no part in it.
func Available(v access.Viewer, coordinator bool) (blocks []Block) {
	for _, block := range Blocks {
		capability, needs := gated[block]
		has := !needs || v.Can(capability)
		switch block {
		case Matches:
			has = coordinator || v.Can(access.Matches)
		case Teams:
			has = coordinator
		}
		if has {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// Layout is how a user likes the dashboard. A block may stand in both lists: hidden, it keeps its place.
type Layout struct {
	Order  []Block `json:"order"`
	Hidden []Block `json:"hidden"`
}

// Default is the layout of who never chose one.
func Default(available []Block) Layout {
	return Layout{Order: slices.Clone(available), Hidden: []Block{}}
}

// Chosen reports whether a user chose the layout: one that was chosen orders all blocks.
func (l Layout) Chosen() bool { return len(l.Order) > 0 }

// Clone returns a layout that shares nothing with l.
func (l Layout) Clone() Layout { return Layout{slices.Clone(l.Order), slices.Clone(l.Hidden)} }

// Same reports whether two layouts show the same.
func (l Layout) Same(other Layout) bool {
	return slices.Equal(l.Order, other.Order) && slices.Equal(l.Hidden, other.Hidden)
}

// Choose returns the layout that a user chose: with the available blocks that it does not order behind those that it does.
// What is not available, or stands twice in one list, is refused.
func Choose(order, hidden []Block, available []Block) (Layout, error) {
	var problems fault.Problems
	for field, list := range map[string][]Block{"order": order, "hidden": hidden} {
		for i, block := range list {
			switch {
			case !slices.Contains(available, block):
				problems.Add(field, NotABlock)
			case slices.Contains(list[:i], block):
				problems.Add(field, BlockTwice)
			}
		}
	}
	if err := problems.Fault(); err != nil {
		return Layout{}, err
	}
	return Layout{Order: order, Hidden: hidden}.Within(available), nil
}

// Within returns the layout as far as blocks are available. Those that it does not order come last, and are visible.
func (l Layout) Within(available []Block) Layout {
	cut := func(list []Block) []Block {
		return slices.DeleteFunc(append([]Block{}, list...), func(b Block) bool { return !slices.Contains(available, b) })
	}
	within := Layout{cut(l.Order), cut(l.Hidden)}
	for _, block := range available {
		if !slices.Contains(within.Order, block) {
			within.Order = append(within.Order, block)
		}
	}
	return within
}

// Lost reports whether the layout names a block that is not available: what is kept is then to be cut, so that one that is
// given again comes last, and is visible.
func (l Layout) Lost(available []Block) bool {
	lost := func(b Block) bool { return !slices.Contains(available, b) }
	return slices.ContainsFunc(l.Order, lost) || slices.ContainsFunc(l.Hidden, lost)
}

package inmem

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Code is a repository in memory, and the work of an agent in it. Its zero value has no branch.
type Code struct {
	oneAtATime
	commits  []commit       // a number is a place, from 1
	branches map[string]int // their commits
	patches  int

	// Of the work under way:
	branch       string
	base, start  int
	tree, staged map[string]string // nil without work
}

type commit struct {
	files   map[string]string
	parents []int
}

var _ ports.WorkTree = (*Code)(nil)

// Commit changes a file of a branch; "" removes it. A new branch begins at main.
func (c *Code) Commit(branch, name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.branches[branch]
	if at == 0 {
		at = c.branches["main"]
	}
	files := map[string]string{}
	var parents []int
	if at > 0 {
		files, parents = maps.Clone(c.commits[at-1].files), []int{at}
	}
	write(files, name, text)
	c.set(branch, c.add(files, parents...))
}

// Files returns what a branch holds, nil without it.
func (c *Code) Files(branch string) map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.branches[branch]; at > 0 {
		return maps.Clone(c.commits[at-1].files)
	}
	return nil
}

// Edit writes a file of the agent's tree; "" removes it.
func (c *Code) Edit(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	write(c.tree, name, text)
}

func write(files map[string]string, name, text string) {
	if text == "" {
		delete(files, name)
		return
	}
	files[name] = text
}

func (c *Code) add(files map[string]string, parents ...int) int {
	c.commits = append(c.commits, commit{files, parents})
	return len(c.commits)
}

func (c *Code) set(branch string, at int) {
	if c.branches == nil {
		c.branches = map[string]int{}
	}
	c.branches[branch] = at
}

// reaches reports whether a commit comes after another one.
func (c *Code) reaches(from, to int) bool {
	return from == to || from > 0 && slices.ContainsFunc(c.commits[from-1].parents, func(p int) bool { return c.reaches(p, to) })
}

// Begin implements ports.WorkTree.
func (c *Code) Begin(ctx context.Context, from agent.Repository, branch string) (tree agent.Tree, err error) {
	err = c.run(ctx, func() error {
		if !agent.Ours(branch) || branch == from.Default {
			return agent.ErrNotOurs
		}
		c.leave()
		c.branch, c.base = branch, c.branches[from.Default]
		c.start = c.base
		if theirs := c.branches[branch]; theirs > 0 {
			c.start, tree.Continued = c.merge(theirs)
		}
		c.tree = maps.Clone(c.commits[c.start-1].files)
		c.staged = maps.Clone(c.tree)
		tree.Folder, tree.Base = "tree", fmt.Sprint(c.base)
		return nil
	})
	return tree, err
}

// merge brings a branch up to date. A file that both changed is a conflict.
func (c *Code) merge(theirs int) (at int, merged bool) {
	if c.reaches(theirs, c.base) {
		return theirs, true
	}
	old := c.commits[0].files
	for at := theirs; at > 0; at-- { // the newest that both have
		if c.reaches(theirs, at) && c.reaches(c.base, at) {
			old = c.commits[at-1].files
			break
		}
	}
	ours, main := c.commits[theirs-1].files, c.commits[c.base-1].files
	files := maps.Clone(ours)
	for _, name := range slices.Concat(slices.Collect(maps.Keys(main)), slices.Collect(maps.Keys(old))) {
		switch {
		case main[name] == old[name] || main[name] == ours[name]:
		case ours[name] != old[name]:
			return c.add(maps.Clone(main), theirs, c.base), false
		default:
			write(files, name, main[name])
		}
	}
	return c.add(files, theirs, c.base), true
}

// Read implements ports.WorkTree.
func (c *Code) Read(ctx context.Context, name string) (text string, err error) {
	err = c.run(ctx, func() error {
		if c.start == 0 || c.commits[c.start-1].files[name] == "" {
			return fault.ErrNotFound
		}
		text = c.commits[c.start-1].files[name]
		return nil
	})
	return text, err
}

// Sources implements ports.WorkTree.
func (c *Code) Sources(ctx context.Context, from agent.Repository) (list []agent.Source, err error) {
	err = c.run(ctx, func() error {
		files := c.commits[c.branches[from.Default]-1].files
		for _, name := range slices.Sorted(maps.Keys(files)) {
			hash := fnv.New64a()
			_, _ = hash.Write([]byte(files[name])) // never fails
			list = append(list, agent.Source{Path: name, Blob: fmt.Sprintf("%016x", hash.Sum64())})
		}
		return nil
	})
	return list, err
}

// Take implements ports.WorkTree.
func (c *Code) Take(ctx context.Context) (d agent.Diff, err error) {
	err = c.run(ctx, func() error {
		c.staged = maps.Clone(c.tree)
		base := c.commits[c.base-1].files
		names := slices.Concat(slices.Collect(maps.Keys(base)), slices.Collect(maps.Keys(c.staged)))
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if base[name] == c.staged[name] {
				continue
			}
			change := agent.Change{Path: name, Binary: strings.Contains(c.staged[name], "\x00"), Removed: strings.Count(base[name], "\n")}
			d.Patch += "diff --git a/" + name + " b/" + name + "\n"
			for line := range strings.Lines(c.staged[name]) {
				change.Added++
				change.Lines = append(change.Lines, strings.TrimSuffix(line, "\n"))
				d.Patch += "+" + line
			}
			d.Changes = append(d.Changes, change)
		}
		return nil
	})
	return d, err
}

// Push implements ports.WorkTree.
func (c *Code) Push(ctx context.Context, _ string) (id string, err error) {
	err = c.run(ctx, func() error {
		at := c.start
		if !maps.Equal(c.staged, c.commits[at-1].files) {
			at = c.add(maps.Clone(c.staged), c.start)
		}
		if theirs := c.branches[c.branch]; theirs > 0 && !c.reaches(at, theirs) {
			return agent.ErrRejected
		}
		c.start = at
		c.set(c.branch, at)
		id = fmt.Sprint(at)
		return nil
	})
	return id, err
}

// Leave implements ports.WorkTree.
func (c *Code) Leave(ctx context.Context) (patch string, err error) {
	err = c.run(ctx, func() error { patch = c.leave(); return nil })
	return patch, err
}

func (c *Code) leave() (patch string) {
	if c.tree != nil && !maps.Equal(c.tree, c.commits[c.start-1].files) {
		c.patches++
		patch = fmt.Sprintf("patch %d", c.patches)
	}
	c.tree, c.staged, c.start = nil, nil, 0
	return patch
}

// Branches implements ports.WorkTree.
func (c *Code) Branches(ctx context.Context, _ agent.Repository) (list []agent.Branch, err error) {
	err = c.run(ctx, func() error {
		for _, name := range slices.Sorted(maps.Keys(c.branches)) {
			if agent.Ours(name) {
				list = append(list, agent.Branch{Name: name, Commit: fmt.Sprint(c.branches[name])})
			}
		}
		return nil
	})
	return list, err
}

// Remove implements ports.WorkTree.
func (c *Code) Remove(ctx context.Context, from agent.Repository, branch agent.Branch) error {
	return c.run(ctx, func() error {
		if !agent.Ours(branch.Name) || branch.Name == from.Default {
			return agent.ErrNotOurs
		}
		if fmt.Sprint(c.branches[branch.Name]) == branch.Commit {
			delete(c.branches, branch.Name)
		}
		return nil
	})
}

package synchronizations

import (
	"context"
	"sync"

	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/directory"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	functionsroom "github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/functions"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/parents"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/photos"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/site"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// pipeline is a run with the rooms that its steps are made of. Rooms know each other only by what a pipeline hands them.
type pipeline struct {
	*engine.Runner
	service *Service
	options Options
	phones  *phones

	site    *site.Site
	members *members.Members
	photos  *photos.Photos
	rows    *groups.Rows

	// waitForEdits waits until it is known what was edited in the application; see startEditScan.
	waitForEdits func(*members.Snapshot, *parents.Parents) error
}

func (s *Service) pipeline(r *engine.Runner) *pipeline {
	p := &pipeline{Runner: r, service: s, phones: &phones{write: s.Phones.International}}
	p.site = &site.Site{Runner: r, Club: s.Site}
	p.members = &members.Members{
		Runner: r, App: s.People, Activities: s.Activities, Site: s.Site, Phone: p.phones.number, National: s.Phones.National,
	}
	p.photos = &photos.Photos{Runner: r, App: s.Photos, Site: s.Site, People: s.People, Files: s.Files, Members: p.members}
	p.rows = &groups.Rows{Runner: r}
	p.members.Followers = []members.Follower{p.photos, p.rows}
	return p
}

// told tells which functions members have.
func (p *pipeline) told() *functionsroom.Functions {
	return &functionsroom.Functions{Runner: p.Runner, App: p.service.Roles}
}

// directory is who stands in the application already, as a step finds it.
func (p *pipeline) directory() *directory.Directory {
	return &directory.Directory{Runner: p.Runner, App: p.service.People}
}

// parents are the parents of the members of a snapshot. Their rows are set when they are known.
func (p *pipeline) parents(s *members.Snapshot) *parents.Parents {
	return &parents.Parents{Runner: p.Runner, App: p.service.People, Members: parentsMembers{p.members, s}, Phone: p.phones.number}
}

// parentsMembers are the members as the parents know them.
type parentsMembers struct {
	members  *members.Members
	snapshot *members.Snapshot
}

func (m parentsMembers) Number(code string) int64 { return m.snapshot.Number(code) }

func (m parentsMembers) BeforeWrite(ctx context.Context, code string, record payload.Person) error {
	return m.members.BeforeWrite(ctx, code, record)
}

func (m parentsMembers) StillThere(ctx context.Context, code string) (bool, error) {
	there, err := m.members.StillThere(ctx, m.snapshot.Entries[code])
	if err == nil && !there {
		m.snapshot.Detached(code)
	}
	return there, err
}

func (m parentsMembers) Detach(ctx context.Context, code string) error {
	return m.members.Detach(ctx, m.snapshot.Entries[code])
}

// groups are the teams, or the committees, of a run.
func (p *pipeline) groups(kind groups.Kind, complete bool) *groups.Groups {
	return &groups.Groups{Runner: p.Runner, App: p.service.Groups, Kind: kind, Complete: complete}
}

// committees are those in which the members who were read have a seat.
func (p *pipeline) committees(r *site.Roles) *groups.Groups {
	g := p.groups(groups.Committees, r.Whole())
	for _, c := range r.Committees {
		g.Want(c.ID, payload.Committee(c.ID, c.Name))
	}
	return g
}

// everywhere is the scope of a reading that tells of every group.
func everywhere(workrows.Group) bool { return true }

// work is the work in groups.
func (p *pipeline) work(g *groups.Groups, reading groups.Reading) *groups.Work {
	return &groups.Work{
		Runner: p.Runner, People: p.service.People, Members: p.members, Groups: g, Rows: p.rows, Follow: true, Reading: reading,
	}
}

// nothingKnown ends a run that has nothing to work on: the first download failed.
func (p *pipeline) nothingKnown() error {
	if p.Run.Errors() > 0 {
		return texts.ErrNoDownload
	}
	return texts.ErrNobody
}

// phones writes telephone numbers in the international form, or leaves them when they are none. It remembers them: a run writes
// each several times.
type phones struct {
	write   func(text string) (string, bool)
	writing sync.Mutex
	numbers map[string]string
}

func (p *phones) number(text string) string {
	p.writing.Lock()
	defer p.writing.Unlock()
	if number, known := p.numbers[text]; known {
		return number
	}
	number, is := p.write(text)
	if !is {
		number = text
	}
	if p.numbers == nil {
		p.numbers = map[string]string{}
	}
	p.numbers[text] = number
	return number
}

package synchronizations

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	noun "github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/parents"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/site"
)

// Individual reads one member from the site and brings them into the application: themselves, their parents, what they do in
// committees, their photo. It does the work of the pipelines on one member. It returns federation.ErrAbsent for a code that the
// site does not know.
func (s *Service) Individual(ctx context.Context, code string) (refresh.Result, error) {
	return s.Follow(ctx, code, func(refresh.State) {})
}

// Follow is Individual, and tells when it reads and when it writes. That the site has let it in is the site's to tell.
func (s *Service) Follow(ctx context.Context, code string, tell func(refresh.State)) (refresh.Result, error) {
	r, err := s.engine().Begin(ctx, run.Individual, engine.Options{})
	if err != nil {
		return refresh.Result{}, err
	}
	p := s.pipeline(r)
	p.startEditScan(ctx)
	i := &individual{pipeline: p, code: code, tell: tell}
	err = i.run(ctx)
	if stopped := p.waitForEdits(nil, nil); err == nil {
		err = stopped
	}
	if err == nil {
		err = i.sent()
	}
	p.Finish(ctx, err)
	return i.result, err
}

// individual brings one member up to date.
type individual struct {
	*pipeline
	code    string
	tell    func(refresh.State)
	club    members.Snapshot
	parents *parents.Parents
	row     *federation.Member
	roles   *site.Roles
	groups  *groups.Groups
	work    *groups.Work

	told   *refresh.Roles
	result refresh.Result
}

func (i *individual) run(ctx context.Context) error {
	i.parents = i.pipeline.parents(&i.club)
	i.tell(refresh.SigningIn)
	if err := i.Step(ctx, run.StepMemberDownload, engine.OrStop(i.download)); err != nil {
		return err
	}
	i.tell(refresh.Writing)
	if err := i.waitForEdits(&i.club, i.parents); err != nil {
		return err
	}
	i.row = i.club.Row(i.code)
	i.groups = i.committees(i.roles)
	i.work = i.pipeline.work(i.groups, groups.Reading{
		Wanted: i.roles.Wanted, Over: i.roles.Over, Scope: everywhere, Only: func(code string, _ bool) bool { return code == i.code },
	})
	i.work.Follow = false
	err := i.Steps(ctx,
		engine.Named{Name: run.StepPeople, Do: i.sendMember},
		engine.Named{Name: run.StepParents, Do: i.sendParents},
		engine.Named{Name: run.StepCommittees, Do: i.sendCommittees},
		engine.Named{Name: run.StepCommitteeWork, Do: i.work.SubmitInAll},
		engine.Named{Name: run.StepRoles, Do: i.tellFunctions},
		engine.Named{Name: run.StepPhotoDownload, Do: i.fetchPhoto},
		engine.Named{Name: run.StepPhotoUpload, Do: i.sendPhoto},
	)
	if err == nil {
		err = i.linkCases(ctx, i.code)
	}
	i.result = refresh.Result{Code: i.code, Action: i.action(), Person: i.club.Number(i.code), Roles: i.told}
	return err
}

// sent is an error when a part of the member did not come into the application: the member is not up to date then. A photo
// that the site does not give, and a case that does not get its player, are not the member's (contract §7-2): they stand in the
// run, which is partial, and the pipelines try them again.
func (i *individual) sent() error {
	for _, problem := range i.Run.Problems {
		if problem.Step != run.StepPhotoDownload && problem.Step != run.StepCases {
			return fault.ErrInternal.Because(errors.New(problem.Message))
		}
	}
	return nil
}

// action is what all the steps together did to the member.
func (i *individual) action() refresh.Action {
	if s := i.Run.Step(run.StepPeople); s != nil && s.Counts.Created > 0 {
		return refresh.Created
	}
	for _, s := range i.Run.Steps {
		if s.Name != run.StepMemberDownload && s.Name != run.StepRoles &&
			s.Counts.Created+s.Counts.Updated+s.Counts.Ended+s.Counts.Deleted > 0 {
			return refresh.Updated
		}
	}
	return refresh.Skipped
}

// download reads the member's pages and puts them in the place of what the last download told.
func (i *individual) download(ctx context.Context, step *engine.Step) error {
	step.Counts().Total = 1
	if err := i.members.Recall(ctx, &i.club); err != nil {
		return err
	}
	if err := i.parents.Recall(ctx); err != nil {
		return err
	}
	detail, err := i.read(ctx)
	if err != nil {
		return err
	}
	row, err := i.update(ctx, detail)
	if err != nil {
		return err
	}
	i.roles = site.NewRoles(false, true)
	i.roles.Take(i.code, *detail.Roles)
	detail.General = nil
	i.club.Details[i.code] = detail
	i.takeRow(row)
	return errors.Join(sets.Members.Put(ctx, i.Runner, i.code, row), sets.Details.Put(ctx, i.Runner, i.code, detail))
}

// read reads the member's pages. It reads the invoice data when a functions run did, so that the payload is that of the
// pipelines.
func (i *individual) read(ctx context.Context) (federation.Detail, error) {
	last := i.club.Details[i.code]
	tabs := federation.TabGeneral | federation.TabFunctions | federation.TabOther
	if last.Invoice != nil {
		tabs |= federation.TabFinancial
	}
	detail, err := i.service.Site.Member(ctx, i.code, tabs)
	if err != nil {
		return detail, err
	}
	i.tell(refresh.Reading) // it may be that the search is next
	if detail.General == nil || detail.Roles == nil || detail.Free == nil || last.Invoice != nil && detail.Invoice == nil {
		return detail, federation.ErrShape
	}
	return detail, nil
}

// update returns the row of the member, brought up to date from the pages. It searches again for a member who had left, because
// the pages stay and only the search tells who is a member. It does so, too, when the pages tell another day of the photo: photos
// are known by the search's (contract §3.1).
func (i *individual) update(ctx context.Context, detail federation.Detail) (federation.Member, error) {
	before, known := i.club.Before[i.code]
	if on := detail.Header.PhotoOn; known && !ledger.Left(i.club.Entries[i.code]) && (on.IsZero() || on == before.PhotoOn) {
		i.members.PageRead(i.code)
	} else {
		var err error
		if before, err = i.site.Find(ctx, i.code); err != nil {
			return before, err
		}
	}
	return payload.Row(*detail.General, before), nil
}

// takeRow makes the rows of the club those of the last download with the member's own.
func (i *individual) takeRow(row federation.Member) {
	rows := []federation.Member{row}
	for code, before := range i.club.Before {
		if code != i.code {
			rows = append(rows, before)
		}
	}
	slices.SortFunc(rows, func(a, b federation.Member) int { return strings.Compare(a.Code, b.Code) })
	i.club.Rows, i.parents.Rows = rows, rows
}

func (i *individual) sendMember(ctx context.Context, step *engine.Step) error {
	if err := i.members.DetachGone(ctx, &i.club, i.code); err != nil {
		return err
	}
	one := &members.Snapshot{Rows: []federation.Member{*i.row}, Details: i.club.Details, Entries: i.club.Entries}
	return i.members.Send(ctx, step, one, i.members.Plan(one), i.directory())
}

// sendParents brings the member's parents into the application.
func (i *individual) sendParents(ctx context.Context, step *engine.Step) error {
	own := noun.AddressesOf(i.row)
	var mine diff.Plan
	for _, a := range i.parents.Plan().Actions {
		if slices.Contains(own, a.Key) {
			mine.Actions = append(mine.Actions, a)
		}
	}
	return i.parents.Send(ctx, step, mine, i.directory())
}

// sendCommittees brings the committees into the application in which the member has a seat.
func (i *individual) sendCommittees(ctx context.Context, step *engine.Step) error {
	if err := i.groups.Recall(ctx); err != nil {
		return err
	}
	if err := i.work.Plan(ctx, step); err != nil {
		return err
	}
	return i.groups.Submit(ctx, step)
}

// tellFunctions tells the application which functions the member has, also when they did not change: who asks for the member
// wants the roles that go with them.
func (i *individual) tellFunctions(ctx context.Context, step *engine.Step) error {
	told, err := i.pipeline.told().TellOne(ctx, step, i.code, i.roles.Functions[i.code])
	if told.Status != "" {
		i.told = &told
	}
	return err
}

// fetchPhoto fetches the member's photo when its day changed.
func (i *individual) fetchPhoto(ctx context.Context, step *engine.Step) error {
	all, err := i.photos.See(ctx, []federation.Member{*i.row})
	if err != nil {
		return err
	}
	return i.photos.Fetch(ctx, step, i.own(all))
}

func (i *individual) sendPhoto(ctx context.Context, step *engine.Step) error {
	all, err := i.photos.Known(ctx)
	if err != nil {
		return err
	}
	return i.photos.Send(ctx, step, i.own(all))
}

// own is the member's photo out of all.
func (i *individual) own(all map[string]*photo.Photo) map[string]*photo.Photo {
	if p := all[i.code]; p != nil {
		return map[string]*photo.Photo{i.code: p}
	}
	return nil
}

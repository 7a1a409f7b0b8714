package pictures_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/ports"
)

// runs does with s what is due in the outbox, and returns how many jobs that were and what went wrong.
func (a *album) runs(s *pictures.Service) (count int, failure error) {
	a.t.Helper()
	count = a.store.RunJobs(ctx, a.now, job.Backoff, func(ctx context.Context, j job.Job) error {
		id, err := pictures.RemovedFiles.Args(j)
		if err == nil {
			err = s.DeleteFiles(ctx, id)
		}
		failure = errors.Join(failure, err)
		return err
	})
	return count, failure
}

func TestTheFilesOfAPictureThatGoesAwayGoSoon(t *testing.T) {
	for name, remove := range map[string]func(a *album, photo media.Media) error{
		"discarded": func(a *album, photo media.Media) error { return a.Discard(ctx, photo.ID) },
		"deleted": func(a *album, photo media.Media) error {
			_, err := a.Delete(ctx, anna, photo.ID)
			return err
		},
		"taken away": func(a *album, _ media.Media) error { return a.TakePhotoAway(ctx, anna, a.jan, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t)
			stays := a.brings(anna, "stays", 0)
			photo, err := a.Photograph(ctx, anna, a.jan, nil, []byte("photo"))
			a.is("the photo", err, nil)
			a.is("it goes", remove(a, photo), nil)
			for _, step := range []struct {
				at    time.Duration
				jobs  int
				files []media.Media
			}{
				{0, 0, []media.Media{stays, photo}}, {59 * time.Second, 0, []media.Media{stays, photo}}, // somebody may be reading it
				{time.Minute, 1, []media.Media{stays}}, {time.Hour, 0, []media.Media{stays}},
			} {
				a.now = start.Add(step.at)
				if count, err := a.runs(a.Service); count != step.jobs || err != nil {
					t.Errorf("after %v: %d jobs, %v", step.at, count, err)
				}
				a.holds(step.files...)
			}
			a.sweeps(0)
		})
	}
}

func TestThePhotoThatWasGoesWhenANewOneComes(t *testing.T) {
	a := open(t)
	_, err := a.Photograph(ctx, anna, a.jan, nil, []byte("old"))
	a.is("the old one", err, nil)
	photo, err := a.Photograph(ctx, anna, a.jan, nil, []byte("new"))
	a.is("the new one", err, nil)
	a.now = start.Add(time.Minute)
	if count, err := a.runs(a.Service); count != 1 || err != nil {
		t.Errorf("%d jobs, %v", count, err)
	}
	a.holds(photo)
}

func TestAStepThatFailsDeletesNoFile(t *testing.T) {
	a := open(t)
	photo, err := a.Photograph(ctx, anna, a.jan, nil, []byte("photo"))
	a.is("the photo", err, nil)
	refusal := errors.New("no")
	_, err = a.Hang(ctx, anna, []byte("other"), "x", 0, false, func(s ports.Stores, _ media.ID) (media.ID, error) {
		a.is("removed in the step", s.Outbox.Add(ctx, pictures.RemovedFiles.New("", photo.ID)), nil)
		return photo.ID, refusal
	})
	a.is("the step", err, refusal)
	a.now = start.Add(time.Hour)
	if count, _ := a.runs(a.Service); count != 0 {
		t.Errorf("%d jobs", count)
	}
	a.holds(photo)
}

// Whatever step of the job fails, and whether or not the process dies of it, the next try does the rest.
func TestFilesThatCouldNotBeDeletedAreDeletedLater(t *testing.T) {
	for _, b := range []breaker{{}, {after: true}, {dies: true}} {
		t.Run(fmt.Sprintf("dies %v after %v", b.dies, b.after), func(t *testing.T) {
			a := open(t)
			for n := 1; ; n++ {
				a.is("discard", a.Discard(ctx, a.brings(anna, "goes", 0).ID), nil)
				a.now = a.now.Add(time.Minute)
				b := b
				b.n = n
				count, err := a.runs(a.broken(&b))
				if count != 1 || (err == nil) != (b.count < n) {
					t.Fatalf("step %d of %d: %d jobs, %v", n, b.count, count, err)
				}
				if err == nil {
					break
				}
				a.now = a.now.Add(time.Second)
				if count, err := a.runs(a.Service); count != 1 || err != nil {
					t.Errorf("step %d: then %d jobs, %v", n, count, err)
				}
				a.holds()
				a.sweeps(0)
			}
		})
	}
}

func TestAPictureThatIsShownKeepsItsFiles(t *testing.T) {
	a := open(t)
	m := a.brings(anna, "stays", 0)
	if err := a.DeleteFiles(ctx, m.ID); err == nil {
		t.Error("no error")
	}
	a.holds(m)
	a.is("absent", a.DeleteFiles(ctx, 99), nil)
}

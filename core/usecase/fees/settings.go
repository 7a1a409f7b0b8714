package fees

import (
	"context"
	"strconv"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Seasonal are the settings that a season goes by.
type Seasonal struct {
	Season   season.Season
	Borrowed season.Season // whose they are, 0 for the season's own and for those of a new club
	Own      bool          // the season has its own
	fee.Settings
}

// Settings are those of the current season and the next.
type Settings struct {
	Current, Next Seasonal
	Warnings      []fault.Detail // about those that were changed
}

// Settings returns the settings that can be changed, to who keeps the money.
func (s *Service) Settings(_ context.Context, viewer access.Viewer) (Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Settings{}, err
	}
	return s.settings(s.Directory.View()), nil
}

func (s *Service) settings(view *directory.View) Settings {
	current := s.Current()
	book, recreants := view.FeeBook(), view.RecreationalTeams()
	return Settings{Current: seasonal(book, current, recreants), Next: seasonal(book, current.Next(), recreants)}
}

func seasonal(book fee.Book, of season.Season, recreants []int64) Seasonal {
	settings, borrowed := book.Of(of, recreants)
	_, own := book.Seasons[of]
	return Seasonal{Season: of, Borrowed: borrowed, Own: own, Settings: settings}
}

// Patch is what becomes of settings: a nil part stays as it is, the categories are replaced as a whole.
type Patch struct {
	Season     season.Season // the current one or the next, 0 for the current one
	Categories *[]fee.Category
	Second     *fee.Percent // family discounts
	Third      *fee.Percent
	PlanThree  *bool
	PlanEight  *bool
}

func (p *Patch) apply(settings *fee.Settings) ([]fault.Detail, error) {
	if p.Categories != nil {
		settings.Categories = *p.Categories
	}
	set(&settings.Family.Second, p.Second)
	set(&settings.Family.Third, p.Third)
	set(&settings.PlanThree, p.PlanThree)
	set(&settings.PlanEight, p.PlanEight)
	return settings.Validate()
}

func set[T any](to, value *T) {
	if value != nil {
		*to = *value
	}
}

// changeable is the season whose settings are to be changed: fee.ErrSeasonClosed for any but the current one and the next.
func (s *Service) changeable(of season.Season) (season.Season, error) {
	current := s.Current()
	switch of {
	case 0, current:
		return current, nil
	case current.Next():
		return of, nil
	}
	return 0, fee.ErrSeasonClosed
}

// Change changes the settings of a season, which from then on are its own, for who keeps the money. Settings that can't be are
// fee.ErrInvalidSettings. All answers go by them at once: no fee is kept anywhere.
func (s *Service) Change(ctx context.Context, viewer access.Viewer, patch Patch) (Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Settings{}, err
	}
	of, err := s.changeable(patch.Season)
	if err != nil {
		return Settings{}, err
	}
	var warnings []fault.Detail
	err = s.edit(ctx, viewer, of, func(settings *fee.Settings, _ fee.Book) (err error) {
		warnings, err = patch.apply(settings)
		return err
	})
	if err != nil {
		return Settings{}, err
	}
	changed := s.settings(s.Directory.View())
	changed.Warnings = warnings
	return changed, nil
}

// edit edits the settings that a season goes by and keeps them as its own.
func (s *Service) edit(
	ctx context.Context, viewer access.Viewer, of season.Season, edit func(*fee.Settings, fee.Book) error,
) error {
	recreants := s.Directory.View().RecreationalTeams()
	var before, after fee.Settings
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		_, err := stores.FeeBook.Change(ctx, func(book *fee.Book) error {
			before, _ = book.Of(of, recreants)
			after = before.Clone()
			if err := edit(&after, book.Clone()); err != nil {
				return err
			}
			*book = book.With(of, after)
			return nil
		})
		if err != nil {
			return err
		}
		about := audit.Object{Noun: audit.Settings, Name: audit.FeeSettings + " " + of.String()}
		return stores.Audit.Append(
			ctx,
			audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about).Changed(told(before), told(after)),
		)
	})
}

// told are settings as the log tells them.
func told(settings fee.Settings) audit.Values {
	values := audit.Values{
		"second_child_percent": settings.Family.Second.String(), "third_child_percent": settings.Family.Third.String(),
		"installment_plan_3_enabled": settings.PlanThree, "installment_plan_8_enabled": settings.PlanEight,
	}
	for i := range settings.Categories {
		c := &settings.Categories[i]
		values["category."+c.Slug] = map[string]any{
			"label": c.Label, "amount": c.Amount.String(), "is_youth": c.Youth, "sort_order": strconv.Itoa(c.SortOrder),
			"age_classes": c.AgeClasses, "matching_teams": c.Teams, "matching_werkfuncties": c.Functions,
		}
	}
	return values
}

// Copy gives a season the settings of another one, for who keeps the money: fee.ErrInvalidCopy for a season onto itself,
// fee.ErrSourceEmpty when the source has none of its own, fee.ErrDestinationNotEmpty when the destination has.
func (s *Service) Copy(ctx context.Context, viewer access.Viewer, from, to season.Season) (Settings, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Settings{}, err
	}
	if from == to {
		return Settings{}, fee.ErrInvalidCopy
	}
	to, err := s.changeable(to)
	if err != nil {
		return Settings{}, err
	}
	recreants := s.Directory.View().RecreationalTeams()
	err = s.edit(ctx, viewer, to, func(settings *fee.Settings, book fee.Book) error {
		source, known := book.Seasons[from]
		if _, taken := book.Seasons[to]; taken {
			return fee.ErrDestinationNotEmpty
		}
		if !known && from != s.Current() { // the current season has settings, if only those of a new club
			return fee.ErrSourceEmpty
		}
		if !known {
			source, _ = book.Of(from, recreants)
		}
		*settings = source
		return nil
	})
	if err != nil {
		return Settings{}, err
	}
	return s.settings(s.Directory.View()), nil
}

// Preview is what changed settings would make of the fees of a season.
type Preview struct {
	Season   season.Season
	Changes  []fee.Change
	From, To money.Cents // what all fees come to
	Warnings []fault.Detail
}

// Preview returns what a change of settings would do, and changes nothing. It asks and refuses what Change does.
func (s *Service) Preview(_ context.Context, viewer access.Viewer, patch Patch) (p Preview, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return p, err
	}
	if p.Season, err = s.changeable(patch.Season); err != nil {
		return p, err
	}
	view := s.Directory.View()
	before := s.terms(view, p.Season, false)
	after := before.Terms
	after.Settings = before.Settings.Clone()
	if p.Warnings, err = patch.apply(&after.Settings); err != nil {
		return p, err
	}
	after.Teams = teamNames(view, &after.Settings)
	members := view.FeeMembers(s.Today())
	was, is := fee.Season(before.Terms, members), fee.Season(after, members)
	p.Changes, p.From, p.To = fee.Compare(was, is)
	return p, nil
}

// Functions returns which functions there are among all work of people, to who keeps the money, sorted.
func (s *Service) Functions(_ context.Context, viewer access.Viewer) ([]string, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return nil, err
	}
	return s.Directory.View().Titles(), nil
}

package directory

import (
	"encoding/json"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/calendar"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Birthdays returns who has a birthday on one of so many days from today on, of the people whom the reader may see, in the order
// of birthdays. Former members and the deceased have none.
func (v *View) Birthdays(as record.View, days int) (list []dashboard.Birthday) {
	born := v.by(person.KeyBirthday).ids
	seen, present, alive := v.within(as.Reader.People), v.passing(person.WithoutFormer()), v.passing(person.Alive())
	for _, day := range dashboard.BirthdaysIn(as.Day, days) {
		if born[day.Day] == nil {
			continue
		}
		those := roaring.And(seen, born[day.Day]) // few, so that each set is joined with these
		those.And(present)
		those.And(alive)
		list = slices.Grow(list, int(those.GetCardinality())) //nolint:gosec // there are no more people
		each(those, func(id uint32) {
			m := v.people.at(int64(id))
			b := dashboard.Birthday{
				Person: m.record.ID, Name: m.record.Title, Key: m.values.At(placeTitle), Photo: m.record.Photo, On: day.On,
			}
			b.Born, _ = civil.Parse(m.values.At(placeBirthdate))
			if b, has := dashboard.NewBirthday(b, as.Day); has {
				list = append(list, b)
			}
		})
	}
	dashboard.SortBirthdays(list)
	return list
}

// Membership returns how many people play in the association, and who came and went in the season of a day up to that day. It
// tells of everybody: it is for who administers members.
func (v *View) Membership(today civil.Date) dashboard.Figures {
	of := season.On(today)
	figures := dashboard.Figures{Season: of, Start: of.First()}
	count := func(filter record.Filter) int {
		return int(v.found(access.Everything, &filter).GetCardinality()) //nolint:gosec // there are no more people
	}
	figures.Total = count(record.Filter{Tests: person.PlayingMembers(today)})
	figures.Joined = count(record.Filter{Tests: person.Joined(figures.Start, today)})
	figures.Left = count(record.Filter{Tests: person.Left(figures.Start, today, true)})
	figures.LeftUnknown = count(record.Filter{Tests: person.Left(figures.Start, today, false)})
	return figures
}

// Squads returns the teams with these numbers that there are, by name, and how many play in each and lead it on a day: everybody
// once a team, without former members and the deceased, whoever asks. They are for who was given the teams.
func (v *View) Squads(ids []group.ID, day civil.Date) (squads []dashboard.Squad) {
	for _, id := range ids {
		if !v.IsTeam(id) {
			continue
		}
		t := v.groups[id]
		squad := dashboard.Squad{
			Team: id, Name: t.record.Title, Key: t.values.At(placeGroupSort), Logo: t.record.Logo, FeedCode: teamCode(t),
		}
		alive := v.passing(person.Alive())
		for _, one := range v.entries[id] {
			m := v.people.at(one)
			if m.record.Former || !alive.Contains(uint32(one)) { //nolint:gosec // a table holds no greater number
				continue
			}
			in := func(role work.Role) bool {
				return slices.ContainsFunc(m.work, func(e entry) bool { return e.Group == id && e.role == role && e.CurrentOn(day) })
			}
			if in(work.Player) {
				squad.Players++
			}
			if in(work.Staff) {
				squad.Staff++
			}
		}
		squads = append(squads, squad)
	}
	dashboard.SortSquads(squads)
	return squads
}

// Training is when which team trains where. Nobody may change it.
func (v *View) Training() *training.Schedule { return v.training }

// AliveOf is Names without the deceased.
func (v *View) AliveOf(ids []person.ID, reader access.Reader) []person.Summary {
	return v.Names(slices.DeleteFunc(slices.Clone(ids), func(id person.ID) bool {
		m := v.people.at(id)
		return m != nil && m.damaged == nil && m.values.At(placeDeceased) == listing.Flag(true)
	}), reader)
}

// TeamCode is the number of a team in the federation's administration, "" when it is not known and for no team.
func (v *View) TeamCode(id group.ID) string {
	if !v.IsTeam(id) {
		return ""
	}
	return teamCode(v.groups[id])
}

// teamCode is the number of a team in the federation's administration, "" for none.
func teamCode(t *team) (code string) {
	_ = json.Unmarshal([]byte(acf.Member(t.record.Document, "publicteamid")), &code)
	return code
}

// Born returns the people whom the reader may see and whose day of birth is known, by number: former members too, without the
// deceased. With a workspace these are those in it.
func (v *View) Born(as record.View, in workspace.ID) (list []calendar.Person) {
	seen := roaring.And(v.within(as.Reader.People), v.passing(person.Alive()))
	if in != 0 {
		inside := v.by(person.KeyWorkspaces).ids[listing.Number(in)]
		if inside == nil {
			return nil
		}
		seen.And(inside)
	}
	each(seen, func(id uint32) {
		m := v.people.at(int64(id))
		if born, ok := civil.Parse(m.values.At(placeBirthdate)); ok && !born.IsZero() {
			list = append(list, calendar.Person{ID: m.record.ID, Name: m.record.Title, Born: born, Modified: m.record.Modified})
		}
	})
	return list
}

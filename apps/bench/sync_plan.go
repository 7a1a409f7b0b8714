package main

import (
	"errors"
	"os"

	"github.com/clubhuis/clubhuis/adapters/phones"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
)

// clubWith returns how many people a synthetic club must have for about so many members on the site, and those members.
func clubWith(members int, seed uint64) (people int, known []register.Member) {
	people = members * 3 / 2
	for range 10 {
		r := register.New(club.Generate(people, seed, today()), seed, today)
		known = r.Members(register.Active, register.EligibleForRemoval)
		if len(known) >= members && len(known)*50 <= members*51 {
			break
		}
		people += (members-len(known))*people/max(1, len(known)) + 1
	}
	return people, known
}

// planCost is the processor time, in seconds, of working out that nothing changed.
type planCost struct {
	Members int     `json:"members"`
	Parents int     `json:"parents"`
	Entries int     `json:"entries"`       // on the e-mail lists
	Only    float64 `json:"members_alone"` // hash and plan of the members
	All     float64 `json:"all"`           // and of their parents and the lists
}

// measurePlan takes the median over rounds.
func measurePlan(members int, seed uint64, rounds int) (*planCost, error) {
	_, known := clubWith(members, seed)
	var rows []federation.Member
	details := map[string]*federation.Detail{}
	for i := range known {
		rows = append(rows, rowOf(&known[i]))
		details[known[i].Code] = &federation.Detail{
			Code: known[i].Code, Header: federation.Header{Block: known[i].Block, Type: known[i].Type},
			Free: (*federation.FreeFields)(&known[i].Remarks),
		}
	}
	p := planner{rows: rows, details: details}
	cost := &planCost{Members: len(rows)}
	before := [3][]diff.Wanted{p.members(), p.parents(), p.entries()}
	cost.Parents, cost.Entries = len(before[1]), len(before[2])
	var only, all []float64
	for range rounds {
		begin, err := cpuOf(os.Getpid())
		if err != nil {
			return nil, err
		}
		same := unchanged(p.members(), before[0])
		middle, err := cpuOf(os.Getpid())
		if err != nil {
			return nil, err
		}
		same = unchanged(p.parents(), before[1]) && unchanged(p.entries(), before[2]) && same
		end, err := cpuOf(os.Getpid())
		if err != nil {
			return nil, err
		}
		if !same {
			return nil, errors.New("the plan of what did not change has actions")
		}
		only, all = append(only, (middle-begin).Seconds()), append(all, (end-begin).Seconds())
	}
	cost.Only, cost.All = median(only), median(all)
	return cost, nil
}

// unchanged plans against what was synchronized before, and reports whether there is nothing to do.
func unchanged(wanted, before []diff.Wanted) bool {
	tracked := make([]diff.Tracked, 0, len(before))
	for _, w := range before {
		tracked = append(tracked, diff.Tracked{Key: w.Key, Hash: w.Hash, There: true})
	}
	plan := diff.Compare(wanted, tracked, false, true)
	return len(plan.Actions) == 0 && plan.Unchanged == len(before)
}

// planner makes what a people run compares.
type planner struct {
	rows    []federation.Member
	details map[string]*federation.Detail
}

func international(text string) string {
	if number, is := (phones.Numbers{}).International(text); is {
		return number
	}
	return text
}

func (p *planner) members() (wanted []diff.Wanted) {
	for i := range p.rows {
		code := p.rows[i].Code
		wanted = append(wanted, diff.Wanted{Key: code, Hash: payload.Member(p.rows[i], p.details[code], international).Hash()})
	}
	return wanted
}

func (p *planner) parents() (wanted []diff.Wanted) {
	for _, parent := range parents.Of(p.rows, international) {
		wanted = append(wanted, diff.Wanted{Key: parent.Email, Hash: payload.ParentHash(parent, []int64{1, 2}, false)})
	}
	return wanted
}

func (p *planner) entries() (wanted []diff.Wanted) {
	for n, list := range mailing.Prepare(p.rows, 4, nil).Lists {
		for _, entry := range list {
			wanted = append(wanted, diff.Wanted{Key: string(rune('1'+n)) + entry.Key(), Hash: entry.Hash()})
		}
	}
	return wanted
}

// rowOf returns a member as the site's search tells it.
func rowOf(m *register.Member) federation.Member {
	row := federation.Member{
		Code: m.Code, First: m.First, Infix: m.Infix, Last: m.Last, Gender: m.Gender, Birth: m.Birth, Died: m.Died, Status: m.Status,
		Type: m.Type, AgeClass: m.AgeClass, Activity: m.Activity, Since: m.Since, Until: m.End, Updated: m.Updated.String(),
		PhotoOn: m.PhotoOn,
		Email:   m.Email, Email2: m.Email2, Mobile: m.Mobile, Mobile2: m.Mobile2, Telephone: m.Telephone, Telephone2: m.Telephone2,
	}
	if len(m.Addresses) > 0 {
		row.Address = federation.Address(m.Addresses[0])
	}
	for i, parent := range m.Parents {
		row.Parents[i] = federation.Parent(parent)
	}
	return row
}

package peoplefile

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
)

// Outcome is what becomes of a row.
type Outcome string

// The outcomes.
const (
	New       Outcome = "new"
	Changed   Outcome = "changed"
	Unchanged Outcome = "unchanged"
	Refused   Outcome = "refused"
)

// Outcomes are all of them.
var Outcomes = []Outcome{New, Changed, Unchanged, Refused}

// Change is what becomes of one field, as people read it.
type Change struct {
	Field Field  `json:"field"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// Decision is what becomes of a row, and why.
type Decision struct {
	Row     int // its number
	Outcome Outcome
	Person  person.ID // whom it is about, 0 for somebody new
	Name    string
	Code    string // the member code that the person gets, "" for none
	Changes []Change
	Kept    []Field  // what the federation's administration has otherwise, and the import leaves
	Reasons []string // why it is refused, else what to look at
}

func (d *Decision) refuse(reasons ...string) {
	d.Outcome, d.Changes = Refused, nil
	d.Reasons = append(d.Reasons, reasons...)
}

// Rules are what the meaning of a file depends on beside its cells.
type Rules struct {
	Today    civil.Date
	Date1904 bool
	// Federation says that the club is synchronized: what the federation has of a member is left as it is.
	Federation bool
}

// Planner decides what becomes of the rows of a file, one after the other: of two rows about one person the second is refused.
type Planner struct {
	club    *Club
	columns []Field
	rules   Rules
	rows    map[string][]noted // what somebody is known by in rows
	people  map[person.ID]int  // whom a row is about
	made    map[person.ID]bool // who came of rows that were applied before, and is known by these rows alone
	past    []person.Stored    // whom rows changed that were applied before, as they were: not in the club yet
}

// noted is a row that says something by which somebody is known.
type noted struct {
	row  int
	born civil.Date
}

// NewPlanner begins with the first row. columns says which field each column is.
func NewPlanner(club *Club, columns []Field, rules Rules) *Planner {
	return &Planner{club: club, columns: columns, rules: rules, rows: map[string][]noted{}, people: map[person.ID]int{},
		made: map[person.ID]bool{}}
}

// Done notes a row that was applied before, so that the rows below it are decided as they were: by the club as it stood before
// the first row, in which whoever a row changed since is still known by what they had.
func (p *Planner) Done(done *Result) {
	if done.Outcome == Refused {
		return
	}
	read, _ := p.read(&done.Row)
	of := done.Person
	if done.Outcome == New {
		p.made[of], of = true, 0
	}
	p.note(&read, of, done.Number)
	if done.Outcome != Changed || done.Before == nil {
		return
	}
	stored := p.club.stored[of]
	if stored.ID, stored.Document = of, done.Before.Document; done.Before.Meta != nil {
		stored.Meta = *done.Before.Meta
	}
	if was, err := stored.Person(); err == nil {
		p.past = append(p.past, stored)
		p.Apply(&done.Row, &was)
		p.note(&was, of, done.Number)
	}
}

// settle puts whoever was changed by rows that are done back into the club as they were.
func (p *Planner) settle() {
	if len(p.past) > 0 {
		p.club, p.past = p.club.with(p.past), nil
	}
}

// Decide decides what becomes of the next row.
func (p *Planner) Decide(row *Row) Decision {
	p.settle()
	d := Decision{Row: row.Number}
	read, problems := p.read(row)
	d.Name = named(person.Name{}, read.Name).Full()
	if len(problems) > 0 {
		d.refuse(problems...)
		return d
	}
	found, reason := p.club.find(&read, p.made)
	if reason != "" {
		d.refuse(reason)
		return d
	}
	if other := p.before(&read, found); other != 0 {
		d.refuse(repeated(other))
		return d
	}
	var edited person.Person
	if d.Person = found; found == 0 {
		p.decideNew(&d, row, &read)
	} else if was, err := p.club.Person(found); err != nil {
		d.refuse(gone)
	} else {
		edited = p.change(&d, row, &was)
	}
	if d.Outcome != Refused { // whoever is refused is on no row
		p.note(&read, found, row.Number)
	}
	if d.Outcome == Changed { // a row that leaves out the name may bring an address
		p.note(&edited, found, row.Number)
	}
	return d
}

func (p *Planner) decideNew(d *Decision, row *Row, read *person.Person) {
	if read.Name.First == "" {
		d.refuse(withoutName)
		return
	}
	d.Outcome, d.Code = New, read.Membership.Code
	if p.club.named(read, p.made) {
		d.Reasons = append(d.Reasons, sameName)
	}
	edited := person.Person{Visibility: person.Private}
	p.differences(d, row, &edited)
	d.check(&edited, &person.Person{})
}

// change decides about somebody who is known, and returns them as the row makes them.
func (p *Planner) change(d *Decision, row *Row, was *person.Person) (edited person.Person) {
	d.Outcome, d.Name = Unchanged, was.Name.Full()
	edited = was.Clone()
	p.differences(d, row, &edited)
	if len(d.Changes) > 0 {
		d.Outcome, d.Code = Changed, edited.NewCode(was)
	}
	if was.Membership.Code != "" && d.Code != "" {
		d.refuse(otherCode)
		return edited
	}
	d.check(&edited, was)
	return edited
}

// check refuses a row that would give somebody values that may not be kept.
func (d *Decision) check(edited, before *person.Person) {
	var problems fault.Problems
	edited.Validate(before, person.References{}, &problems)
	if wrong := problems.Fault(); wrong != nil && d.Outcome != Unchanged {
		d.refuse(Sentences(wrong)...)
	}
}

// Sentences returns what is wrong, a sentence a field.
func Sentences(err error) (list []string) {
	said := fault.As(err)
	for _, sentence := range said.Params {
		if !slices.Contains(list, sentence) {
			list = append(list, sentence)
		}
	}
	if slices.Sort(list); len(list) == 0 {
		list = []string{said.Message}
	}
	return list
}

// differences puts a row into somebody, and notes what that changes.
func (p *Planner) differences(d *Decision, row *Row, edited *person.Person) {
	for i := range fields {
		f := &fields[i]
		cell := p.cell(row, f.key)
		if cell == "" || f.set == nil {
			continue
		}
		before := edited.Clone()
		was := f.get(edited)
		f.set(edited, cell, p.day()) // what is wrong with it was said when the row was read
		is := f.get(edited)
		switch {
		case was == is, f.key == MemberCode && fold.Same(was, is):
			*edited = before
		case p.rules.theirs(f, &before):
			*edited = before
			d.Kept = append(d.Kept, f.key)
		default:
			d.Changes = append(d.Changes, Change{Field: f.key, From: was, To: is})
		}
	}
}

// theirs reports whether a field of somebody is the federation's: it is administered there, and the synchronization brings it.
func (r *Rules) theirs(f *field, p *person.Person) bool {
	name := f.key == FullName || f.key == FirstName || f.key == LastName
	return r.Federation && p.Administered && p.Membership.Code != "" && (f.synced || name)
}

// Apply puts a row into somebody as Decide does.
func (p *Planner) Apply(row *Row, edited *person.Person) {
	p.differences(&Decision{}, row, edited)
}

func (p *Planner) day() day { return day{p.rules.Today, p.rules.Date1904} }

// read returns what a row says, and what is wrong with it.
func (p *Planner) read(row *Row) (read person.Person, problems []string) {
	for i, key := range p.columns {
		if cell := strings.TrimSpace(row.cell(i)); key != "" && slices.Contains(broken, strings.ToUpper(cell)) {
			problems = append(problems, wrong(Label(key), cell, isBroken))
		}
	}
	if len(problems) > 0 {
		return read, problems
	}
	for i := range fields {
		f := &fields[i]
		cell := p.cell(row, f.key)
		if cell == "" || f.set == nil {
			continue
		}
		if problem := f.set(&read, cell, p.day()); problem != "" {
			problems = append(problems, problem)
		}
	}
	return read, problems
}

// cell returns what a row says of a field, "" for nothing. A house number belongs to its street, and an infix may stand in the
// last name.
func (p *Planner) cell(row *Row, key Field) string {
	of := func(key Field) string {
		i := slices.Index(p.columns, key)
		if i < 0 {
			return ""
		}
		return wholeNumber(strings.TrimSpace(row.cell(i)))
	}
	switch street, infix := of(Street), of(Infix); {
	case key == Street && street != "":
		return strings.Join(strings.Fields(street+" "+of(House)+" "+of(HouseMore)), " ")
	case key == Infix && infix == "":
		infix, _ = person.SplitInfix(of(LastName))
		return infix
	case key == LastName && infix == "":
		_, last := person.SplitInfix(of(LastName))
		return last
	}
	return of(key)
}

// known returns what somebody in a row is known by, beside a member code.
func known(p *person.Person) (keys []string) {
	if p.Name.First == "" {
		return nil
	}
	name := nameKey(p.Name)
	for _, address := range p.Emails() {
		keys = append(keys, "mail "+address+" "+name)
	}
	if !p.Birthdate.IsZero() {
		keys = append(keys, "born "+p.Birthdate.String()+" "+name)
	}
	return keys
}

// code is what a key begins with that is a member code.
const code = "code "

// signs returns what a row is found by, and what it leaves for the rows below it. Two rows with a code each are about one person
// if it is the same code, whatever else they say; else they are if both say one of the same things and no two dates of birth.
func signs(p *person.Person) (finds, leaves []string) {
	const with, without = " with", " without"
	others := known(p)
	if of := fold.Key(p.Membership.Code); of != "" {
		finds, leaves = []string{code + of}, []string{code + of}
		for _, key := range others {
			finds, leaves = append(finds, key+without), append(leaves, key+with)
		}
		return finds, leaves
	}
	for _, key := range others {
		finds, leaves = append(finds, key+without, key+with), append(leaves, key+without)
	}
	return finds, leaves
}

// before returns the row above that is about the same person, 0 for none.
func (p *Planner) before(read *person.Person, found person.ID) int {
	if found != 0 && p.people[found] != 0 {
		return p.people[found]
	}
	finds, _ := signs(read)
	for _, key := range finds {
		for _, other := range p.rows[key] {
			if read.Birthdate == other.born || read.Birthdate.IsZero() || other.born.IsZero() || strings.HasPrefix(key, code) {
				return other.row
			}
		}
	}
	return 0
}

func (p *Planner) note(read *person.Person, found person.ID, row int) {
	_, leaves := signs(read)
	for _, key := range leaves {
		p.rows[key] = append(p.rows[key], noted{row, read.Birthdate})
	}
	if found != 0 {
		p.people[found] = row
	}
}

package predecessor

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// billing is what is known of the invoices that were read so far.
type billing struct {
	numbers map[string]int64 // the invoice with each number
	cases   map[int64]string // the number of the invoice of each case
	seasons map[string]string
	undated int // paid ones that do not say when
}

// The words that stand in what members read of an invoice.
const (
	differenceLine = "Verschil in het vorige systeem"
	feesLine       = "Administratiekosten van betaalde termijnen"
	wholeLine      = "Factuur %s"
	paidNote       = "Betaald volgens het vorige systeem"
	paidUndated    = "Betaald volgens het vorige systeem; de dag is niet bekend"
	partNote       = "Termijn %d, betaald via het vorige systeem"
)

func (r *Reading) readInvoices(c *Club) {
	b := billing{map[string]int64{}, map[int64]string{}, map[string]string{}, 0}
	list := slices.Clone(r.lists[Invoices])
	sorting.By(list, func(x, y one) int { return cmp.Compare(x.id, y.id) })
	for _, record := range list {
		o := read(r.parts[Detail][record.id])
		if r.waiting.missed[Detail][record.id] {
			r.laterInvoice(c, record.id, read(record.text), &b)
			continue
		}
		if o == nil {
			r.report.Add(origin.Invoice, record.id, "its lines and instalments could not be read")
			o = read(record.text)
		}
		r.invoice(c, record.id, o, &b)
	}
	if b.undated > 0 {
		r.report.Add(origin.Invoice, 0,
			"%d paid invoices do not say when they were paid: the payment stands on the day on which they were sent", b.undated)
	}
}

// laterInvoice leaves an invoice to the next run. It keeps its number, so that no other one has that meanwhile.
func (r *Reading) laterInvoice(c *Club, id int64, o object, b *billing) {
	if number := strings.TrimSpace(o.text("invoice_number")); number != "" {
		c.Numbers = append(c.Numbers, number)
		b.number(id, number, func(string, ...any) {})
	}
	r.wait(c, origin.Invoice, id, "its lines and instalments")
}

func (r *Reading) invoice(c *Club, id int64, o object, b *billing) {
	told := func(format string, args ...any) { r.report.Add(origin.Invoice, id, format, args...) }
	created, number := o.at("created", r.Zone), strings.TrimSpace(o.text("invoice_number"))
	c.Numbers = append(c.Numbers, number)
	v := Invoice{Head: r.head(id, 0, "", created, created), Past: invoice.Past{Number: b.number(id, number, told)}}
	v.Draw = invoice.Draw{Kind: kindOf(o, v.Past.Number)}
	who := o.object("person")
	v.Draw.Person, v.Draw.PersonName = who.number("id"), who.text("name")
	lost := r.lostOf(o)
	switch {
	case lost != "":
		v.Draw.Person = 0
	case v.Draw.Person == 0 || r.people[v.Draw.Person] == nil:
		told("its person %d, %q, is not there: it stands on nobody's card", v.Draw.Person, v.Draw.PersonName)
		v.Draw.Person = 0
	case v.Draw.PersonName == "":
		v.Draw.PersonName = r.people[v.Draw.Person].Name.Full()
	}
	if v.Draw.Kind == invoice.Membership {
		v.Draw.Season = b.season(&v, o.text("season"), told)
	}
	r.lines(&v, o, b, told)
	v.Token = tokenOf(o)
	v.Past.InstallmentsDisabled = o.flag("installments_disabled")
	status := invoice.Status(o.text("status"))
	if !slices.Contains(invoice.Statuses, status) {
		told("the status %q is not understood: it is a draft now", status)
		status = invoice.Draft
	}
	r.days(&v, o, status, told)
	r.plan(&v, o, told)
	if status == invoice.Paid {
		r.settle(&v, o, b, told)
	}
	now := invoice.At(r.Now, r.Zone)
	made, err := invoice.Bring(v.Head, v.Draw, v.Past, now)
	if err != nil {
		r.report.Leave(origin.Invoice, id, fmt.Sprintf("IT STAYS BEHIND: %v %v", err, fault.As(err).Params))
		return
	}
	switch is := made.StatusOn(now.On); {
	case status == invoice.Overdue && is == invoice.Sent && len(v.Past.Installments) < 2:
		v.Past.Forced = true // there it is said of every invoice after its own day, also when its instalments are on time
	case is == invoice.Paid && status != invoice.Paid:
		told("it was %s, and all of it is paid: it is paid here", status)
	case status == invoice.Paid && is != invoice.Paid:
		told("it was paid, and here it is %s", is)
	}
	if made.Open() < 0 {
		told("%s more was paid than was asked for: it shows as paid too much", (-made.Open()).String())
	}
	if link := o.text("payment_link"); link != "" && made.Open() > 0 {
		told("its payment link still takes money for the application before: close it at the provider (%s)", short([]byte(link)))
	}
	for _, line := range v.Draw.Lines {
		if line.Case != 0 {
			b.cases[line.Case] = v.Past.Number
		}
	}
	if lost != "" {
		r.wait(c, origin.Invoice, id, "%s", lost)
		return
	}
	c.Invoices = append(c.Invoices, v)
}

// lostOf names the person or a case of an invoice that could not be read, "" for none.
func (r *Reading) lostOf(o object) string {
	if who := o.object("person").number("id"); r.people[who] == nil && r.unsure(People, who) {
		return fmt.Sprintf("its person %d", who)
	}
	for _, line := range o.objects("line_items") {
		if of := caseOf(line); !r.cases[of] && r.unsure(Cases, of) {
			return fmt.Sprintf("its case %d", of)
		}
	}
	return ""
}

// caseOf is the case of a line, 0 for none.
func caseOf(line object) int64 {
	return max(line.number("discipline_case"), line.object("discipline_case").number("id"))
}

type telling func(format string, args ...any)

// number gives an invoice a number that no other one has.
func (b *billing) number(id int64, number string, told telling) string {
	if number == "" {
		number = fmt.Sprintf("oud-%d", id)
		told("it has no number: it has %s now", number)
	}
	unique := number
	for n := 2; b.numbers[unique] != 0; n++ {
		unique = fmt.Sprintf("%s/%d", number, n)
	}
	if unique != number {
		told("the number %s is that of invoice %d, too: this one is %s now", number, b.numbers[number], unique)
	}
	b.numbers[unique] = id
	return unique
}

func kindOf(o object, number string) invoice.Kind {
	switch kind := invoice.Kind(cmp.Or(o.text("invoice_type"), o.text("type"))); {
	case slices.Contains(invoice.Kinds, kind):
		return kind
	case strings.HasPrefix(number, string(invoice.SeriesMembership)):
		return invoice.Membership
	}
	return invoice.Discipline
}

// season returns that of a membership, 0 when the person has an invoice for it already.
func (b *billing) season(v *Invoice, text string, told telling) season.Season {
	of, err := season.Parse(text)
	if err != nil {
		told("the season %q is none", text)
		return 0
	}
	key := invoice.SeasonKey(v.Draw.Person, of).Value
	if first, twice := b.seasons[key]; twice && v.Draw.Person != 0 {
		told("%s is for the same membership of %s: this one has no season now", first, of)
		return 0
	}
	b.seasons[key] = v.Past.Number
	return of
}

// lines reads what is asked for, and holds it against the total.
func (r *Reading) lines(v *Invoice, o object, b *billing, told telling) {
	total, totalRead := o.amount("total_amount")
	var sum money.Cents
	sound := true
	for _, line := range o.objects("line_items") {
		amount, read := line.amount("amount")
		sound = sound && read
		description := strings.TrimSpace(line.text("description"))
		if description == "" {
			description = fmt.Sprintf(wholeLine, v.Past.Number)
		}
		if runes := []rune(description); len(runes) > invoice.MostText {
			told("a line is longer than %d characters: the rest stays behind", invoice.MostText)
			description = string(runes[:invoice.MostText])
		}
		one := invoice.Line{Description: description, Amount: amount, Case: caseOf(line)}
		if first, billed := b.cases[one.Case]; one.Case != 0 && (billed || v.has(one.Case)) {
			told("case %d stands on %s, too: this line names it no more", one.Case, cmp.Or(first, "another line"))
			one.Case = 0
		} else if one.Case != 0 && !r.cases[one.Case] {
			told("case %d is not there: the line names it no more", one.Case)
			one.Case = 0
		}
		v.Draw.Lines, sum = append(v.Draw.Lines, one), sum+amount
	}
	switch {
	case !sound && totalRead, len(v.Draw.Lines) == 0 && totalRead:
		told("its lines could not be read: it has one of the total, %s", total)
		v.Draw.Lines = []invoice.Line{{Description: fmt.Sprintf(wholeLine, v.Past.Number), Amount: total}}
	case !sound:
		told("neither its lines nor its total could be read")
		v.Draw.Lines = nil // refused
	case !totalRead:
		told("its total %s is no amount: the lines are %s together", short(o["total_amount"]), sum)
	case total != sum:
		told("its lines are %s together, and its total is %s: a line has the difference of %s now", sum, total, total-sum)
		v.Draw.Lines = append(v.Draw.Lines, invoice.Line{Description: differenceLine, Amount: total - sum})
	}
}

func (v *Invoice) has(id int64) bool {
	return slices.ContainsFunc(v.Draw.Lines, func(line invoice.Line) bool { return line.Case == id })
}

func (v *Invoice) total() (total money.Cents) {
	for _, line := range v.Draw.Lines {
		total += line.Amount
	}
	return total
}

// inAddress is a token of a payment page at the end of its address.
var inAddress = regexp.MustCompile(`(?:^|/)([0-9a-f]{64})/?$`)

func tokenOf(o object) string {
	for _, key := range []string{"payment_token", "payment_url"} {
		if found := inAddress.FindStringSubmatch(o.text(key)); found != nil {
			return found[1]
		}
	}
	return ""
}

// usualTerm is within how many days an invoice is paid that does not say.
const usualTerm = 14

// days reads when it was sent and has to be paid.
func (r *Reading) days(v *Invoice, o object, status invoice.Status, told telling) {
	for key, into := range map[string]*civil.Date{"sent_date": &v.Past.SentOn, "due_date": &v.Past.DueOn} {
		day, read := o.day(key)
		if *into = day; !read {
			told("%s is no day: %s", key, short(o[key]))
		}
	}
	if status == invoice.Draft {
		if !v.Past.SentOn.IsZero() {
			told("it is a draft that was sent on %s: it is a draft now", v.Past.SentOn)
		}
		v.Past.SentOn = civil.Date{}
		return
	}
	if v.Past.SentOn.IsZero() {
		v.Past.SentOn = civil.On(v.Head.Created, r.Zone)
		told("it is %s without a day on which it was sent: that is %s now, when it was made", status, v.Past.SentOn)
	}
	if v.Past.DueOn.IsZero() {
		v.Past.DueOn = v.Past.SentOn.AddDays(usualTerm)
		if status != invoice.Paid {
			told("it has no day by which it is to be paid: that is %s now", v.Past.DueOn)
		}
	}
}

// plan reads the instalments and what was paid of them.
func (r *Reading) plan(v *Invoice, o object, told telling) {
	plan := invoice.Plan(cmp.Or(o.text("installment_plan"), o.text("payment_plan")))
	parts := o.objects("installments")
	if plan == "" && len(parts) == 0 || plan == invoice.Full && len(parts) == 0 {
		return
	}
	slices.SortStableFunc(parts, func(a, b object) int { return cmp.Compare(a.number("number"), b.number("number")) })
	var planned, paidFees money.Cents
	sound, unpaid := slices.Contains(invoice.Plans, plan), false
	for n, part := range parts {
		amount, read := part.amount("amount")
		fee, _ := part.amount("admin_fee") // none is nothing
		due, isDay := part.day("due_date")
		sound = sound && read && isDay && amount > 0 && fee >= 0
		one := invoice.Installment{
			Amount: amount, AdminFee: fee, DueOn: due, SentAt: part.at("sent_at", r.Zone), PaidAt: part.at("paid_at", r.Zone),
			Reminder1At: part.at("reminder_1_sent_at", r.Zone), Reminder2At: part.at("reminder_2_sent_at", r.Zone),
		}
		v.Past.Installments, planned = append(v.Past.Installments, one), planned+amount
		status := part.text("status")
		if status != "paid" && status != "betaald" {
			unpaid = true
			continue
		}
		if unpaid {
			told("instalment %d is paid, and one before it is not: here the payment counts for the earliest", n+1)
		}
		on := v.firstDay(r, civil.On(one.PaidAt, r.Zone), due)
		note := fmt.Sprintf(partNote, n+1)
		if payment := part.text("payment_id"); payment != "" {
			note += " (" + payment + ")"
		}
		if !read {
			told("IT STAYS BEHIND: instalment %d is paid, and its amount %s cannot be read: book the payment by hand", n+1,
				short(part["amount"]))
			continue
		}
		v.Past.Payments = append(v.Past.Payments, invoice.HandPayment{Amount: amount + fee, PaidOn: on, Method: invoice.Other,
			Note: note})
		paidFees += fee
	}
	if sound && planned == v.total() {
		v.Past.Plan = plan
		return
	}
	told("its plan %q of %d instalments is %s together, and the invoice %s: it has no plan now; what was paid is booked",
		plan, len(parts), planned, v.total())
	v.Past.Installments = nil
	if paidFees > 0 {
		told("%s of what was paid are fees of instalments: a line asks for them now", paidFees)
		v.Draw.Lines = append(v.Draw.Lines, invoice.Line{Description: feesLine, Amount: paidFees})
	}
	v.Past.Payments = slices.DeleteFunc(v.Past.Payments, func(p invoice.HandPayment) bool { return p.Amount <= 0 })
}

// firstDay returns the first of some days that is one and not in the future, else the day on which the invoice was sent or today.
func (v *Invoice) firstDay(r *Reading, days ...civil.Date) civil.Date {
	today := civil.On(r.Now, r.Zone)
	for _, day := range append(days, v.Past.SentOn) {
		if !day.IsZero() && day.Year > 1 && !today.Before(day) {
			return day
		}
	}
	return today
}

// settle books what is open of an invoice that was paid.
func (r *Reading) settle(v *Invoice, o object, b *billing, told telling) {
	open := v.total()
	if v.Past.Plan != "" {
		for _, part := range v.Past.Installments {
			open += part.AdminFee
		}
	}
	for _, payment := range v.Past.Payments {
		open -= payment.Amount
	}
	if open <= 0 {
		return
	}
	if len(v.Past.Payments) > 0 || v.Past.Plan != "" && v.Past.Plan != invoice.Full {
		told("it is paid, and its instalments are not: the %s that they leave open are booked as paid", open)
	}
	on, known := civil.Date{}, false
	for _, key := range []string{"paid_at", "paid_date", "payment_date"} {
		if day, read := o.day(key); read && !day.IsZero() {
			on, known = day, true
			break
		}
	}
	note := paidNote
	if !known {
		note, b.undated = paidUndated, b.undated+1
	}
	v.Past.Payments = append(v.Past.Payments, invoice.HandPayment{
		Amount: open, PaidOn: v.firstDay(r, on), Method: invoice.Other, Note: note,
	})
}

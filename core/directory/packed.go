package directory

import (
	"encoding/binary"
	"errors"
	"iter"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Packed returns everybody in parts of batchSize people, with all that was derived about them, and whether that can be: not when
// somebody is damaged. Only the program that packed people may unpack them, from a store of which it knows what changed since.
func (v *View) Packed() (parts iter.Seq[[]byte], whole bool) {
	if len(v.Damaged()) > 0 {
		return nil, false
	}
	return func(yield func([]byte) bool) {
		var part []byte
		n := 0
		v.people.each(func(_ int64, m *member) bool {
			part = m.pack(part)
			if n++; n < batchSize {
				return true
			}
			full := part
			part, n = make([]byte, 0, len(full)+len(full)/8), 0
			return yield(full)
		})
		if n > 0 {
			yield(part)
		}
	}, true
}

// Replace lets people who were packed, and unpacked again elsewhere, take their own places in the newest view, but for those who
// changed meanwhile. They are the same people: nothing that is asked has another answer.
func (d *Directory) Replace(packed *View, by *Newcomers) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	next, same := *d.View(), map[int64]*member{}
	for _, m := range by.members() {
		if id := m.record.ID; packed.people.at(id) != nil && next.people.at(id) == packed.people.at(id) {
			same[id] = m
		}
	}
	var err error
	if next.people, err = next.people.with(same); err == nil {
		d.view.Store(&next)
	}
	return err
}

// errPacked is what unpacking a part that is not whole returns.
var errPacked = errors.New("packed people are cut off")

// AddPacked takes a part over that Packed returned. The people share its text.
func (n *Newcomers) AddPacked(part string) error {
	u := unpacker{text: part}
	made := new([]*member)
	for len(u.text) > 0 && u.err == nil {
		*made = append(*made, u.member())
	}
	n.made = append(n.made, made)
	return u.err
}

// pack appends a member that is not damaged.
func (m *member) pack(b []byte) []byte {
	r := &m.record
	for _, number := range []int64{r.ID, r.Author, r.Revision, r.Editor, r.Photo} {
		b = binary.AppendVarint(b, number)
	}
	b = packBool(packBool(b, r.Administered), r.Former)
	b = packTime(packTime(b, r.Created), r.Modified)
	for _, text := range []string{
		r.Name.First, r.Name.Infix, r.Name.Last, r.Name.Nick, r.Title, r.Document, r.Meta,
	} {
		b = packText(b, text)
	}
	text, ends := m.values.Parts()
	b = packText(b, text)
	for i, last := 0, uint32(0); i < len(ends); i++ {
		b = binary.AppendUvarint(b, uint64(ends[i]-last))
		last = ends[i]
	}
	b = binary.AppendUvarint(b, uint64(len(m.work)))
	for i := range m.work {
		e := &m.work[i]
		b = binary.AppendVarint(b, e.Group)
		b = packText(packText(packText(b, string(e.Kind)), e.Title), string(e.role))
		b = packBool(packDate(packDate(b, e.Start), e.End), e.Current)
	}
	b = binary.AppendUvarint(b, uint64(len(m.relations)))
	for i := range m.relations {
		row := &m.relations[i]
		b = packText(binary.AppendVarint(binary.AppendVarint(b, row.To), row.Type), row.Document)
	}
	b = binary.AppendUvarint(b, uint64(len(m.labels)))
	for _, label := range m.labels {
		b = binary.AppendVarint(b, label)
	}
	return b
}

func packBool(b []byte, is bool) []byte {
	if is {
		return append(b, 1)
	}
	return append(b, 0)
}

func packTime(b []byte, t time.Time) []byte {
	return binary.AppendVarint(binary.AppendVarint(b, t.Unix()), int64(t.Nanosecond()))
}

func packDate(b []byte, d civil.Date) []byte {
	return binary.AppendVarint(b, (int64(d.Year)*16+int64(d.Month))*32+int64(d.Day))
}

func packText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// unpacker reads what pack wrote. After an error it returns zero values.
type unpacker struct {
	text string // what is still to be read
	err  error
}

func (u *unpacker) member() *member {
	m := new(member)
	r := &m.record
	for _, number := range []*int64{&r.ID, &r.Author, &r.Revision, &r.Editor, &r.Photo} {
		*number = u.number()
	}
	r.Administered, r.Former = u.bool(), u.bool()
	r.Created, r.Modified = u.time(), u.time()
	for _, text := range []*string{
		&r.Name.First, &r.Name.Infix, &r.Name.Last, &r.Name.Nick, &r.Title, &r.Document, &r.Meta,
	} {
		*text = u.part()
	}
	m.values = u.values()
	r.Slug = m.values.At(placeSlug)
	if n := u.count(); n > 0 {
		m.work = make([]entry, n)
	}
	for i := range m.work {
		e := &m.work[i]
		e.Group = u.number()
		e.Kind, e.Title, e.role = known(work.Kind(u.part())), u.part(), work.Role(u.part())
		e.Start, e.End, e.Current = u.date(), u.date(), u.bool()
	}
	if n := u.count(); n > 0 {
		m.relations = make([]person.StoredRelation, n)
	}
	for i := range m.relations {
		m.relations[i] = person.StoredRelation{To: u.number(), Type: u.number(), Document: u.part()}
	}
	if n := u.count(); n > 0 {
		m.labels = make([]term.ID, n)
	}
	for i := range m.labels {
		m.labels[i] = u.number()
	}
	return m
}

func (u *unpacker) values() *listing.Values {
	text, ends, end := u.part(), make([]uint32, person.Keys.Len()), uint64(0)
	for i := range ends {
		if n := u.varint(); n <= uint64(len(text))-end {
			end += n
		} else {
			u.fail()
		}
		ends[i] = uint32(end) //nolint:gosec // a part is smaller than that
	}
	return listing.NewValues(text, ends)
}

func (u *unpacker) fail() { u.text, u.err = "", errPacked }

// varint reads seven bits of each byte, the lowest first, until one is below 128.
func (u *unpacker) varint() (number uint64) {
	for shift := 0; shift < 64; shift += 7 {
		if len(u.text) == 0 {
			break
		}
		next := u.text[0]
		u.text = u.text[1:]
		if number |= uint64(next&0x7f) << shift; next < 0x80 {
			return number
		}
	}
	u.fail()
	return 0
}

func (u *unpacker) number() int64 {
	number := u.varint()
	return int64(number>>1) ^ -int64(number&1) //nolint:gosec // zig-zag
}

// count is the number of what follows, each at least one byte long.
func (u *unpacker) count() int {
	n := u.varint()
	if n > uint64(len(u.text)) {
		u.fail()
		return 0
	}
	return int(n) //nolint:gosec // a text is not longer
}

func (u *unpacker) part() (text string) {
	n := u.count()
	text, u.text = u.text[:n], u.text[n:]
	return text
}

func (u *unpacker) bool() bool { return u.varint() == 1 }

func (u *unpacker) time() time.Time {
	seconds, nanoseconds := u.number(), u.number()
	return time.Unix(seconds, nanoseconds).UTC()
}

func (u *unpacker) date() civil.Date {
	packed := u.number()
	return civil.Date{Year: int(packed >> 9), Month: time.Month(packed >> 5 & 15), Day: int(packed & 31)}
}

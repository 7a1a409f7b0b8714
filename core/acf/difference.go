package acf

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Difference is what became of a member of an object. Of a list it is the items that went and those that came; nil stands for
// a member that is not there.
type Difference struct {
	Key      string
	From, To json.RawMessage
}

// Differences returns in which members two objects differ that Append made of the table, read-only members aside. Lists that hold
// the same items in another order do not differ. The values are parts of the objects.
func (t *Table[T]) Differences(before, after string) []Difference {
	if before == after {
		return nil
	}
	return Differences(before, after, func(key string) bool {
		i, known := t.keys[key]
		return known && t.fields[i].ReadOnly
	})
}

// Differences is Table.Differences for any two objects, without the members that are left out.
func Differences(before, after string, leftOut func(key string) bool) (list []Difference) {
	was, is := membersOf(before), membersOf(after)
	add := func(key string, from, to json.RawMessage) {
		if bytes.Equal(from, to) || leftOut(key) {
			return
		}
		if d := (Difference{key, from, to}).withoutCommon(); d.From != nil || d.To != nil {
			list = append(list, d)
		}
	}
	for i, member := range is {
		if i < len(was) && was[i].Key == member.Key { // nearly always
			add(member.Key, was[i].From, member.From)
			continue
		}
		add(member.Key, valueOf(was, member.Key), member.From)
	}
	for i, member := range was {
		if (i >= len(is) || is[i].Key != member.Key) && valueOf(is, member.Key) == nil {
			add(member.Key, member.From, nil)
		}
	}
	return list
}

// membersOf returns the members of an object, each with its value as From.
func membersOf(object string) (list []Difference) {
	EachMember([]byte(object), func(key []byte, value json.RawMessage) {
		list = append(list, Difference{Key: string(key), From: value})
	})
	return list
}

func valueOf(members []Difference, key string) json.RawMessage {
	i := slices.IndexFunc(members, func(d Difference) bool { return d.Key == key })
	if i < 0 {
		return nil
	}
	return members[i].From
}

// withoutCommon leaves out what two lists have in common. Lists with the same items are nil.
func (d Difference) withoutCommon() Difference {
	was, areLists := listOf(d.From)
	is, isList := listOf(d.To)
	if !areLists || !isList || d.From == nil && d.To == nil {
		return d
	}
	came := is[:0:0]
	for _, item := range is {
		if i := slices.IndexFunc(was, func(other json.RawMessage) bool { return bytes.Equal(item, other) }); i >= 0 {
			was = slices.Delete(slices.Clone(was), i, i+1)
			continue
		}
		came = append(came, item)
	}
	if len(was)+len(came) == 0 {
		return Difference{Key: d.Key}
	}
	return Difference{d.Key, joined(was), joined(came)}
}

// listOf returns the items of a list; a member that is not there has none.
func listOf(value json.RawMessage) ([]json.RawMessage, bool) {
	if value == nil {
		return nil, true
	}
	return items(value)
}

func joined(list []json.RawMessage) json.RawMessage {
	return slices.Concat([]byte("["), bytes.Join(bytesOf(list), []byte(",")), []byte("]"))
}

func bytesOf(list []json.RawMessage) [][]byte {
	texts := make([][]byte, len(list))
	for i, item := range list {
		texts[i] = item
	}
	return texts
}

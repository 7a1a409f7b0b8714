package person_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/person"
)

// formDigest is of the tables behind person.Form. When this test fails, raise Form, so that what is kept is brought into the
// new form, and put the digest that it prints here.
const formDigest = "1:0585513bf716c1eb"

func TestAChangedTableHasANewForm(t *testing.T) {
	type kept struct {
		Key  string
		Type int
		Row  []string
	}
	var tables struct {
		Fields []kept
		Keys   []string
	}
	for _, d := range person.Fields.Descriptions() {
		if d.Late {
			continue
		}
		k := kept{Key: d.Key, Type: int(d.Type)}
		for _, member := range d.Member {
			k.Row = append(k.Row, member.Key)
		}
		tables.Fields = append(tables.Fields, k)
	}
	tables.Keys = person.Keys.Names()
	text, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	if got := string(rune('0'+person.Form)) + ":" + hex.EncodeToString(sum[:8]); got != formDigest {
		t.Errorf("the tables and the form are %s, were %s", got, formDigest)
	}
}

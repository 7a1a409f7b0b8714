package person_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
)

// formDigest is of the tables behind person.FormatVersion. When this test fails, raise FormatVersion, so that what is kept is
// brought into the new form, and put the digest that it prints here.
const formDigest = "4:24fe9da9359dc89c"

// keptField is a field as far as stores keep it.
type keptField struct {
	Key   string
	Type  int
	Apart bool // in rows of its own
	Row   []keptField
}

// keptFields leaves out what stores do not keep: late fields, but for those that a client writes.
func keptFields(descriptions []acf.Description) (kept []keptField) {
	for _, d := range descriptions {
		if d.OnRead && d.ReadOnly {
			continue
		}
		kept = append(kept, keptField{Key: d.Key, Type: int(d.Type), Apart: d.OnRead, Row: keptFields(d.Member)})
	}
	return kept
}

func TestAChangedTableHasANewForm(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(map[string]any{
		"fields": keptFields(person.Fields.Descriptions()), "meta": keptFields(person.MetaFields.Descriptions()),
	})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	if got := string(rune('0'+person.FormatVersion)) + ":" + hex.EncodeToString(sum[:8]); got != formDigest {
		t.Errorf("the tables and the form are %s, were %s", got, formDigest)
	}
}

func TestWhatIsKeptApartIsPartOfTheForm(t *testing.T) {
	t.Parallel()
	apart := 0
	for _, field := range keptFields(person.Fields.Descriptions()) {
		if field.Apart {
			apart++
		}
		if field.Key == "huidig-vrijwilliger" || field.Key == "photo_gallery" {
			t.Errorf("%s is not kept", field.Key)
		}
		if field.Key == "relationships" && (!field.Apart || len(field.Row) != 3) {
			t.Errorf("relations are kept as %+v", field)
		}
	}
	if apart != 1 {
		t.Errorf("%d fields are kept apart", apart)
	}
}

package group_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// formDigest is of the tables behind group.FormatVersion. When this test fails, raise FormatVersion and put the digest that it
// prints here.
const formDigest = "1:f3255337117a0ba7"

func TestAChangedTableHasANewForm(t *testing.T) {
	t.Parallel()
	type kept struct {
		Key  string
		Type int
		Row  []string
	}
	tables := map[string]any{}
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		var list []kept
		for _, d := range group.Fields(kind).Descriptions() {
			k := kept{Key: d.Key, Type: int(d.Type)}
			for _, member := range d.Member {
				k.Row = append(k.Row, member.Key)
			}
			list = append(list, k)
		}
		tables[string(kind)] = list
	}
	text, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	if got := string(rune('0'+group.FormatVersion)) + ":" + hex.EncodeToString(sum[:8]); got != formDigest {
		t.Errorf("the tables and the form are %s, were %s", got, formDigest)
	}
}

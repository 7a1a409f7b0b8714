package main_test

import (
	"maps"
	"strings"
	"testing"
)

// contract: sync §5-4, §5-5, and the same for the provider of contributions.
func TestAProviderIsThereWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	for pipeline, alias := range map[string]string{"contributions": "nikki", "helpdesk": "freescout"} {
		p := newPlace(t)
		url, key := strings.ToUpper(pipeline)+"_URL", strings.ToUpper(pipeline)+"_KEY_FILE"
		noURL, noKey := "--"+pipeline+"-url: is required", "--"+pipeline+"-key-file: is required"
		p.run("config", "check").exits(0, pipeline+"-url: (niet ingesteld)\n", pipeline+"-key: (none)\n")
		for _, name := range []string{pipeline, alias} {
			p.run("run", name).exits(1, noURL, noKey)
		}
		whole := map[string]string{url: "http://127.0.0.1:9", key: p.file("key", "geheime-sleutel")}
		maps.Copy(p.env, whole)
		p.run("config", "check").exits(0, pipeline+"-url: http://127.0.0.1:9\n", pipeline+"-key: xxxxx\n").without("geheime")
		for missing, said := range map[string]string{url: noURL, key: noKey} {
			delete(p.env, missing)
			for _, words := range [][]string{{"run", "all"}, {"serve"}} {
				p.run(words...).exits(1, said)
			}
			p.env[missing] = whole[missing]
		}
	}
}

func TestTheFieldsOfCustomersHaveNumbers(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("config", "check").exits(0, "helpdesk-field-union-teams: 1\n", "helpdesk-field-public-person-id: 4\n",
		"helpdesk-field-member-since: 5\n", "helpdesk-field-nikki-saldo: 7\n", "helpdesk-field-nikki-status: 8\n",
		"helpdesk-field-relation-end: 9\n")
	p.run("config", "check", "--helpdesk-field-union-teams", "0", "--helpdesk-field-nikki-saldo", "0").exits(0)
	p.run("config", "check", "--helpdesk-field-union-teams", "4").exits(1, "--helpdesk-field-union-teams", "public-person-id")
	p.run("config", "check", "--helpdesk-field-relation-end=-1").exits(1, "--helpdesk-field-relation-end")
	p.run("config", "check", "--helpdesk-field-relation-end", "x").exits(2)
}

// contract: sync §2.5, §5-4: what the predecessor was set up with is read under its own names, too.
func TestTheProvidersAreSetUpByTheEnvironment(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"FREESCOUT_BASE_URL", "FREESCOUT_URL"} {
		p := newPlace(t)
		p.whole = map[string]string{
			url: "https://desk.example", "FREESCOUT_API_KEY": "geheim-desk", "NIKKI_URL": "https://dues.example",
			"NIKKI_API_KEY": "geheim-dues", "FREESCOUT_FIELD_UNION_TEAMS": "11", "FREESCOUT_FIELD_PUBLIC_PERSON_ID": "14",
			"FREESCOUT_FIELD_MEMBER_SINCE": "15", "FREESCOUT_FIELD_NIKKI_SALDO": "17", "FREESCOUT_FIELD_NIKKI_STATUS": "18",
			"FREESCOUT_FIELD_RELATION_END": "0",
		}
		fields := []string{
			"helpdesk-url: https://desk.example\n", "helpdesk-key: xxxxx\n", "contributions-url: https://dues.example\n",
			"contributions-key: xxxxx\n", "helpdesk-field-public-person-id: 14\n", "helpdesk-field-member-since: 15\n",
			"helpdesk-field-nikki-saldo: 17\n", "helpdesk-field-nikki-status: 18\n", "helpdesk-field-relation-end: 0\n",
		}
		p.run("config", "check").exits(0, append(fields, "helpdesk-field-union-teams: 11\n")...).without("geheim")
		p.env["HELPDESK_FIELD_UNION_TEAMS"] = "21" // the program's own name goes before
		p.run("config", "check").exits(0, append(fields, "helpdesk-field-union-teams: 21\n")...)
	}
}

func TestConfigCheckNamesVariablesThatSetNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.env["SITEURL"] = "https://club.example"
	p.run("config", "check").exits(0, "warning: CLUBSYNC_SITEURL is set, which is the name of no setting\n")
}

package main_test

import (
	"maps"
	"testing"
)

// contract: sync §5.5, and the same for the provider of contributions.
func TestAProviderIsThereWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("config", "check").exits(0, "contributions-url: (niet ingesteld)\n", "contributions-key: (none)\n")
	for _, name := range []string{"contributions", "nikki"} {
		p.run("run", name).exits(1, "--contributions-url: is required", "--contributions-key-file: is required")
	}
	whole := map[string]string{
		"CONTRIBUTIONS_URL": "http://127.0.0.1:9", "CONTRIBUTIONS_KEY_FILE": p.file("contributions-key", "geheime-sleutel"),
	}
	maps.Copy(p.env, whole)
	p.run("config", "check").exits(0, "contributions-url: http://127.0.0.1:9\n", "contributions-key: xxxxx\n").without("geheime")
	for missing, flag := range map[string]string{
		"CONTRIBUTIONS_URL": "--contributions-url: is required", "CONTRIBUTIONS_KEY_FILE": "--contributions-key-file: is required",
	} {
		delete(p.env, missing)
		for _, words := range [][]string{{"config", "check"}, {"run", "people"}, {"serve"}, {"run", "all"}} {
			p.run(words...).exits(1, flag)
		}
		p.env[missing] = whole[missing]
	}
}

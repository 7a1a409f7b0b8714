package main_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"
)

// billed returns how many invoices each person has, and the numbers of all.
func (s *server) billed() (people map[float64]int, numbers map[string]bool) {
	s.t.Helper()
	people, numbers = map[float64]int{}, map[string]bool{}
	for _, one := range s.get("/api/club/v1/invoices").is(http.StatusOK).list() {
		who, _ := one["person"].(object)["id"].(float64)
		number, _ := one["invoice_number"].(string)
		people[who]++
		numbers[number] = true
	}
	return people, numbers
}

// contract: club §2.8, §4.7; the job resumes after kill -9 (within a minute on a quiet machine), without a double invoice or a
// lost number
func TestTheJobThatBillsASeasonSurvivesTheDeathOfTheProgram(t *testing.T) {
	t.Parallel()
	const (
		members = 240
		job     = "/api/club/v1/fees/bulk-invoice-job"
	)
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("anna", "--role", "administrator")
		pass := p.program("anna")
		first := p.start()
		admin := first.as("anna", pass)
		var all sync.WaitGroup
		for part := range 8 {
			all.Go(func() {
				for n := range members / 8 {
					admin.send("POST", collection, object{"acf": object{
						"first_name": "Lid", "last_name": fmt.Sprint(part, "-", n), "leeftijdsgroep": "Senioren",
					}}).is(http.StatusCreated)
				}
			})
		}
		all.Wait()
		admin.send("POST", "/api/club/v1/fees/bulk-create-invoices", nil).is(http.StatusOK)
		eventually(t, "a part of them is billed", func() bool { people, _ := admin.billed(); return len(people) > 0 })
		first.killed()

		died := time.Now()
		admin = p.start().as("anna", pass)
		before, _ := admin.billed()
		t.Logf("killed with %d of %d invoices", len(before), members)
		eventually(t, "it has ended", func() bool { return admin.get(job).is(http.StatusOK).object()["status"] == "done" })
		t.Logf("it ended %v after the death", time.Since(died))
		told := admin.get(job).object()
		if told["created"] != float64(members) || told["processed"] != float64(members) || len(told["errors"].([]any)) != 0 {
			t.Errorf("in the end %v", told)
		}
		people, numbers := admin.billed()
		for who, count := range people {
			if count != 1 {
				t.Errorf("person %v has %d invoices", who, count)
			}
		}
		for n := range members {
			if number := fmt.Sprintf("C%d-%03d", time.Now().Year(), n+1); !numbers[number] {
				t.Errorf("nobody has %s", number)
			}
		}
		if len(people) != members || len(numbers) != members {
			t.Errorf("%d numbers for %d people", len(numbers), len(people))
		}
	})
}

package peopleapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

func TestAHouseholdIsWhoLivesThereAndWhoIsRelated(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Member)
	jan := s.Program("jan")
	at := func(street, code string) []object { return []object{{"street": street, "postal_code": code}} }
	person := func(as apitest.Call, name string, more object) int64 {
		fields := object{"first_name": name}
		for key, value := range more {
			fields[key] = value
		}
		return s.Person(as, fields).ID()
	}
	father := person(admin, "Vader", object{"addresses": at("Dorpsstraat 12", "1234 AB")})
	mother := person(admin, "Moeder", object{"addresses": at("Elders 1", "4321 BA")})
	child := person(jan, "Kind", object{"addresses": at("Dorpsstraat 12", "1234AB")})
	s.Send("PUT", apitest.Person(child), object{"acf": object{"relationships": []object{
		{"related_person": mother, "relationship_type": 2},
	}}}, admin).Is(200)
	person(admin, "Buurman", object{"addresses": at("Dorpsstraat 14", "1234 AB")})
	person(admin, "Zonder adres", nil)
	lodger := person(jan, "Kostganger", object{"addresses": at("Dorpsstraat 12", "1234 AB")})
	dead := person(admin, "Overleden", object{"addresses": at("Dorpsstraat 12", "1234 AB")})
	s.Send("PUT", apitest.Person(dead), object{"acf": object{"datum-overlijden": "2020-01-01"}}, admin).Is(200)

	of := func(id int64) string { return fmt.Sprintf("/api/club/v1/people/%d/household", id) }
	check := func(a apitest.Answer, want string) {
		t.Helper()
		got := ""
		for _, one := range a.Is(200).List("") {
			mate := one.(object)
			got += fmt.Sprintf("%v %v %v;", mate["name"], mate["same_address"], mate["related"])
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	check(s.Get(of(child), admin), "Vader true false;Kostganger true false;Moeder false true;")
	check(s.Get(of(lodger), admin), "Vader true false;Kind true false;")
	check(s.Get(of(mother), admin), "Kind false true;")
	// Of whom the caller may not see nothing is told.
	check(s.Get(of(child), jan), "Kostganger true false;")
	s.Get(of(father), jan).Refuses(403, "rest_forbidden")
	s.Get(of(9999), admin).Refuses(404, "rest_post_invalid_id")
	s.Get(of(child)).Refuses(401, "rest_not_logged_in")
}

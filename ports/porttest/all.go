package porttest

import (
	"context"
	"reflect"
	"testing"
	"time"
)

// Storage runs the suites of every storage port.
func Storage(t *testing.T, open Open) {
	for _, suite := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"Directory", Directory}, {"People", People}, {"MemberCodes", MemberCodes}, {"Imports", Imports}, {"Duplicates", Duplicates},
		{"Erasures", Erasures}, {"Traces", Traces},
		{"LeaverProposals", LeaverProposals}, {"Leavers", Leavers},
		{"Groups", Groups}, {"Terms", Terms},
		{"Favorites", Favorites}, {"Shares", Shares}, {"SavedViews", SavedViews}, {"Recents", Recents}, {"Users", Users}, {"Sessions",
			Sessions},
		{"ApplicationPasswords", ApplicationPasswords}, {"Belongings", Belongings}, {"MemberFunctions", MemberFunctions},
		{"Attempts", Attempts}, {"Atomic", Atomic}, {"Setting", Setting}, {"JobRuns", JobRuns}, {"Media", Media},
		{"Uploads", Uploads}, {"Undos", Undos}, {"Records", Records}, {"Timeline", Timeline}, {"TaskLists", TaskLists},
		{"MailQueue", MailQueue}, {"PasswordLinks", PasswordLinks}, {"Audit", Audit}, {"PersonChanges", PersonChanges}, {"Looks", Looks},
		{"Workspaces", Workspaces},
		{"Invites", Invites}, {"Mentions", Mentions}, {"Messages", Messages}, {"Suppressions", Suppressions},
		{"Cases", Cases}, {"ShiftLists", ShiftLists}, {"Feedback", Feedback},
		{"FetchedMatches", FetchedMatches}, {"Digests", Digests}, {"UserTokens", UserTokens}, {"Sealed", Sealed}, {"Origins", Origins},
		{"Invoices", Invoices}, {"InvoiceNumbers", InvoiceNumbers}, {"a cancelled context stops", cancellation},
	} {
		t.Run(suite.name, func(t *testing.T) {
			t.Parallel()
			suite.run(t, func(t testing.TB) Database {
				db := open(t)
				ok(t, db.Directory.Load(context.Background()))
				return db
			})
		})
	}
}

func cancellation(t *testing.T, open Open) {
	db := open(t)
	before := view(t, db)
	stops(t, Everything(cancelled(), db))
	sameView(t, "afterwards", view(t, db), before)
}

// Everything calls every method of every port that takes a context, and returns their errors. Numbers are those of nothing.
func Everything(ctx context.Context, db Database) map[string]error {
	results := map[string]error{}
	call := func(name string, method reflect.Value) {
		of := method.Type()
		arguments := []reflect.Value{reflect.ValueOf(ctx)}
		for i := 1; i < of.NumIn(); i++ {
			arguments = append(arguments, something(of.In(i)))
		}
		do := method.Call
		if of.IsVariadic() {
			do = method.CallSlice
		}
		returned := do(arguments)
		results[name], _ = returned[len(returned)-1].Interface().(error)
	}
	stores := reflect.ValueOf(db.Stores)
	for i := range stores.NumField() {
		port := stores.Field(i)
		for j := range port.NumMethod() {
			method := port.Method(j)
			if of := method.Type(); of.NumIn() > 0 && of.In(0) == reflect.TypeFor[context.Context]() {
				call(stores.Type().Field(i).Name+"."+port.Type().Method(j).Name, method)
			}
		}
	}
	call("Atomic.Do", reflect.ValueOf(db.Do))
	return results
}

// something is a value that a method of a port can do something with.
func something(of reflect.Type) reflect.Value {
	value := reflect.New(of).Elem()
	switch {
	case of == reflect.TypeFor[time.Time]():
		value.Set(reflect.ValueOf(at))
	case of.Kind() == reflect.Int64:
		value.SetInt(1 << 40)
	case of.Kind() == reflect.Int:
		value.SetInt(1)
	case of.Kind() == reflect.String:
		value.SetString("x")
	case of.Kind() == reflect.Slice:
		value.Set(reflect.Append(value, something(of.Elem())))
	case of.Kind() == reflect.Func:
		value.Set(reflect.MakeFunc(of, func([]reflect.Value) (nothing []reflect.Value) {
			for i := range of.NumOut() {
				nothing = append(nothing, reflect.Zero(of.Out(i)))
			}
			return nothing
		}))
	}
	return value
}

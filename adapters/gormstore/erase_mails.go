package gormstore

import (
	"database/sql"
	"slices"
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/mail"
)

// addressing is a condition for the rows in whose list, as JSON, one of the addresses may stand: reaching says whether it does.
// It looks for the longest part of each address that JSON writes as it is, and whose capitals databases know.
func addressing(column string, emails []string) (condition string, args []any) {
	either := []string{"1 = 0"}
	for _, email := range emails {
		part := longestPart(strings.ToLower(email), func(r rune) bool {
			return r < '!' || r >= utf8.RuneSelf || strings.ContainsRune(`"\&<>`, r)
		})
		if part == "" {
			return "1 = 1", nil
		}
		either, args = append(either, "REPLACE(LOWER("+column+"), ?, '') <> LOWER("+column+")"), append(args, part)
	}
	return "(" + strings.Join(either, " OR ") + ")", args
}

// longestPart returns the longest part of a text in which no letter is a border.
func longestPart(text string, border func(rune) bool) (longest string) {
	for part := range strings.FieldsFuncSeq(text, border) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// reaching returns the numbers of the rows whose list has one of the addresses. The query is for numbers and lists.
func reaching[T any](query *gorm.DB, emails []string, address func(T) string) (ids []int64, err error) {
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var id int64
		var list string
		if err := row.Scan(&id, &list); err != nil {
			return err
		}
		theirs := func(to T) bool { return slices.Contains(emails, strings.ToLower(address(to))) }
		if slices.ContainsFunc(ofJSON[[]T](list), theirs) {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// addressed returns the mails that stand on nobody's timeline and went to one of the addresses.
func addressed(db *gorm.DB, emails []string) ([]int64, error) {
	if len(emails) == 0 {
		return nil, nil
	}
	where, args := addressing("recipients", emails)
	query := db.Raw("SELECT id, recipients FROM mails WHERE person_id = 0 AND "+where+" ORDER BY id", args...)
	return reaching(query, emails, func(to mail.Address) string { return to.Email })
}

// dropAddressed destroys the mails that stand on nobody's timeline and went to one of the addresses.
func (h handle) dropAddressed(emails []string) error {
	ids, err := addressed(h.Write, emails)
	if err != nil || len(ids) == 0 {
		return err
	}
	where, args := h.among("id", ids)
	return h.Write.Exec("DELETE FROM mails WHERE "+where, args...).Error
}

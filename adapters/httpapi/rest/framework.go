package rest

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"github.com/clubhuis/clubhuis/core/fault"
)

// What the framework keeps in variables of its own: the form of errors, arrays that are never null, and its sentences about a
// parameter, in the language of everything else that the API says.
func init() {
	huma.NewError = newError
	huma.DefaultArrayNullable = false
	validation.MsgExpectedOneOf = "Dit moet een van deze waarden zijn: \"%s\"."
	validation.MsgExpectedMinimumNumber = "Dit moet ten minste %v zijn."
	validation.MsgExpectedMaximumNumber = "Dit mag hooguit %v zijn."
	validation.MsgExpectedMinLength = "Dit moet ten minste %d tekens lang zijn."
	validation.MsgExpectedMaxLength = "Dit mag hooguit %d tekens lang zijn."
	validation.MsgExpectedMaxItems = "Dit mogen hooguit %d waarden zijn."
	validation.MsgExpectedBePattern = "%s" // the pattern's own description
	validation.MsgExpectedRequiredProperty = missing + "%s"
	validation.MsgExpectedString = "Dit moet een tekst zijn."
	validation.MsgExpectedBoolean = "Dit moet true of false zijn."
	validation.MsgExpectedInteger = "Dit moet een geheel getal zijn."
	validation.MsgExpectedNumber = "Dit moet een getal zijn."
	validation.MsgExpectedArray = "Dit moet een lijst zijn."
	validation.MsgExpectedObject = "Dit moet een object zijn."
	validation.MsgUnexpectedProperty = "Dit veld bestaat niet."
}

// parserSentences are those about a parameter that its type can't be read from; the framework has no variables for them.
var parserSentences = map[string]string{
	"invalid integer": fault.NotANumber,
	"invalid boolean": fault.NotAFlag,

	"required query parameter is missing": fault.Required,
}

// missing begins what the framework says of an object that lacks a member, whose name follows.
const missing = "missing: "

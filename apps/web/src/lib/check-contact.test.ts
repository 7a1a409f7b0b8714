import { expect, it } from 'vitest';

import { contactTexts } from '@/texts/contact';

import { checkContact, formatPostcode, postcodeProblem, typeFor } from './check-contact';

it.each([
  ['email', '06 12 34 56 78', 'mobile'],
  ['email', '0315 039338', 'phone'],
  ['email', 'jan@club.nl', 'email'],
  ['email2', 'jan@club.nl', 'email2'],
  ['mobile', 'jan@club.nl', 'email'],
  ['mobile', 'https://club.nl', 'website'],
  ['mobile', '+49 151 23456789', 'mobile'],
  ['phone', '0612345678', 'mobile'],
  ['mobile', '0315 039338', 'mobile'],
  ['email', 'ja', 'email'],
  ['email', '', 'email'],
  ['', '06 12', 'mobile'],
  ['linkedin', 'https://linkedin.com/in/jan', 'linkedin'],
  ['other', '06 12 34 56 78', 'other'],
])('%j with %j becomes %j', (type, typed, want) => {
  expect(typeFor(type, typed)).toBe(want);
});

it.each([
  ['email', 'jan@club.nl', {}],
  ['email', 'dit is geen adres', { problem: contactTexts.emailInvalid }],
  ['email', 'fout@', { problem: contactTexts.emailInvalid }],
  ['email2', 'a@b', { problem: contactTexts.emailInvalid }],
  ['email', 'a@b.nl, c@d.nl', { problem: contactTexts.emailInvalid }],
  ['mobile', '06 12 34 56 78', {}],
  ['mobile', '06 12 34 56', { problem: contactTexts.phoneDigits }],
  ['phone', '+49 151 23456789', {}],
  ['phone', '151 23456789', { hint: contactTexts.phoneForeign }],
  ['phone', 'bel de buren', { problem: contactTexts.phoneInvalid }],
  ['phone', '06 12345678 (moeder)', { hint: contactTexts.phoneOdd }],
  ['website', 'www.club.nl', {}],
  ['website', 'de club', { hint: contactTexts.websiteOdd }],
  ['other', 'wat dan ook', {}],
  ['email', ' ', {}],
])('%s %j: %j', (type, typed, remark) => {
  expect(checkContact(type, typed)).toEqual(remark);
});

it.each([
  ['1234ab', '', '1234 AB', null],
  [' 1234  Ab ', 'Nederland', '1234 AB', null],
  ['99', '', '99', contactTexts.postcodeInvalid],
  ['0234 AB', 'NL', '0234 AB', contactTexts.postcodeInvalid],
  ['48149', 'Duitsland', '48149', null],
  ['', '', '', null],
])('the postcode %j in %j is %j: %s', (typed, country, shown, problem) => {
  expect(formatPostcode(typed, country)).toBe(shown);
  expect(postcodeProblem(typed, country)).toBe(problem);
});

import { expect, it } from 'vitest';

import { formatPhone, isDutchPhone, isForeignPhone } from './phone';

it.each([
  ['0655571942', '06 55 57 19 42'],
  ['06 55 55 33 74', '06 55 55 33 74'],
  ['06-55560865', '06 55 56 08 65'],
  ['+31655570314', '06 55 57 03 14'],
  ['+31 (0)6 5557 0314', '06 55 57 03 14'],
  ['0031655570314', '06 55 57 03 14'],
  ['0315-039338', '0315 03 93 38'],
  ['020 1234567', '020 123 45 67'],
  ['088-1234567', '088 123 45 67'],
  ['0900-1234', '0900 1234'],
  ['0800 1234567', '0800 1234567'],
  ['+49 151 23456789', '+49 151 234 567 89'],
  ['004915123456789', '+49 151 234 567 89'],
  ['+32 470 12 34 56', '+32 470 123 456'],
  ['+352 621 123 456', '+352 621 123 456'],
  ['+1 202 555 0143', '+1 202 555 0143'],
  ['06 1234', '06 1234'],
  [' bel de buren ', 'bel de buren'],
  ['06 12345678 (moeder)', '06 12345678 (moeder)'],
  ['', ''],
])('%s is shown as %s', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown);
});

it.each([
  ['06 12 34 56 78', true, false],
  ['06 12 34 56 7', false, false],
  ['+31 6 12345678', true, false],
  ['+49 151 23456789', false, true],
  ['0315 039338', true, false],
  ['jan@club.nl', false, false],
])('%s: Dutch %s, foreign %s', (typed, dutch, foreign) => {
  expect([isDutchPhone(typed), isForeignPhone(typed)]).toEqual([dutch, foreign]);
});

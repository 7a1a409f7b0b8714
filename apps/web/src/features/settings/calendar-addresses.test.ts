import { expect, test } from 'vitest';

import { calendarsOf } from './calendar-addresses';

test('the calendars of a user share a token', () => {
  const list = calendarsOf('https://club.example/calendar/0a1b.ics', [{ id: 7, title: 'Jeugd' }]);
  expect(list.map(({ url }) => url)).toEqual([
    'https://club.example/calendar/0a1b.ics',
    'https://club.example/calendar/0a1b/tasks.ics',
    'https://club.example/calendar/0a1b/shifts.ics',
    'https://club.example/calendar/0a1b/matches.ics',
    'https://club.example/calendar/0a1b/training.ics',
    'https://club.example/workspace/7/calendar/0a1b.ics',
  ]);
  expect(list[0]?.webcal).toBe('webcal://club.example/calendar/0a1b.ics');
  expect(list.at(-1)?.label).toBe('Verjaardagen in Jeugd');
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { soonQuery, vogQuery } from './route';
import { soonSearchSchema, usualSoonSearch, usualVogSearch, vogSearchSchema } from './search';

// contract: club §2.11-8, facts §6.9
describe('the list of who needs a certificate', () => {
  it('asks for those of whom one is required and missing, or expired', () => {
    expect(vogQuery(usualVogSearch)).toEqual({
      vog_required: '1',
      vog_missing: '1',
      vog_older_than_years: '3',
      orderby: 'last_name',
      order: 'asc',
      page: 1,
      per_page: 100,
    });
  });

  it.each([
    ['aanschrijven', { vog_email_status: 'not_sent', vog_justis_status: 'not_submitted' }],
    ['aangeschreven', { vog_email_status: 'sent', vog_justis_status: 'not_submitted' }],
    ['aangevraagd', { vog_justis_status: 'submitted' }],
  ] as const)('narrows to the step %s', (stap, want) => {
    expect(vogQuery({ ...usualVogSearch, stap })).toMatchObject(want);
  });

  it('asks for one kind alone, as an earlier question wins over a later one', () => {
    const asked = vogQuery({ ...usualVogSearch, soort: 'vernieuwing', herinnering: 'sent' });
    expect(asked).toMatchObject({ vog_type: 'vernieuwing', vog_reminder_status: 'sent' });
    expect(asked).not.toHaveProperty('vog_missing');
  });

  it('takes what makes no sense in an address as the usual', () => {
    const odd = { stap: 'x', soort: 7, herinnering: null, pagina: 0, sort: 'naam', order: '' };
    expect(v.parse(vogSearchSchema, odd)).toEqual(usualVogSearch);
    expect(v.parse(soonSearchSchema, { dagen: 365 })).toEqual(usualSoonSearch);
    expect(v.parse(soonSearchSchema, { dagen: 60 }).dagen).toBe('60');
  });
});

it('asks for those whose certificate expires within so many days, and no others', () => {
  const asked = soonQuery({ ...usualSoonSearch, dagen: '60' });
  expect(asked).toMatchObject({ vog_required: '1', vog_expiring_within_days: '60' });
  expect(asked).not.toHaveProperty('vog_older_than_years');
});

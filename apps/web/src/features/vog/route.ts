import type { PeopleFilter, PeopleQuery } from '@/api/people/wire';

import type { SoonSearch, VogSearch, VogStep } from './search';

export const vogPerPage = 100;

const validYears = '3';

const orderOf = ({ sort, order: way, pagina }: Pick<VogSearch, 'sort' | 'order' | 'pagina'>) => ({
  orderby: sort,
  order: way,
  page: pagina,
  per_page: vogPerPage,
});

const steps: Record<VogStep, PeopleFilter> = {
  '': {},
  aanschrijven: { vog_email_status: 'not_sent', vog_justis_status: 'not_submitted' },
  aangeschreven: { vog_email_status: 'sent', vog_justis_status: 'not_submitted' },
  aangevraagd: { vog_justis_status: 'submitted' },
};

/** Those who need a certificate and have none that counts. */
export const vogQuery = (search: VogSearch): PeopleQuery => ({
  ...vogFilter(search),
  ...orderOf(search),
});

/** The same of all pages, in any order. */
export const vogFilter = (search: VogSearch): PeopleFilter => ({
  vog_required: '1',
  vog_older_than_years: validYears,
  ...(search.soort === '' ? { vog_missing: '1' } : { vog_type: search.soort }),
  ...steps[search.stap],
  ...(search.herinnering !== '' && { vog_reminder_status: search.herinnering }),
});

/** Those who need a certificate, and whose certificate expires soon. */
export const soonQuery = (search: SoonSearch): PeopleQuery => ({
  vog_required: '1',
  vog_expiring_within_days: search.dagen,
  ...orderOf(search),
});

import type { ReactNode } from 'react';

import type { GroupNames } from '@/api/groups/queries';
import type { ContactType, PersonRow } from '@/api/types';
import { firstContact } from '@/components/contact';
import { ContactLink } from '@/components/ContactLink';
import { kindOfWork } from '@/features/person/history';
import { compareNames } from '@/lib/compare';
import { ageOn, formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';

import type { ColumnId } from './columns';
import { currentGroups } from './current-groups';

/** The names of the groups are undefined while they are on their way. */
type Cell = (person: PersonRow, groups: GroupNames | undefined) => ReactNode;

/** How each column shows a person; nothing to show is null or ''. */
export const cells: Record<ColumnId, Cell> = {
  email: ({ acf }) => contact(acf, 'email', 'email2'),
  phone: ({ acf }) => contact(acf, 'mobile', 'phone'),
  team: (person, groups) => groupsOf(person, groups),
  labels: ({ labels }) => labels.join(', '),
  'type-lid': ({ acf }) => acf['type-lid'],
  leeftijdsgroep: ({ acf }) => acf.leeftijdsgroep,
  'assoc-id': ({ acf }) => acf['assoc-id'],
  age: (person) => ageOf(person),
  birthdate: ({ acf }) => formatDate(acf.birthdate),
  'lid-sinds': ({ acf }) => formatDate(acf['lid-sinds']),
  'lid-tot': ({ acf }) => formatDate(acf['lid-tot']),
  city: ({ acf }) => acf.addresses.find(({ city }) => city !== '')?.city,
  'huidig-vrijwilliger': ({ acf }) => yes(acf['huidig-vrijwilliger'] === '1'),
  'datum-vog': ({ acf }) => formatDate(acf['datum-vog']),
  'datum-foto': ({ acf }) => formatDate(acf['datum-foto']),
  'financiele-blokkade': ({ acf }) => yes(acf['financiele-blokkade']),
  isparent: ({ acf }) => yes(acf.isparent),
  'helpdesk-id': ({ acf }) => acf['helpdesk-id'],
  modified: ({ modified }) => formatDate(modified),
};

/** Today; of nobody who has died. */
export const ageOf = ({ acf }: PersonRow): number | undefined =>
  acf.is_deceased ? undefined : ageOn(acf.birthdate, new Date());

const yes = (is: boolean): ReactNode => (is ? commonTexts.yes : null);

function contact({ contact_info }: PersonRow['acf'], ...types: ContactType[]): ReactNode {
  const entry = firstContact(contact_info, ...types);
  return entry === undefined ? null : <ContactLink entry={entry} />;
}

/**
 * Teams, then committees, each by name: the order in which the server sorts people by their team. Of a group that the
 * user may not see, what the entry says of it, at the end.
 */
export function groupsOf(person: PersonRow, groups: GroupNames | undefined): string {
  const named = currentGroups(person).map((entry) => ({
    name: groups?.get(entry.team) ?? entry.description.trim(),
    place: groups?.has(entry.team) !== true ? 2 : kindOfWork(entry) === 'teams' ? 0 : 1,
  }));
  named.sort((a, b) => a.place - b.place || (a.place === 2 ? 0 : compareNames(a.name, b.name)));
  return [...new Set(named.map(({ name }) => name))].filter((name) => name !== '').join(', ');
}

import type { ReactNode } from 'react';

import type { ContactType, PersonRow } from '@/api/types';
import { ContactLink } from '@/components/ContactLink';
import { formatDate } from '@/lib/dates';
import { firstContact } from '@/lib/person';
import { commonTexts } from '@/texts/common';

import type { ColumnId } from './columns';

/** How each column shows a person; nothing to show is null. */
export const cells: Record<ColumnId, (person: PersonRow) => ReactNode> = {
  email: ({ acf }) => contact(acf, 'email', 'email2'),
  telefoon: ({ acf }) => contact(acf, 'mobile', 'phone'),
  'type-lid': ({ acf }) => acf['type-lid'],
  leeftijdsgroep: ({ acf }) => acf.leeftijdsgroep,
  lidnummer: ({ acf }) => acf['assoc-id'],
  'lid-sinds': ({ acf }) => formatDate(acf['lid-sinds']),
  'lid-tot': ({ acf }) => formatDate(acf['lid-tot']),
  geboortedatum: ({ acf }) => formatDate(acf.birthdate),
  woonplaats: ({ acf }) => acf.addresses.find(({ city }) => city !== '')?.city,
  vrijwilliger: ({ acf }) => (acf['huidig-vrijwilliger'] === '1' ? commonTexts.yes : null),
  'datum-vog': ({ acf }) => formatDate(acf['datum-vog']),
  gewijzigd: ({ modified }) => formatDate(modified),
};

function contact({ contact_info }: PersonRow['acf'], ...types: ContactType[]): ReactNode {
  const entry = firstContact(contact_info, ...types);
  return entry === undefined ? null : <ContactLink entry={entry} />;
}

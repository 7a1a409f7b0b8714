import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { personQuery } from '@/api/people/queries';
import classes from '@/components/cards/Cards.module.css';
import { usePageTitle } from '@/components/page-title';
import { commonTexts } from '@/texts/common';

import { AddressCard } from './cards/AddressCard';
import { ContactCard } from './cards/ContactCard';
import { HistoryCard } from './cards/HistoryCard';
import { IdentityCard } from './cards/IdentityCard';
import { MembershipCard } from './cards/MembershipCard';
import { RelationsCard } from './cards/RelationsCard';
import { TechnicalCard } from './cards/TechnicalCard';
import { VogCard } from './cards/VogCard';
import { fullName } from './name';
import { PersonHeader } from './PersonHeader';
import { useOpened } from './use-opened';

export function PersonPage({ id }: { id: number }) {
  const { data: person } = useSuspenseQuery(personQuery(id));
  useOpened(id);
  usePageTitle(fullName(person.acf) || commonTexts.unnamed);

  return (
    <Stack gap="lg">
      <PersonHeader person={person} />
      <div className={classes.columns}>
        <Stack gap="md" className={classes.column}>
          <ContactCard person={person} />
          <RelationsCard person={person} />
          <HistoryCard person={person} />
        </Stack>
        <Stack gap="md" className={classes.column}>
          <AddressCard person={person} />
          <IdentityCard person={person} />
          <MembershipCard person={person} />
          <VogCard person={person} />
          <TechnicalCard person={person} />
        </Stack>
      </div>
    </Stack>
  );
}

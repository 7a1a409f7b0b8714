import { Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { personQuery } from '@/api/people/queries';
import classes from '@/components/cards/Cards.module.css';
import { usePageTitle } from '@/components/page-title';
import { personTexts } from '@/texts/person';

import { AddressCard } from './cards/AddressCard';
import { ContactCard } from './cards/ContactCard';
import { HistoryCard } from './cards/HistoryCard';
import { IdentityCard } from './cards/IdentityCard';
import { MembershipCard } from './cards/MembershipCard';
import { OtherFieldsCard } from './cards/OtherFieldsCard';
import { RecordCard } from './cards/RecordCard';
import { RelationsCard } from './cards/RelationsCard';
import { VogCard } from './cards/VogCard';
import { fullName } from './name';
import { PersonHeader } from './PersonHeader';

export function PersonPage({ id }: { id: number }) {
  const { data: person } = useSuspenseQuery(personQuery(id));
  usePageTitle(fullName(person.acf) || personTexts.unnamed);

  return (
    <Stack gap="lg">
      <PersonHeader person={person} />
      <div className={classes.columns}>
        <Stack gap="md" className={classes.column}>
          <ContactCard person={person} />
          <AddressCard person={person} />
          <IdentityCard person={person} />
          <HistoryCard person={person} />
          <OtherFieldsCard person={person} />
        </Stack>
        <Stack gap="md" className={classes.column}>
          <MembershipCard person={person} />
          <VogCard person={person} />
          <RelationsCard person={person} />
          <RecordCard person={person} />
        </Stack>
      </div>
    </Stack>
  );
}

import { Stack } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';

import { can, mayEditPerson, type Capability } from '@/api/capabilities';
import { personQuery } from '@/api/people/queries';
import { sessionQuery } from '@/api/session';
import classes from '@/components/cards/Cards.module.css';
import { MayEdit } from '@/components/may-edit';
import { usePageTitle } from '@/components/page-title';
import { personTexts } from '@/texts/person';

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
  const { data: me } = useQuery(sessionQuery);
  const mayEdit = mayEditPerson(me, person);
  const keeps = (section: Capability) => mayEdit || (me != null && can(me, section));
  useOpened(id);
  usePageTitle(fullName(person.acf) || personTexts.unnamed);

  return (
    <MayEdit value={mayEdit}>
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
            <MayEdit value={keeps('financieel')}>
              <MembershipCard person={person} />
            </MayEdit>
            <MayEdit value={keeps('vog')}>
              <VogCard person={person} />
            </MayEdit>
            <TechnicalCard person={person} />
          </Stack>
        </div>
      </Stack>
    </MayEdit>
  );
}

import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { relativesQuery } from '@/api/people/queries';
import type { ContactEntry, PersonFields } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { ReachList } from '@/components/reach/ReachList';
import { ownWays, waysOf } from '@/components/reach/reach';
import { ageOn } from '@/lib/dates';
import { reachTexts as texts } from '@/texts/reach';

import { fullName } from '../name';
import { parentsOf, relatedIds } from '../relations';

const adult = 18;

/** How to reach somebody: of a minor the parents first. */
export function ReachView({ fields }: { fields: PersonFields }) {
  const age = ageOn(fields.birthdate, new Date());
  const parents = age !== undefined && age < adult ? parentsOf(fields.relationships) : [];
  // The same question as that of the relations: it is asked once.
  const ids = relatedIds(fields.relationships);
  const relatives = useQuery({ ...relativesQuery(ids), enabled: parents.length > 0 });
  const contactsOf = (id: number): readonly ContactEntry[] =>
    relatives.data?.find((relative) => relative.id === id)?.contacts ?? [];

  const name = fullName(fields);
  const own = ownWays(
    fields.contact_info,
    parents.map(({ related_person }) => contactsOf(related_person)),
  );
  if (parents.length === 0) {
    return own.length === 0 ? (
      <Text c="dimmed">{texts.nothing}</Text>
    ) : (
      <ReachList name={name} contacts={own} />
    );
  }
  return (
    <Stack gap="md">
      {parents.map((parent) => {
        const { related_person: id, person_name, relationship_name } = parent;
        const contacts = contactsOf(id);
        return (
          <Block
            key={id}
            title={
              <>
                <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} inherit>
                  {person_name}
                </AnchorLink>{' '}
                <Text span inherit c="dimmed" fw={400}>
                  {relationship_name.toLocaleLowerCase('nl-NL')}
                </Text>
              </>
            }
          >
            {relatives.data !== undefined && waysOf(contacts).length === 0 ? (
              <Text c="dimmed">{texts.nothingOfParent}</Text>
            ) : (
              <ReachList name={person_name} contacts={contacts} />
            )}
          </Block>
        );
      })}
      {own.length > 0 && (
        <Block title={texts.own}>
          <ReachList name={name} contacts={own} />
        </Block>
      )}
    </Stack>
  );
}

function Block({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Title order={3} mb={2}>
        {title}
      </Title>
      {children}
    </div>
  );
}
